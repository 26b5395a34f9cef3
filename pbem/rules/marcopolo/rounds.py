"""The course of the game: rounds, turns and the end (DE p. 15-16; rulings 9, 27, 30, 33, 40, 53)."""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.rules.marcopolo.data import FACTS, ROUNDS, SETUP, TOWN_BONUSES
from pbem.rules.marcopolo.dice import clear_spaces
from pbem.rules.marcopolo.rewards import Events, choices_of, gain, grant, own_towns, work_off
from pbem.rules.marcopolo.state import WHITE, Player, State, Task

COMPENSATION = FACTS["round"]["compensation"]


def start_round(state: State, chance: Chance, events: Events) -> None:
    """New start player, then the bonuses of small towns and characters."""
    state.round += 1
    if state.traveller:
        state.start = state.traveller
    state.traveller = ""
    state.phase = "bonuses"
    events.append(Event("round", facts={"round": state.round, "start": state.start}))
    for p in state.from_start():
        _start_bonuses(state, p, chance, events)
    go_on(state, chance, events)


def _start_bonuses(state: State, p: Player, chance: Chance, events: Events) -> None:
    """Pays what needs no answer at once; the questions come in the order towns, then character (ruling 33)."""
    asked: list[list[Task]] = []
    for place in p.posts:
        if place in state.towns:
            events.append(Event("town-pays", p.seat, facts={"place": place}))
            p.todo = [("bonus", place)]
            work_off(state, p, chance, events)
            asked.append(p.todo)
    p.todo = []
    if p.ability.round_start:
        grant(state, p, p.ability.round_start, "character", chance, events)
        work_off(state, p, chance, events)
        asked.append(p.todo)
    p.todo = [task for questions in reversed(asked) for task in questions]


def next_questions(state: State, p: Player) -> set[str]:
    """Kinds of questions the start of the next round may bring; none for who can still have a turn before it."""
    if p.dice or state.round == ROUNDS:
        return set()
    rewards = [TOWN_BONUSES[state.towns[town]] for town in own_towns(state, p)]
    if any("other-town-bonus" in reward for reward in rewards):
        rewards += TOWN_BONUSES.values()
    kinds = {task[0] for reward in rewards for task in choices_of(reward)}
    kinds |= {"contract"} if "contract" in p.ability.round_start else set()
    return kinds | ({"compensation"} if p.ability.compensation else set())


def go_on(state: State, chance: Chance, events: Events) -> None:
    """Goes on with the round when nobody is asked anything any more."""
    if any(p.todo for p in state.players.values()):
        return
    if state.phase == "bonuses":
        _roll(state, chance, events)
        go_on(state, chance, events)
    elif state.phase == "compensation":
        state.phase = "turns"
        begin_turn(state, state.start)


def _roll(state: State, chance: Chance, events: Events) -> None:
    """Dice come back, everybody rolls, low rolls are compensated."""
    clear_spaces(state)
    state.black = SETUP["black-dice"][str(len(state.players))]
    state.phase = "compensation"
    for p in state.from_start():
        _roll_one(state, p, chance, events)


def _roll_one(state: State, p: Player, chance: Chance, events: Events) -> None:
    own, white = SETUP["own-dice"], p.ability.white_dice
    if p.ability.chooses_values:
        p.dice = [0] * own + [WHITE] * white
        return
    values = chance.roll(p.seat, own + white, 6, f"round-{state.round}")
    p.dice = sorted([*values[:own], *(WHITE + v for v in values[own:])])
    missing = COMPENSATION["threshold"] - sum(values)
    events.append(Event("rolled", p.seat, facts={"dice": list(p.dice), "missing": max(0, missing)}))
    if missing > 0 and p.ability.compensation:
        p.todo.append(("compensation", missing))


def begin_turn(state: State, seat: str) -> None:
    state.turn = seat
    state.main_done = state.bought_black = state.held = False
    state.players[seat].fresh.clear()


def end_turn(state: State, chance: Chance, events: Events) -> None:
    """The next player with dice is on turn; when nobody has any, the round is over."""
    players = state.players
    players[state.turn].fresh.clear()
    seats = list(players)
    after = seats.index(state.turn) + 1
    for seat in seats[after:] + seats[:after]:
        if players[seat].dice:
            begin_turn(state, seat)
            return
    _end_round(state, chance, events)


def _end_round(state: State, chance: Chance, events: Events) -> None:
    """Left contracts go under the special stack, column 1 first; the next stack is laid out."""
    state.turn = ""
    state.special += state.row
    state.row = []
    if state.round == ROUNDS:
        state.phase = "over"
        events.append(Event("over"))
        return
    state.row = chance.deal("row", state.stacks.pop(0))
    start_round(state, chance, events)


def settle(state: State, p: Player, chance: Chance, events: Events) -> None:
    """Ends the turn when the text ends and the main action is done (or no die is left)."""
    if p.todo:
        return
    if state.held:
        state.held = False
    elif state.main_done or not p.dice:
        end_turn(state, chance, events)


def pay_mercator(state: State, p: Player, action: str, item: str, events: Events) -> None:
    """Pays those whom another player's action brings something (ruling 39)."""
    for other in state.players.values():
        if other.ability.profits and other is not p:
            amounts = other.ability.when_another(action, len(state.players), item)
            if amounts:
                gain(other, amounts)
                events.append(Event("gained", other.seat, amounts, {"from": "character"}))
