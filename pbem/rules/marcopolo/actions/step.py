"""Extra steps (supplement S1; rulings 12, 13, 48, 51, 52): no travel fee, the ways are paid, a post at the end.

A step may be declined; one that nobody could pay for is lost without asking.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.paths import needs_resolving, read_journey, resolve_journey, write_journey
from pbem.rules.marcopolo.posts import Journey, Ways, check_journey, journeys, travel
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer

NO_FEE = (0,) * 7


class Step(Move):
    vague = True
    ways: Ways  # empty: the step is declined
    skip: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()
    goal: str = ""

    @cached_property
    def journey(self) -> Journey:
        return Journey(self.ways, self.skip, self.bonus)


def read(tree: Any) -> tuple[Move, ...]:
    journey, goal = read_journey(tree.children)
    return (Step(*journey, goal),)


def write(move: Step) -> str:
    return f"step {write_journey(move.journey, move.goal)}" if move.ways or move.goal else "no step"


def resolve(state: State, p: Player, move: Step) -> tuple[Move, ...]:
    if not needs_resolving(p, move.journey, move.goal):
        return (move,)
    _, most = check_answer(state, p, "step")
    return (Step(*resolve_journey(p, move.journey, move.goal, most, "step", NO_FEE)),)


def legal(state: State, p: Player) -> Iterator[Move]:
    most = p.todo[-1][1]
    for journey, _ in journeys(state, p, most, p.stock["coins"], p.stock["camels"]):
        yield Step(*journey)
    yield Step(())


def check(state: State, p: Player, move: Step) -> tuple[int, int]:
    _, most = check_answer(state, p, "step")
    if move.journey.steps > most:
        raise IllegalMove("marcopolo.step.steps", allowed=most, wants=move.journey.steps)
    coins, camels = check_journey(state, p, move.journey, "step")
    if coins > p.stock["coins"]:
        raise IllegalMove("marcopolo.step.coins", needs=coins, has=p.stock["coins"])
    if camels > p.stock["camels"]:
        raise IllegalMove("marcopolo.step.camels", needs=camels, has=p.stock["camels"])
    return coins, camels


def apply(state: State, p: Player, move: Step, chance: Chance, events: Events) -> None:
    coins, camels = check(state, p, move)
    p.todo.pop()
    amounts = {what: -n for what, n in (("coins", coins), ("camels", camels)) if n}
    gain(p, amounts)
    events.append(Event("step" if move.ways else "no-step", p.seat, amounts, {"steps": move.journey.steps}))
    travel(state, p, move.journey, events)
