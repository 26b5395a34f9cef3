"""`pbem fill`: what may have been played in a gap; all of it, the only one, or nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.archive.barelog import read_any
from pbem.archive.fill import fill
from pbem.rules import own_games
from tests.archive.table import TABLE, bot_log, changed, laid
from tests.shell import pbem


def test_a_gap_with_one_filling_is_unique(tmp_path: Path) -> None:
    said = pbem("fill", laid(tmp_path, changed("green: travel", "green: ...")))
    assert said.code == 0 and "unique" in said.out and "line 10: green: travel\n" in said.out


def test_the_only_filling_is_written_and_makes_the_log_whole(tmp_path: Path) -> None:
    path, out = laid(tmp_path, changed("green: travel", "???")), tmp_path / "whole.log"
    assert pbem("fill", path, "--out", out).code == 0
    assert out.read_text() == TABLE
    assert pbem("fill", path, "--out", out).code == 4


def test_an_assertion_tells_fillings_apart(tmp_path: Path) -> None:
    open_end = TABLE[: TABLE.index("* roll market 5")]
    several = changed("green: keep silk", "green: ...", open_end) + "* roll market 5\n"
    said = pbem("fill", laid(tmp_path, several))
    assert said.code == 0 and "2 fillings" in said.out and "to 2 positions" in said.out
    said = pbem("fill", laid(tmp_path, several + "= green salt 1\n"))
    assert "unique" in said.out and "green: keep salt" in said.out


def test_several_fillings_are_not_written(tmp_path: Path) -> None:
    text = changed("red: bid 0", "red: ...", TABLE[: TABLE.index("green: bid 2")])
    said = pbem("fill", laid(tmp_path, text), "--out", tmp_path / "out.log")
    assert said.code == 1 and "pbem.fill.several" in said.err and not (tmp_path / "out.log").exists()


def test_no_filling_is_told_and_ends_with_1(tmp_path: Path) -> None:
    text = changed("green: keep silk", "green: ...", changed("= green coins 1, silk 1", "= green coins 9"))
    said = pbem("fill", laid(tmp_path, text))
    assert said.code == 1 and said.out.startswith(f"{tmp_path}/table.log: none ")


def test_a_log_without_a_gap_is_refused(tmp_path: Path) -> None:
    assert "pbem.fill.none" in pbem("fill", laid(tmp_path)).err


def test_between_two_entries_a_gap_is_made(tmp_path: Path) -> None:
    said = pbem("fill", laid(tmp_path), "--between", "2", "4", "--json")
    found = json.loads(said.out)
    assert found["unique"] and found["fillings"][0][0]["lines"][0] == "green: travel"
    assert "pbem.fill.between" in pbem("fill", laid(tmp_path), "--between", "5", "4").err


def test_a_lost_line_between_two_entries_is_found(tmp_path: Path) -> None:
    lost = changed(
        "green: travel\n* draw cards silk-5\n* draw cards salt-4\n", "???\n* draw cards silk-5\n* draw cards salt-4\n"
    )
    assert "green: travel" in pbem("fill", laid(tmp_path, lost)).out


def test_the_bound_is_kept_and_told(tmp_path: Path) -> None:
    path = laid(tmp_path, bot_log("samarkand", 0, 20))
    said = pbem("fill", path, "--between", "8", "12", "--moves", "4", "--work", "300")
    assert "the bound was reached" in said.out


def test_the_log_before_a_gap_must_stand(tmp_path: Path) -> None:
    text = changed("red: bid 0", "red: bid 9", changed("green: travel", "???"))
    said = pbem("fill", laid(tmp_path, text))
    assert said.code == 1 and "caravan.bid.coins" in said.err


@pytest.mark.parametrize("game", own_games())
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_line_that_was_played_is_among_the_fillings(game: str, number: int) -> None:
    """Of entries of one move, which is what a search of one move a gap must find."""
    text = bot_log(game, number, 25)
    lines = text.split("\n")
    entries = [i for i, line in enumerate(lines) if i > 3 and line[:1] not in "*=" and ";" not in line and ": " in line]
    at = entries[len(entries) // 2]
    seat = lines[at].partition(":")[0]
    file = read_any("x.log", "\n".join([*lines[:at], f"{seat}: ...", *lines[at + 1 :]]))
    found = fill(file, 1)
    assert lines[at] in [filling.gaps[0][1][0] for filling in found.fillings]
