"""`pbem verify` proves honest games and names the first entry of a dishonest one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.archive.verify import Verified, verify_file
from pbem.core import pbem1
from pbem.core.fair import Fair
from pbem.gamefile.export import export
from pbem.gamefile.log import split_log
from pbem.gamefile.replay import open_match
from pbem.gamefile.store import load
from pbem.gamefile.words import read_words
from tests.archive.table import bot_log
from tests.fairgame import game_with_words, play_sealed
from tests.shell import ROOT, new_game, pbem, play_on

DOC = ROOT / "docs" / "fair-dice.md"
GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("caravan", 3, {"length": "long"}),
    ("marcopolo", 2, {"objectives": "choose", "characters": "draft", "towns": "random"}),
    ("samarkand", 3, {}),
    ("samarkand", 2, {"sales": "ask"}),
]
MIDDLE = {"caravan": 12, "marcopolo": 35, "samarkand": 30}  # entries of the first half


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of every kind, in the middle and at their end, with exported logs beside them."""
    folder = tmp_path_factory.mktemp("games")
    for name, players, options in GAMES:
        path = folder / f"{name}-{players}.yaml"
        game_with_words(path, name, players, **options)
        for stage, entries in (("mid", MIDDLE[name]), ("end", 10_000)):
            play_sealed(path, entries=entries) if name != "samarkand" else play_on(path, entries)
            file = load(str(path))
            for who in ("public", file.header.seats[0].seat):
                (folder / f"{stage}-{name}-{players}-{who}.log.yaml").write_text(export(file, who))
    return folder


def logs(games: Path, pattern: str) -> list[Path]:
    found = sorted(games.glob(pattern))
    assert found
    return found


def test_finished_games_are_proven_from_their_public_log_alone(games: Path) -> None:
    for path in logs(games, "end-*.log.yaml"):
        result = verify_file(str(path))
        assert result.problems == () and result.drawn and result.opened, path.name
        assert result.tally.decks and result.tally.cards and result.tally.words >= 2


def test_running_games_are_proven_as_far_as_they_are_published(games: Path) -> None:
    for path in logs(games, "mid-*.log.yaml"):
        result = verify_file(str(path))
        assert result.problems == () and not result.drawn, path.name
        assert result.followed or "caravan" in path.name  # its bids are secret


def test_game_files_are_proven_with_and_without_the_key(games: Path) -> None:
    for path in [games / f"{name}-{players}.yaml" for name, players, _ in GAMES]:
        assert verify_file(str(path)).problems == ()
        key = path.with_suffix(".key")
        key.rename(games / "hidden")
        try:
            assert verify_file(str(path)).drawn
        finally:
            (games / "hidden").rename(key)


def test_verify_prints_what_was_proven(games: Path) -> None:
    said = pbem("verify", *logs(games, "end-*public*"))
    assert said.code == 0 and said.out.count("proven: ") == len(GAMES)
    (first, *_) = json.loads(pbem("verify", *logs(games, "end-*"), "--json").out)["files"]
    assert first["problems"] == [] and first["drawn"] and first["tally"]["words"]
    assert pbem("verify", games / "none.yaml").code == 66


def changed(path: Path, old: str, new: str, nth: int = 0) -> Verified:
    """Verifies a log in which one match of a pattern is replaced."""
    text = path.read_text()
    found = list(re.finditer(old, text, re.M))[nth]
    assert found.expand(new) != found[0]
    other = path.with_name("changed.yaml")
    other.write_text(text[: found.start()] + found.expand(new) + text[found.end() :])
    return verify_file(str(other))


def entry_at(path: Path, old: str, nth: int = 0) -> int:
    """The entry in whose lines a pattern is found."""
    text = path.read_text()
    lines = text[: list(re.finditer(old, text, re.M))[nth].end()].split("log: |\n")[1].split("\n")
    return len(split_log([line[2:] for line in lines]).entries)


HEX = "[0-9a-f]{64}"
CHANGES = {
    "a die": (r"(\* roll \w+) \d", r"\1 7", -1, "pbem.verify.roll"),
    "a die of the first round": (r"(\* roll \w+) \d", r"\1 7", 0, "pbem.verify.roll"),
    "a link": (rf"(\* open \w+ \d+ ){HEX}", r"\g<1>" + "ab" * 32, -1, "pbem.verify.link"),
    "a link of a seat": (rf"(\* open [a-q]\w+ 1 ){HEX}", r"\g<1>" + "ab" * 32, 0, "pbem.verify.link"),
    "a left out event": (r"\* open round (\d+) ", r"* open round 9 ", -1, "pbem.verify.link"),
    "the event of a roll": (r"(\* roll .*)@round/\d", r"\1@round/9", -1, "pbem.verify.unproven"),
    "a left out proof": (r"(\* roll .*) @.*", r"\1", -1, "pbem.verify.unproven"),
    "a card": (r"(\* draw \w+) c\d\d( .*@contracts)", r"\1 c99\2", -1, "pbem.verify.card"),
    "a place": (r"@contracts/\d+", "@contracts/0", -1, "pbem.verify.card"),
    "a salt": (rf"(@contracts/\d+ ){HEX}", r"\g<1>" + "cd" * 32, -1, "pbem.verify.card"),
    "an unknown deck": (r"@contracts/", "@contract/", -1, "pbem.verify.card"),
    "left out leaves": (r"^  \* leaves contracts.*\n", "", 0, "pbem.verify.leaves"),
    "a cut leaf": (rf"(\* leaves \w+ ){HEX} ", r"\1", 0, "pbem.verify.leaves"),
    "a word, told by what all come to": (r"! word blue: .*", "! word blue: another", 0, "pbem.verify.entropy"),
    "a word too many": (r"^  ! start", "  ! word blue: another\n  ! start", 0, "pbem.verify.word"),
    "a late word": (r"^  blue: ", "  ! word red: late\n  blue: ", 0, "pbem.verify.word"),
    "an opened word": (r"(! open blue \d: ).*", r"\1another", 0, "pbem.verify.word"),
    "a seal, told when it is opened": (rf"(! seal blue 2: ){HEX}", r"\g<1>" + "ef" * 32, 0, "pbem.verify.word"),
    "a left out seal, told when it is opened": (r"^  ! seal blue 2:.*\n", "", 0, "pbem.verify.word"),
    "what words come to": (rf"(\* entropy 2 ){HEX}", r"\g<1>" + "12" * 32, 0, "pbem.verify.entropy"),
    "left out words": (r"^  \* entropy 2 .*\n", "", 0, "pbem.verify.entropy"),
    "the first entropy": (rf"(\* entropy 0 ){HEX}", r"\g<1>" + "12" * 32, 0, "pbem.verify.entropy"),
    "another kind": (r"\* open round", "* opened round", 0, "pbem.verify.line"),
}


@pytest.mark.parametrize("stage", ["mid", "end"])
@pytest.mark.parametrize("what", CHANGES)
def test_every_change_is_found_and_its_entry_named(games: Path, what: str, stage: str) -> None:
    old, new, nth, id = CHANGES[what]
    path = games / f"{stage}-marcopolo-2-public.log.yaml"
    result = changed(path, old, new, nth)
    assert result.problems and id in [problem.id for problem in result.problems]
    assert result.problems[0].facts["entry"] == shown_at(path, what)


def shown_at(path: Path, what: str) -> int:
    """The entry in which a change shows: where it is, or where a word has its effect."""
    old, _, nth, _ = CHANGES[what]
    if "! word blue: .*" in old:
        return entry_at(path, r"^  ! start")
    if "! seal" in old:
        return entry_at(path, "! open blue 2") - ("left out" in what)
    return entry_at(path, old, nth)


@pytest.mark.parametrize("part", ["all", "round", "blue", "private"])
def test_a_changed_commitment_is_found(games: Path, part: str) -> None:
    path = games / "mid-marcopolo-2-public.log.yaml"
    result = changed(path, rf'("{part}": "){HEX}', r"\g<1>" + "0" * 64)
    assert [problem.id for problem in result.problems] == ["pbem.verify.commitment"]


def test_another_seed_at_the_end_is_found(games: Path) -> None:
    path = games / "end-marcopolo-2-public.log.yaml"
    result = changed(path, r"(! opened seed )[0-9a-f]+", r"\g<1>" + "00" * 32)
    assert "pbem.file.commitment" in [problem.id for problem in result.problems]


def entry_lines(text: str) -> list[int]:
    """The lines of a log in which an entry of a seat begins."""
    return [i for i, line in enumerate(text.split("\n")) if re.match(r"  [a-z]+: ", line)]


@pytest.mark.parametrize("stage", ["mid", "end"])
@pytest.mark.parametrize("name", ["marcopolo-2", "samarkand-3"])
def test_left_out_and_swapped_entries_are_found_and_named(games: Path, name: str, stage: str) -> None:
    path, other = games / f"{stage}-{name}-public.log.yaml", games / "changed.yaml"
    lines, starts = path.read_text().split("\n"), entry_lines(path.read_text())
    for number in range(4, 12, 3):
        a, b, c = starts[number : number + 3]
        for changed_lines in ([*lines[:a], *lines[b:]], [*lines[:a], *lines[b:c], *lines[a:b], *lines[c:]]):
            other.write_text("\n".join(changed_lines))
            result = verify_file(str(other))
            assert result.problems and result.wrong >= entry_at(path, re.escape(lines[a])) - 1
            said = pbem("verify", other)
            assert said.code == 1 and f"the first entry that does not fit is {result.wrong}" in said.err


def test_a_cut_log_is_found_by_its_seed_or_a_head(games: Path) -> None:
    path, other = games / "marcopolo-2.yaml", games / "changed.yaml"
    text = export(load(str(path)), "all")
    cut = "\n".join(text.split("\n")[: entry_lines(text)[-2]]) + "\n"
    other.write_text(cut)
    assert "pbem.verify.cut" in [problem.id for problem in verify_file(str(other)).problems]
    other.write_text(re.sub(r"^seed: .*\n", "", cut, flags=re.M))
    assert pbem("verify", other).code == 0
    file = load(str(path))
    last = f"Entry {file.entry}, head {file.head}"
    said = pbem("verify", other, "--head", last)
    assert said.code == 1 and "pbem.head.older" in said.out
    assert pbem("verify", path, "--head", last).code == 0


def test_a_log_that_opens_two_seeds_is_found(games: Path) -> None:
    path = games / "all.yaml"
    path.write_text(export(load(str(games / "marcopolo-2.yaml")), "all"))
    result = changed(path, r"(! opened seed )[0-9a-f]+", r"\g<1>" + "00" * 32)
    assert [problem.id for problem in result.problems] == ["pbem.verify.seed"]
    assert result.wrong == entry_at(path, "! opened seed")


@pytest.mark.parametrize("name", ["caravan", "marcopolo", "samarkand"])
def test_of_a_game_begun_elsewhere_the_future_is_proven(tmp_path: Path, name: str) -> None:
    path, public = tmp_path / "g.yaml", tmp_path / "public.yaml"
    (tmp_path / "table.log").write_text(bot_log(name, 3, 7, known=False))
    assert pbem("import", tmp_path / "table.log", "--out", path, "--deal", "--seed", "2a").code == 0
    for entries in (0, 6, 10_000):
        play_sealed(path, entries=entries)
        public.write_text(export(load(str(path)), "public"))
        for file in (path, public):
            result = verify_file(str(file))
            assert not result.problems and result.tally.recorded
    (tmp_path / "all.yaml").write_text(export(load(str(path)), "all"))
    assert not verify_file(str(tmp_path / "all.yaml")).problems
    assert result.drawn and "were recorded elsewhere and are not proven" in pbem("verify", public).out
    if name != "samarkand":  # which has no dice
        assert "pbem.verify.roll" in [p.id for p in changed(public, r"(\* roll \w+) \d(.*@)", r"\1 7\2", -1).problems]
        assert changed(public, r"(\* roll \w+ .*) @.*", r"\1", -1).problems[0].id == "pbem.verify.unproven"


def test_a_proof_left_out_of_a_card_is_found_at_the_end(games: Path) -> None:
    path = games / "end-marcopolo-2-public.log.yaml"
    result = changed(path, r"(\* draw row .*?) @.*", r"\1", 0)
    assert result.problems[0].id == "pbem.verify.drawn"


def test_a_hidden_card_of_another_shuffle_is_found_at_the_end(games: Path) -> None:
    path = games / "end-samarkand-3-public.log.yaml"
    result = changed(path, rf"(\* leaves goods ){HEX}", r"\g<1>" + "12" * 32)
    assert result.problems and result.problems[0].facts["entry"] == entry_at(path, r"\* leaves goods ")


def test_a_host_who_leaves_out_an_event_is_found(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path, "marcopolo", 2, seed="picky")
    file = load(str(path))
    assert file.secrets is not None
    for stream, id in (("round", "pbem.verify.place"), ("blue", "pbem.verify.open")):
        chance = Fair(read_words(file.header, file.log), file.secrets.seed)
        key = pbem1.event_key(chance.link(stream, 2), file.header.id, stream, 2, chance.entropy())
        dice = pbem1.dice(key, "roll/blue" if stream == "round" else "die", 1, 6)
        lines = [f"  * open {stream} 2 {chance.link(stream, 2).hex()}", f"  * roll blue {dice[0]} @{stream}/2"]
        text = export(file, "public").split("  * open round 1")[0] + "\n".join(lines) + "\n"
        (tmp_path / "forged.yaml").write_text(text)
        assert id in [problem.id for problem in verify_file(str(tmp_path / "forged.yaml")).problems]


def test_a_host_who_deals_from_the_middle_is_found(games: Path, tmp_path: Path) -> None:
    path = games / "mid-marcopolo-2-public.log.yaml"
    file = load(str(games / "marcopolo-2.yaml"))
    chance = open_match(file).chance
    assert isinstance(chance, Fair)
    line = next(line for line in path.read_text().split("\n") if line.startswith("  * draw row"))
    other = chance.decks["contracts"][-1]
    place, salt = chance.proof((other,))
    words = line.split()
    at = next(i for i, word in enumerate(words) if word.startswith("@"))
    forged = [*words[:3], other, *words[4:at], place, salt, *words[at + 2 :]]
    (tmp_path / "forged.yaml").write_text(path.read_text().replace(line, "  " + " ".join(forged)))
    result = verify_file(str(tmp_path / "forged.yaml"))
    assert result.problems[0].id == "pbem.verify.place"
    assert result.problems[0].facts["entry"] == entry_at(path, re.escape(line))


def test_an_undone_round_gives_the_same_dice_again(tmp_path: Path) -> None:
    from pbem.gamefile.store import write
    from pbem.gamefile.undo import rolled_back

    path = tmp_path / "g.yaml"
    game_with_words(path, length="long")
    play_sealed(path, entries=13)
    file, match = rolled_back(load(str(path)), 8, "referee")
    write(file, match)
    play_sealed(path, entries=9)
    again = load(str(path))
    opened = [line for line in again.log.lines if line.startswith("* open round")]
    assert len(opened) > len(set(opened))
    assert verify_file(str(path)).problems == ()
    (tmp_path / "public.yaml").write_text(export(again, "public"))
    assert verify_file(str(tmp_path / "public.yaml")).problems == ()


def code_of_the_page() -> str:
    return "".join(re.findall(r"```python\n(.*?)```", DOC.read_text(), re.S))


def run_page(code: str, path: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-I", "-c", code, str(path)]
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)


def test_the_verifier_of_the_page_proves_real_games(games: Path) -> None:
    code = code_of_the_page()
    for path in logs(games, "*public.log.yaml"):
        done = run_page(code, path)
        tally = verify_file(str(path)).tally
        assert done.stdout == f"{tally.dice} dice proven\n{tally.cards} cards proven\n", done.stderr


@pytest.mark.parametrize("what", ["a die", "a link", "a card", "a salt", "the first entropy"])
def test_the_verifier_of_the_page_finds_changes(games: Path, what: str) -> None:
    old, new, nth, _ = CHANGES[what]
    changed(games / "mid-marcopolo-2-public.log.yaml", old, new, nth)
    assert "AssertionError" in run_page(code_of_the_page(), games / "changed.yaml").stderr


def test_the_verifier_of_the_page_is_short() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOC.read_text(), re.S)
    first, second = (sum(map(bool, block.split("\n"))) for block in blocks)
    assert first <= 28 and second <= 16


def test_the_commands_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    block = next(block for block in re.findall(r"```\n(.*?)```", DOC.read_text(), re.S) if "pbem word" in block)
    for line in block.splitlines():
        import shlex

        assert pbem(*shlex.split(line)[1:]).code == 0, line
    assert pbem("seal", "friday.yaml", "--seat", "blue").code == 0
    assert pbem("verify", "friday.yaml").code == 0
