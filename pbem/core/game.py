"""The game protocol: everything the rest of the program may ask of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from pbem.core.chance import Chance, Draw
from pbem.core.decision import Decision
from pbem.core.event import Amounts, Event
from pbem.core.move import Move
from pbem.core.named import NamedTuple

State = Any  # each game has its own; nobody outside its rules looks inside
View = dict[str, Any]  # what one seat may see, as plain data


class Option(NamedTuple):
    """A choice made when a game is set up; the first value is the default."""

    values: tuple[str, ...]
    help: str


class Config(NamedTuple):
    """How a game is set up: its seats in playing order and its options."""

    seats: tuple[str, ...]
    options: Mapping[str, str]


class ScoreRow(NamedTuple):
    source: str
    points: int


class Scores(NamedTuple):
    """Points of every seat, a row per source; `winners` is empty until the game is over."""

    rows: dict[str, tuple[ScoreRow, ...]]
    winners: tuple[str, ...] = ()

    def total(self, seat: str) -> int:
        return sum(row.points for row in self.rows[seat])


class Table(NamedTuple):
    """A table of a report: `rows` are cells of text, `head` their headings."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Section(NamedTuple):
    """One part of a report: a title, then lines of text, then a table."""

    title: str
    lines: tuple[str, ...] = ()
    table: Table | None = None


class Game(Protocol):
    """One game. Functions never look at files, mails or clocks; a state changes only in `apply` and `settle`."""

    id: str
    title: str
    version: int
    colours: tuple[str, ...]
    players: tuple[int, ...]
    options: Mapping[str, Option]

    def setup(self, config: Config, chance: Chance) -> State:
        """A new position at its first decision."""

    def waiting(self, state: State) -> tuple[Decision, ...]:
        """Who must act on what; several when simultaneous; empty when the game is over."""

    def parse(self, clause: str) -> tuple[Move, ...]:
        """Reads one cleaned clause; raises `ParseProblem`. Needs no position, so no error can tell a secret."""

    def format(self, move: Move) -> str:
        """The canonical clause of a move: `parse(format(m)) == (m,)`."""

    def resolve(self, state: State, seat: str, move: Move) -> tuple[Move, ...]:
        """Fills in what a vague move left out, from what the seat may see; raises IllegalMove when it cannot."""

    def legal(self, state: State, seat: str) -> Iterator[Move]:
        """Every legal move of the seat now, lazily, in a stable order."""

    def default(self, state: State, seat: str) -> Move:
        """The move that is played for a seat that is asked and does not answer; part of the game's documentation."""

    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        """Checks, changes, and goes on to the next decision; raises IllegalMove before any change.

        Whatever was hidden and is now shown passes through `chance.draw`, so that the log has it and it is final.
        """

    def settle(self, state: State, seat: str, chance: Chance) -> list[Event]:
        """What follows when the seat's text ends here (for instance: its turn is over)."""

    def later(self, state: State, seat: str, move: Move) -> bool:
        """True when the move answers a question that is still to come, so that it may be kept until then."""

    def secret(self, move: Move) -> bool:
        """True when only the mover may see the move in the log; others see its first word and `?`.

        A game may say itself what they see: `mask(move)`, a clause that `parse` reads and `apply` accepts when the
        cards it is about are unknown too.
        """

    def view(self, state: State, seat: str | None) -> View:
        """The only exit for a position: what the seat (None: the public) may see, field by field.

        Reports use two of its keys, if it has them: `round`, and `scores` ({seat: [[source, points], ...]} as far as
        the seat may know them; the rows of `score` when the game is over).
        """

    def score(self, state: State) -> Scores:
        """Points now, a row per source; final when nobody is waited for."""

    def copy(self, state: State) -> State:
        """An independent copy."""

    def dump(self, state: State) -> tuple[dict[str, Any], dict[str, Any]]:
        """The position as plain data: (what everybody may see, what must be sealed)."""

    def load(self, public: Mapping[str, Any], secret: Mapping[str, Any]) -> State:
        """Undoes `dump`."""

    def invariants(self, state: State) -> list[str]:
        """What is wrong with the position: components lost, negative amounts. Empty when sound."""

    def stock(self, state: State, seat: str) -> Amounts:
        """What the seat owns, in the words of `Event.gain`: the gains of all events add up to its changes."""

    def other_world(self, state: State, seat: str | None, chance: Chance) -> State:
        """A position the seat cannot tell from this one: what is hidden from it is dealt anew. For tests and bots."""

    def fact(self, state: State, words: list[str]) -> str:
        """The value of a named fact in the words of the notation, as asserted by `= blue coins 7`."""

    def describe(self, event: Event) -> str:
        """One line that tells an event to a player."""

    def prompt(self, view: View, decision: Decision) -> tuple[str, ...]:
        """What is asked, then the shortest useful answers."""

    def sections(self, view: View) -> list[Section]:
        """The report of a view: board, own things, the others."""

    def draws(self, state: State, seat: str | None) -> list[Draw]:
        """Results of set-up that only this seat may see, for the log exported to it."""


class ParseProblem(Exception):
    """A clause that cannot be read: where in it, what was found, what would be right."""

    def __init__(self, id: str, start: int, end: int, hints: tuple[str, ...] = (), **facts: Any) -> None:
        super().__init__(id, facts)
        self.id, self.start, self.end, self.hints, self.facts = id, start, end, hints, facts
