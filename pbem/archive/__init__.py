"""Logs from anywhere: read, checked line by line, replayed."""
