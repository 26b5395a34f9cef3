"""`pbem repair`: the right fix among the best three, and nothing is ever applied without asking."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from pbem.archive.barelog import read_any
from pbem.archive.check import check_text
from pbem.archive.repair import repair
from pbem.rules import own_games
from tests.archive.damage import EVERY_KIND, Damaged, damaged
from tests.archive.table import TABLE, bot_log, changed, laid
from tests.reliability import FULL, figure
from tests.shell import new_game, pbem

WRONG = changed("green: keep silk", "green: keep tea")
SHARE = 0.80
LOGS, ENTRIES = (24, 10_000) if FULL else (3, 30)


def fixed(damage: Damaged, text: str) -> tuple[bool, bool]:
    """Whether the log is broken at all, and whether one of the best three repairs is the true log, line by line."""
    file = read_any("x.log", damage.text)
    found = repair(file)
    true = text.rstrip("\n").split("\n")[file.document.first - 1 :]
    if damage.kind == "truncated":
        true = true[: len(file.document.lines)]
    return found.course.stop is not None, any(proposal.lines == true for proposal in found.repairs)


@pytest.mark.parametrize("game", own_games())
def test_the_right_fix_is_among_the_best_three(game: str) -> None:
    random = Random(f"repair {game}")
    broken: list[str] = []
    right: list[str] = []
    for number in range(LOGS):
        text = bot_log(game, number, ENTRIES)
        for kind in EVERY_KIND:
            damage = damaged(kind, text, random)
            seen, known = fixed(damage, text) if damage else (False, False)
            broken += [kind] * seen
            right += [kind] * known
    share = len(right) / len(broken)
    missed = {
        kind: broken.count(kind) - right.count(kind) for kind in EVERY_KIND if broken.count(kind) > right.count(kind)
    }
    figure("repair", game=game, damages=len(broken), right=len(right), share=round(share, 3), missed=missed)
    assert len(broken) >= 10 * LOGS and share >= SHARE, missed


def test_a_wrong_fix_would_not_count() -> None:
    damage = damaged("typo", TABLE, Random(1))
    assert damage is not None
    assert fixed(damage, TABLE) == (True, True)
    assert fixed(damage, changed("red: bid 0", "red: bid 1")) == (True, False)


def test_repair_shows_the_change_and_writes_nothing(tmp_path: Path) -> None:
    path = laid(tmp_path, WRONG)
    said = pbem("repair", path)
    assert said.code == 1
    assert "   - green: keep tea\n   + green: keep silk\n" in said.out
    assert "Nothing was changed." in said.out
    assert path.read_text() == WRONG and list(tmp_path.iterdir()) == [path]


def test_a_repair_is_written_only_to_another_file_and_only_when_asked(tmp_path: Path) -> None:
    path, out = laid(tmp_path, WRONG), tmp_path / "mended.log"
    number = next(
        i for i, proposal in enumerate(json.loads(pbem("repair", path, "--json").out)["repairs"], 1)
        if proposal["edits"][0]["added"] == ["green: keep silk"]
    )  # fmt: skip
    assert pbem("repair", path, "--apply", str(number), "--out", out).code == 0
    assert path.read_text() == WRONG and out.read_text() == TABLE
    assert pbem("check", out).code == 0


@pytest.mark.parametrize("words", [("--apply", "1"), ("--out", "x.log"), ("--apply", "9", "--out", "x.log")])
def test_half_a_request_to_apply_is_refused(
    tmp_path: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = laid(tmp_path, WRONG)
    assert pbem("repair", path, *words).code != 0
    assert path.read_text() == WRONG and list(tmp_path.iterdir()) == [path]


def test_the_log_itself_is_never_written_over(tmp_path: Path) -> None:
    path = laid(tmp_path, WRONG)
    said = pbem("repair", path, "--apply", "1", "--out", path)
    assert said.code == 4 and path.read_text() == WRONG


def test_a_sound_log_has_nothing_to_repair(tmp_path: Path) -> None:
    said = pbem("repair", laid(tmp_path))
    assert said.code == 0 and "nothing to repair" in said.out


def test_a_game_file_is_not_repaired(tmp_path: Path) -> None:
    new_game(tmp_path / "g.yaml")
    said = pbem("repair", tmp_path / "g.yaml")
    assert said.code == 1 and "pbem.repair.game" in said.err


def test_two_damages_are_repaired_together(tmp_path: Path) -> None:
    text = changed("red: bid 3", "red: bidd 3", WRONG)
    first = json.loads(pbem("repair", laid(tmp_path, text), "--json").out)["repairs"][0]
    assert first["legal"] and [edit["line"] for edit in first["edits"]] == [13, 17]


def test_damages_of_entries_in_a_row_are_repaired_together(tmp_path: Path) -> None:
    text = changed("red: bid 3", "red: bdi 3", changed("green: bid 0", "green: bidd 0", WRONG))
    first = json.loads(pbem("repair", laid(tmp_path, text), "--json").out)["repairs"][0]
    assert first["legal"] and [edit["line"] for edit in first["edits"]] == [13, 16, 17]


def test_the_lines_of_several_changes_are_those_of_the_file(tmp_path: Path) -> None:
    text = changed("red: bid 3", "red: bidd 3", WRONG.replace("tea-2 silk-4", "tea-2\nsilk-4"))
    said = pbem("repair", laid(tmp_path, text)).out
    headline = next(line for line in said.split("\n") if line.startswith("1."))
    wrong = [number for number, line in enumerate(text.split("\n"), 1) if re.search("tea-2$|keep tea|bidd", line)]
    assert re.findall(r"line (\d+): ", headline) == [*map(str, wrong)] and len(wrong) == 3


def test_an_entry_without_its_seat_is_nobodys(tmp_path: Path) -> None:
    path = laid(tmp_path, changed("red: bid 3", ": bid 3"))
    assert "pbem.log.line" in pbem("check", path).out
    assert "   + red: bid 3\n" in pbem("repair", path).out
    assert "pbem.log.line" in pbem("check", laid(tmp_path, changed("red: bid 3\n", "red: bid 3\n: undo 1\n"))).out


def test_a_log_that_a_mail_program_wrapped_is_repaired_as_a_whole(tmp_path: Path) -> None:
    text = changed(
        "red: bid 1",
        "red: bid\n1",
        TABLE.replace("salt-3 tea-1", "salt-3\ntea-1").replace("tea-2 silk-4", "tea-2\nsilk-4"),
    )
    text = changed(
        "green: sell silk", "green: sell\nsilk", changed("red: keep jade", "A good one.\nred: keep\njade", text)
    )
    out = tmp_path / "mended.log"
    assert pbem("repair", laid(tmp_path, text), "--apply", "1", "--out", out).code == 0
    assert out.read_text() == changed("red: keep jade", "# A good one.\nred: keep jade")


def test_wrapped_lines_do_not_hide_what_else_is_wrong(tmp_path: Path) -> None:
    text = changed(
        "red: bid 1",
        "red: bid\n1",
        changed("red: bid 3", "red: bidd 3", WRONG.replace("tea-2 silk-4", "tea-2\nsilk-4")),
    )
    first = json.loads(pbem("repair", laid(tmp_path, text), "--json").out)["repairs"][0]
    assert first["legal"] and len(first["edits"]) == 4


def test_a_referee_line_with_a_slip_is_repaired(tmp_path: Path) -> None:
    text = changed("green: keep silk\n", "green: keep salt\n! udno 1 by green: slip\ngreen: keep silk\n")
    assert "   + ! undo 1 by green: slip\n" in pbem("repair", laid(tmp_path, text)).out


def test_the_bound_on_work_is_kept_and_told(tmp_path: Path) -> None:
    text = bot_log("marcopolo", 3, 60)
    damage = damaged("roll", text, Random(2))
    assert damage is not None
    found = repair(read_any("x.log", damage.text), 3, 100)
    assert found.bounded
    said = pbem("repair", laid(tmp_path, damage.text), "--work", "100")
    assert said.code == 1 and "bound on work" in said.out


@pytest.mark.parametrize("game", [*own_games(), "caravan"])
def test_every_repair_that_is_called_legal_is(game: str) -> None:
    damage = damaged("seat", bot_log(game, 1, 20), Random(game))
    assert damage is not None
    file = read_any("x.log", damage.text)
    head = damage.text.split("\n")[: file.document.first - 1]
    for proposal in repair(file).repairs:
        problems = check_text("x.log", "\n".join([*head, *proposal.lines]) + "\n").problems
        assert (proposal.line is None) == (not problems)
