"""Re-roll a die for a camel (DE p. 13; rulings 24, 32): any own unplaced die, as often as he can pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import ADDITIONAL
from pbem.rules.marcopolo.dice import check_held, die_text, read_die
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_turn

CAMELS: int = ADDITIONAL["reroll"]["cost"]["camels"]


class Reroll(Move):
    die: int


def read(tree: Any) -> tuple[Move, ...]:
    return tuple(Reroll(read_die(t, t.start_pos)) for t in tree.children)


def write(move: Reroll) -> str:
    return f"reroll {die_text(move.die)}"


def legal(state: State, p: Player) -> Iterator[Move]:
    if p.stock["camels"] >= CAMELS and not p.ability.chooses_values:
        yield from map(Reroll, sorted(set(p.dice)))


def check(state: State, p: Player, move: Reroll) -> None:
    check_turn(state, p)
    if p.ability.chooses_values:
        raise IllegalMove("marcopolo.reroll.raschid")
    check_held(p, (move.die,))
    if p.stock["camels"] < CAMELS:
        raise IllegalMove("marcopolo.reroll.camels", needs=CAMELS, has=p.stock["camels"])


def apply(state: State, p: Player, move: Reroll, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.stock["camels"] -= CAMELS
    die = move.die - move.die % 10 + chance.roll(p.seat, 1, 6)[0]
    p.dice.remove(move.die)
    p.dice.append(die)
    p.dice.sort()
    events.append(Event("reroll", p.seat, {"camels": -CAMELS}, {"old": move.die, "die": die}))
