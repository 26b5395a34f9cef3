"""Caravan, a toy game: all bid at once and in secret; the highest bidder travels for a card or sells one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from pbem.core.chance import Chance, Draw
from pbem.core.decision import Decision
from pbem.core.event import Amounts, Event
from pbem.core.game import Config, Game, Option, Section, Table, View
from pbem.core.move import Move
from pbem.core.problem import IllegalMove

from . import state as position
from .moves import GOODS, Bid, Keep, Sell, Travel, format_move, parse
from .state import CARDS, State, kind


class Caravan:
    id, title, version = "caravan", "Caravan", 1
    colours: tuple[str, ...] = ("red", "green", "blue")
    players: tuple[int, ...] = (2, 3)
    options: Mapping[str, Option] = {"length": Option(("short", "long"), "three rounds or five")}
    problems = Path(__file__).with_name("problems.yaml")

    parse, format = staticmethod(parse), staticmethod(format_move)
    view, score, stock = staticmethod(position.view), staticmethod(position.score), staticmethod(position.stock)
    copy, dump, invariants = staticmethod(deepcopy), staticmethod(deepcopy), staticmethod(position.invariants)

    def setup(self, config: Config, chance: Chance) -> State:
        seats = list(config.seats)
        deck = chance.shuffle("cards", CARDS)
        public: dict[str, Any] = {"seats": seats, "rounds": 5 if config.options["length"] == "long" else 3, "round": 0}
        public |= {"coins": dict.fromkeys(seats, 3), "cards": {seat: [] for seat in seats}, "out": [], "offer": []}
        state = State(public, {"goals": dict(zip(seats, deck, strict=False)), "deck": deck[len(seats) :], "bids": {}})
        self._next_round(state, chance)
        return state

    def waiting(self, state: State) -> tuple[Decision, ...]:
        public, stage = state.public, state.public["stage"]
        if stage == "bid":
            coins = {seat: n for seat, n in public["coins"].items() if seat not in state.secret["bids"]}
            return tuple(Decision(seat, "bid", {"most": n}) for seat, n in coins.items())
        return () if stage == "over" else (Decision(public["lead"], stage, {}),)

    def resolve(self, state: State, seat: str, move: Move) -> tuple[Move, ...]:
        kinds = sorted({kind(card) for card in state.public["cards"][seat]})
        if move == Sell() and len(kinds) > 1:
            raise IllegalMove("caravan.sell.which", tuple(f"sell {good}" for good in kinds))
        return (Sell(*kinds) if move == Sell() else move,)

    def legal(self, state: State, seat: str) -> Iterator[Move]:
        every = (*map(Bid, range(state.public["coins"][seat] + 1)), *map(Sell, GOODS), Travel(), *map(Keep, GOODS))
        yield from (move for move in every if not self.wrong(state, seat, move))

    def wrong(self, state: State, seat: str, move: Move) -> IllegalMove | None:
        asked, hidden = [d.kind for d in self.waiting(state) if d.seat == seat], state.secret["deck"]
        if not asked:
            others = [decision.seat for decision in self.waiting(state)]
            return IllegalMove("pbem.seat.not-waiting" if others else "pbem.game.over", seat=seat, waiting=others)
        if not isinstance(move, {"bid": Bid, "turn": Travel | Sell, "keep": Keep}[asked[0]]):
            return IllegalMove("caravan.decision.first", asked=asked[0])
        match move:
            case Bid(coins=n) if n not in range(state.public["coins"][seat] + 1) and (n != "?" or n not in hidden):
                return IllegalMove("caravan.bid.coins", needs=n, has=state.public["coins"][seat])
            case Keep(good=good) if good not in map(kind, state.public["offer"]):
                return IllegalMove("caravan.keep.offer", found=good)
            case Sell(good=good) if good not in map(kind, state.public["cards"][seat]):
                return IllegalMove("caravan.sell.none", found=good or "good")
        return None

    def default(self, state: State, seat: str) -> Move:
        return next(self.legal(state, seat))

    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        if refusal := self.wrong(state, seat, move):
            raise refusal
        public = state.public
        match move:
            case Bid(coins=n):
                state.secret["bids"][seat] = n
                return [Event("bid", seat, facts={"coins": n}, only=seat), *self._auction(state, chance)]
            case Travel():
                cards = [chance.draw("cards", state.secret["deck"].pop(0)) for _ in range(2)]
                public |= {"offer": cards, "stage": "keep"}
                return [Event("turned-up", seat, facts={"cards": cards})]
            case Keep(good=good):
                card, other = sorted(public["offer"], key=lambda card: kind(card) != good)
                public["cards"][seat].append(card)
                public |= {"offer": [], "out": [*public["out"], other]}
                event = Event("kept", seat, {good: 1})
            case Sell(good=good):
                card = next(card for card in public["cards"][seat] if kind(card) == good)
                public["cards"][seat].remove(card)
                public["out"].append(card)
                event = self._gain(state, seat, "sold", {"coins": public["price"], good: -1})
        return [event, *self._next_round(state, chance)]

    def _auction(self, state: State, chance: Chance) -> list[Event]:
        public, bids = state.public, state.secret["bids"]
        if len(bids) < len(public["seats"]):
            return []
        bids = {seat: int(chance.draw(f"bid-{seat}", str(bids[seat]))) for seat in public["seats"]}
        lead = max(public["seats"], key=bids.__getitem__)
        state.secret["bids"], public["lead"], public["stage"] = {}, lead, "turn"
        others = [self._gain(state, seat, "waited", {"coins": 1}) for seat in public["seats"] if seat != lead]
        return [self._gain(state, lead, "led", {"coins": -bids[lead]}), *others]

    def _gain(self, state: State, seat: str, what: str, gain: Amounts) -> Event:
        state.public["coins"][seat] += gain["coins"]
        return Event(what, seat, gain)

    def _next_round(self, state: State, chance: Chance) -> list[Event]:
        public = state.public
        if public["round"] == public["rounds"]:
            public["stage"] = "over"
            state.secret["goals"] = {seat: chance.draw(seat, card) for seat, card in state.secret["goals"].items()}
            return [Event("ended", facts={"goals": dict(state.secret["goals"])})]
        (price,) = chance.roll("market", 1, 6, f"round-{public['round'] + 1}")
        public |= {"round": public["round"] + 1, "price": price, "stage": "bid", "lead": ""}
        return [Event("round", facts={"round": public["round"], "price": price})]

    def settle(self, state: State, seat: str, chance: Chance) -> list[Event]:
        return []

    def later(self, state: State, seat: str, move: Move) -> bool:
        return bool(state.public["stage"] == "bid" and not isinstance(move, Bid))

    def secret(self, move: Move) -> bool:
        return isinstance(move, Bid)

    def load(self, public: Mapping[str, Any], secret: Mapping[str, Any]) -> State:
        return deepcopy(State(dict(public), dict(secret)))

    def fact(self, state: State, words: list[str]) -> str:
        own = position.stock(state, words[0]) if words[0] in state.public["seats"] else state.public
        if words[-1] not in own or len(words) != 1 + (own is not state.public):
            raise IllegalMove("pbem.fact.unknown", found=" ".join(words))
        return str(own[words[-1]])

    def other_world(self, state: State, seat: str | None, chance: Chance) -> State:
        other = deepcopy(state)
        hidden = [] if state.public["stage"] == "over" else [s for s in state.secret["goals"] if s != seat]
        cards = chance.shuffle("other", [*(state.secret["goals"][s] for s in hidden), *state.secret["deck"]])
        other.secret["goals"].update(zip(hidden, cards, strict=False))
        other.secret["deck"] = cards[len(hidden) :]
        for bidder in set(other.secret["bids"]) - {seat}:
            other.secret["bids"][bidder] = chance.roll(bidder, 1, state.public["coins"][bidder] + 1)[0] - 1
        return other

    def describe(self, event: Event) -> str:
        return f"{event.seat or 'all'} {event.kind} {event.facts or ''}".strip()

    def prompt(self, view: View, decision: Decision) -> tuple[str, ...]:
        if decision.kind == "bid":
            return f"Bid 0 to {decision.facts['most']} coins in secret.", f"bid {decision.facts['most']}", "bid 0"
        if decision.kind == "turn":
            sales = [f"sell {good}" for good in sorted({*map(kind, view["cards"][decision.seat])})]
            return f"You lead. Travel, or sell at {view['price']}.", "travel", *sales
        return "Keep one of the two cards.", *(f"keep {kind(card)}" for card in view["offer"])

    def sections(self, view: View) -> list[Section]:
        goals = (f"Goal of {seat}: {card}" for seat, card in view["goals"].items())
        market = (f"Round {view['round']}, price {view['price']}, {view['deck']} cards in the deck.", *goals)
        rows = tuple((seat, str(view["coins"][seat]), " ".join(view["cards"][seat])) for seat in view["seats"])
        return [Section("Market", market), Section("Seats", (), Table(("seat", "coins", "cards"), rows))]

    def draws(self, state: State, seat: str | None) -> list[Draw]:
        known = (card if owner == seat else "?" for owner, card in state.secret["goals"].items())
        return [Draw("shuffle", "cards", tuple(known), seat)] if seat else []


GAME: Game = Caravan()
