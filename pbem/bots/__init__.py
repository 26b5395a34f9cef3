"""Bots: they see what a player sees and answer with the text a player would send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pbem.core.engine import Match

NAMES = ("random", "simple")


class Bot(Protocol):
    """Writes the text of one submission for a seat that is waited for."""

    def __call__(self, match: Match, seat: str) -> str: ...


def find_bot(name: str, seed: str) -> Bot:
    """The bot with that name; its own choices follow from the seed."""
    if name == "random":
        from pbem.bots.random import RandomBot

        return RandomBot(seed)
    if name == "simple":
        from pbem.bots.simple import SimpleBot

        return SimpleBot(seed)
    raise KeyError(name)
