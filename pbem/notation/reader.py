"""Reads whole texts: lines and clauses to a turn, all problems in one pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.core.game import Game, ParseProblem
from pbem.core.move import Move, Placed, Turn
from pbem.core.problem import Problem, Refused, Span
from pbem.notation.clean import Clean, clean_line, without_comment
from pbem.notation.names import nearest

AROUND = " \t.,!*'-"  # what stands around a clause and means nothing: bullets, quotes, stars of emphasis
MOST_LINES = 400
MOST_CHARACTERS = 65536
MOST_PROBLEMS = 50
NO_NAMES: Mapping[str, str] = {}


def read_turn(game: Game, text: str, source: str = "", seat: str = "", names: Mapping[str, str] = NO_NAMES) -> Turn:
    """Reads the moves of a text; raises Refused with every problem of it.

    With a seat given, lines may have it in front as in a log (`blue: coins 3`), or one of the names of its player.
    """
    placed: list[Placed] = []
    problems: list[Problem] = []
    _check_length(text)
    for number, line in enumerate(_lines(text), 1):
        if len(problems) >= MOST_PROBLEMS:
            break
        name, offset = spoken_seat(game, line, names) if seat else ("", 0)
        if name and name != seat:
            span = Span(number, 1, offset + 1, source, line)
            problems.append(Problem("pbem.seat.other", {"found": name, "seat": seat}, span, (f"{seat}:",)))
            continue
        more, wrong = read_line(game, line, number, source, offset)
        placed += more
        problems += wrong
    if problems:
        raise Refused(tuple(problems))
    if not placed:
        raise Refused((Problem("pbem.parse.empty", {}, Span(1, 1, 2, source, text.partition("\n")[0])),))
    return Turn(tuple(placed))


def read_as_meant(game: Game, text: str, source: str = "", seat: str = "", names: Mapping[str, str] = NO_NAMES) -> Turn:
    """The moves of a text that cannot be read as it stands: what is misspelt is read as its first suggestion has it.

    The moves end before the first clause that cannot be read even so.
    """
    placed: list[Placed] = []
    for number, line in enumerate(_lines(text), 1):
        name, offset = spoken_seat(game, line, names) if seat else ("", 0)
        cleaned = clean_line(line)
        for start, clause in clauses(cleaned.text, offset):
            moves = _as_meant(game, clause) if name in ("", seat) else ()
            if not moves:
                return Turn(tuple(placed))
            span = _span(cleaned, start, start + len(clause), number, line, source)
            placed += [Placed(move, span) for move in moves]
    return Turn(tuple(placed))


def _as_meant(game: Game, clause: str) -> tuple[Move, ...]:
    try:
        return game.parse(clause)
    except ParseProblem as wrong:
        meant = [f"{clause[: wrong.start]}{hint}{clause[wrong.end :]}" for hint in wrong.hints[:1]]
    try:
        return game.parse(meant[0]) if meant else ()
    except ParseProblem:
        return ()


def _lines(text: str) -> list[str]:
    """The lines of a text, whatever ends them on its writer's machine."""
    return text.splitlines() or [""]


def spoken_seat(game: Game, line: str, names: Mapping[str, str] = NO_NAMES) -> tuple[str, int]:
    """The seat in front of a line, as in a log, and where its moves begin; nothing when there is none.

    A seat goes by its colour or by one of the names given, unless that is a command: `silk: 4 5` is a move.
    """
    if ":" not in line and "\uff1a" not in line:
        return "", 0
    front, colon, _ = clean_line(line).text.partition(":")
    name = front.strip()
    seat = name if name in game.colours else names.get(name, "")
    if not colon or not seat or (name != seat and is_command(game, name)):
        return "", 0
    return seat, len(front) + 1


def is_command(game: Game, words: str) -> bool:
    """True when a clause may begin with the words."""
    try:
        return bool(game.parse(words))
    except ParseProblem as wrong:
        return wrong.id != "pbem.parse.verb"


def _check_length(text: str) -> None:
    for unit, found, limit in (("characters", len(text), MOST_CHARACTERS), ("lines", len(_lines(text)), MOST_LINES)):
        if found > limit:
            raise Refused((Problem("pbem.parse.long", {"limit": limit, "found": found, "unit": unit}),))


def read_line(game: Game, line: str, number: int, source: str, offset: int = 0) -> tuple[list[Placed], list[Problem]]:
    """Reads one line of clauses; `offset` is where in the line they begin."""
    placed: list[Placed] = []
    problems: list[Problem] = []
    cleaned = clean_line(line)
    for start, clause in clauses(cleaned.text, offset):
        if len(problems) >= MOST_PROBLEMS:
            break
        try:
            moves = game.parse(clause)
        except ParseProblem as wrong:
            if wrong.id == "pbem.parse.verb":
                wrong.hints = _seats_meant(game, wrong.facts["found"]) or wrong.hints
            problems.append(_problem(wrong, start, cleaned, number, line, source))
            continue
        span = _span(cleaned, start, start + len(clause), number, line, source)
        placed += [Placed(move, span) for move in moves]
    return placed, problems


def _seats_meant(game: Game, word: str) -> tuple[str, ...]:
    """The seats that a word in front of a line means, as they are written there; nothing when it is none."""
    if word in game.colours:
        return (f"{word}:",)
    close = nearest(word[:-1], {seat: seat for seat in game.colours}) if word.endswith(":") else []
    return tuple(f"{seat}:" for seat in close)


def clauses(text: str, offset: int = 0) -> Iterator[tuple[int, str]]:
    """The clauses of a cleaned line, each with the place where it begins."""
    at = offset
    for part in without_comment(text)[offset:].split(";"):
        clause = _unnumbered(part.strip(" \t")).strip(AROUND)
        if clause:
            yield at + part.rindex(clause), clause
        at += len(part) + 1


def _unnumbered(clause: str) -> str:
    """A clause without the number of a list in front of it: `1. `, `(2) `, `a) `."""
    number, _, rest = clause.partition(" ")
    bare = number.strip("().")
    listed = bare.isdecimal() if number[-1:] == "." else number[-1:] == ")" and len(bare) <= 2
    return rest if listed else clause


def _span(cleaned: Clean, start: int, end: int, number: int, line: str, source: str) -> Span:
    first = cleaned.column(start)
    return Span(number, first, max(first + 1, cleaned.column(end - 1) + 1), source, line)


def _problem(wrong: ParseProblem, start: int, cleaned: Clean, number: int, line: str, source: str) -> Problem:
    span = _span(cleaned, start + wrong.start, start + wrong.end, number, line, source)
    return Problem(wrong.id, wrong.facts, span, wrong.hints)


def format_turn(game: Game, moves: tuple[Move, ...]) -> str:
    """The canonical text of a turn."""
    return "; ".join(game.format(move) for move in moves)
