"""Clauses that are read without the grammar read as the grammar reads them; the grammar says what the notation is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import NamedTuple

import pytest

from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.rules import find_game
from pbem.rules.marcopolo.actions import READERS
from pbem.rules.marcopolo.canonical import read_canonical as read_marcopolo
from pbem.rules.samarkand.notation import read_any as samarkand_grammar
from pbem.rules.samarkand.notation import read_canonical as read_samarkand
from tests.arena import trials

GAMES = 4
MOVES = 40  # of one position
ALTERED = 3  # from one clause
MOSTLY = 0.95

Reader = Callable[[str], tuple[Move, ...] | None]


def marcopolo_grammar(clause: str) -> tuple[Move, ...]:
    tree = find_game("marcopolo").grammar.tree(clause)  # type: ignore[attr-defined]
    moves: tuple[Move, ...] = READERS[tree.data].read(tree)
    return moves


class Pair(NamedTuple):
    """The two readers of one game."""

    game: str
    quick: Reader
    grammar: Reader


PAIRS = [
    Pair("marcopolo", read_marcopolo, marcopolo_grammar),
    Pair("samarkand", read_samarkand, samarkand_grammar),
]


@cache
def printed(name: str) -> set[str]:
    """Clauses as we print them: legal moves of random games."""
    game = find_game(name)
    found: set[str] = set()
    for trial in trials(game, range(GAMES)):
        for step in trial.steps():
            legal = game.legal(step.before.state, step.seat)
            found.update(game.format(move) for move in islice(legal, MOVES))
            found.update(map(game.format, step.outcome.moves))
    return found


def altered(clauses: set[str], random: Random) -> Iterator[str]:
    """Clauses with a word left out, doubled, exchanged or set in from another clause, or with other gaps."""
    pool = sorted({word for clause in clauses for word in clause.split()})
    for clause in sorted(clauses):
        for _ in range(ALTERED):
            words = clause.split(" ")
            at = random.randrange(len(words))
            words[at : at + 1] = random.choice(
                ([], [words[at]] * 2, [random.choice(pool)], [words[at], random.choice(pool)], [words[at][:-1]])
            )
            yield random.choice((" ", " ", " ", ", ", "  ", " to ")).join(words)


def differences(pair: Pair, clauses: Iterator[str] | set[str]) -> list[str]:
    """The clauses that are read without the grammar, but not as the grammar reads them."""
    return [clause for clause in clauses if (quick := pair.quick(clause)) and quick != _by_grammar(pair, clause)]


def _by_grammar(pair: Pair, clause: str) -> tuple[Move, ...] | None:
    try:
        return pair.grammar(clause)
    except ParseProblem:
        return None


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: str(pair.game))
def test_both_readers_read_the_same(pair: Pair) -> None:
    clauses = printed(pair.game)
    assert not differences(pair, clauses)
    assert not differences(pair, altered(clauses, Random(1)))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: str(pair.game))
def test_nearly_everything_we_print_is_read_without_the_grammar(pair: Pair) -> None:
    clauses = printed(pair.game)
    declined = sorted(clause for clause in clauses if not pair.quick(clause))
    assert len(declined) < (1 - MOSTLY) * len(clauses), declined


ODD = """
silk 4 5 as 0; silk 4 5 as 9; silk 4 5 as 05; silk 4 5 as 4; silk as 3; silk; gold 1 2 3 4 5 6; camels 3,3
take 0 coins; take 0 coins 0 camels; take 99 coins; take 1 coin and 2 camels; take camels; take 2; take
city moscow 3; city moscow 3 x0; city moscow 3 x9; city moscow 3 x2 coin camel points; city moscow 3 x2 for vp
contracts 3 take; contracts 3 take 0; contracts 3 take 9; contracts 3 take 1 c1 for camels drop s1
contracts 3 for camels
contracts 3 take c01 drop s1 for camels; contracts 3 take c01 for; contracts 3 drop s1; contracts 3 for coins take c01
city moscow 3 x1 silk to camels; city moscow 3 x2 silk to camels, vp to coins; city moscow 3 x2 silk to camels vp coins
city moscow 3 x2 silk gold to camels; city moscow 3 x2 silk to; city moscow 3 x2 silk to camels gold
city moscow 3 x2 to
step moscow bonus moscow skip adana; step moscow skip; step skip adana; step moscow skip adana skip adana
khan 3 gold silk; khan 3 gold; khan 3 good gold; khan; bag; bag 0; bag b0; reroll w6 w6; adjust 3 up up
good; goods gold
travel 3 3; travel moscow; travel 3 3 to beijing; travel 3 3 lan zhou xian; travel 3 3 moscow skip adana bonus moscow
step first moscow; step second moscow first adana; step first moscow second; step second; step; no  step; no step adana
character marco polo; objectives ?; end turn; end end; drop 1; complete 1; complete s1 c1; move post from adana anxi
"""


def test_odd_clauses_read_the_same() -> None:
    clauses = {clause.strip() for clause in ODD.replace("\n", ";").split(";") if clause.strip()}
    assert not differences(PAIRS[0], clauses)
    assert any(map(read_marcopolo, clauses)) and not all(map(read_marcopolo, clauses))


def test_a_reader_that_overlooks_a_word_is_found_out() -> None:
    careless = PAIRS[0]._replace(quick=lambda clause: read_marcopolo(clause.rpartition(" ")[0]))
    assert "bag 2 3" in differences(careless, {"bag 2 3", "end"})
