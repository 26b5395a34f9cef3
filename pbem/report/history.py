"""What happened since a seat last acted, from the log of a game file."""

from __future__ import annotations

from pbem.core.engine import Match
from pbem.core.event import Event
from pbem.gamefile.log import Entry, opens_secret
from pbem.gamefile.replay import replay_file
from pbem.gamefile.store import GameFile
from pbem.report.model import Happened, leaves_trace

Events = dict[int, tuple[Event, ...]]  # of the entries that stand


def happened(file: GameFile, seat: str | None, events: Events | None = None) -> list[Happened]:
    """What happened from the seat's last entry on, as it may see it; undone entries are only named.

    Entries of which nobody else sees anything, such as standing orders between two turns, do not count as its last.
    """
    known = events_by_entry(file) if events is None else events
    own = [entry.number for entry in file.log.entries if entry.seat == seat and entry.number in known]
    seen = [number for number in own if leaves_trace(Happened(number, "", "", known[number]), None)]
    return told_from(file, seat, seen[-1] if seen else 1, known)


def whole_history(file: GameFile, seat: str | None, events: Events | None = None) -> list[Happened]:
    """Everything that happened, as the seat may see it."""
    return told_from(file, seat, 1, events_by_entry(file) if events is None else events)


def events_by_entry(file: GameFile) -> Events:
    """The events of every entry that stands."""
    events: Events = {}

    def note(entry: Entry, found: list[Event], match: Match) -> None:
        events[entry.number] = tuple(found)

    replay_file(file, on_entry=note)
    return events


def told_from(file: GameFile, seat: str | None, first: int, events: Events) -> list[Happened]:
    later = [entry for entry in file.log.entries[first - 1 :] if not opens_secret(entry)]
    return [Happened(e.number, e.seat, _text(file, e, seat), events.get(e.number, ())) for e in later]


def _text(file: GameFile, entry: Entry, seat: str | None) -> str:
    if entry.seat == seat and file.secrets is not None:
        return file.secrets.moves.get(str(entry.number), entry.text)
    return entry.text
