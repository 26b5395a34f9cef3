"""T16: dice and decks are fair as far as counting can tell, and another program in another language draws the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import pairwise, permutations, product
from pathlib import Path
from statistics import NormalDist
from subprocess import run

import pytest

from pbem.core import pbem1
from tests.reliability import FULL, figure, need_tools

CHUNKS = 10 if FULL else 1
DRAWS = 1_000_000 if FULL else 30_000
SHUFFLES = 200_000 if FULL else 8_000
RAREST = 1e-6  # the chance that an honest result looks worse than what is taken for dishonest
SECOND = Path(__file__).parent / "reliability" / "second.pl"

Draw = Callable[[bytes, str, int], int]


def key_of(*parts: object) -> bytes:
    return sha256(repr(parts).encode()).digest()


def p_value(seen: Counter[object], cells: Iterable[object]) -> float:
    """How likely equal chances give counts as uneven as these: chi squared, by the Wilson-Hilferty approximation."""
    kinds = list(cells)
    expected, free = seen.total() / len(kinds), len(kinds) - 1
    statistic = sum((seen[kind] - expected) ** 2 / expected for kind in kinds)
    width = 2 / (9 * free)
    score = ((statistic / free) ** (1 / 3) - (1 - width)) / width**0.5
    return 1 - NormalDist().cdf(score)


def rolled(seed: object, sides: int, draws: int, draw: Draw = pbem1.draw) -> list[int]:
    """Rolls as games have them: five dice of a seat in each of many rounds."""
    return [draw(key_of(seed, n // 5), f"roll/blue/{n % 5}", sides) for n in range(draws)]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_side_and_every_pair_of_sides_comes_equally_often(chunk: int) -> None:
    dice = rolled(chunk, 6, DRAWS)
    slots = [p_value(Counter(dice[slot::5]), range(6)) for slot in range(5)]
    pairs = p_value(Counter(pairwise(dice)), product(range(6), repeat=2))
    rounds = p_value(Counter(zip(dice, dice[5:], strict=False)), product(range(6), repeat=2))
    figure("T16 dice", draws=DRAWS, tests=7, unfair=sum(p < RAREST for p in (*slots, pairs, rounds)))
    assert min(*slots, pairs, rounds) > RAREST, (slots, pairs, rounds)


@pytest.mark.parametrize("size", [4, 5, 6] if FULL else [4])
def test_every_order_of_a_deck_comes_equally_often(size: int) -> None:
    cards = [f"c{i}" for i in range(size)]
    seen: Counter[object] = Counter(tuple(pbem1.shuffle(key_of("deck", n), "deck", cards)) for n in range(SHUFFLES))
    found = p_value(seen, permutations(cards))
    figure("T16 shuffles", shuffles=SHUFFLES, tests=1, unfair=int(found < RAREST))
    assert found > RAREST


def careless(key: bytes, label: str, sides: int) -> int:
    """The control: a byte modulo the number of sides, without drawing again."""
    return pbem1.mac(key, label)[0] % sides


def test_control_a_remainder_without_drawing_again_is_caught() -> None:
    fair, unfair = (
        p_value(Counter(rolled("control", 200, 30_000, draw)), range(200)) for draw in (pbem1.draw, careless)
    )
    figure("T16 control: no drawing again", tests=1, unfair=int(unfair < RAREST))
    assert unfair < RAREST < fair


def test_control_a_shuffle_that_swaps_with_any_card_is_caught() -> None:
    seen: Counter[object] = Counter()
    for n in range(20_000):
        cards = list(range(4))
        for i in range(4):
            j = pbem1.draw(key_of("naive", n), f"deck/{i}", 4)
            cards[i], cards[j] = cards[j], cards[i]
        seen[tuple(cards)] += 1
    found = p_value(seen, permutations(range(4)))
    figure("T16 control: naive shuffle", tests=1, unfair=int(found < RAREST))
    assert found < RAREST


def test_another_language_draws_the_same() -> None:
    need_tools("perl")
    sides = (2, 6, 10, 33, 200, 2**31, 2**63 + 1)
    asked = [
        (key_of("second", n), f"roll/blue/{n % 5}", sides[n % len(sides)]) for n in range(50_000 if FULL else 2_000)
    ]
    text = "".join(f"{key.hex()} {label} {number}\n" for key, label, number in asked)
    done = run(["perl", str(SECOND)], input=text, capture_output=True, text=True, check=True)
    wrong = [one for one, said in zip(asked, done.stdout.split(), strict=True) if pbem1.draw(*one) != int(said)]
    figure("T16 another language", draws=len(asked), different=len(wrong))
    assert not wrong, wrong[:3]
