"""Turn a die up or down by one for two camels (DE p. 13; rulings 24, 32): never from 1 to 6 or back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import ADDITIONAL
from pbem.rules.marcopolo.dice import check_held, die_text, read_die
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_turn

CAMELS: int = ADDITIONAL["adjust"]["cost"]["camels"]
BY = {"UP": 1, "PLUS": 1, "DOWN": -1, "MINUS": -1}


class Adjust(Move):
    die: int
    by: int  # 1 up, -1 down


def read(tree: Any) -> tuple[Move, ...]:
    token, way = tree.children
    die = read_die(token, token.start_pos)
    if way.type == "INT":
        return _turned_to(die, read_die(way, way.start_pos), way)
    return (Adjust(die, BY[way.type]),)


def _turned_to(die: int, value: int, token: Any) -> tuple[Move, ...]:
    """One move for each turn on the way to a value."""
    by = 1 if value > die % 10 else -1
    if value == die % 10:
        end = token.start_pos + len(token)
        raise ParseProblem("marcopolo.adjust.range", token.start_pos, end, die=die_text(die), way=f"to {value}")
    return tuple(Adjust(die - die % 10 + shown, by) for shown in range(die % 10, value, by))


def write(move: Adjust) -> str:
    return f"adjust {die_text(move.die)} {'up' if move.by > 0 else 'down'}"


def legal(state: State, p: Player) -> Iterator[Move]:
    if p.stock["camels"] < CAMELS or p.ability.chooses_values:
        return
    for die in sorted(set(p.dice)):
        yield from (Adjust(die, by) for by in (1, -1) if 1 <= die % 10 + by <= 6)


def check(state: State, p: Player, move: Adjust) -> None:
    check_turn(state, p)
    if p.ability.chooses_values:
        raise IllegalMove("marcopolo.adjust.raschid")
    check_held(p, (move.die,))
    if not 1 <= move.die % 10 + move.by <= 6:
        raise IllegalMove("marcopolo.adjust.range", die=die_text(move.die), way="up" if move.by > 0 else "down")
    if p.stock["camels"] < CAMELS:
        raise IllegalMove("marcopolo.adjust.camels", needs=CAMELS, has=p.stock["camels"])


def apply(state: State, p: Player, move: Adjust, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.stock["camels"] -= CAMELS
    p.dice.remove(move.die)
    p.dice.append(move.die + move.by)
    p.dice.sort()
    events.append(Event("adjust", p.seat, {"camels": -CAMELS}, {"old": move.die, "die": move.die + move.by}))
