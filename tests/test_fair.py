"""Chance with proofs: what is recorded, who can change what, words of players, and the end of a game."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from pbem.core import pbem1
from pbem.core.chance import Chance, Seeded
from pbem.core.fair import Fair, commit
from pbem.core.problem import IllegalMove, Refused
from pbem.core.words import Words, plain_word
from pbem.gamefile.export import export
from pbem.gamefile.giving import give, start
from pbem.gamefile.log import opened_lines, split_log
from pbem.gamefile.replay import open_match
from pbem.gamefile.store import load
from pbem.gamefile.turn import play, try_out
from pbem.gamefile.undo import undo
from pbem.gamefile.words import read_words, round_now
from tests.fairgame import game_with_words, play_sealed, waiting_game
from tests.shell import new_game, pbem, play_on

SEATS = ("blue", "red", "green")
SEED = bytes(range(32))
WORDS = Words("g", bytes.fromhex(commit("g", SEATS, SEED)["all"]), SEATS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "g.yaml"


def refused(step: object) -> str:
    with pytest.raises(Refused) as found:
        step()  # type: ignore[operator]
    return found.value.problems[0].id


def test_a_roll_is_recorded_with_its_opened_link() -> None:
    chance = Fair(WORDS, SEED)
    chance.roll("blue", 2, 6, "round-1")
    chance.roll("red", 2, 6, "round-1")
    chance.roll("blue", 1, 10)
    kinds = [(draw.kind, draw.label, draw.proof) for draw in chance.record]
    assert kinds == [
        ("open", "round", ()),
        ("roll", "blue", ("@round/1",)),
        ("roll", "red", ("@round/1",)),
        ("open", "blue", ()),
        ("roll", "blue", ("@blue/1", "d10")),
    ]
    assert chance.counts == {"round": 1, "blue": 1}


def test_a_card_is_recorded_with_its_place_and_salt_and_a_hidden_one_only_for_its_owner() -> None:
    chance = Fair(WORDS, SEED)
    deck = chance.shuffle("deck", [f"c{i}" for i in range(9)], shown=2)
    chance.draw("blue", deck[5], only="blue")
    shuffled, leaves, drawn = chance.record
    assert (leaves.kind, len(leaves.values)) == ("leaves", 9)
    place, salt = drawn.proof
    assert place == "@deck/5" and pbem1.leaf("deck", 5, deck[5], bytes.fromhex(salt)).hex() == leaves.values[5]
    assert drawn.only == "blue" and shuffled.values == (*deck[:2], *"???????")


def test_what_lies_open_needs_no_leaves_and_no_proof() -> None:
    chance = Fair(WORDS, SEED)
    chance.shuffle("first", SEATS, shown=3)
    chance.draw("pass", "blue")
    assert [draw.kind for draw in chance.record] == ["shuffle", "draw"] and not chance.record[1].proof


def test_the_same_dice_twice_are_refused() -> None:
    chance = Fair(WORDS, SEED)
    chance.roll("blue", 2, 6, "round-2")
    chance.shuffle("deck", ["a", "b"])
    for wrong in (
        lambda: chance.roll("blue", 2, 6, "round-2"),
        lambda: chance.roll("blue", 2, 6, "round-1"),
        lambda: chance.roll("market", 2, 6),
        lambda: chance.roll("blue", 2, 6, "market-3"),
        lambda: chance.shuffle("deck", ["a", "b"]),
    ):
        with pytest.raises(ValueError, match=r"twice|no occasion|no seat"):
            wrong()


def test_a_stream_has_1024_rolls() -> None:
    chance = Fair(WORDS, SEED, {"blue": 1023})
    chance.roll("blue", 1, 6)
    with pytest.raises(IllegalMove) as spent:
        chance.roll("blue", 1, 6)
    assert spent.value.id == "pbem.chance.spent"


def rolls_of(chance: Chance, actions: tuple[str, ...]) -> dict[str, list[tuple[int, ...]]]:
    """Lets seats act in some order; what each of them rolls."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for action in actions:
        seat, _, event = action.partition(" ")
        found.setdefault(seat, []).append(chance.roll(seat, 3, 6, event))
    return found


ACTIONS = ("blue", "blue", "red", "red", "green")


def test_nobodys_action_changes_anothers_dice() -> None:
    every = [rolls_of(Fair(WORDS, SEED), order) for order in set(permutations(ACTIONS))]
    assert len(every) == 30 and all(found == every[0] for found in every)
    fewer = rolls_of(Fair(WORDS, SEED), ("red", "red"))
    assert fewer["red"] == every[0]["red"]
    rounds = [rolls_of(Fair(WORDS, SEED), tuple(f"{seat} round-1" for seat in order)) for order in permutations(SEATS)]
    assert all(found == rounds[0] for found in rounds)


class Counting(Seeded):
    """The control: draws are addressed by how many there were, not by what they are for."""

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        self.counts["all"] = self.counts.get("all", 0) + 1
        return pbem1.dice(pbem1.mac(self.seed, self.counts["all"]), "die", n, sides)


def test_the_test_finds_draws_that_are_only_counted() -> None:
    every = [rolls_of(Counting("g", SEED), order) for order in set(permutations(ACTIONS))]
    assert any(found != every[0] for found in every)


def test_a_word_is_64_plain_characters() -> None:
    assert plain_word("  blue   heron 42 ") == "blue heron 42"
    for wrong in ("", "  ", "x" * 65, "Grüße", "a\x07b"):
        assert plain_word(wrong) is None
    assert plain_word("x" * 64) == "x" * 64


def test_words_are_taken_after_the_commitment_and_before_anything_is_drawn(path: Path) -> None:
    red, green = waiting_game(path)
    before = load(str(path))
    assert before.header.commitment["all"] and "*" not in "".join(before.log.lines)
    assert refused(lambda: open_match(before)) == "pbem.game.waits"
    give(str(path), red, "Heron 42")
    assert refused(lambda: give(str(path), red, "another")) == "pbem.word.twice"
    assert refused(lambda: give(str(path), green, "Grüße")) == "pbem.word.text"
    file, match = start(str(path))
    assert file.log.lines[:3] == ["! wait for words", "! word red: Heron 42", "! start"]
    assert file.header.commitment == before.header.commitment and match.game.waiting(match.state)
    assert refused(lambda: give(str(path), green, "late")) == "pbem.word.late"
    assert refused(lambda: start(str(path))) == "pbem.game.started"


def test_a_word_changes_dice_and_cards_but_not_the_commitment(tmp_path: Path) -> None:
    lines = {}
    for word in ("", "a", "b"):
        path = tmp_path / f"{word or 'none'}.yaml"
        red, _ = waiting_game(path)
        if word:
            give(str(path), red, word)
        start(str(path))
        file = load(str(path))
        lines[word] = [line for line in file.log.lines if line.startswith("* roll") or line.startswith("* leaves")]
        assert file.header.commitment == load(str(tmp_path / "none.yaml")).header.commitment
    assert len({tuple(found) for found in lines.values()}) == 3


def test_a_game_that_waits_is_told_by_every_command(path: Path) -> None:
    waiting_game(path)
    for command in (["move", path, "bid 1"], ["legal", path], ["report", path], ["undo", path]):
        assert pbem(*command).code in (1, 3)  # type: ignore[arg-type]
    assert pbem("check", path).code == 0 and pbem("verify", path).code == 0
    assert "0 of 2 players so far" in pbem("status", path).out
    assert '"waits_for_words": true' in pbem("status", path, "--json").out
    assert pbem("word", path, "--seat", "red", "grey otter").code == 0
    assert "1 of 2 players" in pbem("start", path).out
    assert "words: 1 of 2 players" in pbem("report", path).out


def test_a_game_without_words_says_so(path: Path) -> None:
    new_game(path)
    assert "words: none" in pbem("status", path).out
    assert "words: none" in " ".join(pbem("report", path).out.split())


def test_new_waits_for_words_and_prints_the_commitment(tmp_path: Path) -> None:
    path = tmp_path / "w.yaml"
    said = pbem("new", "caravan", "--player", "Ann", "--player", "Ben", "--words", "--out", path)
    assert said.code == 0 and load(str(path)).header.commitment["all"] in said.out
    assert "pbem start" in said.out


def test_sealed_words_enter_the_dice_two_rounds_later(path: Path) -> None:
    game_with_words(path, length="long")
    play_sealed(path)
    file = load(str(path))
    lines = [line.split()[1:3] for line in file.log.lines if line.startswith("* entropy")]
    assert lines == [["entropy", "0"], ["entropy", "2"], ["entropy", "3"], ["entropy", "4"]]
    words = read_words(file.header, file.log)
    assert len({words.entropy(i) for i in range(5)}) == 4  # nothing was opened in round 1
    assert words.entropy(1) == words.entropy(0)
    assert pbem("verify", path).code == 0


def test_a_seal_for_round_1_can_be_given_while_the_game_waits(path: Path) -> None:
    from pbem.gamefile.words import give_seal

    red, _ = waiting_game(path)
    file = load(str(path))
    digits = pbem1.seal(file.header.id, red, 1, "otter").hex()
    assert give_seal(file.header, file.log, red, digits).line() == f"! seal red 1: {digits}"


def test_who_does_not_open_is_named_and_counts_no_more_after_two(path: Path) -> None:
    game_with_words(path, players=3, length="long")
    play_sealed(path, silent=("green",))
    file = load(str(path))
    told = [line.partition("without ")[2] for line in file.log.lines if line.startswith("* entropy")]
    assert told == ["", "green", "green", ""]
    assert pbem("verify", path).code == 0
    seals = [line for line in file.log.lines if line.startswith("! seal green")]
    assert len(seals) == 2 + (round_now(file.log) > 4)


def test_wrong_seals_and_words_are_refused_and_nothing_is_written(path: Path) -> None:
    game_with_words(path)
    before = path.read_bytes()
    digits = pbem1.seal(load(str(path)).header.id, "red", 2, "otter").hex()
    assert refused(lambda: play(str(path), "seal 3f", "red")) == "pbem.word.seal"
    assert refused(lambda: play(str(path), "open otter", "red")) == "pbem.word.unsealed"
    assert refused(lambda: play(str(path), f"seal {digits}", None)) == "pbem.seat.which"
    assert refused(lambda: play(str(path), f"seal {digits}; bid 99", "red")) == "caravan.bid.coins"
    assert try_out(str(path), f"seal {digits}", "red").text.startswith("seal ")
    assert path.read_bytes() == before
    play(str(path), f"bid 1; SEAL: {digits.upper()}  # my seal", "red")
    assert load(str(path)).log.lines[-2:] == [f"! seal red 2: {digits}", "red: bid ?"]
    assert refused(lambda: play(str(path), f"seal {digits}", "red")) == "pbem.word.twice"
    assert refused(lambda: play(str(path), "open otter", "red")) == "pbem.word.unsealed"


def test_only_the_sealed_word_opens(path: Path) -> None:
    game_with_words(path, length="long")
    header = load(str(path)).header
    play(str(path), f"seal {pbem1.seal(header.id, 'red', 2, 'Grey Otter').hex()}", "red")
    while round_now(load(str(path)).log) < 2:
        play_on(path, 1)
    for wrong in ("grey otter", "Grey  Ottr", "x"):
        assert refused(lambda word=wrong: play(str(path), f"open {word}", "red")) == "pbem.word.other"
    play(str(path), "open   Grey   Otter ", "red")
    assert load(str(path)).log.lines[-1] == "! open red 2: Grey Otter"
    assert refused(lambda: play(str(path), "open Grey Otter", "red")) == "pbem.word.twice"


def test_seal_makes_a_word_and_its_seal(path: Path) -> None:
    game_with_words(path)
    said = pbem("seal", path, "--seat", "red").out.splitlines()
    digits, word = said[0].removeprefix("seal "), said[1].removeprefix("open ")
    assert pbem1.seal(load(str(path)).header.id, "red", 2, word).hex() == digits
    assert pbem("seal", path, "--seat", "red").out.splitlines()[1] != said[1]
    assert f"open {'x' * 64}" in pbem("seal", path, "--seat", "red", "x" * 64).out
    assert pbem("seal", path, "--seat", "red", "x" * 65).code == 1


def test_the_seed_and_secret_moves_are_published_with_the_last_move(path: Path) -> None:
    new_game(path)
    play_on(path, 3)
    file = load(str(path))
    assert file.secrets is not None and opened_lines(file.log) == ("", {})
    assert file.secrets.seed.hex() not in path.read_text()
    play_on(path)
    after = load(str(path))
    assert after.secrets is not None
    assert opened_lines(after.log) == (after.secrets.seed.hex(), after.secrets.moves)
    assert refused(lambda: undo(str(path), None)) in ("pbem.undo.opened", "pbem.undo.chance")
    assert pbem("status", path).code == pbem("check", path).code == pbem("report", path).code == 0


def test_a_seat_gets_the_proofs_of_what_only_it_may_see(path: Path, tmp_path: Path) -> None:
    new_game(path, "marcopolo", 3)
    file = load(str(path))
    public, blue, green = (export(file, who) for who in ("public", "blue", "green"))
    own = [line for line in blue.split("\n") if line.strip().startswith("* draw blue") and "@objectives" in line]
    assert own and own[0] not in public and own[0] not in green
    new_game(tmp_path / "c.yaml")
    assert "* show red" in export(load(str(tmp_path / "c.yaml")), "red")


def test_a_log_without_proofs_still_reads(path: Path) -> None:
    new_game(path, "marcopolo", 2)
    play_on(path, 12)
    file = load(str(path))
    kept = [line.partition(" @")[0] for line in file.log.lines]
    bare = [line for line in kept if line.split()[1] not in ("entropy", "open", "leaves") or not line.startswith("*")]
    assert len(bare) < len(kept) and len(split_log(bare).entries) == len(file.log.entries)
    path.with_suffix(".log").write_text("\n".join(["game: marcopolo", "seats: blue yellow", *bare]) + "\n")
    assert pbem("check", path.with_suffix(".log")).code == 0
    said = pbem("verify", path.with_suffix(".log"))
    assert (said.code, "[pbem.verify.nothing]" in said.out) == (1, True)
