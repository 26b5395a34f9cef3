"""Logs for the tests of the archive: sound ones from bots, and ways to damage them."""
