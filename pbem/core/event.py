"""Events tell what happened, in the past tense, with every amount that changed hands."""

from __future__ import annotations

from typing import Any

from pbem.core.named import NamedTuple

Amounts = dict[str, int]

NOTHING: dict[str, Any] = {}


class Event(NamedTuple):
    """One thing that happened. `gain` is what the seat got (negative: paid); `only` limits who may see it."""

    kind: str
    seat: str | None = None
    gain: Amounts = NOTHING
    facts: dict[str, Any] = NOTHING
    only: str | None = None

    def seen_by(self, seat: str | None) -> bool:
        return self.only is None or self.only == seat
