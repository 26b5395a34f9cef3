"""The random bot: any legal move, every kind of move as likely as the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from pbem.notation.reader import format_turn

if TYPE_CHECKING:
    from pbem.core.engine import Match
    from pbem.core.move import Move

MOST_LOOKED_AT = 3000  # moves of one position; the kinds that come later are still found, so lists are rarely cut
MOST_CLAUSES = 6


class RandomBot:
    """Plays at random; `more` is how often it adds a clause to its text instead of waiting for the next question."""

    def __init__(self, seed: str, more: float = 0.4) -> None:
        self.random = Random(f"bot {seed}")
        self.more = more

    def __call__(self, match: Match, seat: str) -> str:
        moves = [self.choose(match.game.legal(match.state, seat))]
        while len(moves) < MOST_CLAUSES and self.random.random() < self.more:
            move = self._next(match, seat, moves)
            if move is None:
                break
            moves.append(move)
        return format_turn(match.game, tuple(moves))

    def choose(self, legal: Iterable[Move]) -> Move:
        """One move of a list that may be long: first its kind, then one of that kind."""
        kept: dict[type[Move], Move] = {}
        seen: dict[type[Move], int] = {}
        for move in islice(legal, MOST_LOOKED_AT):
            kind = type(move)
            seen[kind] = seen.get(kind, 0) + 1
            if self.random.random() * seen[kind] < 1:
                kept[kind] = move
        return kept[self.random.choice(list(kept))]

    def _next(self, match: Match, seat: str, moves: list[Move]) -> Move | None:
        """One more clause, unless chance has spoken: a player could not know what came of it."""
        trial = match.copy()
        trial.chance.record.clear()
        for move in moves:
            trial.play(seat, move)
        asked = any(decision.seat == seat for decision in trial.game.waiting(trial.state))
        if trial.chance.record or not asked:
            return None
        return self.choose(trial.game.legal(trial.state, seat))
