"""What the measurements read: chess games and logs of our games, both made on the spot from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import cycle, product
from pathlib import Path

from pbem.bots.driver import bots_for, entry_lines, play_steps
from pbem.core.chance import Draw, Seeded
from pbem.core.engine import Match
from pbem.core.game import Config, Game

CHESS_GAMES = 150
MOST_PLIES = 160
EVERY_NTH_SIMPLE = 5  # the simple bot takes its time; every fifth game is enough of its style


class Open(Seeded):
    """Chance whose record hides nothing, so that a log can be replayed without the seed."""

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        cards = super().shuffle(deck, items, shown, only)
        self.record[-1] = Draw("shuffle", deck, tuple(cards), only)
        return cards

    def copy(self) -> Open:
        other = Open(self.game_id, self.seed, self.counts)
        other.record = list(self.record)
        return other


def configs(game: Game) -> Iterator[Config]:
    """Every player count with every combination of options, over and over."""
    names = list(game.options)
    choices = product(game.players, *(option.values for option in game.options.values()))
    for players, *values in cycle(list(choices)):
        yield Config(game.colours[:players], dict(zip(names, values, strict=True)))


def write_logs(game: Game, folder: Path, games: int) -> None:
    """Writes finished bot games as bare logs that hold every result of chance."""
    for i, config in zip(range(games), configs(game), strict=False):
        name = "simple" if i % EVERY_NTH_SIMPLE == 0 else "random"
        (folder / f"{i:04}.log").write_text(bot_log(game, config, name, f"bench-{i}"))


def bot_log(game: Game, config: Config, bot: str, seed: str) -> str:
    """The bare log of one game between bots of one kind."""
    match = Match.start(game, config, Open(game.id, seed.encode()))
    options = " ".join(f"{name}={value}" for name, value in config.options.items())
    lines = [f"game: {game.id}", f"seats: {' '.join(config.seats)}", f"options: {options}"]
    lines += map(Draw.line, match.chance.record)
    for step in play_steps(match, bots_for(config, bot, seed), seed):
        assert not step.outcome.problems, (step.text, step.outcome.problems)
        lines += entry_lines(game, step)
    return "\n".join(lines) + "\n"


def write_chess(path: Path, games: int = CHESS_GAMES) -> None:
    """Writes chess games of random moves as PGN."""
    import chess
    import chess.pgn

    choose = random.Random(1)
    with path.open("w") as file:
        for _ in range(games):
            board = chess.Board()
            while board.ply() < MOST_PLIES and not board.is_game_over():
                board.push(choose.choice(list(board.legal_moves)))
            print(chess.pgn.Game.from_board(board), end="\n\n", file=file)
