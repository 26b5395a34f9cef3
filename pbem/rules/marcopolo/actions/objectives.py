"""Choosing objectives (advanced game, DE p. 15): keep two of the four cards dealt, unseen by the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from pbem.core.chance import UNKNOWN, Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import OBJECTIVE_NAMES, SETUP
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.rounds import start_round
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer

KEPT: int = SETUP["objectives-kept"]


class ChooseObjectives(Move):
    objectives: tuple[str, ...]  # empty in a log that hides them


def read(tree: Any) -> tuple[Move, ...]:
    return (ChooseObjectives(OBJECTIVE_NAMES.find_all(tree.children)),)


def write(move: ChooseObjectives) -> str:
    return f"objectives {' '.join(move.objectives) or UNKNOWN}"


def legal(state: State, p: Player) -> Iterator[Move]:
    return map(ChooseObjectives, combinations(p.dealt, KEPT))


def check(state: State, p: Player, move: ChooseObjectives) -> None:
    check_answer(state, p, "objectives")
    if not move.objectives and UNKNOWN in p.dealt:
        return
    if len(set(move.objectives)) != KEPT or len(move.objectives) != KEPT:
        raise IllegalMove("marcopolo.objectives.count", needs=KEPT, has=len(set(move.objectives)))
    for card in move.objectives:
        if card not in p.dealt and UNKNOWN not in p.dealt:
            raise IllegalMove("marcopolo.objectives.held", objective=card, held=" ".join(p.dealt))


def apply(state: State, p: Player, move: ChooseObjectives, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.todo.pop()
    kept = [card for card in p.dealt if card in move.objectives] if UNKNOWN not in p.dealt else list(move.objectives)
    p.objectives = kept or [UNKNOWN] * KEPT
    p.dealt = []
    events.append(Event("chose-objectives", p.seat))
    events.append(Event("kept-objectives", p.seat, facts={"objectives": p.objectives}, only=p.seat))
    if not any(other.todo for other in state.players.values()):
        start_round(state, chance, events)
