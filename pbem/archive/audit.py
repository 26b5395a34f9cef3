"""Checks the proofs of a log from its lines alone, without rules: what anybody can do who has the log."""

from __future__ import annotations

from typing import Any, NamedTuple

from pbem.core import pbem1
from pbem.core.chance import PROOFS, UNKNOWN, Draw
from pbem.core.fair import COMMON_DIE, PRIVATE, WHOLE
from pbem.core.problem import Refused
from pbem.core.words import Words
from pbem.gamefile.log import START, Entry, Log, imported_at, parse_draw, undo_count, waits
from pbem.gamefile.schema import Header
from pbem.gamefile.trouble import trouble
from pbem.gamefile.words import give_open, give_seal, give_word, read_said, read_words, unhex

GIVE = {"word": give_word, "seal": give_seal, "open": give_open}


class Tally(NamedTuple):
    """How much was proven. `bare` counts results that are no cards of a deck, such as bids that were shown, and
    `recorded` those of a game that was begun elsewhere, which nothing proves.
    """

    rolls: int = 0
    dice: int = 0
    decks: int = 0
    cards: int = 0
    words: int = 0
    bare: int = 0
    recorded: int = 0


class Wrong(Exception):
    """A line whose proof does not hold."""

    def __init__(self, id: str, **facts: Any) -> None:
        super().__init__(id, facts)
        self.id = id
        self.facts = facts


class Audit:
    """Goes through a log line by line. `links` are the highest opened ones, `opened` all events that were opened."""

    def __init__(self, header: Header, log: Log) -> None:
        self.header = header
        self.log = log
        self.tally = Tally()
        self.links: dict[str, tuple[int, bytes]] = {}
        self.counts: dict[str, int] = {}
        self.decks: dict[str, list[str]] = {}
        self.cards: dict[str, dict[int, str]] = {}  # what has been shown of every deck
        self.words = read_words(header, log._replace(entries=[]))
        self._due = ("", 0)  # a deck whose leaves must come next, and how many cards it has
        self._import = imported_at(log)
        self._told = -1  # the last round whose entropy was told
        self._rolled: set[tuple[str, int, str]] = set()
        self._stand: list[tuple[dict[str, int], int, set[tuple[str, int, str]]]] = []

    def commitment(self) -> None:
        """Checks that the parts of the commitment make up the whole; raises Wrong."""
        found = {name: unhex(digits) for name, digits in self.header.commitment.items()}
        streams = (pbem1.ROUND, *self.words.seats)
        missing = [name for name in (WHOLE, *streams, PRIVATE) if len(found.get(name, b"")) != 32]
        if missing:
            raise Wrong("pbem.verify.commitment", what=f"no hash for {', '.join(missing)}")
        starts = {stream: found[stream] for stream in streams}
        if pbem1.commitment(self.header.id, starts, found[PRIVATE]) != found[WHOLE]:
            raise Wrong("pbem.verify.commitment", what="the parts do not make up the whole")
        self.links = {stream: (0, start) for stream, start in starts.items()}

    def entry(self, entry: Entry) -> None:
        """Takes note of an entry before its chance lines; raises Wrong."""
        self.end()
        if entry.seat:
            self._stand.append((dict(self.counts), self._told, set(self._rolled)))
        elif entry.text.startswith("undo "):
            try:
                back = undo_count(entry)
            except Refused:
                raise Wrong("pbem.verify.word", what=entry.text[:60]) from None
            if back <= len(self._stand):
                self.counts, self._told, self._rolled = self._stand[len(self._stand) - back]
                del self._stand[len(self._stand) - back :]
        else:
            self._referee(entry)

    def end(self) -> None:
        """Checks that nothing is missing at the end of an entry; raises Wrong."""
        due, self._due = self._due, ("", 0)
        if due[0]:
            raise Wrong("pbem.verify.leaves", deck=due[0])

    def _referee(self, entry: Entry) -> None:
        before = self.log._replace(entries=self.log.entries[: entry.number - 1])
        said = read_said(entry.text)
        if entry.text == START and not waits(before):
            raise Wrong("pbem.verify.word", what="the game was not waiting for its start")
        if said is None:
            return
        try:
            right = GIVE[said.kind](self.header, before, said.seat, said.text)
            if right != said or said.seat not in self.words.seats:
                raise trouble("pbem.verify.word")
        except Refused as refused:
            raise Wrong("pbem.verify.word", what=f"{entry.text[:60]} ({refused.problems[0].id})") from None
        self.tally = self.tally._replace(words=self.tally.words + 1)
        self.words = read_words(self.header, self.log._replace(entries=self.log.entries[: entry.number]))

    def chance(self, line: str, number: int) -> None:
        """Checks one chance line of an entry; raises Wrong."""
        draw = parse_draw(line)
        if number < self._import and draw.kind not in PROOFS and not draw.proof:
            self.tally = self.tally._replace(recorded=self.tally.recorded + 1)
            return
        if draw.kind != "leaves":
            self.end()
        check = getattr(self, f"_{draw.kind}", None) if draw.kind in KINDS else None
        if check is None:
            raise Wrong("pbem.verify.line", found=line[:60])
        check(draw)

    def _entropy(self, draw: Draw) -> None:
        number = _number(draw.label)
        wanted = entropy_line(self.words, number)
        if draw.line() != wanted:
            raise Wrong("pbem.verify.entropy", found=draw.line(), wanted=wanted)
        self._told = number

    def _open(self, draw: Draw) -> None:
        stream, number, opened = draw.label, _number(draw.values[0] if draw.values else ""), b""
        if stream in self.links and len(draw.values) == 2:
            opened = unhex(draw.values[1])
        if len(opened) != 32 or not self._next(stream, number):
            raise Wrong("pbem.verify.open", found=f"{stream} {number}", wanted=self._wanted(stream))
        top, link = self.links[stream]
        low, high = (opened, link) if number < top else (link, opened)
        for _ in range(abs(number - top)):
            high = pbem1.link(high)
        if high != low:
            raise Wrong("pbem.verify.link", stream=stream, number=number)
        if stream == pbem1.ROUND and self.words.counted(number - 1) and self._told != number - 1:
            raise Wrong("pbem.verify.entropy", found="nothing", wanted=entropy_line(self.words, number - 1))
        self.links[stream] = max(self.links[stream], (number, opened))
        self.counts[stream] = number

    def _next(self, stream: str, number: int) -> bool:
        before = self.counts.get(stream, 0)
        if self._import and stream not in self.counts:
            return 0 < number <= pbem1.LINKS  # some were rolled elsewhere; how many, only the rules know
        return before < number <= pbem1.LINKS if stream == pbem1.ROUND else number == before + 1 <= pbem1.LINKS

    def _wanted(self, stream: str) -> str:
        return f"{stream} {self.counts.get(stream, 0) + 1}" if stream in self.links else "a stream of the commitment"

    def _roll(self, draw: Draw) -> None:
        event, _, sides = " ".join(draw.proof).partition(" ")
        stream, _, digits = event.removeprefix("@").rpartition("/")
        number = _number(digits)
        place = (stream, number, draw.label)
        own = stream == draw.label and stream != pbem1.ROUND
        if not number or self.counts.get(stream) != number or place in self._rolled or not (own or stream == "round"):
            raise Wrong("pbem.verify.unproven", found=draw.line())
        self._rolled.add(place)
        wanted = self._dice(draw, stream, number, _number(sides.removeprefix("d")) or COMMON_DIE)
        if draw.values != wanted:
            raise Wrong("pbem.verify.roll", found=" ".join(draw.values), wanted=" ".join(wanted))
        self.tally = self.tally._replace(rolls=self.tally.rolls + 1, dice=self.tally.dice + len(wanted))

    def _dice(self, draw: Draw, stream: str, number: int, sides: int) -> tuple[str, ...]:
        entropy = self.words.entropy((number if stream == pbem1.ROUND else self.counts.get(pbem1.ROUND, 0)) - 1)
        top, opened = self.links[stream]
        for _ in range(top - number):
            opened = pbem1.link(opened)
        key = pbem1.event_key(opened, self.header.id, stream, number, entropy)
        label = f"roll/{draw.label}" if stream == pbem1.ROUND else "die"
        return tuple(map(str, pbem1.dice(key, label, len(draw.values), sides)))

    def _shuffle(self, draw: Draw) -> None:
        self.decks.pop(draw.label, None)
        shown = {i: card for i, card in enumerate(draw.values) if card != UNKNOWN}
        self.cards[draw.label] = shown
        if UNKNOWN in draw.values:
            self._due = (draw.label, len(draw.values))
        self.tally = self.tally._replace(decks=self.tally.decks + 1)

    def _leaves(self, draw: Draw) -> None:
        good = [leaf for leaf in draw.values if len(unhex(leaf)) == 32]
        due, self._due = self._due, ("", 0)
        if due[0] not in ("", draw.label) or draw.label not in self.cards or len(good) != (due[1] or len(good)):
            raise Wrong("pbem.verify.leaves", deck=due[0] or draw.label)
        self.decks[draw.label] = list(draw.values)

    def _draw(self, draw: Draw) -> None:
        if not draw.proof:
            known = sum(value != UNKNOWN for value in draw.values)
            self.tally = self.tally._replace(bare=self.tally.bare + known)
            return
        places, salts = draw.proof[::2], draw.proof[1::2]
        if not len(places) == len(salts) == len(draw.values):
            raise Wrong("pbem.verify.unproven", found=draw.line())
        for card, place, salt in zip(draw.values, places, salts, strict=True):
            self._card(card, place, salt)

    _show = _draw

    def _card(self, card: str, place: str, salt: str) -> None:
        deck, _, digits = place.removeprefix("@").rpartition("/")
        at, leaves = _number(digits), self.decks.get(deck, [])
        leaf = pbem1.leaf(deck, at, card, unhex(salt)).hex()
        if not digits.isdecimal() or at >= len(leaves) or leaves[at] != leaf:
            raise Wrong("pbem.verify.card", card=card, place=place.removeprefix("@"))
        if self.cards[deck].setdefault(at, card) != card:
            raise Wrong("pbem.verify.card", card=card, place=place.removeprefix("@"))
        self.tally = self.tally._replace(cards=self.tally.cards + 1)


KINDS = ("entropy", "open", "roll", "shuffle", "leaves", "draw", "show")


def entropy_line(words: Words, round: int) -> str:
    """The line that must tell what the words come to."""
    missing = words.missing(round) if round else []
    names = ("without", *missing) if missing else ()
    return Draw("entropy", str(round), (words.entropy(round).hex(), *names)).line()


def _number(digits: str) -> int:
    return int(digits) if digits.isdecimal() and digits.isascii() and len(digits) < 6 else 0
