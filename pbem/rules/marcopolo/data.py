"""The facts of the game as tables, read once from games/marcopolo/components.yaml."""

from __future__ import annotations

from typing import Any

from pbem.core.event import Amounts
from pbem.files import own_path, read_facts
from pbem.notation.names import Names

FACTS: dict[str, Any] = read_facts(own_path("games", "marcopolo", "components.yaml"))
SETUP = FACTS["setup"]
ACTIONS = FACTS["actions"]
ADDITIONAL = FACTS["additional-actions"]
SCORING = FACTS["final-scoring"]

SEATS: tuple[str, ...] = tuple(FACTS["game"]["player-colors"])
ROUNDS: int = FACTS["game"]["rounds"]
GOODS: tuple[str, ...] = tuple(FACTS["game"]["goods"])
STOCK: tuple[str, ...] = ("coins", "camels", *GOODS, "vp")

PLACES: dict[str, dict[str, Any]] = FACTS["locations"]
KIND: dict[str, str] = {place: facts["kind"] for place, facts in PLACES.items()}
TOWNS = tuple(p for p, kind in KIND.items() if kind == "small-town")
CITIES = tuple(p for p, kind in KIND.items() if kind == "large-city")
OASES = tuple(p for p, kind in KIND.items() if kind == "oasis")
POST_PLACES = frozenset(p for p, kind in KIND.items() if kind in FACTS["trading-post-kinds"])
BEIJING = next(p for p, kind in KIND.items() if kind == "beijing")
VENEZIA = next(p for p, kind in KIND.items() if kind == "start")
BEIJING_VP: tuple[int, ...] = tuple(FACTS["beijing"]["vp-spaces"])
CARD_SLOTS: tuple[str, ...] = tuple(FACTS["city-card-slots"])

Cost = tuple[int, int]  # coins, camels


def _links() -> dict[str, dict[str, Cost]]:
    links: dict[str, dict[str, Cost]] = {place: {} for place in PLACES}
    for edge in FACTS["edges"]:
        a, b = edge["between"]
        links[a][b] = links[b][a] = (edge["cost"].get("coins", 0), edge["cost"].get("camels", 0))
    return links


LINKS = _links()
MARKET_ROWS: tuple[str, ...] = tuple(ACTIONS["market"])
MARKET_DICE: dict[str, int] = {row: facts["dice"] for row, facts in ACTIONS["market"].items()}
MARKET: dict[str, tuple[Amounts, ...]] = {
    row: ({}, *(facts["columns"][str(column)] for column in range(1, 7))) for row, facts in ACTIONS["market"].items()
}
TRAVEL_COINS: tuple[int, ...] = (0, *(ACTIONS["travel"]["coins-by-steps"][str(n)] for n in range(1, 7)))
COLUMN_BONUS: dict[int, int] = {
    int(column): bonus["coins-or-camels"] for column, bonus in ACTIONS["contracts"]["column-bonus"].items()
}
CONTRACTS: dict[str, dict[str, Any]] = FACTS["contracts"]
STARTING_CONTRACTS = tuple(c for c, facts in CONTRACTS.items() if facts["starting"])
OTHER_CONTRACTS = tuple(c for c, facts in CONTRACTS.items() if not facts["starting"])
CITY_CARDS: dict[str, dict[str, Any]] = FACTS["city-cards"]
OFFICES: dict[str, Amounts] = FACTS["office-bonuses"]
TOWN_BONUSES: dict[str, Amounts] = {t: facts["reward"] for t, facts in FACTS["town-bonuses"].items()}
BASIC_TOWNS: dict[str, str] = {facts["town"]: t for t, facts in FACTS["town-bonuses"].items()}
OBJECTIVES: dict[str, dict[str, Any]] = FACTS["objectives"]
CHARACTERS: dict[str, dict[str, Any]] = FACTS["characters"]


def city_of(slot: str) -> str:
    """The city in which a city card slot lies (`sumatra-2` lies in sumatra)."""
    return slot if slot in KIND else slot.rsplit("-", 1)[0]


def _place_aliases() -> dict[str, str]:
    aliases = {f"oasis{dash}{facts['n']}": p for p, facts in PLACES.items() if "n" in facts for dash in ("-", "")}
    for place, facts in PLACES.items():
        aliases.update({alias.replace(" ", "-"): place for alias in facts.get("aliases", ())})
    return aliases


def _slot_aliases() -> dict[str, str]:
    return {alias: place for alias, place in _place_aliases().items() if place in CARD_SLOTS}


def _contract_aliases() -> dict[str, str]:
    return {f"{c[0]}{dash}{number}": c for c in CONTRACTS for dash in ("", "-") for number in (c[1:], int(c[1:]))}


PLACE_NAMES = Names.of("place", PLACES, _place_aliases())
SLOT_NAMES = Names.of("city card", CARD_SLOTS, _slot_aliases())
CONTRACT_NAMES = Names.of("contract", CONTRACTS, _contract_aliases())
GOOD_NAMES = Names.of("good", GOODS)
_TOWN_ALIASES = {a: p for a, p in _place_aliases().items() if p in TOWNS}
TOWN_NAMES = Names.of("small town", TOWNS, _TOWN_ALIASES)
CHOICE_NAMES = Names.of(
    "good, currency or town",
    (*STOCK, *TOWNS),
    {"coin": "coins", "camel": "camels", "points": "vp", **_TOWN_ALIASES},
)
MONEY_NAMES = Names.of("currency", ("coins", "camels"), {"coin": "coins", "camel": "camels"})
CHARACTER_NAMES = Names.of(
    "character", CHARACTERS, {"marco": "niccolo", "niccolò": "niccolo", "raschid-ad-din-sinan": "raschid"}
)
OBJECTIVE_NAMES = Names.of(
    "objective", OBJECTIVES, {"-".join(reversed(facts["locations"])): card for card, facts in OBJECTIVES.items()}
)
