"""The engine: plays turns on a match, all or nothing, and keeps answers that were given ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.chance import Chance, Draw
from pbem.core.event import Event
from pbem.core.game import Config, Game
from pbem.core.move import Move, Turn
from pbem.core.named import NamedTuple
from pbem.core.problem import ChanceNeeded, IllegalMove, Problem

MOST_PROBLEMS = 20  # of one text; nobody reads more


class Outcome(NamedTuple):
    """What a submission led to. With problems, nothing has changed."""

    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    problems: tuple[Problem, ...]


class Match:
    """A game in play: the position, its chance, and what seats have answered ahead."""

    __slots__ = ("ahead", "chance", "game", "state")

    def __init__(self, game: Game, state: Any, chance: Chance, ahead: dict[str, list[Move]] | None = None) -> None:
        self.game = game
        self.state = state
        self.chance = chance
        self.ahead: dict[str, list[Move]] = ahead or {}

    @classmethod
    def start(cls, game: Game, config: Config, chance: Chance) -> Match:
        return cls(game, game.setup(config, chance), chance)

    def copy(self) -> Match:
        ahead = {seat: list(moves) for seat, moves in self.ahead.items()}
        return Match(self.game, self.game.copy(self.state), self.chance.copy(), ahead)

    def play(self, seat: str, move: Move) -> tuple[tuple[Move, ...], list[Event]]:
        """Plays one move, vague or canonical; returns it in canonical form with its events."""
        moves = self.game.resolve(self.state, seat, move) if move.vague else (move,)
        if len(moves) == 1:
            return moves, self.game.apply(self.state, seat, moves[0], self.chance)
        before = self.copy()
        events: list[Event] = []
        try:
            for part in moves:
                events += self.game.apply(self.state, seat, part, self.chance)
        except IllegalMove:
            self.state, self.chance, self.ahead = before.state, before.chance, before.ahead
            raise
        return moves, events

    def end_text(self, seat: str) -> list[Event]:
        """Does what follows when a seat's text has ended, then plays answers that were given ahead."""
        return self.game.settle(self.state, seat, self.chance) + self.play_ahead()

    def give_ahead(self, seat: str, moves: list[Move]) -> None:
        """Keeps the answers of a text to questions still to come; those of an older text are forgotten."""
        if moves:
            self.ahead[seat] = moves

    def play_ahead(self) -> list[Event]:
        """Plays answers that were given ahead, as far as they are due."""
        events: list[Event] = []
        while self.ahead and (more := self._play_next()):
            events += more
        return events

    def _play_next(self) -> list[Event]:
        for decision in self.game.waiting(self.state):
            moves = self.ahead.get(decision.seat)
            if moves:
                return self._answer(decision.seat, moves)
        return []

    def _answer(self, seat: str, moves: list[Move]) -> list[Event]:
        move = moves.pop(0)
        try:
            _, events = self.play(seat, move)
        except ChanceNeeded:
            raise
        except IllegalMove as refusal:
            del self.ahead[seat]
            return [_lapsed(self.game, seat, [move, *moves], refusal)]
        if not moves:
            del self.ahead[seat]
            events += self.game.settle(self.state, seat, self.chance)
        return events


Hint = Callable[[Match, str, Problem], Problem]  # adds what would be right, in the position where the problem arose


def no_hint(match: Match, seat: str, problem: Problem) -> Problem:
    return problem


def submit(match: Match, seat: str, turn: Turn, hint: Hint = no_hint) -> tuple[Match, Outcome]:
    """Plays a whole text on a copy of the match; the copy is the new match unless there are problems.

    Once chance has shown something, what was played stands, and a move that does not fit the result lapses.
    """
    trial = match.copy()
    trial.chance.record.clear()
    played, events, problems = _play_all(trial, seat, turn, hint)
    if problems:
        return match, Outcome((), (), (), tuple(problems))
    events += trial.end_text(seat)
    return trial, Outcome(tuple(played), tuple(events), tuple(trial.chance.record), ())


def _play_all(trial: Match, seat: str, turn: Turn, hint: Hint) -> tuple[list[Move], list[Event], list[Problem]]:
    played: list[Move] = []
    ahead: list[Move] = []
    events: list[Event] = []
    problems: list[Problem] = []
    for i, (move, span) in enumerate(turn.moves):
        if _enough(trial, problems):
            break
        if problems and problems[-1].span is span:
            continue  # the rest of a clause that was refused already
        try:
            moves, more = trial.play(seat, move)
            played += moves
            events += more
        except ChanceNeeded as stop:
            problems.append(stop.at(span))
            break
        except IllegalMove as refusal:
            if played and trial.game.later(trial.state, seat, move):
                ahead.append(move)
                played.append(move)
                continue
            if trial.chance.record and not problems:
                rest = [placed.move for placed in turn.moves[i:]]
                events.append(_lapsed(trial.game, seat, rest, refusal))  # what was seen cannot be taken back
                break
            problems.append(hint(trial, seat, refusal.at(span)))
    trial.give_ahead(seat, ahead)
    return played, events, problems


def _enough(trial: Match, problems: list[Problem]) -> bool:
    """True when no more problems are looked for: whether the rest is legal could tell what chance has brought."""
    return len(problems) >= MOST_PROBLEMS or bool(problems and trial.chance.record)


def _lapsed(game: Game, seat: str, moves: list[Move], refusal: IllegalMove) -> Event:
    """Tells the seat, and nobody else, which of its plans came to nothing."""
    facts = {"moves": [game.format(move) for move in moves], "why": refusal.id, "numbers": dict(refusal.facts)}
    return Event("lapsed", seat, facts=facts, only=seat)


def play_entry(match: Match, seat: str, moves: Sequence[Move]) -> list[Event]:
    """Plays the moves of one log entry in place, without a copy; raises IllegalMove at the first that is refused."""
    game = match.game
    events: list[Event] = []
    ahead: list[Move] = []
    for i, move in enumerate(moves):
        try:
            events += match.play(seat, move)[1] if move.vague else game.apply(match.state, seat, move, match.chance)
        except IllegalMove as refusal:
            if not i or not game.later(match.state, seat, move):
                refusal.index = i
                raise
            ahead.append(move)
    if ahead:
        match.give_ahead(seat, ahead)
    events += game.settle(match.state, seat, match.chance)
    if match.ahead:
        events += match.play_ahead()
    return events
