"""Rewards and what is still to be done for a player (supplement S1-S2; rulings 5, 8, 12, 14, 31, 34, 35, 51, 52, 56).

Amounts are booked at once, then tiles and dice, then choices, steps last. What needs an answer stays on the player's
`todo`, a stack whose last task is next:

    ("goods", n, pairs)     choose n goods; pairs: two and two must differ
    ("town", n, besides)    choose n small towns with own posts; besides: one other bonus than that of this town
    ("step", n)             up to n steps without travel fee
    ("contract", tile)      a tile was drawn and there is no room: drop one of three
    ("post", place)         all posts are placed: move one here
    ("compensation", n)     n coins or camels for a low roll
    ("bonus", place), ("draw",)   done by themselves
"""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.event import Amounts, Event
from pbem.rules.marcopolo.data import GOODS, KIND, OFFICES, STOCK, TOWN_BONUSES
from pbem.rules.marcopolo.state import BLACK, Player, State, Task

Events = list[Event]


def gain(p: Player, amounts: Amounts, source: str = "") -> None:
    """Books amounts; negative ones are paid. Points are also booked to their source."""
    stock = p.stock
    for what, n in amounts.items():
        stock[what] += n
    if "vp" in amounts:
        p.vp_from[source] = p.vp_from.get(source, 0) + amounts["vp"]


def grant(state: State, p: Player, reward: Amounts, source: str, chance: Chance, events: Events) -> None:
    """Gives a reward: books what needs no choice and puts the rest on the player's list."""
    amounts = {what: n for what, n in reward.items() if what in STOCK}
    if amounts:
        gain(p, amounts, source)
        events.append(Event("gained", p.seat, amounts, {"from": source}))
    if len(amounts) == len(reward):
        return
    for _ in range(reward.get("black-die", 0)):
        take_black(state, p, chance, events)
    p.todo.extend(reversed(choices_of(reward)))


def choices_of(reward: Amounts, besides: str = "") -> list[Task]:
    """The tasks of a reward in the order of ruling 14."""
    tasks: list[Task] = [("draw",)] * reward.get("contract", 0)
    if "good" in reward:
        tasks.append(("goods", reward["good"], 0))
    if "two-different-goods" in reward:
        tasks.append(("goods", 2 * reward["two-different-goods"], 1))
    if "town-bonus" in reward:
        tasks.append(("town", reward["town-bonus"], ""))
    if "other-town-bonus" in reward:
        tasks.append(("town", reward["other-town-bonus"], besides))
    if "step" in reward:
        tasks.append(("step", reward["step"]))
    return tasks


def take_black(state: State, p: Player, chance: Chance, events: Events) -> None:
    """Takes a black die from the board and rolls it; when none is left there is nothing to take (ruling 31)."""
    if not state.black:
        events.append(Event("no-black-die", p.seat))
        return
    state.black -= 1
    value = 0 if p.ability.chooses_values else chance.roll(p.seat, 1, 6)[0]
    p.dice.append(BLACK + value)
    p.dice.sort()
    events.append(Event("black-die", p.seat, facts={"die": BLACK + value}))


def own_towns(state: State, p: Player) -> list[str]:
    return [place for place in p.posts if place in state.towns]


def town_reward(state: State, p: Player, town: str, chance: Chance, events: Events) -> None:
    """Pays the bonus that lies in a small town."""
    reward = TOWN_BONUSES[state.towns[town]]
    if "other-town-bonus" in reward:
        p.todo.extend(reversed(choices_of(reward, town)))
    else:
        grant(state, p, reward, "towns", chance, events)


def _bonus(state: State, p: Player, task: Task, chance: Chance, events: Events) -> None:
    place = task[1]
    if place in state.towns:
        town_reward(state, p, place, chance, events)
    elif KIND[place] == "large-city" and place in state.offices:
        office = state.offices.pop(place)
        events.append(Event("office", p.seat, facts={"place": place, "office": office}))
        grant(state, p, OFFICES[office], "offices", chance, events)


def _draw(state: State, p: Player, task: Task, chance: Chance, events: Events) -> None:
    if not state.special:
        events.append(Event("no-contract", p.seat))
        return
    tile = chance.draw(p.seat, state.special.pop(0))
    events.append(Event("drew-contract", p.seat, facts={"contract": tile}))
    if p.room:
        p.contracts.append(tile)
    else:
        p.todo.append(("contract", tile))


_BY_ITSELF = {"bonus": _bonus, "draw": _draw}


def work_off(state: State, p: Player, chance: Chance, events: Events) -> None:
    """Does what needs no answer; stops at the first task that does."""
    todo = p.todo
    while todo:
        task = todo[-1]
        act = _BY_ITSELF.get(task[0])
        if act is not None:
            todo.pop()
            act(state, p, task, chance, events)
        elif lapses(state, p, task):
            todo.pop()
            events.append(Event("lapsed-" + task[0], p.seat))
        else:
            return


def lapses(state: State, p: Player, task: Task) -> bool:
    """True when there is nothing to choose: a step nobody could pay for, a bonus of no town."""
    if task[0] == "step":
        return not can_step(p)
    return task[0] == "town" and not task[2] and not own_towns(state, p)


def can_step(p: Player) -> bool:
    coins, camels = p.stock["coins"], p.stock["camels"]
    for figure in p.figures:
        for cost in p.ability.neighbours(figure).values():
            if cost[0] <= coins and cost[1] <= camels:
                return True
    return False


def goods_count(p: Player) -> int:
    return sum(p.stock[good] for good in GOODS)
