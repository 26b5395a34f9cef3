"""Travel (DE p. 9-11; rulings 10-19, 40, 45-47, 57-59, 66): two dice, at most as many steps as the lower one shows.

He pays the fee of an occupied space, the travel cost of the steps really taken, and what the ways cost, all before he
moves; nothing gained on the way can pay for it. Where the journey ends a trading post is placed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import ACTIONS, TRAVEL_COINS
from pbem.rules.marcopolo.dice import check_space, dice_text, lowest, place, placements, read_die
from pbem.rules.marcopolo.paths import needs_resolving, read_journey, resolve_journey, write_journey
from pbem.rules.marcopolo.posts import Journey, Ways, check_journey, journeys, travel
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.state import Dice, Player, State
from pbem.rules.marcopolo.turn import check_main

FACTS = ACTIONS["travel"]


class Travel(Move):
    vague = True
    dice: Dice
    ways: Ways
    skip: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()
    goal: str = ""  # only until resolved

    @cached_property
    def journey(self) -> Journey:
        return Journey(self.ways, self.skip, self.bonus)


def read(tree: Any) -> tuple[Move, ...]:
    dice = tuple(read_die(t, t.start_pos) for t in tree.children if not hasattr(t, "data"))
    journey, goal = read_journey(t for t in tree.children if hasattr(t, "data"))
    return (Travel(dice, *journey, goal),)


def write(move: Travel) -> str:
    return f"travel {dice_text(move.dice)} {write_journey(move.journey, move.goal)}"


def resolve(state: State, p: Player, move: Travel) -> tuple[Move, ...]:
    """Finds the way to a goal and the figure that is meant."""
    if not needs_resolving(p, move.journey, move.goal):
        return (move,)
    if move.goal or len(p.figures) > 1:
        check_main(state, p)
        check_space(state, p, "travel", move.dice, FACTS["dice"])
    most = lowest(move.dice) if move.dice else 0
    journey = resolve_journey(p, move.journey, move.goal, most, "travel", TRAVEL_COINS)
    return (Travel(move.dice, *journey),)


def legal(state: State, p: Player) -> Iterator[Move]:
    for dice in placements(state, p, "travel", FACTS["dice"]):
        fee = check_space(state, p, "travel", dice, FACTS["dice"])
        coins = p.stock["coins"] - fee
        for journey, cost in journeys(state, p, lowest(dice), coins - TRAVEL_COINS[1], p.stock["camels"]):
            if TRAVEL_COINS[journey.steps] + cost[0] <= coins:
                yield Travel(dice, *journey)


def check(state: State, p: Player, move: Travel) -> tuple[int, int, int]:
    """Refuses a journey that is not allowed; returns fee, coins for travel and ways, camels."""
    check_main(state, p)
    fee = check_space(state, p, "travel", move.dice, FACTS["dice"])
    steps = move.journey.steps
    if not FACTS["min-steps"] <= steps <= lowest(move.dice):
        raise IllegalMove("marcopolo.travel.steps", allowed=lowest(move.dice), wants=steps)
    coins, camels = check_journey(state, p, move.journey, "travel")
    coins += TRAVEL_COINS[steps]
    if coins + fee > p.stock["coins"]:
        raise IllegalMove("marcopolo.travel.coins", needs=coins + fee, has=p.stock["coins"], fee=fee, steps=steps)
    if camels > p.stock["camels"]:
        raise IllegalMove("marcopolo.travel.camels", needs=camels, has=p.stock["camels"])
    return fee, coins, camels


def apply(state: State, p: Player, move: Travel, chance: Chance, events: Events) -> None:
    fee, coins, camels = check(state, p, move)
    place(state, p, "travel", move.dice)
    amounts = {"coins": -fee - coins}
    if camels:
        amounts["camels"] = -camels
    gain(p, amounts)
    events.append(Event("travel", p.seat, amounts, {"dice": move.dice, "steps": move.journey.steps, "fee": fee}))
    travel(state, p, move.journey, events)
    state.traveller = p.seat
    state.main_done = True
