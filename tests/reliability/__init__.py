"""The test programme of docs/reliability.md: what is done to games and to the program, and the broken variants."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

FULL = bool(os.environ.get("PBEM_FULL"))
CI = os.environ.get("CI", "") == "true"

Item = TypeVar("Item")


def need_tools(*names: str) -> None:
    """Skips a test when a program is not installed; a build machine must have them all."""
    missing = [name for name in names if shutil.which(name) is None]
    if missing and CI:
        pytest.fail(f"not installed: {', '.join(missing)}")
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)} (see .ci/run)")


def refused_by_kernel(what: str, why: str) -> None:
    """Skips a test, on a build machine too, and says what this machine does not allow."""
    pytest.skip(f"{what} is not allowed here: {why.strip()}")


def figure(test: str, **numbers: Any) -> None:
    """Keeps the figures of a full run, one JSON line each, in the file that PBEM_FIGURES names."""
    where = os.environ.get("PBEM_FIGURES")
    if where:
        with open(where, "a", encoding="utf-8") as file:
            file.write(json.dumps({"test": test, **numbers}) + "\n")


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """At most so many items, evenly taken, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[round(i * (len(items) - 1) / (most - 1))] for i in range(most)]


def part(items: Sequence[Item], number: int, parts: int) -> list[Item]:
    """One of so many parts of a long list."""
    return list(items[number::parts])


def snapshot(folder: Path) -> dict[str, bytes]:
    """The files of a folder by name."""
    return {path.name: path.read_bytes() for path in _files(folder)}


def restore(folder: Path, files: dict[str, bytes]) -> None:
    """Makes a folder hold exactly these files."""
    for path in _files(folder):
        if path.name not in files:
            path.unlink()
    for name, content in files.items():
        if not (folder / name).exists() or (folder / name).read_bytes() != content:
            (folder / name).write_bytes(content)
        (folder / name).chmod(0o600 if name.endswith(".key") else 0o644)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.iterdir()) if path.is_file())
