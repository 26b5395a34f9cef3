"""Chance: the only source of dice, shuffles and drawn cards.

Live games draw from a secret seed, addressed by meaning (`round-3`, `blue-7`, `contracts`), so that no seat's
actions change another seat's dice. Replays read recorded results and check their labels. Every result leaves a `Draw`,
which is a chance line of the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, Self

from pbem.core import pbem1
from pbem.core.named import NamedTuple
from pbem.core.problem import IllegalMove

UNKNOWN = "?"
PROOFS = ("entropy", "open", "leaves", "show")  # chance lines that only prove others; see `pbem.core.fair`
PIPS = {str(n): n for n in range(1, 101)}  # the values a die can show, as they stand in a log


class Draw(NamedTuple):
    """One result of chance: `roll blue 1 3 4`, `draw blue c12`. `only`: the one seat that may see it.

    `proof` stands behind it: `@round/3`, or a deck, the place in it and the salt of each card, `@contracts/17 5ab0..`.
    """

    kind: str
    label: str
    values: tuple[str, ...]
    only: str | None = None
    proof: tuple[str, ...] = ()

    def line(self) -> str:
        return " ".join(("*", self.kind, self.label, *self.values, *self.proof))


class ChanceMismatch(Exception):
    """A recorded result does not fit what the rules ask for."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"{expected}: {found}")
        self.expected = expected
        self.found = found


class Chance(Protocol):
    """What the rules may ask of chance."""

    record: list[Draw]
    counts: dict[str, int]  # the last event of every stream that has been drawn
    decks: dict[str, list[str]]  # the order of all decks with hidden cards

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        """Rolls n dice for a seat; `event` (`round-3`, once a seat) is one of all seats, else the seat's next own."""

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        """Shuffles a named deck; the first `shown` cards become public. A deck shuffled anew has a new name."""

    def draw(self, label: str, card: str, only: str | None = None, unsaid: str = "") -> str:
        """Turns up a card, for everybody or for one seat; `?` when the replay does not know what the deck holds.

        What is no card, such as a secret bid, may be shown in the same way, if it is not named like a hidden card.
        `unsaid`: a result of which people who keep a log may say nothing; where they do not, it is `?`.
        """

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        """Turns up several cards at once."""

    def copy(self) -> Chance:
        """An independent continuation with the same future."""


class Occasion(NamedTuple):
    """An event of a stream, and how the dice of it are labelled; `fresh` when it is the first roll of that event."""

    stream: str
    number: int
    label: str
    fresh: bool


def occasion(counts: dict[str, int], seat: str, event: str) -> Occasion:
    """The occasion of a roll, which `counts` is told: `round-3` of all seats, or the next one of the seat alone."""
    if event:
        stream, _, digits = event.rpartition("-")
        number, label = int(digits), f"roll/{seat}"
    else:
        stream, number, label = seat, counts.get(seat, 0) + 1, "die"
    before = counts.get(stream, 0)
    if number < before or (event and stream != pbem1.ROUND):
        raise ValueError(f"no occasion to roll: {event} after {before}")
    counts[stream] = number
    return Occasion(stream, number, label, number > before)


class Seeded:
    """Chance that follows from a secret seed and the meaning of the draw, by "pbem1"; `Fair` proves it, too."""

    def __init__(self, game_id: str, seed: bytes, counts: dict[str, int] | None = None) -> None:
        self.game_id = game_id
        self.seed = seed
        self.counts: dict[str, int] = dict(counts or {})
        self.decks: dict[str, list[str]] = {}
        self.record: list[Draw] = []
        self._rolled: frozenset[tuple[str, str]] = frozenset()
        self._chains: dict[str, list[bytes]] = {}  # shared with all copies

    def link(self, stream: str, number: int) -> bytes:
        """Link `number` of the chain of a stream."""
        if number > pbem1.LINKS:
            raise IllegalMove("pbem.chance.spent", stream=stream, limit=pbem1.LINKS)
        if stream not in self._chains:
            self._chains[stream] = pbem1.chain(self.seed, self.game_id, stream)
        return self._chains[stream][number]

    def entropy(self, at: Occasion | None = None) -> bytes:
        """What the players' words come to for an occasion, or for shuffles; nothing here."""
        return b""

    def deck_key(self) -> bytes:
        """The key of all shuffles."""
        return pbem1.deck_key(pbem1.private_key(self.seed, self.game_id), self.game_id, self.entropy())

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        at = occasion(self.counts, seat, event)
        if event and (event, seat) in self._rolled:
            raise ValueError(f"{seat} rolls twice at {event}: the dice would be the same")
        self._rolled |= {(event, seat)}
        opened = self.link(at.stream, at.number)
        key = pbem1.event_key(opened, self.game_id, at.stream, at.number, self.entropy(at))
        values = pbem1.dice(key, at.label, n, sides)
        self._note_roll(Draw("roll", seat, tuple(map(str, values))), at, sides)
        return values

    def _note_roll(self, draw: Draw, at: Occasion, sides: int) -> None:
        self.record.append(draw)

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        if deck in self.decks:
            raise ValueError(f"{deck} is shuffled twice: the order would be the same; call it {deck}#2")
        cards = pbem1.shuffle(self.deck_key(), deck, items)
        hidden = (UNKNOWN,) * (len(cards) - shown)
        self.decks[deck] = list(cards) if hidden else []
        self._note_shuffle(Draw("shuffle", deck, (*cards[:shown], *hidden), only))
        return cards

    def _note_shuffle(self, draw: Draw) -> None:
        self.record.append(draw)

    def draw(self, label: str, card: str, only: str | None = None, unsaid: str = "") -> str:
        return self.deal(label, (card,), only)[0]

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        self._note_cards(Draw("draw", label, tuple(cards), only))
        return list(cards)

    def _note_cards(self, draw: Draw) -> None:
        self.record.append(draw)

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.counts, other.decks, other.record = dict(self.counts), dict(self.decks), list(self.record)
        return other


class Recorded:
    """Chance of a replay: results come from the log; a label or a count that does not fit is a `ChanceMismatch`."""

    def __init__(self, draws: Iterable[Draw] = ()) -> None:
        self.queue = [draw for draw in draws if draw.kind not in PROOFS]
        self.at = 0
        self.record: list[Draw] = []
        self.counts: dict[str, int] = {}
        self.decks: dict[str, list[str]] = {}

    def _next(self, kind: str, label: str) -> tuple[str, ...]:
        try:
            draw = self.queue[self.at]
        except IndexError:
            raise ChanceMismatch(f"* {kind} {label}", "nothing recorded") from None
        if draw[0] != kind or draw[1] != label:
            raise ChanceMismatch(f"* {kind} {label}", draw.line())
        self.at += 1
        self.record.append(draw)
        return draw[2]

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        if not event:
            self.counts[seat] = self.counts.get(seat, 0) + 1
        values = self._next("roll", seat)
        rolled = tuple([PIPS.get(value, 0) for value in values])
        if len(rolled) != n or (n and not 1 <= min(rolled) <= max(rolled) <= sides):
            raise ChanceMismatch(f"{n} dice of 1 to {sides} for {seat}", " ".join(values))
        return rolled

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        cards = list(self._next("shuffle", deck))
        cards += [UNKNOWN] * (len(items) - len(cards))
        known = set(cards) - {UNKNOWN}
        twice = len(known) + cards.count(UNKNOWN) < len(cards)
        if len(cards) != len(items) or twice or not known.issubset(items):
            raise ChanceMismatch(f"the {len(items)} cards of {deck}, each once", " ".join(cards))
        return cards

    def draw(self, label: str, card: str, only: str | None = None, unsaid: str = "") -> str:
        return self.deal(label, (card,), only)[0]

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        found = self._next("draw", label)
        if found == tuple(cards):
            return list(cards)
        fits = all(UNKNOWN in (card, other) or card == other for card, other in zip(cards, found, strict=False))
        if len(found) != len(cards) or not fits:
            raise ChanceMismatch(f"* draw {label} {' '.join(cards)}", " ".join(found))
        return [other if card == UNKNOWN else card for card, other in zip(cards, found, strict=True)]

    def copy(self) -> Recorded:
        other = Recorded(self.queue)
        other.at, other.record, other.counts = self.at, list(self.record), dict(self.counts)
        return other


class Scripted(Seeded):
    """Chance of a rule case: given results first, then those of a fixed seed."""

    def __init__(self, draws: Iterable[Draw] = (), seed: bytes = b"rule case", game_id: str = "case") -> None:
        super().__init__(game_id, seed)
        self.script = list(draws)

    def _given(self, kind: str, label: str) -> tuple[str, ...] | None:
        for i, draw in enumerate(self.script):
            if draw.kind == kind and draw.label in (label, "-"):
                return self.script.pop(i).values
        return None

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        given = self._given("roll", seat)
        if given is None or len(given) != n:
            return super().roll(seat, n, sides, event)
        self.record.append(Draw("roll", seat, given))
        return tuple(map(int, given))

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        cards = super().shuffle(deck, items, shown, only)
        first = self._given("shuffle", deck) or ()
        return [*first, *(c for c in cards if c not in first)]

    def copy(self) -> Self:
        other = super().copy()
        other.script = list(self.script)
        return other
