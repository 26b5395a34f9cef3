"""The games: one package each below this one, and those that other packages offer as entry points `pbem.games`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.core.game import Game

ENTRY_POINTS = "pbem.games"


class UnknownGame(Exception):
    """No game of that name is installed."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(name)
        self.name = name
        self.known = known


@cache
def find_game(name: str) -> Game:
    """The game with that id; our own first, so that no entry point can take its place."""
    game = _own(name) if name.isidentifier() else None
    return _from_entry_point(name) if game is None else game


def _own(name: str) -> Game | None:
    module = f"{__name__}.{name}"
    try:
        game: Game | None = getattr(import_module(module), "GAME", None)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        return None
    return game


def own_games() -> list[str]:
    from pkgutil import iter_modules  # not above: it loads the inspect module, which takes longer than a turn

    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


def all_games() -> list[str]:
    """The ids of all games that are installed."""
    return own_games() + sorted(point for point in _entry_points() if point not in own_games())


def _entry_points() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}


def _from_entry_point(name: str) -> Game:
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS, name=name):
        game: Game = point.load()
        return game
    raise UnknownGame(name, all_games())
