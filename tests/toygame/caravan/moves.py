"""The moves of Caravan and their notation, both ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from pbem.core.move import Move
from pbem.notation.names import Names
from pbem.notation.parser import Grammar

GOODS = ("jade", "salt", "silk", "tea")
NAMES = Names.of("good", GOODS, {"green-stone": "jade"})
GRAMMAR = Grammar(Path(__file__).with_name("caravan.lark"))


class Bid(Move):
    coins: int | str = "?"  # in a log that hides it


class Travel(Move):
    """Turns two cards up."""


class Keep(Move):
    good: str


class Sell(Move):
    good: str = ""
    vague: ClassVar[bool] = True


MOVES: dict[str, type[Move]] = {"bid": Bid, "travel": Travel, "keep": Keep, "sell": Sell}


def parse(clause: str) -> tuple[Move, ...]:
    tree = GRAMMAR.tree(clause)
    return (MOVES[tree.data](*map(_read, tree.children)),)


def _read(token: Any) -> int | str:
    return int(token) if token.type == "INT" else NAMES.find(str(token), token.start_pos, token.end_pos)


def format_move(move: Move) -> str:
    return " ".join((type(move).__name__.lower(), *map(str, move.values()))).strip()
