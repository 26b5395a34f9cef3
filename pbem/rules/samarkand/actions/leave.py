"""Leaving the game, and passing.

The booklet knows neither. A player who leaves puts his hand on the discards, his tiles go out of play and his turns are
skipped (R29); he may leave at any time, cards just drawn go to the discards too, a run of passes is not broken (R40).
He keeps cash, markers and sold cards, gets no bonuses, never wins; when one player is left the game ends at once (R41).
An order for two camels that is under way is carried out to its end.
Passing is automatic (R08, R36); to write `pass` after having passed is harmless, at any other time it is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.samarkand.actions.sell import close_question
from pbem.rules.samarkand.state import State
from pbem.rules.samarkand.turn import LAST_PLAYER, check_playing, check_turn, end_game, endings, next_turn

if TYPE_CHECKING:
    from lark import Token, Tree


class Resign(Move):
    """Leaves the game."""


class Pass(Move):
    """Does nothing, when nothing can be done."""


def read_resign(_tree: Tree[Token]) -> tuple[Move, ...]:
    return (Resign(),)


def read_pass(_tree: Tree[Token]) -> tuple[Move, ...]:
    return (Pass(),)


def write(move: Move) -> str:
    return type(move).__name__.lower()


def check_resign(state: State, seat: str, _move: Resign) -> None:
    check_playing(state, seat)
    if state.phase == "done" and endings(state):
        raise IllegalMove("pbem.game.over")  # by the expansion in front of it


def check_pass(state: State, seat: str, _move: Pass) -> None:
    check_playing(state, seat)
    if seat in state.passed:
        return
    check_turn(state, seat)
    raise IllegalMove("samarkand.pass.possible", seat=seat)


def apply_pass(state: State, seat: str, move: Pass, chance: Chance) -> list[Event]:
    check_pass(state, seat, move)
    return []


def apply_resign(state: State, seat: str, move: Resign, chance: Chance) -> list[Event]:
    check_resign(state, seat, move)
    player, active = state.players[seat], seat == state.seat
    gain = {"cards": -len(player.hand), "tiles": -len(player.tiles)}
    state.discards += player.hand
    state.box["tiles"] += player.tiles
    player.hand, player.tiles, player.orders = [], [], {}
    state.left.append(seat)
    state.passed = [other for other in state.passed if other != seat]
    events = [Event("left", seat, gain)]
    if len(state.staying) == 1:
        return events + end_game(state, [LAST_PLAYER], chance)
    if state.phase == "sell":
        state.asked = [other for other in state.asked if other != seat]
        return events + close_question(state, chance)
    if not active or state.phase == "done":
        return events
    state.fresh = []
    return events + next_turn(state, chance)
