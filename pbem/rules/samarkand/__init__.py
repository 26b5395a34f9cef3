"""Samarkand: Routes to Riches, for two to five players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.chance import UNKNOWN, Chance, Draw
from pbem.core.decision import Decision
from pbem.core.event import Amounts, Event
from pbem.core.game import Game, Option, Section, View
from pbem.core.move import Move
from pbem.rules.samarkand import actions, notation, scoring, setup, state, turn
from pbem.rules.samarkand.actions.marry import Discard
from pbem.rules.samarkand.actions.sell import Keep, Order, later, resolve
from pbem.rules.samarkand.data import FACTS
from pbem.rules.samarkand.state import State


class Samarkand:
    """The game as the rest of the program sees it."""

    id: str = FACTS["game"]["id"]
    title: str = FACTS["game"]["title"]
    version = 1
    # Players have no colour in this game; these are none of the families' colours.
    colours: tuple[str, ...] = ("amber", "coral", "ebony", "jade", "ruby")
    players: tuple[int, ...] = tuple(range(FACTS["game"]["players"]["min"], FACTS["game"]["players"]["max"] + 1))
    options: Mapping[str, Option] = setup.OPTIONS

    parse = staticmethod(notation.parse)
    setup = staticmethod(setup.setup)
    waiting = staticmethod(turn.waiting)
    legal = staticmethod(actions.legal)
    resolve = staticmethod(resolve)
    later = staticmethod(later)
    score = staticmethod(scoring.score)
    copy = staticmethod(State.copy)
    dump = staticmethod(state.dump)
    load = staticmethod(state.load)

    def format(self, move: Move) -> str:
        return actions.WRITE[type(move)](move)

    def default(self, state: State, seat: str) -> Move:
        """The first legal move: marries or expands as the list begins; a card is kept, as without an order (R15)."""
        return Keep((state.selling,)) if state.phase == "sell" else next(self.legal(state, seat))

    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        events: list[Event] = actions.APPLY[type(move)](state, seat, move, chance)
        return events

    def settle(self, state: State, seat: str, chance: Chance) -> list[Event]:
        state.window = []
        return turn.finish_turn(state, chance) if state.phase == "done" else []

    def secret(self, move: Move) -> bool:
        return isinstance(move, Order) or (isinstance(move, Discard) and bool(move.cards))

    def mask(self, move: Move) -> str:
        """What others may see of a secret move: how many cards are discarded; nothing of a standing order."""
        if isinstance(move, Discard):
            return " ".join(("discard", *(UNKNOWN for _ in move.cards)))
        return self.format(Order(UNKNOWN, UNKNOWN))

    def view(self, state: State, seat: str | None) -> View:
        from pbem.rules.samarkand.view import view

        return view(state, seat)

    def stock(self, state: State, seat: str) -> Amounts:
        from pbem.rules.samarkand.view import stock

        return stock(state, seat)

    def other_world(self, state: State, seat: str | None, chance: Chance) -> State:
        from pbem.rules.samarkand.view import other_world

        return other_world(state, seat, chance)

    def invariants(self, state: State) -> list[str]:
        from pbem.rules.samarkand.invariants import invariants

        return invariants(state)

    def fact(self, state: State, words: list[str]) -> str:
        from pbem.rules.samarkand.facts import fact

        return fact(state, words)

    def describe(self, event: Event) -> str:
        from pbem.rules.samarkand.report import describe

        return describe(event)

    def prompt(self, view: View, decision: Decision) -> tuple[str, ...]:
        from pbem.rules.samarkand.report import prompt

        return prompt(view, decision)

    def sections(self, view: View) -> list[Section]:
        from pbem.rules.samarkand.report import sections

        return sections(view)

    def draws(self, state: State, seat: str | None) -> list[Draw]:
        return []

    def check_components(self, facts: Mapping[str, Any]) -> list[str]:
        """What is wrong with a component file; for owners of the box who correct it."""
        from pbem.rules.samarkand.components import check_components

        return check_components(facts)


GAME: Game = Samarkand()
