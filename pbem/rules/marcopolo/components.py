"""Checks a component file, so that an owner of the box can correct a tile or a card (docs/components.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.rules.marcopolo.data import FACTS

AMOUNTS = frozenset(
    (
        *("coins", "camels", "pepper", "silk", "gold", "vp", "good", "two-different-goods"),
        *("step", "contract", "black-die", "town-bonus", "other-town-bonus"),
    )
)
BOOKLET = ("game", "setup", "components", "actions", "additional-actions", "final-scoring", "beijing", "characters")
NEEDED = ("locations", "edges", "contracts", "city-cards", "objectives", "office-bonuses", "town-bonuses")


def check_components(facts: Mapping[str, Any]) -> list[str]:
    """What is wrong with the facts; one sentence for each, in the order of the file."""
    missing = [f"{name}: is missing" for name in NEEDED if not facts.get(name)]
    if missing:
        return missing
    changed = [f"{name}: differs from the booklet" for name in BOOKLET if _plain(facts.get(name)) != FACTS[name]]
    checks = (_counts(facts), _edges(facts), _objectives(facts), _towns(facts), _rewards(facts))
    return changed + [sentence for check in checks for sentence in check]


def _plain(value: Any) -> Any:
    """Keys as text, as the facts in use have them."""
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    return [_plain(v) for v in value] if isinstance(value, list) else value


def _counts(facts: Mapping[str, Any]) -> Iterator[str]:
    booklet = FACTS["components"]
    for name in ("contracts", "city-cards", "objectives", "office-bonuses", "town-bonuses"):
        if len(facts[name]) != booklet[name]:
            yield f"{name}: {len(facts[name])} of them, the booklet has {booklet[name]}"
    starting = sum(bool(c.get("starting")) for c in facts["contracts"].values())
    if starting != booklet["starting-contracts"]:
        yield f"contracts: {starting} starting contracts, the booklet has {booklet['starting-contracts']}"


def _edges(facts: Mapping[str, Any]) -> Iterator[str]:
    """Ways join two known places, each pair once, and every place can be reached."""
    places = set(facts["locations"])
    seen: set[frozenset[str]] = set()
    for number, edge in enumerate(facts["edges"], 1):
        pair = frozenset(edge.get("between", ()))
        if len(pair) != 2 or not pair <= places:
            yield f"edges, entry {number}: does not join two places of the map"
        elif pair in seen:
            yield f"edges, entry {number}: {' and '.join(sorted(pair))} are joined twice"
        seen.add(pair)
    reached = _reached(next(iter(facts["locations"])), seen)
    if places - reached:
        yield f"edges: no way leads to {', '.join(sorted(places - reached))}"


def _reached(start: str, pairs: set[frozenset[str]]) -> set[str]:
    reached = {start}
    while grown := {place for pair in pairs if pair & reached for place in pair} - reached:
        reached |= grown
    return reached


def _objectives(facts: Mapping[str, Any]) -> Iterator[str]:
    for name, card in facts["objectives"].items():
        places = card.get("locations", ())
        if len(set(places)) != 2 or not set(places) <= set(facts["locations"]):
            yield f"objectives, {name}: names places that are not on the map"


def _towns(facts: Mapping[str, Any]) -> Iterator[str]:
    towns = sorted(place for place, data in facts["locations"].items() if data.get("kind") == "small-town")
    if sorted(bonus.get("town") for bonus in facts["town-bonuses"].values()) != towns:
        yield "town-bonuses: in the basic game each small town has one"


def _rewards(facts: Mapping[str, Any]) -> Iterator[str]:
    """Costs and rewards use known words and whole numbers."""
    for name, contract in facts["contracts"].items():
        yield from _wrong_amounts(f"contracts, {name}", contract.get("cost"))
        yield from _wrong_amounts(f"contracts, {name}", contract.get("reward"))
    for name, reward in facts["office-bonuses"].items():
        yield from _wrong_amounts(f"office-bonuses, {name}", reward)
    for name, bonus in facts["town-bonuses"].items():
        yield from _wrong_amounts(f"town-bonuses, {name}", bonus.get("reward"))


def _wrong_amounts(place: str, amounts: Any) -> Iterator[str]:
    if not isinstance(amounts, dict) or not amounts:
        yield f"{place}: a cost or reward is missing"
        return
    for what, n in amounts.items():
        if what not in AMOUNTS:
            yield f"{place}: there is no '{what}'"
        elif type(n) is not int or n < 1:
            yield f"{place}: {what} must be a whole number from 1"
