"""Replays bare logs from their text, parsed, checked and applied, and prints what was done per second.

usage: replay_logs.py LOG...

Seconds are those of the processor, on one core. Only the modules are loaded before: no clause has been read yet.
"""

from __future__ import annotations

import json
import sys
from time import process_time
from typing import NamedTuple

from pbem.archive.barelog import document_of
from pbem.gamefile.replay import replay
from pbem.gamefile.schema import Header, read_header
from pbem.rules import find_game


class Replayed(NamedTuple):
    games: int
    moves: int
    seconds: float


def replay_all(texts: list[str]) -> Replayed:
    """Replays games up to their ends; a log that does not end, or does not stand, stops the measurement."""
    start = process_time()
    for text in texts:
        header, lines = read(text)
        match = replay(header, lines)
        assert not match.game.waiting(match.state), "the game is not over"
    seconds = process_time() - start
    return Replayed(len(texts), sum(map(count_moves, texts)), seconds)


def read(text: str) -> tuple[Header, list[str]]:
    document = document_of(text, "bench")
    return read_header(document, lambda _key: None), document.lines


def count_moves(text: str) -> int:
    """The clauses of a log; the header has three lines."""
    entries = [line for line in text.splitlines()[3:] if line and line[0] != "*"]
    return sum(entry.count(";") + 1 for entry in entries)


def main(paths: list[str]) -> None:
    texts = []
    for path in paths:
        with open(path) as file:
            texts.append(file.read())
    find_game(read(texts[0])[0].game)
    done = replay_all(texts)
    rates = {"rate": done.moves / done.seconds, "games_rate": done.games / done.seconds}
    print(json.dumps({**done._asdict(), **rates}))


if __name__ == "__main__":
    main(sys.argv[1:])
