"""Plays the rule cases of every game, and checks that every sentence and every ruling has one."""

from __future__ import annotations

import pytest

from pbem.core.chance import Draw
from tests.rulebook import checker, runner
from tests.rulebook.cases import Case, CaseError, Fact, Play, Refusal, Step, read_cases

GAMES = [folder.name for folder in runner.folders()]

CASES = runner.all_cases()


def control(cites: str) -> list[Case]:
    text = f"case control-1 A control\ncites {cites}\nseats one two\nexpect\n  turn one\n"
    return read_cases(text, "none", "control.case")


def first_with(game: str, kind: type[Play] | type[Refusal]) -> Case:
    """The first case of a game that holds such a step, cut off behind it."""
    for case in CASES:
        at = [i for i, step in enumerate(case.steps) if isinstance(step, kind)]
        if case.game == game and at:
            return case._replace(steps=case.steps[: at[0] + 1])
    raise LookupError(game)


def with_last(case: Case, step: Step) -> Case:
    return case._replace(steps=(*case.steps[:-1], step))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    runner.play(case)


def test_the_cases_of_the_document_are_true() -> None:
    text = (checker.ROOT / "docs" / "rule-cases.md").read_text("utf-8")
    cases = read_cases(text.split("```")[1], "marcopolo", "rule-cases.md")
    assert len(cases) > 1
    for case in cases:
        runner.play(case)


def test_a_case_may_be_indented_otherwise() -> None:
    given = "given\n\tblue character berke, dice 2 5\n  turn blue"
    text = f"case x y\nseats blue yellow\n{given}\nplay\n\tblue: reroll 2\n* roll blue 6\n"
    runner.play(read_cases(f"{text}  blue: coins 2\n  refused marcopolo.dice.missing\n", "marcopolo")[0])


def test_every_sentence_and_every_ruling_has_a_case() -> None:
    assert runner.check_all() == []


def test_a_sentence_without_a_case_is_reported() -> None:
    sentences = [checker.Sentence("A-01.01"), checker.Sentence("A-01.02"), checker.Sentence("A-01.03", physical=True)]
    assert checker.check_game(sentences, [], control("A-01.01")) == ["sentence A-01.02 has no case"]


def test_a_case_that_cites_nothing_or_something_unknown_is_reported() -> None:
    sentences = [checker.Sentence("A-01.01", physical=True)]
    assert checker.check_game(sentences, [], control("")) == ["control.case:1: case control-1 cites nothing"]
    unknown = checker.check_game(sentences, ["ruling-1"], control("A-09.09 ruling-1"))
    assert unknown == ["control.case:1: case control-1 cites A-09.09, unknown"]


def test_ids_that_occur_twice_are_reported() -> None:
    sentences = [checker.Sentence("A-01.01"), checker.Sentence("A-01.01")]
    found = checker.check_game(sentences, [], control("A-01.01") * 2)
    assert found == ["sentence A-01.01 is listed twice", "case control-1 exists twice"]


def test_a_ruling_without_a_case_is_reported() -> None:
    rulings = checker.read_rulings("| no. | ruling |\n|---|---|\n| 1 | yes |\n| R2 | no |\n")
    assert checker.check_rulings(rulings, control("ruling-1")) == ["ruling-R2 has no case"]


def test_a_ruling_that_names_other_cases_is_reported() -> None:
    table = "| no. | ruling | where |\n|---|---|---|\n| 1 | yes | {} |\n"
    assert checker.check_named(table.format("control-1"), control("ruling-1")) == []
    problem = "ruling-1 names other cases than control-1"
    assert checker.check_named(table.format("control-1, r2"), control("ruling-1")) == [problem]


@pytest.mark.parametrize(
    "text",
    ["seats one", "case x", "case x y\nseats one", "case x y\nseats one\nplay\n  no colon", "case x y\nunheard of"],
)
def test_a_case_that_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(CaseError):
        read_cases(text, "none")


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_is_not_so_fails(game: str) -> None:
    case = first_with(game, Refusal)
    wrong = case._replace(steps=(*case.steps, Fact("control", ("turn", "nobody"))))
    with pytest.raises(runner.CaseFailed, match="control: expected turn nobody, found"):
        runner.play(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_does_not_exist_fails(game: str) -> None:
    case = first_with(game, Refusal)
    with pytest.raises(runner.CaseFailed, match="control: there is no fact"):
        runner.play(case._replace(steps=(*case.steps, Fact("control", ("weather", "fine")))))


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_that_is_not_expected_fails(game: str) -> None:
    case = first_with(game, Refusal)
    with pytest.raises(runner.CaseFailed, match="refused: "):
        runner.play(case._replace(steps=case.steps[:-1]))


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_for_another_reason_or_with_other_numbers_fails(game: str) -> None:
    case = first_with(game, Refusal)
    last = case.steps[-1]
    assert isinstance(last, Refusal)
    for wrong in (last._replace(id="pbem.nothing"), last._replace(numbers=(("needs", "-1"),))):
        with pytest.raises(runner.CaseFailed, match=r"expected .*, found"):
            runner.play(with_last(case, wrong))


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_should_be_refused_but_is_played_fails(game: str) -> None:
    case = first_with(game, Play)
    refusal = Refusal("control", "pbem.nothing", ())
    with pytest.raises(runner.CaseFailed, match=r"control: expected pbem\.nothing"):
        runner.play(case._replace(steps=(*case.steps, refusal)))


@pytest.mark.parametrize("game", GAMES)
def test_dice_that_were_never_rolled_fail(game: str) -> None:
    case = first_with(game, Play)
    last = case.steps[-1]
    assert isinstance(last, Play)
    with pytest.raises(runner.CaseFailed, match="never rolled like that"):
        runner.play(with_last(case, last._replace(draws=(*last.draws, Draw("roll", "nobody", ("6",))))))


def test_the_order_of_given_facts_does_not_matter() -> None:
    lines = ["  blue dice 2 6", "  blue figure moscow", "  blue character berke", "  turn blue"]
    for given in (lines, lines[::-1]):
        text = "\n".join(["case order-1 Any order", "seats blue yellow", "given", *given, "expect", "  blue dice 2 6"])
        runner.play(read_cases(f"{text}, figure moscow", "marcopolo")[0])
