"""Finds missing moves: `blue: ...` stands for one entry of blue, `???` for entries of anybody, as many as it takes.

Whatever the log says behind a gap must stand: entries, results of chance and assertions. Fillings with the fewest
moves are found first; all of them are listed, up to a bound on work.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.archive.alike import legal_moves
from pbem.archive.claims import NoFact, claims_by_entry, judge, read_claims
from pbem.archive.course import Work
from pbem.archive.lines import read_draws, read_log, told_lines
from pbem.archive.walk import Step, Unfit, Unstarted, Walk
from pbem.archive.wrong import refused
from pbem.core.chance import ChanceMismatch, Draw
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import Entry, standing
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble

ANYBODY = "???"
MOST_MOVES = 3
MOST_WORK = 100_000
MOST_FOUND = 1000
_GAP = re.compile(r"[.?\u2026]{3,}|\u2026")


class Filling(NamedTuple):
    """One way to fill all gaps: for every gap (its line, from 0) the lines that take its place."""

    gaps: tuple[tuple[int, tuple[str, ...]], ...]
    result: str  # a hash of the position it leads to


class Filled(NamedTuple):
    """All fillings with the fewest moves. `moves`: how many a gap may have; `bounded`: there may be others."""

    fillings: tuple[Filling, ...]
    moves: int
    bounded: bool
    chance: bool  # True when moves were left out for want of a chance line

    @property
    def positions(self) -> int:
        """How many different positions they lead to."""
        return len({filling.result for filling in self.fillings})


def between(file: GameFile, first: int, second: int) -> GameFile:
    """The log with a gap in place of everything between two entries; 0 is the set-up."""
    entries = file.log.entries
    if not 0 <= first < second <= len(entries):
        raise trouble("pbem.fill.between", first=first, second=second, last=len(entries))
    lines = file.document.lines
    last = entries[first].line  # the line of the entry behind the first
    kept = [
        line for line in lines[last : entries[second - 1].line] if line.lstrip().startswith("*") and second > first + 1
    ]
    other = [*lines[:last], ANYBODY, *kept, *lines[entries[second - 1].line :]]
    return file._replace(document=file.document._replace(lines=other), log=read_log(other, file.seats))


def fill(file: GameFile, moves: int = 0, most_work: int = MOST_WORK) -> Filled:
    """Finds the fillings of all gaps of a log; raises Refused when there are none, or the log before them is wrong."""
    search = _Search(file, Work(most_work))
    for deepest in [moves] if moves else range(1, MOST_MOVES + 1):
        found = search.run(deepest)
        if found or search.work.over:
            return Filled(tuple(found), deepest, search.bounded, search.chance)
    return Filled((), moves or MOST_MOVES, False, search.chance)


class _Search:
    """Tries all legal moves in the gaps, and goes on behind them only where everything stands."""

    def __init__(self, file: GameFile, work: Work) -> None:
        self.file = file
        self.work = work
        self.chance = False
        self.bounded = False
        lines = [f"{ANYBODY}: ..." if _GAP.fullmatch(line.strip()) else line for line in file.document.lines]
        self.log = read_log(lines, file.seats)
        self.entries = list(standing(self.log.entries))
        self.claims = claims_by_entry(self.log)
        self.deepest = 1
        if not any(map(is_gap, self.entries)):
            raise trouble("pbem.fill.none")

    def run(self, deepest: int) -> list[Filling]:
        """All fillings with at most so many moves in each gap."""
        self.deepest = deepest
        found: list[Filling] = []
        for filling in self._from(self._start(), self._first_gap(), ()):
            if len(found) >= MOST_FOUND:
                self.bounded = True
                break
            found.append(filling)
        self.bounded = self.bounded or self.work.over
        return found

    def _start(self) -> Walk:
        """The position before the first gap; raises Refused when the log before it is wrong."""
        try:
            walk = Walk.start(self.file, self.log)
        except Unstarted as unfit:
            raise refused(self.file, self.log, unfit, unfit.chance) from None
        for entry in self.entries[: self._first_gap()]:
            try:
                walk.step(entry)
            except Unfit as unfit:
                raise refused(self.file, self.log, unfit, walk.chance) from None
        return walk

    def _first_gap(self) -> int:
        return next(i for i, entry in enumerate(self.entries) if is_gap(entry))

    def _from(self, walk: Walk, index: int, gaps: tuple[tuple[int, tuple[str, ...]], ...]) -> Iterator[Filling]:
        """Fills what is left from an entry on."""
        while index < len(self.entries) and not is_gap(self.entries[index]):
            if not self._stands(walk, self.entries[index]):
                return
            index += 1
        if index == len(self.entries):
            yield Filling(gaps, _hash(walk))
            return
        entry = self.entries[index]
        for after, lines in self._fills(walk, entry):
            if self._holds(after, entry.number):
                yield from self._from(after, index + 1, (*gaps, (entry.line, lines)))

    def _stands(self, walk: Walk, entry: Entry) -> bool:
        self.work.done += 1
        try:
            step: Step = walk.step(entry)
        except Unfit:
            return False
        return not walk.doubled(step) and self._holds(walk, entry.number)

    def _holds(self, walk: Walk, number: int) -> bool:
        """True when nothing that is asserted behind an entry is wrong."""
        for line in self.claims.get(number, ()):
            for claim in read_claims(self.log.lines[line], self.file.seats):
                try:
                    verdict = judge(walk.match, claim, walk.chance.hidden)
                except NoFact:
                    return False
                if not verdict.holds and verdict.found is not None:
                    return False
        return True

    def _fills(self, walk: Walk, entry: Entry) -> Iterator[tuple[Walk, tuple[str, ...]]]:
        draws = read_draws(told_lines(entry.draws))
        if entry.seat == ANYBODY:
            yield from self._entries_of_anybody(walk, draws, ())
        elif entry.seat in walk.seats:
            trial = walk.copy()
            trial.chance.feed(draws)
            yield from self._one_entry(trial, entry.seat, ())

    def _entries_of_anybody(
        self, walk: Walk, draws: list[Draw], said: tuple[str, ...]
    ) -> Iterator[tuple[Walk, tuple[str, ...]]]:
        """Entries of one move each, until the moves are used up; the chance lines of the gap are used in order."""
        if not draws:
            yield walk.copy(), said
        if sum(not line.startswith("*") for line in said) >= self.deepest:
            return
        for seat in dict.fromkeys(decision.seat for decision in walk.game.waiting(walk.match.state)):
            for move in legal_moves(walk.match, seat):
                trial = walk.copy()
                trial.chance.feed(draws)
                if self._played(trial, seat, move) and self._ended(trial, seat):
                    used = trial.chance.at
                    lines = (f"{seat}: {walk.game.format(move)}", *(draw.line() for draw in draws[:used]))
                    yield from self._entries_of_anybody(trial, draws[used:], (*said, *lines))

    def _one_entry(self, walk: Walk, seat: str, moves: tuple[Move, ...]) -> Iterator[tuple[Walk, tuple[str, ...]]]:
        """One text of a seat with one move or several."""
        for move in legal_moves(walk.match, seat):
            trial = walk.copy()
            if not self._played(trial, seat, move):
                continue
            said = (*moves, move)
            whole = trial.copy()
            if self._ended(whole, seat) and whole.chance.at == len(whole.chance.queue):
                text = "; ".join(map(walk.game.format, said))
                yield whole, (f"{seat}: {text}", *(draw.line() for draw in whole.chance.queue))
            if len(said) < self.deepest:
                yield from self._one_entry(trial, seat, said)

    def _played(self, walk: Walk, seat: str, move: Move) -> bool:
        self.work.done += 1
        return not self.work.over and self._goes(lambda: walk.match.play(seat, move))

    def _ended(self, walk: Walk, seat: str) -> bool:
        return self._goes(lambda: walk.match.end_text(seat))

    def _goes(self, act: Callable[[], object]) -> bool:
        """True when the act is legal and fits the chance lines that are there."""
        try:
            act()
        except ChanceMismatch:
            self.chance = True
            return False
        except (IllegalMove, LookupError, ValueError):
            return False
        return True


def is_gap(entry: Entry) -> bool:
    """True for an entry whose text is only dots or question marks."""
    return bool(entry.seat and _GAP.fullmatch(entry.text))


def _hash(walk: Walk) -> str:
    from hashlib import sha256

    return sha256(json.dumps(walk.game.dump(walk.match.state)).encode()).hexdigest()


def filled_lines(file: GameFile, filling: Filling) -> list[str]:
    """The lines of the log with the gaps filled; chance lines behind a gap stand where they belong."""
    lines = list(file.document.lines)
    for line, added in reversed(filling.gaps):
        behind = line + 1
        chance = sum(1 for said in added if said.startswith("*"))
        while chance and behind < len(lines) and lines[behind].lstrip().startswith("*"):
            del lines[behind]
            chance -= 1
        lines[line : line + 1] = added
    return lines
