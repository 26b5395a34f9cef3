"""The command line: one command a file, each loads, calls and prints."""
