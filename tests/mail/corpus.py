"""The mails of this folder and what must be read from them; `index.yaml` says it for each file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent


@cache
def expectations() -> dict[str, dict[str, Any]]:
    """What must be read from each mail, by the name of its file."""
    found: dict[str, dict[str, Any]] = yaml.safe_load((FOLDER / "index.yaml").read_text("utf-8"))
    return found


@cache
def mail(name: str) -> bytes:
    return (FOLDER / f"{name}.eml").read_bytes()


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.eml"))
