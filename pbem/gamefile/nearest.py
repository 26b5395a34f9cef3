"""Legal moves that come nearest to a move that was refused."""

from __future__ import annotations

import re
from itertools import groupby, islice

from pbem.core.engine import Match
from pbem.core.game import Game, ParseProblem
from pbem.core.problem import IllegalMove, Problem, Span
from pbem.notation.clean import clean_line
from pbem.notation.reader import AROUND, is_command

MOST = 10000
FEW = 12
FAR = 10
_NUMBER = re.compile(r"([a-z]?)(\d)")  # longer ones are names, of which none is nearer than another


def nearest_legal(match: Match, seat: str, problem: Problem, n: int = 3) -> Problem:
    """The problem with up to n legal moves as hints: those of the same command that are most alike.

    Where there are none of that command, those that share another word with what was written; where there are none of
    these either, or few moves at all, those of other commands follow.
    """
    span = problem.span
    if problem.hints or span is None:
        return problem
    clauses, at = _clauses(match.game, span)
    written = clauses[at]
    forms = (written, _as_read(match, seat, written), _apart(written), _as_read(match, seat, _in_one(clauses, at)))
    wanted = [form.split() for form in dict.fromkeys(forms) if form]
    legal = _legal(match, seat)
    same = [text for text in legal if _verb(text) in [words[0] for words in wanted]]
    alike = same or _sharing(legal, written)
    hints = sorted(alike, key=lambda text: _rank(text, wanted))
    if not same:
        hints = list(dict.fromkeys([*_of_each_verb(hints), *hints]))
    if not alike or len(legal) <= FEW:
        hints = list(dict.fromkeys([*hints, *_of_each_verb(legal), *legal]))
    return problem._replace(hints=tuple(hints[:n]), legal=True)


def legal_verbs(match: Match, seat: str) -> set[str]:
    """The commands that a seat can give now."""
    return set(map(_verb, _legal(match, seat)))


def _legal(match: Match, seat: str) -> list[str]:
    return [match.game.format(move) for move in islice(match.game.legal(match.state, seat), MOST)]


def _verb(text: str) -> str:
    return text.split(None, 1)[0]


def _sharing(legal: list[str], written: str) -> list[str]:
    words = set(written.split())
    return [text for text in legal if not words.isdisjoint(text.split())]


def _of_each_verb(legal: list[str]) -> list[str]:
    """The first legal move of each command."""
    first = {_verb(text): text for text in reversed(legal)}
    return sorted(first.values(), key=legal.index)


def _clauses(game: Game, span: Span) -> tuple[list[str], int]:
    """The clauses of the line in which a place lies, without the seat in front, and which of them it lies in."""
    clauses = [clean_line(part).text.strip(AROUND) for part in span.quote.split(";")]
    front, colon, moves = clauses[0].partition(":")
    if colon and not is_command(game, front.strip()):
        clauses[0] = moves.strip(AROUND)
    return clauses, span.quote.count(";", 0, span.column - 1)


def _in_one(clauses: list[str], at: int) -> str:
    """The clause together with its neighbours of the same command, for an answer in parts: `good gold; good silk`."""
    words = [clause.split() for clause in clauses]
    runs = [[i for i, _ in run] for _, run in groupby(enumerate(words), lambda pair: pair[1][:1])]
    run = next(run for run in runs if at in run)
    return " ".join((*words[at][:1], *(word for i in run for word in words[i][1:])))


def _apart(clause: str) -> str:
    """The clause with its digits apart and without punctuation: `silk 45`, `silk(4,5)`."""
    return " ".join(re.sub(r"(?<=\d)(?=\d)|[^\w' -]+", " ", clause).split())


def _as_read(match: Match, seat: str, clause: str) -> str:
    """The clause in the words of legal moves, as far as it can be read: tiles for columns, a way for a goal."""
    try:
        move = match.game.parse(clause)[0]
        return match.game.format(match.game.resolve(match.state, seat, move)[0] if move.vague else move)
    except (ParseProblem, IllegalMove, IndexError):
        return clause


def _rank(legal: str, wanted: list[list[str]]) -> tuple[bool, tuple[float, int, int]]:
    """Moves of a command that was written anywhere come first, then those most alike."""
    return not any(_verb(legal) in words for words in wanted), min(_unlike(words, legal) for words in wanted)


def _unlike(wanted: list[str], legal: str) -> tuple[float, int, int]:
    """How much of the clause is not in the legal move, where earlier words weigh more; then how far numbers are off."""
    words = legal.split()
    length = len(words)
    missing = 0.0
    others: list[str] = []
    for i, word in enumerate(wanted, 1):
        if word in words:
            words.remove(word)
        else:
            missing += 1 / i
            others.append(word)
    return missing, length, sum(_off(word, words) for word in others)


def _off(word: str, words: list[str]) -> int:
    """How far a number, such as `x6`, is from the nearest of its kind."""
    number = _NUMBER.fullmatch(word)
    if number is None:
        return 0
    others = [other for other in map(_NUMBER.fullmatch, words) if other and other[1] == number[1]]
    return min((abs(int(other[2]) - int(number[2])) for other in others), default=FAR)
