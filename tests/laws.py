"""The laws every game keeps, each a generator of what is wrong; none of them knows a game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from pbem.bots.driver import Step, send
from pbem.core.engine import Match
from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove, Refused
from pbem.notation.reader import read_turn

MOST_LEGAL = 4000
SAMPLE = 6

Pool = dict[tuple[type[Move], str], list[Any]]


class Spot:
    """A position to look at: laws leave the match as it is. `pool` holds values that fields of moves have had."""

    def __init__(self, match: Match, random: Random, pool: Pool) -> None:
        self.match = match
        self.random = random
        self.pool = pool
        self._legal: dict[str, list[Move]] = {}

    @property
    def seats(self) -> list[str]:
        return list(self.match.game.score(self.match.state).rows)

    def asked(self) -> list[str]:
        return list(dict.fromkeys(decision.seat for decision in self.match.game.waiting(self.match.state)))

    def legal(self, seat: str) -> list[Move]:
        if seat not in self._legal:
            self._legal[seat] = list(islice(self.match.game.legal(self.match.state, seat), MOST_LEGAL))
        return list(self._legal[seat])

    def sample(self, seat: str, n: int = SAMPLE) -> list[Move]:
        """Some legal moves, each kind of move among them if it can be."""
        moves = self.legal(seat)
        self.random.shuffle(moves)
        first = {type(move): move for move in moves}
        return list(dict.fromkeys([*first.values(), *moves]))[:n]


def canonical(match: Match) -> str:
    """The whole position as one text."""
    return json.dumps([match.game.dump(match.state), match.chance.counts], sort_keys=True)


def played(match: Match, seat: str, move: Move) -> Match | None:
    """A copy on which the move has been played; None when it is refused."""
    trial = match.copy()
    try:
        trial.play(seat, move)
    except IllegalMove:
        return None
    return trial


def somebody_can_move(spot: Spot) -> Iterator[str]:
    for seat in spot.asked():
        if next(iter(spot.match.game.legal(spot.match.state, seat)), None) is None:
            yield f"{seat} is waited for and has no legal move"


def others_cannot_move(spot: Spot) -> Iterator[str]:
    asked = spot.asked()
    known = [move for seat in asked for move in spot.sample(seat)]
    for seat in set(spot.seats) - set(asked):
        if moves := spot.legal(seat):
            yield f"{seat} is not waited for and has legal moves: {moves[:3]}"
        for move in known:
            if played(spot.match, seat, move):
                yield f"{seat} is not waited for and may play {move}"


def listed_moves_apply(spot: Spot) -> Iterator[str]:
    for seat in spot.asked():
        for move in spot.sample(seat, 3 * SAMPLE):
            after = played(spot.match, seat, move)
            if after is None:
                yield f"{seat}: {move} is listed and refused"
            elif wrong := after.game.invariants(after.state):
                yield f"{seat}: after {move}: {wrong}"


def altered_moves_agree(spot: Spot) -> Iterator[str]:
    for seat in spot.asked():
        listed = spot.legal(seat)
        whole, cut = set(listed), len(listed) == MOST_LEGAL
        for move in spot.sample(seat):
            for altered in islice(alterations(spot, move), 12):
                yield from _agrees(spot, seat, altered, whole, cut)


def _agrees(spot: Spot, seat: str, move: Move, listed: set[Move], cut: bool) -> Iterator[str]:
    after = played(spot.match, seat, move)
    if after is None:
        if move in listed:
            yield f"{seat}: {move} is listed and refused"
    elif not cut and move not in listed and not _same_effect(spot, seat, move, after):
        yield f"{seat}: {move} applies, is not listed, and no listed move has the same effect"


def _same_effect(spot: Spot, seat: str, move: Move, after: Match) -> bool:
    """True when a listed move leads to the same position; those that name the same things are tried first."""
    effect, names = _heaps(after), _names(move)
    for listed in sorted(spot.legal(seat), key=lambda other: _names(other) != names):
        other = played(spot.match, seat, listed)
        if other and _heaps(other) == effect:
            return True
    return False


def _names(move: Move) -> Any:
    return type(move), _unordered(move.values())


def _heaps(match: Match) -> Any:
    """The position without the order of things in its lists: dice on a space may be named in any order."""
    return _unordered(match.game.dump(match.state))


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unordered(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return sorted((_unordered(inner) for inner in value), key=repr)
    return value


def alterations(spot: Spot, move: Move) -> Iterator[Move]:
    """The move with one field changed to something plausible that the notation can say."""
    fields = list(zip(move.fields, move.values(), strict=True))
    spot.random.shuffle(fields)
    for field, value in fields:
        for other in _other_values(spot, type(move), field, value):
            altered = move.replace(**{field: other})
            if other != value and can_be_said(spot.match, altered):
                yield altered


def can_be_said(match: Match, move: Move) -> bool:
    try:
        return match.game.parse(match.game.format(move)) == (move,)
    except (ParseProblem, LookupError, TypeError, ValueError):
        return False


def _other_values(spot: Spot, kind: type[Move], field: str, value: Any) -> list[Any]:
    pool = spot.pool.get((kind, field), [])
    found = spot.random.sample(pool, min(3, len(pool)))
    if isinstance(value, int) and not isinstance(value, bool):
        found += [value + 1, value - 1]
    if isinstance(value, tuple) and value:
        found += [value[1:], value[::-1], (*value, value[0]), (*value[:-1], *spot.random.choice(pool or [value])[:1])]
    return found


def remember(pool: Pool, move: Move) -> None:
    """Adds the values of a move to the pool."""
    for field, value in zip(move.fields, move.values(), strict=True):
        values = pool.setdefault((type(move), field), [])
        if value not in values and len(values) < 200:
            values.append(value)


def nothing_else_changes(spot: Spot) -> Iterator[str]:
    match, game = spot.match, spot.match.game
    asks: dict[str, Callable[[str], Any]] = {
        "legal": lambda seat: list(islice(game.legal(match.state, seat), MOST_LEGAL)),
        "waiting": lambda seat: game.waiting(match.state),
        "default": lambda seat: [game.default(match.state, asked) for asked in spot.asked()],
        "view": lambda seat: _spoil(game.view(match.state, seat)),
        "score": lambda seat: game.score(match.state),
        "stock": lambda seat: game.stock(match.state, seat),
        "draws": lambda seat: game.draws(match.state, seat),
        "dump": lambda seat: game.dump(match.state),
        "invariants": lambda seat: game.invariants(match.state),
        "other_world": lambda seat: game.other_world(match.state, seat, match.chance.copy()),
        "resolve": lambda seat: [game.resolve(match.state, seat, m) for m in spot.sample(seat) if m.vague],
        "refused apply": lambda seat: _refused(spot, seat),
    }
    before = canonical(match)
    for seat in spot.seats:
        for name, ask in asks.items():
            ask(seat)
            if (now := canonical(match)) != before:
                yield f"{name} for {seat} changes the position"
                before = now


def _spoil(value: Any) -> None:
    """Overwrites everything in plain data, so that what it shares with the position shows."""
    for inner in list(value.values()) if isinstance(value, dict) else value:
        if isinstance(inner, dict | list | tuple):
            _spoil(inner)
    if isinstance(value, dict | list):
        value.clear()


def _refused(spot: Spot, seat: str) -> None:
    """Plays, on the position itself, moves that a copy has refused."""
    for move in (altered for sample in _any_moves(spot) for altered in islice(alterations(spot, sample), 6)):
        if played(spot.match, seat, move) is None:
            try:
                spot.match.play(seat, move)
            except IllegalMove:
                continue


def _any_moves(spot: Spot) -> list[Move]:
    return [move for seat in spot.asked() for move in spot.sample(seat, 3)]


def notation_round_trip(spot: Spot) -> Iterator[str]:
    game = spot.match.game
    for seat in spot.asked():
        for move in spot.sample(seat, 3 * SAMPLE):
            text = game.format(move)
            try:
                if game.parse(text) != (move,):
                    yield f"{move} is written '{text}', which reads as {game.parse(text)}"
                if [placed.move for placed in read_turn(game, f" {text.upper()} ;  # so")] != [move]:
                    yield f"'{text}' in capitals is another move"
            except (ParseProblem, Refused) as wrong:
                yield f"{move} is written '{text}', which cannot be read: {wrong}"
            if move.vague and game.resolve(spot.match.state, seat, move) != (move,):
                yield f"{move} is listed but resolves to {game.resolve(spot.match.state, seat, move)}"


def copies_are_independent(spot: Spot) -> Iterator[str]:
    before = canonical(spot.match)
    for move in _any_moves(spot):
        for seat in spot.asked():
            first, second = played(spot.match, seat, move), played(spot.match, seat, move)
            if canonical(spot.match) != before:
                yield f"{move} on a copy changes the original"
                before = canonical(spot.match)
            if first and second and canonical(first) != canonical(second):
                yield f"{move} does not do the same on two copies"


def dump_and_load(spot: Spot) -> Iterator[str]:
    match, game = spot.match, spot.match.game
    public, secret = json.loads(json.dumps(game.dump(match.state)))
    again = Match(game, game.load(public, secret), match.chance)
    if canonical(again) != canonical(match):
        yield "a position that was dumped and loaded dumps otherwise"
    for seat in spot.seats:
        if game.view(again.state, seat) != game.view(match.state, seat):
            yield f"a loaded position looks otherwise to {seat}"
        if spot.legal(seat) != list(islice(game.legal(again.state, seat), MOST_LEGAL)):
            yield f"a loaded position has other legal moves for {seat}"


def position_is_sound(spot: Spot) -> Iterator[str]:
    yield from spot.match.game.invariants(spot.match.state)


def scores_add_up(spot: Spot) -> Iterator[str]:
    game, state = spot.match.game, spot.match.state
    scores, over = game.score(state), not game.waiting(state)
    if bool(scores.winners) != over or not set(scores.winners) <= set(scores.rows):
        yield f"winners are {scores.winners}, the game is {'over' if over else 'not over'}"
    for seat in (*spot.seats, None):
        seen = game.view(state, seat).get("scores", {})
        if set(seen) != set(scores.rows):
            yield f"{seat} sees the scores of {set(seen)}"
        for of, rows in seen.items():
            if over and [tuple(row) for row in rows] != [tuple(row) for row in scores.rows[of]]:
                yield f"at the end {seat} sees {rows} for {of}, the score is {scores.rows[of]}"
            if sum(row[1] for row in rows) != scores.total(of) and (over or of == seat):
                yield f"{seat} sees a total of {sum(row[1] for row in rows)} for {of}, it is {scores.total(of)}"


def prompts_can_be_answered(spot: Spot) -> Iterator[str]:
    """What a prompt offers as an answer is read and accepted."""
    game, state = spot.match.game, spot.match.state
    for decision in game.waiting(state):
        question, *answers = game.prompt(game.view(state, decision.seat), decision)
        if not question or not answers:
            yield f"{decision} has no question or no answer"
        for answer in answers:
            if problems := send(spot.match, decision.seat, answer)[1].problems:
                yield f"{decision.seat} is offered '{answer}' for {decision.kind}: {problems[0].id} {problems[0].facts}"


def defaults_are_legal(spot: Spot) -> Iterator[str]:
    """What is played for a seat that does not answer is one of its legal moves."""
    for seat in spot.asked():
        move = spot.match.game.default(spot.match.state, seat)
        if not played(spot.match, seat, move) or not any(move == listed for listed in spot.legal(seat)):
            yield f"the default move {move} of {seat} is not legal"


def unknown_facts_are_refused(spot: Spot) -> Iterator[str]:
    seat = spot.seats[0]
    for words in (["nobody", "coins"], [seat, "nonsense"], [seat], ["nonsense"]):
        try:
            yield f"the fact '{' '.join(words)}' is {spot.match.game.fact(spot.match.state, words)}"
        except IllegalMove:
            continue
        except (LookupError, ValueError, TypeError) as crash:
            yield f"the fact '{' '.join(words)}' is not refused: {crash!r}"


def views_are_plain_data(spot: Spot) -> Iterator[str]:
    game, state = spot.match.game, spot.match.state
    for seat in (*spot.seats, None):
        view = game.view(state, seat)
        if json.loads(json.dumps(view)) != view:
            yield f"the view of {seat} is not plain data"
        if not game.sections(view):
            yield f"{seat} has nothing to look at"


def events_add_up(step: Step) -> Iterator[str]:
    game = step.before.game
    for seat in game.score(step.after.state).rows:
        change = Counter(game.stock(step.after.state, seat))
        change.subtract(game.stock(step.before.state, seat))
        for event in step.outcome.events:
            if event.seat == seat:
                change.subtract(event.gain)
        if wrong := {what: n for what, n in change.items() if n}:
            yield f"{seat}: the events do not account for {wrong}"


def somebody_can_go_on(step: Step) -> Iterator[str]:
    yield from somebody_can_move(Spot(step.after, Random(0), {}))


def position_stays_sound(step: Step) -> Iterator[str]:
    yield from step.after.game.invariants(step.after.state)


def events_can_be_told(step: Step) -> Iterator[str]:
    for event in step.outcome.events:
        if event.kind != "lapsed" and not step.before.game.describe(event).strip():
            yield f"{event} has no words"


POSITIONS = (
    copies_are_independent,
    somebody_can_move,
    position_is_sound,
    others_cannot_move,
    listed_moves_apply,
    altered_moves_agree,
    nothing_else_changes,
    notation_round_trip,
    dump_and_load,
    scores_add_up,
    prompts_can_be_answered,
    defaults_are_legal,
    unknown_facts_are_refused,
    views_are_plain_data,
)
STEPS = (somebody_can_go_on, position_stays_sound, events_add_up, events_can_be_told)
