"""`pbem import`, `undo` and `amend`: a log becomes a game that goes on, and what was played can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.gamefile.replay import replay_file
from pbem.gamefile.store import load
from pbem.rules import own_games
from tests.archive.table import TABLE, UNKNOWN, bot_log, changed, laid
from tests.shell import new_game, pbem, play_on

GAMES = [*own_games(), "caravan"]
HALF = TABLE[: TABLE.index("red: travel")]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_a_log_becomes_a_game_that_can_be_played_to_its_end(tmp_path: Path, game: str, known: bool) -> None:
    log = laid(tmp_path, bot_log(game, 2, 8, known))
    out = tmp_path / "g.yaml"
    said = pbem("import", log, "--out", out, "--seed", "2a", *([] if known else ["--deal"]))
    assert said.code == 0 and "8 entries taken over" in said.out, said
    assert "game is over" not in said.out
    play_on(out)
    assert pbem("check", out).code == 0


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("game", own_games())
def test_a_whole_log_with_unknown_decks_can_be_dealt(tmp_path: Path, game: str, number: int) -> None:
    log = laid(tmp_path, bot_log(game, number, 60, known=False))
    assert pbem("import", log, "--out", tmp_path / "g.yaml", "--seed", f"0{number}", "--deal").code == 0
    assert pbem("check", tmp_path / "g.yaml").code == 0


def test_the_past_is_kept_as_it_was_recorded(tmp_path: Path) -> None:
    out = tmp_path / "g.yaml"
    assert pbem("import", laid(tmp_path, HALF), "--out", out, "--player", "Ann", "--player", "Ben").code == 0
    said = pbem("log", out).out
    assert "  ! import 6: recorded in table.log, not drawn\n" in said and "  green: keep silk\n" in said
    assert "  red: bid ?\n" in said  # what only red may see is sealed again


def test_what_is_unknown_is_dealt_only_when_asked(tmp_path: Path) -> None:
    log, out = laid(tmp_path, UNKNOWN[: UNKNOWN.index("red: travel")]), tmp_path / "g.yaml"
    said = pbem("import", log, "--out", out)
    assert said.code == 1 and "pbem.import.unknown" in said.err and not out.exists()
    assert pbem("import", log, "--out", out, "--deal").code == 0


def test_a_wrong_log_is_not_taken_over(tmp_path: Path) -> None:
    said = pbem("import", laid(tmp_path, changed("red: bid 3", "red: bidd 3")), "--out", tmp_path / "g.yaml")
    assert said.code == 1 and ":17:6: " in said.err
    assert not (tmp_path / "g.yaml").exists() and not (tmp_path / "g.key").exists()


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    assert pbem("import", laid(tmp_path), "--out", laid(tmp_path, "mine", "g.yaml")).code == 4
    assert (tmp_path / "g.yaml").read_text() == "mine"


def test_an_undone_move_stays_readable_with_who_and_why(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    assert pbem("move", path, "--seat", "red", "bid 2").code == 0
    said = pbem("undo", path, "--seat", "red", "--reason", "wrong card")
    assert said.code == 0 and said.out.startswith("undone: entry 1, ")
    assert "  red: bid ?\n  ! undo 1 by red: wrong card\n" in path.read_text()
    assert pbem("move", path, "--seat", "red", "bid 1").code == 0
    assert pbem("check", path).code == 0


def test_what_others_have_learned_is_not_undone(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    play_on(path, 2)
    said = pbem("undo", path)
    assert said.code == 1 and "pbem.undo.chance" in said.err
    assert pbem("undo", path, "--seat", "blue").code != 0


def amended(tmp_path: Path, text: str, *more: str) -> tuple[Path, str]:
    path = tmp_path / "g.yaml"
    pbem("import", laid(tmp_path, HALF), "--out", path)
    said = pbem("amend", path, "--entry", "4", "--by", "Ann", text, *more)
    assert said.code == 0, said
    return path, said.out


def test_an_amended_entry_and_the_rest_are_played_again(tmp_path: Path) -> None:
    path, said = amended(tmp_path, "keep salt")
    assert said.startswith("Entry 4 is now: keep salt\n2 later entries were played again.\n")
    assert "! undo 3 by Ann: entry 4 is amended\n  green: keep salt\n" in path.read_text()
    assert pbem("check", path).code == 0
    assert replay_file(load(str(path))).state.public["cards"]["green"] == ["salt-4"]


def test_an_amendment_names_its_reason_in_one_line(tmp_path: Path) -> None:
    path, _ = amended(tmp_path, "keep salt", "--reason", "Ann saw it:\nwrong card")
    assert "  ! undo 3 by Ann: entry 4 is amended: Ann saw it: wrong card\n  green: keep salt\n" in path.read_text()
    assert pbem("check", path).code == 0


def test_an_amendment_stops_at_the_first_move_that_is_no_longer_legal(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    pbem("import", laid(tmp_path, HALF), "--out", path)
    said = pbem("amend", path, "--entry", "2", "bid 0")
    assert said.code == 0 and "Taken back: 3, 4, 5, 6; entry 3 is no longer legal" in said.out
    assert pbem("check", path).code == 0


def test_a_trial_of_an_amendment_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    pbem("import", laid(tmp_path, HALF), "--out", path)
    before = path.read_bytes()
    assert "nothing was written" in pbem("amend", path, "--entry", "4", "keep salt", "--dry-run").out
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("entry", "text"), [("99", "keep salt"), ("4", "keep jade"), ("4", "kepe salt"), ("0", "bid 1")]
)
def test_an_amendment_that_cannot_be_is_refused(tmp_path: Path, entry: str, text: str) -> None:
    path = tmp_path / "g.yaml"
    pbem("import", laid(tmp_path, HALF), "--out", path)
    before = path.read_bytes()
    assert pbem("amend", path, "--entry", entry, text).code == 1
    assert path.read_bytes() == before
