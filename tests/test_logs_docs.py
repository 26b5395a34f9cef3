"""The commands of docs/logs.md run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.archive.table import laid
from tests.shell import ROOT, pbem

DOC = (ROOT / "docs" / "logs.md").read_text(encoding="utf-8")
LOG = DOC.split("```\n")[1]
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", DOC, re.S) for line in block.splitlines()]


def test_the_commands_of_the_page_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    laid(tmp_path, LOG)
    assert len(COMMANDS) >= 12
    for line in COMMANDS:
        said = pbem(*shlex.split(line)[1:])
        assert said.code == 0, (line, said)


def test_every_log_command_has_its_place_on_the_page() -> None:
    for name in ("check", "fmt", "replay", "diff", "repair", "fill", "import", "log", "undo", "amend"):
        assert f"pbem {name}" in DOC


def test_a_wrong_command_would_be_noticed(tmp_path: Path) -> None:
    assert pbem("check", tmp_path / "table.log").code != 0
