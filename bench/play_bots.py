"""Plays games between bots and prints how many it played per second of the processor.

usage: play_bots.py GAME BOT NUMBER
"""

from __future__ import annotations

import json
import sys
from time import process_time

from corpus import bot_log, configs

from pbem.rules import find_game


def main(name: str, bot: str, number: str) -> None:
    game = find_game(name)
    start = process_time()
    for i, config in zip(range(int(number)), configs(game), strict=False):
        bot_log(game, config, bot, f"speed-{i}")
    print(json.dumps({"rate": int(number) / (process_time() - start)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
