"""The component file of Samarkand is sound, and the check notices every kind of mistake in it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.files import data_path, read_facts
from pbem.rules.samarkand.components import check_components
from tests.shell import pbem

FILE = data_path("games", "samarkand", "components.yaml")
Facts = dict[str, Any]


def space(facts: Facts, id: str) -> Facts:
    return next(entry for entry in facts["spaces"] if entry["id"] == id)


def set_entry(section: str, at: int, **values: Any) -> Callable[[Facts], None]:
    return lambda facts: facts[section][at].update(values)


def cut_off(facts: Facts) -> None:
    """Cuts Salonica off the map."""
    for other in space(facts, "salonica")["adj"]:
        space(facts, other)["adj"].remove("salonica")
    space(facts, "salonica")["adj"] = []


MISTAKES: dict[str, Callable[[Facts], None]] = {
    "setup: differs from the booklet": lambda facts: facts["setup"].update(starting_dirhams=12),
    "components: differs from the booklet": lambda facts: facts["components"].update(families=11),
    "families: is missing or is no list": lambda facts: facts.pop("families"),
    "goods: is missing or is no list": lambda facts: facts.update(goods={}),
    "spaces, entry 1: is no list of keys": lambda facts: facts["spaces"].__setitem__(0, "aidhab"),
    "families, entry 1: portion is missing or is no int": set_entry("families", 0, portion="four"),
    "spaces, entry 3: adj holds something": set_entry("spaces", 2, adj=[1]),
    "families, entry 8: also is no list": set_entry("families", 7, also="Arabic"),
    "families, entry 8: also holds something": set_entry("families", 7, also=[7]),
    "family arabia: the name 'To' cannot be written": set_entry("families", 7, also=["To"]),
    "good 1: the name '22' cannot be written": set_entry("goods", 0, name="22"),
    "good 1: the name 'All' cannot be written": set_entry("goods", 0, name="All"),
    "space aidhab: the name '...' cannot be written": set_entry("spaces", 0, name="..."),
    "space aidhab: the name 'Tyre' is that of the space tyre": set_entry("spaces", 0, name="Tyre"),
    "families: the word levant stands twice": set_entry("families", 7, also=["Levant"]),
    "space and: id must be": set_entry("spaces", 0, id="and"),
    "families: 9 listed, the booklet has 10": lambda facts: facts["families"].pop(),
    "goods: 32 listed, the booklet has 33": lambda facts: facts["goods"].pop(),
    "goods: no good has the number 1": set_entry("goods", 0, number=34),
    "families: id levant stands twice": set_entry("families", 0, id="levant"),
    "families: the word red stands twice": set_entry("families", 0, colour="red"),
    "families: start aleppo stands twice": set_entry("families", 0, start="aleppo"),
    "family Byzant: id must be": set_entry("families", 0, id="Byzant"),
    "family byzant: portion is 0": set_entry("families", 0, portion=0),
    "family byzant: start aegean is no land space": set_entry("families", 0, start="aegean"),
    "goods: name furs stands twice": set_entry("goods", 0, name="Furs"),
    "goods: number 2 stands twice": set_entry("goods", 0, number=2),
    "goods: space circassia stands twice": set_entry("goods", 0, space="circassia"),
    "good 1: aegean is no land space": set_entry("goods", 0, space="aegean"),
    "spaces: id ajmer stands twice": set_entry("spaces", 0, id="ajmer"),
    "spaces: name ajmer stands twice": set_entry("spaces", 0, name="Ajmer"),
    "space to: id must be": set_entry("spaces", 0, id="to"),
    "space aidhab: kind is desert": set_entry("spaces", 0, kind="desert"),
    "space aidhab: good is 27 here": set_entry("spaces", 0, good=27),
    "space aleppo: start is none here": lambda facts: space(facts, "aleppo").pop("start"),
    "space aleppo: is a start and has good 11": lambda facts: facts["goods"][10].update(space="aleppo"),
    "space tyre: borders aleppo, but aleppo": lambda facts: space(facts, "aleppo")["adj"].remove("tyre"),
    "space aleppo: borders troy, which is no space": lambda facts: space(facts, "aleppo")["adj"].append("troy"),
    "space aleppo: borders itself": lambda facts: space(facts, "aleppo")["adj"].append("aleppo"),
    "space aleppo: border tyre stands twice": lambda facts: space(facts, "aleppo")["adj"].append("tyre"),
    "spaces: the map is in pieces": cut_off,
}


def test_the_components_are_sound() -> None:
    assert check_components(read_facts(FILE)) == []


@pytest.mark.parametrize("problem", MISTAKES)
def test_a_mistake_is_noticed(problem: str) -> None:
    facts = deepcopy(read_facts(FILE))
    MISTAKES[problem](facts)
    assert any(sentence.startswith(problem) for sentence in check_components(facts)), check_components(facts)


@pytest.mark.parametrize("hostile", [{}, {"families": [None]}, {"spaces": [[]]}, {"goods": [{"number": True}]}])
def test_nonsense_is_told_and_does_not_break_the_check(hostile: Facts) -> None:
    assert check_components({**read_facts(FILE), **hostile} if hostile else {})


def test_the_outlines_are_those_of_the_spaces() -> None:
    outlines = read_facts(FILE.with_name("outlines.yaml"))["outlines"]
    assert set(outlines) == {space["id"] for space in read_facts(FILE)["spaces"]}


def test_data_check_on_the_command_line(tmp_path: Path) -> None:
    assert pbem("data", "check", "samarkand").code == 0
    assert pbem("data", "check").code == 0
    assert "[pbem.data.unchecked]" in pbem("data", "check", "caravan").err
    facts = yaml.safe_load(FILE.read_text())
    space(facts, "aleppo")["adj"].remove("tyre")
    wrong = tmp_path / "mine.yaml"
    wrong.write_text(yaml.safe_dump(facts))
    said = pbem("data", "check", wrong)
    assert said.code == 1
    assert said.out == f"{wrong}: space tyre: borders aleppo, but aleppo does not border tyre\n"


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("a: [", "pbem.file."),
        ("a: 1", "pbem.data.game"),
        ("game: {id: chess}", "pbem.usage.game"),
        ("a: &x 1\nb: *x", "pbem.file."),
        ("game: {id: caravan}", "pbem.data.unchecked"),
    ],
)
def test_a_file_that_is_no_component_file_is_refused(tmp_path: Path, text: str, id: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text)
    said = pbem("data", "check", path)
    assert said.code != 0 and f"[{id}" in said.err and "Traceback" not in said.err
