"""Expand the trading route of a family.

Booklet, "Expand the trading route of a family". One or two camels of a family the player is married to go to spaces
beside the family's camels; at most two camels stand on a space, of different families. One camel is free, for two the
family's treasury pays 1 Dirham.
Decided: both spaces are named at once and all is refused if one is wrong (R05); the second camel obeys every rule and
may follow on the first (R03); only the treasury pays, first (R04); too few camels (R06); placed in the order written
(R35).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.samarkand.data import ADJACENT, CAPACITY, FAMILIES, MOST_CAMELS, SECOND_CAMEL
from pbem.rules.samarkand.paths import nearest_to
from pbem.rules.samarkand.read import read_family, read_spaces
from pbem.rules.samarkand.state import State
from pbem.rules.samarkand.trade import go_on
from pbem.rules.samarkand.turn import check_asked, has_room

if TYPE_CHECKING:
    from lark import Token, Tree


class Expand(Move):
    family: str
    spaces: tuple[str, ...]


def read(tree: Tree[Token]) -> tuple[Move, ...]:
    family, *spaces = tree.children
    return (Expand(read_family(family), read_spaces(spaces)),)  # type: ignore[arg-type]


def write(move: Expand) -> str:
    to = "to " if len(move.spaces) == 1 else ""
    return f"expand {move.family} {to}{' '.join(move.spaces)}"


def make(family: str, *spaces: str) -> Expand:
    """An expansion without the checks of the constructor: lists of legal moves hold thousands of them."""
    move = Expand.__new__(Expand)
    move.__dict__["family"], move.__dict__["spaces"] = family, spaces
    return move


def legal(state: State, seat: str) -> Iterator[Move]:
    """First the single camels of all families, then the pairs in both orders."""
    own = state.players[seat].tiles
    families = [family for family in FAMILIES if family in own and state.families[family].camels]
    near = {family: beside(state, family) for family in families}
    for family in families:
        yield from (make(family, space) for space in near[family])
    for family in families:
        domain = state.families[family]
        if domain.camels > 1 and domain.treasury >= SECOND_CAMEL:
            for first in near[family]:
                yield from (make(family, first, second) for second in _seconds(state, family, near[family], first))


def beside(state: State, family: str) -> list[str]:
    """The spaces where a camel of the family may be placed now."""
    near = dict.fromkeys(space for at in state.families[family].route for space in ADJACENT[at])
    return [space for space in near if has_room(state, family, space)]


def _seconds(state: State, family: str, near: list[str], first: str) -> Iterator[str]:
    yield from (space for space in near if space != first)
    yield from (space for space in ADJACENT[first] if space not in near and has_room(state, family, space))


def check(state: State, seat: str, move: Expand) -> None:
    check_asked(state, seat, "turn")
    family, spaces = move.family, move.spaces
    if not 1 <= len(spaces) <= MOST_CAMELS:
        raise IllegalMove("samarkand.expand.count", (), most=MOST_CAMELS, wants=len(spaces))
    if family not in state.players[seat].tiles:
        raise IllegalMove("samarkand.expand.member", _own_ways(state, seat, spaces), family=family)
    domain = state.families[family]
    if domain.camels < len(spaces):
        raise IllegalMove("samarkand.expand.camels", (), family=family, needs=len(spaces), has=domain.camels)
    if len(spaces) > 1 and domain.treasury < SECOND_CAMEL:
        hints = tuple(f"expand {family} to {space}" for space in spaces if space in beside(state, family))
        raise IllegalMove("samarkand.expand.treasury", hints, family=family, needs=SECOND_CAMEL, has=domain.treasury)
    wrong = _wrong_way(state, family, spaces)
    if wrong:
        raise _refusal(state, family, spaces, *wrong)


def _wrong_way(state: State, family: str, spaces: tuple[str, ...]) -> tuple[str, str] | None:
    """The first space where a camel cannot go, and why."""
    route = set(state.families[family].route)
    for space in spaces:
        if space in route:
            return "own", space
        if len(state.camels_at.get(space, ())) >= CAPACITY:
            return "full", space
        if route.isdisjoint(ADJACENT[space]):
            return "adjacent", space
        route.add(space)
    return None


def _refusal(state: State, family: str, spaces: tuple[str, ...], why: str, space: str) -> IllegalMove:
    if len(spaces) > 1 and not _wrong_way(state, family, spaces[::-1]):
        hints: tuple[str, ...] = (write(Expand(family, spaces[::-1])),)
        return IllegalMove("samarkand.expand.order", hints, family=family, space=space, first=spaces[-1])
    camels = state.camels_at.get(space, [])
    hints = _ways_to(state, family, space) if why == "adjacent" else ()
    return IllegalMove(f"samarkand.expand.{why}", hints, family=family, space=space, camels=list(camels))


def _ways_to(state: State, family: str, goal: str) -> tuple[str, ...]:
    """Legal expansions that reach the goal with a second camel, else those that come nearest to it."""
    near, domain = beside(state, family), state.families[family]
    if domain.camels > 1 and domain.treasury >= SECOND_CAMEL and has_room(state, family, goal):
        over = [space for space in near if goal in ADJACENT[space]]
        if over:
            return tuple(f"expand {family} {space} {goal}" for space in over[:3])
    return tuple(f"expand {family} to {space}" for space in nearest_to(goal, near)[:3])


def _own_ways(state: State, seat: str, spaces: tuple[str, ...]) -> tuple[str, ...]:
    """The same order with families the player is married to, where it is legal."""
    ways = (Expand(family, spaces) for family in FAMILIES if family in state.players[seat].tiles)
    return tuple(write(way) for way in ways if not _wrong_way(state, way.family, spaces))[:3]


def apply(state: State, seat: str, move: Expand, chance: Chance) -> list[Event]:
    check(state, seat, move)
    events: list[Event] = []
    if len(move.spaces) > 1:
        state.families[move.family].treasury -= SECOND_CAMEL
        events.append(Event("paid", seat, facts={"family": move.family, "dirhams": SECOND_CAMEL}))
    state.expanding, state.window, state.untold = [move.family, *move.spaces], [seat], []
    return events + go_on(state, chance)
