"""`pbem replay`, `pbem diff` and `pbem log`: any moment of a game, where two part, and who may see what."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from tests.archive.table import ENTRIES, TABLE, UNKNOWN, bot_log, changed, laid
from tests.shell import new_game, pbem, play_on, spawn


def test_any_moment_is_rebuilt_as_text(tmp_path: Path) -> None:
    path = laid(tmp_path)
    assert pbem("replay", path, "--at", "4").out != pbem("replay", path, "--at", "5").out
    assert pbem("replay", path, "--at", "-1") == pbem("replay", path)
    assert pbem("replay", path, "--at", "-8") == pbem("replay", path, "--at", "4")


@pytest.mark.parametrize("game", ["marcopolo", "samarkand", "caravan"])
def test_the_formats_tell_the_same_position(tmp_path: Path, game: str) -> None:
    path = laid(tmp_path, bot_log(game, 2, 12))
    for at in ("0", "7", "-1"):
        as_json, as_yaml = (pbem("replay", path, "--at", at, "--format", form).out for form in ("json", "yaml"))
        assert json.loads(as_json) == yaml.safe_load(as_yaml)
        assert json.loads(as_json)["position"]


def test_entries_are_told_forwards_and_backwards(tmp_path: Path) -> None:
    path = laid(tmp_path)
    ahead, back = (
        json.loads(pbem("replay", path, "--from", a, "--to", b, "--format", "json").out)["entries"]
        for a, b in (("1", "5"), ("5", "1"))
    )
    assert [entry["entry"] for entry in ahead] == [1, 2, 3, 4, 5]
    assert ahead == back[::-1]
    assert ahead[1]["chance"] == ["* draw bid-red 0", "* draw bid-green 2"] and ahead[1]["effects"]


def test_the_text_of_entries_has_their_effects(tmp_path: Path) -> None:
    told = pbem("replay", laid(tmp_path), "--from", "3", "--to", "4").out
    assert told.startswith("  3 green: travel\n      * draw cards silk-5\n") and "  4 green: keep silk" in told


def test_a_log_is_walked_through_by_hand(tmp_path: Path) -> None:
    said = spawn("replay", laid(tmp_path), "--step", text="n\nn\np\n3\nx\nq\n")
    told = [line.split() for line in said.out.split("\n")[1:]]
    assert [words[0] for words in told if words and words[0].isdecimal()] == ["0", "1", "2", "1", "3"]


@pytest.mark.parametrize("at", ["99", "-99"])
def test_an_entry_that_is_not_there_is_wrong_usage(tmp_path: Path, at: str) -> None:
    said = pbem("replay", laid(tmp_path), "--at", at)
    assert said.code == 2 and "pbem.usage.entry" in said.err


def test_a_log_is_rebuilt_up_to_what_is_wrong_in_it(tmp_path: Path) -> None:
    path = laid(tmp_path, changed("red: travel", "red: sell silk"))
    assert pbem("replay", path, "--at", "6").code == 0
    said = pbem("replay", path, "--at", "7")
    assert said.code == 1 and f"{path}:20:6: " in said.err


def test_what_nobody_knows_stays_unknown(tmp_path: Path) -> None:
    known, unknown = (
        json.loads(pbem("replay", laid(tmp_path, text), "--at", "7", "--format", "json").out)
        for text in (TABLE, UNKNOWN)
    )
    assert known["position"] == unknown["position"] and known["head"] != unknown["head"]


def test_equal_logs_do_not_part(tmp_path: Path) -> None:
    said = pbem("diff", laid(tmp_path), laid(tmp_path, changed("green: travel", "GREEN: travel  # so"), "two.log"))
    assert said.code == 0 and f"the same, {ENTRIES} entries" in said.out


@pytest.mark.parametrize(
    ("old", "new", "kind", "same"),
    [
        ("* roll market 1", "* roll market 2", "set-up", 0),
        ("green: bid 0", "green: bid 1", "text", 4),
        ("* roll market 5", "* roll market 6", "chance", 3),
        ("red: travel", "green: travel", "seat", 6),
        ("red: travel", "red: sell tea", "refused", 6),
        ("green: sell silk\n* draw red jade-2\n* draw green salt-5\n", "", "end", 10),
        ("seats: red green", "seats: red blue", "header", 0),
    ],
)
def test_logs_part_at_the_first_difference(tmp_path: Path, old: str, new: str, kind: str, same: int) -> None:
    said = pbem("diff", laid(tmp_path), laid(tmp_path, changed(old, new), "two.log"), "--json")
    found = json.loads(said.out)
    assert said.code == 1 and (found["kind"], found["same"]) == (kind, same)


def test_the_difference_in_effects_is_told(tmp_path: Path) -> None:
    two = laid(tmp_path, changed("green: keep silk", "green: keep salt"), "two.log")
    said = pbem("diff", laid(tmp_path), two)
    assert "- " in said.out and f"+ {two}:13: green: keep salt" in said.out
    assert "  cards green: silk-5 -> salt-4" in said.out and "none -> none" not in said.out


def test_the_same_log_under_other_rules_parts_where_they_matter(tmp_path: Path) -> None:
    said = pbem("diff", laid(tmp_path), "--rules", "length=long")
    assert said.code == 1 and "after 10 entries that are the same" in said.out
    assert pbem("diff", laid(tmp_path), "--rules", "length=short").code == 0
    assert pbem("diff", laid(tmp_path)).code == 2


def test_a_log_is_exported_for_the_public_a_seat_and_all(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    play_on(path, 3)
    public, red = pbem("log", path), pbem("log", path, "--for", "red")
    assert "red: bid ?" in public.out and "red: bid ?" not in red.out and "green: bid ?" in red.out
    assert pbem("log", path, "--for", "all").code == 3
    play_on(path)
    assert "bid ?" not in pbem("log", path, "--for", "all").out


def test_every_export_can_be_checked_and_replayed(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    play_on(path)
    for who in ("public", "red", "all"):
        log = laid(tmp_path, pbem("log", path, "--for", who).out, "out.yaml")
        assert pbem("check", log).code == 0, who
        assert pbem("replay", log, "--format", "json").code == 0


def test_a_changed_export_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    play_on(path)
    text = pbem("log", path, "--for", "all").out
    roll = next(line for line in text.split("\n") if "* roll market" in line)
    face = roll.split()[3]
    other = roll.replace(f"market {face}", f"market {int(face) % 6 + 1}")
    assert pbem("check", laid(tmp_path, changed(roll, other, text), "out.yaml")).code == 1


def test_the_table_log_has_as_many_entries_as_the_tests_think() -> None:
    assert sum(line.startswith(("red:", "green:")) for line in TABLE.split("\n")) == ENTRIES
