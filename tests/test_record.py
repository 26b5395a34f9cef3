"""Records are like dataclasses with slots."""

from __future__ import annotations

import pytest

from pbem.core.record import field, record


@record
class Heap:
    name: str
    size: int = 2
    cards: list[str] = field(default_factory=list)

    def double(self) -> int:
        return self.size * 2


def test_a_record_has_defaults_of_its_own() -> None:
    one, two = Heap("a"), Heap("b", 3, ["x"])
    one.cards.append("y")
    assert (one.name, one.size, one.cards) == ("a", 2, ["y"])
    assert (two.size, two.cards, two.double()) == (3, ["x"], 6)
    assert Heap("c").cards == []


def test_records_are_equal_by_value_and_readable() -> None:
    assert Heap("a", cards=["x"]) == Heap("a", 2, ["x"])
    assert Heap("a") != Heap("b")
    other: object = ("a", 2, [])
    assert Heap("a") != other
    assert repr(Heap("a")) == "Heap(name='a', size=2, cards=[])"


def test_a_record_takes_no_other_fields() -> None:
    with pytest.raises(AttributeError):
        Heap("a").colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Heap()  # type: ignore[call-arg]
