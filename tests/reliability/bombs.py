"""Files that are large, deep or self-repeating, and places of the disk that are no files."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from pbem.gamefile.disk import LARGEST
from tests.archive.table import HEAD as TABLE_HEAD
from tests.archive.table import changed

HEAD = 'game: "caravan"\nseats: ["red", "green"]\n'
LOG = "log: |\n"


def _aliases() -> str:
    names = [chr(ord("a") + i) for i in range(20)]
    rows = [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise(names)]
    return "\n".join(["a: &a [x, x]", *rows, ""])


def _filled(head: str, row: str, most: int = LARGEST) -> str:
    return head + row * ((most - len(head)) // len(row))


def _keys() -> str:
    return HEAD + "".join(f"k{i}: {i}\n" for i in range(150_000)) + LOG


def _slip() -> str:
    """A log that can be repaired, and then compared with what it was."""
    lines = changed("green: travel", "green: trvel").removeprefix(TABLE_HEAD).split("\n")
    half = len(lines) // 2
    return TABLE_HEAD + "\n".join([*lines[:half], *["# x"] * 90_000, *lines[half:]])


BOMBS: dict[str, Callable[[], str]] = {
    "aliases of aliases": _aliases,
    "25,000 brackets": lambda: f"{HEAD}state: {'[' * 25_000}\n{LOG}",
    "brackets in a JSON value": lambda: f"{HEAD}state: {'[' * 25_000}{']' * 25_000}\n{LOG}  # x\n",
    "4 MiB of brackets": lambda: _filled("", "["),
    "4 MiB of braces": lambda: _filled(HEAD + "state: ", '{"a":'),
    "4 MiB of dashes": lambda: _filled("", "- "),
    "4 MiB of question marks": lambda: _filled("", "? "),
    "one word of 4 MiB": lambda: _filled(HEAD + 'id: "', "x", LARGEST - 50) + f'"\n{LOG}',
    "a number of 4 MiB": lambda: _filled(HEAD + "format: ", "9", LARGEST - 50) + f"\n{LOG}",
    "150,000 keys": _keys,
    "4 MiB of log": lambda: _filled(HEAD + LOG, "  x\n"),
    "90,000 moves": lambda: HEAD + LOG + "  red: bid 1\n" * 90_000,
    "90,000 dice": lambda: HEAD + LOG + "  * roll red 1\n" * 90_000,
    "90,000 undone": lambda: HEAD + LOG + "  ! undo 1 by x\n" * 90_000,
    "90,000 remarks": lambda: HEAD + LOG + "  # x\n" * 90_000,
    "a slip among 90,000 remarks": _slip,
    "a line of 4 MiB": lambda: _filled(HEAD + LOG + "  red: ", "bid 1;"),
    "more than 4 MiB": lambda: _filled(HEAD + LOG, "  x\n") + "  y\n" * 10,
}

ODD_PLACES: dict[str, Callable[[Path], object]] = {
    "a folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
    "a link to itself": lambda path: path.symlink_to(path),
    "a link to nothing": lambda path: path.symlink_to(path.with_name("nowhere")),
    "a link to zeros without end": lambda path: path.symlink_to("/dev/zero"),
    "a link to nothing at all": lambda path: path.symlink_to("/dev/null"),
}

KEYS: dict[str, bytes] = {
    "empty": b"",
    "short": b"00" * 31,
    "long": b"00" * 33,
    "other": b"00" * 32,
    "no digits": b"zz" * 32,
    "binary": bytes(range(256)),
    "nul": b"\x00" * 64,
    "marked": b"\xef\xbb\xbf" + b"00" * 32,
    "huge": b"0" * 1_000_000,
    "other digits": ("٣" * 64).encode(),
    "blanks": b"00 " * 32,
}
