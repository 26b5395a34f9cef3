"""Advice for the simple bot: near goods, cards in hand, new relationships; it knows only its view."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core.game import View
from pbem.core.move import Move
from pbem.rules.samarkand.actions.expand import Expand
from pbem.rules.samarkand.actions.marry import Discard, Marry
from pbem.rules.samarkand.actions.sell import Keep, Order, Sell
from pbem.rules.samarkand.data import (
    BONUS_ACTIVE,
    BONUS_INACTIVE,
    CAPACITY,
    DRAW,
    GOOD_AT,
    SALE,
    SPACE_OF,
    SPACES,
    VP_OTHER_CAMEL,
    VP_OWN_CAMEL,
    WATER,
)
from pbem.rules.samarkand.paths import distances

NEAR = 3
CARD = 1.2  # what a card that is still to be drawn is worth
SECOND = 0.3  # what a Dirham of the treasury is worth
FAR = 0.6  # how much a step towards something counts


def choose(view: View, seat: str, legal: Iterable[Move]) -> tuple[Move, ...]:
    """The move that promises most, after standing orders for cards that are not worth keeping."""
    table = _Table(view, seat)
    best = max(legal, key=table.worth)
    return (*table.orders(), best)


class _Table:
    """The table as the bot sees it, with what each space is worth to each of its families."""

    def __init__(self, view: View, seat: str) -> None:
        self.view, self.seat = view, seat
        self.own = set(view["players"][seat]["families"])
        self.hand = view["hands"][seat]
        self.open = {SPACE_OF[good] for good in view["open-goods"]}
        self.camels: dict[str, list[str]] = {}
        for family, domain in view["families"].items():
            for space in domain["route"]:
                self.camels.setdefault(space, []).append(family)
        self.full = {space for space, there in self.camels.items() if len(there) == CAPACITY}
        self._values: dict[str, dict[str, float]] = {}

    def worth(self, move: Move) -> float:
        if isinstance(move, Expand):
            values = self._of_family(move.family)
            return sum(values[space] for space in move.spaces) - (SECOND if len(move.spaces) > 1 else 0)
        if isinstance(move, Marry):
            return self._wedding(move.family)
        if isinstance(move, Discard):
            return -sum(1 + self.card(card) for card in move.cards)
        if isinstance(move, Sell):
            return SALE
        return self.card(move.cards[0]) if isinstance(move, Keep) else 0

    def orders(self) -> list[Move]:
        """Standing orders to sell what no family of the bot will come near, and an end to those that no longer fit."""
        if self.view["sales"] == "ask":
            return []
        ordered = self.view["orders"]
        cards = [card for card in self.hand if SPACE_OF[card] in self.open]
        dear = {card for card in cards if self.card(card) + VP_OTHER_CAMEL >= SALE}
        sell: list[Move] = [Order("sell", card) for card in cards if card not in dear and card not in ordered]
        return sell + [Order("forget", card) for card in cards if card in dear and card in ordered]

    def card(self, card: str) -> float:
        """What a card in hand may score at the end."""
        now: int = self.hand.get(card, 0)
        space = SPACE_OF[card]
        if space in self.full:
            return now
        ways = (self._steps(family).get(space, NEAR + 1) for family in self.own)
        nearest = min((steps for steps in ways if steps), default=NEAR + 1)
        return now + VP_OTHER_CAMEL * FAR + max(0.0, VP_OWN_CAMEL * (1 - nearest / (NEAR + 1)))

    def _steps(self, family: str) -> dict[str, int]:
        domain = self.view["families"][family]
        return distances(domain["route"], min(NEAR, domain["camels"]), self.full)

    def _of_family(self, family: str) -> dict[str, float]:
        """What a camel of the family brings on each space, with a little for coming nearer to something."""
        if family not in self._values:
            gains = {space: self._gain(family, space) for space in SPACES}
            goals = [space for space, gain in gains.items() if gain > 0]
            steps = distances(goals, closed=self.full)
            self._values[family] = {s: gains[s] + FAR / (1 + steps.get(s, len(SPACES))) for s in SPACES}
        return self._values[family]

    def _gain(self, family: str, space: str) -> float:
        there = self.camels.get(space, ())
        if family in there or space in self.full:
            return 0
        gain: float = GOOD_AT.get(space) in self.hand and VP_OWN_CAMEL
        if space in self.open:
            return gain + 1
        if there and space not in WATER and there[0] not in self.view["families"][family]["related"]:
            gain += self._relation(family, there[0])
        return gain

    def _relation(self, active: str, inactive: str) -> float:
        """Markers and bonuses, less what the others get, shared among them."""
        gain = 2.0
        others = len(self.view["seats"]) - 1
        for family, bonus in ((active, BONUS_ACTIVE), (inactive, BONUS_INACTIVE)):
            members = set(self.view["families"][family]["members"])
            gain += bonus * ((self.seat in members) - len(members - {self.seat}) / others)
        return gain

    def _wedding(self, family: str) -> float:
        """Cards, reach for the cards in hand and the goods near by, less the portion; twice married is cards only."""
        player = self.view["players"][self.seat]
        portion: int = self.view["families"][family]["portion"]
        cards = CARD * DRAW if player["cards"] + len(player["sold"]) < self.view["limit"] else 0
        if family in self.own:
            return cards - portion
        steps = self._steps(family)
        goods = sum(1 / steps[space] for space in self.open if steps.get(space))
        held = sum(VP_OWN_CAMEL / (1 + steps[SPACE_OF[card]]) for card in self.hand if SPACE_OF[card] in steps)
        few = 3 * max(0, 2 - len(self.own))
        return cards + goods + held + few - portion
