"""Wrong lines and what a player is told about them: text files that anybody can read and add to.

    position Amber is married to Levant
    seats amber coral ebony
    given
      amber families levant
    play
      amber: expand levant to edessa

    > coral: mary egypt
    fix marry
    | text:1:1: 'mary' is no command [pbem.parse.verb]
    | ...

A position is written like a rule case. Behind `>` stands who sends what (`\\n` is a line break); `fix` names the right
correction of a typo, which must be among the first three suggestions; behind `|` stands the answer, word for word.
`python -m tests.errors.make` writes the answers again: look at the difference before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.core.engine import Match
from pbem.core.problem import Problem, Refused
from pbem.gamefile.turn import attempt
from pbem.report.problems import render
from tests.rulebook.cases import read_cases
from tests.rulebook.runner import play

FOLDER = Path(__file__).parent


class Wrong(NamedTuple):
    """One wrong text in a position, with the answer that stands in the file; `line` is its place there."""

    game: str
    line: int
    position: str
    seat: str
    text: str
    fix: str
    answer: str


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def read_corpus(path: Path) -> list[Wrong]:
    """The wrong texts of a file; its name is that of the game."""
    found: list[Wrong] = []
    position: list[str] = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if line.startswith("position "):
            position = [f"case line-{number} {line[9:]}"]
        elif line.startswith("> "):
            seat, _, text = line[2:].partition(": ")
            found.append(Wrong(path.stem, number, "\n".join(position), seat, text.replace("\\n", "\n"), "", ""))
        elif line.startswith("fix "):
            found[-1] = found[-1]._replace(fix=line[4:])
        elif line.startswith("|"):
            found[-1] = found[-1]._replace(answer=f"{found[-1].answer}{line[2:]}\n")
        elif line.strip() and not line.startswith("#"):
            position.append(line)
    return found


def match_of(wrong: Wrong) -> Match:
    """The position in which the text is sent."""
    (case,) = read_cases(wrong.position, wrong.game, f"{wrong.game}.txt:{wrong.line}")
    return play(case)


def problems_of(match: Match, wrong: Wrong) -> tuple[Problem, ...]:
    """What is wrong with the text, with the hints a player gets."""
    try:
        attempt(match, wrong.seat, wrong.text)
    except Refused as refused:
        return refused.problems
    return ()


def answer_of(problems: tuple[Problem, ...]) -> str:
    """What a player reads."""
    return "".join(f"{render(problem)}\n" for problem in problems)


def rewritten(path: Path) -> Iterator[str]:
    """The lines of a file with its answers written again."""
    corpus = {wrong.line: wrong for wrong in read_corpus(path)}
    waiting = ""
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if line.startswith("|"):
            continue
        if waiting and not line.startswith("fix "):
            yield from (f"| {told}".rstrip() for told in waiting.splitlines())
            waiting = ""
        yield line
        if number in corpus:
            waiting = answer_of(problems_of(match_of(corpus[number]), corpus[number])) or "nothing is wrong\n"
