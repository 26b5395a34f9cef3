"""The report of a view: own things, the board, the map, the others."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from pbem.core.event import Amounts
from pbem.core.game import Section, Table, View
from pbem.rules.marcopolo import words
from pbem.rules.marcopolo.characters import ABILITIES
from pbem.rules.marcopolo.data import (
    ACTIONS,
    BEIJING_VP,
    CARD_SLOTS,
    CHARACTERS,
    COLUMN_BONUS,
    CONTRACTS,
    MARKET,
    MARKET_DICE,
    OBJECTIVES,
    STOCK,
    TOWNS,
    TRAVEL_COINS,
)
from pbem.rules.marcopolo.data import city_of as city
from pbem.rules.marcopolo.describe import place_name
from pbem.rules.marcopolo.dice import dice_shown

SPACES = {
    "coins": "5 coins",
    "camels": "camels",
    "pepper": "pepper",
    "silk": "silk",
    "gold": "gold",
    "khan": "Khan's favor",
    "contracts": "contracts",
    "travel": "travel",
    "bag": "coin bag",
}


def sections(view: View) -> list[Section]:
    """The parts of a report, own things first."""
    parts = [_own(view)] if view["seat"] else []
    if view["phase"] == "characters":
        parts.append(_offered(view))
    board = [_contracts(view), _spaces(view), _market(), _cards(view), _towns(view)]
    return [*parts, _players(view), *board, *_ways(view)]


def _own(view: View) -> Section:
    me = view["players"][view["seat"]]
    lines = []
    if me["character"]:
        name = CHARACTERS[me["character"]]["name"]
        lines.append(f"Character: {name}: {words.CHARACTER[me['character']]}")
    lines.append("Stock: " + ", ".join(words.amount(what, me["stock"][what]) for what in STOCK))
    lines.append(f"Dice: {dice_shown(me['dice']) or 'none'}")
    lines += [f"Objective: {_objective(card, me)}" for card in me.get("objectives", ())]
    lines += [f"To choose from: {_objective(card, me)}" for card in me.get("dealt", ())]
    lines.append(f"Posts: {_places(me['posts'])} ({me['posts_left']} in hand)")
    rows = tuple((tile, *words.contract(tile), _missing(me, tile)) for tile in me["contracts"])
    return Section("You", tuple(lines), Table(("active", "cost", "reward", "VP", "missing"), rows) if rows else None)


def _objective(card: str, me: dict[str, Any]) -> str:
    if card not in OBJECTIVES:
        return card
    places = [f"{place_name(p)}{' (done)' if p in me['posts'] else ''}" for p in OBJECTIVES[card]["locations"]]
    return f"{card}: {' and '.join(places)}, {OBJECTIVES[card]['vp']} VP"


def _missing(me: dict[str, Any], tile: str) -> str:
    cost = CONTRACTS[tile]["cost"]
    short = {what: n - me["stock"][what] for what, n in cost.items() if n > me["stock"][what]}
    return words.amounts(short) if short else "-"


def _places(places: list[str]) -> str:
    return ", ".join(place_name(place) for place in places) or "none"


def _offered(view: View) -> Section:
    lines = tuple(f"{name}: {words.CHARACTER[name]}" for name in view["offered"])
    return Section("Characters to choose from", lines)


def _players(view: View) -> Section:
    head = ("seat", "coins", "camels", "pepper", "silk", "gold", "VP", "dice", "posts", "done")
    rows = tuple(_player_row(seat, p) for seat, p in view["players"].items())
    lines = [_player_line(seat, p) for seat, p in view["players"].items()]
    if view["start"]:
        lines.append(f"Start player: {view['start']}; last to travel this round: {view['traveller'] or 'nobody yet'}")
    return Section("Players", tuple(lines), Table(head, rows))


def _player_row(seat: str, p: dict[str, Any]) -> tuple[str, ...]:
    stock = tuple(str(p["stock"][what]) for what in STOCK)
    return (seat, *stock, dice_shown(p["dice"]) or "-", str(len(p["posts"])), str(len(p["completed"])))


def _player_line(seat: str, p: dict[str, Any]) -> str:
    active = f"contracts {', '.join(p['contracts']) or 'none'}"
    if not p["character"]:
        return f"{seat}: no character yet; {active}"
    figures = " and ".join(place_name(place) for place in p["figures"])
    return f"{seat}: {CHARACTERS[p['character']]['name']} in {figures}; posts {_places(p['posts'])}; {active}"


def _contracts(view: View) -> Section:
    rows = tuple(_contract_row(column, tile) for column, tile in enumerate(view["row"], 1))
    lines = [f"Round stacks left: {view['stacks']}, special stack: {view['special']} tiles"]
    if not rows:
        return Section("Contracts on the board", (*lines, "No contract lies on the board."))
    if len(rows) >= min(COLUMN_BONUS):
        added = ", ".join(f"+{n}" for n in COLUMN_BONUS.values())
        lines.append(f"{added}: so many coins or camels come with the tile")
    return Section("Contracts on the board", tuple(lines), Table(("col", "tile", "cost", "reward", "VP"), rows))


def _contract_row(column: int, tile: str) -> tuple[str, ...]:
    bonus = f" +{COLUMN_BONUS[column]}" if column in COLUMN_BONUS else ""
    return (f"{column}{bonus}", tile, *words.contract(tile))


def _spaces(view: View) -> Section:
    rows = tuple((name, _placed(view["spaces"][space])) for space, name in SPACES.items())
    lines = (f"Black dice left: {view['black']}", _khan(view["spaces"]["khan"]))
    return Section("Action spaces", lines, Table(("space", "dice"), rows))


def _market() -> Section:
    """What the columns of the market bring."""
    rows = tuple((_with_dice(row), *(_brought(row, gain) for gain in MARKET[row][1:])) for row in MARKET)
    return Section("Market, by the lowest die", (), Table(("", *map(str, range(1, 7))), rows))


def _with_dice(row: str) -> str:
    return f"{row}, {MARKET_DICE[row]} {'die' if MARKET_DICE[row] == 1 else 'dice'}"


def _brought(row: str, gain: Amounts) -> str:
    besides = [words.amount(what, n) for what, n in gain.items() if what != row]
    return ", ".join((str(gain[row]), *besides))


def _khan(placed: list[list[str]]) -> str:
    """Which die Khan's favor asks for next."""
    left = ACTIONS["khans-favor"]["places"] - len(placed)
    if not left:
        return "Khan's favor is full."
    lowest = placed[-1][1][-1] if placed else "1"
    return f"Khan's favor: {left} of {left + len(placed)} places left, for a die of {lowest} or more"


def _placed(dice: list[list[str]]) -> str:
    """Dice in the order of placing, those of one seat in a row together."""
    rows = ((seat, " ".join(die for _, die in some)) for seat, some in groupby(dice, lambda die: die[0]))
    return ", ".join(f"{seat} {values}" for seat, values in rows) or "-"


def _cards(view: View) -> Section:
    rows = tuple(_card_row(view, slot) for slot in CARD_SLOTS)
    return Section("City cards", (), Table(("city", "card", "office", "posts", "die"), rows))


def _card_row(view: View, slot: str) -> tuple[str, ...]:
    place = city(slot)
    die = view["card_dice"].get(slot)
    shown = place in view["offices"] and slot.removesuffix("-1") == place
    office = words.office(view["offices"][place]) if shown else "-"
    posts = ", ".join(seat for seat, p in view["players"].items() if place in p["posts"]) or "-"
    return (slot, words.city_card(view["cards"][slot]), office, posts, " ".join(die) if die else "-")


def _towns(view: View) -> Section:
    rows = []
    for town in TOWNS:
        posts = ", ".join(seat for seat, p in view["players"].items() if town in p["posts"]) or "-"
        rows.append((place_name(town), words.town_bonus(view["towns"][town]), posts))
    spaces = [f"{vp}: {seat or 'free'}" for vp, seat in zip(BEIJING_VP, view["beijing"], strict=True)]
    lines = (f"Beijing  {', '.join(spaces)}",)
    return Section("Small towns and Beijing", lines, Table(("town", "bonus", "posts"), tuple(rows)))


def _ways(view: View) -> list[Section]:
    """Where the own figures can go, with what each way costs; nothing as long as there are none."""
    seat = view["seat"]
    if not seat or not view["players"][seat]["character"]:
        return []
    me = view["players"][seat]
    ability = ABILITIES[me["character"]]
    rows = []
    for figure in dict.fromkeys(me["figures"]):
        for place, (coins, camels) in ability.neighbours(figure).items():
            cost = words.amounts({k: n for k, n in (("coins", coins), ("camels", camels)) if n})
            rows.append((place_name(figure), place, "-" if cost == "nothing" else cost))
    steps = " ".join(map(str, TRAVEL_COINS[1:]))
    lines = (f"A journey of 1-{len(TRAVEL_COINS) - 1} steps costs {steps} coins.",)
    return [Section("Ways from your figures", lines, Table(("from", "to", "besides"), tuple(rows)))]
