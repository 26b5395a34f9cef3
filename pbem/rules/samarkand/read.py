"""Names in the notation: families, spaces and goods by id, name, beginning of a name, or number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.core.game import ParseProblem
from pbem.rules.samarkand.data import FAMILY_NAMES, GOOD_BY_NAME, GOOD_NAMES, GOODS, RANK, SPACE_NAMES

if TYPE_CHECKING:
    from lark import Token


def read_family(token: Token) -> str:
    return FAMILY_NAMES.find(str(token), token.start_pos or 0, token.end_pos)


def read_spaces(tokens: Sequence[Token]) -> tuple[str, ...]:
    return SPACE_NAMES.find_all([_as_good(token) for token in tokens])


def read_cards(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Goods cards in the order of their numbers."""
    known = [_as_good(token) for token in tokens if token.type != "UNKNOWN"]
    cards = [GOOD_BY_NAME[name] for name in GOOD_NAMES.find_all(known)]
    cards += [str(token) for token in tokens if token.type == "UNKNOWN"]
    return tuple(sorted(cards, key=RANK.__getitem__))


def _as_good(token: Token) -> Token:
    """A number without zeros in front, which must be that of a good; other words as they are."""
    if token.type != "INT":
        return token
    number = token.lstrip("0")
    if number not in GOODS:
        raise _no_good(token)
    return token.update(value=number)


def _no_good(token: Token) -> ParseProblem:
    end = token.end_pos or 0
    two = [f"{token[:i]} {token[i:]}" for i in range(1, len(token)) if token[:i] in RANK and token[i:] in RANK]
    close = tuple(good for good in GOODS if good in (token[:2], token[:1], token[-2:], token[-1:]))
    hints = (*two[:2], *close)[:3] or (GOODS[0], GOODS[-1])
    return ParseProblem("pbem.name.unknown", token.start_pos or 0, end, hints, kind="good", found=str(token))
