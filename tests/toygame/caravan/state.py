"""A position of Caravan as plain data, and what each seat may see of it."""

from __future__ import annotations

from copy import deepcopy
from itertools import chain
from typing import Any, NamedTuple

from pbem.core.event import Amounts
from pbem.core.game import ScoreRow, Scores

from .moves import GOODS

CARDS = tuple(f"{good}-{n}" for good in GOODS for n in (1, 2, 3, 4, 5))


class State(NamedTuple):
    """One mutable dict each for what everybody may see and for what must be sealed."""

    public: dict[str, Any]
    secret: dict[str, Any]


def kind(card: str) -> str:
    return card.partition("-")[0]


def stock(state: State, seat: str) -> Amounts:
    cards = [kind(card) for card in state.public["cards"][seat]]
    return {"coins": state.public["coins"][seat], **{good: cards.count(good) for good in GOODS}}


def rows(state: State, seat: str, open_goal: bool) -> tuple[ScoreRow, ...]:
    held = stock(state, seat)
    goal = 3 * held.get(kind(state.secret["goals"][seat]), 0) if open_goal else 0
    return ScoreRow("coins", held["coins"]), ScoreRow("goods", len(state.public["cards"][seat])), ScoreRow("goal", goal)


def score(state: State) -> Scores:
    now = Scores({seat: rows(state, seat, True) for seat in state.public["seats"]})
    best = max(map(now.total, now.rows)) if state.public["stage"] == "over" else None
    return Scores(now.rows, tuple(seat for seat in now.rows if now.total(seat) == best))


def view(state: State, seat: str | None) -> dict[str, Any]:
    public, over = state.public, state.public["stage"] == "over"
    shown = ("seats", "round", "price", "coins", "cards", "offer", "out", "stage")
    return {
        **{key: deepcopy(public[key]) for key in shown},
        "deck": len(state.secret["deck"]),
        "goals": {s: state.secret["goals"][s] for s in public["seats"] if over or s == seat},
        "bid": state.secret["bids"].get(seat),
        "have-bid": sorted(state.secret["bids"]),
        "scores": {s: [list(row) for row in rows(state, s, over or s == seat)] for s in public["seats"]},
    }


def invariants(state: State) -> list[str]:
    public, secret = state
    held = chain(*public["cards"].values(), public["offer"], public["out"], secret["goals"].values())
    cards = [*secret["deck"], *held]
    wrong = [f"{len(cards)} cards"] if len(cards) != len(CARDS) else []
    wrong += [f"card {card} twice" for card in set(cards) if card != "?" and cards.count(card) > 1]
    return wrong + [f"{seat} has {n} coins" for seat, n in public["coins"].items() if n < 0]
