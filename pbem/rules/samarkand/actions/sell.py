"""Selling goods cards: standing orders, or answers when the game asks.

Booklet, "Goods spaces": whoever holds the card of a space may sell it when the first camel lands there, never later
(R14). Decided: by mail the holder answers with a standing order; without one the card is kept, and nobody learns of it
(R15, R16). The order for a single card goes before the one for all (R31); orders for any card are allowed at any time
(R32). In the text of the expansion itself the active player may also say `sell 22` behind it. In a log that does not
tell whether a card was sold, its holder may say so until somebody acts again; if he does not, it was kept.
With the option `sales: ask` there are no standing orders: everybody who has a card in hand is asked, holder or not, so
that neither the list of those asked nor an answer `keep` tells who holds it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pbem.core.chance import UNKNOWN, Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.samarkand import trade
from pbem.rules.samarkand.actions.marry import Discard, not_in_hand
from pbem.rules.samarkand.data import GOOD_AT, SPACE_OF
from pbem.rules.samarkand.read import read_cards
from pbem.rules.samarkand.state import State
from pbem.rules.samarkand.turn import check_asked, check_playing

if TYPE_CHECKING:
    from lark import Token, Tree

ALL = "all"


class Sell(Move):
    """An answer to the game's question; without one, a standing order."""

    card: str
    vague: ClassVar[bool] = True


class Keep(Move):
    """An answer like `Sell`; while discards are chosen, all the cards that are kept."""

    cards: tuple[str, ...]
    vague: ClassVar[bool] = True


class Order(Move):
    """A standing order: sell, keep or forget a card or `all`; `?` and `?` where the reader may not know it."""

    act: str
    card: str


def read_sell(tree: Tree[Token]) -> tuple[Move, ...]:
    return tuple(Sell(card) for card in read_cards(tree.children))  # type: ignore[arg-type]


def read_keep(tree: Tree[Token]) -> tuple[Move, ...]:
    return (Keep(read_cards(tree.children)),)  # type: ignore[arg-type]


def read_order(tree: Tree[Token], act: str) -> tuple[Move, ...]:
    cards = read_cards(tree.children)  # type: ignore[arg-type]
    return tuple(Order(act, card) for card in cards or (ALL,))


def write_sell(move: Sell) -> str:
    return f"sell {move.card}"


def write_keep(move: Keep) -> str:
    return " ".join(("keep", *move.cards))


def write_order(move: Order) -> str:
    words = {"sell": "always sell", "keep": "never sell", "forget": "forget", UNKNOWN: f"order {UNKNOWN}"}[move.act]
    if move.card in (ALL, UNKNOWN):
        return "sell all" if move.act == "sell" else words
    return f"{words} {move.card}"


def resolve(state: State, seat: str, move: Move) -> tuple[Move, ...]:
    """Reads `sell` and `keep` as what they mean now: an answer, a choice of discards, or standing orders."""
    cards = named_cards(move)
    if isinstance(move, Sell) and move.card in state.untold:
        return (move,)
    if not state.ask and all(in_window(state, seat, card) for card in cards):
        sale = isinstance(move, Sell) and move.card not in state.players[seat].sold  # else by standing order
        return (move,) if sale else ()
    check_playing(state, seat)
    if isinstance(move, Keep) and state.phase == "discard" and seat == state.seat:
        return (_rest_of_hand(state, seat, move),)
    if state.ask:
        return (move,)
    if isinstance(move, Sell):
        _check_in_time(state, move.card)
    act = "sell" if isinstance(move, Sell) else "keep"
    return tuple(Order(act, card) for card in cards)


def named_cards(move: Move) -> tuple[str, ...]:
    if isinstance(move, Keep):
        return move.cards
    return (move.card,) if isinstance(move, Sell) else ()


def in_window(state: State, seat: str, card: str) -> bool:
    """True when the seat has reached the space of a card with the text that is being played."""
    return state.window[:1] == [seat] and card in state.window[1:]


def _rest_of_hand(state: State, seat: str, move: Keep) -> Move:
    rest = list(state.players[seat].hand)
    for card in move.cards:
        if card not in rest:
            raise not_in_hand(state, seat, card)
        rest.remove(card)
    return Discard(tuple(rest))


def _check_in_time(state: State, card: str) -> None:
    if SPACE_OF.get(card) in state.camels_at:
        raise IllegalMove("samarkand.sell.late", (), card=card, space=SPACE_OF[card])


def legal(state: State, seat: str) -> Iterator[Move]:
    """The answers to the question; standing orders are no answer to anything and are not listed."""
    if state.selling in state.players[seat].hand:
        yield Sell(state.selling)
    yield Keep((state.selling,))


def check_answer(state: State, seat: str, cards: tuple[str, ...]) -> None:
    if not state.ask:
        raise IllegalMove("samarkand.decision.none", asked=state.phase, found="sell")
    check_asked(state, seat, "sell")
    if cards != (state.selling,):
        raise IllegalMove("samarkand.sell.question", card=" ".join(cards), good=state.selling)


def check_sell(state: State, seat: str, move: Sell) -> None:
    if move.card not in state.untold and (state.ask or not in_window(state, seat, move.card)):
        check_answer(state, seat, (move.card,))
    if not holds(state, seat, move.card):
        raise IllegalMove("samarkand.sell.held", (f"keep {move.card}",), card=move.card)


def check_order(state: State, seat: str, move: Order) -> None:
    check_playing(state, seat)
    if state.ask:
        raise IllegalMove("samarkand.order.ask")
    if move.act == UNKNOWN and not _has_secrets(state):
        raise IllegalMove("samarkand.order.unknown", ("always sell 22", "never sell", "sell all"))


def _has_secrets(state: State) -> bool:
    """True in a replay that may not know everything."""
    return any(UNKNOWN in pile for pile in (state.deck, state.discards, *(p.hand for p in state.players.values())))


def apply_sell(state: State, seat: str, move: Sell, chance: Chance) -> list[Event]:
    """Sells; nobody else can hold the card, so nobody else need answer."""
    check_sell(state, seat, move)
    sold = trade.sell(state, seat, move.card)
    state.untold = [good for good in state.untold if good != move.card]
    if not state.ask:
        return [sold]
    state.asked = []
    return [sold, *close_question(state, chance)]


def apply_keep(state: State, seat: str, move: Keep, chance: Chance) -> list[Event]:
    check_answer(state, seat, move.cards)
    state.asked.remove(seat)
    answered = Event("answered", seat, facts={"good": state.selling})
    return [answered, *close_question(state, chance)]


def close_question(state: State, chance: Chance) -> list[Event]:
    """Goes on with the expansion when nobody has to answer any more."""
    if state.asked:
        return []
    state.selling = ""
    return trade.go_on(state, chance)


def apply_order(state: State, seat: str, move: Order, chance: Chance) -> list[Event]:
    check_order(state, seat, move)
    orders = state.players[seat].orders
    if move.act == "forget":
        dropped = list(orders) if move.card == ALL else [move.card]
        for card in dropped:
            orders.pop(card, None)
    elif move.act != UNKNOWN:
        orders[move.card] = move.act == "sell"
    return [Event("ordered", seat, facts={"act": move.act, "card": move.card}, only=seat)]


def later(state: State, seat: str, move: Move) -> bool:
    """True for an answer about a good that the expansion under way has still to reach.

    A sale must be possible: a log that hides the hand could not tell that it came to nothing.
    """
    cards = named_cards(move)
    if isinstance(move, Sell) and not holds(state, seat, move.card):
        return False
    return len(cards) == 1 and any(GOOD_AT.get(space) == cards[0] for space in state.expanding[1:])


def holds(state: State, seat: str, card: str) -> bool:
    hand = state.players[seat].hand
    return card in hand or UNKNOWN in hand
