"""Legal moves that come nearest to a move that was refused."""

from __future__ import annotations

from itertools import islice

from pbem.core.engine import Match
from pbem.core.game import ParseProblem
from pbem.core.problem import IllegalMove, Problem, Span
from pbem.notation.clean import clean_line
from pbem.notation.reader import spoken_seat

MOST = 10000
FEW = 12
NO_COMMAND = "pbem.parse.verb"


def nearest_legal(match: Match, seat: str, problem: Problem, n: int = 3) -> Problem:
    """The problem with up to n legal moves as hints: those of the same command that are most alike.

    Where there are none of that command, or few moves at all, those of other commands follow; where the command is
    unknown, those that share another word with what was written.
    """
    span = problem.span
    if problem.hints or span is None:
        return problem
    written = _clause(span, seat)
    wanted = [form.split() for form in dict.fromkeys((written, _as_read(match, seat, written))) if form]
    legal = [match.game.format(move) for move in islice(match.game.legal(match.state, seat), MOST)]
    same = [text for text in legal if _verb(text) in [words[0] for words in wanted]]
    alike = same or (_sharing(legal, written) if problem.id == NO_COMMAND else [])
    hints = sorted(alike, key=lambda text: min(_unlike(words, text) for words in wanted))[:n]
    if not alike or len(legal) <= FEW:
        hints = list(dict.fromkeys([*hints, *_of_each_verb(legal), *legal]))
    return problem._replace(hints=tuple(hints[:n]))


def _verb(text: str) -> str:
    return text.split(None, 1)[0]


def _sharing(legal: list[str], written: str) -> list[str]:
    words = set(written.split())
    return [text for text in legal if not words.isdisjoint(text.split())]


def _of_each_verb(legal: list[str]) -> list[str]:
    """The first legal move of each command."""
    first = {_verb(text): text for text in reversed(legal)}
    return sorted(first.values(), key=legal.index)


def _clause(span: Span, seat: str) -> str:
    """The whole clause in which a place lies, without the seat that may stand in front."""
    start = span.quote.rfind(";", 0, span.column - 1) + 1
    clause = clean_line(span.quote[start:].partition(";")[0]).text
    return clause[spoken_seat(clause, (seat,))[1] :].strip(" .,")


def _as_read(match: Match, seat: str, clause: str) -> str:
    """The clause in the words of legal moves, as far as it can be read: tiles for columns, a way for a goal."""
    try:
        move = match.game.parse(clause)[0]
        return match.game.format(match.game.resolve(match.state, seat, move)[0] if move.vague else move)
    except (ParseProblem, IllegalMove, IndexError):
        return clause


def _unlike(wanted: list[str], legal: str) -> tuple[float, int]:
    """How much of the clause is not in the legal move; earlier words weigh more."""
    words = legal.split()
    length = len(words)
    missing = 0.0
    for i, word in enumerate(wanted, 1):
        if word in words:
            words.remove(word)
        else:
            missing += 1 / i
    return missing, length
