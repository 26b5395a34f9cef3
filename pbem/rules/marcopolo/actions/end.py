"""The end of a turn (DE p. 5, 16): implied when the main action is done and the text ends; `wait` keeps it open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.rounds import end_turn
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_turn


class End(Move):
    pass


class Wait(Move):
    pass


def read(tree: Any) -> tuple[Move, ...]:
    return (Wait() if tree.data == "wait" else End(),)


def write(move: Move) -> str:
    return "wait" if isinstance(move, Wait) else "end"


def legal(state: State, p: Player) -> Iterator[Move]:
    if state.main_done or not p.dice:
        yield End()


def check(state: State, p: Player, move: Move) -> None:
    check_turn(state, p)
    if isinstance(move, End) and p.dice and not state.main_done:
        raise IllegalMove("marcopolo.turn.main-missing", dice=len(p.dice))


def apply(state: State, p: Player, move: Move, chance: Chance, events: Events) -> None:
    check(state, p, move)
    if isinstance(move, Wait):
        state.held = True
    else:
        end_turn(state, chance, events)
