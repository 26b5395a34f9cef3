"""Tries moves out for a seat, its own and those of others, in a world it cannot tell from the true one."""

from __future__ import annotations

from typing import NamedTuple

from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.gamefile.turn import Withheld, submit_trial
from pbem.notation.reader import format_turn, read_turn


class Tried(NamedTuple):
    """What would come of moves: the position behind them, what would happen, and whether chance ended the trial."""

    match: Match
    steps: tuple[tuple[str, str, tuple[Event, ...]], ...]  # who, the moves in canonical form, what would happen
    stopped: bool = False


def try_out(match: Match, game_id: str, viewer: str | None, texts: list[tuple[str, str]]) -> Tried:
    """Plays texts of seats one after the other up to where chance would decide; raises Refused."""
    world = match.game.other_world(match.state, viewer, Seeded("imagined", b"imagined"))
    trial = Match(match.game, world, Withheld(game_id, b""), _known_ahead(match, viewer))
    tried = Tried(trial, ())
    for seat, text in texts:
        tried = _step(tried, seat, text)
        if tried.stopped:
            break
    return tried


def _known_ahead(match: Match, viewer: str | None) -> dict[str, list[Move]]:
    """What the viewer has answered ahead; the plans of others are none of his business."""
    return {seat: list(moves) for seat, moves in match.ahead.items() if seat == viewer}


def _step(tried: Tried, seat: str, text: str) -> Tried:
    match = tried.match
    turn = read_turn(match.game, text, "mail")
    done = submit_trial(match, seat, turn)
    if done is None:
        read = format_turn(match.game, tuple(placed.move for placed in turn.moves))
        return Tried(match, (*tried.steps, (seat, read, ())), True)
    after, outcome = done
    played = format_turn(match.game, outcome.moves)
    return Tried(after, (*tried.steps, (seat, played, outcome.events)))
