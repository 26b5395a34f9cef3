"""Starts the command line: `pbem` and `python -m pbem`."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line; a plain `pbem move` goes past Click, which takes longer to load than the turn takes."""
    from pbem.cli.guard import finish, guarded

    arguments = sys.argv[1:]
    finish(guarded(lambda: run(arguments), as_json="--json" in arguments))


def run(arguments: list[str]) -> int:
    """Runs one command; returns the exit code."""
    if arguments[:1] == ["move"]:
        from pbem.cli.turn import plain_arguments, run_move

        plain = plain_arguments(arguments[1:])
        if plain is not None:
            return run_move(*plain)
    from pbem.cli.main import run_group

    return run_group(arguments)


if __name__ == "__main__":
    main()
