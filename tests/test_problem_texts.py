"""Texts of problems: their numbers are those the rules give, their examples lead to them; long texts are refused."""

from __future__ import annotations

import re
from string import Formatter
from typing import NamedTuple

import pytest

from pbem.core import engine
from pbem.core.problem import Problem, Refused
from pbem.notation.reader import MOST_CHARACTERS, MOST_LINES, MOST_PROBLEMS, read_turn
from pbem.report.problems import message, texts
from pbem.rules import find_game
from tests.errors import FOLDER, Wrong, match_of, problems_of, read_corpus

GAME = "marcopolo"
ID = re.compile(rf"\[({GAME}\.[a-z.-]+)\]$", re.M)
CORPUS = read_corpus(FOLDER / f"{GAME}.txt")


class Shown(NamedTuple):
    """A problem and a wrong line of the corpus that leads to it."""

    id: str
    wrong: Wrong


def shown() -> list[Shown]:
    """For every problem the wrong line that its example quotes, else the first one."""
    lines: dict[str, Wrong] = {}
    for wrong in CORPUS:
        for id in ID.findall(wrong.answer):
            if id not in lines or wrong.text == texts(GAME)[id]["example"]:
                lines[id] = wrong
    return [Shown(*pair) for pair in lines.items()]


def raised(one: Shown) -> Problem:
    return next(problem for problem in problems_of(match_of(one.wrong), one.wrong) if problem.id == one.id)


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_problem_of_the_game_is_shown_by_a_wrong_line() -> None:
    assert {one.id for one in shown()} == set(texts(GAME))


@pytest.mark.parametrize("one", shown(), ids=lambda one: one.id)
def test_a_message_uses_all_facts_and_its_example_leads_to_it(one: Shown) -> None:
    problem = raised(one)
    assert fields(texts(GAME)[one.id]["message"]) == set(problem.facts)
    assert "?" not in message(problem)
    assert one.wrong.text == texts(GAME)[one.id]["example"]


@pytest.mark.parametrize("id", sorted(texts(GAME)))
def test_a_text_names_its_rule(id: str) -> None:
    part = r"(DE p\. \d+(, \d+)*|S\d(, S\d)*|rulings? \d+(, \d+)*)"
    assert re.fullmatch(rf"{part}(; {part})*", texts(GAME)[id]["rule"])


@pytest.mark.parametrize(
    ("text", "unit", "limit"),
    [("coins 3;" * 9000, "characters", MOST_CHARACTERS), ("coins 3\n" * 500, "lines", MOST_LINES)],
)
def test_a_text_that_is_too_long_is_refused_as_a_whole(text: str, unit: str, limit: int) -> None:
    with pytest.raises(Refused) as caught:
        read_turn(find_game(GAME), text)
    (problem,) = caught.value.problems
    assert problem.id == "pbem.parse.long" and problem.facts["unit"] == unit and problem.facts["limit"] == limit
    assert f"{unit}; at most {limit}" in message(problem)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark", " ; ; ,", "\u200b"])
def test_a_text_without_moves_says_so(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_turn(find_game(GAME), text)
    assert [problem.id for problem in caught.value.problems] == ["pbem.parse.empty"]


@pytest.mark.parametrize("text", ["x;" * 30000, "complete " + "c99 " * 15000, "coins " + "9" * 60000, "z" * 60000])
def test_nonsense_is_answered_soon(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_turn(find_game(GAME), text)
    assert len(caught.value.problems) <= MOST_PROBLEMS


def test_many_illegal_moves_are_answered_soon() -> None:
    wrong = CORPUS[0]._replace(text="complete c09;" * 4000)
    assert len(problems_of(match_of(wrong), wrong)) == engine.MOST_PROBLEMS
