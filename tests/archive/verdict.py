"""The corpus of damaged logs, and what `pbem check` says about each, in a form that can be read and compared."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import yaml

from pbem.archive.check import Checked, check_file
from pbem.core.problem import Problem
from pbem.report.problems import message

CORPUS = Path(__file__).parent / "corpus"
INDEX = CORPUS / "index.yaml"
ASSUMED = "went on as if this were: "


class Verdict(NamedTuple):
    """`damage`: what was done, with its line; `says`: line, column and id of every problem; `assumed`: to go on."""

    damage: str
    says: list[str]
    assumed: list[str]
    undecided: list[str]
    played: str


def verdict(name: str, damage: str) -> Verdict:
    """What the check says about one log of the corpus."""
    found = check_file(str(CORPUS / name))
    says = [f"{_line(problem)}:{problem.span.column if problem.span else 0} {problem.id}" for problem in found.problems]
    assumed = [f"{_line(note)} {message(note).removeprefix(ASSUMED)}" for note in found.notes]
    return Verdict(damage, says, assumed, list(found.undecided), _played(found))


def _line(problem: Problem) -> int:
    return problem.span.line if problem.span else 0


def _played(found: Checked) -> str:
    return f"{found.played} of {found.entries}" + ("" if found.complete else ", not to the end")


def read_index() -> dict[str, Verdict]:
    """The verdicts that were reviewed, by file name."""
    rows = yaml.safe_load(INDEX.read_text(encoding="utf-8"))
    return {name: Verdict(**{"says": [], "assumed": [], "undecided": [], **row}) for name, row in rows.items()}


def write_index(verdicts: dict[str, Verdict]) -> None:
    """Writes the index; lists that are empty are left out."""
    rows = {name: {key: value for key, value in row._asdict().items() if value} for name, row in verdicts.items()}
    text = yaml.safe_dump(rows, sort_keys=False, width=160, allow_unicode=True)
    INDEX.write_text(f"# Written by `python -m tests.archive.make`; read the difference.\n{text}", encoding="utf-8")
