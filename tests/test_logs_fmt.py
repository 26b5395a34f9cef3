"""`pbem fmt`: one canonical form that means the same; comments and blank lines survive."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.archive.barelog import read_any
from pbem.archive.fmt import formatted
from pbem.archive.walk import Walk
from pbem.gamefile.log import standing
from pbem.rules import own_games
from tests.archive.damage import EVERY_KIND, damaged
from tests.archive.table import TABLE, bot_log, changed, laid
from tests.archive.verdict import CORPUS
from tests.shell import pbem, spawn

LOOSE = changed(
    "green: travel", "\n# round one\n  GREEN :  Travel.   # at last", changed("* roll market 5", "*Roll market  5")
)


def test_a_byte_order_mark_does_not_hide_the_first_line(tmp_path: Path) -> None:
    path = laid(tmp_path, changed("game: caravan", "\ufeffGame:  Caravan"))
    assert pbem("check", "--strict", path).out.count("[pbem.log.form]") == 1
    assert pbem("fmt", path).code == 0 and path.read_text() == TABLE


def fmt(text: str) -> str:
    return formatted(read_any("x.log", text), text)


def meaning(text: str) -> str:
    """The position after every entry, set-up included."""
    file = read_any("x.log", text)
    walk = Walk.start(file, file.log)
    positions = [walk.game.dump(walk.match.state)]
    for entry in standing(file.log.entries):
        walk.step(entry)
        positions.append(walk.game.dump(walk.match.state))
    return repr(positions)


def loosened(text: str, random: Random) -> str:
    """The same log as another hand would write it."""
    head, lines = text.split("\n")[:3], []
    for line in text.rstrip("\n").split("\n")[3:]:
        other = _other_hand(line, random)
        lines += random.choice([[other], [other, ""], [other, "# a remark"], [other]])
    return "\n".join([*head, *lines]) + "\n"


def _as_told(line: str) -> str:
    """`* Roll B: 1, 3` for `* roll blue 1 3`; only seats are cut short."""
    kind, label, *values = line[2:].split(" ")
    seat = label in ("red", "green", "blue", "yellow", "amber", "coral", "ebony", "jade", "ruby")
    return f"* {kind.title()} {label[0].upper() if seat else label}: {', '.join(values)}".rstrip(": ")


def _other_hand(line: str, random: Random) -> str:
    seat, colon, rest = line.partition(": ")
    if line.startswith("*"):
        other = random.choice([line, f"*{line[2:]}", line.replace(" ", "  "), f"{line}  # who rolled that?"])
        return random.choice([other, _as_told(line)])
    if not colon or line[0] in "=!#":
        return line
    other = random.choice([line, line.upper(), f"  {seat} :   {rest}", f"{seat.title()}:{rest}.", f"{line}  # hm"])
    other = random.choice([other, f"{seat[0].upper()}: {rest}"])
    return random.choice([other, other.replace(" ", "\u00a0"), other.replace("; ", " ;")])


def test_a_loose_log_is_written_in_canonical_form(tmp_path: Path) -> None:
    path = laid(tmp_path, LOOSE)
    said = pbem("fmt", path)
    assert (said.code, said.out) == (0, f"{path}: written\n")
    text = path.read_text()
    assert "\n\n# round one\ngreen: travel  # at last\n" in text and "* roll market 5\n" in text


def test_fmt_check_writes_nothing(tmp_path: Path) -> None:
    path = laid(tmp_path, LOOSE)
    said = pbem("fmt", "--check", path)
    assert (said.code, said.out) == (1, f"{path}: would change\n")
    assert path.read_text() == LOOSE
    assert pbem("fmt", "--check", laid(tmp_path)) == (0, "", "")


def test_stdin_goes_to_stdout() -> None:
    assert spawn("fmt", "-", text=LOOSE).out == fmt(LOOSE)


def test_a_game_file_is_left_alone(tmp_path: Path) -> None:
    assert pbem("new", "caravan", "--player", "Ann", "--player", "Ben", "--out", tmp_path / "g.yaml").code == 0
    before = (tmp_path / "g.yaml").read_bytes()
    said = pbem("fmt", tmp_path / "g.yaml")
    assert said.code == 1 and "pbem.fmt.game" in said.err
    assert (tmp_path / "g.yaml").read_bytes() == before


def test_what_cannot_be_read_stays_as_it_is() -> None:
    text = changed("red: bid 3", "red: BIDD 3 !")
    assert "bidd 3 !" in fmt(text).lower() and fmt(text).count("\n") == text.count("\n")


def test_moves_that_depend_on_the_position_are_written_out() -> None:
    assert "green: sell silk\n" in fmt(changed("green: sell silk", "green: sell"))


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.log")), ids=lambda path: path.stem)
def test_the_form_of_any_log_is_its_own_form(path: Path) -> None:
    once = fmt(path.read_text())
    assert fmt(once) == once


@pytest.mark.parametrize("game", [*own_games(), "caravan"])
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(number=st.integers(0, 40), seed=st.integers(0, 10_000))
def test_the_form_means_the_same_and_is_its_own_form(game: str, number: int, seed: int) -> None:
    loose = loosened(bot_log(game, number, 40), Random(seed))
    once = fmt(loose)
    assert fmt(once) == once
    assert meaning(once) == meaning(loose)
    assert [line for line in once.split("\n") if line.startswith("#")] == [
        line for line in loose.split("\n") if line.startswith("#")
    ]


def test_a_form_that_changed_the_meaning_would_be_noticed() -> None:
    assert meaning(TABLE) != meaning(changed("green: keep silk", "green: keep salt").rpartition("green: sell")[0])
    assert fmt(LOOSE) != LOOSE


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_damage_survives_the_form_as_damage(kind: str) -> None:
    """Canonical form does not repair, nor break further: the same problems at the same lines."""
    from pbem.archive.check import check_text

    found = damaged(kind, bot_log("marcopolo", 3, 30), Random(kind))
    assert found is not None
    before, after = (check_text("x", text).problems for text in (found.text, fmt(found.text)))
    assert [(p.id, p.span and p.span.line) for p in before] == [(p.id, p.span and p.span.line) for p in after]


def test_the_parts_of_an_assertion_are_written_alike() -> None:
    assert fmt(changed("= green coins 1, silk 1", "=G coins 1;  silk 1 ;R coins 5,")) == changed(
        "= green coins 1, silk 1", "= green coins 1, silk 1, red coins 5"
    )
