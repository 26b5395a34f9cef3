"""Two worlds that differ only in what a seat must not see: everything it is told has to be the same, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

from pbem.bots.driver import send
from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.core.move import Move
from pbem.core.problem import Problem, Refused
from pbem.gamefile.log import public_text, seat_line
from pbem.report.model import About, Happened, build_report
from pbem.report.text import render_text
from tests import laws
from tests.laws import Spot

MOST_TEXTS = 20
NONSENSE = ("frobnicate", "", "bid", "take what is hidden", "pass; pass", "5")


def other_match(spot: Spot, seat: str | None) -> Match:
    """The same match in a world that the seat cannot tell from this one."""
    match = spot.match
    chance = Seeded("other world", spot.random.randbytes(8))
    world = match.game.other_world(match.state, seat, chance)
    return Match(match.game, world, Seeded("other world", spot.random.randbytes(8), match.chance.counts))


def is_other(match: Match, other: Match) -> bool:
    return match.game.dump(match.state) != other.game.dump(other.state)


def differences(spot: Spot, seat: str | None) -> Iterator[str]:
    """What the seat could tell two worlds apart by."""
    match, other = spot.match, other_match(spot, seat)
    game = match.game
    if wrong := game.invariants(other.state):
        yield f"the other world is no sound position: {wrong}"
    for name, ask in _SAME.items():
        here, there = ask(match, seat), ask(other, seat)
        if here != there:
            yield f"{name} of {seat or 'the public'}: {first_difference(here, there)}"
    if seat:
        yield from _errors(spot, other, seat)


def _report(match: Match, seat: str | None) -> str:
    report = build_report(match.game, match.state, seat, About("two-worlds", 7, "0123"))
    return json.dumps(report) + render_text(report)


def _legal(match: Match, seat: str | None) -> list[str]:
    moves = match.game.legal(match.state, seat) if seat else iter(())
    return [match.game.format(move) for move in islice(moves, laws.MOST_LEGAL)]


def _waiting(match: Match, seat: str | None) -> list[Any]:
    return [(d.seat, d.kind, d.facts if d.seat == seat else {}) for d in match.game.waiting(match.state)]


def _set_up(match: Match, seat: str | None) -> list[str]:
    draws = match.game.draws(match.state, seat)
    return [seat_line(draw, seat) if seat else draw.line() for draw in draws]


def _clear_part(match: Match, seat: str | None) -> Any:
    """What stands in clear in the game file is for everybody's eyes."""
    return match.game.dump(match.state)[0]


_SAME = {
    "the view": lambda match, seat: match.game.view(match.state, seat),
    "the report": _report,
    "the legal moves": _legal,
    "the waiting list": _waiting,
    "the exported set-up": _set_up,
    "the public position": _clear_part,
}


def first_difference(here: Any, there: Any) -> str:
    """The surroundings of the first place where two answers differ."""
    one, two = str(here), str(there)
    at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return f"'{one[max(0, at - 60) : at + 40]}' or '{two[max(0, at - 60) : at + 40]}'"


def _errors(spot: Spot, other: Match, seat: str) -> Iterator[str]:
    for text in texts(spot, seat):
        here, there = (problems(match, seat, text) for match in (spot.match, other))
        if here != there:
            yield f"the answer to '{text}' of {seat}: {here} or {there}"


def problems(match: Match, seat: str, text: str) -> tuple[Problem, ...]:
    """What is wrong with a text, with the hints a player gets."""
    from pbem.gamefile.turn import attempt

    try:
        attempt(match, seat, text)
    except Refused as refused:
        return refused.problems
    return ()


def texts(spot: Spot, seat: str) -> list[str]:
    """Texts a seat may try: legal ones, altered ones, those of others, two at once, and nonsense."""
    known = spot.sample(seat, 4) + [move for of in spot.asked() for move in spot.sample(of, 2)]
    altered = [other for move in known for other in islice(laws.alterations(spot, move), 3)]
    said = [spot.match.game.format(move) for move in dict.fromkeys([*known, *altered])]
    spot.random.shuffle(said)
    pairs = [f"{one}; {two}" for one, two in pairwise(said)]
    return [*NONSENSE, *said[: MOST_TEXTS // 2], *pairs[: MOST_TEXTS // 2]]


def told_moves(spot: Spot) -> Iterator[str]:
    """A secret move tells the others no more than its shape, unless it was the last one and all are shown."""
    for mover in spot.asked():
        shapes: dict[Any, list[Move]] = {}
        for move in spot.sample(mover, 60):
            if spot.match.game.secret(move):
                shapes.setdefault(_shape(move), []).append(move)
        for moves in shapes.values():
            told = sorted({text for move in moves[:4] if (text := _told(spot, mover, move))})
            if len(told) > 1:
                yield f"secret moves of {mover} look different to others: {first_difference(*told[:2])}"


def _shape(move: Move) -> Any:
    """How many things a move names: others may count the cards that leave a hand."""
    return type(move), tuple(len(value) if isinstance(value, tuple) else 0 for value in move.values())


def _told(spot: Spot, mover: str, move: Move) -> str | None:
    """All that the other seats are told of a move; None when chance has shown something."""
    game = spot.match.game
    after, outcome = send(spot.match, mover, game.format(move))
    if outcome.draws or outcome.problems:
        return None
    text = public_text(game, outcome.moves)
    happened = [Happened(1, mover, text, outcome.events)]
    others: Sequence[str | None] = [seat for seat in spot.seats if seat != mover]
    reports = [build_report(game, after.state, seat, happened=happened) for seat in (*others, None)]
    return json.dumps([*reports, game.dump(after.state)[0]])


def spot_at(match: Match, seed: str, pool: laws.Pool) -> Spot:
    return Spot(match, Random(seed), pool)
