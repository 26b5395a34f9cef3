"""Take 3 coins (DE p. 12; rulings 28, 29, 64): any die on the coin bag, as often as he likes, never a fee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.rules.marcopolo.data import ADDITIONAL
from pbem.rules.marcopolo.dice import check_held, choices, die_text, place, read_die
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_turn

REWARD = ADDITIONAL["coin-bag"]["reward"]


class Bag(Move):
    die: int


def read(tree: Any) -> tuple[Move, ...]:
    return tuple(Bag(read_die(t, t.start_pos)) for t in tree.children)


def write(move: Bag) -> str:
    return f"bag {die_text(move.die)}"


def legal(state: State, p: Player) -> Iterator[Move]:
    return (Bag(die) for (die,) in choices(p, 1))


def check(state: State, p: Player, move: Bag) -> None:
    check_turn(state, p)
    check_held(p, (move.die,))


def apply(state: State, p: Player, move: Bag, chance: Chance, events: Events) -> None:
    check(state, p, move)
    place(state, p, "bag", (move.die,))
    gain(p, REWARD)
    events.append(Event("bag", p.seat, REWARD, {"dice": (move.die,)}))
