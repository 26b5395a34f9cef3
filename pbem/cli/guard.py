"""What stands around every command: problems become text and an exit code, and nobody sees a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import NoReturn

from pbem.core.problem import Problem, Refused

REFUSED = 1  # the game says no
USAGE = 2
NOT_NOW = 3  # not your turn, or the game is over
CONFLICT = 4
DATA = 65
NO_INPUT = 66
BUG = 70
NOT_TOLD = 74  # done, but the output could not be written
TEMPORARY = 75
NOT_ALLOWED = 77

# The longest beginning of a problem's id decides.
CODES = {
    "": REFUSED,
    "pbem.usage.": USAGE,
    "pbem.seat.which": USAGE,
    "pbem.seat.not-waiting": NOT_NOW,
    "pbem.game.over": NOT_NOW,
    "pbem.game.not-over": NOT_NOW,
    "pbem.game.started": NOT_NOW,
    "pbem.game.waits": NOT_NOW,
    "pbem.word.late": NOT_NOW,
    "pbem.file.": DATA,
    "pbem.log.": DATA,
    "pbem.file.exists": CONFLICT,
    "pbem.file.locked": CONFLICT,
    "pbem.file.absent": NO_INPUT,
    "pbem.file.folder": NO_INPUT,
    "pbem.file.unreadable": NO_INPUT,
    "pbem.file.key": NO_INPUT,
    "pbem.file.key-damaged": DATA,
    "pbem.file.full": TEMPORARY,
    "pbem.file.write": TEMPORARY,
    "pbem.file.unsynced": TEMPORARY,
    "pbem.file.readonly": NOT_ALLOWED,
}


def exit_code(problems: tuple[Problem, ...]) -> int:
    """The exit code for problems: that of the first."""
    id = problems[0].id
    return CODES[max((start for start in CODES if id.startswith(start)), key=len)]


def guarded(command: Callable[[], int], as_json: bool = False) -> int:
    """Runs a command and turns whatever it raises into a message, or JSON, and an exit code."""
    try:
        code = command()
        return code if _flushed() else NOT_TOLD
    except Refused as refused:
        (show_problems_as_json if as_json else show_problems)(refused.problems)
        return exit_code(refused.problems)
    except BrokenPipeError:
        _drop_output()
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        return _failed(error)


def _flushed() -> bool:
    """Writes what is left of the output; says so when that fails, for what the command did stands all the same."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
        return True
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"pbem: done, but the output is lost: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        return False


def _failed(error: Exception) -> int:
    if os.environ.get("PBEM_DEBUG"):
        raise error
    if isinstance(error, OSError):
        print(f"pbem: {(error.strerror or str(error)).lower()}", file=sys.stderr)
        return TEMPORARY
    print(f"pbem: a fault of the program: {type(error).__name__}: {error}", file=sys.stderr)
    print("With PBEM_DEBUG=1 the command shows where it happened. A turn is written whole or not.", file=sys.stderr)
    return BUG


def show_problems(problems: tuple[Problem, ...]) -> None:
    """Prints problems on stderr, a blank line between two, and where more is told about one that has no hint."""
    from pbem.report.problems import render, text_of

    print("\n\n".join(render(problem) for problem in problems), file=sys.stderr)
    bare = next((p.id for p in problems if not p.hints and "explain" in text_of(p.id)), "")
    if bare:
        print(f"  more: pbem explain {bare}", file=sys.stderr)


def show_json(value: object) -> None:
    """Prints plain data on stdout."""
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))


def show_problems_as_json(problems: tuple[Problem, ...]) -> None:
    """Prints problems on stdout, for commands with `--json`."""
    from pbem.report.problems import as_data

    show_json({"schema": 1, "problems": [as_data(problem) for problem in problems]})


def _drop_output() -> None:
    """Sends what is left of the output nowhere, so that the interpreter does not complain at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def finish(code: int) -> NoReturn:
    """Ends the process at once; taking the interpreter down in order would only cost time."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except OSError:
            pass
    os._exit(code)
