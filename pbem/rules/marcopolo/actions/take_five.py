"""Take 5 coins (DE p. 6): one die of any value on the space, five coins from the supply.

The value does not matter, but who joins an occupied space pays it as the fee (rulings 23, 39).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.rules.marcopolo.data import ACTIONS
from pbem.rules.marcopolo.dice import check_space, die_text, place, placements, read_die
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.rounds import pay_mercator
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_main

FACTS = ACTIONS["take-5-coins"]


class TakeFive(Move):
    die: int


def read(tree: Any) -> tuple[Move, ...]:
    die = tree.children[0]
    return (TakeFive(read_die(die, die.start_pos)),)


def write(move: TakeFive) -> str:
    return f"coins {die_text(move.die)}"


def legal(state: State, p: Player) -> Iterator[Move]:
    return (TakeFive(dice[0]) for dice in placements(state, p, "coins", FACTS["dice"]))


def check(state: State, p: Player, move: TakeFive) -> int:
    check_main(state, p)
    return check_space(state, p, "coins", (move.die,), FACTS["dice"])


def apply(state: State, p: Player, move: TakeFive, chance: Chance, events: Events) -> None:
    fee = check(state, p, move)
    place(state, p, "coins", (move.die,))
    amounts = {"coins": FACTS["reward"]["coins"] - fee}
    gain(p, amounts)
    events.append(Event("take-five", p.seat, amounts, {"dice": (move.die,), "fee": fee}))
    pay_mercator(state, p, "take-5-coins", "", events)
    state.main_done = True
