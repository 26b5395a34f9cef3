"""Characters (supplement S3-S4): answers to the questions the rules ask.

The rules never ask which character a player has; they ask what an occupied space costs him, how many posts he has,
what a step from oasis to oasis costs. The answers come from the facts of his tile.
"""

from __future__ import annotations

from typing import Any

from pbem.core.event import Amounts
from pbem.rules.marcopolo.data import BEIJING, CHARACTERS, FACTS, KIND, LINKS, OASES, SETUP, VENEZIA, Cost

FREE: Cost = (0, 0)


class Ability:
    """What one character changes."""

    def __init__(self, facts: dict[str, Any]) -> None:
        start = facts.get("round-start", {})
        self.chooses_values: bool = "dice-values" in facts
        self.compensation: bool = facts.get("compensation", True)
        self.pays_fee: bool = facts.get("pays-occupied-fee", True)
        self.figures: int = facts.get("figures-on-map", SETUP["figures-on-map"])
        self.posts: int = SETUP["trading-posts"] + facts.get("extra-trading-posts", 0)
        vp_at = facts.get("bonus-vp-at", FACTS["trading-posts"]["bonus-vp-at"])
        self.post_vp: dict[int, int] = {int(n): vp for n, vp in vp_at.items()}
        self.passing: bool = facts.get("posts-while-passing", False)
        self.white_dice: int = start.get("white-die", 0)
        self.round_start: Amounts = {k: v for k, v in start.items() if k != "white-die"}
        self.start: str = facts.get("start-location", VENEZIA)
        self.starts_with_post: bool = "start-trading-post" in facts
        self.jumps: bool = "oasis-jump" in facts
        self._others: dict[str, dict[str, Amounts]] = facts.get("by-players", {})
        self.profits: bool = bool(self._others)  # from what others do

    def link(self, a: str, b: str) -> Cost | None:
        """What a step from a to b costs on the way; None when there is no way."""
        if self.jumps and a != b and KIND[a] == "oasis" == KIND[b]:
            return FREE
        return LINKS[a].get(b)

    def neighbours(self, place: str) -> dict[str, Cost]:
        """Every place one step away with its cost."""
        if self.jumps and KIND[place] == "oasis":
            return {**LINKS[place], **{oasis: FREE for oasis in OASES if oasis != place}}
        return LINKS[place]

    def when_another(self, action: str, players: int, item: str = "") -> Amounts:
        """What he gets when another player does an action."""
        gain = self._others.get(str(players), {}).get(action, {})
        return {item: gain["same-item"]} if "same-item" in gain else gain


ABILITIES: dict[str, Ability] = {name: Ability(facts) for name, facts in CHARACTERS.items()}
NO_ABILITY = Ability({})
assert all(ability.start in (VENEZIA, BEIJING) for ability in ABILITIES.values())
