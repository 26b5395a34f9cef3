"""Final scoring (DE p. 14, supplement S2-S3; rulings 38, 41, 42): a row per source of points."""

from __future__ import annotations

from pbem.core.chance import UNKNOWN
from pbem.core.game import ScoreRow, Scores
from pbem.rules.marcopolo.data import BEIJING_VP, FACTS, OBJECTIVES, SCORING
from pbem.rules.marcopolo.rewards import goods_count
from pbem.rules.marcopolo.state import Player, State

EARNED = ("contracts", "city cards", "towns", "posts")  # sources of points during the game
DISTINCT: dict[int, int] = {int(n): vp for n, vp in SCORING["distinct-location-vp"].items()}
GOODS_IN_BEIJING = FACTS["beijing"]["goods-scoring"]


def score(state: State) -> Scores:
    """Points of everybody as if the game ended now; winners when it has."""
    rows = {seat: tuple(_rows(state, p)) for seat, p in state.players.items()}
    scores = Scores(rows)
    return scores._replace(winners=_winners(state, scores)) if state.phase == "over" else scores


def _rows(state: State, p: Player) -> list[ScoreRow]:
    earned = [ScoreRow(source, p.vp_from.get(source, 0)) for source in EARNED]
    goods, space = _beijing(state, p)
    return [
        *earned,
        ScoreRow("objectives", sum(OBJECTIVES[o]["vp"] for o in p.objectives if _reached(p, o))),
        ScoreRow("objective places", DISTINCT[len(_places(p))]),
        ScoreRow("coins", p.stock["coins"] // SCORING["coins"]["per"] * SCORING["coins"]["vp"]),
        ScoreRow("Beijing", space),
        ScoreRow("goods in Beijing", goods),
        ScoreRow("most contracts", SCORING["most-completed-contracts"] if _most_contracts(state, p) else 0),
    ]


def _reached(p: Player, objective: str) -> bool:
    return objective != UNKNOWN and all(place in p.posts for place in OBJECTIVES[objective]["locations"])


def _places(p: Player) -> set[str]:
    """The different places of both objectives where the player has a post."""
    known = [o for o in p.objectives if o != UNKNOWN]
    return {place for o in known for place in OBJECTIVES[o]["locations"] if place in p.posts}


def _beijing(state: State, p: Player) -> tuple[int, int]:
    if p.seat not in state.beijing:
        return 0, 0
    goods = goods_count(p) // GOODS_IN_BEIJING["per"] * GOODS_IN_BEIJING["vp"]
    return goods, BEIJING_VP[state.beijing.index(p.seat)]


def _most_contracts(state: State, p: Player) -> bool:
    return len(p.completed) == max(len(other.completed) for other in state.players.values())


def _winners(state: State, scores: Scores) -> tuple[str, ...]:
    """The most points, then the most camels, then a shared win."""
    rank = {seat: (scores.total(seat), p.stock["camels"]) for seat, p in state.players.items()}
    best = max(rank.values())
    return tuple(seat for seat, value in rank.items() if value == best)
