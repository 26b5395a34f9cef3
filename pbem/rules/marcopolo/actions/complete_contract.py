"""Complete a contract (DE p. 12; rulings 6, 14, 30): pay what it asks, get its points and its reward.

The tile leaves its space before the reward, so a drawn contract finds room (ruling 6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Amounts, Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import CONTRACT_NAMES, CONTRACTS
from pbem.rules.marcopolo.rewards import Events, gain, grant
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_turn


class Complete(Move):
    contract: str


PAID: dict[str, Amounts] = {c: {what: -n for what, n in facts["cost"].items()} for c, facts in CONTRACTS.items()}


def read(tree: Any) -> tuple[Move, ...]:
    return tuple(map(Complete, CONTRACT_NAMES.find_all(tree.children)))


def write(move: Complete) -> str:
    return f"complete {move.contract}"


def legal(state: State, p: Player) -> Iterator[Move]:
    for contract in p.contracts:
        if all(p.stock[what] >= n for what, n in CONTRACTS[contract]["cost"].items()):
            yield Complete(contract)


def check(state: State, p: Player, move: Complete) -> None:
    check_turn(state, p)
    if move.contract not in p.contracts:
        held = " ".join(p.contracts) or "none"
        raise IllegalMove("marcopolo.complete.active", contract=move.contract, held=held)
    for what, n in CONTRACTS[move.contract]["cost"].items():
        if p.stock[what] < n:
            raise IllegalMove("marcopolo.complete.cost", what=what, needs=n, has=p.stock[what], contract=move.contract)


def apply(state: State, p: Player, move: Complete, chance: Chance, events: Events) -> None:
    check(state, p, move)
    contract = CONTRACTS[move.contract]
    gain(p, PAID[move.contract])
    p.contracts.remove(move.contract)
    p.completed.append(move.contract)
    events.append(Event("completed", p.seat, PAID[move.contract], {"contract": move.contract}))
    grant(state, p, {**contract["reward"], "vp": contract["vp"]}, "contracts", chance, events)
