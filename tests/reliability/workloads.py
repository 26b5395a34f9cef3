"""What a process is doing when it is stopped: a turn, the last turn of a game, a refused one, an undo, a new game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pbem.bots import find_bot
from pbem.gamefile.replay import open_match
from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.store import load
from pbem.gamefile.turn import play
from tests.reliability import restore, snapshot
from tests.shell import new_game, play_on, spawn

NAME = "friday.yaml"


class Workload(NamedTuple):
    """A command on a game folder: the files before it, and after it when nothing goes wrong."""

    folder: Path
    words: list[str]
    before: dict[str, bytes]
    after: dict[str, bytes]

    @property
    def game(self) -> Path:
        return self.folder / NAME

    def reset(self) -> None:
        """Puts the folder back to before the command."""
        restore(self.folder, self.before)


Prepare = Callable[[Path], list[str]]


def bot_move(path: Path) -> list[str]:
    """The words of a legal move at the position of a game file."""
    match = open_match(load(str(path)))
    seat = waiting_seats(match)[0]
    return ["move", str(path), find_bot("random", "workload")(match, seat), "--seat", seat]


def move(path: Path) -> list[str]:
    new_game(path, "marcopolo", 3, objectives="choose")
    play_on(path, 30)
    return bot_move(path)


def last_move(path: Path) -> list[str]:
    new_game(path, "samarkand", 3)
    files: dict[str, bytes] = {}
    while waiting_seats(open_match(load(str(path)))):
        files = snapshot(path.parent)
        play_on(path, 1, f"{len(files[NAME])}")
    restore(path.parent, files)
    return bot_move(path)


def refused_move(path: Path) -> list[str]:
    new_game(path, "marcopolo", 2)
    play_on(path, 8)
    return ["move", str(path), "travel 1 to beijing; silk 9"]


def undo(path: Path) -> list[str]:
    new_game(path, "caravan", 2)
    play(str(path), "bid 1", "red")
    return ["undo", str(path), "--seat", "red"]


KINDS: dict[str, Prepare] = {"move": move, "last move": last_move, "refused move": refused_move, "undo": undo}


def prepare(kind: str, folder: Path) -> Workload:
    """Makes the game of a workload, and runs the command once to see where it leads."""
    folder.mkdir(exist_ok=True)
    words = KINDS[kind](folder / NAME)
    (folder / f"{NAME}.lock").touch()
    before = snapshot(folder)
    said = spawn(*words)
    assert said.code == (1 if kind == "refused move" else 0), said
    after = snapshot(folder)
    assert (before == after) == (kind == "refused move")
    restore(folder, before)
    return Workload(folder, words, before, after)
