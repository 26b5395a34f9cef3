"""Chance as a log tells it: what its keeper could not know, or did not write down because it was hidden, is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pbem.core.chance import UNKNOWN, ChanceMismatch, Draw, Recorded

Habits = frozenset[tuple[str, str]]


def habits(draws: Iterable[Draw]) -> Habits:
    """What a log tells, by the stem of the label: somebody who says once that nothing came of it always says so."""
    return frozenset((stem(draw.label), value) for draw in draws if draw.kind == "draw" for value in draw.values)


def stem(label: str) -> str:
    """A label without its number: `sale-` of `sale-22`."""
    return label.rstrip("0123456789")


class Asked(NamedTuple):
    """What the rules asked of chance: `n` dice of `sides`, these cards, or a shuffle of them."""

    kind: str
    label: str
    n: int
    sides: int = 0
    cards: tuple[str, ...] = ()  # as far as the position knows them

    def line(self) -> str:
        """The chance line that was wanted, as far as it is known."""
        known = self.cards if self.kind == "draw" else ()
        return " ".join(("*", self.kind, self.label, *known))


class Told(Recorded):
    """Chance of a log that is played entry by entry.

    `asked` is the question that the log did not answer, `bad` the number of the line that stood there instead.
    `habits` are results that the log tells elsewhere, by the stem of their label: where one is missing, it was lost.
    """

    def __init__(self, draws: Iterable[Draw] = (), habits: Habits = frozenset()) -> None:
        super().__init__(draws)
        self.habits = habits
        self.silences = 0  # results so far of which the log says nothing
        self.asked: Asked | None = None
        self.bad = 0
        self.untold: list[Asked] = []  # results of this entry that the log does not tell and need not tell
        self.hidden = False  # True once a card is unknown
        self.packs: dict[str, tuple[str, ...]] = {}  # the cards of every deck that has been shuffled

    def feed(self, draws: list[Draw]) -> None:
        """Gives the results that stand behind the next entry."""
        self.queue, self.at, self.asked, self.bad, self.untold = draws, 0, None, 0, []
        self.record.clear()

    def _ask(self, asked: Asked) -> None:
        self.asked, self.bad = asked, self.at

    def _told(self, kind: str, label: str) -> bool:
        return self.at < len(self.queue) and self.queue[self.at][:2] == (kind, label)

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        self._ask(Asked("roll", seat, n, sides))
        values = super().roll(seat, n, sides, event)
        self.asked = None
        return values

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        self.packs = {**self.packs, deck: tuple(items)}
        if not shown and not self._told("shuffle", deck):
            self.hidden = True
            return [UNKNOWN] * len(items)
        self._ask(Asked("shuffle", deck, len(items), 0, tuple(items)))
        cards = self._deck(deck, items)
        if UNKNOWN in cards[:shown]:
            raise ChanceMismatch(f"the first {shown} cards of {deck}, which lie open", " ".join(cards[:shown]))
        self.asked = None
        self.hidden = self.hidden or UNKNOWN in cards
        return cards

    def _deck(self, deck: str, items: Sequence[str]) -> list[str]:
        """The cards as told; those of a deck that is itself unknown in part may be any."""
        if UNKNOWN not in items:
            return super().shuffle(deck, items)
        cards = list(self._next("shuffle", deck))
        return cards + [UNKNOWN] * (len(items) - len(cards))

    def draw(self, label: str, card: str, only: str | None = None, unsaid: str = "") -> str:
        if unsaid and (stem(label), unsaid) not in self.habits and not self._told("draw", label):
            self.untold.append(Asked("draw", label, 1, 0, (card,)))
            self.silences += 1
            return UNKNOWN
        return super().draw(label, card, only)

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        asked = Asked("draw", label, len(cards), 0, tuple(cards))
        if only is not None and not (self._told("draw", label) and len(self.queue[self.at].values) == len(cards)):
            self.untold.append(asked)
            return list(cards)
        self._ask(asked)
        found = super().deal(label, cards, only)
        self.asked = None
        return found

    def copy(self) -> Told:
        other = Told(self.queue, self.habits)
        other.at, other.record, other.counts = self.at, list(self.record), dict(self.counts)
        other.asked, other.bad, other.untold = self.asked, self.bad, list(self.untold)
        other.hidden, other.packs, other.silences = self.hidden, self.packs, self.silences
        return other
