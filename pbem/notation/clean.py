"""Undoes what mail clients do to text, and remembers where every character stood."""

from __future__ import annotations

from functools import lru_cache

from pbem.core.named import NamedTuple

_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_NOTHING = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\u00ad"
_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u00b4\u0060"
_DOUBLE = '\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"'
_ARROWS = "\u2192\u21d2\u27a1\u279c\u27f6"
_BULLETS = "\u2022\u2023\u2043\u00b7\u2219"
_DICE = "\u2680\u2681\u2682\u2683\u2684\u2685"
_MARKS = ("Mn", "Me")  # accents and the frames of keycaps
_SIGNS = ("So", "Sk")  # emoji, and the colours of their skin

_MEANT: dict[str, str] = {
    **dict.fromkeys(_SPACES, " "),
    **dict.fromkeys(_DASHES, "-"),
    **dict.fromkeys(_NOTHING, ""),
    **dict.fromkeys(_QUOTES, "'"),
    **dict.fromkeys(_DOUBLE, ""),
    **dict.fromkeys(_ARROWS, " to "),
    **dict.fromkeys(_BULLETS, " "),
    **{face: f" {value} " for value, face in enumerate(_DICE, 1)},
    "\u2191": " up ",
    "\u2193": " down ",
    "\u00d7": "x",
    "_": "-",
}


class Clean(NamedTuple):
    """One line as it was meant, lower case; `columns[i]` is where character i stood in the original (from 1)."""

    text: str
    columns: tuple[int, ...] | None

    def column(self, i: int) -> int:
        if self.columns is None:
            return i + 1
        if i < len(self.columns):
            return self.columns[i]
        return self.columns[-1] + 1 if self.columns else 1


def clean_line(line: str) -> Clean:
    """Cleans one line. ASCII lines keep their columns; others get a table of them."""
    if line.isascii() and "->" not in line and "`" not in line and '"' not in line and "\t" not in line:
        return Clean(line.lower().replace("_", "-"), None)
    return _clean_slowly(line)


def _clean_slowly(line: str) -> Clean:
    out: list[str] = []
    columns: list[int] = []
    skip = False
    for i, char in enumerate(line):
        if skip:
            skip = False
            continue
        skip = char in "-=" and line[i + 1 : i + 2] == ">"
        meant = " to " if skip else _meant(char)
        out.append(meant)
        columns += [i + 1] * len(meant)
    return Clean("".join(out), tuple(columns))


@lru_cache(1024)
def _meant(char: str) -> str:
    """What one character stands for: letters without accents, digits without circles, a blank for a picture."""
    if char in _MEANT or char.isascii():
        return _MEANT.get(char, char.lower())
    from unicodedata import category, normalize

    if category(char) in _SIGNS and normalize("NFKD", char) == char:
        return " "
    bare = "".join(part for part in normalize("NFKD", char) if category(part) not in _MARKS)
    return "".join(_MEANT.get(part, part) for part in bare.lower()) if bare.isascii() else char.lower()


def without_comment(text: str) -> str:
    """Cuts a `#` comment off."""
    at = text.find("#")
    return text if at < 0 else text[:at]
