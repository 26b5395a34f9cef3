"""Proves dice, shuffles and cards of a log: from its lines alone, then by the rules, or with the seed if it is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from pbem.archive.audit import Audit, Tally, Wrong
from pbem.archive.barelog import document_of
from pbem.archive.lines import read_draws
from pbem.archive.told import Told
from pbem.archive.walk import Unfit, Walk
from pbem.archive.witness import Head, head_problems
from pbem.archive.wrong import unfit_problems
from pbem.core.chance import UNKNOWN, ChanceMismatch, Draw, occasion
from pbem.core.engine import Match
from pbem.core.fair import COMMON_DIE, commit
from pbem.core.problem import IllegalMove, Problem, Refused, Span
from pbem.gamefile import disk
from pbem.gamefile.log import (
    OPENED_SEED,
    Entry,
    imported_at,
    parse_draw,
    public_line,
    same_draw,
    setup_lines,
    standing,
    start_entry,
    waits,
)
from pbem.gamefile.replay import Player, placed
from pbem.gamefile.store import GameFile, Secrets, build, check_lines, open_secrets, published

MOST_PROBLEMS = 20


class Verified(NamedTuple):
    """What was proven. `drawn`: everything was drawn again from the seed, which is public when `opened`.

    `followed` counts the entries in which the rules asked for just what is there.
    """

    path: str
    problems: tuple[Problem, ...]
    tally: Tally = Tally()
    entries: int = 0
    followed: int = 0
    drawn: bool = False
    opened: bool = False
    wrong: int = 0  # the first entry that does not fit; 0 where that is no entry


def verify_file(path: str, heads: tuple[Head, ...] = ()) -> Verified:
    """Proves what a file has of chance, and that it comes through the heads; never raises for what is in it."""
    try:
        text = disk.read_text(path)
        file = build(path, text, document_of(text, path))
    except Refused as refused:
        return Verified(path, refused.problems)
    return _Verify(file, heads).run()


class _Verify:
    """One file under proof; problems come in the order of their lines."""

    def __init__(self, file: GameFile, heads: tuple[Head, ...]) -> None:
        self.file = file
        self.problems = head_problems(file, heads)
        self.audit = Audit(file.header, file.log)
        self.followed = 0

    def run(self) -> Verified:
        secrets = None
        if not self.file.header.commitment:
            self._note("pbem.verify.nothing", 0, 0)
        else:
            self._refusals(lambda: check_lines(self.file))
            self._lines()
            secrets = self._secrets()
            if self.audit.links and not waits(self.file.log):
                self._follow() if secrets is None else self._draw(secrets)
        found = tuple(sorted(self.problems, key=lambda problem: problem.line)[:MOST_PROBLEMS])
        opened = secrets is not None and published(self.file) is not None
        drawn = secrets is not None and not found and not waits(self.file.log)
        wrong = self._entry_of(found[0]) if found else 0
        return Verified(self.file.path, found, self.audit.tally, self.file.entry, self.followed, drawn, opened, wrong)

    def _entry_of(self, problem: Problem) -> int:
        """The entry to which the place of a problem belongs."""
        first = self.file.document.first
        return max((entry.number for entry in self.file.log.entries if first + entry.line <= problem.line), default=0)

    def _refusals(self, step: Callable[[], None]) -> None:
        """Does something that may be refused, and notes why."""
        try:
            step()
        except Refused as refused:
            self.problems += refused.problems

    def _note(self, id: str, entry: int, line: int, **facts: object) -> None:
        span = self.file.line_span(line) if self.file.log.lines else Span(1, 1, 2, self.file.path)
        self.problems.append(Problem(id, {"entry": entry, **facts}, span))

    def _lines(self) -> None:
        """The proofs that stand in the log itself."""
        self._try(self.audit.commitment, 0, 0)
        if self.problems:
            return
        starts = {entry.line: entry for entry in self.file.log.entries}
        number = 0
        for i, line in enumerate(self.file.log.lines):
            if entry := starts.get(i):
                number = entry.number
                self._try(partial(self.audit.entry, entry), number, i)
            elif line.startswith("*"):
                self._try(partial(self.audit.chance, line, number), number, i)
        self._try(self.audit.end, number, max(0, len(self.file.log.lines) - 1))

    def _try(self, step: Callable[[], None], entry: int, line: int) -> None:
        try:
            step()
        except Wrong as wrong:
            self._note(wrong.id, entry, line, **wrong.facts)

    def _secrets(self) -> Secrets | None:
        found: list[Secrets | None] = []
        self._refusals(lambda: found.append(open_secrets(self.file) or published(self.file)))
        secrets = found[0] if found else None
        seats = tuple(info.seat for info in self.file.header.seats)
        if secrets and commit(self.file.header.id, seats, secrets.seed) != dict(self.file.header.commitment):
            self._note("pbem.verify.seed", 0, 0)
        if secrets:
            self._opened(OPENED_SEED + secrets.seed.hex())
        return secrets

    def _opened(self, wanted: str) -> None:
        """Checks that the log opens no other seed than its header, or the key beside it, has."""
        for entry in self.file.log.entries:
            if not entry.seat and entry.text.startswith(OPENED_SEED) and entry.text != wanted:
                self._note("pbem.verify.seed", entry.number, entry.line)

    def _draw(self, secrets: Secrets) -> None:
        """Draws everything again and compares it with the log, line by line."""
        file = self.file
        player = Player(file.game, file.header, file.log, secrets)
        player.problems, player.draws = [], {}
        self._refusals(lambda: self._played(player))
        self.problems += [problem for problem in (placed(p, file) for p in player.problems) if problem.span]
        imported = imported_at(file.log)
        for entry, line, draw in _pairs(file, player.draws):
            if entry >= imported and not _tells(parse_draw(file.log.lines[line]), draw):
                self._note("pbem.verify.drawn", entry, line, wanted=public_line(draw))

    def _played(self, player: Player) -> None:
        try:
            match = player.run(None, self._count)
            if published(self.file) and match.game.waiting(match.state):
                self._note("pbem.verify.cut", self.file.entry, max(0, len(self.file.log.lines) - 1))
        except Refused as refused:
            raise Refused(tuple(placed(problem, self.file) for problem in refused.problems)) from None

    def _count(self, entry: Entry, events: object, match: Match) -> None:
        self.followed += 1

    def _follow(self) -> None:
        """Plays the log as far as it can be followed: the rules must ask for the very dice and cards it shows."""
        file = self.file
        chance = Asked(read_draws(setup_lines(file.log)), self.audit.cards)
        config = file.header.config(file.game)
        entry, line, imported = 0, 0, imported_at(file.log)
        chance.recorded = bool(imported)
        try:
            walk = Walk(file.game, config.seats, Match.start(file.game, config, chance))
            for each in standing(file.log.entries):
                entry, line = each.number, each.line
                chance.recorded = entry < imported
                walk.step(each)
                self.followed += 1
        except Misplaced as wrong:
            self._note("pbem.verify.place", entry, line, wanted=wrong.expected, found=wrong.found)
        except Unfit as unfit:
            cause = unfit.cause
            if isinstance(cause, Misplaced):
                self._note("pbem.verify.place", entry, line, wanted=cause.expected, found=cause.found)
            elif isinstance(cause, (IllegalMove, ChanceMismatch)) or cause is None:
                self.problems += unfit_problems(file, file.log, unfit, chance)
        except (ChanceMismatch, Refused, LookupError, ValueError):
            pass  # what is hidden cannot be followed


class Misplaced(ChanceMismatch):
    """A result that is proven, but not the one the rules ask for."""


class Asked(Told):
    """Chance of a log with proofs: decks hold whatever of them is ever shown; dice must be those of the occasion."""

    def __init__(self, draws: Iterable[Draw] = (), cards: dict[str, dict[int, str]] | None = None) -> None:
        super().__init__(draws)
        self.cards = cards or {}
        self.events: dict[str, int] = {}
        self.recorded = False  # True while results come that were not drawn here

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        at = occasion(self.events, seat, event)
        proof = (f"@{at.stream}/{at.number}", *(() if sides == COMMON_DIE else (f"d{sides}",)))
        if not self.recorded and self.at < len(self.queue) and self.queue[self.at].proof != proof:
            raise Misplaced(f"* roll {seat} {' '.join(proof)}", self.queue[self.at].line())
        return super().roll(seat, n, sides, event)

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        cards = super().shuffle(deck, items, shown, only)
        known = self.cards.get(deck, {})
        return [known.get(i, card) for i, card in enumerate(cards)]

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        draw = self.queue[self.at] if self.at < len(self.queue) else Draw("", "", ())
        if draw.proof and tuple(cards) != draw.values:
            raise Misplaced(f"* draw {label} {' '.join(cards)}", draw.line())
        return super().deal(label, cards, only)


def _pairs(file: GameFile, draws: dict[int, list[Draw]]) -> Iterable[tuple[int, int, Draw]]:
    """Every result that was drawn again, with its entry and its line in the log."""
    start = None if file.log.setup else start_entry(file.log)
    heads = {entry.number: entry.line + 1 for entry in file.log.entries}
    for number, found in draws.items():
        line = heads.get(number, 0) if number or start is None else heads[start.number]
        for draw in found:
            while line < len(file.log.lines) and not _is_drawn(file.log.lines[line]):
                line += 1
            if line < len(file.log.lines):
                yield number, line, draw
            line += 1


def _is_drawn(line: str) -> bool:
    return line.startswith("*") and not line.startswith("* show ")


def _tells(told: Draw, draw: Draw) -> bool:
    """True when a line of the log tells the draw: all of it, or what everybody or one seat may know."""
    if told[:3] == draw[:3]:
        return told.proof == draw.proof
    hidden = draw.only is not None or draw.kind == "shuffle"
    return hidden and UNKNOWN in told.line() and same_draw(told.line(), draw.line()) and told.proof in ((), draw.proof)
