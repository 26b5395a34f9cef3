"""Our named tuples are those of the typing module, made in less time."""

from __future__ import annotations

import pickle
import typing

from pbem.core import named


class Theirs(typing.NamedTuple):
    """A heap of cards."""

    name: str
    size: int = 2
    cards: list[str] = []  # noqa: RUF012 (nobody changes it)

    @property
    def double(self) -> int:
        return self.size * 2

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"


class Ours(named.NamedTuple):
    """A heap of cards."""

    name: str
    size: int = 2
    cards: list[str] = []  # noqa: RUF012 (nobody changes it)

    @property
    def double(self) -> int:
        return self.size * 2

    def __str__(self) -> str:
        return f"{self.name}: {self.size}"


def test_fields_defaults_and_methods_are_the_same() -> None:
    assert (Ours._fields, Ours._field_defaults, Ours.__doc__) == (
        Theirs._fields,
        Theirs._field_defaults,
        Theirs.__doc__,
    )
    assert Ours.__mro__[1:] == Theirs.__mro__[1:]
    assert Ours.__annotations__.keys() == Theirs.__annotations__.keys()
    ours, theirs = Ours("a", cards=["x"]), Theirs("a", cards=["x"])
    assert (tuple(ours), ours.double, str(ours)) == (tuple(theirs), theirs.double, str(theirs))
    assert ours._replace(size=3)._asdict() == theirs._replace(size=3)._asdict()
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")


def test_values_come_back_from_another_process() -> None:
    sent = Ours("a", 3, ["x"])
    found = pickle.loads(pickle.dumps(sent))
    assert found == sent
    assert type(found) is Ours
