"""Takes the lines of a hand-written log apart: any case, any spacing, comments behind everything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from pbem.core.chance import PROOFS, Draw
from pbem.gamefile.log import REMARKS, Entry, Log, parse_draw, start_entry
from pbem.gamefile.seats import seat_meant
from pbem.notation.clean import clean_line, without_comment

CHANCE = ("roll", "draw", "shuffle")
REFEREE = ("undo", *sorted(REMARKS))
_LETTERS = re.compile(r"[^\W\d]+")
MARKED = "*=!:;.,-"  # what may stand around the first word of a line in place of its mark


def read_log(lines: list[str], seats: Mapping[str, str]) -> Log:
    """Takes lines apart; texts are cleaned, `lines` stay as they were written, so that columns can be told."""
    log = Log(lines, [], [], [], [])
    draws, entries = log.setup, log.entries
    for i, line in enumerate(lines):
        text = _plain(line)
        mark = text[:1]
        if mark == "*":
            draws.append(plain_draw(text, seats))
        elif mark == "=":
            log.claims.append((len(entries), i))
        elif mark == "!":
            draws = []
            entries.append(Entry(len(entries) + 1, i, "", text[1:].strip(), draws))
        elif mark:
            seat, colon, rest = text.partition(":")
            if colon and seat:
                draws = []
                entries.append(Entry(len(entries) + 1, i, _speaker(seat.strip(), seats), rest.strip(), draws))
            else:
                log.odd.append(i)
    return log


@lru_cache(maxsize=1 << 12)  # logs that differ in a line or two are read over and over in search of a repair
def _plain(line: str) -> str:
    if line.isascii() and line.islower() and "#" not in line and line[:1] > " ":
        return line.rstrip()
    said = line.strip()
    return said if said.startswith("!") else uncommented(clean_line(said).text)  # words and remarks are people's own


def whole_seat(word: str, seats: Mapping[str, str]) -> str:
    """The seat that a word means, or the word itself when it means none."""
    return seats.get(word) or seat_meant(word, seats) or word


def _speaker(said: str, seats: Mapping[str, str]) -> str:
    """The seat before the colon of an entry, also in `12. Ann (blue)`; what is said there when it is none."""
    whole = whole_seat(said, seats)
    if whole in seats:
        return whole
    meant = {seat_meant(word, seats) for word in _LETTERS.findall(said)}
    return next(iter(meant)) or said if len(meant) == 1 else said


def plain_draw(text: str, seats: Mapping[str, str]) -> str:
    """A chance line with single blanks and whole seats, without commas: `*Roll B: 1,3` is `* roll blue 1 3`."""
    kind, label, values = _parts(text)
    return f"* {kind} {whole_seat(label, seats)} {values}".rstrip()


@lru_cache(maxsize=1 << 12)
def _parts(text: str) -> tuple[str, str, str]:
    """Kind, label and values of a chance line, as far as it has them."""
    words = text[1:].replace(",", " ").split()
    kind, label, *_ = (*(word.rstrip(":") for word in words[:2]), "", "")
    return kind, label, " ".join(words[2:])


def uncommented(text: str) -> str:
    """A line without its comment; a chance line may name a deck like `goods#2`."""
    return (text.partition(" #")[0] if text.lstrip().startswith("*") else without_comment(text)).strip()


def comment_of(line: str) -> str:
    """The comment behind a line, with its mark; empty when there is none."""
    at = line.find("#", len(uncommented(line)))
    return line[at:].rstrip() if at >= 0 else ""


def told_lines(lines: Iterable[str]) -> list[str]:
    """The chance lines that tell a result; the others only prove one."""
    return [line for line in lines if not is_proof(line)]


def is_proof(line: str) -> bool:
    return line.lstrip("* \t").partition(" ")[0].lower() in PROOFS


def read_draws(lines: Iterable[str]) -> list[Draw]:
    """The results of chance lines."""
    return [draw for draw in map(parse_draw, lines) if draw.kind not in PROOFS]


def draw_lines(log: Log, entry: Entry | None) -> list[int]:
    """The lines (from 0) that tell an entry's chance results; None: those of the set-up."""
    entry = entry or (None if log.setup else start_entry(log))
    wanted = len(told_lines(entry.draws if entry else log.setup))
    found: list[int] = []
    line = entry.line + 1 if entry else 0
    while len(found) < wanted and line < len(log.lines):
        if log.lines[line].lstrip().startswith("*") and not is_proof(log.lines[line]):
            found.append(line)
        line += 1
    return found


def meant_line(line: str, seats: Mapping[str, str], near: bool) -> str | None:
    """What a line of no kind was probably meant to be: an entry without its colon, or chance without its mark.

    `near`: the first word may have slips in it.
    """
    from pbem.notation.names import nearest

    words = _plain(line).split()
    if len(words) < 2:
        return None
    first = words[0].strip(MARKED)
    known = {**{word: word for word in (*CHANCE, *REFEREE)}, **seats}
    short = seat_meant(first, seats) if words[0].endswith(tuple(MARKED)) else None
    meant = known.get(first) or short or (next(iter(nearest(first, known, 1)), None) if near else None)
    if meant is None:
        return None
    mark = {**dict.fromkeys(CHANCE, "* "), **dict.fromkeys(REFEREE, "! ")}.get(meant)
    rest = " ".join(words[1:])
    return f"{mark}{meant} {rest}" if mark else f"{meant}: {rest.lstrip(MARKED + ' ')}"


def meant_undo(line: str) -> str:
    """`! undo 1` for a line with a slip in that word, or without a number; nothing for any other."""
    from pbem.notation.names import nearest

    word, *rest = line.lstrip("! \t").split() or [""]
    if not nearest(word.lower(), {"undo": "undo"}, 1):
        return ""
    number = rest[:1] if rest[:1] and rest[0].isdecimal() and int(rest[0][:6]) else ["1"]
    return " ".join(("! undo", *number, *(rest[1:] if number == rest[:1] else rest)))
