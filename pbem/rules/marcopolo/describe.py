"""Events in words, one line each. Amounts are added by the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.core.event import Event
from pbem.rules.marcopolo.data import CHARACTERS, PLACES
from pbem.rules.marcopolo.dice import dice_text, die_text

Facts = dict[str, Any]
ORDINAL = {1: "first ", 2: "second "}
SOURCE = {
    "contracts": "for the contract",
    "towns": "from a town bonus",
    "city cards": "from the city card",
    "offices": "from the office bonus",
    "character": "from the character",
}


def place_name(place: str) -> str:
    """The name of a place in a sentence; oases go by their id."""
    return place if place.startswith("oasis") else str(PLACES[place]["name"])


def _fee(facts: Facts) -> str:
    return f", fee {facts['fee']}" if facts.get("fee") else ""


def _moved(facts: Facts) -> str:
    way = " - ".join(place_name(place) for place in (facts["start"], *facts["path"]))
    return f"moves the {ORDINAL.get(facts['figure'], '')}figure {way}"


def _post(facts: Facts) -> str:
    if facts["moved_from"]:
        return f"moves a post from {place_name(facts['moved_from'])} to {place_name(facts['place'])}"
    return f"places post {facts['number']} in {place_name(facts['place'])}"


def _contracts(facts: Facts) -> str:
    dropped = f", drops {' '.join(facts['dropped'])}" if facts["dropped"] else ""
    return f"takes contracts {' '.join(facts['tiles'])} with {dice_text(facts['dice'])}{dropped}{_fee(facts)}"


def _rolled(facts: Facts) -> str:
    low = f"; {facts['missing']} below 15" if facts["missing"] else ""
    return f"rolls {dice_text(facts['dice'])}{low}"


def _round(facts: Facts) -> str:
    return f"round {facts['round']} begins, {facts['start']} starts"


_WORDS: dict[str, Callable[[Facts], str]] = {
    "take-five": lambda f: f"takes coins with {dice_text(f['dice'])}{_fee(f)}",
    "market": lambda f: f"takes {f['row']} at the market with {dice_text(f['dice'])}, column {f['column']}{_fee(f)}",
    "khan": lambda f: f"has Khan's favor with {dice_text(f['dice'])}",
    "contracts": _contracts,
    "refilled": lambda f: f"the row is refilled: {' '.join(f['tiles']) or 'no tile is left'}",
    "travel": lambda f: f"travels {f['steps']} with {dice_text(f['dice'])}{_fee(f)}",
    "moved": _moved,
    "post": _post,
    "office": lambda f: f"takes the office bonus {f['office']} of {place_name(f['place'])}",
    "city": lambda f: f"uses the city card {f['card']} ({f['slot']}) with {dice_text(f['dice'])}, x{f['uses']}",
    "completed": lambda f: f"completes contract {f['contract']}",
    "bag": lambda f: f"puts {dice_text(f['dice'])} on the coin bag",
    "reroll": lambda f: f"rolls {die_text(f['old'])} again: {die_text(f['die'])}",
    "adjust": lambda f: f"turns {die_text(f['old'])} to {die_text(f['die'])}",
    "bought-black": lambda f: "buys a black die",
    "black-die": lambda f: f"takes a black die: {die_text(f['die']) if f['die'] % 10 else 'any value'}",
    "no-black-die": lambda f: "gets no black die, none is left",
    "drew-contract": lambda f: f"draws contract {f['contract']}",
    "no-contract": lambda f: "draws no contract, the special stack is empty",
    "dropped": lambda f: f"puts contract {f['contract']} away",
    "gained": lambda f: f"gets {SOURCE.get(f['from'], '')}",
    "chose-goods": lambda f: "chooses goods",
    "chose-towns": lambda f: f"chooses {' and '.join(place_name(t) for t in f['towns'])}",
    "step": lambda f: f"goes {f['steps']} extra step{'s' if f['steps'] != 1 else ''}",
    "no-step": lambda f: "declines the extra step",
    "lapsed-step": lambda f: "cannot pay for any extra step, it is lost",
    "lapsed-town": lambda f: "has no town to choose from",
    "compensated": lambda f: "takes compensation for the low roll",
    "rolled": _rolled,
    "round": _round,
    "town-pays": lambda f: f"has a post in {place_name(f['place'])}",
    "character": lambda f: f"chooses {CHARACTERS[f['character']]['name']}",
    "dealt": lambda f: f"is dealt objectives {' '.join(f['objectives'])}",
    "chose-objectives": lambda f: "has chosen objectives",
    "kept-objectives": lambda f: f"keeps {' '.join(f['objectives'])}",
    "over": lambda f: "the game is over",
}


def describe(event: Event) -> str:
    """One line that tells an event."""
    line = _WORDS[event.kind](event.facts)
    return f"{event.seat} {line}" if event.seat else line
