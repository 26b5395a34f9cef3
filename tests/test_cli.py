"""The commands, as people type them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from pbem.cli.main import COMMANDS, SETTINGS, group
from pbem.cli.turn import MoveArguments, plain_arguments
from pbem.gamefile.replay import open_match
from pbem.gamefile.store import load
from tests.shell import environment, new_game, pbem, play_on, spawn

NEW = ("new", "caravan", "--player", "Ann <ann@example.org>", "--player", "Ben <ben@example.org>")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.yaml"


def test_a_game_is_played_from_new_to_the_end_in_processes_of_their_own(path: Path) -> None:
    said = spawn(*NEW, "--option", "length=short", "--out", path, "--seed", "0b")
    assert said.code == 0, said.err
    assert "red (Ann), green (Ben)" in said.out and "friday.key" in said.err
    for _ in range(40):
        status = json.loads(spawn("status", path, "--json").out)
        if status["over"]:
            break
        seat = status["waiting"][0]["seat"]
        move = spawn("legal", path, "--seat", seat).out.split("\n")[0]
        said = spawn("move", path, "--seat", seat, text=move)
        assert said.code == 0, said
        assert f"{seat} (" in said.out and move in said.out
    assert status["over"] and status["winners"]
    assert spawn("check", path).code == 0
    assert "THE GAME IS OVER" in spawn("report", path).out


def test_a_name_that_two_players_have_is_told_when_the_game_is_set_up(path: Path) -> None:
    said = pbem("new", "caravan", "--player", "Ann", "--player", "ann", "--out", path)
    assert said.code == 0 and said.err.startswith("Ann, ann: this name alone does not say which seat is meant")


def test_a_name_that_is_the_colour_of_another_seat_is_told_too(path: Path) -> None:
    said = pbem("new", "caravan", "--player", "red=Green", "--player", "green=Ben", "--out", path, "--json")
    assert said.code == 0 and said.err.startswith("Green: this name")


def test_names_that_all_differ_are_not_worth_a_word(path: Path) -> None:
    assert "this name" not in pbem(*NEW, "--out", path).err


@pytest.mark.parametrize("front", ["Ann: ", "ANN:", "Red : ", "  ann: "])
def test_the_name_of_the_player_may_stand_in_front_of_a_line_as_in_a_log(path: Path, front: str) -> None:
    new_game(path)
    move = pbem("legal", path).out.split("\n")[0]
    said = pbem("move", path, f"{front}{move}")
    assert said.code == 0 and said.out.startswith(f"red (Ann): {move}\n"), said


def test_the_name_of_another_player_in_front_of_a_line_is_refused(path: Path) -> None:
    new_game(path)
    move = pbem("legal", path).out.split("\n")[0]
    asked = pbem("move", path, "--seat", "red", f"Ben: {move}")
    below = pbem("move", path, f"Ann: {move}\nBen: {move}")
    assert asked.code == below.code == 1
    assert "pbem.seat.other" in asked.err and "text:2:1:" in below.err and "pbem.seat.other" in below.err


def test_a_name_with_accents_may_be_written_with_and_without_them(path: Path) -> None:
    pbem("new", "caravan", "--player", "Zo\u00eb", "--player", "Ben", "--out", path)
    for front in ("Zo\u00eb", "Zoe"):
        assert pbem("move", path, f"{front}: bid 1", "-n").out.startswith("red (Zo\u00eb): bid 1\n")
        assert pbem("move", path, "bid 1", "--seat", front, "-n").code == 0


def test_a_word_in_front_that_is_a_command_is_no_name(path: Path) -> None:
    pbem("new", "caravan", "--player", "Bid", "--player", "Ben", "--out", path)
    assert pbem("move", path, "bid: 1", "--seat", "ben", "-n").out.startswith("green (Ben): bid 1\n")


def test_suggestions_do_not_suffer_from_a_name_in_front(path: Path) -> None:
    new_game(path)
    said = pbem("move", path, "Ann: bid 9", "-n")
    assert "text:1:6: " in said.err and "  legal: bid 3 | bid 2 | bid 1" in said.err


def test_a_plain_move_prints_what_was_understood_what_happened_and_who_is_next(path: Path) -> None:
    new_game(path)
    said = pbem("move", path, "  BID 2 ", "--seat", "Ann")
    assert said.out.split("\n")[0] == "red (Ann): bid 2"
    assert "next: green (Ben): bid" in said.out
    assert f"entry 1, head {load(str(path)).head}" in said.out
    assert not said.err


def test_move_as_json(path: Path) -> None:
    new_game(path)
    data = json.loads(pbem("move", path, "bid 2", "--seat", "red", "--json").out)
    assert (data["schema"], data["seat"], data["understood"], data["entry"]) == (1, "red", "bid 2", 1)
    assert data["next"] == [{"seat": "green", "name": "Ben", "kind": "bid"}]
    said = pbem("move", path, "bid 9", "--seat", "green", "--json")
    (problem,) = json.loads(said.out)["problems"]
    assert (said.code, said.err) == (1, "")
    assert problem["id"] == "caravan.bid.coins" and problem["facts"]["needs"] == 9
    assert problem["place"] == {"source": "", "line": 1, "column": 1, "end": 6}


def test_a_dry_run_says_so_and_writes_nothing(path: Path) -> None:
    new_game(path)
    before = path.read_bytes()
    said = pbem("move", path, "bid 2", "--seat", "red", "--dry-run")
    assert (said.code, "only tried" in said.out) == (0, True)
    assert pbem("move", path, "-n", "bid 9", "--seat", "red").code == 1
    assert path.read_bytes() == before


def test_the_events_of_others_secrets_are_not_shown(path: Path) -> None:
    new_game(path)
    pbem("move", path, "bid 2", "--seat", "red")
    said = pbem("move", path, "bid 1", "--seat", "green")
    assert "red bid" not in said.out and "green bid" in said.out


def test_wrong_moves_get_place_caret_rule_and_hints(path: Path) -> None:
    new_game(path)
    said = pbem("move", path, "bid 9\nkeep jda # 駱駝", "--seat", "red")
    assert said.code == 1 and not said.out
    assert "text:2:6: no good is called 'jda' [pbem.name.unknown]" in said.err
    assert "    keep jda # 駱駝\n         ^^^\n  did you mean: jade" in said.err
    said = pbem("move", path, "bid 9", "--seat", "red")
    assert "bids 9 coins, has 3" in said.err and "  rule: Bidding" in said.err
    assert "  legal: bid 3 | bid 2 | bid 1" in said.err


def test_the_seat_may_stand_in_front_of_the_text_as_in_a_log(path: Path) -> None:
    new_game(path)
    assert pbem("move", path, "Green : bid 1", "-n").out.startswith("green (Ben): bid 1\n")
    assert "text:1:8: 'bdi' is no command" in pbem("move", path, "green: bdi 1", "-n").err
    said = pbem("move", path, "red: bid 9", "-n")
    assert "    red: bid 9\n         ^^^^^" in said.err and "  legal: bid 3 | bid 2 | bid 1" in said.err
    said = pbem("move", path, "green: bid 1", "--seat", "red")
    assert (said.code, "of green, but the text is read for red [pbem.seat.other]" in said.err) == (1, True)
    assert "'pink:' is no command" in pbem("move", path, "pink: bid 1", "--seat", "red").err


def test_text_comes_from_stdin_and_a_terminal_does_not_hang(path: Path) -> None:
    new_game(path)
    said = spawn("move", path, "-", "--seat", "red", text="bid 1\n")
    assert said.code == 0, said
    outer, inner = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "move", str(path), "--seat", "green"],
        stdin=inner,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    os.close(outer)
    os.close(inner)
    assert (done.returncode, "[pbem.usage.text]" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["f", "t"], MoveArguments("f", "t")),
        (["f"], MoveArguments("f", None)),
        (["--seat", "red", "f", "-"], MoveArguments("f", "-", "red")),
        (["f", "-n", "t", "--json"], MoveArguments("f", "t", None, True, True)),
        (["f", "t", "--seat=red"], None),
        (["--help"], None),
        (["f", "t", "x"], MoveArguments("f", "t x")),
        ([], None),
        (["f", "--seat"], None),
        (["f", "--", "-t"], None),
    ],
)
def test_the_short_way_to_move_reads_arguments_like_click(words: list[str], found: MoveArguments | None) -> None:
    assert plain_arguments(words) == found
    if found is None:
        return
    move = group.get_command(click.Context(group), "move")
    assert move is not None
    read = move.make_context("move", list(words), parent=click.Context(group, **SETTINGS)).params
    assert tuple(found) == tuple(read[key] for key in ("file", "text", "seat", "dry_run", "as_json"))


def test_move_through_click_does_the_same(path: Path) -> None:
    new_game(path)
    said = pbem("move", path, "bid 2", "--seat=red")
    assert said.code == 0 and "red (Ann): bid 2" in said.out


def test_seats_by_colour_and_the_same_game_from_the_same_seed(tmp_path: Path) -> None:
    for name in ("a", "b"):
        words = (*NEW[:2], "--player", "blue=Ann", "--player", "Ben <b@x.org>", "--out", tmp_path / f"{name}.yaml")
        assert pbem(*words, "--seed", "abc").code == 0
    one, two = (load(str(tmp_path / f"{name}.yaml")) for name in ("a", "b"))
    assert [info.seat for info in one.header.seats] == ["blue", "red"]
    assert (one.header, one.log.lines, one.head) == (two.header, two.log.lines, two.head)
    assert (tmp_path / "a.key").read_bytes() != (tmp_path / "b.key").read_bytes()


def test_new_without_a_seed_is_another_game_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = {json.loads(pbem(*NEW, "--json").out)["file"] for _ in range(3)}
    assert len(names) == 3 and all((tmp_path / name).exists() for name in names)


def test_report_is_for_whoever_must_act_and_hides_the_rest(path: Path) -> None:
    new_game(path)
    pbem("move", path, "bid 2", "--seat", "red")
    text = pbem("report", path).out
    assert "IT IS YOUR TURN, Ben (green)" in text and "red: bid 2" not in text
    own = json.loads(pbem("report", path, "--seat", "red", "--format", "json").out)
    assert own["happened"][0]["text"] == "bid 2"
    assert own["schema"] == 1 and own["head"] == load(str(path)).head
    assert json.loads(pbem("report", path, "--seat", "public", "--format", "json").out)["seat"] is None


def test_legal_lists_what_move_accepts(path: Path) -> None:
    new_game(path)
    said = pbem("legal", path)
    assert said.out == "bid 0\nbid 1\nbid 2\nbid 3\n"
    assert "also waited for: green" in said.err
    assert json.loads(pbem("legal", path, "--seat", "green", "--json").out)["moves"][0] == "bid 0"


def test_replay_shows_any_position_in_three_forms(path: Path) -> None:
    new_game(path, "marcopolo", 2)
    play_on(path, 12)
    as_json = json.loads(pbem("replay", path, "--at", "5", "--format", "json").out)
    as_yaml = yaml.safe_load(pbem("replay", path, "--at", "5", "--format", "yaml").out)
    assert as_json == as_yaml and as_json["entry"] == 5
    assert "entry 5" in pbem("replay", path, "--at", "5").out
    assert json.loads(pbem("replay", path, "--format", "json").out)["entry"] == 12
    assert pbem("replay", path, "--at", "0").code == 0


@pytest.mark.parametrize("name", ["caravan", "marcopolo"])
def test_exported_logs_are_files_that_check(path: Path, tmp_path: Path, name: str) -> None:
    new_game(path, name, 2)
    play_on(path, 9)
    seat = load(str(path)).header.seats[0].seat
    for audience in ("public", seat):
        text = pbem("log", path, "--for", audience).out
        assert "example.org" not in text and "sealed" not in text and "position" not in text
        (tmp_path / f"{audience}.yaml").write_text(text)
    if name == "marcopolo":
        assert pbem("check", tmp_path / "public.yaml", tmp_path / f"{seat}.yaml").code == 0
        return
    own, public = ((tmp_path / f"{name}.yaml").read_text() for name in (seat, "public"))
    assert own != public and own.count("?") < public.count("?")


def test_the_open_log_of_a_finished_game_proves_itself(path: Path, tmp_path: Path) -> None:
    new_game(path)
    play_on(path)
    opened = tmp_path / "open.yaml"
    opened.write_text(pbem("log", path, "--for", "all").out)
    assert "bid ?" not in opened.read_text()
    assert pbem("check", opened).code == 0
    price = next(line for line in opened.read_text().split("\n") if "roll market" in line)
    other = price[:-1] + ("1" if price[-1] != "1" else "2")
    opened.write_text(opened.read_text().replace(price, other, 1))
    said = pbem("check", opened)
    assert (said.code, "[pbem.log.chance]" in said.out) == (1, True)


def test_check_names_every_wrong_line(path: Path, tmp_path: Path) -> None:
    new_game(path)
    play_on(path)
    lines = pbem("log", path, "--for", "all").out.split("\n")
    assert pbem("check", path).code == 0
    log = tmp_path / "other.log"
    seats = [i for i, line in enumerate(lines) if line.startswith("  red: bid")]
    lines[seats[1]] = "  red: bdi 1"
    lines.insert(seats[1], "  = red coins 99, silk 0")
    lines.insert(seats[0], "  rde: bid 1")
    log.write_text("\n".join(lines))
    said = pbem("check", log)
    assert said.code == 1
    assert f"{log}:{seats[0] + 1}:3: there is no seat 'rde'" in said.out
    assert "coins is" in said.out and "'bdi' is no command" in said.out
    (result,) = json.loads(pbem("check", log, "--json").out)["files"]
    assert [problem["id"] for problem in result["problems"]][:2] == ["pbem.log.seat", "pbem.parse.verb"]


def test_check_reads_bare_logs(tmp_path: Path, path: Path) -> None:
    new_game(path, "marcopolo", 2)
    play_on(path, 10)
    file = load(str(path))
    log = tmp_path / "other.log"
    head = ["# kept by hand", "game: marcopolo", "seats: blue, yellow", "options: towns=basic", ""]
    now = open_match(file)
    log.write_text("\n".join([*head, *file.log.lines, f"= round {now.game.fact(now.state, ['round'])}", ""]))
    said = pbem("check", log)
    assert said.code == 0, said.out
    assert "10 of 10 entries" in said.err
    log.write_text("\n".join([*head, *file.log.lines, "= blue coins 77", "blue: jump", ""]))
    said = pbem("check", log)
    assert said.code == 1 and "'jump' is no command" in said.out and "blue coins is" in said.out


def test_check_of_several_files_goes_on_after_a_bad_one(path: Path, tmp_path: Path) -> None:
    new_game(path)
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: [")
    said = pbem("check", bad, path)
    assert said.code == 1 and f"{path}: fine" in said.err
    assert pbem("check", tmp_path / "none.yaml", path).code == 66


def test_undo_prints_what_was_taken_back(path: Path) -> None:
    new_game(path)
    pbem("move", path, "bid 2", "--seat", "red")
    assert pbem("undo", path, "--seat", "ben").code == 1
    said = pbem("undo", path, "--reason", "slip")
    assert "undone: entry 1, red (Ann)" in said.out and "entry 2, head" in said.out
    assert json.loads(pbem("status", path, "--json").out)["entry"] == 2


def test_games_lists_players_and_options() -> None:
    text = pbem("games").out
    assert "caravan: Caravan, 2 or 3 players" in text and "--option length=short|long" in text
    assert {"caravan", "marcopolo"} <= {game["game"] for game in json.loads(pbem("games", "--json").out)["games"]}


def test_explain_knows_every_family() -> None:
    for id in ("pbem.file.chain", "caravan.bid.coins", "PBEM.parse.verb"):
        said = pbem("explain", id)
        assert said.code == 0 and said.out.startswith(id.lower())
    assert "did you mean: pbem.file.chain" in pbem("explain", "pbem.file.chian").err
    assert pbem("explain").out.count("\n") > 60


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    said = pbem("completion", shell)
    assert said.code == 0 and "_PBEM_COMPLETE" in said.out


def test_completion_completes(path: Path) -> None:
    said = spawn(_PBEM_COMPLETE="bash_complete", COMP_WORDS="pbem re", COMP_CWORD="1")
    assert said.out.split() == ["plain,report", "plain,replay", "plain,repair"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_the_list_is_right(name: str) -> None:
    result = CliRunner().invoke(group, [name, "-h"])
    assert result.exit_code == 0 and "Usage:" in result.output
    assert result.output == CliRunner().invoke(group, [name, "--help"]).output


def test_help_lists_every_command_without_loading_one() -> None:
    result = CliRunner().invoke(group, ["--help"])
    assert all(f"  {name} " in result.output for name in COMMANDS)
    loaded = "import sys, pbem.cli.main as m; m.run_group(['--help']); print([x for x in sys.modules if 'pbem.' in x])"
    done = subprocess.run([sys.executable, "-c", loaded], env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("['pbem.cli', 'pbem.cli.main']")


def test_a_plain_move_loads_neither_click_nor_yaml(path: Path) -> None:
    new_game(path, "marcopolo", 2)
    play_on(path, 3)
    move = pbem("legal", path).out.split("\n")[0]
    words = "import sys; from pbem.__main__ import run; code = run(sys.argv[1:]); print(code, *sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", words, "move", str(path), move],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    code, *modules = done.stdout.rstrip().split("\n")[-1].split()
    assert code == "0"
    slow = {"click", "yaml", "dataclasses", "importlib.metadata", "logging", "subprocess", "argparse", "datetime"}
    assert slow & set(modules) <= {"logging"}, slow & set(modules)


def test_wrong_commands_and_options_are_usage_errors() -> None:
    said = pbem("mvoe")
    assert said.code == 2 and "Did you mean: move?" in said.err
    assert pbem("move").code == 2
    assert pbem("status", "x", "--nonsense").code == 2
    assert pbem("--version").out.startswith("pbem ")


def test_a_closed_pipe_is_quiet(path: Path) -> None:
    new_game(path, "marcopolo", 4)
    command = f"{sys.executable} -m pbem explain | head -1"
    done = subprocess.run(["bash", "-c", command], env=environment(), capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1 and not done.stderr


def test_output_has_no_colour_codes(path: Path) -> None:
    new_game(path)
    for words in (("status", path), ("report", path), ("move", path, "bdi 1", "--seat", "red")):
        said = spawn(*words, FORCE_COLOR="1")
        assert "\x1b" not in said.out + said.err


def test_names_in_any_script_survive(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    said = spawn(*NEW[:2], "--player", "Åsa 駱駝 <asa@example.org>", "--player", 'Bo "B" \x85', "--out", path)
    assert said.code == 0, said.err
    assert "red (Åsa 駱駝)" in spawn("status", path).out
    assert yaml.safe_load(path.read_text())["seats"][0]["name"] == "Åsa 駱駝"
    assert spawn("status", path, PYTHONIOENCODING="ascii").code == 0


def test_a_text_without_quotes_is_one_text(path: Path) -> None:
    new_game(path)
    assert pbem("move", path, "bid", "2", "--seat", "red", "-n").out.startswith("red (Ann): bid 2\n")


def run_in_shell(path: Path, command: str) -> tuple[int, str]:
    """The exit code and what is said on stderr of a command in which `$P` is pbem and `$F` the file."""
    words = {**environment(PYTHONUNBUFFERED=""), "P": f"{sys.executable} -m pbem", "F": str(path)}
    done = subprocess.run(["bash", "-c", command], env=words, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize(("output", "code"), [(">&-", 0), ("> /dev/full", 74)])
def test_a_move_stands_when_nobody_can_be_told(path: Path, output: str, code: int) -> None:
    new_game(path)
    before = path.read_bytes()
    found, said = run_in_shell(path, f'$P move $F --seat red "bid 2" {output}')
    assert (found, "Traceback" in said, "fault" in said) == (code, False, False)
    assert ("done, but the output is lost" in said) == bool(code)
    assert path.read_bytes() != before


def test_a_text_from_a_windows_shell_is_read(path: Path) -> None:
    """Its files are UTF-16 with a byte order mark and CRLF."""
    new_game(path)
    path.with_name("answer.txt").write_bytes("bid 2\r\n".encode("utf-16"))
    assert run_in_shell(path, "$P move $F --seat red -n < $(dirname $F)/answer.txt") == (0, "")


def test_a_name_that_two_players_have_means_neither_of_them(path: Path) -> None:
    assert pbem("new", "caravan", "--player", "Ann", "--player", "Ann", "--seed", "1", "--out", path).code == 0
    for command, option, name in (("log", "--for", "ann"), ("report", "--seat", "Ann"), ("legal", "--seat", "an")):
        said = pbem(command, path, option, name)
        assert (said.code, said.out, "[pbem.usage.seat]" in said.err) == (2, "", True)
    assert pbem("legal", path, "--seat", "red").code == 0


def test_help_with_a_command_is_the_help_of_it() -> None:
    assert pbem("help", "move").out == pbem("move", "--help").out
    assert pbem("help").out == pbem("--help").out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1:strict", "cp1252"])
def test_names_in_any_script_can_be_told_wherever_the_output_goes(path: Path, encoding: str) -> None:
    assert (
        pbem("new", "caravan", "--player", "Zo\xeb \u738b", "--player", "Ben", "--seed", "1", "--out", path).code == 0
    )
    for command in ("status", "report", "log", "move"):
        words = [sys.executable, "-m", "pbem", command, str(path), *(("bid 2", "--seat", "red") * (command == "move"))]
        done = subprocess.run(words, env=environment(PYTHONIOENCODING=encoding), capture_output=True, check=False)
        assert done.returncode == 0 and "Zo\xeb \u738b" in done.stdout.decode("utf-8")
