"""Advice for the simple bot: completes contracts, gathers what they ask for, travels, takes contracts it can fill."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from pbem.core.event import Amounts
from pbem.core.game import View
from pbem.core.move import Move
from pbem.rules.marcopolo.actions.adjust import Adjust
from pbem.rules.marcopolo.actions.black_die import BuyBlack
from pbem.rules.marcopolo.actions.character import ChooseCharacter
from pbem.rules.marcopolo.actions.city_card import UseCard
from pbem.rules.marcopolo.actions.coin_bag import Bag
from pbem.rules.marcopolo.actions.compensation import Compensate
from pbem.rules.marcopolo.actions.complete_contract import Complete
from pbem.rules.marcopolo.actions.contracts import TakeContracts
from pbem.rules.marcopolo.actions.drawn_contract import Drop
from pbem.rules.marcopolo.actions.goods import ChooseGoods
from pbem.rules.marcopolo.actions.khans_favor import Khan
from pbem.rules.marcopolo.actions.market import Market
from pbem.rules.marcopolo.actions.move_post import MovePost
from pbem.rules.marcopolo.actions.objectives import ChooseObjectives
from pbem.rules.marcopolo.actions.reroll import Reroll
from pbem.rules.marcopolo.actions.step import Step
from pbem.rules.marcopolo.actions.take_five import TakeFive
from pbem.rules.marcopolo.actions.travel import Travel
from pbem.rules.marcopolo.characters import ABILITIES
from pbem.rules.marcopolo.data import (
    BEIJING,
    CITY_CARDS,
    CONTRACTS,
    MARKET,
    OBJECTIVES,
    POST_PLACES,
    ROUNDS,
    TRAVEL_COINS,
)
from pbem.rules.marcopolo.dice import lowest

MOST_LOOKED_AT = 4000
DIE = 2.0  # what a die is worth
WORTH = {"coins": 0.5, "camels": 0.8, "pepper": 1.0, "silk": 1.4, "gold": 1.8, "vp": 1.5}
REWARD_WORTH = {
    "good": 1.5,
    "two-different-goods": 2.5,
    "step": 2.0,
    "contract": 1.0,
    "black-die": 3.0,
    "town-bonus": 2.0,
}


def choose(view: View, seat: str, legal: Iterable[Move]) -> Move:
    """The legal move that promises most; the first of equals."""
    me = view["players"][seat]
    best, most = None, float("-inf")
    for move in islice(legal, MOST_LOOKED_AT):
        value = _PROMISE.get(type(move), _nothing)(move, view, me)
        if value > most:
            best, most = move, value
    assert best is not None
    return best


Me = dict[str, Any]


def _nothing(move: Any, view: View, me: Me) -> float:
    return -1.0


def _missing(me: Me) -> dict[str, int]:
    """What the active contracts still ask for."""
    needed: dict[str, int] = {}
    for tile in me["contracts"]:
        for what, n in CONTRACTS.get(tile, {"cost": {}})["cost"].items():
            needed[what] = needed.get(what, 0) + n
    return {what: max(0, n - me["stock"][what]) for what, n in needed.items()}


def _worth(gain: Amounts, me: Me) -> float:
    missing = _missing(me)
    value = 0.0
    for what, n in gain.items():
        wanted = min(max(n, 0), missing.get(what, 0))
        value += n * WORTH.get(what, REWARD_WORTH.get(what, 0.5)) + wanted
    return value


def _complete(move: Complete, view: View, me: Me) -> float:
    return 100.0 + float(CONTRACTS[move.contract]["vp"])


def _market(move: Market, view: View, me: Me) -> float:
    gain = MARKET[move.row][move.column or lowest(move.dice)]
    return _worth(gain, me) - DIE * len(move.dice) - _fee(view, me, move.row, move.dice)


def _fee(view: View, me: Me, space: str, dice: tuple[int, ...]) -> float:
    pays = bool(view["spaces"][space]) and ABILITIES[me["character"]].pays_fee
    return WORTH["coins"] * lowest(dice) if pays else 0.0


def _khan(move: Khan, view: View, me: Me) -> float:
    return _worth({"camels": 2, "good": 1}, me) - DIE - move.die % 10 / 10


def _five(move: TakeFive, view: View, me: Me) -> float:
    poor = 2.0 if me["stock"]["coins"] < 10 else 0.0
    return _worth({"coins": 5}, me) + poor - DIE - _fee(view, me, "coins", (move.die,)) - move.die % 10 / 10


def _contracts(move: TakeContracts, view: View, me: Me) -> float:
    if move.drop:
        return -2.0
    value = sum(CONTRACTS[t]["vp"] - sum(CONTRACTS[t]["cost"].values()) * 0.3 for t in move.tiles)
    return float(value) - DIE - _fee(view, me, "contracts", (move.die,)) - move.die % 10 / 10


def _place_worth(place: str, view: View, me: Me) -> float:
    """What a post in a place promises."""
    if place not in POST_PLACES or place in me["posts"]:
        return 0.0
    left = max(1, ROUNDS + 1 - view["round"])
    value = 3.0 + 0.8 * left
    value += 4.0 * sum(
        place in OBJECTIVES[card]["locations"] for card in me.get("objectives", ()) if card in OBJECTIVES
    )
    return float(value) + (6.0 if place == BEIJING else 0.0)


def _travel(move: Travel, view: View, me: Me) -> float:
    steps = sum(len(path) for _, path in move.ways)
    return _journey(move, view, me) - TRAVEL_COINS[steps] * WORTH["coins"] - 2 * DIE


def _journey(move: Any, view: View, me: Me) -> float:
    ability = ABILITIES[me["character"]]
    value = 0.0
    for figure, path in move.ways:
        at = me["figures"][max(0, figure - 1)]
        for place in path:
            coins, camels = ability.link(at, place) or (0, 0)
            value -= coins * WORTH["coins"] + camels * WORTH["camels"]
            at = place
        value += _place_worth(at, view, me) + 0.1 * (at not in ("venezia",))
    return value


def _city(move: UseCard, view: View, me: Me) -> float:
    facts = CITY_CARDS[view["cards"][move.slot]]
    if facts["type"] == "trade":
        paid = _worth(facts["cost"], me)
        return move.uses * (_worth(facts["gain"], me) - paid) - DIE
    if facts["type"] == "by-die":
        return _worth({what: table[move.uses - 1] for what, table in facts["gain"].items()}, me) - DIE
    if facts["type"] in ("count", "per-pip"):
        return _worth({what: n * move.uses for what, n in facts["gain"].items()}, me) - DIE
    return 0.0


def _bag(move: Bag, view: View, me: Me) -> float:
    return _worth({"coins": 3}, me) - DIE - 1.0 - move.die % 10 / 10


def _goods(move: ChooseGoods, view: View, me: Me) -> float:
    return _worth({good: move.goods.count(good) for good in set(move.goods)}, me)


def _step(move: Step, view: View, me: Me) -> float:
    return _journey(move, view, me)


def _drop(move: Drop, view: View, me: Me) -> float:
    return -float(CONTRACTS.get(move.contract, {"vp": 5})["vp"])


def _objectives(move: ChooseObjectives, view: View, me: Me) -> float:
    return float(sum(OBJECTIVES[card]["vp"] for card in move.objectives if card in OBJECTIVES))


def _compensate(move: Compensate, view: View, me: Me) -> float:
    return float(-abs(move.coins - move.camels))


def _post(move: MovePost, view: View, me: Me) -> float:
    return -_place_worth(move.start, view, {**me, "posts": []})


def _buy_black(move: BuyBlack, view: View, me: Me) -> float:
    return 1.0 if me["stock"]["camels"] >= 6 and not view["main_done"] else -1.5


_PROMISE: dict[type[Move], Callable[[Any, View, Me], float]] = {
    Complete: _complete,
    Market: _market,
    Khan: _khan,
    TakeFive: _five,
    TakeContracts: _contracts,
    Travel: _travel,
    UseCard: _city,
    Bag: _bag,
    ChooseGoods: _goods,
    Step: _step,
    Drop: _drop,
    ChooseObjectives: _objectives,
    Compensate: _compensate,
    MovePost: _post,
    BuyBlack: _buy_black,
    Reroll: lambda move, view, me: -5.0,
    Adjust: lambda move, view, me: -5.0,
    ChooseCharacter: lambda move, view, me: 0.0,
}
