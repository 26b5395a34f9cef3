"""Who acts: a seat by its colour or its player's name, and who is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.gamefile.trouble import trouble
from pbem.notation.clean import clean_line

if TYPE_CHECKING:
    from pbem.core.engine import Match
    from pbem.gamefile.schema import Header


def seat_words(header: Header) -> dict[str, str]:
    """The seats by their colours and by the names of who sits there; a name that two players have means neither."""
    names = [_plain(info.name) for info in header.seats]
    alone = {name: info.seat for name, info in zip(names, header.seats, strict=True) if names.count(name) == 1 and name}
    return {**alone, **{info.seat: info.seat for info in header.seats}}


def misleading_names(header: Header) -> list[str]:
    """The names that do not mean who has them: two players have them, or they are the colour of another seat."""
    known = seat_words(header)
    return list(dict.fromkeys(info.name for info in header.seats if known.get(_plain(info.name)) != info.seat))


def _plain(name: str) -> str:
    """A name as it stands in a cleaned line: in lower case and without accents."""
    return clean_line(name).text.strip()


def seat_meant(word: str, seats: Mapping[str, str]) -> str | None:
    """The seat that a word in lower case means, whole or the beginning; None when it is none or several."""
    if word in seats:
        return seats[word]
    found = {seat for known, seat in seats.items() if known.startswith(word)} if word else set()
    return found.pop() if len(found) == 1 else None


def seat_named(header: Header, word: str | None) -> str | None:
    """The seat a word means: its colour or the name of who sits there, whole or the beginning; raises Refused."""
    if word is None:
        return None
    known = seat_words(header)
    wanted = _plain(word)
    if found := seat_meant(wanted, known):
        return found
    from pbem.notation.names import nearest

    seats = [info.seat for info in header.seats]
    raise trouble("pbem.usage.seat", None, tuple(nearest(wanted, known)), found=word, seats=seats)


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
