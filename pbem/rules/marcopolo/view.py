"""What a seat may see: built field by field, so that nothing slips out.

Hidden are the objectives of others, the order of the special stack and of the round stacks. Everything else lies open.
"""

from __future__ import annotations

from typing import Any

from pbem.core.game import View
from pbem.rules.marcopolo.dice import die_text
from pbem.rules.marcopolo.scoring import score
from pbem.rules.marcopolo.state import Player, State


def view(state: State, seat: str | None) -> View:
    """The position as one seat sees it (None: as everybody may)."""
    over = state.phase == "over"
    return {
        "seat": seat,
        "phase": state.phase,
        "round": state.round,
        "start": state.start,
        "turn": state.turn,
        "main_done": state.main_done,
        "traveller": state.traveller,
        "options": dict(state.options),
        "row": list(state.row),
        "stacks": len(state.stacks),
        "special": len(state.special),
        "towns": dict(state.towns),
        "offices": dict(state.offices),
        "cards": dict(state.cards),
        "card_dice": {slot: [seat, die_text(die)] for slot, (seat, die) in state.card_dice.items()},
        "spaces": {space: [[seat, die_text(die)] for seat, die in dice] for space, dice in state.spaces.items()},
        "beijing": list(state.beijing),
        "black": state.black,
        "offered": list(state.offered),
        "drafting": list(state.drafting),
        "players": {p.seat: _player(p, own=over or p.seat == seat) for p in state.players.values()},
        "scores": _scores(state, seat),
        "winners": list(score(state).winners),
    }


def _player(p: Player, own: bool) -> dict[str, Any]:
    seen = {
        "character": p.character,
        "stock": dict(p.stock),
        "dice": [die_text(die) for die in p.dice],
        "contracts": list(p.contracts),
        "completed": list(p.completed),
        "posts": list(p.posts),
        "posts_left": p.posts_left,
        "figures": list(p.figures),
        "todo": [list(task) for task in p.todo],
    }
    if own:
        seen["objectives"] = list(p.objectives)
        seen["dealt"] = list(p.dealt)
    return seen


def _scores(state: State, seat: str | None) -> dict[str, list[list[Any]]]:
    """Rows of points; what rests on objectives only for their owner until the end."""
    hidden = ("objectives", "objective places")
    shown: dict[str, list[list[Any]]] = {}
    for other, rows in score(state).rows.items():
        open_rows = state.phase == "over" or other == seat
        shown[other] = [[row.source, row.points] for row in rows if open_rows or row.source not in hidden]
    return shown
