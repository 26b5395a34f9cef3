"""Plays and replays games in one process and prints a digest of each result, to be compared with other processes.

`python -m tests.reliability.matrix FOLDER GAMES [VARIANT]` takes the game files of a folder, and plays many new games
of every title: GAMES of each.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.bots.driver import bots_for, play_game
from pbem.core.game import Game
from pbem.gamefile.profile import dump
from pbem.gamefile.replay import replay_file
from pbem.gamefile.store import load
from pbem.report.html import render_html
from tests.arena import configs, every_game
from tests.shell import pbem


def told(path: Path) -> Iterator[tuple[str, str]]:
    """Everything commands say about a game file, with a name for each answer."""
    file = load(str(path))
    match = replay_file(file)
    yield "heads", " ".join(head.hex() for head in file.heads)
    yield "position", dump(match.game.dump(match.state))
    middle = str(file.entry // 2)
    yield "replay", pbem("replay", path, "--at", middle, "--format", "json").out
    yield "check", pbem("check", path).err
    yield "log", pbem("log", path).out
    for info in file.header.seats:
        for words in (("report",), ("report", "--format", "json"), ("replay", "--at", middle)):
            yield f"{info.seat} {words}", pbem(words[0], path, *words[1:], "--seat", info.seat).out
        report = json.loads(pbem("report", path, "--format", "json", "--seat", info.seat).out)
        yield f"{info.seat} html", render_html(report)
        yield f"{info.seat} log", pbem("log", path, "--for", info.seat).out


def played(game: Game, number: int) -> str:
    """A new game between bots: its log and where it ended."""
    config = configs(game)[number % len(configs(game))]
    seed = f"matrix {number}"
    done = play_game(game, config, seed, bots_for(config, "random", seed))
    return "\n".join([*done.lines, dump(done.match.game.dump(done.match.state))])


def any_order(game: Any) -> None:
    """Breaks a game: its legal moves come in the order of a set of texts."""
    legal: Callable[..., Any] = game.legal

    def disordered(state: Any, seat: str) -> Iterator[Any]:
        moves = {game.format(move): move for move in legal(state, seat)}
        return (moves[text] for text in set(moves))

    game.legal = disordered


def show(name: str, text: str) -> None:
    print(name, sha256(text.encode()).hexdigest()[:16], len(text))


def main(folder: str, games: int, variant: str = "") -> None:
    for path in sorted(Path(folder).glob("*.yaml")):
        for name, text in told(path):
            show(f"{path.name} {name}", text.replace(folder, "FOLDER"))
    for game in every_game():
        if variant == "any-order":
            any_order(game)
        for number in range(games):
            show(f"{game.id} {number}", played(game, number))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
