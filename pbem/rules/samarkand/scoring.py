"""Scoring: goods cards in hand, goods markers, relationship markers, cash.

Booklet, "Scoring". A card scores each camel on its space alone: 4 for one of an own family, else 1 (R27). Sold cards
give nothing. Ties are shared (R28); who has left is scored but never wins (R41).
"""

from __future__ import annotations

from pbem.core.game import ScoreRow, Scores
from pbem.rules.samarkand.data import (
    SPACE_OF,
    VP_DIRHAM,
    VP_GOODS_MARKER,
    VP_MARKER,
    VP_OTHER_CAMEL,
    VP_OWN_CAMEL,
)
from pbem.rules.samarkand.state import State

CARDS, GOODS, MARKERS, CASH = "goods cards", "goods markers", "relationship markers", "cash"


def card_points(state: State, seat: str, card: str) -> int:
    """What a card in the hand of the seat would score now; a card nobody here knows scores nothing."""
    own = state.players[seat].tiles
    camels = state.camels_at.get(SPACE_OF.get(card, ""), ())
    return sum(VP_OWN_CAMEL if family in own else VP_OTHER_CAMEL for family in camels)


def open_rows(state: State, seat: str) -> tuple[ScoreRow, ...]:
    """The rows that everybody may see at any time."""
    player = state.players[seat]
    return (
        ScoreRow(GOODS, VP_GOODS_MARKER * len(player.goods)),
        ScoreRow(MARKERS, VP_MARKER * len(player.markers)),
        ScoreRow(CASH, VP_DIRHAM * player.dirhams),
    )


def rows(state: State, seat: str) -> tuple[ScoreRow, ...]:
    points = sum(card_points(state, seat, card) for card in state.players[seat].hand)
    return (ScoreRow(CARDS, points), *open_rows(state, seat))


def score(state: State) -> Scores:
    """Points of every seat; the winners when the game is over."""
    now = Scores({seat: rows(state, seat) for seat in state.players})
    if state.phase != "over":
        return now
    best = max(now.total(seat) for seat in state.staying)
    return Scores(now.rows, tuple(seat for seat in state.staying if now.total(seat) == best))
