"""Follows a log that tells its own chance: a wrong line does not hide the next ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.archive.claims import NoFact, claim_problem, claims_by_entry, judge, read_claims
from pbem.archive.guess import Guess, guesses, missing_moves
from pbem.archive.lines import draw_lines, meant_line, read_log, told_lines
from pbem.archive.told import Told
from pbem.archive.walk import Step, Unfit, Unstarted, Walk, read_entry
from pbem.archive.wrong import span_of, unfit_problems
from pbem.core.chance import UNKNOWN
from pbem.core.problem import Problem, Refused
from pbem.gamefile.log import Entry, Log, standing
from pbem.gamefile.store import GameFile

MOST_PROBLEMS = 50
LOOK = 8  # entries that are tried behind a guess
SAFE = 2  # of them that must stand
SAFE_MISSING = 5
MOST_MISSING = 1500


class Follow:
    """One log under check: its problems, what was assumed to go on, and what could not be decided."""

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.notes: list[Problem] = []
        self.undecided: list[str] = []
        self.played = 0
        self.complete = True
        self.log = self._mended(file.log)
        self._claims = claims_by_entry(self.log)
        self._seats = frozenset(info.seat for info in file.header.seats)
        self._told: set[str] = set()  # what is doubled, so that it is said once
        self._as_played: list[Entry] = []

    def run(self) -> None:
        """Plays the log to its end, or as far as it can be followed."""
        try:
            entries = list(standing(self.log.entries))
            walk = Walk.start(self.file, self.log)
        except Refused as refused:
            self._stop(refused.problems, self.log.entries)
        except Unstarted as unfit:
            self._stop(unfit_problems(self.file, self.log, unfit, unfit.chance), self.log.entries)
        else:
            self._check_claims(walk, 0)
            self._follow(walk, entries)

    def _stop(self, problems: Iterable[Problem], rest: list[Entry]) -> None:
        """Notes why nothing more can be played; what cannot be read in the rest is told all the same."""
        self.problems += problems
        self.complete = False
        for entry in rest:
            if entry.seat and len(self.problems) < MOST_PROBLEMS:
                self._read_only(entry)

    def _read_only(self, entry: Entry) -> None:
        try:
            read_entry(self.file.game, entry)
        except Unfit as unfit:
            found = unfit_problems(self.file, self.log, unfit, Told())
            self.problems += [problem for problem in found if problem.id != "pbem.log.hidden"]

    def _follow(self, walk: Walk, entries: list[Entry]) -> None:
        at = 0
        while at < len(entries):
            if len(self.problems) >= MOST_PROBLEMS:
                self.complete = False
                return
            try:
                step = walk.step(entries[at])
            except Unfit as unfit:
                chance, walk = walk.chance, self._again()
                if not self._go_on(walk, unfit, chance, entries, at):
                    return
                continue
            self._after(walk, step)
            at += 1
        self.undecided += unknown_parts(self.file.game.dump(walk.match.state)[1]) if walk.chance.hidden else []

    def _again(self) -> Walk:
        """The position before the entry that failed, which may have left another half done."""
        walk = Walk.start(self.file, self.log)
        for entry in self._as_played:
            walk.step(entry)
        return walk

    def _go_on(self, walk: Walk, unfit: Unfit, chance: Told, entries: list[Entry], at: int) -> bool:
        """Notes a refused entry and puts in its place what was probably meant; False when nothing is safe."""
        entry = entries[at]
        problems = unfit_problems(self.file, self.log, unfit, chance)
        self.problems += [_with_hints(self.file, walk, entry, problem) for problem in problems]
        guess = best_guess(walk, unfit, chance, entries, at)
        if guess is None:
            self._stop((), entries[at + 1 :])
            return False
        self._assume(entry, guess)
        entries[at : at + 1] = guess.entries
        return True

    def _assume(self, entry: Entry, guess: Guess) -> None:
        lines = [line for other in guess.entries for line in (f"{other.seat}: {other.text}", *other.draws)]
        what = "\n".join(lines) or "nothing"
        facts = {"entry": entry.number, "as": what.replace("\n", " / "), "why": guess.why}
        self.notes.append(Problem("pbem.log.assumed", facts, span_of(self.file, self.log, entry.line), (), "note"))

    def _after(self, walk: Walk, step: Step) -> None:
        self.played += 1
        self._as_played.append(step.entry)
        wrong = [what for what in walk.doubled(step) if what not in self._told]
        if wrong:
            self._told.update(wrong)
            self.problems.append(doubled_problem(self.file, self.log, step.entry, wrong))
        self._check_claims(walk, step.entry.number)

    def _check_claims(self, walk: Walk, number: int) -> None:
        for line in self._claims.pop(number, ()):
            problems, undecided = check_claims(self.file, self.log, walk, line)
            self.problems += problems
            self.undecided += undecided

    def _mended(self, log: Log) -> Log:
        """The log with lines of no kind as what they were probably meant to be."""
        if not log.odd:
            return log
        lines = list(log.lines)
        seats = [info.seat for info in self.file.header.seats]
        for line in log.odd[:MOST_PROBLEMS]:
            meant = meant_line(lines[line], seats)
            span = span_of(self.file, log, line)
            self.problems.append(Problem("pbem.log.line", {}, span, (meant,) if meant else ()))
            if meant:
                lines[line] = meant
                facts = {"entry": 0, "as": meant, "why": "retyped"}
                self.notes.append(Problem("pbem.log.assumed", facts, span, (), "note"))
        return read_log(lines)


def best_guess(walk: Walk, unfit: Unfit, chance: Told, entries: list[Entry], at: int) -> Guess | None:
    """The guess behind which the next entries stand the longest; None when none is safe."""
    rest = entries[at + 1 : at + 1 + LOOK]
    found = [(_stands(walk, guess, rest), guess) for guess in guesses(walk, unfit, chance)]
    best = max(found, key=lambda pair: (pair[0], -pair[1].cost))
    if best[0] >= min(SAFE, len(rest)) and best[0] >= 0:
        return best[1]
    assert unfit.entry is not None
    more = [(_stands(walk, guess, rest), guess) for guess in missing_moves(walk, unfit.entry, MOST_MISSING)]
    best = max(more, key=lambda pair: pair[0], default=(-1, best[1]))
    return best[1] if best[0] >= min(SAFE_MISSING, max(SAFE, len(rest))) else None


def _stands(walk: Walk, guess: Guess, rest: list[Entry]) -> int:
    """How many of the next entries can be played behind a guess; -1 when it cannot be played itself."""
    trial = walk.copy()
    try:
        for entry in guess.entries:
            trial.step(entry)
    except Unfit:
        return -1
    for count, entry in enumerate(rest):
        try:
            trial.step(entry)
        except Unfit:
            return count
    return len(rest)


def _with_hints(file: GameFile, walk: Walk, entry: Entry, problem: Problem) -> Problem:
    """The problem with the nearest legal moves, when its game has given no hint."""
    if problem.hints or entry.seat not in walk.seats or problem.id.startswith("pbem.log."):
        return problem
    from pbem.gamefile.nearest import nearest_legal

    try:
        return nearest_legal(walk.match, entry.seat, problem)
    except (LookupError, ValueError):
        return problem


def doubled_problem(file: GameFile, log: Log, entry: Entry, wrong: list[str]) -> Problem:
    """What an entry has shown that cannot be, at the chance line that shows it."""
    words = {word for text in wrong for word in text.replace(",", " ").split()}
    lines = draw_lines(log, entry)
    for line, draw in zip(lines, told_lines(entry.draws), strict=False):
        for word in draw.split()[3:]:
            if word in words:
                column = log.lines[line].lower().find(f" {word}") + 2
                span = span_of(file, log, line, column, column + len(word))
                return Problem("pbem.log.reveal", {"entry": entry.number, "what": wrong}, span)
    return Problem("pbem.log.reveal", {"entry": entry.number, "what": wrong}, span_of(file, log, entry.line))


def check_claims(file: GameFile, log: Log, walk: Walk, line: int) -> tuple[list[Problem], list[str]]:
    """What is wrong with an assertion in a position, and what of it cannot be decided."""
    problems: list[Problem] = []
    undecided: list[str] = []
    seats = frozenset(walk.seats)
    for claim in read_claims(log.lines[line], seats):
        span = span_of(file, log, line, claim.column, claim.end)
        try:
            verdict = judge(walk.match, claim.words, walk.chance.hidden)
        except NoFact as unknown:
            facts = {"found": " ".join(unknown.words) or "nothing"}
            problems.append(Problem("pbem.fact.unknown", facts, span, unknown.hints[:6]))
            continue
        if verdict.found is None:
            undecided.append(f"line {span.line}: = {verdict.fact} {verdict.claimed}")
        elif not verdict.holds:
            problems.append(claim_problem(verdict, span))
    return problems, undecided


def unknown_parts(hidden: Any, path: str = "") -> list[str]:
    """Where in the hidden part of a position something is unknown, with numbers: `hands coral: 2 of 5`."""
    if isinstance(hidden, dict):
        return [part for key, value in hidden.items() for part in unknown_parts(value, f"{path} {key}".strip())]
    values = list(_flat(hidden))
    unknown = values.count(UNKNOWN)
    return [f"{path}: {unknown} of {len(values)} unknown"] if unknown else []


def _flat(value: Any) -> Iterable[Any]:
    if isinstance(value, (list, tuple)):
        for inner in value:
            yield from _flat(inner)
    else:
        yield value
