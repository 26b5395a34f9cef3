"""Plays a log entry by entry with the chance recorded in it: so walk check, fmt, diff, repair and fill."""

from __future__ import annotations

from typing import NamedTuple

from pbem.archive.lines import read_draws
from pbem.archive.told import Told, habits
from pbem.core.chance import ChanceMismatch
from pbem.core.engine import Match
from pbem.core.event import Event
from pbem.core.game import Game, ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import Entry, Log, setup_lines
from pbem.gamefile.store import GameFile


class Step(NamedTuple):
    """One entry as it was played: whose, its moves in canonical form, what happened."""

    entry: Entry
    seat: str
    moves: tuple[Move, ...]
    events: list[Event]


class Unfit(Exception):
    """An entry that cannot be played, told in the cheapest way: `cause` is what the reader, rules or chance said."""

    def __init__(self, entry: Entry | None, cause: Exception | None, index: int = 0) -> None:
        super().__init__(cause)
        self.entry = entry
        self.cause = cause  # None: results of chance are left over
        self.index = index  # which move of the entry


class Walk:
    """A log on its way. After an `Unfit` the position may be half changed: go on from a copy made before."""

    def __init__(self, game: Game, seats: tuple[str, ...], match: Match) -> None:
        self.game = game
        self.seats = seats
        self.match = match

    @property
    def chance(self) -> Told:
        chance = self.match.chance
        assert isinstance(chance, Told)
        return chance

    @classmethod
    def start(cls, file: GameFile, log: Log) -> Walk:
        """Sets the game up as recorded; raises Unfit."""
        told = (line for entry in log.entries for line in entry.draws)
        chance = Told(read_draws(setup_lines(log)), habits(read_draws(told)))
        config = file.header.config(file.game)
        try:
            walk = cls(file.game, config.seats, Match.start(file.game, config, chance))
        except ChanceMismatch as mismatch:
            raise Unstarted(mismatch, chance) from None
        except (KeyError, ValueError, IndexError) as error:
            raise Unstarted(ChanceMismatch("set-up lines", str(error)), chance) from None
        if chance.at < len(chance.queue):
            raise Unstarted(None, chance)
        return walk

    def copy(self) -> Walk:
        return Walk(self.game, self.seats, self.match.copy())

    def step(self, entry: Entry) -> Step:
        """Plays one entry; raises Unfit."""
        moves = read_entry(self.game, entry)
        if entry.seat not in self.seats:
            raise Unfit(entry, ParseProblem("pbem.log.seat", 0, len(entry.seat), (), found=entry.seat))
        self.chance.feed(read_draws(entry.draws))
        try:
            played, events = play_moves(self.match, entry.seat, moves)
        except IllegalMove as refusal:
            raise Unfit(entry, refusal, refusal.index) from None
        except (ChanceMismatch, KeyError, ValueError, IndexError) as mismatch:
            # The others are rules that meet a `?` where they need to know: the fault of the log, not of the rules.
            raise Unfit(entry, mismatch) from None
        if self.chance.at < len(self.chance.queue):
            raise Unfit(entry, None)
        return Step(entry, entry.seat, played, events)

    def doubled(self, step: Step) -> list[str]:
        """What is in the position twice, or lost, by what the entry has shown; empty where nothing was unknown."""
        if not self.chance.hidden or not (step.entry.draws or any(map(self.game.secret, step.moves))):
            return []
        return self.game.invariants(self.match.state)


class Unstarted(Unfit):
    """A set-up that does not fit what is recorded of it."""

    def __init__(self, cause: ChanceMismatch | None, chance: Told) -> None:
        super().__init__(None, cause)
        self.chance = chance


def read_entry(game: Game, entry: Entry) -> list[Move]:
    """The moves of an entry; raises Unfit."""
    try:
        return read_moves(game, entry.text)
    except ParseProblem as wrong:
        raise Unfit(entry, wrong) from None


def read_moves(game: Game, text: str) -> list[Move]:
    """The moves of a cleaned text; raises ParseProblem, or one for an empty text."""
    moves: list[Move] = []
    for part in text.split(";"):
        clause = part.strip(" \t.,")
        if clause:
            moves += game.parse(clause)
    if not moves:
        raise ParseProblem("pbem.parse.empty", 0, 1)
    return moves


def play_moves(match: Match, seat: str, moves: list[Move]) -> tuple[tuple[Move, ...], list[Event]]:
    """Plays the moves of one entry in place and returns them in canonical form; raises at the first that is refused."""
    played: list[Move] = []
    ahead: list[Move] = []
    events: list[Event] = []
    for i, move in enumerate(moves):
        try:
            done, more = match.play(seat, move)
        except IllegalMove as refusal:
            if not i or not match.game.later(match.state, seat, move):
                refusal.index = i
                raise
            done, more = (move,), []
            ahead.append(move)
        played += done
        events += more
    match.give_ahead(seat, ahead)
    events += match.end_text(seat)
    return tuple(played), events
