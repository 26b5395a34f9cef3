"""Problems are values: a stable id, a place, the numbers, the rule and what would be right."""

from __future__ import annotations

from typing import Any

from pbem.core.named import NamedTuple


class Span(NamedTuple):
    """A place in a text: line and column count from 1, `end` is the column behind the last character."""

    line: int = 1
    column: int = 1
    end: int = 2
    source: str = ""
    quote: str = ""


class Problem(NamedTuple):
    """What is wrong, where, by which rule, and what would be right."""

    id: str
    facts: dict[str, Any]
    span: Span | None = None
    hints: tuple[str, ...] = ()
    severity: str = "error"
    legal: bool = False  # the hints are legal moves, not corrections of what was written

    @property
    def line(self) -> int:
        """The line of its place; 0 when it has none."""
        return self.span.line if self.span else 0


class IllegalMove(Exception):
    """Raised by a rule before anything has changed; the engine turns it into a `Problem`."""

    def __init__(self, id: str, hints: tuple[str, ...] = (), /, **facts: Any) -> None:
        super().__init__(id, facts)
        self.id = id
        self.facts = facts
        self.hints = hints
        self.index = 0  # which move of an entry was refused

    def at(self, span: Span | None) -> Problem:
        return Problem(self.id, self.facts, span, self.hints)


class ChanceNeeded(IllegalMove):
    """Raised by a trial's chance in the middle of a move: nothing behind that can be told, nor any legal move."""


class Refused(Exception):
    """Carries problems to the edge of the program, where they are printed."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(p.id for p in problems))
        self.problems = problems
