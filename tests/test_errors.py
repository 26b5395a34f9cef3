"""What players are told about wrong lines, word for word: place, caret, rule, numbers, suggestion."""

from __future__ import annotations

import json

import pytest

from pbem.core.engine import Match
from tests.errors import Wrong, answer_of, files, match_of, problems_of, read_corpus

TYPOS_MENDED = 0.9
FIRST = 3

CORPORA = {path.stem: read_corpus(path) for path in files()}
EVERY = [wrong for corpus in CORPORA.values() for wrong in corpus]


def dumped(match: Match) -> str:
    return json.dumps(match.game.dump(match.state), sort_keys=True)


@pytest.mark.parametrize("wrong", EVERY, ids=lambda wrong: f"{wrong.game}-{wrong.line}")
def test_a_wrong_line_is_answered_as_written_and_changes_nothing(wrong: Wrong) -> None:
    match = match_of(wrong)
    before = dumped(match)
    problems = problems_of(match, wrong)
    assert answer_of(problems) == wrong.answer
    assert all(problem.span is not None for problem in problems)
    assert dumped(match) == before


@pytest.mark.parametrize("game", CORPORA)
def test_the_right_correction_is_among_the_first_suggestions(game: str) -> None:
    typos = [wrong for wrong in CORPORA[game] if wrong.fix]
    mended = [wrong for wrong in typos if wrong.fix in problems_of(match_of(wrong), wrong)[0].hints[:FIRST]]
    assert len(typos) >= 10
    assert len(mended) >= TYPOS_MENDED * len(typos), [wrong.text for wrong in typos if wrong not in mended]


@pytest.mark.parametrize("game", CORPORA)
def test_there_are_enough_wrong_lines(game: str) -> None:
    assert len({(wrong.position, wrong.seat, wrong.text) for wrong in CORPORA[game]}) >= 40


def test_an_answer_that_differs_is_noticed() -> None:
    wrong = EVERY[0]
    other = wrong._replace(text=f" {wrong.text}")
    assert answer_of(problems_of(match_of(other), other)) != wrong.answer
