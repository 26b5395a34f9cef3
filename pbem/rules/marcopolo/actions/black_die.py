"""Buy a black die for three camels (DE p. 13; ruling 31): one a turn, while there are any on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import ADDITIONAL
from pbem.rules.marcopolo.rewards import Events, take_black
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_turn

CAMELS: int = ADDITIONAL["black-die"]["cost"]["camels"]


class BuyBlack(Move):
    pass


def read(tree: Any) -> tuple[Move, ...]:
    return (BuyBlack(),)


def write(move: BuyBlack) -> str:
    return "black"


def legal(state: State, p: Player) -> Iterator[Move]:
    if p.stock["camels"] >= CAMELS and state.black and not state.bought_black:
        yield BuyBlack()


def check(state: State, p: Player, move: BuyBlack) -> None:
    check_turn(state, p)
    if state.bought_black:
        raise IllegalMove("marcopolo.black.limit", limit=ADDITIONAL["black-die"]["limit-per-turn"])
    if not state.black:
        raise IllegalMove("marcopolo.black.none")
    if p.stock["camels"] < CAMELS:
        raise IllegalMove("marcopolo.black.camels", needs=CAMELS, has=p.stock["camels"])


def apply(state: State, p: Player, move: BuyBlack, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.stock["camels"] -= CAMELS
    state.bought_black = True
    events.append(Event("bought-black", p.seat, {"camels": -CAMELS}))
    take_black(state, p, chance, events)
