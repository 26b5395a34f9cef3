"""The toy game is found and played when it is installed as a package of its own."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.rules import own_games

HERE = Path(__file__).parent
SCRIPT = """
from pbem.bots.driver import bots_for, play_game
from pbem.core.game import Config
from pbem.rules import all_games, find_game
game = find_game("caravan")
config = Config(game.colours, {name: option.values[0] for name, option in game.options.items()})
played = play_game(game, config, "1", bots_for(config, "simple", "1"))
print(type(game).__module__, *all_games())
print(*game.score(played.match.state).winners)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has the toy game installed."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(HERE / "toygame")], check=True, cwd=target)
    return {**os.environ, "PYTHONPATH": str(target)}


def _run(env: dict[str, str], folder: Path, *words: str) -> str:
    done = subprocess.run([sys.executable, *words], env=env, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_installed_game_is_found_and_played(installed: dict[str, str], tmp_path: Path) -> None:
    names, winners = _run(installed, tmp_path, "-c", SCRIPT).splitlines()
    assert names.split()[0] == "caravan"
    assert "caravan" in names.split()[1:]
    assert set(winners.split()) <= {"red", "green", "blue"}


def test_the_commands_of_the_page_work(installed: dict[str, str], tmp_path: Path) -> None:
    page = (HERE.parent / "docs" / "add-a-game.md").read_text()
    block = page.partition("## 6.")[2].split("```")[1]
    commands = [shlex.split(line) for line in block.splitlines() if line.startswith("pbem ")]
    assert len(commands) >= 5
    for _, *words in commands:
        assert _run(installed, tmp_path, "-m", "pbem", *words)
    assert "bids <needs> coins" in _run(installed, tmp_path, "-m", "pbem", "explain", "caravan.bid.coins")


def test_a_game_that_is_not_installed_is_not_found(tmp_path: Path) -> None:
    script = "from pbem.rules import all_games; print(*all_games())"
    assert "caravan" not in _run(dict(os.environ), tmp_path, "-c", script)


def test_the_toy_game_is_small() -> None:
    files = [path for path in (HERE / "toygame" / "caravan").iterdir() if path.suffix in (".py", ".lark", ".yaml")]
    assert sum(len(path.read_text().splitlines()) for path in files) < 300


def test_nothing_outside_the_rules_names_a_game() -> None:
    package = HERE.parent / "pbem"
    sources = [path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in ("rules", "_data")]
    assert len(sources) > 40
    naming = [(path.name, name) for path in sources for name in own_games() if name in path.read_text().lower()]
    assert naming == []
