"""Who acts: a seat by its colour or its player's name, and who is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.gamefile.trouble import trouble

if TYPE_CHECKING:
    from pbem.core.engine import Match
    from pbem.gamefile.schema import Header


def seat_named(header: Header, word: str | None) -> str | None:
    """The seat a word means: its colour or the name of who sits there, whole or the beginning; raises Refused."""
    if word is None:
        return None
    aliases = {info.seat: info.seat for info in header.seats}
    aliases |= {info.name.lower(): info.seat for info in header.seats if info.name}
    wanted = word.strip().lower()
    found = {seat for alias, seat in aliases.items() if alias == wanted}
    found = found or {seat for alias, seat in aliases.items() if wanted and alias.startswith(wanted)}
    if len(found) == 1:
        return found.pop()
    from pbem.notation.names import nearest

    seats = [info.seat for info in header.seats]
    raise trouble("pbem.usage.seat", None, tuple(nearest(wanted, aliases)), found=word, seats=seats)


def waiting_seats(match: Match) -> list[str]:
    """The seats that are waited for, each once, in order."""
    return list(dict.fromkeys(decision.seat for decision in match.game.waiting(match.state)))


def seat_for(match: Match, seat: str | None) -> str:
    """The seat that acts: the named one (the game says whether it may act now), or the only one that is waited for."""
    waiting = waiting_seats(match)
    if not waiting:
        raise trouble("pbem.game.over", seat=seat or "")
    if seat is None:
        if len(waiting) > 1:
            raise trouble("pbem.seat.which", None, tuple(waiting), waiting=waiting)
        return waiting[0]
    return seat
