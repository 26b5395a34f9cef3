"""Whole games of Samarkand: the laws for every number of players, ways of ending, the simple bot."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.bots import find_bot
from pbem.bots.driver import bots_for, play_game
from pbem.core.game import Config
from pbem.rules.samarkand import GAME
from tests.arena import FULL, Trial, try_game

GAMES = 1000 if FULL else 3
CHUNKS = 4 if FULL else 1


def config(players: int, sales: str = "standing") -> Config:
    return Config(GAME.colours[:players], {"sales": sales, "first": "lot"})


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("players", GAME.players)
def test_the_laws_hold_for_every_number_of_players(players: int, chunk: int) -> None:
    for number in range(chunk, GAMES, CHUNKS):
        sales = "ask" if number % 3 == 2 else "standing"
        try_game(Trial(GAME, config(players, sales), f"samarkand-{players}-{number}"), looks=1)


def test_random_games_end_in_every_way_but_leaving() -> None:
    ends: Counter[str] = Counter()
    for number in range(24):
        table = config(2 + number % 4)
        played = play_game(GAME, table, f"ends {number}", bots_for(table, "random", f"ends {number}"))
        ends.update(played.match.state.ends)
    assert set(ends) == {"all-related", "one-exhausted", "all-passed"}


def test_the_simple_bot_beats_random_ones() -> None:
    table = config(3)
    won = 0
    for number in range(6):
        names = {seat: "simple" if i == number % 3 else "random" for i, seat in enumerate(table.seats)}
        bots = {seat: find_bot(name, f"{number} {seat}") for seat, name in names.items()}
        match = play_game(GAME, table, f"bots {number}", bots).match
        won += any(names[seat] == "simple" for seat in GAME.score(match.state).winners)
    assert won >= 5
