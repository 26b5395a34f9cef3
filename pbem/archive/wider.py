"""Guesses about an entry that touch more than it: lines swapped, and what is missing around chance lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice

from pbem.archive.alike import legal_moves
from pbem.archive.guess import MISSING, Guess
from pbem.archive.lines import read_draws, told_lines
from pbem.archive.told import Asked, Told
from pbem.archive.walk import Unfit, Walk, play_moves, read_entry
from pbem.core.chance import UNKNOWN, ChanceMismatch
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import Entry

SWAPPED = 1.0
MOST_ROLLS = 500  # possible rolls that are tried in place of one that is missing


def swapped(unfit: Unfit, chance: Told, entries: list[Entry], at: int) -> Iterator[Guess]:
    """The entry and the next one the other way round, with their chance lines or only their texts."""
    if at + 1 >= len(entries):
        return
    one, two = entries[at], entries[at + 1]
    if (one.seat, one.text) != (two.seat, two.text):
        first, second = two._replace(number=one.number), one._replace(number=two.number)
        yield Guess(SWAPPED, (first, second), "lines swapped", 2)
        yield Guess(SWAPPED, (first._replace(draws=one.draws), second._replace(draws=two.draws)), "lines swapped", 2)
    if unfit.cause is None:
        told = told_lines(one.draws)
        own, others = told[: chance.at], told[chance.at :]
        later = two._replace(draws=[*others, *two.draws])
        yield Guess(SWAPPED, (one._replace(draws=own), later), "lines swapped", 2)


def untold(walk: Walk, entry: Entry, chance: Told, most: int) -> Iterator[Guess]:
    """What is missing around chance lines: one of them, or the entry they belong to."""
    if chance.asked is None:
        yield from islice(_between(walk, entry, chance), most)
        return
    told, at, asked = told_lines(entry.draws), chance.bad, chance.asked
    head = f"* {asked.kind} {asked.label}"
    for values in _results(asked):
        draws = [*told[:at], " ".join((head, *values)), *told[at:]]
        yield Guess(MISSING, (entry._replace(draws=draws),), "missing chance line")


def rolled(entry: Entry, chance: Told) -> Iterator[Guess]:
    """The same roll with one die more, less or otherwise."""
    told, at, asked = told_lines(entry.draws), chance.bad, chance.asked
    if asked and asked.kind == "roll" and at < len(told) and told[at].split()[1:3] == ["roll", asked.label]:
        for cost, values in other_dice(told[at].split()[3:], asked):
            draws = [*told[:at], " ".join(("* roll", asked.label, *values)), *told[at + 1 :]]
            yield Guess(cost, (entry._replace(draws=draws),), "another roll")


def other_dice(values: list[str], asked: Asked) -> Iterator[tuple[float, list[str]]]:
    """The dice of a roll with one more, one less or another, each with its cost."""
    faces = [str(i) for i in range(1, asked.sides + 1)]
    pips = [digit for value in values for digit in value if digit.isdecimal()]
    if pips != values and len(pips) == asked.n and set(pips) <= set(faces):
        yield 0.2, pips  # `624352` or `6-2-4-3-5-2`
    if len(values) > asked.n:
        yield from ((0.9, values[:i] + values[i + 1 :]) for i in range(len(values)))
    elif len(values) == asked.n - 1:
        yield from ((1.0, [*values, face]) for face in faces)
    elif len(values) == asked.n:
        wrong = [i for i, value in enumerate(values) if value not in faces] or list(range(len(values)))
        others = ((i, face) for i in wrong for face in faces if face != values[i])
        yield from ((0.8, [*values[:i], face, *values[i + 1 :]]) for i, face in others)


def all_rolls(asked: Asked) -> list[tuple[str, ...]]:
    """Every roll of as many dice, in order, up to a bound."""
    faces = [str(face) for face in range(1, asked.sides + 1)]
    return list(islice(combinations_with_replacement(faces, asked.n), MOST_ROLLS))


def _results(asked: Asked) -> Iterator[tuple[str, ...]]:
    """What chance may have given: every roll; of cards only that they are unknown."""
    if asked.kind == "draw":
        yield (UNKNOWN,) * asked.n
    elif asked.kind == "roll":
        yield from all_rolls(asked)


def _between(walk: Walk, entry: Entry, chance: Told) -> Iterator[Guess]:
    """An entry between this one and the chance lines behind it that are not its own: every legal move."""
    told = told_lines(entry.draws)
    own, others = told[: chance.at], told[chance.at :]
    trial = walk.copy()
    trial.chance.feed(read_draws(own))
    try:
        play_moves(trial.match, entry.seat, read_entry(trial.game, entry))
    except (Unfit, IllegalMove, ChanceMismatch, LookupError, ValueError):
        return
    first = entry._replace(draws=own)
    for seat in dict.fromkeys(decision.seat for decision in trial.game.waiting(trial.match.state)):
        for move in legal_moves(trial.match, seat):
            more = entry._replace(seat=seat, text=trial.game.format(move), draws=others)
            yield Guess(MISSING, (first, more), f"a missing line of {seat}")
