"""Moving a post when all are placed (DE p. 11; rulings 18, 46): one own post of choice goes to the new place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import PLACE_NAMES
from pbem.rules.marcopolo.posts import lift_post, place_post
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer


class MovePost(Move):
    start: str


class MovePostTo(Move):
    """`move post from adana to moscow`: also names the place that gets it."""

    vague = True
    start: str
    end: str


def read(tree: Any) -> tuple[Move, ...]:
    start, *end = [PLACE_NAMES.find_one(place.children) for place in tree.children]
    return (MovePostTo(start, *end) if end else MovePost(start),)


def write(move: MovePost | MovePostTo) -> str:
    end = f" to {move.end}" if isinstance(move, MovePostTo) else ""
    return f"move post from {move.start}{end}"


def resolve(state: State, p: Player, move: MovePostTo) -> tuple[Move, ...]:
    _, place = check_answer(state, p, "post")
    if move.end != place:
        raise IllegalMove("marcopolo.post.place", place=place, wants=move.end)
    return (MovePost(move.start),)


def legal(state: State, p: Player) -> Iterator[Move]:
    return map(MovePost, p.posts)


def check(state: State, p: Player, move: MovePost) -> str:
    _, place = check_answer(state, p, "post")
    if move.start not in p.posts:
        raise IllegalMove("marcopolo.post.held", place=move.start, posts=" ".join(p.posts))
    return str(place)


def apply(state: State, p: Player, move: MovePost, chance: Chance, events: Events) -> None:
    place = check(state, p, move)
    p.todo.pop()
    lift_post(state, p, move.start)
    place_post(state, p, place, events, moved_from=move.start)
