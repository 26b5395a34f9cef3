"""`pbem check` as people use it on logs: what it reads, what it says, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.gamefile.seats import seat_meant
from tests.archive.table import DECK, ENTRIES, HEAD, LINES, TABLE, UNKNOWN, bot_log, changed, laid
from tests.archive.verdict import CORPUS
from tests.shell import pbem, spawn

TYPO = changed("red: bid 3", "red: bidd 3")


def test_a_sound_log_is_fine(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path))
    assert (said.code, said.out) == (0, "")
    assert said.err.endswith(f"table.log: fine; {ENTRIES} of {ENTRIES} entries played\n")


def test_a_wrong_line_is_told_with_place_caret_and_what_was_assumed(tmp_path: Path) -> None:
    path = laid(tmp_path, TYPO)
    said = pbem("check", path)
    assert said.code == 1
    first, quoted, caret, hint, assumed = said.out.split("\n")[:5]
    assert first.startswith(f"{path}:17:6: ") and first.endswith("[pbem.parse.verb]")
    assert quoted[caret.index("^") :].startswith("bidd") and hint == "  did you mean: bid"
    assert assumed == "  went on as if this were: red: bid 3 (retyped)"
    assert said.err.endswith(f"1 problem; {ENTRIES} of {ENTRIES} entries played\n")


def test_a_wrong_line_does_not_hide_the_next_ones(tmp_path: Path) -> None:
    text = changed("green: sell silk", "green: sell tea", changed("red: keep jade", "rde: keep jade", TYPO))
    said = pbem("check", "--json", laid(tmp_path, text))
    problems = json.loads(said.out)["files"][0]["problems"]
    assert [problem["place"]["line"] for problem in problems] == [17, 23, 29]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("green: travel", "G: travel"),
        ("green: travel", "Gre : Travel"),
        ("green: travel", "3. green: travel"),
        ("green: travel", "12) Green (G): travel"),
        ("* draw bid-red 0", "* Draw bid-red: 0"),
        ("* draw red jade-2", "*DRAW R: Jade-2"),
        ("= green coins 1, silk 1", "=G coins 1 , silk 1"),
        ("game: caravan", "Game: Cara van"),
        ("seats: red green", "Players: Red, Green"),
    ],
)
def test_what_people_cut_short_or_write_otherwise_is_read(tmp_path: Path, old: str, new: str) -> None:
    said = pbem("check", laid(tmp_path, changed(old, new)))
    assert (said.code, said.out) == (0, "")
    assert pbem("fmt", tmp_path / "table.log").code == 0
    assert (tmp_path / "table.log").read_text() == TABLE


def test_players_may_stand_for_their_seats(tmp_path: Path) -> None:
    named = TABLE.replace("seats: red green", "seats: red=Ann green=Ben").replace("green:", "Ben:")
    path = laid(tmp_path, named.replace("* draw red", "* draw Ann").replace("= green", "= ben"))
    assert pbem("check", path).code == 0
    assert pbem("fmt", path).code == 0
    assert path.read_text() == changed("seats: red green", "seats: red=Ann green=Ben")
    assert pbem("import", path, "--out", tmp_path / "g.yaml").code == 0
    assert '"name": "Ann"' in (tmp_path / "g.yaml").read_text()


def test_a_word_that_may_mean_two_seats_means_none() -> None:
    seats = {"green": "green", "grey": "grey", "gregor": "green"}
    assert [seat_meant(word, seats) for word in ("gree", "greg", "grey", "gre", "")] == [
        "green",
        "green",
        "grey",
        None,
        None,
    ]


@pytest.mark.parametrize(
    ("old", "new", "place", "assumed"),
    [
        ("red: keep jade", "red: keep\njade", "24:1", "red: keep jade (the rest of the line above)"),
        ("red: bid 0\n", "red: bid 0 ", "6:12", "red: bid 0 / green: bid 2 (lines run together)"),
        ("red: bid 3\n* draw", "red: bid 3 * draw", "17:12", "red: bid 3 / * draw bid-red 3 (lines run together)"),
        ("silk-3 tea-5", "silk-3\ntea-5", "5:1", "cards jade-2"),
        ("red: keep jade", "red:\n  keep jade", "24:1", "red: keep jade (the rest of the line above)"),
        ("* roll market 5", "* market rolls 5", "14:1", "* roll market 5 (chance line corrected)"),
        ("* roll market 5", "* market: 5", "14:1", "* roll market 5 (chance line corrected)"),
        ("* roll market 5", "* roll market [5]", "14:1", "* roll market 5 (another roll)"),
        ("green: travel", "Round 2:\ngreen: travel", "10:1", "nothing (left out)"),
    ],
)
def test_lines_broken_in_the_wrong_place_are_put_right(
    tmp_path: Path, old: str, new: str, place: str, assumed: str
) -> None:
    path = laid(tmp_path, changed(old, new))
    said = pbem("check", path)
    assert said.code == 1 and f"{path}:{place}: " in said.out and assumed in said.out
    assert "1 problem; " in said.err and "the rest could not be tried" not in said.err


@pytest.mark.parametrize("remark", ["Red was late again.", "--- round 2 ---", "Round 2"])
def test_a_remark_without_its_mark_is_one_problem_and_changes_nothing(tmp_path: Path, remark: str) -> None:
    said = pbem("check", laid(tmp_path, changed("green: travel", f"{remark}\ngreen: travel")))
    assert said.out.count("[pbem") == 1 and "went on as if" not in said.out
    assert f"1 problem; {ENTRIES} of {ENTRIES} entries played" in said.err


def test_problems_are_told_in_the_order_of_their_lines(tmp_path: Path) -> None:
    text = changed("green: sell silk", "green sell silk", TYPO)
    problems = json.loads(pbem("check", "--json", laid(tmp_path, text)).out)["files"][0]["problems"]
    assert [problem["place"]["line"] for problem in problems] == [17, 29]


def test_a_second_log_in_a_file_is_told_once(tmp_path: Path) -> None:
    path = laid(tmp_path, f"{TABLE}\n{TABLE}")
    said = pbem("check", path)
    assert said.code == 1 and f"{path}:{len(TABLE.splitlines()) + 2}:1: another log begins here" in said.out
    assert f"1 problem; {ENTRIES} of {ENTRIES} entries played" in said.err


@pytest.mark.parametrize("line", ["seats: red green", "game: caravan", "options: length=short"])
def test_a_header_line_that_stands_twice_is_told_once(tmp_path: Path, line: str) -> None:
    path = laid(tmp_path, changed(line, f"{line}\n{line}"))
    assert f"{path}:{TABLE.split(chr(10)).index(line) + 2}:1: the key " in pbem("check", path).out
    late = pbem("check", laid(tmp_path, changed("red: travel", "seats: red green\nred: travel")))
    assert late.out.count("[pbem") == 1 and "pbem.file.duplicate" in late.out and f"{ENTRIES} of " in late.err


@pytest.mark.parametrize("game", ["marcopolo", "samarkand"])
def test_options_that_a_log_does_not_say_are_found(tmp_path: Path, game: str) -> None:
    text = bot_log(game, 1, 12)
    line = text.split("\n")[2]
    said = pbem("check", laid(tmp_path, text.replace(f"{line}\n", "")))
    assert said.code == 1 and f"went on as if this were: {line} (other options)" in said.out
    assert "1 problem; 12 of 12 entries played" in said.err


def test_a_card_of_the_set_up_that_does_not_exist_is_the_one_that_is_used_later(tmp_path: Path) -> None:
    said = pbem(
        "check", laid(tmp_path, changed("* shuffle cards jade-2 salt-5 silk-5", "* shuffle cards jade-2 salt-5 silk-9"))
    )
    assert said.code == 1 and "1 problem; " in said.err and "(another card)" in said.out


@pytest.mark.parametrize("lines", ["* roll market 9\n", "* roll red 1\n* roll red 1\n", "* draw red 3\n"])
def test_a_log_of_nothing_but_a_wrong_set_up_is_told(tmp_path: Path, lines: str) -> None:
    for text in (HEAD + lines, HEAD + DECK + lines):
        assert pbem("check", laid(tmp_path, text)).code == 1


def test_a_wrong_header_is_quoted_whatever_its_case(tmp_path: Path) -> None:
    path = laid(tmp_path, changed("seats: red green", "Seats: red purple"))
    assert f"{path}:2:1: caravan has no seat 'purple'" in pbem("check", path).out


def test_folders_patterns_and_files_are_gathered_once_each(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    laid(tmp_path)
    laid(tmp_path / "sub", TYPO, "other.log")
    laid(tmp_path, "no log at all", "notes.txt")
    said = pbem("check", tmp_path, tmp_path / "*.log", tmp_path / "table.log")
    assert said.code == 1
    assert said.err.endswith("2 logs; 1 fine; 1 problem\n")


def test_a_file_that_is_not_there_is_told_beside_the_others(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path), tmp_path / "gone.log")
    assert said.code == 66
    assert "pbem.file.absent" in said.out and "2 logs; 1 fine; 1 problem" in said.err


def test_an_empty_folder_is_wrong_usage(tmp_path: Path) -> None:
    assert pbem("check", tmp_path).code == 2


def test_stdin_is_read(tmp_path: Path) -> None:
    assert spawn("check", "-", text=TABLE).code == 0
    said = spawn("check", "-", text=TYPO)
    assert said.code == 1 and said.out.startswith("stdin:17:6: ")


def test_a_log_without_header_needs_game_and_seats(tmp_path: Path) -> None:
    path = laid(tmp_path, DECK + LINES)
    assert "pbem.log.headless" in pbem("check", path).out
    assert pbem("check", path, "--game", "caravan", "--seats", "red,green").code == 0
    assert pbem("check", path, "--game", "caravan", "--seats", "green,red").code == 1
    assert pbem("check", path, "--game", "caravan", "--seats", "red,green", "--option", "length=long").code == 1


def test_what_the_command_says_must_not_contradict_the_log(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path), "--game", "caravan", "--seats", "red,blue")
    assert said.code == 1 and "pbem.log.header" in said.out


def test_several_processes_give_the_same_verdicts() -> None:
    serial, spread = (pbem("check", CORPUS, "--jsonl", "--jobs", jobs) for jobs in ("1", "2"))
    assert serial.out.count("\n") >= 60
    assert serial == spread


def test_each_line_of_jsonl_is_a_file(tmp_path: Path) -> None:
    said = pbem("check", "--jsonl", laid(tmp_path), laid(tmp_path, TYPO, "typo.log"))
    rows = [json.loads(line) for line in said.out.splitlines()]
    assert [(row["played"], len(row["problems"]), len(row["notes"])) for row in rows] == [(11, 0, 0), (11, 1, 1)]


def test_strict_refuses_what_fmt_would_change(tmp_path: Path) -> None:
    path = laid(tmp_path, changed("green: travel", "Green:  TRAVEL"))
    assert pbem("check", path).code == 0
    said = pbem("check", "--strict", path)
    assert said.code == 1 and "did you mean: green: travel" in said.out
    assert pbem("fmt", path).code == 0
    assert pbem("check", "--strict", path).code == 0


@pytest.mark.parametrize(
    ("claim", "id", "hint"),
    [
        ("= green coins 2", "pbem.log.claim", "green coins 1"),
        ("= green silk 1, coins 9", "pbem.log.claim", "green coins 1"),
        ("= green coins", "pbem.fact.unknown", "green coins 1"),
        ("= green horses 2", "pbem.fact.unknown", ""),
    ],
)
def test_an_assertion_that_does_not_hold_is_told(tmp_path: Path, claim: str, id: str, hint: str) -> None:
    said = pbem("check", laid(tmp_path, changed("= green coins 1, silk 1", claim)))
    assert said.code == 1 and f"[{id}]" in said.out and hint in said.out


def test_a_tally_that_stays_wrong_by_as_much_is_told_once(tmp_path: Path) -> None:
    text = changed("* roll market 2\n", "* roll market 2\n= red coins 2\n", TABLE)
    text = changed("* roll market 5\n", "* roll market 5\n= red coins 5\n", text)
    said = pbem("check", laid(tmp_path, text))
    assert said.out.count("pbem.log.claim") == 1
    assert "red coins is off by as much as before in line 26" in said.out


def test_what_is_unknown_is_checked_as_far_as_it_can_be(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path, UNKNOWN))
    assert said.code == 0
    assert "fine" in said.err and "not decided: deck: 14 of 14 unknown" in said.err
    assert "not decided" not in pbem("check", laid(tmp_path)).err


@pytest.mark.parametrize("old", ["* draw cards salt-3", "* draw green salt-5"])
def test_a_later_reveal_is_checked_against_everything_before(tmp_path: Path, old: str) -> None:
    said = pbem("check", laid(tmp_path, changed(old, f"{old.rpartition(' ')[0]} silk-5", UNKNOWN)))
    assert said.code == 1
    assert "card silk-5 twice [pbem.log.reveal]" in said.out


def test_an_assertion_about_what_is_unknown_cannot_be_decided(tmp_path: Path) -> None:
    log = "game: samarkand\nseats: amber coral\n* draw amber ? ?\n* draw coral ? ?\n= coral cards 2\n= coral hand 1 2\n"
    said = pbem("check", laid(tmp_path, log))
    assert said.code == 0 and "not decided: line 6: = coral hand 1 2" in said.err
    assert "= coral cards" not in said.err


def test_a_hidden_bid_fits_what_is_shown_later(tmp_path: Path) -> None:
    hidden = changed("red: bid 0", "red: bid ?", UNKNOWN)
    assert pbem("check", laid(tmp_path, hidden)).code == 0
    wrong = changed("* draw bid-red 0", "* draw bid-red 9", hidden)
    assert "pbem.log.reveal" in pbem("check", laid(tmp_path, wrong)).out


def test_a_yaml_log_is_checked_like_a_bare_one(tmp_path: Path) -> None:
    body = "".join(f"  {line}\n" for line in (DECK + LINES).splitlines())
    text = f"game: caravan\nseats: [red, green]\noptions: {{length: short}}\nlog: |\n{body}"
    assert pbem("check", laid(tmp_path, text, "log.yaml")).code == 0
    said = pbem("check", laid(tmp_path, changed("red: bid 3", "red: bidd 3", text), "log.yaml"))
    assert said.code == 1 and "log.yaml:18:8: " in said.out


def test_loose_hands_are_read(tmp_path: Path) -> None:
    text = changed("* roll market 5", "*Roll  Market 5  # high", changed("green: travel", "  GREEN :Travel.", TABLE))
    assert pbem("check", laid(tmp_path, text.replace("\n", "\r\n"))).code == 0


@pytest.mark.parametrize(
    "text", ["", "\n", HEAD, "game: caravan\n", "red: bid 1\nred: bid 1\n", "game: nope\nred: x\n"]
)
def test_what_is_hardly_a_log_gets_a_problem_and_no_fault(tmp_path: Path, text: str) -> None:
    said = pbem("check", laid(tmp_path, text))
    assert said.code in (0, 1) and "fault of the program" not in said.err


def test_what_is_opened_is_nothing_to_play(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path, f"{TABLE}! opened 1: bid 2\n! note thanks\n"))
    assert f"{ENTRIES} of {ENTRIES} entries played" in said.err, said


FAMILIES = """game: samarkand
seats: amber coral ebony
amber: marry levant; keep all
* draw amber 1 2 3
"""


@pytest.mark.parametrize(
    ("claims", "wrong"),
    [
        ("levant treasury 6, camels 11, tiles 1", []),
        ("amber dirhams 4, cards 5, levant treasury 6, coral dirhams 10", []),
        ("space aleppo levant; good 18 open; turn coral, over no", []),
        ("levant treasury 5, camels 12", ["levant treasury is 6, not 5", "levant camels is 11, not 12"]),
        ("amber dirhams 4, levant treasury 5", ["levant treasury is 6, not 5"]),
        ("turn coral, camels 3", ["nothing is known about 'camels'"]),
    ],
)
def test_a_claim_may_leave_out_what_it_is_about(tmp_path: Path, claims: str, wrong: list[str]) -> None:
    said = pbem("check", laid(tmp_path, f"{FAMILIES}= {claims}\n")).out
    assert said.count("[pbem") == len(wrong) and all(sentence in said for sentence in wrong)
