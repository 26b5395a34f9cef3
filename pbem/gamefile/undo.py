"""Takes back a seat's own last entry, as long as nobody has learned anything from it."""

from __future__ import annotations

from pbem.core.engine import Match
from pbem.core.imported import Imported
from pbem.gamefile import disk
from pbem.gamefile.log import Entry, one_line, opened_lines, parse_draw, results, standing
from pbem.gamefile.replay import replay_file
from pbem.gamefile.store import GameFile, NewEntry, enter, load, write
from pbem.gamefile.trouble import trouble


def undo(path: str, seat: str | None, reason: str = "") -> tuple[GameFile, Entry, str, Match]:
    """Undoes the last entry of a seat: adds a referee line and writes the position before it; raises Refused."""
    with disk.locked(path):
        file = load(path)
        if file.secrets is None:
            raise trouble("pbem.file.key", path=path)
        after, match, entry = undone(file, seat, reason)
        write(after, match)
    return file, entry, after.head, match


def undone(file: GameFile, seat: str | None, reason: str = "") -> tuple[GameFile, Match, Entry]:
    """The file with the seat's last entry taken back, not yet written; raises Refused."""
    entry = last_entry(file, seat)
    after, match = rolled_back(file, 1, entry.seat, reason)
    return after, match, entry


def rolled_back(file: GameFile, back: int, by: str, reason: str = "") -> tuple[GameFile, Match]:
    """The file with the last entries taken back by a referee line, and the position before them; raises Refused."""
    if opened_lines(file.log)[0]:
        raise trouble("pbem.undo.opened")
    remark = one_line(reason)[:200]
    line = f"! undo {back} by {by}" + (f": {remark}" if remark else "")
    after = enter(file, NewEntry(line, []))
    match = replay_file(after)
    if isinstance(match.chance, Imported):
        match.chance.tell(None)  # what is played now is drawn here, though the past was recorded elsewhere
    return after, match


def last_entry(file: GameFile, seat: str | None) -> Entry:
    """The entry that may be undone; raises Refused with the reason why there is none."""
    stand = standing(file.log.entries)
    own = [entry for entry in stand if seat in (None, entry.seat)]
    if not own:
        raise trouble("pbem.undo.nothing", seat=seat or "")
    entry = own[-1]
    others = [other for other in file.log.entries[entry.number :] if other.seat not in ("", entry.seat)]
    later = [other for other in others if other.draws or other in stand]
    if later:
        raise trouble("pbem.undo.later", entry=entry.number, by=later[0].seat, other=later[0].number)
    if entry.draws:
        shown = parse_draw((results(entry.draws) or entry.draws)[0])._replace(proof=())
        raise trouble("pbem.undo.chance", entry=entry.number, draw=shown.line())
    return entry
