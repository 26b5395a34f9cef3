"""Any moment of a log: the position after an entry, and what that entry did."""

from __future__ import annotations

from typing import NamedTuple

from pbem.archive.walk import Unfit, Unstarted, Walk
from pbem.archive.wrong import refused
from pbem.core.engine import Match
from pbem.core.event import Event
from pbem.gamefile.log import Entry, standing
from pbem.gamefile.replay import replay_file
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble


class Moment(NamedTuple):
    """A position, the entry that led to it (None: set-up), and what that entry did (nothing for a referee's)."""

    number: int
    match: Match
    entry: Entry | None
    events: list[Event]


def moment(file: GameFile, number: int) -> Moment:
    """The moment after an entry; 0 is the set-up. Raises Refused where the log does not stand."""
    entry = file.log.entries[number - 1] if number else None
    events: list[Event] = []

    def note(played: Entry, more: list[Event], match: Match) -> None:
        if entry is not None and played.number == entry.number:
            events.extend(more)

    match = replay_file(file, number, note) if file.secrets is not None else _walked(file, number, events)
    return Moment(number, match, entry, events)


def _walked(file: GameFile, number: int, events: list[Event]) -> Match:
    """Plays a log that tells its own chance; what nobody knows stays unknown."""
    try:
        walk = Walk.start(file, file.log)
    except Unstarted as unfit:
        raise refused(file, file.log, unfit, unfit.chance) from None
    for entry in standing(file.log.entries[:number]):
        try:
            step = walk.step(entry)
        except Unfit as unfit:
            raise refused(file, file.log, unfit, walk.chance) from None
        if entry.number == number:
            events.extend(step.events)
    return walk.match


def entry_number(file: GameFile, at: int | None) -> int:
    """The entry a reader means: negative numbers count from the end, none is the last; raises Refused."""
    last = file.entry
    number = last if at is None else at if at >= 0 else last + 1 + at
    if not 0 <= number <= last:
        raise trouble("pbem.usage.entry", found=at, last=last)
    return number
