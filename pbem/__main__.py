"""Starts the command line: `pbem` and `python -m pbem`."""

from __future__ import annotations

import gc
import sys
from typing import Any


def main() -> None:
    """Runs the command line; a plain `pbem move` goes past Click, which takes longer to load than the turn takes."""
    gc.disable()  # what is loaded at the start stays
    from pbem.cli.guard import finish, guarded

    for stream in (sys.stdout, sys.stderr):
        write_anything(stream)
    arguments = sys.argv[1:]
    finish(guarded(lambda: run(arguments), as_json="--json" in arguments))


def write_anything(stream: Any) -> None:
    """Lets a stream take every character: files and pipes get UTF-8, a terminal what it can show."""
    if stream is not None:
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")


def run(arguments: list[str]) -> int:
    """Runs one command; returns the exit code."""
    if arguments[:1] == ["move"]:
        from pbem.cli.turn import plain_arguments, run_move

        plain = plain_arguments(arguments[1:])
        if plain is not None:
            return run_move(*plain)
    from pbem.cli.main import run_group

    gc.enable()
    return run_group(arguments)


if __name__ == "__main__":
    main()
