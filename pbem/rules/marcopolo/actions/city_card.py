"""City cards (DE p. 11; rulings 21, 35-38, 49, 50, 61, 62, 65): one die on the card of a city with an own post.

A card takes one die a round, whoever's; the die says how often it may be used at most, at least once. The post must
have been there when the turn began.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Amounts, Event
from pbem.core.game import ParseProblem
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.actions.goods import ChooseGoods
from pbem.rules.marcopolo.actions.town import ChooseTowns
from pbem.rules.marcopolo.cards import (
    TO,
    asks_for_payment,
    most_uses,
    possible_choices,
    price,
    spelled_out,
    uses_named,
)
from pbem.rules.marcopolo.data import CARD_SLOTS, CHOICE_NAMES, CITY_CARDS, GOODS, SLOT_NAMES, city_of
from pbem.rules.marcopolo.dice import check_held, choices, die_text, read_die, remove_dice
from pbem.rules.marcopolo.rewards import Events, gain, grant
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_main


class UseCard(Move):
    vague = True
    slot: str
    die: int
    uses: int = 0  # 0: as often as possible, until resolved
    choices: tuple[str, ...] = ()


def read(tree: Any) -> tuple[Move, ...]:
    slot, token, *rest = tree.children
    die = read_die(token, token.start_pos)
    chosen = tuple(_read_choice(t) for t in rest if hasattr(t, "data"))
    return (UseCard(SLOT_NAMES.find_one(slot.children), die, _read_uses(rest, die % 10), chosen),)


def _read_uses(rest: list[Any], allowed: int) -> int:
    """The number of uses, 0 when none is given; to write none at all (`x0`) is refused (ruling 36)."""
    token = next((t for t in rest if getattr(t, "type", "") == "TIMES"), None)
    uses = int(token.strip("x times")) if token else 0
    if token and not uses:
        end = token.start_pos + len(token)
        raise ParseProblem("marcopolo.city.uses", token.start_pos, end, allowed=allowed, wants=0)
    return uses


def _read_choice(tree: Any) -> str:
    return TO.join(CHOICE_NAMES.find(str(t), t.start_pos) for t in tree.children)


def write(move: UseCard) -> str:
    uses = f" x{move.uses}" if move.uses else ""
    separator = ", " if any(TO in choice for choice in move.choices) else " "
    chosen = f" {separator.join(move.choices)}" if move.choices else ""
    return f"city {move.slot} {die_text(move.die)}{uses}{chosen}"


def resolve(state: State, p: Player, move: UseCard) -> tuple[Move, ...]:
    """Fills in the uses, and turns choices of the gain into the answers they are."""
    if move.uses and not move.choices:
        return (move,)
    _check_card(state, p, move)
    card = state.cards[move.slot]
    chosen = spelled_out(card, move.uses, move.choices)
    uses = move.uses or uses_named(card, move.die % 10, chosen)
    uses = uses or most_uses(state, p, card, move.die % 10, chosen) or 1
    if asks_for_payment(card) or not chosen:
        return (move.replace(uses=uses, choices=chosen),)
    answer: Move = ChooseGoods(move.choices) if set(move.choices) <= set(GOODS) else ChooseTowns(move.choices)
    if not {"good", "town-bonus"} & CITY_CARDS[card].get("gain", {}).keys():
        raise IllegalMove("marcopolo.city.choice", wanted="no choice", found=" ".join(move.choices))
    return (move.replace(uses=uses, choices=()), answer)


def _may_use(p: Player, slot: str) -> bool:
    return city_of(slot) in p.posts


def legal(state: State, p: Player) -> Iterator[Move]:
    for slot in CARD_SLOTS:
        if slot in state.card_dice or not _may_use(p, slot) or city_of(slot) in p.fresh:
            continue
        for (die,) in choices(p, 1):
            for uses in range(1, die % 10 + 1):
                yield from _legal_uses(state, p, slot, die, uses)


def _legal_uses(state: State, p: Player, slot: str, die: int, uses: int) -> Iterator[Move]:
    for chosen in possible_choices(p, state.cards[slot], uses):
        move = UseCard(slot, die, uses, chosen)
        try:
            check(state, p, move)
        except IllegalMove:
            continue
        yield move


def check(state: State, p: Player, move: UseCard) -> tuple[Amounts, Amounts]:
    """Refuses a use that is not allowed; returns what is paid and what is given."""
    _check_card(state, p, move)
    return _check_uses(state, p, state.cards[move.slot], move)


def _check_card(state: State, p: Player, move: UseCard) -> None:
    """Refuses a card that is closed to the player, and a die he does not have."""
    check_main(state, p)
    city = city_of(move.slot)
    if city not in p.posts:
        raise IllegalMove("marcopolo.city.post", city=city, posts=" ".join(p.posts) or "none")
    if city in p.fresh:
        raise IllegalMove("marcopolo.city.fresh", city=city)
    if move.slot in state.card_dice:
        raise IllegalMove("marcopolo.city.occupied", card=move.slot, by=state.card_dice[move.slot][0])
    check_held(p, (move.die,))


def _check_uses(state: State, p: Player, card: str, move: UseCard) -> tuple[Amounts, Amounts]:
    if not 1 <= move.uses <= move.die % 10:
        raise IllegalMove("marcopolo.city.uses", allowed=move.die % 10, wants=move.uses)
    paid, given = price(state, p, card, move.uses, move.choices)
    for what, n in paid.items():
        if p.stock[what] < n:
            raise IllegalMove("marcopolo.city.cost", what=what, needs=n, has=p.stock[what])
    if move.choices and not asks_for_payment(card):
        raise IllegalMove("marcopolo.city.choice", wanted="no choice", found=" ".join(move.choices))
    most = most_uses(state, p, card, move.die % 10, move.choices)
    if not most:
        raise IllegalMove("marcopolo.city.nothing", card=card)
    if move.uses > most:
        raise IllegalMove("marcopolo.city.uses", allowed=most, wants=move.uses)
    return paid, given


def apply(state: State, p: Player, move: UseCard, chance: Chance, events: Events) -> None:
    paid, given = check(state, p, move)
    remove_dice(p, (move.die,))
    state.card_dice[move.slot] = (p.seat, move.die)
    amounts = {what: -n for what, n in paid.items()}
    gain(p, amounts)
    facts = {"slot": move.slot, "card": state.cards[move.slot], "dice": (move.die,), "uses": move.uses}
    events.append(Event("city", p.seat, amounts, facts))
    grant(state, p, given, "city cards", chance, events)
    state.main_done = True
