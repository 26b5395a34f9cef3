"""Golden games replay to the same chance lines and the same reports, byte for byte."""

from __future__ import annotations

import pytest

from pbem.files import read_facts
from tests.arena import every_game
from tests.golden.files import FOLDER, golden_game, names, play, read_golden, reports_path

MOST_BYTES = 2_000_000


@pytest.mark.parametrize("name", names())
def test_a_golden_game_is_told_as_before(name: str) -> None:
    golden = read_golden(name)
    played = play(golden)
    assert played.lines == golden.lines
    assert played.reports == reports_path(name).read_text()


def test_a_changed_log_is_noticed() -> None:
    golden = read_golden(names()[0])
    changed = golden._replace(seed=golden.seed + "0")
    with pytest.raises(AssertionError):
        assert play(changed).lines == golden.lines


def test_there_is_a_golden_game_for_every_player_count_and_option() -> None:
    goldens = [read_golden(name) for name in names()]
    for game in every_game():
        configs = [golden.config for golden in goldens if golden.game.id == game.id]
        assert {len(config.seats) for config in configs} == set(game.players), game.id
        for option, known in game.options.items():
            assert {config.options[option] for config in configs} == set(known.values), (game.id, option)


def test_what_must_be_shown_is_shown() -> None:
    required: dict[str, list[str]] = read_facts(FOLDER / "games.yaml")["shown"]
    for id, words in required.items():
        assert golden_game(id)
        texts = "".join(reports_path(name).read_text() for name in names() if read_golden(name).game.id == id)
        flat = " ".join(texts.split()).lower()
        assert [word for word in words if word.lower() not in flat] == [], id


def test_golden_files_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir() if path.is_file()) < MOST_BYTES
