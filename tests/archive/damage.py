"""Ways to damage a log: one slip of the hand each, and the change that undoes it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

KEYS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")


class Damaged(NamedTuple):
    """A damaged log. Line `line` (from 1) and `remove` lines in all must give way to `add` to get the true one."""

    kind: str
    text: str
    line: int
    remove: int
    add: tuple[str, ...]


Damage = Callable[[list[str], Random], "tuple[int, int, tuple[str, ...]] | None"]


def damaged(kind: str, text: str, random: Random) -> Damaged | None:
    """The log with one damage of a kind; None when there is no place for it."""
    lines = text.rstrip("\n").split("\n")
    if kind == "truncated":
        return _truncated(lines, random)
    found = KINDS[kind](lines, random)
    if found is None:
        return None
    line, removed, added = found
    other = [*lines[:line], *added, *lines[line + removed :]]
    before = tuple(lines[line : line + removed])
    return Damaged(kind, "\n".join(other) + "\n", line + 1, len(added), before)


def _truncated(lines: list[str], random: Random) -> Damaged | None:
    """The log ends in the middle of a line, as after a copy that was cut off."""
    at = random.choice([i for i in _entries(lines) if len(lines[i]) > 12][2:])
    cut = lines[at][: random.randrange(lines[at].index(":") + 3, len(lines[at]) - 1)]
    return Damaged("truncated", "\n".join([*lines[:at], cut]), at + 1, 1, (lines[at],))


def _entries(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if i > 2 and line[0] not in "*=#!" and ":" in line]


def _chance(lines: list[str], kind: str) -> list[int]:
    first = _entries(lines)[0]
    return [i for i, line in enumerate(lines) if line.startswith(f"* {kind}") and (kind == "roll" or i > first)]


def _typo(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    at = random.choice(_entries(lines))
    seat, _, text = lines[at].partition(": ")
    words = text.split(" ")
    i = random.choice([i for i, word in enumerate(words) if len(word) > 2 and word[0].isalpha()])
    words[i] = slip(words[i], random)
    return at, 1, (f"{seat}: {' '.join(words)}",)


def slip(word: str, random: Random) -> str:
    """One slip of the finger: letters swapped, missing, doubled, or the key beside."""
    at = random.randrange(len(word) - 1)
    beside = next((row for row in KEYS if word[at] in row), word[at])
    near = beside[max(0, beside.index(word[at]) - 1) : beside.index(word[at]) + 2].replace(word[at], "") or "x"
    return random.choice(
        [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + random.choice(near) + word[at + 1 :],
        ]
    )


def _swapped(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    at = random.choice(_entries(lines)[:-1])
    return at, 2, (lines[at + 1], lines[at])


def _lost(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    return random.choice(_entries(lines)[:-3]), 1, ()


def _lost_chance(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    found = _chance(lines, "draw")
    return (random.choice(found), 1, ()) if found else None


def _doubled(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    at = random.choice(_entries(lines))
    return at, 1, (lines[at], lines[at])


def _number(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    """Another die or number in an entry."""
    places = [(i, j) for i in _entries(lines) for j, word in enumerate(lines[i].split(" ")) if word[-1:].isdigit()]
    short = [(i, j) for i, j in places if len(lines[i].split(" ")[j]) < 3]
    if not short:
        return None
    at, j = random.choice(short)
    words = lines[at].split(" ")
    faces = [face for face in "123456" if face != words[j][-1]]
    words[j] = words[j][:-1] + random.choice(faces)
    return at, 1, (" ".join(words),)


def _seat(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    at = random.choice(_entries(lines))
    seat, _, text = lines[at].partition(": ")
    other = random.choice([name for name in lines[1].split()[1:] if name != seat])
    return at, 1, (f"{other}: {text}",)


def _roll(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    found = _chance(lines, "roll")
    if not found:
        return None
    at = random.choice(found)
    words = lines[at].split()
    j = random.randrange(3, len(words))
    words[j] = random.choice([face for face in "123456" if face != words[j]])
    return at, 1, (" ".join(words),)


def _label(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    """A chance line for somebody else."""
    found = [*_chance(lines, "roll"), *_chance(lines, "draw")]
    if not found:
        return None
    at = random.choice(found)
    words = lines[at].split()
    words[2] = random.choice([name for name in lines[1].split()[1:] if name != words[2]])
    return at, 1, (" ".join(words),)


def _reveal(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    """A card that has been shown already."""
    found = _chance(lines, "draw")[1:]
    if not found:
        return None
    at = random.choice(found)
    words = lines[at].split()
    kind = words[3].rstrip("0123456789")
    shown = [word for line in lines[:at] if line.startswith("* draw") for word in line.split()[3:]]
    shown = [word for word in shown if word.rstrip("0123456789") == kind and word not in words]
    if not shown:
        return None
    words[3] = random.choice(shown)
    return at, 1, (" ".join(words),)


def _claim(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    found = [i for i, line in enumerate(lines) if line.startswith("=")]
    if not found:
        return None
    at = random.choice(found)
    parts = lines[at].split(", ")
    i = random.randrange(len(parts))
    head, _, value = parts[i].rpartition(" ")
    parts[i] = f"{head} {int(value) + random.choice([-1, 1, 2])}"
    return at, 1, (", ".join(parts),)


def _colon(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    """An entry or chance line without its mark."""
    at = random.choice([*_entries(lines), *_chance(lines, "draw"), *_chance(lines, "roll")])
    line = lines[at]
    return at, 1, (line[2:] if line.startswith("*") else line.replace(":", "", 1),)


def _joined(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    """A line break that got lost between two entries, or between an entry and its chance line."""
    at = random.choice(_entries(lines)[:-1])
    return (at, 2, (f"{lines[at]} {lines[at + 1]}",)) if lines[at + 1][0] != "=" else None


def _wrapped(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]]:
    """A line break too many, as a mail program makes it."""
    at = random.choice([i for i in _entries(lines) if lines[i].count(" ") > 1])
    words = lines[at].split(" ")
    cut = random.randrange(2, len(words))
    return at, 1, (" ".join(words[:cut]), " ".join(words[cut:]))


def _cut(lines: list[str], random: Random) -> tuple[int, int, tuple[str, ...]] | None:
    """A turn in two lines, the first of which ends it."""
    found = [i for i in _entries(lines) if "; " in lines[i]]
    if not found:
        return None
    at = random.choice(found)
    seat, _, text = lines[at].partition(": ")
    first, _, second = text.partition("; ")
    return at, 1, (f"{seat}: {first}", f"{seat}: {second}")


KINDS: dict[str, Damage] = {
    "typo": _typo,
    "swapped": _swapped,
    "lost": _lost,
    "lost chance": _lost_chance,
    "doubled": _doubled,
    "number": _number,
    "seat": _seat,
    "roll": _roll,
    "label": _label,
    "reveal": _reveal,
    "claim": _claim,
    "mark": _colon,
    "joined": _joined,
    "wrapped": _wrapped,
    "cut": _cut,
}
EVERY_KIND = (*KINDS, "truncated")
