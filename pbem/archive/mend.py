"""Mends what stands outside the entries of seats, so that a log can be followed: stray lines, referee, set-up."""

from __future__ import annotations

from typing import NamedTuple

from pbem.archive.best import LOOK, SAFE
from pbem.archive.breaks import odd_meant
from pbem.archive.course import Work, change, run
from pbem.archive.edits import edits
from pbem.archive.lines import meant_undo, read_log
from pbem.archive.wrong import short, span_of
from pbem.core.problem import Problem, Refused
from pbem.gamefile.log import Entry, Log, standing
from pbem.gamefile.store import GameFile

MOST_PROBLEMS = 50
MOST_WORK = 3000  # entries that are played in search of a set-up


def mended(file: GameFile, log: Log) -> tuple[Log, list[Problem], list[Problem]]:
    """The log with odd and referee lines as what they were probably meant to be; problems, and what was assumed."""
    log, problems, notes = _odd_lines(file, log)
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
    """Another set-up: its chance lines, the change in words, and why."""

    setup: list[str]
    said: str
    why: str


def begun(file: GameFile, log: Log) -> Begun | None:
    """The smallest change of the set-up lines behind which the first entries stand; None when there is none."""
    work = Work(MOST_WORK)
    course = run(file, log.lines, work)
    best: Begun | None = None
    most = min(SAFE, len(course.entries)) - 1
    for edit in edits(course):
        other = change(file, course, edit.apply(log.lines), edit.line, work)
        reach = min(other.reach, LOOK)
        if reach > most and _same(other.log.entries, log.entries):
            best, most = Begun(other.log.setup, short(" / ".join(edit.added)) or "nothing", edit.why), reach
        if work.over or most >= min(LOOK, len(course.entries)):
            break
    return best


def _same(one: list[Entry], two: list[Entry]) -> bool:
    return [entry[2:] for entry in one] == [entry[2:] for entry in two]
