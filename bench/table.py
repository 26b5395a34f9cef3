"""The table of figures that a run prints."""

from __future__ import annotations

from statistics import median
from typing import Any, NamedTuple

HEAD = ("what", "value", "", "ratio", "from", "to", "gate", "goal", "")


class Row(NamedTuple):
    """One figure. `of` is the unit of its ratio, C or P; gate and goal are for the ratio, or the value without one."""

    name: str
    unit: str
    of: str = ""
    gate: float | None = None
    goal: float | None = None
    less: bool = False  # True when less is better
    value: float = 0
    ratios: tuple[float, ...] = ()

    @property
    def judged(self) -> float:
        return median(self.ratios) if self.ratios else self.value

    def meets(self, limit: float | None) -> bool:
        return limit is not None and (self.judged <= limit if self.less else self.judged >= limit)

    def verdict(self) -> str:
        if self.gate is None:
            return ""
        if not self.meets(self.gate):
            return "misses the gate"
        return "reaches the goal" if self.meets(self.goal) else "passes the gate"

    def data(self) -> dict[str, Any]:
        """The row as plain data."""
        ratio = {"ratio": self.judged, "from": min(self.ratios), "to": max(self.ratios)} if self.ratios else {}
        limits = {"gate": self.gate, "goal": self.goal, "verdict": self.verdict()} if self.gate is not None else {}
        return {"name": self.name, "value": self.value, "unit": self.unit, **ratio, "of": self.of, **limits}

    def cells(self) -> tuple[str, ...]:
        spread = ("", "", "")
        if self.ratios:
            spread = (f"{self.judged:.2f} {self.of}", f"{min(self.ratios):.2f}", f"{max(self.ratios):.2f}")
        value = f"{self.value:.0f}" if self.value >= 1000 else f"{self.value:.1f}"
        limits = tuple("" if limit is None else f"{limit:g}" for limit in (self.gate, self.goal))
        return (self.name, value, self.unit, *spread, *limits, self.verdict())


def table(rows: list[Row]) -> str:
    """Rows as text in columns; names stand left, figures right."""
    cells = [HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in cells) for i in range(len(HEAD))]
    left = (0, 2, len(HEAD) - 1)
    lines = (
        "  ".join(c.ljust(w) if i in left else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True)))
        for line in cells
    )
    return "\n".join(line.rstrip() for line in lines)
