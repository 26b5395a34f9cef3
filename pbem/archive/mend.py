"""Mends what stands outside the entries of seats, so that a log can be followed: stray lines, referee, set-up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import inf
from typing import NamedTuple

from pbem.archive.barelog import HEADER
from pbem.archive.best import LOOK, NEARLY, SAFE
from pbem.archive.breaks import odd_meant
from pbem.archive.course import ODD, START, Course, Work, change, run
from pbem.archive.edits import edits
from pbem.archive.lines import meant_undo, read_log
from pbem.archive.wrong import short, span_of
from pbem.core.problem import Problem, Refused
from pbem.gamefile.log import Entry, Log, standing
from pbem.gamefile.store import GameFile

MOST_PROBLEMS = 50
MOST_WORK = 5000  # entries that are played in search of a set-up


def mended(file: GameFile, log: Log) -> tuple[Log, list[Problem], list[Problem]]:
    """The log with odd and referee lines as what they were probably meant to be; problems, and what was assumed."""
    log, second = _headers(file, log)
    log, problems, notes = _odd_lines(file, log)
    problems += second
    while (wrong := _referee(log)) and len(problems) < MOST_PROBLEMS:
        line = log.entries[wrong.facts["entry"] - 1].line
        problem = wrong._replace(span=span_of(file, file.log, line))
        lines = list(log.lines)
        lines[line] = meant_undo(lines[line]) if wrong.id == "pbem.log.referee" else ""
        said = lines[line].strip() or "nothing"
        problems.append(problem._replace(hints=(said,) if lines[line] else ()))
        notes.append(_assumed(problem, said, "retyped" if lines[line] else "left out"))
        log = read_log(lines, file.seats)
    return log, problems, notes


def _headers(file: GameFile, log: Log) -> tuple[Log, list[Problem]]:
    """The log without header lines that stand in the middle of it; one that names a game begins another log."""
    lines = list(log.lines)
    problems: list[Problem] = []
    for entry in log.entries:
        key = HEADER.get(entry.seat)
        if key is None or entry.seat in file.seats or len(problems) >= MOST_PROBLEMS:
            continue
        span = span_of(file, log, entry.line)
        if key == "game":
            problems.append(Problem("pbem.log.second", {}, span))
            del lines[entry.line :]
            break
        problems.append(Problem("pbem.file.duplicate", {"key": entry.seat}, span))
        lines[entry.line] = ""
    return (read_log(lines, file.seats) if problems else log), problems


def _odd_lines(file: GameFile, log: Log) -> tuple[Log, list[Problem], list[Problem]]:
    lines = list(log.lines)
    problems: list[Problem] = []
    notes: list[Problem] = []
    for line in log.odd[:MOST_PROBLEMS]:
        meant = odd_meant(file, lines, line)
        problem = Problem("pbem.log.line", {}, span_of(file, log, line), (short(meant.text),) if meant else ())
        problems.append(problem)
        if meant:
            lines[line] = ""
            lines[meant.first] = meant.text
            notes.append(_assumed(problem, short(meant.text), meant.why))
    return (read_log(lines, file.seats) if notes else log), problems, notes


def _assumed(problem: Problem, said: str, why: str) -> Problem:
    return Problem("pbem.log.assumed", {"entry": 0, "as": said, "why": why}, problem.span, (), "note")


def _referee(log: Log) -> Problem | None:
    """What is wrong with the first referee line that cannot be followed."""
    try:
        standing(log.entries)
    except Refused as refused:
        return refused.problems[0]
    return None


class Begun(NamedTuple):
    """Another set-up: the file with its options, its chance lines, the change in words, why, and how far it leads.

    `silences`: of how many results the log says nothing then; the fewer, the likelier.
    """

    file: GameFile
    setup: list[str]
    said: str
    why: str
    reach: int
    silences: int


def begun(file: GameFile, log: Log) -> Begun | None:
    """The change of the options, or of the set-up lines, that leads farthest; None when none leads anywhere."""
    found = [*_other_options(file, log), *_other_setups(file, log)]
    enough = min(SAFE, len(log.entries))
    return max((one for one in found if one.reach >= enough), key=lambda one: (one.reach, -one.silences), default=None)


def _other_setups(file: GameFile, log: Log) -> Iterator[Begun]:
    """Changes of one set-up line, the smallest first, as long as they are nearly as small as one that leads on."""
    work = Work(MOST_WORK)
    course = run(file, log.lines, work)
    dearest = inf
    for edit in edits(course):
        if work.over or edit.cost > dearest:
            return
        other = change(file, course, edit.apply(log.lines), edit.line, work)
        if _begins(other) and _same(other.log.entries, log.entries):
            yield Begun(
                file, other.log.setup, short(" / ".join(edit.added)) or "nothing", edit.why, other.reach, other.silences
            )
            dearest = min(dearest, edit.cost + NEARLY) if other.reach >= min(LOOK, len(course.entries)) else dearest


def _other_options(file: GameFile, log: Log) -> Iterator[Begun]:
    """The same set-up under all other options: a log may not say them, or say them wrongly."""
    work = Work(MOST_WORK)
    for values in product(*(option.values for option in file.game.options.values())):
        options = dict(zip(file.game.options, values, strict=True))
        other = file._replace(header=file.header._replace(options=options))
        course = run(other, log.lines, work)
        if _begins(course):
            said = " ".join(f"{name}={value}" for name, value in options.items())
            yield Begun(other, log.setup, f"options: {said}", "other options", course.reach, course.silences)
        if work.over:
            return


def _begins(course: Course) -> bool:
    return course.stop is None or course.stop.kind not in (START, ODD)


def _same(one: list[Entry], two: list[Entry]) -> bool:
    return [entry[2:] for entry in one] == [entry[2:] for entry in two]
