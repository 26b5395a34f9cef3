"""A contract drawn with both spaces full (supplement S1; rulings 5, 7, 56): look, then put one of the three away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.actions.contracts import drop_contract
from pbem.rules.marcopolo.data import CONTRACT_NAMES
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer


class Drop(Move):
    contract: str


class Keep(Move):
    """`keep c12 drop c03`, `keep c12 c05`, `refuse` (keeps nothing new)."""

    vague = True
    kept: tuple[str, ...]
    dropped: tuple[str, ...] = ()


def read(tree: Any) -> tuple[Move, ...]:
    if tree.data == "drop":
        return (Drop(CONTRACT_NAMES.find_one(tree.children)),)
    parts = [CONTRACT_NAMES.find_all(part.children) for part in tree.children]
    return (Keep(*parts) if parts else Keep(()),)


def write(move: Drop | Keep) -> str:
    if isinstance(move, Drop):
        return f"drop {move.contract}"
    dropped = f" drop {' '.join(move.dropped)}" if move.dropped else ""
    return f"keep {' '.join(move.kept)}{dropped}" if move.kept else "refuse"


def resolve(state: State, p: Player, move: Keep) -> tuple[Move, ...]:
    """Finds the one tile that is put away."""
    _, new = check_answer(state, p, "contract")
    if not move.kept:
        return (Drop(new),)
    three = (*p.contracts, new)
    left = [tile for tile in three if tile not in move.kept]
    gone = move.dropped or tuple(left)
    stray = [tile for tile in (*move.kept, *gone) if tile not in three]
    if stray or len(gone) != 1 or gone[0] in move.kept:
        raise IllegalMove("marcopolo.drop.held", contract=(stray or list(move.kept))[0], held=" ".join(three))
    return (Drop(gone[0]),)


def legal(state: State, p: Player) -> Iterator[Move]:
    return map(Drop, (*p.contracts, p.todo[-1][1]))


def check(state: State, p: Player, move: Drop) -> str:
    _, new = check_answer(state, p, "contract")
    three = (*p.contracts, new)
    if move.contract not in three:
        raise IllegalMove("marcopolo.drop.held", contract=move.contract, held=" ".join(three))
    return str(new)


def apply(state: State, p: Player, move: Drop, chance: Chance, events: Events) -> None:
    new = check(state, p, move)
    p.todo.pop()
    if move.contract != new:
        p.contracts.remove(move.contract)
        p.contracts.append(new)
    drop_contract(state, move.contract)
    events.append(Event("dropped", p.seat, facts={"contract": move.contract}))
