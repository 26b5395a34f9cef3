"""The game file: what is written is read again, the log is the truth, secrets stay sealed."""

from __future__ import annotations

import base64
import json
import os
import random
from pathlib import Path

import pytest
import yaml

from pbem.core.chance import Draw
from pbem.core.problem import Refused
from pbem.gamefile import chain, profile, seal
from pbem.gamefile.log import opened_past, parse_draw, public_line, same_draw, split_log, standing
from pbem.gamefile.replay import open_match, replay, replay_file
from pbem.gamefile.store import load, read_document
from pbem.gamefile.turn import play, try_out
from pbem.gamefile.undo import undo
from tests.shell import new_game, play_on

GAMES = ("caravan", "marcopolo")


def problem_ids(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.id for problem in refused.value.problems]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.yaml"


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_leaves_a_file_that_replays_to_the_stored_position(path: Path, name: str) -> None:
    game = new_game(path, name, 3)
    for _ in range(6):
        play_on(path, 5)
        file = load(str(path))
        assert json.loads(json.dumps(game.dump(replay_file(file).state))) == json.loads(
            json.dumps(game.dump(open_match(file).state))
        )


@pytest.mark.parametrize("name", GAMES)
def test_without_state_the_position_is_rebuilt(path: Path, name: str) -> None:
    game = new_game(path, name, 3)
    match = play_on(path, 8)
    lines = [line for line in path.read_text().split("\n") if not line.startswith("state:")]
    path.write_text("\n".join(lines))
    assert game.dump(open_match(load(str(path))).state) == game.dump(match.state)
    play_on(path, 1)
    assert load(str(path)).saved is not None


def test_the_file_is_valid_yaml_and_other_yaml_is_read_alike(path: Path) -> None:
    new_game(path, players=3)
    play_on(path, 8)
    text = path.read_text()
    canonical = profile.read(text)
    assert canonical is not None
    plain = yaml.safe_load(text)
    assert plain.pop("log") == "".join(f"{line}\n" for line in canonical.lines)
    assert plain == canonical.keys
    by_hand = yaml.safe_dump(yaml.safe_load(text), sort_keys=False, default_style=None)
    assert profile.read(by_hand) is None
    other = read_document(by_hand, "x")
    assert (other.keys, other.lines) == (canonical.keys, canonical.lines)
    path.write_text(by_hand)
    play_on(path, 1)
    assert profile.read(path.read_text()) is not None


@pytest.mark.parametrize(
    "text", ["blüé 駱駝 🐪", "a\x7fb\x85c\u2028d\u2029e\x9ff", 'quo"te\\', "\ufeff\uffff\t\x01", "", "yes", "1e3"]
)
def test_strange_text_is_the_same_for_json_and_yaml(text: str) -> None:
    keys = {"game": text, "options": {text: text}}
    written = profile.write(keys, ["# c"])
    document = profile.read(written)
    assert document is not None and document.keys == keys
    assert yaml.safe_load(written)["game"] == text
    assert read_document(written.replace("\nlog: |", "\nlog:  |"), "x").keys == keys


def test_values_read_by_json_and_by_yaml_are_the_same_for_random_data() -> None:
    chance = random.Random(7)
    letters = 'abc "\\\n\t\x7f\x85\u2028é駱🐪:#-[]{},&*!|>%@`'

    def value(depth: int) -> object:
        kind = chance.randrange(7 if depth < 4 else 4)
        if kind < 2:
            return "".join(chance.choices(letters, k=chance.randrange(12)))
        if kind < 4:
            return chance.choice([None, True, False, 0, -5, 10**12])
        if kind < 5:
            return [value(depth + 1) for _ in range(chance.randrange(4))]
        return {str(value(9)): value(depth + 1) for _ in range(chance.randrange(4))}

    for _ in range(200):
        keys = {"game": value(0), "options": value(0)}
        text = profile.write(keys, [])
        fast = profile.read(text)
        assert fast is not None and fast.keys == keys
        assert read_document(text.replace("\nlog: |", "\nlog:  |"), "x").keys == keys


def test_the_log_has_seats_chance_and_hidden_moves(path: Path) -> None:
    new_game(path)
    play(str(path), "bid 2", "red")
    play(str(path), "bid 1; travel", "green")
    lines = load(str(path)).log.lines
    assert "red: bid ?" in lines
    kinds = [line.split()[:3] for line in lines[:5]]
    assert kinds[:2] == [["*", "entropy", "0"], ["*", "shuffle", "cards"]] and lines[1].endswith(" ?")
    assert kinds[2:] == [["*", "leaves", "cards"], ["*", "open", "round"], ["*", "roll", "market"]]


def test_secrets_are_not_in_the_file_in_any_form(path: Path) -> None:
    seed = "a-very-secret-seed-of-32-bytes!!"
    new_game(path, "marcopolo", 4, seed, objectives="choose", characters="draft", towns="random")
    play_on(path, 30)
    file = load(str(path))
    assert file.secrets is not None
    raw = path.read_bytes()
    key = seal.read_key(str(path))
    assert key is not None
    hidden = [seed.encode(), key, *(text.partition(" ")[2].encode() for text in file.secrets.moves.values())]
    assert len(hidden) > 2
    for secret in hidden:
        for form in _forms(secret):
            assert form not in raw, secret
    # The control: the same search finds what is public.
    assert any(form in raw for form in _forms(bytes.fromhex(file.header.commitment["all"])))


def _forms(secret: bytes) -> list[bytes]:
    shifted = [base64.b64encode(b"\0" * n + secret)[4:-4] for n in range(3)]
    return [secret, secret.hex().encode(), secret.hex().upper().encode(), *(form for form in shifted if len(form) > 8)]


def test_the_sealed_part_has_the_same_length_whatever_was_chosen(path: Path) -> None:
    key = bytes(32)
    sealed = {
        len(seal.seal(key, "g", {"moves": {"1": text}})) for text in ("bid 1", "bid 10", "objectives moscow-xian x")
    }
    assert len(sealed) == 1


def test_a_seal_opens_only_with_its_key_and_context_and_unchanged() -> None:
    key, other = bytes(32), bytes(31) + b"\1"
    sealed = seal.seal(key, "game", {"seed": "00"})
    assert seal.unseal(key, "game", sealed) == {"seed": "00"}
    flipped = sealed[:60] + ("A" if sealed[60] != "A" else "B") + sealed[61:]
    for wrong in ((other, "game", sealed), (key, "gane", sealed), (key, "game", flipped), (key, "game", "%%")):
        with pytest.raises(Refused) as refused:
            seal.unseal(*wrong)
        assert problem_ids(refused) == ["pbem.file.seal"]


def test_the_key_is_for_its_owner_only(path: Path) -> None:
    new_game(path)
    assert os.stat(path.with_suffix(".key")).st_mode & 0o777 == 0o600


@pytest.mark.parametrize("number", [0, 1, 3, 6])
def test_a_changed_line_is_named_by_its_entry(path: Path, number: int) -> None:
    new_game(path, "marcopolo", 2, objectives="dealt")
    play_on(path, 6)
    file = load(str(path))
    line = file.log.entries[number - 1].line if number else 0
    rows = path.read_text().split("\n")
    at = file.document.first - 1 + line
    rows[at] = rows[at] + " 9"
    path.write_text("\n".join(rows))
    with pytest.raises(Refused) as refused:
        load(str(path))
    (problem,) = refused.value.problems
    assert (problem.id, problem.facts["entry"]) == ("pbem.file.chain", number)
    assert problem.span is not None
    assert problem.span.line == (at + 1 if number else problem.span.line)


def test_a_removed_and_an_added_last_entry_are_noticed(path: Path) -> None:
    new_game(path)
    play(str(path), "bid 1", "red")
    text = path.read_text()
    path.write_text(text.replace("  red: bid ?\n", ""))
    with pytest.raises(Refused) as refused:
        load(str(path))
    assert problem_ids(refused) == ["pbem.file.short"]
    path.write_text(text + "  green: bid ?\n")
    with pytest.raises(Refused) as refused:
        load(str(path))
    assert problem_ids(refused) == ["pbem.file.chain"]


def test_comments_and_assertions_do_not_break_the_chain(path: Path) -> None:
    new_game(path)
    play(str(path), "bid 1", "red")
    path.write_text(path.read_text() + "  # what a bid\n  = red coins 3\n\n")
    play(str(path), "bid 2", "green")
    assert "  # what a bid" in path.read_text()


def test_a_changed_position_is_noticed(path: Path) -> None:
    new_game(path)
    text = path.read_text()
    assert '"coins": {"red": 3' in text
    path.write_text(text.replace('"coins": {"red": 3', '"coins": {"red": 30'))
    with pytest.raises(Refused) as refused:
        load(str(path))
    assert problem_ids(refused) == ["pbem.file.state"]


def test_the_head_depends_on_every_byte() -> None:
    log = split_log(["* roll a 1", "red: x", "* roll a 2", "blue: y"])
    head = bytes(32)
    first = chain.link(head, log.lines[1], log.entries[0].draws)
    assert first != chain.link(head, log.lines[1], [])
    assert first != chain.link(head, log.lines[1] + " ", log.entries[0].draws)


def test_undo_takes_back_the_last_entry_and_is_recorded(path: Path) -> None:
    game = new_game(path)
    before = open_match(load(str(path)))
    play(str(path), "bid 1", "red")
    _, entry, _, match = undo(str(path), None, "slip\nof the finger")
    assert entry.number == 1
    assert game.dump(match.state) == game.dump(before.state)
    assert path.read_text().endswith("  red: bid ?\n  ! undo 1 by red: slip of the finger\n")
    play(str(path), "bid 2", "red")
    assert game.dump(replay_file(load(str(path))).state) == game.dump(open_match(load(str(path))).state)


def test_undo_is_refused_once_something_is_known(path: Path) -> None:
    new_game(path)
    with pytest.raises(Refused) as refused:
        undo(str(path), None)
    assert problem_ids(refused) == ["pbem.undo.nothing"]
    play(str(path), "bid 2", "red")
    play(str(path), "bid 1", "green")
    with pytest.raises(Refused) as refused:
        undo(str(path), "red")
    assert problem_ids(refused) == ["pbem.undo.later"]
    play(str(path), "travel", "red")
    with pytest.raises(Refused) as refused:
        undo(str(path), None)
    assert problem_ids(refused) == ["pbem.undo.chance"]
    assert " @" not in refused.value.problems[0].facts["draw"]


def test_undo_does_not_mind_entries_of_others_that_were_undone(path: Path) -> None:
    new_game(path, players=3)
    play(str(path), "bid 2", "red")
    play(str(path), "bid 1", "green")
    undo(str(path), "green")
    assert undo(str(path), "red")[1].number == 1


def test_a_dry_run_writes_nothing_and_shows_no_chance(path: Path) -> None:
    new_game(path)
    play(str(path), "bid 2", "red")
    play(str(path), "bid 1", "green")
    before = path.read_bytes()
    tried = try_out(str(path), "travel", "red")
    assert tried.stopped and not tried.outcome.events and not tried.outcome.draws
    with pytest.raises(Refused) as refused:
        try_out(str(path), "sell", "red")
    assert problem_ids(refused) == ["caravan.sell.none"]
    assert path.read_bytes() == before


def test_refused_moves_leave_the_file_as_it_was(path: Path) -> None:
    new_game(path)
    before = path.read_bytes()
    with pytest.raises(Refused) as refused:
        play(str(path), "bdi 1\nbid x\nkeep jda", "red")
    assert problem_ids(refused) == ["pbem.parse.verb", "pbem.parse.syntax", "pbem.name.unknown"]
    assert path.read_bytes() == before


def test_answers_given_ahead_are_kept_in_the_file(path: Path) -> None:
    new_game(path, players=2)
    play(str(path), "bid 3; travel", "red")
    file = load(str(path))
    assert file.saved is not None and file.saved.ahead == {"red": ["travel"]}
    played = play(str(path), "bid 0", "green")
    assert [event.kind for event in played.outcome.events].count("turned-up") == 1


def test_only_answers_are_kept_for_later(path: Path) -> None:
    """What stands behind an answer given ahead is played now, or refused now."""
    new_game(path, players=2)
    with pytest.raises(Refused) as refused:
        play(str(path), "bid 3; travel; bid 2", "red")
    assert len(problem_ids(refused)) == 1
    assert load(str(path)).entry == 0


def test_standing_leaves_out_what_was_undone() -> None:
    log = split_log(["a: 1", "a: 2", "! undo 2 by referee: x", "a: 3", "b: 4", "! undo 1 by b", "# no", "b: 5"])
    assert [entry.text for entry in standing(log.entries)] == ["3", "5"]
    with pytest.raises(Refused) as refused:
        standing(split_log(["a: 1", "! undo 2 by b"]).entries)
    assert problem_ids(refused) == ["pbem.log.undo"]
    with pytest.raises(Refused) as refused:
        standing(split_log(["! hurrah"]).entries)
    assert problem_ids(refused) == ["pbem.log.referee"]


def test_only_the_referee_undoes_and_opens() -> None:
    log = split_log(["a: 1", ": undo 1", ": opened chance 0: * roll a 1", "a: opened chance 0: * roll a 1"])
    assert [entry.seat for entry in log.entries] == ["a", "a"] and log.odd == [1, 2]
    assert opened_past(log) == {}
    assert opened_past(split_log(["! opened chance 0: * roll a 1 | * roll b 2"])) == {"0": ["* roll a 1", "* roll b 2"]}


def test_draw_lines_round_trip_and_hide_what_one_seat_may_see() -> None:
    draw = Draw("roll", "blue", ("1", "3"))
    assert parse_draw(draw.line()) == draw
    assert public_line(draw._replace(only="blue")) == "* roll blue ? ?"
    assert same_draw("* roll blue ? 3", "* roll blue 1 3")
    assert not same_draw("* roll blue 2 3", "* roll blue 1 3")
    assert parse_draw("*") == Draw("", "", ())


def test_replay_of_bare_lines_tells_every_entry(path: Path) -> None:
    new_game(path, "marcopolo", 3)
    play_on(path, 20)
    file = load(str(path))
    seen: list[tuple[int, int]] = []
    match = replay(file.header, file.log.lines, 15, lambda entry, events, _: seen.append((entry.number, len(events))))
    assert [number for number, _ in seen] == list(range(1, 16))
    assert match.game.view(match.state, None) == file.game.view(replay_file(file, 15).state, None)


def test_replay_with_the_key_notices_other_dice(path: Path) -> None:
    new_game(path)
    text = path.read_text()
    lines = [line for line in text.split("\n") if not line.startswith("state:")]
    at = next(i for i, line in enumerate(lines) if line.startswith("  * roll market"))
    lines[at] = lines[at][:-1] + ("1" if lines[at][-1] != "1" else "2")
    path.write_text("\n".join(lines))
    with pytest.raises(Refused) as refused:
        open_match(load(str(path)))
    (problem,) = refused.value.problems
    assert problem.id == "pbem.log.chance"
    assert problem.span is not None and problem.span.line == at + 1
