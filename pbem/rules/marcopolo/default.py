"""The default move of a seat that does not answer: five coins with the lowest die, else that die on the coin bag."""

from __future__ import annotations

from pbem.core.move import Move
from pbem.rules.marcopolo.actions import ANSWERS, take_five
from pbem.rules.marcopolo.actions.coin_bag import Bag
from pbem.rules.marcopolo.actions.drawn_contract import Drop
from pbem.rules.marcopolo.actions.end import End
from pbem.rules.marcopolo.actions.step import Step
from pbem.rules.marcopolo.dice import choices
from pbem.rules.marcopolo.state import Player, State


def default(state: State, p: Player) -> Move:
    """Takes coins with the lowest die; declines steps, refuses drawn contracts, else the first answer there is."""
    if not p.todo:
        return _turn(state, p)
    kind = p.todo[-1][0]
    if kind == "step":
        return Step(())
    if kind == "contract":
        return Drop(p.todo[-1][1])
    answer: Move = next(iter(ANSWERS[kind].legal(state, p)))
    return answer


def _turn(state: State, p: Player) -> Move:
    if state.main_done or not p.dice:
        return End()
    fives = list(take_five.legal(state, p))
    return fives[0] if fives else Bag(min(die for (die,) in choices(p, 1)))
