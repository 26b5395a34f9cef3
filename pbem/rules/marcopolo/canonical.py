"""Reads clauses as we print them without the grammar, which takes ten times as long; leaves all others to it.

The grammar says what the notation is: what is read here must read the same there (tests/test_canonical.py). A reader
declines by KeyError, ValueError or IndexError, or with no moves at all.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.move import Move
from pbem.rules.marcopolo.actions.adjust import Adjust
from pbem.rules.marcopolo.actions.black_die import BuyBlack
from pbem.rules.marcopolo.actions.character import ChooseCharacter
from pbem.rules.marcopolo.actions.city_card import UseCard
from pbem.rules.marcopolo.actions.coin_bag import Bag
from pbem.rules.marcopolo.actions.compensation import Compensate
from pbem.rules.marcopolo.actions.complete_contract import Complete
from pbem.rules.marcopolo.actions.contracts import TakeContracts
from pbem.rules.marcopolo.actions.drawn_contract import Drop
from pbem.rules.marcopolo.actions.end import End, Wait
from pbem.rules.marcopolo.actions.goods import ChooseGoods
from pbem.rules.marcopolo.actions.khans_favor import Khan
from pbem.rules.marcopolo.actions.market import Market
from pbem.rules.marcopolo.actions.move_post import MovePost
from pbem.rules.marcopolo.actions.objectives import ChooseObjectives
from pbem.rules.marcopolo.actions.reroll import Reroll
from pbem.rules.marcopolo.actions.step import Step
from pbem.rules.marcopolo.actions.take_five import TakeFive
from pbem.rules.marcopolo.actions.town import ChooseTowns
from pbem.rules.marcopolo.actions.travel import Travel
from pbem.rules.marcopolo.cards import TO
from pbem.rules.marcopolo.data import (
    CHARACTER_NAMES,
    CHOICE_NAMES,
    CONTRACT_NAMES,
    GOOD_NAMES,
    MARKET_ROWS,
    MONEY_NAMES,
    OBJECTIVE_NAMES,
    PLACE_NAMES,
    SLOT_NAMES,
    TOWN_NAMES,
)
from pbem.rules.marcopolo.dice import die_text, lowest
from pbem.rules.marcopolo.posts import FIRST, SECOND, THE_FIGURE, Journey, Ways
from pbem.rules.marcopolo.state import BLACK, WHITE, Dice

Words = list[str]

DICE = {die_text(colour + value): colour + value for colour in (0, BLACK, WHITE) for value in range(1, 7)}
NUMBERS = {str(n): n for n in range(100)}
USES = {f"x{n}": n for n in range(1, 7)}
BY = {"up": 1, "down": -1}
COLUMNS = {str(column): column for column in range(1, 7)}
TILES = {**CONTRACT_NAMES.aliases, **{column: column for column in COLUMNS}}


def read_canonical(clause: str) -> tuple[Move, ...] | None:
    """The moves of a clause in canonical form; nothing when it is anything else."""
    if clause in FIXED:
        return FIXED[clause]
    words = clause.replace(", ", " ").split(" ")
    try:
        return READERS[words[0]](words)
    except (KeyError, ValueError, IndexError):
        return None


def _all(words: Words, table: dict[str, str]) -> tuple[str, ...]:
    """Looks all words up; declines when there are none."""
    if not words:
        raise ValueError(words)
    return tuple([table[word] for word in words])


def _cut(words: Words, word: str, table: dict[str, str]) -> tuple[Words, tuple[str, ...]]:
    """The words before a keyword, and those behind it looked up."""
    if word not in words:
        return words, ()
    at = words.index(word)
    return words[:at], _all(words[at + 1 :], table)


def _dice(words: Words) -> Dice:
    return tuple([DICE[word] for word in words])


def _coins(words: Words) -> tuple[Move, ...]:
    _, die = words
    return (TakeFive(DICE[die]),)


def _market(words: Words) -> tuple[Move, ...]:
    if words[-2] == "as":
        *words, _, column = words
        dice = _dice(words[1:])
        return (Market(words[0], dice, 0 if COLUMNS[column] == lowest(dice) else COLUMNS[column]),)
    return (Market(words[0], _dice(words[1:])),)


def _khan(words: Words) -> tuple[Move, ...]:
    _, die, *goods = words
    khan = Khan(DICE[die])
    return (khan, ChooseGoods((GOOD_NAMES.aliases[goods[0]],))) if len(goods) == 1 else (khan,) * (not goods)


def _contracts(words: Words) -> tuple[Move, ...]:
    rest, drop = _cut(words, "drop", CONTRACT_NAMES.aliases)
    rest, bonus = _cut(rest, "for", MONEY_NAMES.aliases)
    rest, tiles = _cut(rest, "take", TILES)
    _, die = rest
    return (TakeContracts(DICE[die], tiles, bonus, drop),) if tiles else ()


def _ways(words: Words) -> Ways:
    """A path, or those of two figures; goals are left to the grammar."""
    if words[0] == "first" and "second" in words:
        at = words.index("second")
        return (*_ways(words[:at]), *_ways(words[at:]))
    figure = {"first": FIRST, "second": SECOND}.get(words[0], THE_FIGURE)
    return ((figure, _all(words[1:] if figure else words, PLACE_NAMES.aliases)),)


def _journey(words: Words) -> Journey:
    rest, bonus = _cut(words, "bonus", PLACE_NAMES.aliases)
    rest, skip = _cut(rest, "skip", PLACE_NAMES.aliases)
    return Journey(_ways(rest), skip, bonus)


def _travel(words: Words) -> tuple[Move, ...]:
    _, one, two, *rest = words
    return (Travel((DICE[one], DICE[two]), *_journey(rest)),)


def _city(words: Words) -> tuple[Move, ...]:
    _, slot, die, *rest = words
    uses = USES[rest[0]] if rest else 0
    chosen = _choices(rest[1:], CHOICE_NAMES.aliases) if len(rest) > 1 else ()
    return (UseCard(SLOT_NAMES.aliases[slot], DICE[die], uses, chosen),)


def _choices(words: Words, table: dict[str, str]) -> tuple[str, ...]:
    """Names, or swaps such as `silk to camels`."""
    if "to" not in words:
        return _all(words, table)
    if set(words[1::3]) != {"to"}:
        raise ValueError(words)
    return tuple([f"{table[give]}{TO}{table[get]}" for give, get in zip(words[::3], words[2::3], strict=True)])


def _adjust(words: Words) -> tuple[Move, ...]:
    _, die, way = words
    return (Adjust(DICE[die], BY[way]),)


def _take(words: Words) -> tuple[Move, ...]:
    amounts = {"coins": 0, "camels": 0}
    for number, what in zip(words[1::2], words[2::2], strict=True):
        amounts[MONEY_NAMES.aliases[what]] += NUMBERS[number]
    return (Compensate(**amounts),) if len(words) > 1 else ()


def _drop(words: Words) -> tuple[Move, ...]:
    _, contract = words
    return (Drop(CONTRACT_NAMES.aliases[contract]),)


def _character(words: Words) -> tuple[Move, ...]:
    _, character = words
    return (ChooseCharacter(CHARACTER_NAMES.aliases[character]),)


def _move_post(words: Words) -> tuple[Move, ...]:
    *verb, place = words
    return (MovePost(PLACE_NAMES.aliases[place]),) if verb == ["move", "post", "from"] else ()


def _each(words: Words, kind: type[Bag | Reroll]) -> tuple[Move, ...]:
    """One move for every die of the clause."""
    return tuple([kind(die) for die in _dice(words[1:])])


FIXED: dict[str, tuple[Move, ...]] = {
    "black": (BuyBlack(),),
    "no step": (Step(()),),
    "end": (End(),),
    "wait": (Wait(),),
}
READERS: dict[str, Callable[[Words], tuple[Move, ...]]] = {
    "coins": _coins,
    **dict.fromkeys(MARKET_ROWS, _market),
    "khan": _khan,
    "contracts": _contracts,
    "travel": _travel,
    "city": _city,
    "complete": lambda words: tuple(map(Complete, _all(words[1:], CONTRACT_NAMES.aliases))),
    "bag": lambda words: _each(words, Bag),
    "reroll": lambda words: _each(words, Reroll),
    "adjust": _adjust,
    "good": lambda words: (ChooseGoods(_all(words[1:], GOOD_NAMES.aliases)),),
    "goods": lambda words: (ChooseGoods(_all(words[1:], GOOD_NAMES.aliases)),),
    "town": lambda words: (ChooseTowns(_all(words[1:], TOWN_NAMES.aliases)),),
    "step": lambda words: (Step(*_journey(words[1:])),),
    "drop": _drop,
    "take": _take,
    "character": _character,
    "objectives": lambda words: (ChooseObjectives(_all(words[1:], OBJECTIVE_NAMES.aliases)),),
    "move": _move_post,
}
