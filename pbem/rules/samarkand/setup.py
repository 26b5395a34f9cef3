"""Setup for 2 to 5 players.

Booklet, "Setup for 3 - 5 players" and "Rules changes for 2 players". The seats come in clockwise order; the youngest
begins, who is the first seat, or with the option `first: lot` whoever is drawn (R24). Each player gets two cards at
once, from the first player on (R37).
"""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.game import Config, Option
from pbem.rules.samarkand.data import FAMILIES, GOODS, START_CARDS, START_DIRHAMS, TILES, TILES_ON_BOARD
from pbem.rules.samarkand.state import State, deal_cards, sort_cards

OPTIONS = {
    "sales": Option(("standing", "ask"), "goods cards are sold by standing order, or everybody is asked each time"),
    "first": Option(("listed", "lot"), "the first seat begins (the youngest), or one drawn by lot"),
}


def setup(config: Config, chance: Chance) -> State:
    """A new game in which the first player is to move."""
    state = State(config.seats)
    state.ask = config.options.get("sales") == "ask"
    state.seat = _first_player(config, chance)
    state.turns = state.shuffles = 1
    if TILES_ON_BOARD[len(config.seats)] < TILES:
        state.bag = chance.shuffle("bag", FAMILIES)[::-1]
    state.deck = chance.shuffle("goods", GOODS)[::-1]
    at = config.seats.index(state.seat)
    for seat in config.seats[at:] + config.seats[:at]:
        player = state.players[seat]
        player.dirhams = START_DIRHAMS
        player.hand = sort_cards(deal_cards(state.take_cards(START_CARDS), seat, chance, only=seat))
    return state


def _first_player(config: Config, chance: Chance) -> str:
    if config.options.get("first") != "lot":
        return config.seats[0]
    return chance.shuffle("first", config.seats, shown=len(config.seats))[0]
