"""Checks a component file, so that an owner of the box can correct the board (docs/components.md)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.notation.names import SMALL_WORDS
from pbem.rules.samarkand.data import FACTS, slug

Entries = list[dict[str, Any]]

_SHAPES: dict[str, dict[str, type]] = {
    "families": {"id": str, "name": str, "colour": str, "portion": int, "start": str},
    "goods": {"number": int, "name": str, "space": str},
    "spaces": {"id": str, "name": str, "kind": str, "adj": list},
}
_BOOKLET = ("components", "setup", "actions", "end", "scoring")  # sections that are the same in every box
_ID = re.compile(r"[a-z][a-z0-9]*([-'][a-z0-9]+)*")
_KEYWORDS = SMALL_WORDS | {"all", "into", "to"}


def check_components(facts: Mapping[str, Any]) -> list[str]:
    """What is wrong with the facts; one sentence for each, in the order of the file."""
    wrong = [*_wrong_sections(facts), *_wrong_shapes(facts)]
    if wrong:
        return wrong
    families, goods, spaces = facts["families"], facts["goods"], facts["spaces"]
    checks = (
        _wrong_counts(facts["components"], families, goods),
        _wrong_families(families, spaces),
        _wrong_goods(goods, spaces),
        _wrong_spaces(spaces),
        _wrong_names(families, goods, spaces),
        _wrong_marks(families, goods, spaces),
        _wrong_borders({space["id"]: space["adj"] for space in spaces}),
    )
    return [sentence for check in checks for sentence in check]


def _wrong_sections(facts: Mapping[str, Any]) -> Iterator[str]:
    for name in _BOOKLET:
        if facts.get(name) != FACTS[name]:
            yield f"{name}: differs from the booklet; only families, goods and spaces may be corrected"


def _wrong_shapes(facts: Mapping[str, Any]) -> Iterator[str]:
    for section, shape in _SHAPES.items():
        entries = facts.get(section)
        if not isinstance(entries, list) or not entries:
            yield f"{section}: is missing or is no list"
            continue
        for i, entry in enumerate(entries, 1):
            yield from _wrong_entry(f"{section}, entry {i}", entry, shape)


def _wrong_entry(place: str, entry: Any, shape: dict[str, type]) -> Iterator[str]:
    if not isinstance(entry, dict):
        yield f"{place}: is no list of keys and values"
        return
    for key, kind in shape.items():
        if type(entry.get(key)) is not kind:
            yield f"{place}: {key} is missing or is no {kind.__name__}"
    if type(entry.get("also", [])) is not list:
        yield f"{place}: also is no list"
    for key in ("adj", "also"):
        words = entry.get(key)
        if isinstance(words, list) and not all(isinstance(word, str) for word in words):
            yield f"{place}: {key} holds something that is no name"


def _wrong_counts(components: Mapping[str, Any], families: Entries, goods: Entries) -> Iterator[str]:
    if len(families) != components["families"]:
        yield f"families: {len(families)} listed, the booklet has {components['families']}"
    if len(goods) != components["goods_cards"]:
        yield f"goods: {len(goods)} listed, the booklet has {components['goods_cards']}"
    missing = sorted({*range(1, components["goods_cards"] + 1)} - {good["number"] for good in goods})
    if missing:
        yield f"goods: no good has the number {', '.join(map(str, missing))}"


def _wrong_families(families: Entries, spaces: Entries) -> Iterator[str]:
    kinds = {space["id"]: space["kind"] for space in spaces}
    yield from _twice("families: id", (family["id"] for family in families))
    yield from _twice("families: start", (family["start"] for family in families))
    yield from _twice("families: the word", (word for family in families for word in _words(family)))
    yield from (f"family {f['id']}: id must be small letters joined by dashes" for f in families if _bad_id(f["id"]))
    for family in families:
        if family["portion"] < 1:
            yield f"family {family['id']}: portion is {family['portion']}"
        if kinds.get(family["start"]) != "land":
            yield f"family {family['id']}: start {family['start']} is no land space"


def _words(family: dict[str, Any]) -> set[str]:
    """The words a family goes by."""
    return {slug(word) for word in (family["id"], family["name"], family["colour"], *family.get("also", ()))}


def _wrong_goods(goods: Entries, spaces: Entries) -> Iterator[str]:
    kinds = {space["id"]: space["kind"] for space in spaces}
    yield from _twice("goods: number", (str(good["number"]) for good in goods))
    yield from _twice("goods: name", (slug(good["name"]) for good in goods))
    yield from _twice("goods: space", (good["space"] for good in goods))
    for good in goods:
        if kinds.get(good["space"]) != "land":
            yield f"good {good['number']}: {good['space']} is no land space"


def _wrong_spaces(spaces: Entries) -> Iterator[str]:
    yield from _twice("spaces: id", (space["id"] for space in spaces))
    yield from _twice("spaces: name", (slug(space["name"]) for space in spaces))
    for space in spaces:
        if _bad_id(space["id"]):
            yield f"space {space['id']}: id must be small letters joined by dashes, and no word of the notation"
        if space["kind"] not in ("land", "water"):
            yield f"space {space['id']}: kind is {space['kind']}, neither land nor water"


def _bad_id(id: str) -> bool:
    return not _ID.fullmatch(id) or id in _KEYWORDS


def _wrong_names(families: Entries, goods: Entries, spaces: Entries) -> Iterator[str]:
    """Names that no move could be written with, or that mean another space."""
    named = [(f"family {f['id']}", name) for f in families for name in (f["name"], *f.get("also", ()))]
    named += [(f"good {good['number']}", good["name"]) for good in goods]
    named += [(f"space {space['id']}", space["name"]) for space in spaces]
    for who, name in named:
        if not any(map(str.isalpha, slug(name))) or slug(name) in _KEYWORDS:
            yield f"{who}: the name '{name}' cannot be written in a move"
    ids = {space["id"] for space in spaces}
    for space in spaces:
        if slug(space["name"]) in ids - {space["id"]}:
            yield f"space {space['id']}: the name '{space['name']}' is that of the space {slug(space['name'])}"


def _wrong_marks(families: Entries, goods: Entries, spaces: Entries) -> Iterator[str]:
    """Starts and goods stand both with their owner and with the space; the two must agree."""
    starts = {family["start"]: family["id"] for family in families}
    places = {good["space"]: good["number"] for good in goods}
    for space in spaces:
        id = space["id"]
        for key, owner in (("start", starts.get(id)), ("good", places.get(id))):
            if space.get(key) != owner:
                yield f"space {id}: {key} is {_shown(space.get(key))} here, but {_shown(owner)} in the other list"
        if id in starts and id in places:
            yield f"space {id}: is a start and has good {places[id]}"


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


def _wrong_borders(borders: dict[str, list[str]]) -> Iterator[str]:
    for space, others in borders.items():
        yield from _twice(f"space {space}: border", others)
        for other in others:
            if other == space:
                yield f"space {space}: borders itself"
            elif other not in borders:
                yield f"space {space}: borders {other}, which is no space"
            elif space not in borders[other]:
                yield f"space {space}: borders {other}, but {other} does not border {space}"
    cut = [space for space in borders if space not in _reached(borders)]
    if cut:
        yield f"spaces: the map is in pieces; not connected to {next(iter(borders))}: {', '.join(cut[:5])}"


def _reached(borders: dict[str, list[str]]) -> set[str]:
    reached: set[str] = set()
    edge = list(borders)[:1]
    while edge:
        space = edge.pop()
        if space not in reached:
            reached.add(space)
            edge += [other for other in borders[space] if other in borders]
    return reached


def _twice(what: str, words: Iterable[str]) -> list[str]:
    return [f"{what} {word} stands twice" for word, times in Counter(words).items() if times > 1]
