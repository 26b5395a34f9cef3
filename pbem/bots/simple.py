"""The simple bot: plays as its game's own `bot` module advises, or for the most points at hand."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TYPE_CHECKING, Any

from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.notation.reader import format_turn

if TYPE_CHECKING:
    from pbem.core.game import Game
    from pbem.core.move import Move

MOST_TRIED = 40  # moves of one position that are played out on a copy

Choose = Callable[..., Any]


class SimpleBot:
    """Asks `choose(view, seat, legal)` of the game's `bot` module for one move or several in a row."""

    def __init__(self, seed: str) -> None:
        self.random = Random(f"bot {seed}")

    def __call__(self, match: Match, seat: str) -> str:
        choose = advice(match.game)
        if choose is None:
            return match.game.format(self._most_points(match, seat))
        chosen = choose(match.game.view(match.state, seat), seat, match.game.legal(match.state, seat))
        return format_turn(match.game, chosen if isinstance(chosen, tuple) else (chosen,))

    def _most_points(self, match: Match, seat: str) -> Move:
        moves = list(match.game.legal(match.state, seat))
        tried = self.random.sample(moves, min(MOST_TRIED, len(moves)))
        chance = Seeded("imagined", self.random.randbytes(16))
        world = match.game.other_world(match.state, seat, chance)
        return max(tried, key=lambda move: points_after(Match(match.game, world, chance), seat, move))


def advice(game: Game) -> Choose | None:
    """What the package of a game advises its bots; None when it has no `bot` module."""
    package = type(game).__module__
    while package:
        if _is_package(package) and find_spec(f"{package}.bot"):
            found: Choose = import_module(f"{package}.bot").choose
            return found
        package = package.rpartition(".")[0]
    return None


def _is_package(name: str) -> bool:
    return hasattr(import_module(name), "__path__")


def points_after(world: Match, seat: str, move: Move) -> int:
    """The points the seat sees after a move in a world it imagines, with dice and cards it imagines too."""
    trial = world.copy()
    trial.play(seat, move)
    rows = trial.game.view(trial.state, seat).get("scores", {}).get(seat, ())
    return sum(points for _, points in rows)
