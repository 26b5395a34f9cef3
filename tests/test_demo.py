"""`pbem demo` plays a game, shows its reports and leaves files that can be gone on with."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.rules import own_games


def _pbem(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pbem", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", own_games())
def test_the_demo_plays_and_every_command_it_prints_works(game: str, tmp_path: Path) -> None:
    done = _pbem(tmp_path, "demo", game, "--seed", "00ff")
    assert done.returncode == 0, done.stderr
    assert "FINAL SCORES" in done.stdout
    assert done.stdout.count("THE GAME IS OVER") == 1
    assert max(map(len, done.stdout.splitlines())) <= 72
    commands = [line.strip() for line in done.stdout.splitlines() if line.startswith("  pbem ")]
    assert len(commands) >= 7
    for line in dict.fromkeys(commands):
        _, *words = shlex.split(line)
        again = _pbem(tmp_path, *words)
        assert again.returncode == 0, (line, again.stderr)


def test_a_second_demo_leaves_the_first_alone(tmp_path: Path) -> None:
    for _ in range(2):
        assert _pbem(tmp_path, "demo", own_games()[-1], "--seed", "01").returncode == 0
    names = sorted(path.name for path in (tmp_path / "pbem-demo").iterdir())
    assert [name for name in names if name.endswith(".yaml")] == [
        "finished-1.yaml",
        "finished-2.yaml",
        "open-1.yaml",
        "open-2.yaml",
    ]


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    done = _pbem(tmp_path, "demo", "nogame")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
