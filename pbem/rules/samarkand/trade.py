"""What follows when a camel is placed: goods marker, sale, relationship, bonuses, in this order (R17).

Booklet, "Goods spaces" and "New trade relationship between two merchant families". A camel on a start space counts like
any other (R18); on water camels never meet. Bonuses are paid per player and family (R19). A family whose stack is empty
gives no marker any more (R02). The supply of coins never runs out (R22).
"""

from __future__ import annotations

from pbem.core.chance import UNKNOWN, Chance, ChanceMismatch
from pbem.core.event import Event
from pbem.rules.samarkand.data import BONUS_ACTIVE, BONUS_INACTIVE, GOOD_AT, SALE, WATER
from pbem.rules.samarkand.state import State, sort_cards
from pbem.rules.samarkand.turn import finish_turn

NOBODY = "none"


def go_on(state: State, chance: Chance) -> list[Event]:
    """Places the camels that are still to come; stops where seats must be asked about a sale.

    Behind the last camel its player may still sell in the same text, so the turn ends with the text.
    """
    events: list[Event] = []
    family = state.expanding[0]
    while len(state.expanding) > 1:
        events += place_camel(state, family, state.expanding.pop(1), chance)
        if state.asked:
            return events
    state.expanding, state.phase = [], "done"
    return events if state.window else events + finish_turn(state, chance)


def place_camel(state: State, family: str, space: str, chance: Chance) -> list[Event]:
    """Puts one camel on the map and settles what it leads to."""
    others = state.camels_at.setdefault(space, [])
    domain = state.families[family]
    domain.camels -= 1
    domain.route.append(space)
    events = [Event("placed", state.seat, facts={"family": family, "space": space, "with": list(others)})]
    others.append(family)
    if len(others) == 1 and space in GOOD_AT:
        return events + reach_good(state, GOOD_AT[space], chance)
    if len(others) == 1 or space in WATER or others[0] in domain.related:
        return events
    return events + relate(state, family, others[0])


def reach_good(state: State, good: str, chance: Chance) -> list[Event]:
    """Gives the marker to the active player and settles the sale of the card, or asks about it."""
    state.players[state.seat].goods.append(good)
    if state.window:
        state.window.append(good)
    events = [Event("reached", state.seat, {"goods": 1}, {"good": good})]
    if state.ask:
        ask_all(state, good)
        return events
    known = find_seller(state, good)
    told = chance.draw(f"sale-{good}", known, unsaid=NOBODY)
    seller = known if told == UNKNOWN else told
    if seller in (NOBODY, UNKNOWN):
        state.untold += [good] if told == UNKNOWN else []
        return events
    check_seller(state, seller, good)
    return [*events, sell(state, seller, good)]


def find_seller(state: State, card: str) -> str:
    """Who sells a card by standing order (R15): a seat, `none`, or `?` when this replay cannot know."""
    for seat, player in state.players.items():
        if card in player.hand:
            return seat if player.sells(card) else NOBODY
    hands = [card for player in state.players.values() for card in player.hand]
    return UNKNOWN if UNKNOWN in hands else NOBODY


def check_seller(state: State, seller: str, card: str) -> None:
    """Raises ChanceMismatch when a log says that somebody sold who cannot have."""
    hand = state.players[seller].hand if seller in state.players else []
    if card not in hand and UNKNOWN not in hand:
        raise ChanceMismatch(f"who sold {card}", seller)


def ask_all(state: State, good: str) -> None:
    """Asks everybody who has a card at all, so that the list of those asked tells nothing about the holder."""
    state.asked = [seat for seat in state.staying if state.players[seat].hand]
    if state.asked:
        state.selling, state.phase = good, "sell"


def sell(state: State, seat: str, card: str) -> Event:
    """Lays the card open before its holder and pays for it."""
    player = state.players[seat]
    player.hand.remove(card if card in player.hand else UNKNOWN)
    player.sold = sort_cards([*player.sold, card])
    player.dirhams += SALE
    return Event("sold", seat, {"dirhams": SALE, "cards": -1, "sold": 1}, {"good": card})


def relate(state: State, active: str, inactive: str) -> list[Event]:
    """Relates two families: markers of both to the active player, bonuses to all members."""
    taken = [family for family in (active, inactive) if state.families[family].stack]
    state.families[active].related.append(inactive)
    state.families[inactive].related.append(active)
    state.players[state.seat].markers += taken
    facts = {"active": active, "inactive": inactive, "markers": taken}
    events = [Event("related", state.seat, {"markers": len(taken)}, facts)]
    for family, bonus in ((active, BONUS_ACTIVE), (inactive, BONUS_INACTIVE)):
        for seat in state.members(family):
            state.players[seat].dirhams += bonus
            events.append(Event("bonus", seat, {"dirhams": bonus}, {"family": family}))
    return events
