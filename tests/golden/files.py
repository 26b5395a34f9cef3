"""Golden games as files: the log with its header, and the reports at fixed points of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.bots.driver import send
from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.core.game import Config, Game
from pbem.gamefile.log import public_text
from pbem.report.model import About, Happened, build_report
from pbem.report.text import render_text
from pbem.rules import find_game
from tests.toygame.caravan import GAME as CARAVAN

FOLDER = Path(__file__).parent
POINTS = 4  # reports of a game between its beginning and its end
PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve")


class Golden(NamedTuple):
    """What the log of a golden game says: the game, how it was set up, and everybody's texts."""

    name: str
    game: Game
    config: Config
    seed: str
    lines: list[str]

    def texts(self) -> list[tuple[str, str]]:
        """Seat and text of every entry."""
        entries = [line.partition(": ") for line in self.lines if line[0] not in "#*"]
        return [(seat, text) for seat, _, text in entries]

    def text(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.config.options.items())
        header = [f"# game {self.game.id}", f"# seats {' '.join(self.config.seats)}", f"# options {options}"]
        return "\n".join([*header, f"# seed {self.seed}", *self.lines]) + "\n"


def golden_game(id: str) -> Game:
    return CARAVAN if id == CARAVAN.id else find_game(id)


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.log"))


def read_golden(name: str) -> Golden:
    """Reads the log of a golden game."""
    lines = (FOLDER / f"{name}.log").read_text().splitlines()
    header = dict(line[2:].partition(" ")[::2] for line in lines if line.startswith("# "))
    options = dict(pair.split("=") for pair in header["options"].split())
    config = Config(tuple(header["seats"].split()), options)
    rest = [line for line in lines if line and not line.startswith("# ")]
    return Golden(name, golden_game(header["game"]), config, header["seed"], rest)


class Play(NamedTuple):
    """A golden game played again: its lines now, and its reports."""

    lines: list[str]
    reports: str


def play(golden: Golden) -> Play:
    """Plays the texts of a golden game and writes its log and reports; raises AssertionError when one is refused."""
    game = golden.game
    match = Match.start(game, golden.config, Seeded(golden.name, golden.seed.encode()))
    lines = [draw.line() for draw in match.chance.record]
    texts = golden.texts()
    points = {round(i * len(texts) / (POINTS + 1)) for i in range(POINTS + 1)}
    happened: list[Happened] = []
    reports = [*_reports(golden, match, happened)]
    for number, (seat, text) in enumerate(texts, 1):
        match, outcome = send(match, seat, text)
        assert not outcome.problems, f"{golden.name}, entry {number}, {seat}: {text}: {outcome.problems}"
        lines += [f"{seat}: {text}", *(draw.line() for draw in outcome.draws)]
        happened.append(Happened(number, seat, public_text(game, outcome.moves), outcome.events))
        if number in points or number == len(texts):
            reports += _reports(golden, match, happened)
    return Play(lines, "\n".join(reports))


def _reports(golden: Golden, match: Match, happened: list[Happened]) -> Iterator[str]:
    """The reports of whoever is waited for first, or after the end of the winner and of the public."""
    game = golden.game
    waiting = game.waiting(match.state)
    seats = [waiting[0].seat] if waiting else [game.score(match.state).winners[0], None]
    people = dict(zip(golden.config.seats, PLAYERS, strict=False))
    for seat in seats:
        own = [entry.entry for entry in happened if entry.seat == seat]
        since = happened[own[-1] - 1 if own else 0 :] if seat else happened[-3:]
        about = About(golden.name, len(happened), "", people, f"{golden.name}.yaml")
        yield render_text(build_report(game, match.state, seat, about, since))


def reports_path(name: str) -> Path:
    return FOLDER / f"{name}.txt"
