"""Hostile game files: fields, lines and bytes of real ones turned, cut, doubled and mixed. Same seed, same files."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests import mutations
from tests.mutations import Mutation, cut, double, flip, overwrite, pick, truncate

LOG = b"\nlog: |\n"
BIG = 10**30
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 7, 65536, 2**63, BIG, "", " ", "0", "-1", "x", "red", "blue", "all", "../../x"),
    *("\x00", "\x1b[2J", "\u202e", "\ufeff", "é駱", "a" * 5000, "?", "*", "ab" * 32, "! undo 1 by x", "x\ny: z"),
    *([], {}, [[]], [None], ["red"], ["red", "red"], {"": ""}, {"seat": "red"}, {"a": {"b": {"c": 1}}}, [0] * 300),
)
_PLAIN = """
? * ! = # : red: blue: 0 -1 9999999999999999999999 1.5 1_0 ² ٣ undo opened open entropy leaves show roll draw shuffle
word seal start wait round round/1 @round/1 @round/x @cards/0 @ zz seed by note ( ) ; ;; [ ] { " \\ none é
"""
WORDS = (*_PLAIN.split(), "ab" * 32, "x" * 3000, "\x00", "\x1b[2J", "\t", "\ufeff", "\u2028", "\u202e")
_ODD = """
! undo 99 by referee | ! undo -1 by x | ! undo x by | ! undo 0 by red: | ! opened seed 00 | ! opened x: y | ! hurrah | !
! opened 1: bid 1 | ! start | ! wait for words | ! word red: x | ! word nobody: x | ! seal red 2: zz | ! open red 2: x
* roll | * roll red | * roll red 99 | * shuffle | * leaves cards | * open | * open round x y | * open round 1 zz | *
* entropy | * entropy 0 zz | * draw red | * show red x | = red | = red coins | = nobody coins 7 | = red coins 99999999
= | red: | red: ;;; | nobody: pass | : | :: | --- | ... | &a *a | { | log: | red: bid 1 # x | # x | ??? | red: ...
"""
LINES = (*_ODD.replace("\n", "|").split("|"), "red: " + "x;" * 900, "[" * 900, "\x00", "\t")
_YAML = "&a |*a|!!python/object:os.system |!x |<<: |? |- |{|}|[|]|'|\\|\\ud800|\\u0000|: |,|#|>|1e999|NaN|0x10|0o7|~"
_ROWS = "log: x|state: null|sealed: null|seed: 00|game: caravan|seats: [red]|---|...|%YAML 1.1"
TOKENS = (
    *(token.encode() for token in _YAML.split("|")),
    *(f"\n{row}\n".encode() for row in _ROWS.split("|")),
    *(b"\x00", b"\r", b"\n", b"\r\n", b"\t", b" ", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc2\x85", b"\xe2\x80\xa8"),
    *(b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"9" * 5000, b"[" * 2000, b'{"a":' * 2000, b'"', LOG),
)


def insert(random: Random, data: bytes) -> bytes:
    return mutations.insert(random, data, TOKENS)


def line_ends(random: Random, data: bytes) -> bytes:
    return data.replace(b"\n", pick(random, (b"\r\n", b"\r", b"\n\n")))


def _rows(data: bytes) -> tuple[bytes, list[bytes]]:
    """What stands before the log, and its lines with their indent."""
    head, mark, log = data.partition(LOG)
    return (head + mark, log.split(b"\n")) if mark else (b"", data.split(b"\n"))


def line(random: Random, data: bytes) -> bytes:
    """Removes, doubles, moves or adds a line of the log."""
    head, rows = _rows(data)
    at = int(random.random() * len(rows))
    kind = int(random.random() * 4)
    if kind < 2:
        row = rows.pop(at)
    if kind == 1:
        rows.insert(int(random.random() * (len(rows) + 1)), row)
    elif kind == 2:
        rows.insert(at, pick(random, rows))
    elif kind == 3:
        rows.insert(at, b"  " * bool(head) + pick(random, LINES).encode())
    return head + b"\n".join(rows)


def word(random: Random, data: bytes) -> bytes:
    """Replaces, removes or adds a word in a line of the log."""
    head, rows = _rows(data)
    at = int(random.random() * len(rows))
    words = rows[at].split(b" ")
    where = int(random.random() * len(words))
    other = pick(random, WORDS).encode() if random.random() < 0.7 else pick(random, pick(random, rows).split(b" "))
    words[where : where + int(random.random() * 2)] = [other] * (random.random() < 0.9)
    rows[at] = b" ".join(words)
    return head + b"\n".join(rows)


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Every place of a tree: what holds it, and its key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found.append((value, key))
        _places(inner, found)
    return found


def _change(random: Random, value: Any) -> Any:
    """A value of the header, with one thing in it changed; shallow places are as likely as deep ones."""
    places = _places(value, []) if random.random() < 0.7 else []
    if not places:
        return pick(random, VALUES)
    holder, key = pick(random, places)
    if isinstance(holder, dict) and random.random() < 0.3:
        holder[str(pick(random, VALUES))[:5000]] = holder.pop(key) if random.random() < 0.5 else pick(random, VALUES)
    elif random.random() < 0.2:
        del holder[key]
    else:
        holder[key] = pick(random, VALUES)
    return value


def field(random: Random, data: bytes) -> bytes:
    """Changes a value of the header, or something within it."""
    head, mark, log = data.partition(LOG)
    rows = head.split(b"\n")
    at = int(random.random() * len(rows))
    key, _, text = rows[at].partition(b": ")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return insert(random, data)
    rows[at] = key + b": " + json.dumps(_change(random, value)).encode()
    return b"\n".join(rows) + mark + log


def key(random: Random, data: bytes) -> bytes:
    """Removes, doubles or renames a key of the header, or exchanges two values."""
    head, mark, log = data.partition(LOG)
    rows = head.split(b"\n")
    at, other = int(random.random() * len(rows)), int(random.random() * len(rows))
    kind = int(random.random() * 4)
    name, _, text = rows[at].partition(b": ")
    if kind == 0:
        del rows[at]
    elif kind == 1:
        rows.insert(other, rows[at])
    else:
        rows[at] = (rows[other].partition(b": ")[0] if kind == 2 else name + b"x") + b": " + text
    return b"\n".join(rows) + mark + log


def without(random: Random, data: bytes) -> bytes:
    """Takes the stored position away, so that the log is replayed, or the seal, so that nothing guards the position."""
    names = pick(random, ((b"state: ",), (b"sealed: ",), (b"state: ", b"sealed: ")))
    head, mark, log = data.partition(LOG)
    return b"\n".join(row for row in head.split(b"\n") if not row.startswith(names)) + mark + log


# Small changes keep a file readable, so that they reach far; the rough ones come less often.
MUTATIONS: tuple[Mutation, ...] = (
    *(flip, overwrite, cut, double, insert, insert, line_ends, truncate),
    *(line, line, line, word, word, word, word, field, field, field, field, key, without, without),
)


def mutant(random: Random, bases: list[bytes]) -> bytes:
    """One mutated game file."""
    data = pick(random, bases)
    if random.random() < 0.5:
        data = without(random, data)
    for _ in range(1 + int(random.random() * 3)):
        data = pick(random, MUTATIONS)(random, data)
    return data
