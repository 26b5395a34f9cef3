"""Deals what is unknown in a log, so that it can be played on: a world in which everything happens as the log says.

Decks are shuffled, hidden moves chosen; where the log then shows something else, cards change places until all fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pbem.archive.alike import legal_moves
from pbem.archive.course import Work
from pbem.archive.lines import read_draws
from pbem.archive.told import Told
from pbem.archive.walk import Step, play_moves, read_entry
from pbem.core.chance import UNKNOWN, Chance, ChanceMismatch, Draw
from pbem.core.engine import Match
from pbem.core.game import Game
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import Entry, Log, public_text, setup_lines, standing
from pbem.gamefile.store import GameFile

MOST_WORK = 120_000
ATTEMPTS = 12  # worlds to begin with
MOST_CHOICES = 12  # hidden moves that are tried for one entry


class World(NamedTuple):
    """How everything unknown lies: the order of each deck's cards, and which of its hidden moves an entry makes."""

    orders: dict[str, tuple[str, ...]]
    choices: dict[int, int]


class Dealt(NamedTuple):
    """A log in which nothing is unknown: its steps, and the whole results of chance by entry (0: set-up)."""

    match: Match
    steps: list[Step]
    draws: dict[int, list[Draw]]


class Misdealt(Exception):
    """A world in which something happens that the log tells otherwise.

    `reach`: after how many entries (the set-up is one), chance lines and cards; `words`: what it is about, first pairs
    that differ.
    """

    def __init__(self, reach: tuple[int, int, int], words: tuple[str, ...]) -> None:
        super().__init__(reach)
        self.reach = reach
        self.words = words


class Dealer(Told):
    """Chance of a world: as told, and where the log does not know, as this world has it."""

    def __init__(self, draws: list[Draw], world: World, shuffler: Chance) -> None:
        super().__init__(draws)
        self.world = world
        self.shuffler = shuffler
        self.words: tuple[str, ...] = ()
        self.same = 0  # cards of the last deal that are as told

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        told = super().shuffle(deck, items, shown, only)
        order = self.world.orders.get(deck)
        if order is None:
            order = self.world.orders[deck] = tuple(self.shuffler.copy().shuffle(deck, items))
        left = [card for card in order if card in items and card not in told]
        left += [card for card in items if card not in left and card not in told]
        cards = [left.pop(0) if card == UNKNOWN else card for card in told]
        self.hidden = False
        self.record = [draw for draw in self.record if (draw.kind, draw.label) != ("shuffle", deck)]
        self.record.append(Draw("shuffle", deck, tuple(cards)))
        return cards

    def draw(self, label: str, card: str, only: str | None = None, unsaid: str = "") -> str:
        """Also what the log does not tell is as this world has it."""
        told = super().draw(label, card, only, unsaid)
        return card if told == UNKNOWN else told

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        found = self.queue[self.at].values if self._told("draw", label) else ()
        other = [(a, b) for a, b in zip(cards, found, strict=False) if a != b and UNKNOWN not in (a, b)]
        self.same = len(cards) - len(other)
        self.words = tuple(word for pair in other for word in pair)
        self.words = self.words and (*self.words, *label.split("-"))
        return super().deal(label, cards, only)


def deal(file: GameFile, shuffler: Callable[[int], Chance], most_work: int = MOST_WORK) -> Dealt | None:
    """A world that fits the log; None when none is found. `shuffler` gives the chance of one attempt after another."""
    work = Work(most_work)
    for attempt in range(ATTEMPTS):
        found = _mended(file, World({}, {}), shuffler(attempt), work)
        if found is not None or work.over:
            return found
    return None


def _mended(file: GameFile, world: World, shuffler: Chance, work: Work) -> Dealt | None:
    """A world that fits, found by changing the first thing that does not; None where no change leads farther."""
    try:
        return _play(file, world, shuffler, work)
    except Misdealt as wrong:
        stuck = wrong
    while not work.over:
        best = _better(file, world, stuck, shuffler, work)
        if isinstance(best, Dealt) or best is None:
            return best
        world, stuck = best
    return None


def _better(
    file: GameFile, world: World, stuck: Misdealt, shuffler: Chance, work: Work
) -> Dealt | tuple[World, Misdealt] | None:
    """The world next to this one that leads farthest; None when none leads farther."""
    best: tuple[World, Misdealt] | None = None
    for other in _neighbours(world, stuck):
        try:
            return _play(file, other, shuffler, work)
        except Misdealt as wrong:
            if wrong.reach > (best[1].reach if best else stuck.reach):
                best = other, wrong
                if wrong.reach[0] > stuck.reach[0] + 2:
                    break
        if work.over:
            break
    return best


def _neighbours(world: World, stuck: Misdealt) -> Iterator[World]:
    """Worlds in which two cards have changed places, or one hidden move is another."""
    for deck, order in world.orders.items():
        named = [word for word in stuck.words if word in order]
        other = world
        for one, two in zip(named[::2], named[1::2], strict=False):
            other = _swapped(other, deck, one, two)
            yield other
    for deck, order in world.orders.items():
        for word in dict.fromkeys(word for word in stuck.words if word in order):
            yield from (_swapped(world, deck, word, card) for card in order if card != word)
    for number, choice in reversed(world.choices.items()):
        yield from (world._replace(choices={**world.choices, number: choice + n}) for n in range(1, MOST_CHOICES))


def _swapped(world: World, deck: str, one: str, two: str) -> World:
    change = {one: two, two: one}
    order = tuple(change.get(card, card) for card in world.orders[deck])
    return World({**world.orders, deck: order}, dict(world.choices))


def _play(file: GameFile, world: World, shuffler: Chance, work: Work) -> Dealt:
    """Plays the whole log in a world; raises Misdealt."""
    log: Log = file.log
    chance = Dealer(read_draws(setup_lines(log)), world, shuffler)
    steps: list[Step] = []
    draws: dict[int, list[Draw]] = {}
    try:
        match = Match.start(file.game, file.header.config(file.game), chance)
        draws[0] = list(chance.record)
        for entry in standing(log.entries):
            work.done += 1
            chance.feed(read_draws(entry.draws))
            steps.append(_step(match, entry, world))
            draws[entry.number] = list(chance.record)
    except (IllegalMove, ChanceMismatch, LookupError, ValueError) as wrong:
        words = chance.words or _words(log, len(steps), wrong)
        raise Misdealt((len(draws), chance.at, chance.same), words) from None
    return Dealt(match, steps, draws)


def _words(log: Log, index: int, wrong: Exception) -> tuple[str, ...]:
    """The words of the entry at fault: the cards that should lie elsewhere are among them."""
    entries = standing(log.entries)
    if index >= len(entries):
        return ()
    entry = entries[index]
    text = " ".join((entry.text, *entry.draws)).replace(";", " ").replace("-", " - ")
    return tuple(dict.fromkeys([*text.split(), *entry.text.replace(";", " ").split()]))


def _step(match: Match, entry: Entry, world: World) -> Step:
    moves = read_entry(match.game, entry)
    known = [move for move in _opened(match, entry, moves, world) if move is not None]
    played, events = play_moves(match, entry.seat, known)
    return Step(entry, entry.seat, played, events)


def _opened(match: Match, entry: Entry, moves: list[Move], world: World) -> Iterator[Move | None]:
    """The moves of an entry, hidden ones as this world has them; one that is none of the legal ones is left out."""
    for move in moves:
        if not is_hidden(match.game, move):
            yield move
            continue
        shown = public_text(match.game, (move,))
        fits = [other for other in legal_moves(match, entry.seat) if public_text(match.game, (other,)) == shown]
        choice = world.choices.setdefault(entry.number, 0)
        yield fits[choice % len(fits)] if fits else None


def is_hidden(game: Game, move: Move) -> bool:
    """True for a secret move of which the log shows only that it was made."""
    return game.secret(move) and UNKNOWN in game.format(move).split()
