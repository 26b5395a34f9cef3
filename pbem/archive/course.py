"""The course of a log: how far it can be played, and what stops it. Changed logs go on from where they are changed."""

from __future__ import annotations

from typing import NamedTuple

from pbem.archive.claims import NoFact, Verdict, claims_by_entry, judge, read_claims
from pbem.archive.lines import draw_lines, read_log
from pbem.archive.told import Told
from pbem.archive.walk import Unfit, Unstarted, Walk
from pbem.core.problem import Refused
from pbem.gamefile.log import Entry, Log, standing
from pbem.gamefile.store import GameFile

READ = 1000  # lines that are read in the time in which one entry is played
ODD, START, REFEREE, UNFIT, DOUBLED, CLAIM = "odd", "start", "referee", "unfit", "doubled", "claim"


class Stop(NamedTuple):
    """What stops a log: the kind of failure, the line (from 0) and the number of entries that stand before it."""

    kind: str
    line: int
    stands: int
    unfit: Unfit | None = None
    chance: Told | None = None
    walk: Walk | None = None  # the position before the failure, or for claims and doubled cards behind it
    wrong: tuple[str, ...] = ()  # what is doubled
    verdict: Verdict | NoFact | None = None
    columns: tuple[int, int] = (0, 0)  # of a claim: where it begins and ends


class Course(NamedTuple):
    """A log played as far as it goes; `before` has the position before every entry that was reached.

    `silences`: of how many results that need not be told the log says nothing.
    """

    file: GameFile
    lines: list[str]
    log: Log
    entries: list[Entry]
    before: list[Walk]
    stop: Stop | None
    silences: int = 0

    @property
    def reach(self) -> int:
        """How many entries stand."""
        return len(self.entries) if self.stop is None else self.stop.stands


class Work:
    """A bound on how much is tried, counted in entries played."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.done = 0

    @property
    def over(self) -> bool:
        return self.done >= self.most


def run(file: GameFile, lines: list[str], work: Work) -> Course:
    """Plays a log and keeps every position of it."""
    return _run(file, lines, work, None, 0, True)


def change(file: GameFile, base: Course, lines: list[str], first: int, work: Work) -> Course:
    """Plays a log that is the same as the base before line `first`, from there on; keeps no positions."""
    return _run(file, lines, work, base, first, False)


def _run(file: GameFile, lines: list[str], work: Work, base: Course | None, first: int, keep: bool) -> Course:
    log = read_log(lines, file.seats)
    work.done += len(lines) // READ
    try:
        entries = list(standing(log.entries))
    except Refused as refused:
        line = log.entries[refused.problems[0].facts["entry"] - 1].line
        return Course(file, lines, log, [], [], Stop(REFEREE, line, 0))
    begin = _common(log, base, first)
    if log.odd:
        stands = sum(1 for entry in entries if entry.line < log.odd[0])
        return Course(file, lines, log, entries, [], Stop(ODD, log.odd[0], stands))
    runner = _Runner(file, log, entries, work, keep)
    stop = runner.play(begin, base.before[begin].copy() if base and begin else None)
    return Course(file, lines, log, entries, runner.before, stop, runner.silences)


def _common(log: Log, base: Course | None, first: int) -> int:
    """The number of entries whose outcome a change from this line on cannot touch; none where a referee takes back."""
    if base is None or any(not entry.seat for entry in (*log.entries, *base.log.entries)):
        return 0
    same = sum(1 for entry in base.entries if entry.line < first)
    return max(0, min(same - 1, len(base.before) - 1))


def _setup_line(log: Log, chance: Told) -> int:
    """The set-up line that does not fit, or the last when one is missing."""
    lines = draw_lines(log, None) or [0]
    at = chance.bad if chance.asked else chance.at
    return lines[min(at, len(lines) - 1)]


class _Runner:
    """Plays the entries of one log up to the first failure."""

    def __init__(self, file: GameFile, log: Log, entries: list[Entry], work: Work, keep: bool) -> None:
        self.file = file
        self.log = log
        self.entries = entries
        self.work = work
        self.keep = keep
        self.before: list[Walk] = []
        self.silences = 0
        self.claims = claims_by_entry(log)

    def play(self, begin: int, walk: Walk | None) -> Stop | None:
        """Plays from an entry on, or from the set-up."""
        if walk is None:
            try:
                walk = Walk.start(self.file, self.log)
            except Unstarted as unfit:
                return Stop(START, _setup_line(self.log, unfit.chance), 0, unfit, unfit.chance)
            if stop := self._claims(walk, 0, 0):
                return stop
        return self._rest(begin, walk)

    def _rest(self, begin: int, walk: Walk) -> Stop | None:
        for index in range(begin, len(self.entries)):
            if self.keep:
                self.before.append(walk)
                walk = walk.copy()
            if stop := self._entry(walk, index):
                return stop
        return None

    def _entry(self, walk: Walk, index: int) -> Stop | None:
        entry = self.entries[index]
        before = self.before[-1] if self.keep else None
        self.work.done += 1
        try:
            step = walk.step(entry)
        except Unfit as unfit:
            return Stop(UNFIT, entry.line, index, unfit, walk.chance, before)
        self.silences = walk.chance.silences
        if wrong := walk.doubled(step):
            return Stop(DOUBLED, entry.line, index, None, walk.chance, walk, tuple(wrong))
        return self._claims(walk, entry.number, index + 1)

    def _claims(self, walk: Walk, number: int, index: int) -> Stop | None:
        for line in self.claims.get(number, ()):
            for claim in read_claims(self.log.lines[line], self.file.seats):
                place = (claim.column, claim.end)
                try:
                    verdict = judge(walk.match, claim, walk.chance.hidden)
                except NoFact as unknown:
                    return Stop(CLAIM, line, index, walk=walk, verdict=unknown, columns=place)
                if not verdict.holds and verdict.found is not None:
                    return Stop(CLAIM, line, index, walk=walk, verdict=verdict, columns=place)
        return None
