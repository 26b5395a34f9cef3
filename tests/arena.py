"""Random games under the laws: plays them, looks at positions of them, and tells how to get a broken one again."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from pbem.bots.driver import Step, bots_for, entry_lines, play_steps, start_match
from pbem.core.chance import UNKNOWN, Chance, ChanceMismatch, Draw, Recorded, Seeded
from pbem.core.engine import Match, play_entry
from pbem.core.game import Config, Game
from pbem.core.problem import IllegalMove
from pbem.notation.reader import read_turn
from pbem.rules import find_game, own_games
from tests import laws
from tests.toygame.caravan import GAME as CARAVAN

FULL = bool(os.environ.get("PBEM_FULL"))
MOST_ENTRIES = 1500
LOOKS = 3 if FULL else 5  # positions of a game that are looked at, besides the first and the last

Law = Callable[[laws.Spot], Iterator[str]]


class BrokenLaw(AssertionError):
    """A law that does not hold, with the game that shows it."""


def every_game() -> list[Game]:
    """Our own games that are complete, and the toy game."""
    return [CARAVAN, *(find_game(name) for name in own_games())]


def number_of_games(game: Game) -> int:
    """How many random games are tried: 60, or 1,000 for each number of players."""
    return 1000 * len(game.players) if FULL else 60


def configs(game: Game) -> list[Config]:
    """Every number of players with every combination of options, mixed so that few games already have all values."""
    options = [dict(zip(game.options, values, strict=True)) for values in product(*_values(game))]
    found = [Config(game.colours[:n], chosen) for chosen in options for n in game.players]
    Random(game.id).shuffle(found)
    return found


def _values(game: Game) -> list[tuple[str, ...]]:
    return [option.values for option in game.options.values()]


class Trial(NamedTuple):
    """One random game that is tried."""

    game: Game
    config: Config
    seed: str

    def header(self) -> list[str]:
        options = " ".join(f"{name}={value}" for name, value in self.config.options.items())
        return [
            f"# game {self.game.id}",
            f"# seats {' '.join(self.config.seats)}",
            f"# {options}",
            f"# seed {self.seed}",
        ]

    def steps(self) -> Iterator[Step]:
        bots = bots_for(self.config, "random", self.seed)
        return play_steps(start_match(self.game, self.config, self.seed), bots, self.seed)


def trials(game: Game, numbers: Iterable[int]) -> Iterator[Trial]:
    """The random games with these numbers."""
    every = configs(game)
    for number in numbers:
        yield Trial(game, every[number % len(every)], f"law-{number}")


def try_game(trial: Trial, looks: int = LOOKS) -> None:
    """Plays one game under all laws; raises BrokenLaw, and leaves a log of what went wrong."""
    lines = trial.header()
    try:
        for wrong in _findings(trial, lines, looks):
            raise BrokenLaw(wrong)
    except Exception as failure:
        failure.add_note(_saved(trial, lines, failure))
        raise


def _findings(trial: Trial, lines: list[str], looks: int) -> Iterator[str]:
    random, pool = Random(trial.seed), laws.Pool()
    first = start_match(trial.game, trial.config, trial.seed)
    lines += [draw.line() for draw in first.chance.record]
    yield from _look(laws.Spot(first, random, pool), laws.POSITIONS)
    steps: list[Step] = []
    for step in trial.steps():
        lines += entry_lines(trial.game, step) if not step.outcome.problems else [f"{step.seat}: {step.text}"]
        yield from (f"a bot's text is refused: {problem}" for problem in step.outcome.problems)
        yield from (f"{law.__name__}: {wrong}" for law in laws.STEPS for wrong in law(step))
        steps.append(step)
        if len(steps) > MOST_ENTRIES:
            yield "the game does not end"
    for step in steps:
        _remember(pool, step)
    for step in (*random.sample(steps, min(looks, len(steps))), steps[-1]):
        yield from _look(laws.Spot(step.after, random, pool), laws.POSITIONS)
    yield from replays(trial, first, steps)


def _remember(pool: laws.Pool, step: Step) -> None:
    for move in step.outcome.moves:
        laws.remember(pool, move)


def _look(spot: laws.Spot, which: Iterable[Law]) -> Iterator[str]:
    for law in which:
        yield from (f"{law.__name__}: {wrong}" for wrong in law(spot))


def replays(trial: Trial, first: Match, entries: list[Step]) -> Iterator[str]:
    """The log, read as text, leads to the same position: with the seed, and with the recorded chance lines alone."""
    live = entries[-1].after
    seeded = Seeded(f"{trial.game.id}-{trial.seed}", trial.seed.encode())
    if laws.canonical(_replay(trial, seeded, entries)) != laws.canonical(live):
        yield "the replay of the log ends at another position"
    yield from _replays_as_recorded(trial, first, entries)


def _replays_as_recorded(trial: Trial, first: Match, entries: list[Step]) -> Iterator[str]:
    recorded = Recorded([*known_setup(first), *(draw for step in entries for draw in step.outcome.draws)])
    try:
        again = _replay(trial, recorded, entries)
    except (ChanceMismatch, IllegalMove) as wrong:
        yield f"the replay with recorded chance stops: {wrong}"
        return
    if trial.game.dump(again.state)[0] != trial.game.dump(entries[-1].after.state)[0]:
        yield "the replay with recorded chance ends at another public position"
    if recorded.at != len(recorded.queue):
        yield f"the replay with recorded chance leaves {len(recorded.queue) - recorded.at} lines over"


def _replay(trial: Trial, chance: Chance, entries: list[Step]) -> Match:
    match = Match.start(trial.game, trial.config, chance)
    for step in entries:
        text = entry_lines(trial.game, step)[0].partition(":")[2]
        play_entry(match, step.seat, [placed.move for placed in read_turn(trial.game, text)])
    return match


def known_setup(first: Match) -> list[Draw]:
    """The chance lines of set-up with what all seats together know of them."""
    seats = first.game.score(first.state).rows
    own = [draw for seat in seats for draw in first.game.draws(first.state, seat)]
    return [_merged(draw, [o for o in own if o[:2] == draw[:2]]) for draw in first.chance.record]


def _merged(draw: Draw, others: list[Draw]) -> Draw:
    values = list(draw.values)
    for other in others:
        for i, value in enumerate(other.values):
            values[i] = value if values[i] == UNKNOWN else values[i]
    return draw._replace(values=tuple(values))


def _saved(trial: Trial, lines: list[str], failure: Exception) -> str:
    path = Path(tempfile.gettempdir()) / f"pbem-broken-{trial.game.id}-{trial.seed}.log"
    path.write_text("\n".join([*lines, f"# {failure}"]) + "\n")
    return "\n".join([*lines[:4], "...", *lines[-8:], f"the whole log: {path}"])
