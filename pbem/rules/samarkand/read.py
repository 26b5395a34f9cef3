"""Names in the notation: families, spaces and goods by id, name, beginning of a name, or number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pbem.core.game import ParseProblem
from pbem.rules.samarkand.data import (
    FAMILY_NAMES,
    GOOD_BY_NAME,
    GOOD_IN_FULL,
    GOOD_NAMES,
    GOODS,
    RANK,
    SPACE_BY_GOOD,
    SPACE_NAMES,
)

if TYPE_CHECKING:
    from lark import Token

LONGEST_NAME = 5  # words: "Varna and the Danube mouth"
BETWEEN = frozenset(("and", "the", "then", "und"))  # words of a list that name nothing, unless they are its last


def read_family(token: Token) -> str:
    return FAMILY_NAMES.find(str(token), token.start_pos or 0, token.end_pos)


def read_spaces(tokens: Sequence[Token]) -> tuple[str, ...]:
    return _read_names(tokens, _space_together, _read_space)


def read_cards(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Goods cards in the order of their numbers."""
    return tuple(sorted(_read_names(tokens, _card_together, _read_card), key=RANK.__getitem__))


def _read_names(
    tokens: Sequence[Token], together: Callable[[str], str | None], one: Callable[[Token], str]
) -> tuple[str, ...]:
    """Names of several words are taken together where the words in a row make one, or the beginning of one."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        for width in range(min(LONGEST_NAME, len(tokens) - at), 1, -1):
            name = together("-".join(tokens[at : at + width]))
            if name:
                found.append(name)
                break
        else:
            width = 1
            if tokens[at] not in BETWEEN or at + 1 == len(tokens):
                found.append(one(tokens[at]))
        at += width
    return tuple(found)


def _space_together(words: str) -> str | None:
    return SPACE_BY_GOOD.get(words) or _only(SPACE_NAMES.matches(words))


def _card_together(words: str) -> str | None:
    name = _only(GOOD_NAMES.matches(words))
    return GOOD_BY_NAME[name] if name else GOOD_IN_FULL.get(words)


def _only(ids: list[str]) -> str | None:
    return ids[0] if len(ids) == 1 else None


def _read_space(token: Token) -> str:
    by_good = SPACE_BY_GOOD.get(_number(token))
    if by_good and token not in SPACE_NAMES.aliases:
        return by_good
    if token.type == "INT":
        raise _no_good(token)
    return SPACE_NAMES.find(str(token), token.start_pos or 0, token.end_pos)


def _read_card(token: Token) -> str:
    card = GOOD_IN_FULL.get(str(token), _number(token))
    if card in RANK:
        return card
    if token.type == "INT":
        raise _no_good(token)
    return GOOD_BY_NAME[GOOD_NAMES.find(str(token), token.start_pos or 0, token.end_pos)]


def _number(token: Token) -> str:
    return token.lstrip("0") if token.type == "INT" else str(token)


def _no_good(token: Token) -> ParseProblem:
    end = token.end_pos or 0
    two = [f"{token[:i]} {token[i:]}" for i in range(1, len(token)) if token[:i] in RANK and token[i:] in RANK]
    close = tuple(good for good in GOODS if good in (token[:2], token[:1], token[-2:], token[-1:]))
    hints = (*two[:2], *close)[:3] or (GOODS[0], GOODS[-1])
    return ParseProblem("pbem.name.unknown", token.start_pos or 0, end, hints, kind="good", found=str(token))
