"""The notation: text to moves. What we print ourselves is read at once; everything else goes through the grammar."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.notation.parser import Grammar
from pbem.rules.samarkand.actions import READ
from pbem.rules.samarkand.actions.expand import Expand
from pbem.rules.samarkand.actions.leave import Pass, Resign
from pbem.rules.samarkand.actions.marry import Discard, Marry
from pbem.rules.samarkand.actions.sell import ALL, Keep, Order, Sell
from pbem.rules.samarkand.data import ADJACENT, PORTION, RANK, SPACE_OF

GRAMMAR = Grammar.named("samarkand")
MOST_REMEMBERED = 20_000

_remembered: dict[str, tuple[Move, ...]] = {}


def parse(clause: str) -> tuple[Move, ...]:
    """Reads one clause; raises ParseProblem."""
    moves = _remembered.get(clause)
    if moves is None:
        moves = read_canonical(clause) or read_any(clause)
        if len(_remembered) >= MOST_REMEMBERED:
            _remembered.clear()
        _remembered[clause] = moves
    return moves


def read_any(clause: str) -> tuple[Move, ...]:
    """Reads a clause by the grammar, which says what the notation is."""
    tree = GRAMMAR.tree(clause)
    try:
        return READ[tree.data](tree)
    except ParseProblem as wrong:
        raise GRAMMAR.with_keywords(clause, wrong) from None


def read_canonical(clause: str) -> tuple[Move, ...] | None:
    """Reads clauses as we print them, without the grammar; None when it is anything else."""
    move = _FIXED.get(clause)
    if move is not None:
        return (move,)
    verb, *words = clause.split(" ")
    if verb == "expand":
        return _read_expand(words)
    if verb == "marry" and len(words) == 1 and words[0] in PORTION:
        return (Marry(words[0]),)
    if verb == "discard" and words and RANK.keys() >= set(words):
        return (Discard(tuple(sorted(words, key=RANK.__getitem__))),)
    start, _, card = clause.rpartition(" ")
    return (_ONE_CARD[start](card),) if start in _ONE_CARD and card in SPACE_OF else None


def _read_expand(words: list[str]) -> tuple[Move, ...] | None:
    if len(words) < 2 or words[0] not in PORTION:
        return None
    spaces = words[2:] if words[1] == "to" else words[1:]
    return (Expand(words[0], tuple(spaces)),) if spaces and ADJACENT.keys() >= set(spaces) else None


_FIXED: dict[str, Move] = {
    "keep all": Discard(()),
    "sell all": Order("sell", ALL),
    "never sell": Order("keep", ALL),
    "forget": Order("forget", ALL),
    "pass": Pass(),
    "resign": Resign(),
}
_ONE_CARD: dict[str, Callable[[str], Move]] = {
    "sell": Sell,
    "keep": lambda card: Keep((card,)),
    "always sell": lambda card: Order("sell", card),
    "never sell": lambda card: Order("keep", card),
    "forget": lambda card: Order("forget", card),
}
