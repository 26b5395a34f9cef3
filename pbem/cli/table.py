"""What several commands need: the game at its last entry, a seat by name, who is waited for."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from pbem.gamefile.seats import seat_named, waiting_seats

if TYPE_CHECKING:
    from pbem.core.engine import Match
    from pbem.gamefile.schema import Header
    from pbem.report.model import About

SCHEMA = 1


def waiting_data(match: Match, header: Header) -> list[dict[str, str]]:
    """Who is waited for and what is asked, as plain data."""
    decisions = match.game.waiting(match.state)
    return [{"seat": d.seat, "name": header.name(d.seat), "kind": d.kind} for d in decisions]


def person(header: Header, seat: str) -> str:
    """A seat with the name of its player: `blue (Ann)`."""
    name = header.name(seat)
    return seat if name == seat else f"{seat} ({name})"


def next_line(match: Match, header: Header) -> str:
    """One line that says who is waited for and what is asked, or who has won."""
    decisions = match.game.waiting(match.state)
    if decisions:
        return "next: " + ", ".join(f"{person(header, d.seat)}: {d.kind}" for d in decisions)
    winners = " and ".join(person(header, seat) for seat in match.game.score(match.state).winners)
    return f"the game is over; winner: {winners or 'nobody'}"


def reading_seat(match: Match, header: Header, word: str | None) -> str | None:
    """The seat a reading command is for: the named one, or the first that is waited for; None when the game is over."""
    seat = seat_named(header, word)
    waiting = waiting_seats(match)
    if seat is None and len(waiting) > 1:
        others = ", ".join(waiting[1:])
        print(f"for {waiting[0]}; also waited for: {others} (--seat {waiting[1]})", file=sys.stderr)
    return seat or (waiting[0] if waiting else None)


def about(header: Header, entry: int, head: str, path: str) -> About:
    """What a report says about the file."""
    from pbem.report.model import About

    return About(header.id, entry, head, {info.seat: info.name for info in header.seats}, path)


def scores_data(match: Match, seat: str | None, header: Header) -> list[dict[str, Any]]:
    """The points everybody (or the seat) may know of, as plain data."""
    if match.game.waiting(match.state):
        known = match.game.view(match.state, seat).get("scores") or {}
    else:
        known = match.game.score(match.state).rows
    rows = {name: [[row[0], row[1]] for row in found] for name, found in known.items()}
    return [
        {"seat": name, "name": header.name(name), "rows": found, "total": sum(points for _, points in found)}
        for name, found in rows.items()
    ]
