"""Games with words for tests: set up by words, played by bots, with words sealed and opened in every round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pbem.bots import find_bot
from pbem.core import pbem1
from pbem.core.words import MOST_WITHHELD
from pbem.gamefile.create import create_waiting, new_header
from pbem.gamefile.giving import give, start
from pbem.gamefile.replay import open_match
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.store import GameFile, load
from pbem.gamefile.turn import play
from pbem.gamefile.words import read_words, round_now
from pbem.rules import find_game
from tests import shell

assert shell.TOY  # the toy game is installed


def waiting_game(path: Path, name: str = "caravan", players: int = 2, seed: str = "seed", **options: str) -> list[str]:
    """Writes a game that waits for words; returns its seats."""
    game = find_game(name)
    seats = game.colours[:players]
    header = new_header(game, tuple(map(SeatInfo, seats)), options, seed.encode())
    create_waiting(str(path), header, seed.encode())
    return list(seats)


def game_with_words(path: Path, name: str = "caravan", players: int = 2, seed: str = "seed", **options: str) -> None:
    """Sets up a game with a word of every seat."""
    for seat in waiting_game(path, name, players, seed, **options):
        give(str(path), seat, f"{seat} heron 42")
    start(str(path))


def play_sealed(path: Path, silent: tuple[str, ...] = (), entries: int = 10_000) -> None:
    """Lets bots play on; every seat seals a word in each round and opens it in the next, unless it is silent."""
    for number in range(entries):
        file = load(str(path))
        waiting = waiting_seats(open_match(file))
        if not waiting:
            return
        for seat, clause in list(_said(file, silent)):
            play(str(path), clause, seat)
        match = open_match(load(str(path)))
        seat = waiting[number % len(waiting)]
        play(str(path), find_bot("random", f"sealed {number}")(match, seat), seat)


def _said(file: GameFile, silent: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    words, now = read_words(file.header, file.log), round_now(file.log)
    for seat in words.seats:
        if seat not in silent and seat in words.seals.get(now, {}) and seat not in words.opens.get(now, {}):
            yield seat, f"open {_word(seat, now)}"
        if seat not in words.seals.get(now + 1, {}) and words.withheld(seat, now) < MOST_WITHHELD:
            yield seat, f"seal {pbem1.seal(file.header.id, seat, now + 1, _word(seat, now + 1)).hex()}"


def _word(seat: str, round: int) -> str:
    return f"{seat} Otter {round}"
