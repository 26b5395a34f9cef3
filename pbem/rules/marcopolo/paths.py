"""Ways in the notation: `oasis-kashgar kashgar lan-zhou`, `to beijing`, `first moscow, second alexandria`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.named import NamedTuple
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import PLACE_NAMES
from pbem.rules.marcopolo.posts import FIRST, SECOND, THE_FIGURE, Journey, Route, Way, bonus_places, routes
from pbem.rules.marcopolo.state import Player

WORD = {THE_FIGURE: "", FIRST: "first ", SECOND: "second "}
FIGURE = {
    **dict.fromkeys(("way", "goal"), THE_FIGURE),
    **dict.fromkeys(("first_way", "first_goal"), FIRST),
    **dict.fromkeys(("second_way", "second_goal"), SECOND),
}
TO = "to"  # in front of the goal of one of two figures, until its way is found
PLENTY = 10**6


class Search(NamedTuple):
    """How a way to a goal is looked for: at most so many steps, for which action, what its steps cost."""

    most: int
    action: str
    coins_by_steps: Sequence[int]


def read_journey(trees: Iterable[Any]) -> tuple[Journey, str]:
    """The journey of a clause and, when only a goal is given, that goal."""
    parts = {str(tree.data): PLACE_NAMES.find_all(tree.children) for tree in trees}
    goal = ""
    if len(parts.get("goal", ())) == 1:
        (goal,) = parts.pop("goal")
    ways = tuple((FIGURE[kind], _path(kind, places)) for kind, places in parts.items() if kind in FIGURE)
    return Journey(ways, parts.get("skip", ()), parts.get("bonus", ())), goal


def _path(kind: str, places: tuple[str, ...]) -> tuple[str, ...]:
    """A way may begin with `to`; only where a single place follows is that a goal."""
    return (TO, *places) if kind.endswith("goal") and len(places) == 1 else places


def write_journey(journey: Journey, goal: str = "") -> str:
    parts = [f"to {goal}"] if goal else []
    parts.append(", ".join(f"{WORD[figure]}{' '.join(path)}" for figure, path in journey.ways))
    parts += [f"skip {' '.join(journey.skip)}"] if journey.skip else []
    parts += [f"bonus {' '.join(journey.bonus)}"] if journey.bonus else []
    return " ".join(part for part in parts if part)


def needs_resolving(p: Player, journey: Journey, goal: str) -> bool:
    """True when a journey may be written otherwise than in canonical form."""
    if goal or journey.skip or journey.bonus or len(p.figures) > 1:
        return True
    return not all([figure == THE_FIGURE and path[0] not in (TO, p.figures[0]) for figure, path in journey.ways])


def resolve_journey(
    p: Player, journey: Journey, goal: str, most: int, action: str, coins_by_steps: Sequence[int]
) -> Journey:
    """Fills in the way to a goal, the figure that is meant, and drops what is only the default."""
    search = Search(most, action, coins_by_steps)
    if goal:
        journey = journey._replace(ways=(_way_to(p, _figures(p), goal, search),))
    journey = journey._replace(ways=tuple(_found(p, way, search) for way in journey.ways))
    passed = {place for _, path in journey.ways for place in path[:-1]} if p.ability.passing else ()
    journey = journey._replace(skip=tuple(s for s in journey.skip if s not in p.posts or s not in passed))
    return journey._replace(bonus=_order(journey.bonus, bonus_places(p, journey)))


def _order(named: tuple[str, ...], places: list[str]) -> tuple[str, ...]:
    """The bonuses that are named, then the others as they were placed; nothing when that is the usual order."""
    order = (*named, *(place for place in places if place not in named))
    return order if named and list(order) != places else ()


def _figures(p: Player) -> list[int]:
    """Figures that differ in where they stand."""
    if len(p.figures) == 1:
        return [THE_FIGURE]
    return [FIRST] if p.figures[0] == p.figures[1] else [FIRST, SECOND]


def _figure_meant(p: Player, figure: int, path: tuple[str, ...], action: str) -> Way:
    """The figure that goes a way, and the way without the place where the figure stands."""
    if len(p.figures) == 1:
        figure = THE_FIGURE if figure == FIRST else figure
        return figure, _without_start(p.figures[0], path)
    if figure != THE_FIGURE:
        return figure, _without_start(p.figures[figure - 1], path)
    able = [n for n in _figures(p) if p.ability.link(p.figures[n - 1], path[0])]
    able = able or [n for n in _figures(p) if p.figures[n - 1] == path[0]]
    if len(able) > 1:
        raise IllegalMove(f"marcopolo.{action}.figure", figures=len(p.figures))
    meant = able[0] if able else FIRST
    return meant, _without_start(p.figures[meant - 1], path)


def _without_start(at: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """A way may also be written from the place where it begins; no way leads from a place to itself."""
    return path[1:] if len(path) > 1 and path[0] == at else path


def _found(p: Player, way: Way, search: Search) -> Way:
    """The way itself, or that to the goal which one of two figures was given."""
    figure, path = _figure_meant(p, *way, search.action)
    if path[0] != TO and not _is_goal(p, way, search.most):
        return figure, path
    if (figure == THE_FIGURE) != (len(p.figures) == 1):
        raise IllegalMove(f"marcopolo.{search.action}.figure", figures=len(p.figures))
    return _way_to(p, [figure], path[-1], search)


def _is_goal(p: Player, way: Way, most: int) -> bool:
    """True for the only place of one of two figures when it can be reached, but not in one step: `first moscow`."""
    figure, path = way
    if figure == THE_FIGURE or len(path) > 1 or len(p.figures) == 1:
        return False
    start, place = p.figures[figure - 1], path[0]
    return place != start and p.ability.link(start, place) is None and bool(_ends(p, figure, place, most))


def _way_to(p: Player, figures: list[int], goal: str, search: Search) -> Way:
    """The one cheapest way to a goal: no other costs less of anything, nor the same with fewer steps."""
    found = [(f, r) for f in figures for r in _ends(p, f, goal, search.most)]
    if not found:
        raise IllegalMove(f"marcopolo.{search.action}.goal", goal=goal, most=search.most)
    costs = {(f, r.path): _cost(r, search.coins_by_steps) for f, r in found}
    best = [way for way, cost in costs.items() if not any(_better(other, cost) for other in costs.values())]
    if len(best) > 1:
        raise IllegalMove(f"marcopolo.{search.action}.ways", goal=goal, ways=len(best))
    return best[0]


def _ends(p: Player, figure: int, goal: str, most: int) -> list[Route]:
    start = p.figures[max(figure - 1, 0)]
    return [r for r in routes(p, start, most, PLENTY, PLENTY) if r.path[-1] == goal]


def _cost(route: Route, coins_by_steps: Sequence[int]) -> tuple[int, int, int]:
    return route.coins + coins_by_steps[len(route.path)], route.camels, len(route.path)


def _better(a: tuple[int, int, int], b: tuple[int, int, int]) -> bool:
    """True when a costs less than b, or the same in fewer steps."""
    return a != b and a[0] <= b[0] and a[1] <= b[1] and (a[:2] != b[:2] or a[2] < b[2])
