"""Lines broken in the wrong place: two that are one, as in a mail that was wrapped, and one that is two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pbem.archive.guess import Guess
from pbem.archive.lines import CHANCE, meant_line, read_log, uncommented
from pbem.archive.walk import Walk, read_moves
from pbem.core.game import Game, ParseProblem
from pbem.gamefile.log import Entry
from pbem.gamefile.seats import seat_meant
from pbem.gamefile.store import GameFile

LONG = 50  # characters of a line that may have been wrapped
_BEGINS = re.compile(rf"[\s;,]+(?=(\w+)\s*:|\*\s*(?:{'|'.join(CHANCE)})\s)", re.I)
PARTED, CUT = 0.3, 0.6  # what it costs to take lines apart, or together


class Meant(NamedTuple):
    """What a line of no kind probably is: `text` in place of the lines from `first` to its own, and why."""

    first: int
    text: str
    why: str


def odd_meant(file: GameFile, lines: list[str], at: int) -> Meant | None:
    """What was meant with a line of no kind: the rest of the one above, or one without its mark; None: nobody knows."""
    lone = _alone(file, lines[at], False) is None
    above = next((i for i in range(at - 1, -1, -1) if lines[i].strip()), None)
    whole = _continued(file.game, lines[above].rstrip(), lines[at].strip(), lone) if above is not None else ""
    if above is not None and whole:
        return Meant(above, whole, "the rest of the line above")
    alone = _alone(file, lines[at], True)
    return Meant(at, alone, "mark or colon missing") if alone else None


def _alone(file: GameFile, line: str, near: bool) -> str | None:
    """What a line was meant to be by itself; a remark that begins with the name of a seat is no entry."""
    meant = meant_line(line, file.seats, near)
    return meant if meant and (meant[0] in "*!" or _readable(file.game, meant)) else None


def _continued(game: Game, above: str, rest: str, lone: bool) -> str:
    """Both lines as one, or nothing; `lone`: the second makes no sense by itself."""
    if above.lstrip()[:1] in ("*", "=", "!", "#"):
        return f"{above} {rest}" if lone and len(above) >= LONG else ""
    if rest.startswith(":") or (not lone and _readable(game, above)):
        return ""
    return next((whole for joint in (" ", "; ") if _readable(game, whole := f"{above}{joint}{rest}")), "")


def _readable(game: Game, line: str) -> bool:
    """True for an entry whose moves can be read."""
    text = uncommented(line.lower()).partition(":")[2]
    try:
        return bool(read_moves(game, text))
    except ParseProblem:
        return False


def parted(line: str, seats: Mapping[str, str]) -> list[str]:
    """A line taken apart where another one begins in it: `blue: coins 3 red: silk 1`."""
    text = uncommented(line)
    found = [match for match in _BEGINS.finditer(text) if not match[1] or seat_meant(match[1].lower(), seats)]
    starts, ends = [0, *(match.end() for match in found)], [*(match.start() for match in found), len(text)]
    return [text[start:end] for start, end in zip(starts, ends, strict=True)]


def run_together(entry: Entry, seats: Mapping[str, str]) -> Iterator[Guess]:
    """The entry taken apart, where it or its chance lines have other lines in them."""
    lines = [f"{entry.seat}: {entry.text}", *entry.draws]
    pieces = [piece for line in lines for piece in parted(line, seats)]
    if len(pieces) > len(lines):
        log = read_log(pieces, seats)
        entries = tuple(other._replace(number=entry.number, line=entry.line) for other in log.entries)
        yield Guess(PARTED, entries, "lines run together")


def joined(first: str, second: str) -> str:
    """The texts of two entries as one."""
    return f"{first.rstrip(' ;.,')}; {second}"


def one_turn(first: Entry, second: Entry, before: Walk) -> Guess:
    """Two entries of a seat as one: the first ended a turn that was not over; `before`: the position before it."""
    text = joined(first.text, second.text)
    whole = second._replace(line=first.line, text=text, draws=[*first.draws, *second.draws])
    return Guess(CUT, (whole,), "one turn in two lines", before=before)
