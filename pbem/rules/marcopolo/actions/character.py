"""Choosing a character (advanced game, DE p. 15): the last seat first, one of players + 1 tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import CHARACTER_NAMES
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.setup import become, next_pick
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer


class ChooseCharacter(Move):
    character: str


def read(tree: Any) -> tuple[Move, ...]:
    first, *more = tree.children
    character = CHARACTER_NAMES.find(str(first), first.start_pos)
    others = [name for word in more for name in CHARACTER_NAMES.matches(word) if name != character]
    if others:  # any other word is a surname
        hints, end = (character, *others), more[-1].end_pos
        raise ParseProblem("pbem.name.ambiguous", first.start_pos, end, hints, kind="character", found=" ".join(hints))
    return (ChooseCharacter(character),)


def write(move: ChooseCharacter) -> str:
    return f"character {move.character}"


def legal(state: State, p: Player) -> Iterator[Move]:
    return map(ChooseCharacter, state.offered)


def check(state: State, p: Player, move: ChooseCharacter) -> None:
    check_answer(state, p, "character")
    if move.character not in state.offered:
        raise IllegalMove("marcopolo.character.taken", character=move.character, offered=" ".join(state.offered))


def apply(state: State, p: Player, move: ChooseCharacter, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.todo.pop()
    state.drafting.pop(0)
    state.offered.remove(move.character)
    events.append(Event("character", p.seat, facts={"character": move.character}))
    become(state, p, move.character)
    next_pick(state, chance, events)
