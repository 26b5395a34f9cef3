"""How far one clause is from another: what a hand may have written instead of what it meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from pbem.core.engine import Match
from pbem.core.game import Game, ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.notation.names import LONGEST, slips

MOST_LEGAL = 3000
_COMPARED = 60  # legal moves that are compared word by word
_NUMBER = 0.7  # a wrong number, die or card
_WORD = 1.0  # a word too many, too few, or another
_TYPO = 0.5  # a slip of the finger


def distance(written: str, meant: str) -> float:
    """The cost of turning one clause into the other, word by word."""
    one, two = written.split(), meant.split()
    row = [_WORD * 0.9 * j for j in range(len(two) + 1)]
    for i, word in enumerate(one, 1):
        before, row = row, [_WORD * 0.9 * i]
        for j, other in enumerate(two, 1):
            swap = before[j - 1] + exchange(word, other)
            row.append(min(before[j] + _WORD * 0.9, row[j - 1] + _WORD * 0.9, swap))
    return row[-1]


@lru_cache(maxsize=1 << 14)
def exchange(word: str, other: str) -> float:
    """The cost of one word in place of another: a slip of the finger is cheap, another name is not."""
    if word == other:
        return 0.0
    if word[-1:].isdigit() and other[-1:].isdigit():
        return _NUMBER
    if len(word) > LONGEST or len(other) > LONGEST:
        return _WORD
    wrong = slips(word, other)
    return min(_WORD, _TYPO * wrong) if wrong <= max(1.0, len(other) / 2.5) else _WORD


def legal_moves(match: Match, seat: str) -> list[Move]:
    """The legal moves of a seat, as many as are worth looking at; none where the rules meet something unknown."""
    try:
        return list(islice(match.game.legal(match.state, seat), MOST_LEGAL))
    except (KeyError, ValueError, IndexError, IllegalMove):
        return []


def nearest_clauses(clause: str, legal: Iterable[str], n: int) -> list[tuple[float, str]]:
    """The n clauses that are least unlike the one that was written, each with its distance."""
    wanted = clause.split()
    likely = sorted(legal, key=lambda text: _unlike(wanted, text))[:_COMPARED]
    begun = [text for text in likely if text.startswith(clause)]
    found = [(distance(clause, text), text) for text in likely if text not in begun]
    found += [(_TYPO + 0.02 * (len(text) - len(clause)), text) for text in begun]
    return sorted(found)[:n]


def _unlike(wanted: list[str], text: str) -> float:
    words = text.split()
    size = len(words)
    missing = 0.0
    for i, word in enumerate(wanted):
        if word in words:
            words.remove(word)
        elif i or not _same_start(word, text):
            missing += 1.0
    return missing + 0.4 * abs(size - len(wanted))


def _same_start(word: str, text: str) -> bool:
    return exchange(word, text.partition(" ")[0]) < _WORD


def retyped(game: Game, text: str, most: int = 6) -> Iterator[tuple[float, str]]:
    """Readable texts that a text with slips in it may have meant, by the hints the game gives; with their cost."""
    parts = [part.strip(" \t.,") for part in text.split(";")]
    clauses = [part for part in parts if part]
    found: list[tuple[float, list[str]]] = [(0.0, [])]
    for clause in clauses:
        options = list(_readings(game, clause, 2))
        found = [(cost + more, [*said, option]) for cost, said in found for more, option in options][: 3 * most]
    for cost, said in sorted(found)[:most]:
        if said and said != clauses:
            yield cost, "; ".join(said)


def _readings(game: Game, clause: str, depth: int) -> Iterator[tuple[float, str]]:
    """The clause itself when it can be read, else what its hints make of it."""
    try:
        game.parse(clause)
    except ParseProblem as wrong:
        if depth:
            yield from _by_hints(game, clause, wrong, depth)
    else:
        yield 0.0, clause


def _by_hints(game: Game, clause: str, wrong: ParseProblem, depth: int) -> Iterator[tuple[float, str]]:
    word = clause[wrong.start : wrong.end]
    for hint in wrong.hints[:3]:
        other = clause[: wrong.start] + hint + clause[wrong.end :]
        cost = max(0.1, exchange(word, hint)) if word.strip() else 0.9
        for more, text in _readings(game, other, depth - 1):
            yield cost + more, text
