"""The Khan's favor (DE p. 7): one die on the next of four places, one good of choice and two camels.

A die may not be lower than the one before it; each colour once in the whole area; no fee (rulings 25, 26, 39).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.actions.goods import ChooseGoods
from pbem.rules.marcopolo.data import ACTIONS, GOOD_NAMES
from pbem.rules.marcopolo.dice import check_colour, check_held, choices, die_text, place, read_die
from pbem.rules.marcopolo.rewards import Events, choices_of, gain
from pbem.rules.marcopolo.rounds import pay_mercator
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_main

FACTS = ACTIONS["khans-favor"]
CAMELS = {"camels": FACTS["reward"]["camels"]}
CHOICES = choices_of(FACTS["reward"])


class Khan(Move):
    die: int


def read(tree: Any) -> tuple[Move, ...]:
    die, *good = tree.children
    khan = Khan(read_die(die, die.start_pos))
    goods = tuple(GOOD_NAMES.find(str(g), g.start_pos) for g in good)
    return (khan, ChooseGoods(goods)) if goods else (khan,)


def write(move: Khan) -> str:
    return f"khan {die_text(move.die)}"


def legal(state: State, p: Player) -> Iterator[Move]:
    for (die,) in choices(p, FACTS["dice"]):
        try:
            check(state, p, Khan(die))
        except IllegalMove:
            continue
        yield Khan(die)


def check(state: State, p: Player, move: Khan) -> None:
    check_main(state, p)
    check_held(p, (move.die,))
    placed = state.spaces["khan"]
    if len(placed) >= FACTS["places"]:
        raise IllegalMove("marcopolo.khan.full", places=FACTS["places"])
    if placed and move.die % 10 < placed[-1][1] % 10:
        raise IllegalMove("marcopolo.khan.value", needs=placed[-1][1] % 10, has=move.die % 10)
    check_colour(state, p, "khan", (move.die,))


def apply(state: State, p: Player, move: Khan, chance: Chance, events: Events) -> None:
    check(state, p, move)
    place(state, p, "khan", (move.die,))
    gain(p, CAMELS)
    events.append(Event("khan", p.seat, CAMELS, {"dice": (move.die,)}))
    p.todo += CHOICES
    pay_mercator(state, p, "khans-favor", "", events)
    state.main_done = True
