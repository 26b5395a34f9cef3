"""Checks whole logs: the file, the chain, every entry, what chance gave, what readers asserted, the stored position."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import NamedTuple

from pbem.archive.barelog import NOTHING, Given, read_any
from pbem.archive.claims import Claim, NoFact, claim_problem, claims_by_entry, judge, read_claims
from pbem.archive.follow import Follow
from pbem.archive.mend import MOST_PROBLEMS
from pbem.archive.witness import EDITED, Head, edited, head_problems
from pbem.core.engine import Match
from pbem.core.event import Event
from pbem.core.problem import Problem, Refused, Span
from pbem.gamefile import disk
from pbem.gamefile.log import REMARKS, Entry, Log, waits
from pbem.gamefile.replay import EntryRefused, Player, placed
from pbem.gamefile.store import GameFile, check_lines, open_secrets

AWAITED = ("pbem.seat.not-waiting", "pbem.game.over")


class Checked(NamedTuple):
    """What a check found. `played` counts the entries that stand; `complete` is False when some could not be tried.

    `notes` say what was assumed in order to go on, `undecided` what could not be decided because it is unknown.
    """

    path: str
    problems: tuple[Problem, ...]
    entries: int = 0
    played: int = 0
    complete: bool = True
    sealed: bool = False  # True when the secrets could not be checked, for want of the key
    notes: tuple[Problem, ...] = ()
    undecided: tuple[str, ...] = ()


class Terms(NamedTuple):
    """How to check: what the reader knows of logs without a header; `strict`: every line must be canonical.

    `heads` are those a reader was told, which the log must come through.
    """

    given: Given = NOTHING
    strict: bool = False
    heads: tuple[Head, ...] = ()


def check_file(path: str, terms: Terms = Terms()) -> Checked:  # noqa: B008 (a value)
    """Checks one file; never raises for what is in it."""
    try:
        text = disk.read_text(path)
    except Refused as refused:
        return Checked(path, refused.problems, complete=False)
    return check_text(path, text, terms)


def check_text(path: str, text: str, terms: Terms = Terms()) -> Checked:  # noqa: B008 (a value)
    """Checks the text of a file; never raises for what is in it."""
    try:
        file = read_any(path, text, terms.given)
    except Refused as refused:
        return Checked(path, refused.problems, complete=False)
    checked = _Check(file, text).run()
    more = head_problems(file, terms.heads)
    if terms.strict and file.saved is None:
        from pbem.archive.fmt import form_problems

        more += form_problems(file, text)
    elif terms.strict:
        more += [note for note in checked.notes if note.id == EDITED]
    return checked._replace(problems=(*checked.problems, *more)[:MOST_PROBLEMS])


class _Check:
    """One file under check: first its lines, chain and seal, then the game in it."""

    def __init__(self, file: GameFile, text: str) -> None:
        self.file = file
        self.text = text
        self.problems: list[Problem] = []

    def run(self) -> Checked:
        if not self.file.log.odd:
            self._note(lambda: check_lines(self.file))
        self._note(self._open)
        if self.file.secrets is not None and not waits(self.file.log):
            return self._drawn()
        if waits(self.file.log):
            return Checked(self.file.path, tuple(self.problems), self.file.entry)
        follow = Follow(self.file)
        follow.run()
        sealed = "sealed" in self.file.document.keys
        problems = sorted((*self.problems, *follow.problems), key=lambda problem: problem.line)
        more = (follow.complete, sealed, tuple(follow.notes), tuple(follow.undecided))
        return Checked(self.file.path, tuple(problems), _turns(follow.log), follow.played, *more)

    def _note(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Refused as refused:
            self.problems += refused.problems

    def _open(self) -> None:
        self.file = self.file._replace(secrets=open_secrets(self.file))

    def _drawn(self) -> Checked:
        """Checks a file whose chance can be drawn again."""
        odd = [Problem("pbem.log.line", {}, self.file.line_span(line)) for line in self.file.log.odd]
        drawn = _Drawn(self.file)
        match = drawn.play()
        problems = [*self.problems, *odd, *drawn.problems]
        if match is not None and not problems:
            problems += _drift(self.file, match)
        notes = tuple(edited(self.file, self.text))
        return Checked(
            self.file.path, tuple(problems), _turns(self.file.log), drawn.played, drawn.complete, notes=notes
        )


def _turns(log: Log) -> int:
    """How many entries there are to play; what a referee remarks or opens is none."""
    return sum(1 for entry in log.entries if entry.seat or entry.text.partition(" ")[0] not in REMARKS)


class _Drawn:
    """Plays a file with its seed: chance is drawn again and compared with what the log says."""

    def __init__(self, file: GameFile) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.complete = True
        self.played = 0
        self._claims: list[Problem] = []
        self._claimed = claims_by_entry(file.log)

    def play(self) -> Match | None:
        """Plays the log; an entry that is refused is left out and play begins again, so that all are found."""
        skip: set[int] = set()
        match = None
        while self.complete and match is None and len(self.problems) < MOST_PROBLEMS:
            try:
                match = self._run(skip)
            except EntryRefused as refused:
                self._refused(refused, skip)
            except Refused as refused:
                self.problems += [placed(problem, self.file) for problem in refused.problems]
                self.complete = False
        self.problems += self._claims
        return match

    def _refused(self, refused: EntryRefused, skip: set[int]) -> None:
        """Notes a refused entry, but not one that is only refused because an earlier one was."""
        if skip and all(problem.id in AWAITED for problem in refused.problems):
            self.complete = False
            return
        self.problems += [placed(problem, self.file) for problem in refused.problems]
        skip.add(refused.entry)
        self.complete = all(problem.id != "pbem.log.hidden" for problem in refused.problems)

    def _run(self, skip: set[int]) -> Match:
        player = Player(self.file.game, self.file.header, self.file.log, self.file.secrets)
        player.skip = frozenset(skip)
        player.problems = []
        self._claims, self.played = [], 0
        if 0 in self._claimed:
            self._assert(player.run(0), 0)
        match = player.run(None, self._entry)
        self._claims += [placed(problem, self.file) for problem in player.problems]
        return match

    def _entry(self, entry: Entry, events: list[Event], match: Match) -> None:
        self.played += 1
        if entry.number in self._claimed:
            self._assert(match, entry.number)

    def _assert(self, match: Match, number: int) -> None:
        for line in self._claimed[number]:
            for claim in read_claims(self.file.log.lines[line], self.file.seats):
                span = self.file.line_span(line, claim.column, claim.end)
                self._claims += _claim(match, claim, span)


def _claim(match: Match, claim: Claim, span: Span) -> list[Problem]:
    try:
        verdict = judge(match, claim, False)
    except NoFact as unknown:
        return [unknown.at(span)]
    return [] if verdict.holds else [claim_problem(verdict, span)]


def _drift(file: GameFile, match: Match) -> list[Problem]:
    """What the stored position has that the log does not lead to."""
    saved, secrets = file.saved, file.secrets
    if saved is None or secrets is None:
        return []
    public, hidden = json.loads(json.dumps(match.game.dump(match.state)))
    stored = (saved.position, secrets.position, saved.counts)
    if (public, hidden, match.chance.counts) == stored:
        return []
    keys = [key for key in {**public, **saved.position} if public.get(key) != saved.position.get(key)]
    return [Problem("pbem.file.drift", {"keys": keys}, Span(1, 1, 2, file.path))]
