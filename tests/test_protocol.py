"""Every game keeps the laws in random games; every law catches a game that breaks it."""

from __future__ import annotations

import pytest

from pbem.core.game import Game
from tests.arena import FULL, every_game, number_of_games, trials, try_game

CHUNKS = 40 if FULL else 6


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_random_games_keep_the_laws(game: Game, chunk: int) -> None:
    for trial in trials(game, range(chunk, number_of_games(game), CHUNKS)):
        try_game(trial)
