"""What is wrong with an entry that cannot be played, in words and with its place in the file."""

from __future__ import annotations

import re
from itertools import zip_longest

from pbem.archive.lines import draw_lines
from pbem.archive.told import Told
from pbem.archive.walk import Unfit
from pbem.core.chance import UNKNOWN, ChanceMismatch
from pbem.core.game import Game, ParseProblem
from pbem.core.problem import IllegalMove, Problem, Span
from pbem.gamefile.log import Entry, Log
from pbem.gamefile.replay import EntryRefused
from pbem.gamefile.store import GameFile, line_span

NOTHING = "nothing"
LONGEST = 80  # characters of a chance line that are quoted


def unfit_problems(file: GameFile, log: Log, unfit: Unfit, chance: Told) -> tuple[Problem, ...]:
    """What is wrong with an entry, with its place in the file."""
    cause, entry = unfit.cause, unfit.entry
    if isinstance(cause, ParseProblem) and entry is not None:
        return _unread(file, log, entry, cause)
    if isinstance(cause, IllegalMove) and entry is not None:
        return (cause.at(_move_span(file, log, entry, unfit.index)),)
    if isinstance(cause, ChanceMismatch) or cause is None or entry is None:
        return (_chance_problem(file, log, entry, cause, chance),)
    return (_unfollowed(file, log, entry, cause),)


def _unfollowed(file: GameFile, log: Log, entry: Entry, cause: Exception) -> Problem:
    """The rules met something hidden, or a name that nobody knows."""
    found = str(cause.args[0]) if isinstance(cause, KeyError) and cause.args else "?"
    span = span_of(file, log, entry.line)
    if found == "?":
        return Problem("pbem.log.hidden", {"entry": entry.number}, span)
    return Problem("pbem.log.stranger", {"entry": entry.number, "found": found}, span)


def refused(file: GameFile, log: Log, unfit: Unfit, chance: Told) -> EntryRefused:
    """The same as an exception that the edge of the program prints."""
    return EntryRefused(unfit.entry.number if unfit.entry else 0, unfit_problems(file, log, unfit, chance))


def span_of(file: GameFile, log: Log, line: int, column: int = 1, end: int = 0) -> Span:
    """The place of a line of a log in its file; the log may be another than the file's own, after repairs."""
    return line_span(file.document._replace(lines=log.lines), file.path, line, column, end)


def _moved(file: GameFile, log: Log, line: int, span: Span) -> Span:
    return span_of(file, log, line, span.column, span.end)


def _unread(file: GameFile, log: Log, entry: Entry, wrong: ParseProblem) -> tuple[Problem, ...]:
    seats = [info.seat for info in file.header.seats]
    stranger = () if entry.seat in seats else (_no_seat(file, log, entry, seats),)
    if wrong.id == "pbem.log.seat":
        return stranger
    _, problems = _read(file.game, log, entry)
    found = [(problem, problem.span) for problem in problems if problem.span]
    if not found:
        facts = {"entry": entry.number, **wrong.facts}
        return (Problem(wrong.id, facts, span_of(file, log, entry.line), wrong.hints),)
    if "?" in entry.text:
        return (Problem("pbem.log.hidden", {"entry": entry.number}, span_of(file, log, entry.line)),)
    return (*stranger, *(problem._replace(span=_moved(file, log, entry.line, span)) for problem, span in found))


def _read(game: Game, log: Log, entry: Entry) -> tuple[list[Span], list[Problem]]:
    """The place of every move of an entry as it is written, and what cannot be read in it."""
    from pbem.notation.clean import clean_line
    from pbem.notation.reader import read_line

    line = log.lines[entry.line]
    colon = clean_line(line).text.find(":")
    placed, problems = read_line(game, line, entry.line + 1, "", colon + 1)
    return [span for _, span in placed], problems


def _no_seat(file: GameFile, log: Log, entry: Entry, seats: list[str]) -> Problem:
    from pbem.notation.names import nearest

    hints = tuple(nearest(entry.seat, {seat: seat for seat in seats}) or seats)
    line = log.lines[entry.line]
    start = len(line) - len(line.lstrip())
    span = span_of(file, log, entry.line, start + 1, start + 1 + max(1, len(entry.seat)))
    return Problem("pbem.log.seat", {"found": entry.seat, "seats": seats}, span, hints)


def _move_span(file: GameFile, log: Log, entry: Entry, index: int) -> Span:
    """The place of the n-th move of an entry; the whole line when it is not the one that is written there."""
    spans, _ = _read(file.game, log, entry)
    return _moved(file, log, entry.line, spans[index]) if index < len(spans) else span_of(file, log, entry.line)


def _chance_problem(file: GameFile, log: Log, entry: Entry | None, cause: Exception | None, chance: Told) -> Problem:
    lines = draw_lines(log, entry)
    at = chance.at if cause is None else chance.bad
    there = at < len(chance.queue) and at < len(lines)
    line = lines[at] if there else entry.line if entry else max(0, (lines or [0])[-1])
    untold = chance.untold[0].line() if chance.untold else NOTHING
    wanted = cause.expected if isinstance(cause, ChanceMismatch) else untold
    found = short(log.lines[line].strip()) if there else NOTHING
    facts = {"entry": entry.number if entry else 0, "wanted": wanted, "found": found}
    column, end = _other_words(log.lines[line], wanted) if there else (1, 0)
    return Problem("pbem.log.chance", facts, span_of(file, log, line, column, end))


def short(text: str) -> str:
    """The beginning of a line that is too long to be quoted."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _other_words(found: str, wanted: str) -> tuple[int, int]:
    """Where a chance line begins and ends to be another than the one that was wanted; else the whole line."""
    words, others = found.lower().split(), wanted.split()
    pairs = zip_longest(words, others)
    differ = [i for i, (word, other) in enumerate(pairs) if word != other and i < len(words)]
    if words[1:2] == ["shuffle"]:
        differ = [i for i in range(3, len(words)) if words[i] in words[3:i] and words[i] != UNKNOWN]
    elif words[:3] != others[:3]:
        differ = []
    if not differ:
        return 1, 0
    places = [match.span() for match in re.finditer(r"\S+", found)]
    return places[differ[0]][0] + 1, places[differ[-1]][1] + 1
