"""Lines and tables of plain text that keep within a width, also with wide and combining characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

WIDTH = 72
GAP = 2
NARROWEST = 6


def plain(text: str) -> str:
    """The text without line breaks, colour codes and other characters that do not print."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def columns(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if combining(char) or char in "\u200d\ufe0e\ufe0f":
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def pad(text: str, width: int, right: bool = False) -> str:
    """The text filled up with spaces."""
    space = " " * (width - columns(text))
    return space + text if right else text + space


def wrap(text: str, width: int = WIDTH, first: str = "", rest: str | None = None) -> list[str]:
    """Breaks a text into lines; `first` and `rest` stand in front of the first and of the other lines."""
    rest = " " * columns(first) if rest is None else rest
    lines: list[str] = []
    line, empty = first, True
    for word in _pieces(plain(text), width - max(columns(first), columns(rest))):
        joined = line + word if empty else f"{line} {word}"
        if not empty and columns(joined) > width:
            lines.append(line)
            joined = rest + word
        line, empty = joined, False
    return [*lines, line.rstrip()]


def _pieces(text: str, width: int) -> Iterator[str]:
    """The words of a text, those that are too long for a line cut up."""
    for word in text.split():
        piece = ""
        for char in word:
            if columns(piece + char) > width:
                yield piece
                piece = ""
            piece += char
        yield piece


def table(head: Sequence[str], rows: Sequence[Sequence[str]], width: int = WIDTH, indent: int = 2) -> list[str]:
    """A table whose columns are as wide as they need to be, or as the width allows."""
    cells = [[plain(cell) for cell in row] for row in (head, *rows)]
    widths = _fit([max(map(columns, column)) for column in zip(*cells, strict=True)], width - indent)
    if not widths:
        return _listed(cells[0], cells[1:], width, indent)
    right = [_is_numbers(column[1:]) for column in zip(*cells, strict=True)]
    lines = [line for row in cells for line in _row(row, widths, right)]
    return [(" " * indent + line).rstrip() for line in lines]


def _is_numbers(column: Sequence[str]) -> bool:
    return all(cell.lstrip("+-").isdecimal() for cell in column if cell) and any(column)


def _fit(widths: list[int], width: int) -> list[int]:
    """Makes the widest column narrower until all fit; nothing when even narrow ones do not."""
    while sum(widths) + GAP * (len(widths) - 1) > width:
        widest = max(widths)
        if widest <= NARROWEST:
            return []
        widths[widths.index(widest)] -= 1
    return widths


def _row(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterator[str]:
    wrapped = [wrap(cell, width) for cell, width in zip(row, widths, strict=True)]
    for i in range(max(map(len, wrapped))):
        parts = [lines[i] if i < len(lines) else "" for lines in wrapped]
        yield (" " * GAP).join(pad(*part) for part in zip(parts, widths, right, strict=True)).rstrip()


def _listed(head: Sequence[str], rows: Sequence[Sequence[str]], width: int, indent: int) -> list[str]:
    """A table that is too wide as one paragraph a row."""
    space = " " * indent
    paragraphs = ("; ".join(f"{name} {cell}" for name, cell in zip(head, row, strict=True) if cell) for row in rows)
    return [line for text in paragraphs for line in wrap(text, width, space, space + "  ")]
