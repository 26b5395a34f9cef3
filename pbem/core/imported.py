"""Chance of a game whose beginning was played elsewhere: what was recorded there first, then what is drawn here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from pbem.core.chance import PIPS, ChanceMismatch, Draw, occasion
from pbem.core.fair import Fair


class Imported(Fair):
    """Rolls and shuffles as they were told, without proofs; once nothing is told any more, drawn and proved."""

    told: list[Draw] | None = None  # what is left of the results of the entry being played; None: they are drawn

    def tell(self, draws: list[Draw] | None) -> None:
        """Gives the results of the next entry of the past; None when it is played here."""
        self.told = None if draws is None else [draw for draw in draws if draw.kind in ("roll", "shuffle")]

    def _next(self, kind: str, label: str) -> tuple[str, ...]:
        if not self.told:
            raise ChanceMismatch(f"* {kind} {label}", "nothing recorded")
        draw = self.told.pop(0)
        if (draw.kind, draw.label) != (kind, label):
            raise ChanceMismatch(f"* {kind} {label}", draw.line())
        return draw.values

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        if self.told is None:
            return super().roll(seat, n, sides, event)
        occasion(self.counts, seat, event)
        values = self._next("roll", seat)
        rolled = tuple(PIPS.get(value, 0) for value in values)
        if len(rolled) != n or not all(1 <= value <= sides for value in rolled):
            raise ChanceMismatch(f"{n} dice of 1 to {sides} for {seat}", " ".join(values))
        self.record.append(Draw("roll", seat, values))
        return rolled

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        if self.told is None:
            return super().shuffle(deck, items, shown, only)
        cards = list(self._next("shuffle", deck))
        if sorted(cards) != sorted(items):
            raise ChanceMismatch(f"the {len(items)} cards of {deck}, each once", " ".join(cards))
        self.record.append(Draw("shuffle", deck, (*cards[:shown], *("?" for _ in cards[shown:])), only))
        return cards

    def copy(self) -> Self:
        other = super().copy()
        other.told = None if self.told is None else list(self.told)
        return other
