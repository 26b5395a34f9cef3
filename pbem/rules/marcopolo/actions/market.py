"""The market (DE p. 6-7): dice on the space of a row, goods of the column the lowest die allows.

A lower column may be taken, which only makes sense for what else it gives. The camel row works alike (ruling 39 for
what others get).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import MARKET, MARKET_DICE, MARKET_ROWS
from pbem.rules.marcopolo.dice import check_space, dice_text, lowest, place, placements, read_die
from pbem.rules.marcopolo.rewards import Events, choices_of, gain
from pbem.rules.marcopolo.rounds import pay_mercator
from pbem.rules.marcopolo.state import Dice, Player, State
from pbem.rules.marcopolo.turn import check_main

CHOICES = {row: [choices_of(reward) for reward in columns] for row, columns in MARKET.items()}
AMOUNTS = {
    row: [{what: n for what, n in reward.items() if what != "step"} for reward in columns]
    for row, columns in MARKET.items()
}


class Market(Move):
    row: str
    dice: Dice
    column: int = 0  # 0: the column of the lowest die


def read(tree: Any) -> tuple[Move, ...]:
    row, *rest = tree.children
    dice = tuple(read_die(t, t.start_pos) for t in rest if t.type == "DIE")
    column = next((_read_column(t, lowest(dice)) for t in rest if t.type == "INT"), 0)
    return (Market(str(row), dice, 0 if dice and column == lowest(dice) else column),)


def _read_column(token: Any, allowed: int) -> int:
    """The column written behind `as`; there is no column 0, which in a move stands for none written."""
    if not int(token):
        end = token.start_pos + len(token)
        raise ParseProblem("marcopolo.market.column", token.start_pos, end, column=0, allowed=allowed)
    return int(token)


def write(move: Market) -> str:
    lower = f" as {move.column}" if move.column else ""
    return f"{move.row} {dice_text(move.dice)}{lower}"


def legal(state: State, p: Player) -> Iterator[Move]:
    for row in MARKET_ROWS:
        for dice in placements(state, p, row, MARKET_DICE[row]):
            yield Market(row, dice)
            for column in range(lowest(dice) - 1, 0, -1):
                yield Market(row, dice, column)


def check(state: State, p: Player, move: Market) -> int:
    check_main(state, p)
    fee = check_space(state, p, move.row, move.dice, MARKET_DICE[move.row])
    if move.column and not 1 <= move.column < lowest(move.dice):
        raise IllegalMove("marcopolo.market.column", column=move.column, allowed=lowest(move.dice))
    return fee


def apply(state: State, p: Player, move: Market, chance: Chance, events: Events) -> None:
    fee = check(state, p, move)
    row, dice = move.row, move.dice
    column = move.column or lowest(dice)
    place(state, p, row, dice)
    amounts = AMOUNTS[row][column]
    if fee:
        amounts = {**amounts, "coins": amounts.get("coins", 0) - fee}
    gain(p, amounts)
    events.append(Event("market", p.seat, amounts, {"row": row, "dice": dice, "column": column, "fee": fee}))
    p.todo += CHOICES[row][column]
    pay_mercator(state, p, "market", row, events)
    state.main_done = True
