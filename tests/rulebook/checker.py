"""Checks that every sentence and every ruling has a case, and that every case says what it stands for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.rulebook.cases import Case

ROOT = Path(__file__).parents[2]
_RULING = re.compile(r"\| *(R?\d+) *\|")


class Sentence(NamedTuple):
    """One rule of a booklet; `elsewhere` is a test file that checks it when a case cannot."""

    id: str
    physical: bool = False
    elsewhere: str = ""


def read_sentences(folder: Path) -> list[Sentence]:
    """The sentences of all lists in the folder of a game."""
    lists = [yaml.safe_load(file.read_text("utf-8")) for file in sorted(folder.glob("sentences*.yaml"))]
    return [_sentence(entry) for entries in lists for entry in entries]


def _sentence(entry: dict[str, Any]) -> Sentence:
    return Sentence(str(entry["id"]), bool(entry.get("physical")), str(entry.get("elsewhere", "")))


def read_rulings(text: str) -> list[str]:
    """The rulings listed in a document, as cases cite them."""
    return [f"ruling-{found[1]}" for line in text.splitlines() if (found := _RULING.match(line))]


def check_game(sentences: Iterable[Sentence], rulings: Iterable[str], cases: Iterable[Case]) -> list[str]:
    """What is wrong with the cases of one game."""
    listed, tried = list(sentences), list(cases)
    known = {sentence.id for sentence in listed} | set(rulings)
    problems = [f"sentence {id} is listed twice" for id in _twice(s.id for s in listed)]
    problems += [f"case {id} exists twice" for id in _twice(c.id for c in tried)]
    problems += [f"{case.place}: case {case.id} cites nothing" for case in tried if not case.cites]
    problems += [f"{c.place}: case {c.id} cites {id}, unknown" for c in tried for id in c.cites if id not in known]
    return problems + list(_uncovered(listed, cited(tried)))


def check_rulings(rulings: Iterable[str], cases: Iterable[Case]) -> list[str]:
    """Rulings without a case, over the cases of all games."""
    listed, found = list(rulings), cited(cases)
    problems = [f"{id} is listed twice" for id in _twice(listed)]
    return problems + [f"{id} has no case" for id in listed if id not in found]


def check_named(text: str, cases: Iterable[Case]) -> list[str]:
    """Rulings whose last column does not name exactly the cases that cite them."""
    tried = list(cases)
    problems: list[str] = []
    for line in text.splitlines():
        if found := _RULING.match(line):
            named = line.rstrip("| ").rpartition("|")[2].split(", ")
            right = [case.id for case in tried if f"ruling-{found[1]}" in case.cites]
            if sorted(name.strip() for name in named) != sorted(right):
                problems.append(f"ruling-{found[1]} names other cases than {', '.join(right)}")
    return problems


def cited(cases: Iterable[Case]) -> set[str]:
    return {id for case in cases for id in case.cites}


def _uncovered(sentences: list[Sentence], found: set[str]) -> Iterator[str]:
    for sentence in sentences:
        if sentence.elsewhere and not (ROOT / sentence.elsewhere).is_file():
            yield f"sentence {sentence.id} names a test that does not exist: {sentence.elsewhere}"
        elif not (sentence.physical or sentence.elsewhere or sentence.id in found):
            yield f"sentence {sentence.id} has no case"


def _twice(ids: Iterable[str]) -> list[str]:
    every = list(ids)
    return sorted({id for id in every if every.count(id) > 1})
