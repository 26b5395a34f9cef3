"""Plays whole games between bots, through the same text and the same engine as everybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

from pbem.bots import Bot, find_bot
from pbem.core.chance import Draw, Seeded
from pbem.core.engine import Match, Outcome, submit
from pbem.core.game import Config, Game
from pbem.core.problem import Problem, Refused
from pbem.notation.reader import format_turn, read_turn

MOST_ENTRIES = 3000


class Step(NamedTuple):
    """One submission: the match before it, who sent what, and what came of it."""

    before: Match
    seat: str
    text: str
    after: Match
    outcome: Outcome


class Played(NamedTuple):
    """A game that was played, with the lines of its log."""

    match: Match
    lines: list[str]
    entries: int


class BotRefused(Exception):
    """A bot sent a text that was refused, or played on for ever: a bug of the bot or of the game."""

    def __init__(self, lines: list[str], problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join([*lines, *map(str, problems)]))
        self.lines = lines
        self.problems = problems


def start_match(game: Game, config: Config, seed: str) -> Match:
    """A new match whose chance follows from the seed."""
    return Match.start(game, config, Seeded(f"{game.id}-{seed}", seed.encode()))


def bots_for(config: Config, name: str, seed: str) -> dict[str, Bot]:
    """The same kind of bot for every seat."""
    return {seat: find_bot(name, f"{seed}/{seat}") for seat in config.seats}


def play_steps(match: Match, bots: Mapping[str, Bot], seed: str) -> Iterator[Step]:
    """Plays on to the end, one submission at a time; where several seats are waited for, any of them comes first."""
    order = Random(f"order {seed}")
    while waiting := match.game.waiting(match.state):
        seat = order.choice(sorted({decision.seat for decision in waiting}))
        text = bots[seat](match, seat)
        after, outcome = send(match, seat, text)
        yield Step(match, seat, text, after, outcome)
        match = after


def send(match: Match, seat: str, text: str) -> tuple[Match, Outcome]:
    """Reads a text and plays it; problems of both come back in the outcome."""
    try:
        turn = read_turn(match.game, text)
    except Refused as refused:
        return match, Outcome((), (), (), refused.problems)
    return submit(match, seat, turn)


def play_game(game: Game, config: Config, seed: str, bots: Mapping[str, Bot], stop: int = MOST_ENTRIES) -> Played:
    """Plays a whole game, or its first `stop` entries; raises BotRefused when a bot is wrong."""
    match = start_match(game, config, seed)
    lines = [draw.line() for draw in match.chance.record]
    entries = 0
    for step in play_steps(match, bots, seed):
        if step.outcome.problems:
            raise BotRefused([*lines, f"{step.seat}: {step.text}"], step.outcome.problems)
        lines += entry_lines(game, step)
        match, entries = step.after, entries + 1
        if entries >= stop:
            break
    return Played(match, lines, entries)


def entry_lines(game: Game, step: Step) -> list[str]:
    """The lines of one submission in a log that hides nothing."""
    return [f"{step.seat}: {format_turn(game, step.outcome.moves)}", *(map(Draw.line, step.outcome.draws))]
