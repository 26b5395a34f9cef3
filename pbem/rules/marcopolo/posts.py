"""Steps on the map and trading posts (DE p. 9-11; rulings 10-22, 45-48, 57-59, 66)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from pbem.core.event import Event
from pbem.core.named import NamedTuple
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import BEIJING, OFFICES, POST_PLACES, TOWN_BONUSES, Cost
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.state import Player, State

THE_FIGURE, FIRST, SECOND = 0, 1, 2  # which figure: the only one, or one of two; figures[n - 1] is meant

Way = tuple[int, tuple[str, ...]]  # a figure and the places it goes through
Ways = tuple[Way, ...]


class Journey(NamedTuple):
    """Where figures go and what the player decides about posts on the way."""

    ways: Ways
    skip: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()

    @property
    def steps(self) -> int:
        return sum([len(path) for _, path in self.ways])


def check_journey(state: State, p: Player, journey: Journey, action: str) -> Cost:
    """Refuses ways that do not exist; returns what they cost on the map."""
    coins = camels = 0
    for figure, path in journey.ways:
        if (figure == THE_FIGURE) != (len(p.figures) == 1):
            raise IllegalMove(f"marcopolo.{action}.figure", figures=len(p.figures))
        at = p.figures[figure - 1]
        for place in path:
            cost = p.ability.link(at, place)
            if cost is None:
                known = sorted(p.ability.neighbours(at))
                raise IllegalMove(f"marcopolo.{action}.link", start=at, end=place, known=known)
            coins += cost[0]
            camels += cost[1]
            at = place
    if journey.skip or journey.bonus:
        _check_posts(p, journey, action)
    return coins, camels


def _check_posts(p: Player, journey: Journey, action: str) -> None:
    passed = passed_places(p, journey.ways)
    wrong = [place for place in journey.skip if place not in passed]
    if wrong:
        raise IllegalMove(f"marcopolo.{action}.skip", place=wrong[0], passed=passed or ["none"])
    if journey.bonus and sorted(journey.bonus) != sorted(bonus_places(p, journey)):
        raise IllegalMove(f"marcopolo.{action}.bonus", places=bonus_places(p, journey) or ["none"])


def passed_places(p: Player, ways: Ways) -> list[str]:
    """Where a post could be placed in passing: not the start, not the ends, once each (rulings 59, 66)."""
    if not p.ability.passing:
        return []
    ends = {path[-1] for _, path in ways}
    on_the_way = dict.fromkeys(place for _, path in ways for place in path[:-1])
    return [place for place in on_the_way if place in POST_PLACES and place not in ends and place not in p.posts]


def bonus_places(p: Player, journey: Journey) -> list[str]:
    """Where this journey brings a post, in the order of placing."""
    return [place for place, _ in post_plan(p, journey)]


def post_plan(p: Player, journey: Journey) -> list[tuple[str, bool]]:
    """The places that get a post in order, each with whether a post must be moved there (rulings 11, 47)."""
    left = p.posts_left
    plan: list[tuple[str, bool]] = []
    for place in _new_places(p, journey):
        if left or place in [path[-1] for _, path in journey.ways]:
            plan.append((place, not left))
            left = max(0, left - 1)
    return plan


def _new_places(p: Player, journey: Journey) -> list[str]:
    """Places without an own post where one is wanted, in the order of the way (ruling 66)."""
    if not p.ability.passing:
        wanted = [path[-1] for _, path in journey.ways]
    else:
        ends = {path[-1] for _, path in journey.ways}
        wanted = [place for _, path in journey.ways for place in path if place in ends or place not in journey.skip]
    return [place for place in dict.fromkeys(wanted) if place in POST_PLACES and place not in p.posts]


def travel(state: State, p: Player, journey: Journey, events: Events) -> None:
    """Moves the figures, places posts, and puts the bonuses on the list; all bonuses come after the movement."""
    plan = post_plan(p, journey)
    for figure, path in journey.ways:
        events.append(Event("moved", p.seat, facts={"start": p.figures[figure - 1], "path": path, "figure": figure}))
        p.figures[figure - 1] = path[-1]
    if plan:
        order = journey.bonus or [place for place, _ in plan]
        p.todo += [("bonus", place) for place in reversed(order)]
        p.todo += [("post", place) for place, moved in reversed(plan) if moved]
    for place, moved in plan:
        if not moved:
            place_post(state, p, place, events)


def place_post(state: State, p: Player, place: str, events: Events, moved_from: str = "") -> None:
    """Sets a post; the 8th and 9th (11th) from the own board bring points at once."""
    p.posts.append(place)
    p.fresh.append(place)
    vp = 0 if moved_from else p.ability.post_vp.get(len(p.posts), 0)
    if place == BEIJING:
        state.beijing[state.beijing.index("")] = p.seat
    if vp:
        gain(p, {"vp": vp}, "posts")
    facts = {"place": place, "number": len(p.posts), "moved_from": moved_from}
    events.append(Event("post", p.seat, {"vp": vp} if vp else {}, facts))


def lift_post(state: State, p: Player, place: str) -> None:
    p.posts.remove(place)
    if place in p.fresh:
        p.fresh.remove(place)
    if place == BEIJING:
        state.beijing[state.beijing.index(p.seat)] = ""


class Route(NamedTuple):
    """One figure's way with its cost on the map."""

    path: tuple[str, ...]
    coins: int
    camels: int


def routes(p: Player, start: str, most: int, coins: int, camels: int) -> Iterator[Route]:
    """Every payable way of 1 to `most` steps; of ways with the same end, length, cost and posts only one."""
    seen: set[tuple[object, ...]] = set()
    front = [Route((), 0, 0)]
    for _ in range(most):
        grown: list[Route] = []
        for route in front:
            at = route.path[-1] if route.path else start
            for place, cost in p.ability.neighbours(at).items():
                longer = Route((*route.path, place), route.coins + cost[0], route.camels + cost[1])
                if longer.coins > coins or longer.camels > camels:
                    continue
                posts = tuple(_new_places(p, Journey(((THE_FIGURE, longer.path),)))) if p.ability.passing else ()
                key = (place, len(longer.path), longer.coins, longer.camels, posts)
                if key not in seen:
                    seen.add(key)
                    grown.append(longer)
        yield from grown
        front = grown


def journeys(state: State, p: Player, most: int, coins: int, camels: int) -> Iterator[tuple[Journey, Cost]]:
    """Every journey of up to `most` steps payable on the map, up to equal effect."""
    if len(p.figures) == 1:
        for route in routes(p, p.figures[0], most, coins, camels):
            yield from _with_posts(state, p, ((THE_FIGURE, route.path),), (route.coins, route.camels))
        return
    yield from _split(state, p, most, coins, camels)


def _split(state: State, p: Player, most: int, coins: int, camels: int) -> Iterator[tuple[Journey, Cost]]:
    stay = Route((), 0, 0)
    one = [stay, *routes(p, p.figures[0], most, coins, camels)]
    two = [stay, *routes(p, p.figures[1], most, coins, camels)]
    for a in one:
        for b in two:
            steps = len(a.path) + len(b.path)
            cost = (a.coins + b.coins, a.camels + b.camels)
            if not 0 < steps <= most or cost[0] > coins or cost[1] > camels:
                continue
            ways = tuple((n, r.path) for n, r in ((FIRST, a), (SECOND, b)) if r.path)
            yield from _with_posts(state, p, ways, cost)
            if len(ways) == 2 and p.posts_left < 2:  # which of two ends gets its post first, when posts are short
                yield from _with_posts(state, p, ways[::-1], cost)


def _with_posts(state: State, p: Player, ways: Ways, cost: Cost) -> Iterator[tuple[Journey, Cost]]:
    passed = passed_places(p, ways)
    for mask in range(1 << len(passed)):
        skip = tuple(place for i, place in enumerate(passed) if mask >> i & 1)
        journey = Journey(ways, skip)
        yield journey, cost
        for order in _orders(state, bonus_places(p, journey)):
            yield Journey(ways, skip, order), cost


def _orders(state: State, places: list[str]) -> Iterator[tuple[str, ...]]:
    """Other orders of the bonuses, where the order can matter."""
    if len(places) < 2 or not any(_unruly(state, place) for place in places):
        return
    yield from (order for order in permutations(places) if list(order) != places)


def _unruly(state: State, place: str) -> bool:
    if place in state.offices:
        return bool({"step", "contract", "black-die", "good"} & OFFICES[state.offices[place]].keys())
    asking = {"two-different-goods", "other-town-bonus"}
    return place in state.towns and bool(asking & TOWN_BONUSES[state.towns[place]].keys())
