"""Two-worlds secrecy: what a seat is told does not depend on what it must not see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pbem.core.chance import Chance, Draw
from pbem.core.event import Event
from pbem.core.game import Config, Game, View
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from tests import laws, worlds
from tests.arena import FULL, Trial, every_game, trials
from tests.toygame.caravan import Caravan
from tests.toygame.caravan.moves import Keep
from tests.toygame.caravan.state import State, kind, view

GAMES = 100 if FULL else 8
LOOKS = 12 if FULL else 4
CONFIG = Config(("red", "green", "blue"), {"length": "long"})


def findings(trial: Trial) -> Iterator[tuple[bool, str]]:
    """For positions of a game and every seat: whether the other world is another one, and how the seat could tell."""
    random, pool, steps = Random(trial.seed), laws.Pool(), list(trial.steps())
    for step in steps:
        for move in step.outcome.moves:
            laws.remember(pool, move)
    for i in sorted(random.sample(range(len(steps)), min(LOOKS, len(steps)))):
        spot = worlds.spot_at(steps[i].before, f"{trial.seed} {i}", pool)
        yield from ((False, f"entry {i}: {wrong}") for wrong in worlds.told_moves(spot))
        for seat in (*spot.seats, None):
            yield worlds.is_other(spot.match, worlds.other_match(spot, seat)), ""
            yield from ((False, f"entry {i}: {wrong}") for wrong in worlds.differences(spot, seat))


@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_nobody_can_tell_two_worlds_apart(game: Game) -> None:
    found = [finding for trial in trials(game, range(GAMES)) for finding in findings(trial)]
    assert [wrong for _, wrong in found if wrong] == []
    assert sum(other for other, _ in found) > GAMES, "the other worlds are the same ones"


class ShowsDeck(Caravan):
    def view(self, state: State, seat: str | None) -> View:
        return {**view(state, seat), "next": state.secret["deck"][:1]}


class ShowsGoals(Caravan):
    def view(self, state: State, seat: str | None) -> View:
        return {**view(state, seat), "goals": state.secret["goals"]}


class ListsByGoal(Caravan):
    def legal(self, state: State, seat: str) -> Iterator[Move]:
        goals = [kind(card) for other, card in state.secret["goals"].items() if other != seat]
        moves = list(super().legal(state, seat))
        yield from (m for m in moves if m is moves[0] or not isinstance(m, Keep) or m.good not in goals)


class RefusesByDeck(Caravan):
    def wrong(self, state: State, seat: str, move: Move) -> IllegalMove | None:
        found = super().wrong(state, seat, move)
        return found and IllegalMove(found.id, (), **found.facts, next=state.secret["deck"][0])


class ShowsSetUp(Caravan):
    def draws(self, state: State, seat: str | None) -> list[Draw]:
        return [Draw("shuffle", "cards", tuple(state.secret["goals"].values()), seat)]


class FilesTheDeck(Caravan):
    def dump(self, state: State) -> tuple[dict[str, object], dict[str, object]]:  # type: ignore[override]
        return {**state.public, "deck": list(state.secret["deck"])}, dict(state.secret)


class TellsBids(Caravan):
    def apply(self, state: State, seat: str, move: Move, chance: Chance) -> list[Event]:
        return [event._replace(only=None) for event in super().apply(state, seat, move, chance)]


CONTROLS = (ShowsDeck, ShowsGoals, ListsByGoal, RefusesByDeck, ShowsSetUp, FilesTheDeck, TellsBids)


@pytest.mark.parametrize("game", CONTROLS)
def test_a_leak_is_found(game: type[Caravan]) -> None:
    seeds = (f"leak-{n}" for n in range(20))
    assert any(wrong for seed in seeds for _, wrong in findings(Trial(game(), CONFIG, seed)))
