"""T15: a changed byte of a saved game is found, history cannot be rewritten unseen, an older file does not pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.core.problem import Refused
from pbem.gamefile import chain
from pbem.gamefile.store import GameFile, compose, load, read_document
from pbem.gamefile.turn import play
from tests.reliability import FULL, figure, part, restore, snapshot, spread
from tests.shell import new_game, pbem, play_on

GAMES = {"caravan": 6, "marcopolo": 25, "samarkand": 25} if FULL else {"caravan": 6}
BITS = range(8) if FULL else (0, 5)
PARTS = 4 if FULL else 1


def saved_game(path: Path, name: str, entries: int) -> bytes:
    """A game with a remark in its log, sealed by a turn after it."""
    new_game(path, name, 2)
    play_on(path, entries - 1)
    path.write_text(path.read_text() + "  # a remark of ours: x2\n")
    play_on(path, 1)
    assert load(str(path)).as_written
    return path.read_bytes()


def is_found(path: Path, content: bytes) -> bool:
    """True when a file is refused, or known not to be as it was written, which `pbem check` says."""
    path.write_bytes(content)
    try:
        return not load(str(path)).as_written
    except Refused:
        return True


def flipped(content: bytes, at: int, bit: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]


@pytest.mark.parametrize("number", range(PARTS))
@pytest.mark.parametrize("name", GAMES)
def test_every_flipped_byte_is_found(name: str, number: int, tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    whole = saved_game(path, name, GAMES[name])
    flips = [(at, bit) for at in range(len(whole)) for bit in (BITS if FULL else (BITS[at % 2],))]
    mine = part(flips, number, PARTS)
    missed = [(at, bit) for at, bit in mine if not is_found(path, flipped(whole, at, bit))]
    figure(f"T15 flips: {name}", bytes=len(whole), flips=len(mine), missed=len(missed))
    assert not missed, [(at, bit, whole[max(0, at - 30) : at + 30]) for at, bit in missed[:5]]
    assert not is_found(path, whole)


@pytest.mark.parametrize("name", GAMES)
def test_a_file_cut_at_any_byte_is_found(name: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    whole = saved_game(path, name, GAMES[name])
    missed = [at for at in range(len(whole)) if not is_found(path, whole[:at])]
    figure(f"T15 cuts: {name}", cuts=len(whole), missed=len(missed))
    assert not missed


def _log(content: bytes) -> tuple[bytes, list[bytes]]:
    head, mark, log = content.partition(b"\nlog: |\n")
    return head + mark, log.splitlines(keepends=True)


def shuffled(content: bytes) -> Iterable[bytes]:
    """The file with a line of its log removed, doubled, swapped with the next, or put in another place."""
    head, lines = _log(content)
    for i, line in enumerate(lines):
        rest = lines[:i] + lines[i + 1 :]
        yield head + b"".join(rest)
        yield head + b"".join([*lines[:i], line, *lines[i:]])
        for j in spread(range(len(rest)), len(rest) if FULL else 6):
            moved = [*rest[:j], line, *rest[j:]]
            if moved != lines:
                yield head + b"".join(moved)
    for i, (one, other) in enumerate(pairwise(lines)):
        if one != other:
            yield head + b"".join([*lines[:i], other, one, *lines[i + 2 :]])


@pytest.mark.parametrize("name", GAMES)
def test_removed_doubled_and_moved_lines_are_found(name: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    every = list(shuffled(saved_game(path, name, GAMES[name])))
    missed = [content for content in every if not is_found(path, content)]
    figure(f"T15 lines: {name}", changes=len(every), missed=len(missed))
    assert len(every) > 50
    assert not missed, missed[0][-500:]


def test_a_changed_remark_is_told_by_check_and_does_not_stop_the_game(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    whole = saved_game(path, "caravan", 6)
    assert "pbem.file.edited" not in pbem("check", path, "--strict").out
    path.write_bytes(whole.replace(b"ours: x2", b"ours: x3"))
    said = pbem("check", path)
    assert (said.code, "a comment or an assertion [pbem.file.edited]" in said.out) == (0, True), said
    assert pbem("check", path, "--strict").code == 1
    path.write_bytes(whole.replace(b'"caravan"', b"caravan"))
    said = pbem("check", path)
    assert (said.code, "from line 2 on [pbem.file.edited]" in said.out) == (0, True), said
    play_on(path, 1)
    assert not pbem("check", path).out


@pytest.mark.parametrize("old, new", [(b"ann@", b"eve@"), (b'"rules": ', b'"rules":  '), (b"Ben", b"Bea")])
def test_a_changed_header_is_refused_unless_only_its_layout_is_another(tmp_path: Path, old: bytes, new: bytes) -> None:
    path = tmp_path / "friday.yaml"
    whole = saved_game(path, "caravan", 6)
    path.write_bytes(whole.replace(old, new))
    said = pbem("check", path)
    layout = old.split() == new.split()
    assert ("[pbem.file.edited]" in said.out, "[pbem.file.header]" in said.out) == (layout, not layout), said
    assert said.code == (0 if layout else 1)


def test_a_header_changed_on_purpose_is_taken_without_the_state(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    lines = saved_game(path, "caravan", 6).replace(b"ann@", b"eve@").split(b"\n")
    path.write_bytes(b"\n".join(line for line in lines if not line.startswith(b"state:")))
    assert "[pbem.file.edited]" in pbem("check", path).out
    play_on(path, 1)
    assert load(str(path)).header.seats[0].address == "eve@example.org"
    assert not pbem("check", path).out


def semantic_hash(text: str) -> str:
    """A hash over what a file means, as the control: keys, entries and chance, whatever stands between them."""
    document = read_document(text, "x")
    lines = [line for line in document.lines if line and line[0] not in "#="]
    return sha256(repr((sorted(document.keys.items()), lines)).encode()).hexdigest()


def test_control_a_hash_over_the_meaning_misses_bytes(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    whole = saved_game(path, "caravan", 6)
    right = semantic_hash(whole.decode())
    missed = 0
    for at in range(len(whole)):
        with suppress(Refused, UnicodeDecodeError):
            missed += semantic_hash(flipped(whole, at, 0).decode()) == right
    figure("T15 control: hash over the meaning", bytes=len(whole), missed=missed)
    assert missed > 10


class Told:
    """A game of which players were told every head."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folders: list[dict[str, bytes]] = []
        new_game(path, "caravan", 2, length="long")
        self.heads = [load(str(path)).head]
        for number in range(10):
            self.folders.append(snapshot(path.parent))
            play_on(path, 1, f"first {number}")
            self.heads.append(load(str(path)).head)

    def accepts(self, entry: int, digits: int = 32) -> bool:
        """True when the file passes a check against the head that was told after an entry."""
        said = pbem("check", self.path, "--head", f"{entry}:{self.heads[entry][:digits]}")
        assert said.code in (0, 1), said
        return said.code == 0


@pytest.fixture
def told(tmp_path: Path) -> Told:
    return Told(tmp_path / "friday.yaml")


def test_every_head_that_was_told_fits(told: Told) -> None:
    assert all(told.accepts(entry) for entry in range(11))
    assert told.accepts(7, 8)
    line = next(line for line in pbem("report", told.path).out.splitlines() if line.startswith("Entry"))
    assert pbem("check", told.path, "--head", line.strip()).code == 0
    assert not pbem("check", told.path, "--head", "7").out
    assert pbem("check", told.path, "--head", "7").code == 2


def test_history_played_anew_is_caught_by_any_later_head(told: Told) -> None:
    restore(told.path.parent, told.folders[5])
    play_on(told.path, 8, "second")
    assert pbem("check", told.path).code == 0
    assert [entry for entry in range(11) if told.accepts(entry)] == [0, 1, 2, 3, 4, 5]
    assert "[pbem.head.other]" in pbem("check", told.path, "--head", f"9:{told.heads[9]}").out


def test_an_older_file_is_caught_by_any_later_head(told: Told) -> None:
    restore(told.path.parent, told.folders[5])
    assert pbem("check", told.path).code == 0
    assert [entry for entry in range(11) if told.accepts(entry)] == [0, 1, 2, 3, 4, 5]
    assert "[pbem.head.older]" in pbem("check", told.path, "--head", f"9:{told.heads[9]}").out


def rewritten(file: GameFile, change: Callable[[list[str]], None]) -> str:
    """The file as somebody writes it who has the key, with another log and a new chain over it."""
    from pbem.gamefile.log import split_log
    from pbem.gamefile.replay import open_match
    from pbem.gamefile.seal import read_key

    lines = list(file.log.lines)
    change(lines)
    key = read_key(file.path)
    assert key is not None and file.secrets is not None
    heads = chain.heads(file.header, split_log(lines))
    return compose(file.header, open_match(file), lines, heads, key, file.secrets)


def test_an_entry_rewritten_by_the_operator_is_caught_by_a_head(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    new_game(path, "caravan", 2)
    play(str(path), "bid 1", "red")
    assert pbem("undo", path, "--seat", "red", "--reason", "a slip of red").code == 0
    play_on(path, 3)
    file = load(str(path))

    def blame(lines: list[str]) -> None:
        at = next(i for i, line in enumerate(lines) if line.startswith("! undo"))
        lines[at] = lines[at].replace("a slip of red", "red asked for it")

    path.write_text(rewritten(file, blame))
    assert pbem("check", path).code == 0
    said = pbem("check", path, "--head", f"{file.entry}:{file.head}")
    assert (said.code, "[pbem.head.other]" in said.out) == (1, True)
    assert load(str(path)).as_written
