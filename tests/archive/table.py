"""A short log as somebody at the table wrote it, in the toy game, and ways to lay it on the disk."""

from __future__ import annotations

from pathlib import Path

from pbem.rules import find_game
from tests import shell  # noqa: F401 (makes the toy game known)
from tests.archive.logs import configs, table_log

HEAD = "game: caravan\nseats: red green\noptions: length=short\n"
DECK = (
    "* shuffle cards jade-2 salt-5 silk-5 salt-4 jade-1 salt-3 tea-1 jade-4 jade-5 silk-1 "
    "silk-3 tea-5 tea-2 silk-4 salt-1 jade-3 salt-2 tea-3 silk-2 tea-4\n"
)
LINES = """\
* roll market 1
red: bid 0
green: bid 2
* draw bid-red 0
* draw bid-green 2
green: travel
* draw cards silk-5
* draw cards salt-4
green: keep silk
* roll market 5
= green coins 1, silk 1
green: bid 0
red: bid 3
* draw bid-red 3
* draw bid-green 0
red: travel
* draw cards jade-1
* draw cards salt-3
red: keep jade
* roll market 2
red: bid 1
green: bid 2
* draw bid-red 1
* draw bid-green 2
green: sell silk
* draw red jade-2
* draw green salt-5
"""
TABLE = HEAD + DECK + LINES
UNKNOWN = HEAD + "* shuffle cards\n" + LINES  # nobody wrote the deck down
ENTRIES = 11


def laid(folder: Path, text: str = TABLE, name: str = "table.log") -> Path:
    """The log as a file."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def changed(old: str, new: str, text: str = TABLE) -> str:
    """The log with one change, which must have a place in it."""
    assert old in text, old
    return text.replace(old, new, 1)


def bot_log(game: str, number: int = 0, most: int = 10_000, known: bool = True) -> str:
    """A log of bots, of another number of players and other options for every number."""
    every = configs(find_game(game))
    return table_log(find_game(game), every[number * 7 % len(every)], f"log-{number}", most, known=known)
