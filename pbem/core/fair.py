"""Chance of a game file: every result is recorded together with what proves it.

* entropy 0 <hex>             what the players' words come to, before anything is drawn
* open round 3 <hex>          link 3 of the chain of the rounds; it leads to link 2, and so to the commitment
* roll blue 1 3 4 5 6 @round/3
* shuffle contracts c05 ? ? ?
* leaves contracts <hex> ...  a hash for every card in order
* draw blue c12 @contracts/2 <salt>
"""

from __future__ import annotations

from typing import Self

from pbem.core import pbem1
from pbem.core.chance import Draw, Occasion, Seeded
from pbem.core.words import Words

WHOLE, PRIVATE = "all", "private"  # keys of a commitment, besides the streams
COMMON_DIE = 6  # sides that need not be named


def commit(game: str, seats: tuple[str, ...], seed: bytes) -> dict[str, str]:
    """What is published before the game: link 0 of every stream, the private mark, and one hash over all of it."""
    starts = {stream: pbem1.chain(seed, game, stream)[0] for stream in (pbem1.ROUND, *seats)}
    mark = private_mark(game, seed)
    shown = {stream: start.hex() for stream, start in starts.items()}
    return {WHOLE: pbem1.commitment(game, starts, mark).hex(), **shown, PRIVATE: mark.hex()}


def private_mark(game: str, seed: bytes) -> bytes:
    """The part of a commitment that is quickly made: enough to tell one seed from another."""
    return pbem1.private_mark(pbem1.private_key(seed, game))


class Fair(Seeded):
    """Chance from a seed and the players' words, with proofs."""

    def __init__(
        self, words: Words, seed: bytes, counts: dict[str, int] | None = None, decks: dict[str, list[str]] | None = None
    ) -> None:
        super().__init__(words.game, seed, counts)
        self.words = words
        self.decks = dict(decks or {})

    def announce(self) -> Self:
        """Records what the words come to; the first line of a game."""
        self.record.append(Draw("entropy", "0", (self.entropy().hex(),)))
        return self

    def entropy(self, at: Occasion | None = None) -> bytes:
        if at is None:
            return self.words.entropy(0)
        return self.words.entropy((at.number if at.stream == pbem1.ROUND else self.counts.get(pbem1.ROUND, 0)) - 1)

    def link(self, stream: str, number: int) -> bytes:
        if stream != pbem1.ROUND and stream not in self.words.seats:
            raise ValueError(f"{stream} is no seat: only a round can give it dice")
        return super().link(stream, number)

    def proof(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Deck, place and salt of every card; nothing when one of them is no hidden card of any deck."""
        found: list[str] = []
        for card in cards:
            deck = next((deck for deck, order in reversed(self.decks.items()) if card in order), None)
            if deck is None:
                return ()
            place = self.decks[deck].index(card)
            found += f"@{deck}/{place}", pbem1.salt(self.deck_key(), deck, place).hex()
        return tuple(found)

    def _note_roll(self, draw: Draw, at: Occasion, sides: int) -> None:
        if at.fresh:
            if at.stream == pbem1.ROUND:
                self._tell_entropy(at.number - 1)
            self.record.append(Draw("open", at.stream, (str(at.number), self.link(at.stream, at.number).hex())))
        die = () if sides == COMMON_DIE else (f"d{sides}",)
        self.record.append(draw._replace(proof=(f"@{at.stream}/{at.number}", *die)))

    def _tell_entropy(self, closed: int) -> None:
        """Records what the words come to when a round has closed in which sealed words were due."""
        if closed and self.words.counted(closed):
            missing = self.words.missing(closed)
            names = ("without", *missing) if missing else ()
            self.record.append(Draw("entropy", str(closed), (self.words.entropy(closed).hex(), *names)))

    def _note_shuffle(self, draw: Draw) -> None:
        self.record.append(draw)
        deck, key = draw.label, self.deck_key()
        cards = enumerate(self.decks[deck])
        leaves = [pbem1.leaf(deck, place, card, pbem1.salt(key, deck, place)).hex() for place, card in cards]
        if leaves:
            self.record.append(Draw("leaves", deck, tuple(leaves)))

    def _note_cards(self, draw: Draw) -> None:
        self.record.append(draw._replace(proof=self.proof(draw.values)))
