"""Negative controls: for every law a game that breaks it, which the law must catch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from pbem.core.chance import Chance, Draw
from pbem.core.decision import Decision
from pbem.core.event import Amounts, Event
from pbem.core.game import Config, Game, Scores, View
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from tests import laws
from tests.arena import BrokenLaw, Trial, try_game
from tests.toygame.caravan import Caravan
from tests.toygame.caravan.moves import Bid, Keep, Travel, parse
from tests.toygame.caravan.state import State, view

CONFIG = Config(("red", "green", "blue"), {"length": "long"})


class NoMoves(Caravan):
    def legal(self, state: State, seat: str) -> Iterator[Move]:
        yield from (m for m in super().legal(state, seat) if not isinstance(m, Keep))


class NoBids(Caravan):
    def legal(self, state: State, seat: str) -> Iterator[Move]:
        yield from (m for m in super().legal(state, seat) if not isinstance(m, Bid))


class AnybodyTravels(Caravan):
    def wrong(self, state: State, seat: str, move: Move) -> IllegalMove | None:
        lead = state.public["lead"] or seat
        return super().wrong(state, lead if isinstance(move, Travel) else seat, move)


class LosesCards(Caravan):
    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, move, chance)
        if isinstance(move, Keep):
            state.public["out"].pop()
        return events


class ListsTooMuch(Caravan):
    def legal(self, state: State, seat: str) -> Iterator[Move]:
        yield from super().legal(state, seat)
        if state.public["stage"] == "keep" and seat == state.public["lead"]:
            yield Keep("nothing")


class ListsTooLittle(Caravan):
    def legal(self, state: State, seat: str) -> Iterator[Move]:
        yield from (move for move in super().legal(state, seat) if move != Bid(1))


class ViewChanges(Caravan):
    def view(self, state: State, seat: str | None) -> View:
        state.secret["deck"].reverse()
        return view(state, seat)


class ViewShares(Caravan):
    def view(self, state: State, seat: str | None) -> View:
        return {**view(state, seat), "cards": state.public["cards"]}


class RefusesTooLate(Caravan):
    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        if isinstance(move, Bid):
            state.secret["bids"]["nobody"] = 0
            self.refuse(state, seat, move)
            del state.secret["bids"]["nobody"]
        return super().apply(state, seat, move, chance)

    def refuse(self, state: State, seat: str, move: Move) -> None:
        if refusal := self.wrong(state, seat, move):
            raise refusal


class WritesBadly(Caravan):
    def format(self, move: Move) -> str:
        return f"bid {int(move.coins) + 1}" if isinstance(move, Bid) else Caravan.format(move)


class MisreadsCapitals(Caravan):
    def parse(self, clause: str) -> tuple[Move, ...]:
        return parse(clause) if clause != "bid 1" else (*parse(clause), Travel())


class CopiesNothing(Caravan):
    def copy(self, state: State) -> State:  # type: ignore[override]
        return State(state.public, dict(state.secret))


class Forgets(Caravan):
    def load(self, public: Mapping[str, Any], secret: Mapping[str, Any]) -> State:
        return super().load({**public, "price": 1}, secret)


class ScoresOtherwise(Caravan):
    def score(self, state: State) -> Scores:
        return Scores(Caravan.score(state).rows, ())


class ShowsWrongScores(Caravan):
    def view(self, state: State, seat: str | None) -> View:
        return {**view(state, seat), "scores": {s: [["coins", 0]] for s in state.public["seats"]}}


class KeepsQuiet(Caravan):
    def _gain(self, state: State, seat: str, what: str, gain: Amounts) -> Event:
        return super()._gain(state, seat, what, gain)._replace(gain={})


class HasNoWords(Caravan):
    def describe(self, event: Event) -> str:
        return ""


class AsksForNonsense(Caravan):
    def prompt(self, view: View, decision: Decision) -> tuple[str, ...]:
        return "What now?", "bid 99"


class DefaultsToNonsense(Caravan):
    def default(self, state: State, seat: str) -> Move:
        return Bid(99)


class CrashesOnFacts(Caravan):
    def fact(self, state: State, words: list[str]) -> str:
        return str(state.public[words[0]])


class ViewsAreNoData(Caravan):
    def view(self, state: State, seat: str | None) -> View:
        return {**view(state, seat), "pair": (1, 2)}


class NeverEnds(Caravan):
    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        return super().apply(state, seat, move, chance) if not isinstance(move, Travel) else []


class HasOwnChance(Caravan):
    count = 0

    def setup(self, config: Config, chance: Chance) -> State:
        HasOwnChance.count += 1
        state = super().setup(config, chance)
        state.public["count"] = HasOwnChance.count
        return state


class HidesChance(Caravan):
    def draws(self, state: State, seat: str | None) -> list[Draw]:
        return [Draw("shuffle", "cards", tuple(state.secret["deck"][:3]), seat)]


CONTROLS: dict[str, tuple[type[Caravan], ...]] = {
    "somebody_can_move": (NoBids,),
    "somebody_can_go_on": (NoMoves,),
    "others_cannot_move": (AnybodyTravels,),
    "position_stays_sound": (LosesCards,),
    "listed_moves_apply": (ListsTooMuch,),
    "altered_moves_agree": (ListsTooLittle,),
    "nothing_else_changes": (ViewChanges, ViewShares, RefusesTooLate),
    "notation_round_trip": (WritesBadly, MisreadsCapitals),
    "copies_are_independent": (CopiesNothing,),
    "dump_and_load": (Forgets,),
    "scores_add_up": (ScoresOtherwise, ShowsWrongScores),
    "events_add_up": (KeepsQuiet,),
    "events_can_be_told": (HasNoWords,),
    "prompts_can_be_answered": (AsksForNonsense,),
    "defaults_are_legal": (DefaultsToNonsense,),
    "unknown_facts_are_refused": (CrashesOnFacts,),
    "views_are_plain_data": (ViewsAreNoData,),
    "does not end": (NeverEnds,),
    "the replay of the log": (HasOwnChance,),
    "the replay with recorded": (HidesChance,),
}


@pytest.mark.parametrize(("law", "game"), [(law, game) for law, games in CONTROLS.items() for game in games])
def test_a_game_that_breaks_the_law_is_caught(law: str, game: type[Caravan]) -> None:
    assert law in "; ".join(_caught(game()))


def _caught(game: Game) -> Iterator[str]:
    for number in range(4):
        try:
            try_game(Trial(game, CONFIG, f"control-{number}"))
        except (BrokenLaw, LookupError, ValueError) as broken:
            yield str(broken)


def test_every_law_has_a_control() -> None:
    every = {law.__name__ for law in (*laws.POSITIONS, *laws.STEPS)} - {"position_is_sound"}
    assert every <= set(CONTROLS)
