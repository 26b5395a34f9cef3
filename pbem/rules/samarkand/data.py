"""The facts of the game as tables, read once from games/samarkand/components.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.files import own_path, read_facts
from pbem.notation.names import SMALL_WORDS, Names

FACTS: dict[str, Any] = read_facts(own_path("games", "samarkand", "components.yaml"))

_SETUP, _MARRY, _EXPAND = FACTS["setup"], FACTS["actions"]["marry"], FACTS["actions"]["expand"]
_RELATIONSHIP, _SCORING = FACTS["actions"]["relationship"], FACTS["scoring"]

START_DIRHAMS: int = _SETUP["starting_dirhams"]
START_CARDS: int = _SETUP["starting_goods_cards"]
START_CAMELS: int = _SETUP["camels_in_domain"]
TILES: int = FACTS["components"]["family_tiles_per_family"]
MARKERS: int = sum(FACTS["components"]["relationship_markers_per_family"].values())

DRAW: int = _MARRY["draw"]
MOST_DISCARDS: int = _MARRY["discard"]["max"]
MOST_CAMELS: int = _EXPAND["camels"]["max"]
SECOND_CAMEL: int = _EXPAND["second_camel_costs_treasury"]
CAPACITY: int = _EXPAND["space_capacity"]
SALE: int = FACTS["actions"]["goods_space"]["card_holder_may_sell_for"]
BONUS_ACTIVE: int = _RELATIONSHIP["bonus_active_family_member"]
BONUS_INACTIVE: int = _RELATIONSHIP["bonus_inactive_family_member"]

VP_OWN_CAMEL: int = _SCORING["hand_card_per_camel_of_own_family"]
VP_OTHER_CAMEL: int = _SCORING["hand_card_per_camel_of_other_family"]
VP_GOODS_MARKER: int = _SCORING["goods_marker"]
VP_MARKER: int = _SCORING["relationship_marker"]
VP_DIRHAM: int = _SCORING["dirham"]

FAMILIES: tuple[str, ...] = tuple(family["id"] for family in FACTS["families"])
PORTION: dict[str, int] = {family["id"]: family["portion"] for family in FACTS["families"]}
HOME: dict[str, str] = {family["id"]: family["start"] for family in FACTS["families"]}
COLOUR: dict[str, str] = {family["id"]: family["colour"] for family in FACTS["families"]}
FAMILY_TITLE: dict[str, str] = {family["id"]: family["name"] for family in FACTS["families"]}

SPACES: tuple[str, ...] = tuple(space["id"] for space in FACTS["spaces"])
SPACE_TITLE: dict[str, str] = {space["id"]: space["name"] for space in FACTS["spaces"]}
ADJACENT: dict[str, tuple[str, ...]] = {space["id"]: tuple(space["adj"]) for space in FACTS["spaces"]}
WATER: frozenset[str] = frozenset(space["id"] for space in FACTS["spaces"] if space["kind"] == "water")

# A good, its card and its marker go by its number, written as text.
GOODS: tuple[str, ...] = tuple(str(good["number"]) for good in FACTS["goods"])
GOOD_TITLE: dict[str, str] = {str(good["number"]): good["name"] for good in FACTS["goods"]}
SPACE_OF: dict[str, str] = {str(good["number"]): good["space"] for good in FACTS["goods"]}
GOOD_AT: dict[str, str] = {space: good for good, space in SPACE_OF.items()}
RANK: dict[str, int] = {good: i for i, good in enumerate((*GOODS, "?"))}


HAND_LIMIT: dict[int, int] = {int(players): limit for players, limit in _SETUP["hand_limit"].items()}
# Family tiles of each family on the board; the others go into the bag.
TILES_ON_BOARD: dict[int, int] = {int(players): tiles for players, tiles in _SETUP["family_tiles_on_board"].items()}
# How many tiles of one family a player may hold.
MOST_TILES: dict[int, int] = {int(players): most for players, most in _MARRY["max_tiles_of_one_family"].items()}


def name_good(good: str) -> str:
    """A good as a player reads it: number and name."""
    return f"{good} {GOOD_TITLE[good]}" if good in GOOD_TITLE else good


def slug(name: str) -> str:
    """A printed name as one word of the notation."""
    return "-".join("".join(c if c.isalnum() or c in "_'" else " " for c in name.lower()).split())


def _family_aliases() -> dict[str, str]:
    aliases = {slug(title): family for family, title in FAMILY_TITLE.items()}
    aliases.update({colour: family for family, colour in COLOUR.items()})
    aliases.update({slug(word): family["id"] for family in FACTS["families"] for word in family.get("also", ())})
    return aliases | {"gray": aliases["grey"]} if "grey" in aliases else aliases


def _aliases(titles: Mapping[str, str]) -> dict[str, str]:
    """Names as they are printed, and what is left of them in a clause: the small words in them are not read."""
    printed = {slug(title): id for id, title in titles.items()}
    left = {"-".join(word for word in name.split("-") if word not in SMALL_WORDS): id for name, id in printed.items()}
    return {**{name: id for name, id in left.items() if name not in titles}, **printed}


FAMILY_NAMES = Names.of("family", FAMILIES, _family_aliases())
GOOD_BY_NAME: dict[str, str] = {slug(title): good for good, title in GOOD_TITLE.items()}
# By number, and as the booklet and reports write a good: "Diamond-22", "22 Diamond".
_GOOD_IN_FULL: dict[str, str] = {
    words: name for name, good in GOOD_BY_NAME.items() for words in (good, f"{name}-{good}", f"{good}-{name}")
}
GOOD_NAMES = Names.of("good", GOOD_BY_NAME, _aliases({slug(t): t for t in GOOD_TITLE.values()}), _GOOD_IN_FULL)
# A space also goes by its good, or by both, as in reports: `raqqa (18)`.
_SPACE_BY_GOOD: dict[str, str] = {
    **{words: SPACE_OF[GOOD_BY_NAME[name]] for words, name in _GOOD_IN_FULL.items()},
    **{name: SPACE_OF[good] for name, good in GOOD_BY_NAME.items()},
    **{f"{space}-{good}": space for space, good in GOOD_AT.items()},
}
SPACE_NAMES = Names.of("space", SPACES, _aliases(SPACE_TITLE), _SPACE_BY_GOOD)
