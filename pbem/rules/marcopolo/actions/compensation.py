"""Compensation for a low roll (DE p. 14; rulings 27, 53): a coin or a camel for each pip below 15, in any mixture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import MONEY_NAMES
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer


class Compensate(Move):
    coins: int
    camels: int


class CompensateAll(Move):
    """`take camels`: all of it in one kind, however much it is."""

    vague = True
    what: str


def read(tree: Any) -> tuple[Move, ...]:
    tokens = tree.children
    if len(tokens) == 1:
        return (CompensateAll(MONEY_NAMES.find(str(tokens[0]), tokens[0].start_pos)),)
    amounts = {"coins": 0, "camels": 0}
    for number, what in zip(tokens[::2], tokens[1::2], strict=True):
        amounts[MONEY_NAMES.find(str(what), what.start_pos)] += int(number)
    return (Compensate(**amounts),)


def write(move: Compensate | CompensateAll) -> str:
    if isinstance(move, CompensateAll):
        return f"take {move.what}"
    parts = [(move.coins, "coin"), (move.camels, "camel")]
    return "take " + " ".join(f"{n} {what}{'' if n == 1 else 's'}" for n, what in parts if n)


def resolve(state: State, p: Player, move: CompensateAll) -> tuple[Move, ...]:
    _, n = check_answer(state, p, "compensation")
    return (Compensate(coins=n, camels=0) if move.what == "coins" else Compensate(coins=0, camels=n),)


def legal(state: State, p: Player) -> Iterator[Move]:
    n = p.todo[-1][1]
    return (Compensate(coins, n - coins) for coins in range(n, -1, -1))


def check(state: State, p: Player, move: Compensate) -> None:
    _, n = check_answer(state, p, "compensation")
    if move.coins + move.camels != n:
        raise IllegalMove("marcopolo.compensation.sum", needs=n, has=move.coins + move.camels)


def apply(state: State, p: Player, move: Compensate, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.todo.pop()
    amounts = {what: n for what, n in (("coins", move.coins), ("camels", move.camels)) if n}
    gain(p, amounts)
    events.append(Event("compensated", p.seat, amounts))
