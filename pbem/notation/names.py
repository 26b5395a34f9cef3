"""Names of places, cards and goods: aliases, unique prefixes, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.core.game import ParseProblem

if TYPE_CHECKING:
    from lark import Token

FEW = 6
MOST_HINTS = 12
MOST_WORDS = 5  # of one name
SMALL_WORDS = frozenset(("and", "und", "then", "with", "using", "via", "the", "my"))  # as in grammar/notation.lark
LONGEST = 40  # of a word that is compared with others
_DOUBLED = 0.6
_SWAPPED = 0.7
_KEYS = ("1234567890-", "qwertyuiop", "asdfghjkl'", "zxcvbnm")


class Names:
    """The names of one kind of thing (`town`, `good`); ids are names of themselves.

    Those in `only_full` make no beginning of another name ambiguous, and are never suggested.
    """

    def __init__(self, kind: str, aliases: Mapping[str, str], only_full: Mapping[str, str]) -> None:
        self.kind = kind
        self.aliases = dict(aliases)
        self._known: dict[str, str] = {**only_full, **aliases}

    @classmethod
    def of(
        cls,
        kind: str,
        ids: Iterable[str],
        aliases: Mapping[str, str] | None = None,
        only_full: Mapping[str, str] | None = None,
    ) -> Names:
        return cls(kind, {**{i: i for i in ids}, **(aliases or {})}, only_full or {})

    def find(self, word: str, start: int = 0, end: int | None = None) -> str:
        """The id a word stands for; raises ParseProblem with suggestions."""
        found = self._known.get(word)
        if found is not None:
            return found
        matches = self.matches(word)
        stop = start + len(word) if end is None else end
        if not matches:
            hints = (*self._two(word), *self.close(word)) or tuple(self._few())
            raise ParseProblem("pbem.name.unknown", start, stop, hints, kind=self.kind, found=word)
        if len(matches) > 1:
            hints = tuple(matches[:MOST_HINTS])
            raise ParseProblem("pbem.name.ambiguous", start, stop, hints, kind=self.kind, found=word)
        self._known[word] = matches[0]
        return matches[0]

    def find_all(self, tokens: Sequence[Token], numbers: bool = False) -> tuple[str, ...]:
        """The ids of a list of words; words in a row may be one name (`lan zhou`, `oasis kashgar`, `c 17`).

        With `numbers`, a number that is no part of a name stands for itself.
        """
        found: list[str] = []
        at = 0
        while at < len(tokens):
            words = self._longest(tokens[at : at + MOST_WORDS])
            itself = numbers and len(words) == 1 and words[0].type == "INT"
            found.append(str(words[0]) if itself else self.find_one(words))
            at += len(words)
        return tuple(found)

    def _longest(self, words: Sequence[Token]) -> Sequence[Token]:
        """The words up to where they make one name, at least the first."""
        widths = range(len(words), 1, -1)
        return words[: next((n for n in widths if self.matches("-".join(words[:n]))), 1)]

    def find_one(self, words: Sequence[Token]) -> str:
        """The id of a name of one or more words."""
        return self.find("-".join(words), words[0].start_pos or 0, words[-1].end_pos)

    def matches(self, word: str) -> list[str]:
        """Ids with an alias that is, or begins with, the word."""
        if word in self._known:
            return [self._known[word]]
        return list(dict.fromkeys(i for alias, i in self.aliases.items() if alias.startswith(word)))

    def _two(self, word: str) -> list[str]:
        """Two names, or a number and a name, between which the space is missing."""
        parts = ((word[:i], word[i:]) for i in range(1, len(word)) if len(word) <= LONGEST)
        return [f"{a} {b}" for a, b in parts if (a in self.aliases or a.isdecimal()) and b in self.aliases][:1]

    def _few(self) -> list[str]:
        """All ids, where there are only a few to choose from."""
        ids = list(dict.fromkeys(self.aliases.values()))
        return ids if len(ids) <= FEW else []

    def close(self, word: str, n: int = 3) -> list[str]:
        """Ids that look or sound like the word, the nearest first."""
        return nearest(word, self.aliases, n)


def nearest(word: str, aliases: Mapping[str, str], n: int = 3) -> list[str]:
    """Ids whose alias, or the beginning of it, takes the fewest slips of the finger to get from the word."""
    if len(word) > LONGEST:
        return []
    limit = max(1, len(word) // 2)
    likely = [alias for alias in aliases if len(alias) >= len(word) - 2 * limit]
    scored = sorted((_distance(word, alias), abs(len(alias) - len(word)), alias) for alias in likely)
    ids = dict.fromkeys(aliases[alias] for cost, _, alias in scored if cost <= limit)
    return list(ids)[:n]


def _distance(word: str, alias: str) -> float:
    if len(alias) <= len(word) + 1 or len(word) < 3:
        return slips(word, alias)
    return 0.5 + min(slips(word, alias[: len(word)]), slips(word, alias[: len(word) + 1]))


def slips(typed: str, meant: str) -> float:
    """Edit distance of a typing hand: swapped, doubled and neighbouring keys count less than other slips."""
    older: list[float] = []
    before: list[float] = []
    row = [0.9 * j for j in range(len(meant) + 1)]
    for i, x in enumerate(typed, 1):
        older, before, row = before, row, [0.9 * i]
        for j, y in enumerate(meant, 1):
            extra = before[j] + (_DOUBLED if typed[i - 2 : i - 1] == x else 0.9)
            missing = row[j - 1] + (_DOUBLED if meant[j - 2 : j - 1] == y else 0.9)
            cost = min(extra, missing, before[j - 1] + _wrong_key(x, y))
            if i > 1 and j > 1 and x == meant[j - 2] and typed[i - 2] == y:
                cost = min(cost, older[j - 2] + _SWAPPED)
            row.append(cost)
    return row[-1]


def _wrong_key(x: str, y: str) -> float:
    return 0.0 if x == y else 0.7 if y in _BESIDE.get(x, "") else 1.0


def _keyboard() -> dict[str, str]:
    """The keys around each key, those of the rows above and below included."""
    beside: dict[str, str] = {}
    for r, keys in enumerate(_KEYS):
        rows = _KEYS[max(0, r - 1) : r + 2]
        beside |= {key: "".join(line[max(0, i - 1) : i + 2] for line in rows) for i, key in enumerate(keys)}
    return beside


_BESIDE = _keyboard()
