"""Marry into a merchant family.

Booklet, "Marry into a merchant family" and "Rules changes for 2 players". The portion goes from the player's cash to
the family's treasury, the player takes a family tile, then draws three goods cards and discards 0 to 2.
Decided: a family without camels or room may be married (R07); below the limit all three cards are drawn, at the limit
none (R10); sold cards count (R11); a short deck (R12, R30, R33); the two-player bag is drawn after the tile is taken
and before the cards (R21, R34); with two players both tiles of a family may be held (R20).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from pbem.core.chance import UNKNOWN, Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.samarkand.data import DRAW, FAMILIES, MOST_TILES, PORTION
from pbem.rules.samarkand.read import read_cards, read_family
from pbem.rules.samarkand.state import State, deal_cards, sort_cards
from pbem.rules.samarkand.turn import can_marry, check_asked, finish_turn

if TYPE_CHECKING:
    from lark import Token, Tree


class Marry(Move):
    family: str


class Discard(Move):
    cards: tuple[str, ...]


def read_marry(tree: Tree[Token]) -> tuple[Move, ...]:
    return (Marry(read_family(tree.children[0])),)  # type: ignore[arg-type]


def write_marry(move: Marry) -> str:
    return f"marry {move.family}"


def read_discard(tree: Tree[Token]) -> tuple[Move, ...]:
    if tree.children in (["none"], ["nothing"]):
        return (Discard(()),)
    return (Discard(read_cards(tree.children)),)  # type: ignore[arg-type]


def write_discard(move: Discard) -> str:
    return " ".join(("discard", *move.cards)) if move.cards else "keep all"


def legal_marry(state: State, seat: str) -> Iterator[Move]:
    return (Marry(family) for family in FAMILIES if can_marry(state, seat, family))


def legal_discard(state: State, seat: str) -> Iterator[Move]:
    least, most = state.discard_range()
    hand = state.players[seat].hand
    return (Discard(cards) for n in range(least, most + 1) for cards in dict.fromkeys(combinations(hand, n)))


def check_marry(state: State, seat: str, move: Marry) -> None:
    check_asked(state, seat, "turn")
    family, player = move.family, state.players[seat]
    if player.tiles.count(family) >= MOST_TILES[len(state.players)]:
        raise IllegalMove("samarkand.marry.member", _weddings(state, seat), family=family)
    if not state.families[family].tiles:
        raise IllegalMove("samarkand.marry.tiles", _weddings(state, seat), family=family)
    if player.dirhams < PORTION[family]:
        needs, has = PORTION[family], player.dirhams
        raise IllegalMove("samarkand.marry.dirhams", _weddings(state, seat), family=family, needs=needs, has=has)


def _weddings(state: State, seat: str) -> tuple[str, ...]:
    return tuple(f"marry {family}" for family in FAMILIES if can_marry(state, seat, family))[:3]


def check_discard(state: State, seat: str, move: Discard) -> None:
    check_asked(state, seat, "discard")
    player = state.players[seat]
    rest = list(player.hand)
    for card in move.cards:
        if card not in rest:
            raise not_in_hand(state, seat, card)
        rest.remove(card)
    least, most = state.discard_range()
    if not least <= len(move.cards) <= most:
        allowed = f"{least} to {most}" if least < most else str(least)
        facts = {"least": least, "most": most, "allowed": allowed, "wants": len(move.cards), "limit": state.limit}
        raise IllegalMove("samarkand.discard.count", _discards(state, seat, len(move.cards)), **facts)


def not_in_hand(state: State, seat: str, card: str) -> IllegalMove:
    """Says why a card cannot be kept or discarded."""
    player = state.players[seat]
    if card in player.hand:
        return IllegalMove("samarkand.discard.twice", (), card=card)
    id = "samarkand.discard.sold" if card in player.sold else "samarkand.discard.held"
    return IllegalMove(id, (), card=card, hand=list(player.hand))


def _discards(state: State, seat: str, wants: int) -> tuple[str, ...]:
    """Legal discards with a number of cards as near as can be to what was wanted."""
    least, most = state.discard_range()
    n = min(max(wants, least), most)
    return tuple(write_discard(Discard(cards)) for cards in combinations(state.players[seat].hand, n))[:3]


def apply_marry(state: State, seat: str, move: Marry, chance: Chance) -> list[Event]:
    check_marry(state, seat, move)
    state.untold = []
    player, domain, portion = state.players[seat], state.families[move.family], PORTION[move.family]
    player.dirhams -= portion
    domain.treasury += portion
    domain.tiles -= 1
    player.tiles.append(move.family)
    facts = {"family": move.family, "portion": portion}
    events = [Event("married", seat, {"dirhams": -portion, "tiles": 1}, facts), *draw_tile(state, chance)]
    if player.cards >= state.limit:
        return [*events, Event("full", seat, facts={"limit": state.limit}), *finish_turn(state, chance)]
    events += draw_cards(state, seat, chance)
    if not state.fresh:
        return events + finish_turn(state, chance)
    state.phase = "discard"
    return events


def draw_tile(state: State, chance: Chance) -> list[Event]:
    """Draws from the two-player bag: the tile comes to the board if somebody is married there, else it is out."""
    if not state.bag:
        return []
    family = chance.draw("bag", state.bag.pop())
    known_family(family)
    state.drawn.append(family)
    married = bool(state.members(family))
    if married:
        state.families[family].tiles += 1
    else:
        state.box["tiles"].append(family)
    return [Event("bag", facts={"family": family, "added": married})]


def known_family(family: str) -> None:
    if family not in PORTION:
        from pbem.core.chance import ChanceMismatch

        raise ChanceMismatch("a family", family)


def draw_cards(state: State, seat: str, chance: Chance) -> list[Event]:
    """Draws the top cards to the hand; the discards become the new deck when a card is needed (R12, R30)."""
    events: list[Event] = []
    drawn = deal_cards(state.take_cards(DRAW), seat, chance, only=seat)
    if len(drawn) < DRAW and state.discards:
        events.append(reshuffle(state, chance))
        drawn += deal_cards(state.take_cards(DRAW - len(drawn)), seat, chance, only=seat)
    player = state.players[seat]
    player.hand, state.fresh = sort_cards(player.hand + drawn), sort_cards(drawn)
    events.append(Event("drew", seat, {"cards": len(state.fresh)}))
    return [*events, Event("drew-cards", seat, facts={"cards": list(state.fresh)}, only=seat)]


def reshuffle(state: State, chance: Chance) -> Event:
    """Makes the discards the new deck."""
    state.shuffles += 1
    state.deck = chance.shuffle(f"goods-{state.shuffles}", sort_cards(state.discards))[::-1]
    state.discards = []
    return Event("reshuffled", facts={"cards": len(state.deck)})


def apply_discard(state: State, seat: str, move: Discard, chance: Chance) -> list[Event]:
    check_discard(state, seat, move)
    hand = state.players[seat].hand
    for card in move.cards:
        hand.remove(card)
    state.discards += move.cards
    state.fresh = []
    events = [Event("discarded", seat, {"cards": -len(move.cards)})] if move.cards else [Event("kept-all", seat)]
    if move.cards and UNKNOWN not in move.cards:
        events.append(Event("discarded-cards", seat, facts={"cards": list(move.cards)}, only=seat))
    return events + finish_turn(state, chance)
