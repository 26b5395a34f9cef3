"""Reads and validates a PGN file with python-chess and prints the moves per second: the unit C.

usage: read_chess.py FILE
"""

from __future__ import annotations

import json
import sys
from time import process_time


def main(path: str) -> None:
    import chess.pgn

    start = process_time()
    moves = 0
    with open(path) as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, game.errors
            moves += sum(1 for _ in game.mainline_moves())
    seconds = process_time() - start
    print(json.dumps({"moves": moves, "rate": moves / seconds}))


if __name__ == "__main__":
    main(sys.argv[1])
