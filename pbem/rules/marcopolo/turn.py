"""A turn (DE p. 5, 16): additional actions, exactly one main action while he has dice, additional actions.

Nothing can be done in the middle of an action but answer its open questions.
"""

from __future__ import annotations

from pbem.core.decision import Decision
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.rewards import can_step
from pbem.rules.marcopolo.state import Player, State, Task


def check_main(state: State, p: Player) -> None:
    """Refuses a main action that is not due."""
    if p.todo or state.turn != p.seat:
        check_turn(state, p)
    if state.main_done:
        raise IllegalMove("marcopolo.turn.main-done")


def check_turn(state: State, p: Player) -> None:
    """Refuses whatever belongs in a turn when it is not this player's turn or a question is open."""
    if p.todo:
        raise IllegalMove("marcopolo.decision.first", asked=p.todo[-1][0])
    if state.turn != p.seat:
        raise not_waiting(state, p.seat)


def check_answer(state: State, p: Player, *kinds: str) -> Task:
    """The open question that is answered; refuses an answer nobody asked for."""
    if not p.todo:
        raise _unasked(state, p, kinds[0])
    if p.todo[-1][0] not in kinds:
        raise IllegalMove("marcopolo.decision.first", asked=p.todo[-1][0])
    return p.todo[-1]


def _unasked(state: State, p: Player, kind: str) -> IllegalMove:
    """Why nothing is asked: it is not his turn, or a step was lost without asking (ruling 52), or nobody wants it."""
    if state.turn != p.seat:
        return not_waiting(state, p.seat)
    if kind == "step" and not can_step(p):
        return IllegalMove("marcopolo.step.lost", coins=p.stock["coins"], camels=p.stock["camels"])
    return IllegalMove("marcopolo.decision.none", kind=kind)


def not_waiting(state: State, seat: str) -> IllegalMove:
    if state.phase == "over":
        return IllegalMove("pbem.game.over")
    asked = ", ".join(decision.seat for decision in waiting(state))
    return IllegalMove("pbem.seat.not-waiting", seat=seat, waiting=asked)


def waiting(state: State) -> tuple[Decision, ...]:
    """Who must act on what."""
    if state.phase == "over":
        return ()
    if state.phase == "turns":
        return (decision_of(state, state.players[state.turn]),)
    return tuple(decision_of(state, p) for p in state.from_start() if p.todo)


def decision_of(state: State, p: Player) -> Decision:
    if not p.todo:
        return Decision(p.seat, "turn", {"main_done": state.main_done, "dice": len(p.dice)})
    kind, *rest = p.todo[-1]
    return Decision(p.seat, kind, _facts(kind, rest))


def _facts(kind: str, rest: list[object]) -> dict[str, object]:
    names = {
        "goods": ("n", "pairs"),
        "town": ("n", "besides"),
        "step": ("n",),
        "contract": ("contract",),
        "post": ("place",),
        "compensation": ("n",),
    }
    return dict(zip(names.get(kind, ()), rest, strict=True))
