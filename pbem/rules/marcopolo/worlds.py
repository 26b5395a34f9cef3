"""Positions that one seat cannot tell apart: hidden tiles and the objectives of others are dealt anew."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.rules.marcopolo.data import OBJECTIVES
from pbem.rules.marcopolo.state import State


def other_world(state: State, seat: str | None, chance: Chance) -> State:
    """A copy in which everything the seat may not see lies otherwise."""
    world = state.copy()
    hidden = chance.shuffle("other tiles", [*world.special, *(tile for stack in world.stacks for tile in stack)])
    n = len(world.special)
    world.special, rest = hidden[:n], hidden[n:]
    world.stacks = [[rest.pop(0) for _ in stack] for stack in world.stacks]
    if world.phase != "over":
        _deal_objectives(world, seat, chance)
    return world


def _deal_objectives(world: State, seat: str | None, chance: Chance) -> None:
    mine = world.players[seat] if seat else None
    known = {*mine.objectives, *mine.dealt} if mine else set()
    deck = chance.shuffle("other objectives", [card for card in OBJECTIVES if card not in known])
    for p in world.players.values():
        if p is not mine:
            p.objectives = [deck.pop() for _ in p.objectives]
            p.dealt = [deck.pop() for _ in p.dealt]
