"""One module for each action and answer of the rulebook."""

from __future__ import annotations

from types import ModuleType

from pbem.core.move import Move
from pbem.rules.marcopolo.actions import (
    adjust,
    black_die,
    character,
    city_card,
    coin_bag,
    compensation,
    complete_contract,
    contracts,
    drawn_contract,
    end,
    goods,
    khans_favor,
    market,
    move_post,
    objectives,
    reroll,
    step,
    take_five,
    town,
    travel,
)

MAIN = (take_five, market, khans_favor, contracts, travel, city_card)
EXTRA = (complete_contract, coin_bag, reroll, adjust, black_die, end)

# grammar rule -> module
READERS: dict[str, ModuleType] = {
    "coins": take_five,
    "market": market,
    "khan": khans_favor,
    "contracts": contracts,
    "travel": travel,
    "city": city_card,
    "complete": complete_contract,
    "bag": coin_bag,
    "reroll": reroll,
    "adjust": adjust,
    "black": black_die,
    "goods": goods,
    "towns": town,
    "step": step,
    "drop": drawn_contract,
    "keep": drawn_contract,
    "take": compensation,
    "character": character,
    "objectives": objectives,
    "move_post": move_post,
    "end": end,
    "wait": end,
}

# kind of decision -> module that answers it
ANSWERS: dict[str, ModuleType] = {
    "goods": goods,
    "town": town,
    "step": step,
    "contract": drawn_contract,
    "post": move_post,
    "compensation": compensation,
    "character": character,
    "objectives": objectives,
}

MODULE_OF: dict[type[Move], ModuleType] = {
    kind: module
    for module in dict.fromkeys(READERS.values())
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Move) and kind.__module__ == module.__name__
}
APPLY = {kind: module.apply for kind, module in MODULE_OF.items()}
