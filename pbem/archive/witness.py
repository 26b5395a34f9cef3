"""Holds a file against what others know of it: heads that players were told, and the exact text that was sealed."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pbem.core.problem import Problem, Span
from pbem.gamefile import chain, profile
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble

EDITED = "pbem.file.edited"

_HEAD = re.compile(r"(?:entry )?([0-9]{1,6})[:,;]? ?(?:head )?([0-9a-f]{8,64})\Z")


class Head(NamedTuple):
    """A head as a report told it: the number of its entry and its first digits."""

    entry: int
    digits: str


def parse_head(word: str) -> Head:
    """Reads `12:7f3a9c01...`, or the line of a report, `Entry 12, head 7f3a9c01...`; raises Refused."""
    found = _HEAD.match(" ".join(word.lower().split()))
    if found is None:
        raise trouble("pbem.usage.head", found=word[:80])
    return Head(int(found[1]), found[2])


def head_problems(file: GameFile, told: tuple[Head, ...]) -> list[Problem]:
    """What does not fit the heads that somebody was told: the past was changed, or the file is an older one."""
    return [problem for head in told for problem in _compared(file, head)]


def _compared(file: GameFile, told: Head) -> list[Problem]:
    if told.entry > file.entry:
        line = file.line_span(max(0, len(file.log.lines) - 1))
        return [Problem("pbem.head.older", {"entry": told.entry, "last": file.entry}, line)]
    found = chain.shown(file.heads[told.entry])
    if found.startswith(told.digits) or told.digits.startswith(found):
        return []
    facts = {"entry": told.entry, "found": found[: len(told.digits)], "told": told.digits}
    return [Problem("pbem.head.other", facts, file.line_span(chain.line_of(file.log, told.entry)))]


def edited(file: GameFile, text: str) -> list[Problem]:
    """A note when a sealed file is not byte for byte as it was written; only the key can tell."""
    marked = text.startswith("\ufeff")  # a byte order mark, which the reader of logs takes away
    if file.secrets is None or "sealed" not in file.document.keys or (file.as_written and not marked):
        return []
    line = _first_difference(file, text)
    where = f"its layout, from line {line} on" if line else "a comment or an assertion"
    return [Problem(EDITED, {"where": where}, Span(line or 1, 1, 2, file.path), (), "note")]


def _first_difference(file: GameFile, text: str) -> int:
    """The first line that the program would write in another way; 0 when there is none."""
    rest: dict[str, Any] = {key: file.document.keys[key] for key in ("state", "sealed") if key in file.document.keys}
    written = profile.write({**file.header.keys(), **rest}, file.log.lines).split("\n")
    found = text.split("\n")
    pairs = zip(found, written, strict=False)
    first = next((i for i, (one, other) in enumerate(pairs, 1) if one != other), 0)
    return first or (0 if len(found) == len(written) else min(len(found), len(written)))
