"""Makes a game file of a log: its past is kept as it was recorded, its future is drawn from a fresh seed."""

from __future__ import annotations

import secrets as random_bytes
from typing import NamedTuple

from pbem.archive.deal import Dealt, deal, is_hidden
from pbem.archive.follow import Follow
from pbem.archive.walk import Unfit, read_entry
from pbem.core.chance import Draw, Seeded
from pbem.core.engine import Match, Outcome
from pbem.core.imported import Imported
from pbem.core.problem import Refused, Span
from pbem.gamefile import chain
from pbem.gamefile.create import new_header
from pbem.gamefile.log import IMPORT, Log, one_line, public_line, split_log, standing
from pbem.gamefile.schema import Header, SeatInfo
from pbem.gamefile.seal import KEY_BYTES
from pbem.gamefile.store import GameFile, NewEntry, Secrets, compose
from pbem.gamefile.trouble import trouble
from pbem.gamefile.turn import new_entry
from pbem.gamefile.words import read_words


class Adopted(NamedTuple):
    """A log as a game file: its header, text and key, the position, and how many entries were taken over."""

    header: Header
    match: Match
    text: str
    key: bytes
    entries: int


def adopt(file: GameFile, seats: tuple[SeatInfo, ...], seed: bytes, dealt: bool = False) -> Adopted:
    """Makes a playable file of a log; raises Refused with every problem of the log, or with what is unknown in it."""
    whole = _whole(file, seed, dealt)
    header = new_header(file.game, seats or file.header.seats, dict(file.header.options), seed)
    made = _Maker(file, header, seed)
    match = made.play(whole)
    key = random_bytes.token_bytes(KEY_BYTES)
    text = compose(header, match, made.lines, made.heads, key, made.secrets)
    return Adopted(header, match, text, key, len(whole.steps))


def _whole(file: GameFile, seed: bytes, dealt: bool) -> Dealt:
    """The log with nothing unknown in it; raises Refused."""
    follow = Follow(file)
    follow.run()
    if follow.problems:
        raise Refused(tuple(follow.problems))
    unknown = [*unknown_things(file), *follow.undecided]
    if unknown and not dealt:
        raise trouble("pbem.import.unknown", Span(1, 1, 2, file.path), missing=unknown)
    found = deal(file, lambda attempt: Seeded(f"dealt anew {attempt}", seed))
    if found is None:
        raise trouble("pbem.import.deal", Span(1, 1, 2, file.path), missing=unknown)
    return found


def unknown_things(file: GameFile) -> list[str]:
    """The entries whose moves the log hides."""
    found: list[str] = []
    for entry in standing(file.log.entries):
        try:
            hidden = any(is_hidden(file.game, move) for move in read_entry(file.game, entry))
        except Unfit:
            hidden = False
        if hidden:
            found.append(f"line {file.document.first + entry.line}: {entry.seat}: {entry.text}")
    return found


class _Maker:
    """Plays the past into the lines, heads and secrets of a new file."""

    def __init__(self, file: GameFile, header: Header, seed: bytes) -> None:
        self.file = file
        self.header = header
        self.lines: list[str] = []
        self.heads: list[bytes] = []
        self.secrets = Secrets(seed, {}, {}, {})
        self.chance = Imported(read_words(header, _EMPTY), seed)

    def play(self, whole: Dealt) -> Match:
        """Plays everything again with the whole results of chance, as every replay of the file will."""
        self.chance.tell(whole.draws[0])
        match = Match.start(self.file.game, self.header.config(self.file.game), self.chance)
        setup = self._recorded(0, whole.draws[0])
        self.lines, self.heads = list(setup), [chain.root(self.header, setup)]
        for number, step in enumerate(whole.steps, 1):
            self.chance.tell(whole.draws[step.entry.number])
            for move in step.moves:
                match.play(step.seat, move)
            match.end_text(step.seat)
            outcome = Outcome(step.moves, (), tuple(self.chance.record), ())
            entry = new_entry(match.game, step.seat, outcome)
            self._enter(number, entry._replace(draws=self._recorded(number, whole.draws[step.entry.number])))
        self.chance.tell(None)
        self._mark(len(whole.steps))
        return match

    def _recorded(self, number: int, draws: list[Draw]) -> list[str]:
        """The chance lines that everybody may see; the whole ones are sealed."""
        lines = [public_line(draw) for draw in self.chance.record]
        decks = {draw.label: draw.line() for draw in draws if draw.kind == "shuffle"}
        shown = [decks[d.label] if d.kind == "shuffle" else d.line() for d in self.chance.record]
        if shown != lines:
            self.secrets = self.secrets._replace(past={**self.secrets.past, str(number): shown})
        self.chance.record.clear()
        return lines

    def _enter(self, number: int, entry: NewEntry) -> None:
        self.lines += [entry.line, *entry.draws]
        self.heads.append(chain.link(self.heads[-1], entry.line, entry.draws))
        if entry.secret:
            self.secrets = self.secrets._replace(moves={**self.secrets.moves, str(number): entry.secret})

    def _mark(self, entries: int) -> None:
        """Says in the log where its past ends, and what chance begins with."""
        name = one_line(self.file.path.rpartition("/")[2])[:80]
        draws = [public_line(draw) for draw in self.chance.announce().record]
        self.chance.record.clear()
        self._enter(entries + 1, NewEntry(f"! {IMPORT}{entries}: recorded in {name}, not drawn", draws))


_EMPTY: Log = split_log([])
