"""A bar on stderr for work that takes a while; nobody sees it when stderr is no terminal."""

from __future__ import annotations

import sys
from time import monotonic

WIDTH = 30
_PAUSE = 0.1


class Progress:
    """Shows how many of a number of things are done, a few times a second."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self.done = 0
        self.shown = total > 1 and sys.stderr is not None and sys.stderr.isatty()
        self.began = self._last = monotonic()

    def step(self) -> None:
        self.done += 1
        now = monotonic()
        if self.shown and (now - self._last >= _PAUSE or self.done == self.total):
            self._last = now
            full = WIDTH * self.done // self.total
            rate = self.done / max(now - self.began, 0.001)
            bar = "#" * full + "." * (WIDTH - full)
            print(f"\r[{bar}] {self.done}/{self.total} {self.what}, {rate:.0f}/s ", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        """Removes the bar, so that other lines can be written."""
        if self.shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
