"""Where two logs part: the first entry that has another text, other results of chance or another effect."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from pbem.archive.lines import draw_lines, told_lines
from pbem.archive.walk import Step, Unfit, Unstarted, Walk
from pbem.archive.wrong import unfit_problems
from pbem.core.problem import Problem
from pbem.gamefile.log import Entry, same_draw, setup_lines, standing
from pbem.gamefile.store import GameFile
from pbem.notation.reader import format_turn
from pbem.report.model import tell

MOST_FACTS = 40


class Side(NamedTuple):
    """One log at the parting: the entry (0: set-up), its line in the file, its text, chance lines and effects."""

    entry: int = 0
    line: int = 0
    text: str = ""
    draws: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Fact(NamedTuple):
    """A fact of the position that is different: where it stands, and its value on both sides (None: not there)."""

    name: str
    one: Any
    two: Any


class Parting(NamedTuple):
    """Where two logs part. `kind`: header, set-up, end, refused, seat, text, chance, effect; empty: nowhere."""

    kind: str
    same: int = 0  # entries that are the same
    one: Side | None = None
    two: Side | None = None
    facts: tuple[Fact, ...] = ()


def diff(one: GameFile, two: GameFile) -> Parting:
    """Compares two logs entry by entry, from the set-up on; those that were taken back are left out.

    Facts that other options make different from the start are told only where the logs part.
    """
    facts = tuple(_header_facts(one, two))
    if any(fact.name in ("game", "seats") for fact in facts):
        return Parting("header", 0, facts=facts)
    (first, side), (second, other) = _started(one), _started(two)
    if first is None or second is None:
        return Parting("refused", 0, side, other, facts)
    begun = _differences(first, second)
    if not _same_draws(side, other) or (begun and not facts):
        return Parting("set-up", 0, side, other, (*facts, *begun))
    parting = _compare(one, two, [first, second], frozenset(fact.name for fact in begun))
    return parting._replace(facts=(*facts, *parting.facts)) if parting.kind else parting


def _compare(one: GameFile, two: GameFile, walks: list[Walk], known: frozenset[str]) -> Parting:
    same = 0
    for first, second in zip_longest(standing(one.log.entries), standing(two.log.entries)):
        side, other = _played(one, walks[0], first), _played(two, walks[1], second)
        facts = tuple(fact for fact in _differences(*walks) if fact.name not in known)
        kind = _kind(side, other) or ("effect" if facts else "")
        if kind:
            return Parting(kind, same, side, other, facts)
        same += 1
    return Parting("", same)


def _kind(one: Side | None, two: Side | None) -> str:
    if one is None or two is None:
        return "end"
    if one.text.partition(":")[0] != two.text.partition(":")[0]:
        return "seat"
    if one.problems or two.problems:
        return "refused"
    if one.text != two.text:
        return "text"
    if not _same_draws(one, two):
        return "chance"
    return "effect" if one.effects != two.effects else ""


def _same_draws(one: Side, two: Side) -> bool:
    pairs = zip_longest(one.draws, two.draws, fillvalue="")
    return all(same_draw(*pair) for pair in pairs) and len(one.draws) == len(two.draws)


def _header_facts(one: GameFile, two: GameFile) -> Iterator[Fact]:
    headers = [
        {"game": file.header.game, "seats": [info.seat for info in file.header.seats]}
        | {f"option {name}": value for name, value in file.header.config(file.game).options.items()}
        for file in (one, two)
    ]
    for name in {**headers[0], **headers[1]}:
        values = [header.get(name) for header in headers]
        if values[0] != values[1]:
            yield Fact(name, *values)


def _started(file: GameFile) -> tuple[Walk | None, Side]:
    lines = draw_lines(file.log, None)
    where = file.document.first + (lines[0] if lines else 0)
    side = Side(0, where, "", tuple(told_lines(setup_lines(file.log))))
    try:
        return Walk.start(file, file.log), side
    except Unstarted as unfit:
        return None, side._replace(problems=unfit_problems(file, file.log, unfit, unfit.chance))


def _played(file: GameFile, walk: Walk, entry: Entry | None) -> Side | None:
    if entry is None:
        return None
    where, draws = file.document.first + entry.line, tuple(told_lines(entry.draws))
    side = Side(entry.number, where, f"{entry.seat}: {entry.text}", draws)
    try:
        step = walk.step(entry)
    except Unfit as unfit:
        return side._replace(problems=unfit_problems(file, file.log, unfit, walk.chance))
    return side._replace(text=f"{step.seat}: {format_turn(file.game, step.moves)}", effects=_effects(file, step))


def _effects(file: GameFile, step: Step) -> tuple[str, ...]:
    return tuple(tell(file.game, event) for event in step.events if event.seen_by(None))


def _differences(one: Walk, two: Walk) -> tuple[Fact, ...]:
    """The public facts in which two positions differ."""
    views = [dict(_flat(walk.game.view(walk.match.state, None))) for walk in (one, two)]
    names = list(dict.fromkeys([*views[0], *views[1]]))
    facts = [Fact(name, views[0].get(name), views[1].get(name)) for name in names]
    empty: tuple[Any, ...] = (
        None,
        [],
    )  # a list that is not plain has a name for each of its parts, an empty one has its own
    differ = (fact for fact in facts if fact.one != fact.two and not (fact.one in empty and fact.two in empty))
    return tuple(differ)[:MOST_FACTS]


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every single value of a view with the way to it; a list of plain values is one."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path} {key}".strip())
    elif isinstance(value, (list, tuple)) and any(isinstance(inner, (dict, list, tuple)) for inner in value):
        for i, inner in enumerate(value, 1):
            yield from _flat(inner, f"{path} {i}")
    else:
        yield path, list(value) if isinstance(value, tuple) else value
