"""Damaged logs: every verdict of the corpus is the one that was reviewed, and one damage makes no flood of problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.archive.check import check_file, check_text
from pbem.rules import own_games
from tests import shell  # noqa: F401 (makes the toy game known)
from tests.archive.damage import EVERY_KIND
from tests.archive.verdict import CORPUS, INDEX, read_index, verdict, write_index

WANTED = read_index()


@pytest.mark.parametrize("name", WANTED)
def test_the_verdict_is_the_one_that_was_reviewed(name: str) -> None:
    assert verdict(name, WANTED[name].damage) == WANTED[name]


def test_the_index_is_written_as_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.archive.verdict.INDEX", tmp_path / "index.yaml")
    write_index(WANTED)
    assert (tmp_path / "index.yaml").read_bytes() == INDEX.read_bytes()


def test_the_corpus_has_every_game_and_every_kind_of_damage() -> None:
    assert sorted(WANTED) == sorted(path.name for path in CORPUS.glob("*.log"))
    assert len(WANTED) >= 60
    for game in (*own_games(), "caravan"):
        assert sum(f"-{game}-" in name for name in WANTED) >= 10
    assert {row.damage.rpartition(" ")[0] for row in WANTED.values()} >= set(EVERY_KIND)


@pytest.mark.parametrize("name", [name for name in WANTED if name.startswith("bot-")])
def test_one_damage_makes_few_problems_and_hides_nothing(name: str) -> None:
    """Every damage is told at its line or behind it; logs of bots are followed to their ends."""
    row = WANTED[name]
    damaged = [int(word.rpartition(" ")[2]) for word in row.damage.split(", ")]
    lines = [int(said.partition(":")[0]) for said in row.says]
    assert 1 <= len(lines) <= len(damaged) + 2
    assert min(lines) >= min(damaged) - 2  # a lost line is missed where an entry or its chance lines end
    assert "not to the end" not in row.played


def test_a_log_without_damage_has_no_problems() -> None:
    name = next(name for name, row in WANTED.items() if row.damage.startswith("claim"))
    text = (CORPUS / name).read_text()
    wrong = WANTED[name].says[0].partition(":")[0]
    lines = [line for i, line in enumerate(text.split("\n"), 1) if i != int(wrong)]
    assert check_file(str(CORPUS / name)).problems
    assert not check_text("sound", "\n".join(lines)).problems
