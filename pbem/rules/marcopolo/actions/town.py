"""Choosing town bonuses (supplement S1, S2; rulings 34, 35, 60): own towns, or any other bonus for the letter D."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import TOWN_NAMES, TOWNS
from pbem.rules.marcopolo.rewards import Events, own_towns
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer


class ChooseTowns(Move):
    towns: tuple[str, ...]


def read(tree: Any) -> tuple[Move, ...]:
    return (ChooseTowns(tuple(TOWN_NAMES.find(str(t), t.start_pos) for t in tree.children)),)


def write(move: ChooseTowns) -> str:
    return f"town {' '.join(move.towns)}"


def _offer(state: State, p: Player, n: int, besides: str) -> tuple[list[str], int]:
    """The towns to choose from and how many must be chosen."""
    towns = [town for town in TOWNS if town != besides] if besides else own_towns(state, p)
    return towns, min(n, len(towns))


def legal(state: State, p: Player) -> Iterator[Move]:
    _, n, besides = p.todo[-1]
    towns, count = _offer(state, p, n, besides)
    return map(ChooseTowns, permutations(towns, count))


def check(state: State, p: Player, move: ChooseTowns) -> None:
    _, n, besides = check_answer(state, p, "town")
    towns, count = _offer(state, p, n, besides)
    if len(move.towns) != count:
        raise IllegalMove("marcopolo.town.count", needs=count, has=len(move.towns))
    if len(set(move.towns)) < count:
        raise IllegalMove("marcopolo.town.same", town=max(move.towns, key=move.towns.count))
    for town in move.towns:
        if town not in towns:
            id = "marcopolo.town.self" if besides else "marcopolo.town.post"
            raise IllegalMove(id, town=town)


def apply(state: State, p: Player, move: ChooseTowns, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.todo.pop()
    events.append(Event("chose-towns", p.seat, facts={"towns": move.towns}))
    p.todo.extend(("bonus", town) for town in reversed(move.towns))
