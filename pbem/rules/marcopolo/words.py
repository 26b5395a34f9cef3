"""Short words for costs, rewards, tiles and cards, as reports print them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.event import Amounts
from pbem.rules.marcopolo.data import CITY_CARDS, CONTRACTS, OFFICES, TOWN_BONUSES

REWARD = {
    "good": ("good of choice", "goods of choice"),
    "two-different-goods": ("pair of different goods", "pairs of different goods"),
    "step": ("step", "steps"),
    "contract": ("contract", "contracts"),
    "black-die": ("black die", "black dice"),
    "town-bonus": ("own town bonus", "own town bonuses"),
    "other-town-bonus": ("other town bonus", "other town bonuses"),
    "coins": ("coin", "coins"),
    "camels": ("camel", "camels"),
    "vp": ("VP", "VP"),
}

CHARACTER = {
    "raschid": "never rolls, sets his dice to any value when he places them; no compensation",
    "matteo": "each round the white die and a contract from the special stack",
    "berke": "pays no fee on occupied spaces",
    "mercator": "gets one of the item when another player uses the market (2-3 players: a camel at Khan's favor; "
    "2 players: 2 coins at the 5 coins)",
    "niccolo": "two figures, steps can be split between them; a camel each round",
    "wilhelm": "eleven posts, may place posts in cities he passes; 10 VP for the eleventh",
    "kubilai": "starts in Beijing with a post on the 10",
    "johannes": "may jump from oasis to oasis; 3 coins each round",
}


def amount(what: str, n: int) -> str:
    one, many = REWARD.get(what, (what, what))
    return f"{n} {one if n == 1 else many}"


def amounts(reward: Amounts) -> str:
    """`2 camels, 1 silk`."""
    return ", ".join(amount(what, n) for what, n in reward.items()) or "nothing"


def contract(tile: str) -> tuple[str, str, str]:
    """Cost, reward and points of a contract."""
    facts = CONTRACTS[tile]
    return amounts(facts["cost"]), amounts(facts["reward"]), str(facts["vp"])


def office(name: str) -> str:
    return amounts(OFFICES[name])


def town_bonus(name: str) -> str:
    return amounts(TOWN_BONUSES[name])


def city_card(name: str) -> str:
    """What a city card does."""
    facts = CITY_CARDS[name]
    return _CARD[facts["type"]](facts)


def _table(facts: dict[str, Any]) -> str:
    """`1 1 1 3 3 3 silk for die 1-6`."""
    ((what, table),) = facts["gain"].items()
    _, many = REWARD.get(what, (what, what))
    return f"die 1-6: {' '.join(map(str, table))} {many}"


def _count(facts: dict[str, Any]) -> str:
    of = "completed contract" if facts["counts"] == "completed-contracts" else "own post"
    return f"{amounts(facts['gain'])} per {of}"


_CARD: dict[str, Callable[[dict[str, Any]], str]] = {
    "trade": lambda f: f"{amounts(f['cost'])} -> {amounts(f['gain'])}",
    "either": lambda f: " or ".join(f"{amounts(o['cost'])} -> {amounts(o['gain'])}" for o in f["options"]),
    "swap": lambda f: f"{amounts(f['side-a'])} <-> {amounts(f['side-b'])}",
    "count": _count,
    "by-die": _table,
    "per-pip": lambda f: f"{amounts(f['gain'])} per pip",
}
