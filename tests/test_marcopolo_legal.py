"""Legal journeys and city cards of Marco Polo against brute force: all that could be written, tried one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from pbem.core.engine import Match
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.actions.city_card import UseCard
from pbem.rules.marcopolo.actions.travel import Travel
from pbem.rules.marcopolo.cards import PAIRS, Choices, swap_choices
from pbem.rules.marcopolo.data import CITY_CARDS, GOODS, POST_PLACES
from pbem.rules.marcopolo.posts import FIRST, SECOND, THE_FIGURE, Ways
from pbem.rules.marcopolo.state import Player
from tests.rulebook import runner
from tests.rulebook.cases import read_cases

MOST = "kashgar ormuz adana kochi karachi sumatra samarcanda"
POSITIONS = (
    "blue character wilhelm, figure moscow, coins 18, camels 9, dice 4 5, posts none",
    f"blue character wilhelm, figure moscow, coins 18, camels 9, dice 4 5, posts {MOST} alexandria lan-zhou xian",
    f"blue character wilhelm, figure anxi, coins 12, camels 6, dice 4 4, posts {MOST} alexandria lan-zhou xian beijing",
    "blue character niccolo, figures moscow anxi, coins 18, camels 9, dice 3 6, posts none",
    f"blue character niccolo, figures moscow anxi, coins 18, camels 9, dice 3 6, posts {MOST} alexandria",
    "blue character johannes, figure alexandria, coins 12, camels 4, dice 3 4, posts none",
)
OFFICES = "office moscow coins-3, office karakorum camels-2, office alexandria gold-2, office lan-zhou silk-2"


def match_at(position: str) -> Match:
    given = "\n".join(["given", f"  {position}", *(f"  {office}" for office in OFFICES.split(", ")), "  turn blue"])
    case = read_cases(f"case a position\ncites ruling-10\nseats blue yellow\n{given}\nexpect\n  turn blue", "marcopolo")
    return runner.play(case[0])


def paths(p: Player, start: str, most: int) -> Iterator[tuple[str, ...]]:
    """Every way of up to so many steps, also none at all."""
    yield ()
    if most:
        for place in p.ability.neighbours(start):
            yield from ((place, *rest) for rest in paths(p, place, most - 1))


def all_ways(p: Player, most: int) -> Iterator[Ways]:
    if len(p.figures) == 1:
        yield from (((THE_FIGURE, path),) for path in paths(p, p.figures[0], most) if path)
        return
    for one in paths(p, p.figures[0], most):
        for two in paths(p, p.figures[1], most - len(one)):
            ways = tuple((n, path) for n, path in ((FIRST, one), (SECOND, two)) if path)
            yield from {ways, ways[::-1]} - {()}


def all_journeys(p: Player) -> Iterator[Travel]:
    dice = tuple(p.dice)
    for ways in all_ways(p, min(dice)):
        places = sorted({place for _, path in ways for place in path} & POST_PLACES)
        for n in range(len(places) + 1 if p.ability.passing else 1):
            yield from (Travel(dice, ways, skip) for skip in combinations(places, n))


def all_choices(card: str, uses: int) -> Iterator[Choices]:
    """Everything an order could say about what is paid."""
    facts = CITY_CARDS[card]
    yield ()
    if facts["type"] == "swap":
        yield from product(swap_choices(facts), repeat=uses)
    elif facts["type"] == "either":
        yield from (("coins",), ("camels",))
    elif PAIRS in facts.get("cost", {}):
        yield from product(GOODS, repeat=2 * uses)


def all_uses(card: str, die: int) -> Iterator[UseCard]:
    for uses in range(die + 2):
        yield from (UseCard("moscow", die, uses, choices) for choices in all_choices(card, uses))


def outcomes(match: Match, moves: Iterator[Move]) -> set[str]:
    """The positions the moves lead to; posts count in any order."""
    found: set[str] = set()
    for move in moves:
        state = match.game.copy(match.state)
        try:
            match.game.apply(state, "blue", move, match.chance)
        except IllegalMove:
            continue
        for posts in (state.players["blue"].posts, state.players["blue"].fresh):
            posts.sort()
        found.add(json.dumps(match.game.dump(state), sort_keys=True))
    return found


@pytest.mark.parametrize("position", POSITIONS)
def test_the_legal_journeys_are_all_there_are(position: str) -> None:
    match = match_at(position)
    listed = (move for move in match.game.legal(match.state, "blue") if isinstance(move, Travel))
    assert outcomes(match, listed) == outcomes(match, all_journeys(match.state.players["blue"]))


@pytest.mark.parametrize("card", CITY_CARDS)
@pytest.mark.parametrize("stock", ["coins 1, pepper 1, camels 0", "coins 5, camels 3, pepper 1, silk 2, gold 1"])
def test_the_legal_uses_of_a_card_are_all_there_are(card: str, stock: str) -> None:
    match = match_at(f"blue character berke, dice 3, posts moscow anxi xian, completed c01 c02, {stock}")
    match.state.cards["moscow"] = card
    listed = (move for move in match.game.legal(match.state, "blue") if isinstance(move, UseCard))
    assert outcomes(match, listed) == outcomes(match, all_uses(card, 3))
