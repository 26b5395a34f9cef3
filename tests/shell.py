"""Commands and game files for tests: the toy game as an installed package, commands in this process and in others."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from pbem.__main__ import run
from pbem.bots import find_bot
from pbem.cli.guard import guarded
from pbem.core.engine import Match
from pbem.core.game import Game
from pbem.gamefile.create import create, new_header
from pbem.gamefile.replay import open_match
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.store import load
from pbem.gamefile.turn import play
from pbem.rules import find_game

ROOT = Path(__file__).parent.parent


def folder_for_tests() -> str:
    """A folder that is removed when the process ends, for what is kept from one test to the next."""
    folder = tempfile.mkdtemp(prefix="pbem-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _install_toy_game() -> str:
    """Writes what an installed package tells about its entry points, and puts it on the path."""
    folder = folder_for_tests()
    info = Path(folder, "pbem_caravan-1.0.dist-info")
    info.mkdir()
    Path(info, "METADATA").write_text("Metadata-Version: 2.1\nName: pbem-caravan\nVersion: 1.0\n")
    Path(info, "entry_points.txt").write_text("[pbem.games]\ncaravan = tests.toygame.caravan:GAME\n")
    sys.path.insert(0, folder)
    return folder


TOY = _install_toy_game()


class Said(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


def pbem(*arguments: str | Path) -> Said:
    """Runs a command in this process."""
    out, err = StringIO(), StringIO()
    words = [str(word) for word in arguments]
    with redirect_stdout(out), redirect_stderr(err):
        code = guarded(lambda: run(words), as_json="--json" in words)
    return Said(code, out.getvalue(), err.getvalue())


def environment(**more: str) -> dict[str, str]:
    """The environment of another process that knows the toy game too."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((TOY, str(ROOT))), **more}


def spawn(*arguments: str | Path, text: str | None = None, **more: str) -> Said:
    """Runs a command in a process of its own."""
    words = [sys.executable, "-m", "pbem", *map(str, arguments)]
    done = subprocess.run(
        words, input=text or "", capture_output=True, text=True, env=environment(**more), check=False, timeout=120
    )
    return Said(done.returncode, done.stdout, done.stderr)


def new_game(path: Path, name: str = "caravan", players: int = 2, seed: str = "seed", **options: str) -> Game:
    """Writes a new game with a key."""
    game = find_game(name)
    names = ("Ann", "Ben", "Cem", "Dora", "Eva")
    seats = tuple(
        SeatInfo(seat, who, f"{who.lower()}@example.org") for seat, who in zip(game.colours, names, strict=False)
    )
    create(str(path), game, new_header(game, seats[:players], options, seed.encode()), seed.encode())
    return game


def play_on(path: Path, entries: int = 10_000, seed: str = "seed") -> Match:
    """Lets bots play a game file, each turn through the file."""
    match = open_match(load(str(path)))
    for number in range(entries):
        waiting = waiting_seats(match)
        if not waiting:
            break
        seat = waiting[number % len(waiting)]
        match = play(str(path), find_bot("random", f"{seed}{number}")(match, seat), seat).match
    return match
