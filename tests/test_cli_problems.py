"""Every problem that can be raised has a text, every text a problem; carets stand where they should."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from pbem.core.problem import Problem, Span
from pbem.report.layout import WIDTH
from pbem.report.problems import LAST, as_data, explain, message, render, texts
from pbem.rules import own_games

ROOT = Path(__file__).parent.parent
PBEM = ROOT / "pbem"
ID = re.compile(r"""f?["'](pbem|[a-z]+)\.([a-z]+)\.([a-z][a-z-]*)["']""")


def raised(family: str, folders: list[Path]) -> set[str]:
    """The ids that stand in code as text."""
    found = set()
    for folder in folders:
        for path in folder.rglob("*.py"):
            found |= {".".join(match.groups()) for match in ID.finditer(path.read_text()) if match[1] == family}
    return found


def modules() -> set[str]:
    """Names of modules look like ids; they are none."""
    paths = [path.relative_to(ROOT).with_suffix("") for path in PBEM.rglob("*.py")]
    return {".".join(path.parts) for path in paths} | {".".join(path.parent.parts) for path in paths}


def test_every_problem_of_the_program_has_a_text_and_every_text_a_problem() -> None:
    found = raised("pbem", [PBEM]) - modules()
    assert found - set(texts("pbem")) == set()
    assert set(texts("pbem")) - found == set()


@pytest.mark.parametrize("game", own_games())
def test_every_problem_of_a_game_has_a_text_and_every_text_a_problem(game: str) -> None:
    found = raised(game, [PBEM / "rules" / game])
    # Ids that are put together from parts are found by their last words.
    code = "".join(path.read_text() for path in (PBEM / "rules" / game).rglob("*.py"))
    assert found - set(texts(game)) == set()
    for id in set(texts(game)) - found:
        assert re.search(rf"""["'.}}]{re.escape(id.rpartition(".")[2])}["']""", code), id


@pytest.mark.parametrize("family", ["pbem", *own_games()])
def test_every_text_is_complete(family: str) -> None:
    for id, text in texts(family).items():
        assert {"message", "explain"} <= set(text) <= {"message", "at", "rule", "explain", "example"}, id
        assert "at" not in text or f"{{{text['at'].removeprefix(LAST)}}}" in text["message"], id
        assert text["explain"].strip().endswith((".", ")")), id
        list(string.Formatter().parse(text["message"]))
        told = explain(id)
        assert told is not None and told.startswith(id) and "{" not in told.partition("For example")[0]
        assert all(len(line) <= WIDTH or line.startswith("    ") for line in told.split("\n")), id


@pytest.mark.parametrize("game", own_games())
def test_nearly_every_problem_of_a_game_names_its_rule(game: str) -> None:
    without = [id for id, text in texts(game).items() if not text.get("rule")]
    assert len(without) <= len(texts(game)) // 10, without


def test_a_problem_without_text_is_still_told() -> None:
    assert message(Problem("nogame.x.y", {"needs": 3})) == "nogame.x.y (needs 3)"
    assert explain("nogame.x.y") is None


def test_facts_that_are_missing_or_lists_do_not_break_the_message() -> None:
    assert message(Problem("pbem.log.seat", {"found": "x", "seats": ["a", "b"]})).endswith("the seats are a, b")
    assert "?" in message(Problem("pbem.log.seat", {}))


@pytest.mark.parametrize(
    ("quote", "column", "end", "pad", "carets"),
    [
        ("blue: silk 4", 7, 11, 6, 4),
        ("駱駝: silk", 5, 9, 6, 4),
        ("a\u0301b: x", 6, 7, 4, 1),
        ("\tx y", 4, 5, 3, 1),
        ("x", 2, 3, 1, 1),
        ("駱駝", 1, 3, 0, 4),
    ],
)
def test_the_caret_stands_below_the_word(quote: str, column: int, end: int, pad: int, carets: int) -> None:
    text = render(Problem("pbem.log.line", {}, Span(3, column, end, "f", quote)))
    place, _, below = text.split("\n")[:3]
    assert place.startswith(f"f:3:{column}: ")
    assert below == "    " + " " * pad + "^" * carets


def test_a_very_long_line_is_cut_around_the_caret() -> None:
    text = render(Problem("pbem.log.line", {}, Span(1, 5001, 5004, "f", "a" * 5000 + "bcd" + "e" * 5000)))
    _, line, below = text.split("\n")[:3]
    assert len(line) < 130
    assert line[below.index("^") : below.rindex("^") + 1] == "bcd"


def test_a_terminal_is_not_told_what_to_do_by_a_file() -> None:
    text = render(Problem("pbem.file.game", {"found": "\x1b[31mx", "known": []}, Span(1, 1, 2, "f", "\x1b[2Jx")))
    assert "\x1b" not in text


def test_problems_as_data_are_plain() -> None:
    data = as_data(Problem("pbem.log.seat", {"found": "x", "seats": ("a",), "cost": {"a": 1}}, None, ("a",)))
    assert data["facts"] == {"found": "x", "seats": ["a"], "cost": {"a": 1}}
    assert data["place"] is None and data["hints"] == ["a"]
