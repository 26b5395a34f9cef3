"""The Voyages of Marco Polo (2-4 players)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.core.chance import Chance, Draw
from pbem.core.decision import Decision
from pbem.core.event import Event
from pbem.core.game import Config, Option, ParseProblem, Scores, Section, View
from pbem.core.move import Move
from pbem.notation.parser import Grammar
from pbem.rules.marcopolo import rounds, setup, turn
from pbem.rules.marcopolo import state as position
from pbem.rules.marcopolo.actions import ANSWERS, APPLY, EXTRA, MAIN, MODULE_OF, READERS
from pbem.rules.marcopolo.actions.objectives import ChooseObjectives
from pbem.rules.marcopolo.canonical import read_canonical
from pbem.rules.marcopolo.data import FACTS, SEATS
from pbem.rules.marcopolo.rewards import Events, work_off
from pbem.rules.marcopolo.state import State


class MarcoPolo:
    """The game protocol, answered by the modules of this package."""

    id = "marcopolo"
    title: str = FACTS["game"]["name"]
    version = 1
    colours = SEATS
    players: tuple[int, ...] = tuple(FACTS["game"]["players"])
    options: Mapping[str, Option] = {
        "towns": Option(("basic", "random"), "where the town bonuses lie: by letter, or shuffled"),
        "characters": Option(("first", "draft"), "those of the first game by seat, or chosen, last seat first"),
        "objectives": Option(("dealt", "choose"), "two dealt, or two chosen out of four"),
    }

    def __init__(self) -> None:
        self.grammar = Grammar.named(self.id)
        self._read: dict[str, tuple[Move, ...]] = {}

    def setup(self, config: Config, chance: Chance) -> State:
        return setup.setup(config, chance)

    def waiting(self, state: State) -> tuple[Decision, ...]:
        return turn.waiting(state)

    def parse(self, clause: str) -> tuple[Move, ...]:
        moves = self._read.get(clause)
        if moves is None:
            moves = self._read[clause] = read_canonical(clause) or self._parse(clause)
        return moves

    def _parse(self, clause: str) -> tuple[Move, ...]:
        try:
            tree = self.grammar.tree(clause)
            moves: tuple[Move, ...] = READERS[tree.data].read(tree)
        except ParseProblem as wrong:
            from pbem.rules.marcopolo.meant import meant

            raise meant(self.grammar, clause, wrong) from None
        return moves

    def format(self, move: Move) -> str:
        text: str = MODULE_OF[type(move)].write(move)
        return text

    def resolve(self, state: State, seat: str, move: Move) -> tuple[Move, ...]:
        p = state.players.get(seat)
        if p is None:
            raise turn.not_waiting(state, seat)
        moves: tuple[Move, ...] = MODULE_OF[type(move)].resolve(state, p, move)
        return moves

    def legal(self, state: State, seat: str) -> Iterator[Move]:
        p = state.players.get(seat)
        if p is None:
            return
        if p.todo:
            yield from ANSWERS[p.todo[-1][0]].legal(state, p)
        elif state.phase == "turns" and state.turn == seat:
            for module in EXTRA if state.main_done else (*MAIN, *EXTRA):
                yield from module.legal(state, p)

    def default(self, state: State, seat: str) -> Move:
        from pbem.rules.marcopolo.default import default

        return default(state, state.players[seat])

    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        p = state.players.get(seat)
        if p is None:
            raise turn.not_waiting(state, seat)
        events: Events = []
        APPLY[type(move)](state, p, move, chance, events)
        if p.todo:
            work_off(state, p, chance, events)
        if state.phase != "turns":
            rounds.go_on(state, chance, events)
        return events

    def settle(self, state: State, seat: str, chance: Chance) -> list[Event]:
        events: Events = []
        if state.turn == seat:
            rounds.settle(state, state.players[seat], chance, events)
        return events

    def later(self, state: State, seat: str, move: Move) -> bool:
        """Answers to what the start of a round or the set-up will ask may be given ahead."""
        p, module = state.players[seat], MODULE_OF[type(move)]
        if p.todo or state.phase == "over":
            return False
        if state.phase == "turns":
            return any(ANSWERS[kind] is module for kind in rounds.next_questions(state, p))
        return module in ANSWERS.values()

    def secret(self, move: Move) -> bool:
        return isinstance(move, ChooseObjectives)

    def view(self, state: State, seat: str | None) -> View:
        from pbem.rules.marcopolo.view import view

        return view(state, seat)

    def score(self, state: State) -> Scores:
        from pbem.rules.marcopolo.scoring import score

        return score(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def dump(self, state: State) -> tuple[dict[str, Any], dict[str, Any]]:
        return position.dump(state)

    def load(self, public: Mapping[str, Any], secret: Mapping[str, Any]) -> State:
        return position.load(dict(public), dict(secret))

    def invariants(self, state: State) -> list[str]:
        from pbem.rules.marcopolo.invariants import broken

        return broken(state)

    def check_components(self, facts: Mapping[str, Any]) -> list[str]:
        from pbem.rules.marcopolo.components import check_components

        return check_components(facts)

    def stock(self, state: State, seat: str) -> dict[str, int]:
        return dict(state.players[seat].stock)

    def fact(self, state: State, words: list[str]) -> str:
        from pbem.rules.marcopolo.facts import fact

        return fact(state, words)

    def describe(self, event: Event) -> str:
        from pbem.rules.marcopolo.describe import describe

        return describe(event)

    def prompt(self, view: View, decision: Decision) -> tuple[str, ...]:
        from pbem.rules.marcopolo.prompt import prompt

        return prompt(view, decision)

    def sections(self, view: View) -> list[Section]:
        from pbem.rules.marcopolo.report import sections

        return sections(view)

    def draws(self, state: State, seat: str | None) -> list[Draw]:
        return []

    def other_world(self, state: State, seat: str | None, chance: Chance) -> State:
        from pbem.rules.marcopolo.worlds import other_world

        return other_world(state, seat, chance)


GAME = MarcoPolo()
