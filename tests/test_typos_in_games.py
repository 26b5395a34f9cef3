"""Typos in moves of games under way: one of the first three suggestions makes the text the move that was meant."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import pytest

from pbem.core.engine import Match
from pbem.core.game import Game, ParseProblem
from pbem.core.move import Move
from pbem.core.problem import Problem, Refused
from pbem.gamefile.turn import attempt
from pbem.notation.reader import read_turn
from pbem.rules import find_game
from tests.arena import trials

ENOUGH = 120
SHARE = 0.9
LEGAL = 2000
SOUNDS = (("c", "k"), ("k", "c"), ("z", "s"), ("i", "y"), ("y", "i"), ("ss", "s"), ("e", "a"), ("a", "e"), ("o", "u"))

Words = list[str]
Slip = Callable[[Words, random.Random], Words]


def run_together(words: Words, rng: random.Random) -> Words:
    at = rng.randrange(len(words) - 1)
    return [*words[:at], words[at] + words[at + 1], *words[at + 2 :]]


def one_or_many(words: Words, rng: random.Random) -> Words:
    at = _long_word(words, rng)
    return [*words[:at], words[at][:-1] if words[at].endswith("s") else words[at] + "s", *words[at + 1 :]]


def other_order(words: Words, rng: random.Random) -> Words:
    at = rng.randrange(len(words) - 1)
    return [*words[:at], words[at + 1], words[at], *words[at + 2 :]]


def by_ear(words: Words, rng: random.Random) -> Words:
    at = _long_word(words, rng)
    heard = [words[at].replace(old, new, 1) for old, new in SOUNDS if old in words[at]]
    return [*words[:at], rng.choice(heard or [words[at]]), *words[at + 1 :]]


def letters_swapped(words: Words, rng: random.Random) -> Words:
    at = _long_word(words, rng)
    i, word = rng.randrange(len(words[at]) - 1), words[at]
    return [*words[:at], word[:i] + word[i + 1] + word[i] + word[i + 2 :], *words[at + 1 :]]


SLIPS: tuple[Slip, ...] = (run_together, one_or_many, other_order, by_ear, letters_swapped)


def _long_word(words: Words, rng: random.Random) -> int:
    return rng.choice([i for i, word in enumerate(words) if len(word) > 3] or [0])


class Typo(NamedTuple):
    """A move that was meant, what was written, and what the player is told about it."""

    meant: str
    text: str
    problem: Problem


def typos(game: Game, seed: int) -> Iterator[Typo]:
    """Wrong texts for legal moves of every command, at many points of games; those that can be played are none."""
    rng = random.Random(seed)
    for trial in trials(game, range(seed, seed + 40)):
        for step in trial.steps():
            legal = [game.format(move) for move in islice(game.legal(step.before.state, step.seat), LEGAL)]
            verbs = sorted({text.split()[0] for text in legal})
            if rng.random() < 0.2 and verbs:
                verb = rng.choice(verbs)
                meant = rng.choice([text for text in legal if text.split()[0] == verb])
                yield from _typo(step.before, step.seat, meant, rng)


def _typo(match: Match, seat: str, meant: str, rng: random.Random) -> Iterator[Typo]:
    words = meant.split(" ")
    text = " ".join(rng.choice(SLIPS)(words, rng)) if len(words) > 1 else meant
    if _read(match.game, text) == _read(match.game, meant):
        return
    try:
        attempt(match, seat, text)
    except Refused as refused:
        yield Typo(meant, text, refused.problems[0])


def _read(game: Game, text: str) -> list[Move]:
    try:
        return [placed.move for placed in read_turn(game, text).moves]
    except (Refused, ParseProblem):
        return []


def is_found(game: Game, typo: Typo) -> bool:
    """True when one of the first hints, for the word below the caret or for the whole text, gives what was meant."""
    span = typo.problem.span
    assert span is not None
    mended = [typo.text[: span.column - 1] + hint + typo.text[span.end - 1 :] for hint in typo.problem.hints[:3]]
    return any(_read(game, text) == _read(game, typo.meant) for text in (*mended, *typo.problem.hints[:3]))


@pytest.mark.parametrize("name", ["marcopolo", "samarkand"])
def test_what_was_meant_is_among_the_first_suggestions(name: str) -> None:
    game = find_game(name)
    found = list(islice(typos(game, 1271), ENOUGH))
    missed = [typo for typo in found if not is_found(game, typo)]
    print(*(f"{typo.text}: meant {typo.meant}; told {typo.problem.hints}" for typo in missed), sep="\n")
    assert len(found) == ENOUGH and len(missed) <= (1 - SHARE) * ENOUGH


def test_without_hints_nothing_would_be_found() -> None:
    game = find_game("marcopolo")
    blind = [typo._replace(problem=typo.problem._replace(hints=())) for typo in islice(typos(game, 1271), 20)]
    assert not any(is_found(game, typo) for typo in blind)
