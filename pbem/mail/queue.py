"""Orders ahead: played when the seat is asked, one after the other; a failed one takes those after it along."""

from __future__ import annotations

from typing import Any

from pbem.core.problem import Refused
from pbem.mail.conditions import BadCondition, decide, meant, read_order
from pbem.mail.desk import Desk
from pbem.notation.reader import format_turn
from pbem.report.model import tell
from pbem.report.problems import message

MOST_QUEUED = 30
MOST_AT_ONCE = 200
MOST_DEFAULTS = 12


def play_queues(desk: Desk) -> None:
    """Plays queued orders and the default moves of seats that have left, as long as any fit."""
    for _ in range(MOST_AT_ONCE):
        desk.release_queues()
        seat = _next_seat(desk)
        if seat is None:
            break
        if seat in desk.box.gone:
            play_default(desk, seat, "left the game")
        else:
            _play_next(desk, seat)


def _next_seat(desk: Desk) -> str | None:
    return next((seat for seat in desk.waiting() if seat in desk.box.gone or _ready(desk, seat)), None)


def _ready(desk: Desk, seat: str) -> bool:
    queued = desk.box.queue.get(seat, [])
    return bool(queued) and not queued[0].get("held")


def play_default(desk: Desk, seat: str, why: str) -> str:
    """Plays the default move of a seat; the log says that it was not the player's. Returns what all may see."""
    move = desk.match.game.default(desk.match.state, seat)
    desk.note(f"default move of {seat}: {why}")
    desk.play(seat, desk.match.game.format(move))
    return desk.file.log.entries[-1].text


def play_defaults(desk: Desk, seat: str, why: str) -> list[str]:
    """Plays default moves until the seat's turn is over, or nothing more is asked of it."""
    played: list[str] = []
    while seat in desk.waiting() and len(played) < MOST_DEFAULTS:
        played.append(play_default(desk, seat, why))
    return played


def _play_next(desk: Desk, seat: str) -> None:
    order = desk.box.queue[seat].pop(0)
    if not desk.box.queue[seat]:
        del desk.box.queue[seat]
    try:
        moves = decide(read_order(meant(order["text"])), lambda words: desk.fact_for(seat, words))
        if not moves:
            return desk.later(seat, f"Queued order {order['n']} comes to nothing now and is done: {order['text']}")
        outcome = desk.play(seat, moves)
    except Refused as refused:
        return _lapse(desk, seat, order, message(refused.problems[0]))
    except BadCondition as bad:
        return _lapse(desk, seat, order, str(bad))
    told = [tell(desk.match.game, event) for event in outcome.events if event.seen_by(seat)]
    read = format_turn(desk.match.game, outcome.moves)
    desk.later(seat, "; ".join([f"Queued order {order['n']} was played: {read}", *told]))
    if any(event.kind == "lapsed" and event.seat == seat for event in outcome.events):
        _drop_rest(desk, seat, f"Queued order {order['n']} could not be played to its end")
    return None


def _lapse(desk: Desk, seat: str, order: dict[str, Any], why: str) -> None:
    """Says why an order lapsed; what was queued behind it does not fire either."""
    desk.later(seat, f"Queued order {order['n']} was not possible and has lapsed: {order['text']} ({why})")
    _drop_rest(desk, seat, f"Order {order['n']} before it failed")


def _drop_rest(desk: Desk, seat: str, why: str) -> None:
    for other in desk.box.queue.pop(seat, []):
        desk.later(seat, f"Queued order {other['n']} has lapsed: {other['text']} ({why})")
