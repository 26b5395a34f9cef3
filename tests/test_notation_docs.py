"""Plays every example of docs/notation.md, and checks that no command is without one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from pbem.bots.driver import send
from pbem.core.chance import Scripted
from pbem.gamefile.log import parse_draw, split_log
from pbem.notation.clean import clean_line
from pbem.notation.reader import clauses, format_turn
from pbem.rules.marcopolo import GAME, data
from pbem.rules.marcopolo.actions import READERS
from tests.errors import Wrong, answer_of, problems_of
from tests.rulebook.cases import Case, read_cases
from tests.rulebook.runner import CaseFailed, play

ROOT = Path(__file__).parent.parent
DOC = ROOT / "docs" / "notation.md"
GRAMMAR = ROOT / "grammar" / "marcopolo.lark"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
RULES = re.compile(r"^start:.*?(?=\n\n[A-Z]+:)", re.M | re.S)
START = re.compile(r"^start:(.*?)\n\n", re.M | re.S)
ENTRY = re.compile(r"(\w+): (.*)")


class Block(NamedTuple):
    """A fenced block of the document: its lines and where it begins."""

    at: int
    lines: list[str]


class Written(NamedTuple):
    """One text of a block: who writes what, what chance brings, and how it is read."""

    seat: str
    text: str
    draws: list[str]
    reads: str


def blocks(kind: str, text: str = "") -> list[Block]:
    text = text or DOC.read_text("utf-8")
    fences = [fence for fence in FENCE.finditer(text) if fence[1] == kind]
    return [Block(text.count("\n", 0, fence.start()) + 1, fence[2].splitlines()) for fence in fences]


def position(block: Block) -> list[str]:
    """The lines of a case up to the position: the common one with what is given, or a game of its own."""
    head = [line for line in block.lines if line.startswith(("seats ", "options "))]
    given = [f"  {line.removeprefix('given ')}" for line in block.lines if line.startswith("given ")]
    (common,) = blocks("position")
    start = [*head, "given", *given, "  round 1"] if head else [*common.lines, *given]
    return [f"case doc-{block.at} An example", "cites notation", *start]


def as_case(lines: list[str]) -> Case:
    (case,) = read_cases("\n".join(lines), GAME.id, "notation.md")
    return case


def whole_case(block: Block) -> Case:
    """A block as a rule case: what is written is played, and what it says must be true."""
    lines = position(block)
    for line in block.lines:
        if line.startswith("= "):
            lines += ["expect", f"  {line[2:]}"]
        elif line.startswith("* ") or ENTRY.fullmatch(line):
            lines += ["play", f"  {line}"]
    return as_case(lines)


def written(block: Block) -> list[Written]:
    found: list[Written] = []
    for line in block.lines:
        entry = ENTRY.fullmatch(line)
        if entry:
            found.append(Written(entry[1], entry[2], [], ""))
        elif line.startswith("* "):
            found[-1].draws.append(line)
        elif line.startswith("reads "):
            found[-1] = found[-1]._replace(reads=line.removeprefix("reads "))
    return found


def check_reading(block: Block) -> None:
    """Sends each text and compares its canonical form, which must be read as itself."""
    match = play(as_case(position(block)))
    for seat, text, draws, reads in written(block):
        cast(Scripted, match.chance).script = [parse_draw(line) for line in draws]
        match, outcome = send(match, seat, text)
        assert outcome.problems == ()
        assert format_turn(GAME, outcome.moves) == reads
        for clause in reads.split("; "):
            assert "; ".join(map(GAME.format, GAME.parse(clause))) == clause


def commands(text: str) -> set[str]:
    """The grammar rules of the clauses of a text."""
    return {str(GAME.grammar.tree(clause).data) for _, clause in clauses(clean_line(text).text)}


def alternatives() -> set[str]:
    found = START.search(GRAMMAR.read_text("utf-8"))
    assert found
    return set(found[1].replace("|", " ").split())


def rules() -> str:
    """The rules of the grammar as they stand in the document."""
    found = RULES.search(GRAMMAR.read_text("utf-8"))
    assert found
    return f"{found[0].strip()}\n"


@pytest.mark.parametrize("block", blocks("play"), ids=lambda block: f"line-{block.at}")
def test_an_example_is_read_and_played_as_the_document_says(block: Block) -> None:
    assert all(text.reads for text in written(block)) and written(block)
    check_reading(block)
    play(whole_case(block))


@pytest.mark.parametrize(
    ("line", "other"), [("= blue coins 15", "= blue coins 16"), ("reads coins 3", "reads coins 4")]
)
def test_an_example_that_is_wrong_is_noticed(line: str, other: str) -> None:
    (right,) = blocks("play", "```play\nblue: coins 3\nreads coins 3\n= blue coins 15\n```\n")
    wrong = right._replace(lines=[other if at == line else at for at in right.lines])
    check_reading(right)
    play(whole_case(right))
    with pytest.raises((CaseFailed, AssertionError)):
        check_reading(wrong)
        play(whole_case(wrong))


@pytest.mark.parametrize("block", blocks("problem"), ids=lambda block: f"line-{block.at}")
def test_a_problem_is_told_as_the_document_says(block: Block) -> None:
    first, *answer = block.lines
    seat, _, text = first.partition(": ")
    match = play(as_case(position(Block(block.at, []))))
    assert answer_of(problems_of(match, Wrong(GAME.id, block.at, "", seat, text, "", ""))).splitlines() == answer


def test_every_command_has_an_example() -> None:
    shown = {command for block in blocks("play") for text in written(block) for command in commands(text.text)}
    assert shown == alternatives()


def test_every_command_of_the_grammar_has_a_reader_and_every_reader_a_command() -> None:
    assert set(READERS) == alternatives()


def test_every_verb_stands_in_the_document() -> None:
    text = DOC.read_text("utf-8").partition("### The grammar")[0]
    verbs = set(GAME.grammar.verbs()) - {"objective", "towns"}  # other forms of words that do
    assert {verb for verb in verbs if not re.search(rf"\b{verb}\b", text)} == set()


def test_every_name_stands_in_the_document() -> None:
    text = DOC.read_text("utf-8")
    names = [*data.PLACES, *data.CHARACTERS, *data.GOODS]
    assert [name for name in names if f"`{name}`" not in text and f" {name}" not in text] == []


def test_the_grammar_in_the_document_is_the_grammar() -> None:
    (block,) = blocks("lark")
    assert "\n".join(block.lines) + "\n" == rules()


def test_the_lines_of_the_log_are_of_the_kinds_the_document_names() -> None:
    (block,) = blocks("log")
    log = split_log(block.lines)
    assert log.odd == [] and log.setup == []
    assert [entry.seat for entry in log.entries] == ["blue", "yellow", ""]
    assert [entry.draws for entry in log.entries] == [["* roll blue 6"], [], []]
    assert log.claims == [(1, 3)]


def write_grammar() -> None:
    """Puts the rules of the grammar into the document."""
    text = DOC.read_text("utf-8")
    DOC.write_text(re.sub(r"(?<=^```lark\n).*?(?=^```$)", lambda _: rules(), text, flags=re.M | re.S), "utf-8")


if __name__ == "__main__":
    write_grammar()
