"""Sound logs to begin with: games of bots as somebody at the table would write them down, with a few assertions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pbem.bots.driver import Step, bots_for, entry_lines, play_steps
from pbem.core.chance import Draw, Seeded
from pbem.core.engine import Match
from pbem.core.game import Config, Game
from pbem.core.problem import IllegalMove

EVERY = 7  # entries between two assertions


class Open(Seeded):
    """Chance whose record hides nothing."""

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        cards = super().shuffle(deck, items, shown, only)
        self.record[-1] = Draw("shuffle", deck, tuple(cards), only)
        return cards


def configs(game: Game) -> list[Config]:
    """Every number of players with every combination of options, fewest players first."""
    values = product(*(option.values for option in game.options.values()))
    options = [dict(zip(game.options, chosen, strict=True)) for chosen in values]
    return [Config(game.colours[:n], chosen) for n in game.players for chosen in options]


def table_log(
    game: Game, config: Config, seed: str, most: int = 10_000, bot: str = "random", known: bool = True
) -> str:
    """A bare log of a game between bots, or of its first entries; `known`: decks are written down whole."""
    chance = (Open if known else Seeded)(f"{game.id}-{seed}", seed.encode())
    match = Match.start(game, config, chance)
    options = " ".join(f"{name}={value}" for name, value in config.options.items())
    lines = [f"game: {game.id}", f"seats: {' '.join(config.seats)}", f"options: {options}"]
    lines += map(Draw.line, match.chance.record)
    for number, step in enumerate(play_steps(match, bots_for(config, bot, seed), seed), 1):
        assert not step.outcome.problems, (step.text, step.outcome.problems)
        lines += entry_lines(game, step)
        if number % EVERY == 0:
            lines += _assertion(step)
        if number >= most:
            break
    return "\n".join(lines) + "\n"


def _assertion(step: Step) -> Iterator[str]:
    """What the mover has, in the words of the game."""
    game, state = step.after.game, step.after.state
    claims = []
    for what, amount in game.stock(state, step.seat).items():
        try:
            if game.fact(state, [step.seat, what]) == str(amount):
                claims.append(f"{what} {amount}")
        except IllegalMove:
            continue
    if claims:
        yield f"= {step.seat} {', '.join(claims[:3])}"
