"""Typos made by rule: the word that was meant must be among the first three suggestions nearly always."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import pytest

from pbem.core.game import ParseProblem
from pbem.notation.names import Names, nearest
from pbem.rules.marcopolo import GAME, data

SEED = 1254  # the year Marco Polo was born
ENOUGH = 600
SHARE = 0.90
KEYS = ("1234567890-", "qwertyuiop", "asdfghjkl'", "zxcvbnm")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Typo(NamedTuple):
    """A clause with one wrong word, the word that was meant, and what the program says about it."""

    clause: str
    column: int
    meant: str
    hints: tuple[str, ...]


def swapped(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def missing(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return word[:at] + word[at + 1 :]


def doubled(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return word[:at] + word[at] + word[at:]


def wrong_key(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    return word[:at] + rng.choice(beside(word[at])) + word[at + 1 :]


def one_more(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) + 1)
    return word[:at] + rng.choice(LETTERS) + word[at:]


SLIPS: tuple[Callable[[str, random.Random], str], ...] = (swapped, missing, doubled, wrong_key, one_more)


def beside(key: str) -> list[str]:
    """The keys to the left and to the right, and those of the rows above and below."""
    row, at = next((r, keys.index(key)) for r, keys in enumerate(KEYS) if key in keys)
    lines = KEYS[max(0, row - 1) : row + 2]
    return [k for line in lines for k in line[max(0, at - 1) : at + 2] if k != key]


# What the rest of a clause looks like, so that only the word in question is wrong.
NAMED: tuple[tuple[Names, str], ...] = (
    (data.PLACE_NAMES, "step {}"),
    (data.PLACE_NAMES, "travel 4 4 to {}"),
    (data.SLOT_NAMES, "city {} 3 x2"),
    (data.TOWN_NAMES, "town {}"),
    (data.CONTRACT_NAMES, "complete {}"),
    (data.CONTRACT_NAMES, "contracts 6 take {} for camels"),
    (data.GOOD_NAMES, "good {}"),
    (data.MONEY_NAMES, "contracts 6 take c17 for {}"),
    (data.CHARACTER_NAMES, "character {}"),
    (data.OBJECTIVE_NAMES, "objectives {}"),
)
INNER = (
    ("take", "contracts 6 {} c17"),
    ("drop", "contracts 6 take c17 {} c05"),
    ("post", "move {} from anxi"),
    ("from", "move post {} anxi"),
    ("step", "no {}"),
    ("down", "adjust 5 {}"),
)


def words() -> Iterator[tuple[str, str]]:
    """Every command, every name and some words inside commands, each with the clause it stands in."""
    yield from ((verb, "{} 3 4") for verb in GAME.grammar.verbs())
    yield from INNER
    for names, clause in NAMED:
        yield from ((id, clause) for id in dict.fromkeys(names.aliases.values()))


@cache
def typos() -> tuple[Typo, ...]:
    """A slip of each kind in every word; one that spells something else that can be read is no error and left out."""
    rng = random.Random(SEED)
    made: dict[tuple[str, str], Typo] = {}
    for meant, clause in words():
        column = clause.index("{")
        for slip in SLIPS:
            text = clause.format(slip(meant, rng))
            wrong = problem(text)
            if wrong is not None:
                made[text, meant] = Typo(text, column, meant, wrong.hints if wrong.start == column else ())
    return tuple(made.values())


def problem(clause: str) -> ParseProblem | None:
    try:
        GAME.parse(clause)
    except ParseProblem as wrong:
        return wrong
    return None


def share_found(hints: Callable[[Typo], Sequence[str]]) -> float:
    """For how many typos the word that was meant is among the first three of the hints."""
    return sum(typo.meant in hints(typo)[:3] for typo in typos()) / len(typos())


def test_the_word_that_was_meant_is_suggested() -> None:
    """The caret stands below the wrong word, and the right one is among the first three suggestions."""
    share = share_found(lambda typo: typo.hints)
    print(f"{len(typos())} typos, {share:.1%} with the right word among the first three suggestions; not for:")
    print(*(f"{typo.clause}: meant {typo.meant}" for typo in typos() if typo.meant not in typo.hints[:3]), sep="\n")
    assert len(typos()) >= ENOUGH
    assert share >= SHARE


def test_every_kind_of_slip_and_every_word_is_tried() -> None:
    tried = {typo.meant for typo in typos()}
    assert {word for word, _ in words()} - tried == set()


def test_suggestions_that_do_not_look_at_the_word_would_fail() -> None:
    """The measure can tell good from bad: fixed lists find next to nothing."""
    verbs = GAME.grammar.verbs()
    names = [id for table, _ in NAMED for id in dict.fromkeys(table.aliases.values())]
    assert share_found(lambda typo: sorted([*verbs, *names])) < 0.1
    assert share_found(lambda typo: typo.hints[::-1][:0]) == 0


@pytest.mark.parametrize("clause", [clause.format(word) for word, clause in words() if clause != "{} 3 4"])
def test_the_words_as_they_were_meant_can_be_read(clause: str) -> None:
    assert problem(clause) is None


def test_a_word_far_from_all_others_gets_no_suggestion() -> None:
    assert data.PLACE_NAMES.close("qqqqqq") == []
    assert nearest("z" * 60000, {"step": "step"}) == []


def test_where_there_is_little_to_choose_from_all_of_it_is_suggested() -> None:
    wrong = problem("good ivory")
    assert wrong is not None and wrong.hints == ("pepper", "silk", "gold")


@pytest.mark.parametrize(
    ("clause", "hint"),
    [("moscow 3 5", "step moscow"), ("c17", "complete c17"), ("berke", "character berke"), ("peking", "step peking")],
)
def test_a_name_where_the_command_should_be_suggests_commands_for_it(clause: str, hint: str) -> None:
    wrong = problem(clause)
    assert wrong is not None and wrong.id == "pbem.parse.verb" and hint in wrong.hints


def test_a_first_word_like_no_command_suggests_none_of_them() -> None:
    wrong = problem("hello everybody")
    assert wrong is not None and wrong.facts["expected"] == GAME.grammar.verbs() and not wrong.hints


def test_a_keyword_is_never_read_out_of_a_longer_word() -> None:
    """`stepp kashgar` once was a step to P(eking) and Kashgar."""
    wrong = problem("stepp kashgar")
    assert wrong is not None and wrong.hints[0] == "step"
