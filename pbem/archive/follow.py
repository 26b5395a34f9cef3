"""Follows a log that tells its own chance: a wrong line does not hide the next ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from pbem.archive.best import SAFE, best_guess, changed, likely_guess
from pbem.archive.breaks import one_turn, run_together
from pbem.archive.claims import NoFact, claim_problem, claims_by_entry, judge, read_claims
from pbem.archive.guess import Guess
from pbem.archive.lines import draw_lines, told_lines
from pbem.archive.mend import MOST_PROBLEMS, Begun, begun, mended
from pbem.archive.told import Told
from pbem.archive.walk import Step, Unfit, Unstarted, Walk, read_entry
from pbem.archive.wrong import span_of, unfit_problems
from pbem.core.chance import UNKNOWN
from pbem.core.problem import Problem
from pbem.gamefile.log import Entry, Log, standing
from pbem.gamefile.store import GameFile

MOST_UNSAFE = 3  # guesses in a row that nothing behind them confirms


class Slip(NamedTuple):
    """A claim that is wrong: by how much, and the lines of those about the same fact that are off by as much."""

    off: int
    first: Problem
    again: list[int]


class Follow:
    """One log under check: its problems, what was assumed to go on, and what could not be decided."""

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.log, self.problems, self.notes = mended(file, file.log)
        self.undecided: list[str] = []
        self.complete = True
        self._claims = claims_by_entry(self.log)
        self._told: set[str] = set()  # what is doubled, so that it is said once
        self._as_played: list[Entry] = []
        self._joined = 0  # entries that were played as part of the one behind them
        self._slips: dict[str, Slip] = {}  # claims that were wrong, by fact
        self._unsafe = 0  # guesses since as many entries as are safe stood by themselves
        self._stood = 0

    @property
    def played(self) -> int:
        """How many entries of the log stand, as they are or as they were meant."""
        return len({entry.number for entry in self._as_played}) + self._joined

    def run(self) -> None:
        """Plays the log to its end, or as far as it can be followed."""
        walk = self._start()
        if walk is not None:
            self._check_claims(walk, 0)
            self._follow(walk, list(standing(self.log.entries)))

    def _start(self) -> Walk | None:
        """The position after the set-up, if need be after another that was probably meant."""
        try:
            return Walk.start(self.file, self.log)
        except Unstarted as unfit:
            problems = unfit_problems(self.file, self.log, unfit, unfit.chance)
        found = begun(self.file, self.log)
        walk = self._begin(found) if found else None
        if found is None or walk is None:
            self._stop(problems, self.log.entries)
            return None
        self.problems += problems
        facts = {"entry": 0, "as": found.said, "why": found.why}
        self.notes.append(Problem("pbem.log.assumed", facts, problems[0].span, (), "note"))
        self.file, self.log = found.file, self.log._replace(setup=found.setup)
        return walk

    def _begin(self, found: Begun) -> Walk | None:
        """The position after another set-up; None when that does not stand either."""
        try:
            return Walk.start(found.file, self.log._replace(setup=found.setup))
        except Unstarted:
            return None

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
                guess = self._go_on(walk, unfit, chance, entries, at)
                if guess is None:
                    return
                if guess.before is not None:
                    walk, at = guess.before, at - 1
                continue
            self._after(walk, step)
            at += 1
        self.undecided += unknown_parts(self.file.game.dump(walk.match.state)[1]) if walk.chance.hidden else []

    def _again(self, back: int = 0) -> Walk:
        """The position before the entry that failed, which may have left another half done; or some entries earlier."""
        walk = Walk.start(self.file, self.log)
        for entry in self._as_played[: len(self._as_played) - back]:
            walk.step(entry)
        return walk

    def _go_on(self, walk: Walk, unfit: Unfit, chance: Told, entries: list[Entry], at: int) -> Guess | None:
        """Notes a refused entry and puts in its place what was probably meant; None when nothing is safe."""
        entry = entries[at]
        problems = unfit_problems(self.file, self.log, unfit, chance)
        self.problems += [_with_hints(self.file, walk, entry, problem) for problem in problems]
        guess = best_guess(walk, unfit, chance, entries, at, self._breaks(entries, at))
        if guess is None and self._unsafe < MOST_UNSAFE:
            self._unsafe += 1
            guess = likely_guess(walk, unfit, chance, entries, at)
        self._stood = -len(guess.entries) if guess else 0
        if guess is None:
            self._stop((), entries[at + 1 :])
            return None
        first = at - (guess.before is not None)
        self._joined += at - first
        del self._as_played[len(self._as_played) - (at - first) :]
        old = entries[first : at + guess.takes]
        facts = {"entry": entry.number, "as": changed(old, guess.entries), "why": guess.why}
        self.notes.append(Problem("pbem.log.assumed", facts, problems[0].span, (), "note"))
        entries[first : at + guess.takes] = guess.entries
        return guess

    def _breaks(self, entries: list[Entry], at: int) -> Iterable[Guess]:
        """The entry as several that stand in one line; or with the one before it as one turn of the same seat."""
        yield from run_together(entries[at], self.file.seats)
        if at and entries[at - 1].seat == entries[at].seat:
            yield one_turn(entries[at - 1], entries[at], self._again(1))

    def _after(self, walk: Walk, step: Step) -> None:
        self._as_played.append(step.entry)
        self._stood += 1
        self._unsafe = 0 if self._stood >= SAFE else self._unsafe
        wrong = [what for what in walk.doubled(step) if what not in self._told]
        if wrong:
            self._told.update(wrong)
            self.problems.append(doubled_problem(self.file, self.log, step.entry, wrong))
        self._check_claims(walk, step.entry.number)

    def _check_claims(self, walk: Walk, number: int) -> None:
        for line in self._claims.pop(number, ()):
            problems, undecided = check_claims(self.file, self.log, walk, line)
            self.problems += [problem for problem in problems if not self._told_before(problem)]
            self.undecided += undecided

    def _told_before(self, problem: Problem) -> bool:
        """True for a claim that is off by as much as an earlier one about the same fact: one slip, not two."""
        fact, found, claimed = (str(problem.facts.get(key, "")) for key in ("fact", "found", "claimed"))
        if not found.isdecimal() or not claimed.isdecimal():
            return False
        slip = self._slips.get(fact)
        off = int(found) - int(claimed)
        if slip is None or slip.off != off:
            self._slips[fact] = Slip(off, problem, [])
            return False
        if not slip.again:
            self.notes.append(
                Problem("pbem.log.again", {"fact": fact, "lines": slip.again}, slip.first.span, (), "note")
            )
        slip.again.append(problem.line)
        return True


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
    for line, draw in reversed(list(zip(lines, told_lines(entry.draws), strict=False))):
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
    for claim in read_claims(log.lines[line], file.seats):
        span = span_of(file, log, line, claim.column, claim.end)
        try:
            verdict = judge(walk.match, claim, walk.chance.hidden)
        except NoFact as unknown:
            problems.append(unknown.at(span))
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
