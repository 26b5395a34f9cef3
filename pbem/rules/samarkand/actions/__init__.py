"""The actions: what a player may say, one module for each heading of the booklet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from pbem.core.move import Move
from pbem.rules.samarkand.actions import expand, leave, marry, sell
from pbem.rules.samarkand.state import State

if TYPE_CHECKING:
    from lark import Token, Tree

Reader = Callable[["Tree[Token]"], tuple[Move, ...]]

READ: dict[str, Reader] = {
    "marry": marry.read_marry,
    "discard": marry.read_discard,
    "keep_all": marry.read_discard,
    "expand": expand.read,
    "sell": sell.read_sell,
    "keep": sell.read_keep,
    "always_sell": partial(sell.read_order, act="sell"),
    "never_sell": partial(sell.read_order, act="keep"),
    "forget": partial(sell.read_order, act="forget"),
    "order": partial(sell.read_order, act="?"),
    "pass": leave.read_pass,
    "resign": leave.read_resign,
}

WRITE: dict[type[Move], Callable[[Any], str]] = {
    marry.Marry: marry.write_marry,
    marry.Discard: marry.write_discard,
    expand.Expand: expand.write,
    sell.Sell: sell.write_sell,
    sell.Keep: sell.write_keep,
    sell.Order: sell.write_order,
    leave.Pass: leave.write,
    leave.Resign: leave.write,
}

APPLY: dict[type[Move], Callable[..., Any]] = {
    marry.Marry: marry.apply_marry,
    marry.Discard: marry.apply_discard,
    expand.Expand: expand.apply,
    sell.Sell: sell.apply_sell,
    sell.Keep: sell.apply_keep,
    sell.Order: sell.apply_order,
    leave.Pass: leave.apply_pass,
    leave.Resign: leave.apply_resign,
}


def legal(state: State, seat: str) -> Iterator[Move]:
    """The legal answers of a seat to what it is asked; standing orders and leaving are possible besides."""
    if state.phase == "sell":
        return sell.legal(state, seat) if seat in state.asked else iter(())
    if state.phase in ("done", "over") or seat != state.seat:
        return iter(())
    if state.phase == "discard":
        return marry.legal_discard(state, seat)
    return _turns(state, seat)


def _turns(state: State, seat: str) -> Iterator[Move]:
    yield from marry.legal_marry(state, seat)
    yield from expand.legal(state, seat)
