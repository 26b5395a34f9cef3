"""What a city card costs and gives (supplement S1-S2; rulings 13, 35-38, 49, 50, 61).

`trade` pays for every use and gets its gain; `either` is a trade with one direction for the whole action; `swap` works
in both directions, use by use in the order given; `count` gives for posts or contracts; `by-die` and `per-pip` give by
the value used, which may be lower than the die.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from pbem.core.event import Amounts
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.actions.goods import check_pairs
from pbem.rules.marcopolo.data import CITY_CARDS, GOODS
from pbem.rules.marcopolo.rewards import own_towns
from pbem.rules.marcopolo.state import Player, State

Choices = tuple[str, ...]
PAIRS = "two-different-goods"
TO = " to "


def times(amounts: Amounts, n: int) -> Amounts:
    return {what: count * n for what, count in amounts.items()}


def asks_for_payment(card: str) -> bool:
    """True when the order itself must say what is paid."""
    facts = CITY_CARDS[card]
    return facts["type"] in ("either", "swap") or PAIRS in facts.get("cost", {})


def most_uses(state: State, p: Player, card: str, value: int, choices: Choices = ()) -> int:
    """How often the card can be used, or up to which value; 0 when not at all."""
    facts = CITY_CARDS[card]
    kind = facts["type"]
    if kind == "swap":
        return len(choices) or value
    if kind == "count":
        return min(value, len(p.completed if facts["counts"] == "completed-contracts" else p.posts))
    if "town-bonus" in facts.get("gain", {}):
        towns = len(own_towns(state, p))
        value = min(value, towns) if kind == "trade" else value * bool(towns)
    return value if kind in ("by-die", "per-pip") else min(value, _affordable(p, facts, choices))


def spelled_out(card: str, uses: int, choices: Choices) -> Choices:
    """The choices as they are printed: a direction by what is gained, a swap that stands for all uses once for each."""
    facts = CITY_CARDS[card]
    if facts["type"] == "swap" and len(choices) == 1:
        return choices * max(1, uses)
    if facts["type"] == "either":
        gained = {f"{give}{TO}{get}": get for o in facts["options"] for give in o["cost"] for get in o["gain"]}
        return tuple(gained.get(choice, choice) for choice in choices)
    return choices


def uses_named(card: str, value: int, choices: Choices) -> int:
    """How many uses the things named with an order stand for; 0 when they do not say."""
    facts = CITY_CARDS[card]
    if PAIRS in facts.get("cost", {}):
        return (len(choices) + 1) // 2
    per_use = facts.get("gain", {}).get("good") or facts.get("gain", {}).get("town-bonus")
    if isinstance(per_use, list):
        return max((v for v in range(1, value + 1) if per_use[v - 1] == len(choices)), default=0)
    return len(choices) // per_use if per_use else 0


def _affordable(p: Player, facts: dict[str, Any], choices: Choices) -> int:
    cost = facts["cost"] if facts["type"] == "trade" else _option(facts, choices)["cost"]
    if PAIRS in cost:
        return _most_pairs([p.stock[good] for good in GOODS])
    return min(p.stock[what] // n for what, n in cost.items())


def _most_pairs(counts: list[int]) -> int:
    total = sum(counts)
    return min(total // 2, total - max(counts))


def _option(facts: dict[str, Any], choices: Choices) -> dict[str, Amounts]:
    """The direction of an `either` card, named by what is gained."""
    for option in facts["options"]:
        if len(choices) == 1 and choices[0] in option["gain"]:
            return option  # type: ignore[no-any-return]
    wanted = f"{' or '.join(what for option in facts['options'] for what in option['gain'])} to take"
    raise IllegalMove("marcopolo.city.choice", wanted=wanted, found=" ".join(choices) or "nothing")


def price(state: State, p: Player, card: str, uses: int, choices: Choices) -> tuple[Amounts, Amounts]:
    """What n uses cost and give together; refuses choices that do not fit the card. Swaps net out."""
    facts = CITY_CARDS[card]
    kind = facts["type"]
    if kind == "swap":
        return {}, _swapped(p, facts, uses, choices)
    if kind == "either":
        option = _option(facts, choices)
        return times(option["cost"], uses), times(option["gain"], uses)
    if kind == "by-die":
        return {}, {what: table[uses - 1] for what, table in facts["gain"].items()}
    if PAIRS in facts.get("cost", {}):
        return _pairs_paid(p, uses, choices), times(facts["gain"], uses)
    return times(facts.get("cost", {}), uses), times(facts["gain"], uses)


def _pairs_paid(p: Player, uses: int, choices: Choices) -> Amounts:
    if len(choices) != 2 * uses or not set(choices) <= set(GOODS):
        raise IllegalMove(
            "marcopolo.city.choice", wanted=f"{2 * uses} goods to pay", found=" ".join(choices) or "nothing"
        )
    check_pairs(choices, 1)
    return {good: choices.count(good) for good in GOODS if good in choices}


def _swapped(p: Player, facts: dict[str, Any], uses: int, choices: Choices) -> Amounts:
    """The net effect of swaps done in the order given, so that one may pay for the next (ruling 50)."""
    if len(choices) != uses:
        raise IllegalMove("marcopolo.city.choice", wanted=f"{uses} swaps", found=", ".join(choices) or "nothing")
    stock = dict(p.stock)
    for choice in choices:
        give, get = swap_of(facts, choice)
        for what, n in give.items():
            if what != "vp" and stock[what] < n:
                raise IllegalMove("marcopolo.city.cost", what=what, needs=n, has=stock[what])
            stock[what] -= n
        for what, n in get.items():
            stock[what] += n
    return {what: n - p.stock[what] for what, n in stock.items() if n != p.stock[what]}


def swap_of(facts: dict[str, Any], choice: str) -> tuple[Amounts, Amounts]:
    """What one swap gives away and gets: `silk to camels`."""
    give, _, get = choice.partition(TO)
    a, b = _sides(facts["side-a"]), _sides(facts["side-b"])
    if give in a and get in b:
        return {give: a[give]}, {get: b[get]}
    if give in b and get in a:
        return {give: b[give]}, {get: a[get]}
    raise IllegalMove("marcopolo.city.choice", wanted=f"swaps such as {swap_choices(facts)[0]}", found=choice)


def _sides(side: Amounts) -> Amounts:
    """One side of a swap with `good` spelled out."""
    return dict.fromkeys(GOODS, side["good"]) if "good" in side else side


def swap_choices(facts: dict[str, Any]) -> list[str]:
    a, b = _sides(facts["side-a"]), _sides(facts["side-b"])
    return [f"{x}{TO}{y}" for x, y in product(a, b)] + [f"{y}{TO}{x}" for x, y in product(a, b)]


def possible_choices(p: Player, card: str, uses: int) -> Iterator[Choices]:
    """Candidates for the choices an order must carry; `price` decides which are right."""
    facts = CITY_CARDS[card]
    if facts["type"] == "either":
        yield from ((what,) for option in facts["options"] for what in option["gain"])
    elif facts["type"] == "swap":
        yield from _swap_orders(p, facts, uses)
    elif PAIRS in facts.get("cost", {}):
        for pairs in combinations_with_replacement(tuple(combinations(GOODS, 2)), uses):
            yield tuple(good for pair in pairs for good in pair)
    else:
        yield ()


def _swap_orders(p: Player, facts: dict[str, Any], uses: int) -> Iterator[Choices]:
    """Swaps in any mixture; of orders with the same outcome the first payable one."""
    for mixture in combinations_with_replacement(swap_choices(facts), uses):
        for order in (mixture, mixture[::-1]):
            try:
                _swapped(p, facts, uses, order)
            except IllegalMove:
                continue
            yield order
            break
