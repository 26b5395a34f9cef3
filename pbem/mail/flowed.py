"""Lines that a mail client broke: put together again, so that an order is one line as it was written."""

from __future__ import annotations

import re

_QUOTES = re.compile(r">*")
_SHORTEST_BROKEN = 50
_SPACE = re.compile(r"\s+")


def unflow(text: str, delete_space: bool) -> str:
    """Joins the lines of a format=flowed text (RFC 3676): a blank at the end says that the line goes on."""
    out: list[list[str]] = []
    open_depth = -1
    for line in text.split("\n"):
        depth = len(_QUOTES.match(line)[0])  # type: ignore[index]
        content = line[depth:]
        content = content[1:] if content.startswith(" ") else content
        flows = content.endswith(" ") and content != "-- "
        if flows and delete_space:
            content = content[:-1]
        if depth == open_depth and content != "-- ":
            out[-1].append(content)
        else:
            out.append([">" * depth + (" " if depth else ""), content])
        open_depth = depth if flows else -1
    return "\n".join(map("".join, out))


def may_be_broken(text: str) -> bool:
    """True if a line is so long that a client may have broken it, and another one follows."""
    return any(len(line) > _SHORTEST_BROKEN for line in text.split("\n")[:-1])


def rejoin(text: str, whole: list[str]) -> str:
    """Joins lines of a plain part that were cut at some column, where the HTML of the same mail has them whole."""
    lines = text.split("\n")
    known = {_squeezed(line) for line in whole}
    out: list[str] = []
    i = 0
    while i < len(lines):
        taken = _together(lines, i, known) if len(lines[i]) > _SHORTEST_BROKEN else 1
        out.append(" ".join(line.strip() for line in lines[i : i + taken]) if taken > 1 else lines[i])
        i += taken
    return "\n".join(out)


def _together(lines: list[str], start: int, known: set[str]) -> int:
    """How many lines from here are one line of the other version."""
    joined = lines[start]
    for count in range(2, 12):
        if start + count > len(lines) or not lines[start + count - 1].strip():
            break
        joined += " " + lines[start + count - 1]
        if _squeezed(joined) in known:
            return count
    return 1


def _squeezed(line: str) -> str:
    return _SPACE.sub("", line)
