"""What a seat may see (R23, R39): the only way out of a position, field by field; and worlds it cannot tell apart."""

from __future__ import annotations

from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Amounts
from pbem.rules.samarkand.data import GOODS, PORTION, SPACE_OF
from pbem.rules.samarkand.scoring import card_points, open_rows, rows
from pbem.rules.samarkand.state import Family, Player, State, sort_cards


def view(state: State, seat: str | None) -> dict[str, Any]:
    """What the seat (None: the public) may see, as plain data."""
    over = state.phase == "over"
    known = [s for s in state.players if over or s == seat]
    return {
        "seat": seat,
        "seats": list(state.players),
        "turn": None if over else state.seat,
        "phase": state.phase,
        "sales": "ask" if state.ask else "standing",
        "limit": state.limit,
        "players": {s: _player(state, s, player) for s, player in state.players.items()},
        "families": {f: _family(state, f, domain) for f, domain in state.families.items()},
        "open-goods": [good for good in GOODS if SPACE_OF[good] not in state.camels_at],
        "deck": len(state.deck),
        "discards": len(state.discards),
        "bag": len(state.bag),
        "drawn": list(state.drawn),
        "out": list(state.box["tiles"]),
        "hands": {s: {card: card_points(state, s, card) for card in state.players[s].hand} for s in known},
        "fresh": list(state.fresh) if seat == state.seat else [],
        "discard": list(state.discard_range()) if state.phase == "discard" else None,
        "orders": dict(sorted(state.players[seat].orders.items())) if seat in state.players else {},
        "selling": state.selling,
        "passed": list(state.passed),
        "left": list(state.left),
        "ends": list(state.ends),
        "scores": {s: _rows(state, s, s in known) for s in state.players},
    }


def _player(state: State, seat: str, player: Player) -> dict[str, Any]:
    return {
        "dirhams": player.dirhams,
        "families": list(player.tiles),
        "cards": len(player.hand),
        "sold": list(player.sold),
        "goods": list(player.goods),
        "markers": list(player.markers),
        "left": seat in state.left,
    }


def _family(state: State, family: str, domain: Family) -> dict[str, Any]:
    return {
        "portion": PORTION[family],
        "tiles": domain.tiles,
        "treasury": domain.treasury,
        "camels": domain.camels,
        "stack": domain.stack,
        "related": list(domain.related),
        "route": list(domain.route),
        "members": state.members(family),
    }


def _rows(state: State, seat: str, known: bool) -> list[list[Any]]:
    return [list(row) for row in (rows(state, seat) if known else open_rows(state, seat))]


def stock(state: State, seat: str) -> Amounts:
    """What the seat owns, in the words of the events."""
    player = state.players[seat]
    return {
        "dirhams": player.dirhams,
        "tiles": len(player.tiles),
        "cards": len(player.hand),
        "sold": len(player.sold),
        "goods": len(player.goods),
        "markers": len(player.markers),
    }


def other_world(state: State, seat: str | None, chance: Chance) -> State:
    """The same position for this seat, with hidden cards, the bag and the orders of others dealt anew."""
    other = state.copy()
    hidden = [s for s in state.players if s != seat and state.phase != "over"]
    hands = [other.players[s].hand for s in hidden]
    _deal_anew([*hands, other.deck, other.discards], chance.shuffle)
    for s in hidden:
        other.players[s].hand = sort_cards(other.players[s].hand)
    if seat != state.seat and state.phase == "discard":
        other.fresh = other.players[state.seat].hand[: len(state.fresh)]
    for s in state.players:
        if s != seat:
            other.players[s].orders = {} if state.players[s].orders else {"all": True}
    other.bag = chance.shuffle("other bag", other.bag)
    return other


def _deal_anew(piles: list[list[str]], shuffle: Any) -> None:
    """Shuffles the cards of several piles together; every pile keeps its size."""
    cards = shuffle("other cards", [card for pile in piles for card in pile])
    for pile in piles:
        pile[:], cards = cards[: len(pile)], cards[len(pile) :]
