"""Distances on the map, for hints, reports and the bot; no rule depends on them."""

from __future__ import annotations

from collections.abc import Container, Iterable

from pbem.rules.samarkand.data import ADJACENT


def distances(starts: Iterable[str], most: int = len(ADJACENT), closed: Container[str] = ()) -> dict[str, int]:
    """Steps from the nearest start to every space within so many steps; closed spaces cannot be entered."""
    steps = dict.fromkeys(starts, 0)
    edge = list(steps)
    for step in range(1, most + 1):
        near = dict.fromkeys(space for at in edge for space in ADJACENT[at])
        edge = [space for space in near if space not in steps and space not in closed]
        if not edge:
            break
        steps.update(dict.fromkeys(edge, step))
    return steps


def nearest_to(goal: str, spaces: Iterable[str]) -> list[str]:
    """The spaces in order of their distance to the goal."""
    steps = distances([goal])
    return sorted(spaces, key=lambda space: (steps.get(space, len(ADJACENT)), space))
