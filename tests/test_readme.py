"""The commands of the README run as they stand."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"


SECTIONS = {"Play a game in five minutes": 9, "Play by mail": 2}


def commands(title: str) -> list[str]:
    section = README.read_text(encoding="utf-8").split(f"## {title}", 1)[1]
    (block,) = re.findall(r"```sh\n(.*?)```", section, re.S)[:1]
    return [line.split(" #")[0].strip() for line in block.splitlines() if line.strip()]


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = shlex.split(line)
    assert words[0] == "pbem"
    return subprocess.run(
        [sys.executable, "-m", "pbem", *words[1:]], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize("title", SECTIONS)
def test_the_commands_of_the_readme_work(title: str, tmp_path: Path) -> None:
    lines = commands(title)
    assert len(lines) >= SECTIONS[title]
    for line in lines:
        done = run(line, tmp_path)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        assert (done.stdout + done.stderr).strip(), line


def test_a_wrong_command_would_be_noticed(tmp_path: Path) -> None:
    assert run("pbem move nowhere.yaml 'silk 4 5'", tmp_path).returncode != 0


@pytest.mark.parametrize("target", re.findall(r"\]\((docs/[^)]+)\)", README.read_text(encoding="utf-8")))
def test_every_page_the_readme_names_exists(target: str) -> None:
    assert (README.parent / target).is_file()
