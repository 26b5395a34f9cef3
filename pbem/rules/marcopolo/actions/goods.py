"""Choosing goods (supplement S1): as many as the reward says; where it gives two, they must differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import GOOD_NAMES, GOODS
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_answer


class ChooseGoods(Move):
    goods: tuple[str, ...]


def read(tree: Any) -> tuple[Move, ...]:
    return (ChooseGoods(tuple(GOOD_NAMES.find(str(t), t.start_pos) for t in tree.children)),)


def write(move: ChooseGoods) -> str:
    return f"{'good' if len(move.goods) == 1 else 'goods'} {' '.join(move.goods)}"


def legal(state: State, p: Player) -> Iterator[Move]:
    _, n, pairs = p.todo[-1]
    if not pairs:
        yield from map(ChooseGoods, combinations_with_replacement(GOODS, n))
        return
    for chosen in combinations_with_replacement(combinations(GOODS, 2), n // 2):
        yield ChooseGoods(tuple(good for pair in chosen for good in pair))


def check(state: State, p: Player, move: ChooseGoods) -> None:
    _, n, pairs = check_answer(state, p, "goods")
    if len(move.goods) != n:
        raise IllegalMove("marcopolo.goods.count", needs=n, has=len(move.goods))
    check_pairs(move.goods, pairs)


def check_pairs(goods: tuple[str, ...], pairs: int) -> None:
    """Refuses a pair of two equal goods."""
    if pairs and any(goods[i] == goods[i + 1] for i in range(0, len(goods) - 1, 2)):
        raise IllegalMove("marcopolo.goods.differ", goods=" ".join(goods))


def apply(state: State, p: Player, move: ChooseGoods, chance: Chance, events: Events) -> None:
    check(state, p, move)
    p.todo.pop()
    amounts: dict[str, int] = {}
    for good in move.goods:
        p.stock[good] += 1
        amounts[good] = amounts.get(good, 0) + 1
    events.append(Event("chose-goods", p.seat, amounts))
