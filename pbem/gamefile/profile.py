"""The canonical profile of a game file: every key on a line of its own with a JSON value, the log as a block at last.

It is valid YAML, and the standard library's JSON reader reads it forty times as fast. Anything else that is YAML, such
as a file somebody edited by hand, goes to `pbem.gamefile.foreign`.
"""

from __future__ import annotations

import json
from typing import Any

from pbem.core.named import NamedTuple

LOG = "\nlog: |\n"
INDENT = "  "

# What JSON lets pass and YAML does not: DEL, C1 controls, the other line breaks, and what is no character.
_ESCAPED = {code: f"\\u{code:04x}" for code in (*range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF)}


class Document(NamedTuple):
    """What stands in a file: its keys, and the lines of its log without indent, which begin in line `first`."""

    keys: dict[str, Any]
    lines: list[str]
    first: int = 1
    indent: int = 2


def dump(value: Any) -> str:
    """One value as JSON that YAML reads in the same way."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isascii() and "\x7f" not in text else text.translate(_ESCAPED)


def read(text: str) -> Document | None:
    """Reads a file in the canonical profile; None when it is not in it."""
    head, mark, log = text.partition(LOG)
    if not mark:
        return None
    try:
        keys = _keys(head.split("\n"))
    except (ValueError, RecursionError):
        return None
    lines = log.split("\n")
    if not lines[-1]:
        lines.pop()
    if not all(line.startswith(INDENT) or not line for line in lines):
        return None
    return Document(keys, [line[2:] for line in lines], head.count("\n") + 3)


def _keys(lines: list[str]) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for line in lines:
        key, _, value = line.partition(": ")
        if key in keys or not key.isidentifier():
            raise ValueError(key)
        keys[key] = _DECODER.decode(value)
        if "\\u" in value:
            dump(keys[key]).encode()  # raises ValueError for half a character, which JSON can write and nobody can read
    return keys


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_no_number, parse_constant=_no_number)


def write(keys: dict[str, Any], lines: list[str]) -> str:
    """The text of a whole file; `log` comes last."""
    head = "\n".join(f"{key}: {dump(value)}" for key, value in keys.items())
    return head + LOG + block(lines)


def block(lines: list[str]) -> str:
    """Log lines as they stand in the file."""
    return "".join(f"{INDENT}{line}\n" if line else "\n" for line in lines)
