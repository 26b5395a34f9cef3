"""`pbem data check` on the facts of Marco Polo: sound as shipped, and every kind of slip is named."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.rules.marcopolo.components import check_components
from pbem.rules.marcopolo.data import FACTS

Facts = dict[str, Any]


def test_the_facts_as_shipped_are_sound() -> None:
    assert check_components(FACTS) == []


SLIPS: dict[str, tuple[Callable[[Facts], Any], str]] = {
    "a lost contract": (lambda f: f["contracts"].pop("c38"), "43 of them"),
    "an unknown word": (lambda f: f["contracts"]["c01"]["reward"].update(sheep=1), "there is no 'sheep'"),
    "no number": (lambda f: f["office-bonuses"]["camels-2"].update(camels="two"), "whole number"),
    "a doubled way": (lambda f: f["edges"].append(f["edges"][0]), "joined twice"),
    "a way to nowhere": (lambda f: f["edges"].append({"between": ["moscow", "rome"], "cost": {}}), "does not join"),
    "a lost way": (lambda f: f.update(edges=[e for e in f["edges"] if "anxi" not in e["between"]]), "leads to anxi"),
    "a foreign objective": (
        lambda f: f["objectives"]["moscow-xian"].update(locations=["rome", "xian"]),
        "not on the map",
    ),
    "a town without bonus": (lambda f: f["town-bonuses"]["town-a"].update(town="ormuz"), "each small town has one"),
    "a changed rule": (lambda f: f["setup"].update({"start-camels": 3}), "differs from the booklet"),
    "a missing section": (lambda f: f.pop("edges"), "is missing"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_every_slip_is_named(slip: str) -> None:
    change, words = SLIPS[slip]
    facts = deepcopy(FACTS)
    change(facts)
    assert any(words in sentence for sentence in check_components(facts)), check_components(facts)
