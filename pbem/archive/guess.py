"""What an entry that cannot be played may have been meant to be, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbem.archive.alike import exchange, legal_moves, nearest_clauses, retyped
from pbem.archive.lines import read_draws, told_lines
from pbem.archive.told import Asked, Told
from pbem.archive.walk import Unfit, Walk, read_entry
from pbem.core.chance import UNKNOWN, ChanceMismatch
from pbem.core.game import ParseProblem
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import Entry
from pbem.notation.names import LONGEST, slips

LEFT_OUT = 2.0
OTHER_SEAT = 1.1
MISSING = 2.2
WITHOUT = 1.4  # for a move that is left out of an entry
OTHERWISE = 0.6  # for a chance line that says the same in other words: `* blue rolls 4`
AVOIDED = 0.8  # more, for another move that asks nothing of chance
NEAR = 12  # legal moves that are tried in place of one that is not
AWAITED = ("pbem.seat.not-waiting", "pbem.game.over")


class Guess(NamedTuple):
    """What may have been meant: entries in place of one (none: it is left out), how much was changed, and in words.

    `takes`: how many entries of the log give way, where it is more than one. `before`: the position before the entry
    that comes before it, when that gives way too.
    """

    cost: float
    entries: tuple[Entry, ...]
    why: str
    takes: int = 1
    before: Walk | None = None


def guesses(walk: Walk, unfit: Unfit, chance: Told) -> list[Guess]:
    """Guesses about an entry that was refused; `walk` stands before it, `chance` is as it was at the refusal."""
    entry, cause = unfit.entry, unfit.cause
    assert entry is not None
    found: list[Guess] = []
    if isinstance(cause, ParseProblem):
        found += _retyped(walk, entry)
    elif isinstance(cause, IllegalMove):
        found += other_seats(walk, entry)
        found += near_moves(walk, entry, unfit.index, NEAR) if cause.id not in AWAITED else []
    elif isinstance(cause, ChanceMismatch) or cause is None:
        found += other_chance(entry, chance)
        found += [guess._replace(cost=guess.cost + AVOIDED) for guess in near_moves(walk, entry, 0, NEAR)]
    found.append(Guess(LEFT_OUT, (), "left out"))
    return sorted(found, key=lambda guess: guess.cost)


def _retyped(walk: Walk, entry: Entry) -> Iterator[Guess]:
    """Other words for a text that cannot be read, another seat for one that does not exist, or both."""
    if not entry.text and entry.seat not in walk.seats:
        return  # a heading
    for extra, seat in _seats_meant(walk, entry):
        other = entry._replace(seat=seat)
        if seat != entry.seat:
            yield Guess(extra, (other,), f"seat {seat}")
        for cost, text in retyped(walk.game, entry.text):
            yield Guess(cost + extra, (other._replace(text=text),), "retyped")
        for guess in _near_texts(walk, other):
            yield guess._replace(cost=guess.cost + extra)


def _seats_meant(walk: Walk, entry: Entry) -> list[tuple[float, str]]:
    if entry.seat in walk.seats:
        return [(0.0, entry.seat)]
    near = sorted(walk.seats, key=lambda seat: slips(entry.seat[:LONGEST], seat))
    return [(0.1 + exchange(entry.seat, seat), seat) for seat in near[:3]]


def _near_texts(walk: Walk, entry: Entry) -> Iterator[Guess]:
    """Legal moves in place of the first clause that cannot be read."""
    clauses = [part.strip(" \t.,") for part in entry.text.split(";")]
    for i, clause in enumerate(clauses):
        try:
            walk.game.parse(clause)
        except ParseProblem:
            trial = _played(walk, entry._replace(text="; ".join(clauses[:i]))) if i else walk
            texts = [walk.game.format(move) for move in legal_moves(trial.match, entry.seat)] if trial else []
            for cost, text in nearest_clauses(clause, texts, NEAR):
                said = "; ".join((*clauses[:i], text, *clauses[i + 1 :]))
                yield Guess(cost, (entry._replace(text=said),), "nearest legal move")
            if len(clauses) > 1:
                said = "; ".join((*clauses[:i], *clauses[i + 1 :]))
                yield Guess(WITHOUT, (entry._replace(text=said),), f"without '{clause}'")
            return


def _played(walk: Walk, entry: Entry) -> Walk | None:
    """A copy in which the first moves of an entry were played, but its text has not ended."""
    trial = walk.copy()
    trial.chance.feed(read_draws(entry.draws))
    try:
        for move in read_entry(trial.game, entry):
            trial.match.play(entry.seat, move)
    except (IllegalMove, ChanceMismatch, Unfit, LookupError, ValueError):
        return None
    return trial


def other_seats(walk: Walk, entry: Entry) -> Iterator[Guess]:
    """The same text from a seat that is waited for."""
    for seat in dict.fromkeys(decision.seat for decision in walk.game.waiting(walk.match.state)):
        if seat != entry.seat:
            yield Guess(OTHER_SEAT, (entry._replace(seat=seat),), f"seat {seat}")


def near_moves(walk: Walk, entry: Entry, index: int, n: int) -> Iterator[Guess]:
    """Legal moves in place of one move of an entry; also without that move."""
    try:
        moves = read_entry(walk.game, entry)
    except Unfit:
        return
    if entry.seat not in walk.seats or index >= len(moves):
        return
    texts = [walk.game.format(move) for move in moves]
    trial = _played(walk, entry._replace(text="; ".join(texts[:index]))) if index else walk
    legal = [walk.game.format(move) for move in legal_moves(trial.match, entry.seat)] if trial else []
    for cost, text in nearest_clauses(texts[index], (other for other in legal if other != texts[index]), n):
        said = "; ".join((*texts[:index], text, *texts[index + 1 :]))
        yield Guess(cost, (entry._replace(text=said),), "nearest legal move")
    if len(texts) > 1:
        said = "; ".join((*texts[:index], *texts[index + 1 :]))
        yield Guess(WITHOUT, (entry._replace(text=said),), f"without '{texts[index]}'")


def other_chance(entry: Entry, chance: Told) -> Iterator[Guess]:
    """Other chance lines: with the right label, with the cards that lie there, one less, one more."""
    for cost, draws, why in other_draws(told_lines(entry.draws), chance):
        yield Guess(cost, (entry._replace(draws=draws),), why)


def other_draws(draws: list[str], chance: Told) -> Iterator[tuple[float, list[str], str]]:
    """Chance lines that fit better what was asked, each with its cost and the change in words."""
    at, asked = chance.bad, chance.asked
    if asked is None:
        yield from _left_over(draws, chance)
        return
    if at < len(draws):
        for cost, line in _other_lines(draws[at], asked):
            yield cost, [*draws[:at], line, *draws[at + 1 :]], "chance line corrected"
        yield 1.2, [*draws[:at], *draws[at + 1 :]], "a chance line too many"
    if asked.kind == "draw" and UNKNOWN not in asked.cards:
        yield 1.2, [*draws[:at], asked.line(), *draws[at:]], "missing chance line"


def _left_over(draws: list[str], chance: Told) -> Iterator[tuple[float, list[str], str]]:
    """A chance line nobody asked for: it is for somebody else, or too many."""
    at = chance.at
    if at >= len(draws):
        return
    for asked in chance.untold:
        for cost, line in _other_lines(draws[at], asked):
            yield cost, [*draws[:at], line, *draws[at + 1 :]], "chance line corrected"
    yield 1.0, [*draws[:at], *draws[at + 1 :]], "a chance line too many"


def _other_lines(line: str, asked: Asked) -> Iterator[tuple[float, str]]:
    mark, *words = line.split()
    if words[:2] != [asked.kind, asked.label] and len(words) > 1:
        values = words[2:] if len(words) - 2 == asked.n else words[len(words) - asked.n :]
        cost = 0.3 + exchange(words[0], asked.kind) + 0.5 * exchange(words[1], asked.label)
        if any(asked.label.startswith(word) for word in words[: len(words) - asked.n]):
            cost = min(cost, OTHERWISE)
        yield cost, " ".join((mark, asked.kind, asked.label, *values))
    if asked.kind == "draw" and UNKNOWN not in asked.cards:
        wrong = sum(a != b for a, b in zip(words[2:], asked.cards, strict=False)) + abs(len(words) - 2 - asked.n)
        yield 0.4 + 0.4 * wrong, asked.line()


def missing_moves(walk: Walk, entry: Entry, most: int) -> Iterator[Guess]:
    """One more entry before this one: every legal move of the seats that are waited for."""
    count = 0
    for seat in dict.fromkeys(decision.seat for decision in walk.game.waiting(walk.match.state)):
        for move in legal_moves(walk.match, seat):
            if count >= most:
                return
            count += 1
            more = Entry(entry.number, entry.line, seat, walk.game.format(move), [])
            yield Guess(MISSING, (more, entry), f"a missing line of {seat}")
