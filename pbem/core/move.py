"""A move is a small value: what one clause of the notation says, in ids and numbers only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, dataclass_transform

from pbem.core.named import NamedTuple
from pbem.core.problem import Span


@dataclass_transform(frozen_default=True)
class Move:
    """Base of all moves: fields are the annotations of the subclass, values never change.

    A plain dataclass would do the same; this one costs a twentieth of it at start-up.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    vague: ClassVar[bool] = False  # True when `resolve` may have to fill something in

    def __init_subclass__(cls) -> None:
        own = tuple(name for name, kind in cls.__annotations__.items() if not str(kind).startswith("ClassVar"))
        cls.fields = cls.fields + own

    def __init__(self, *args: Any, **named: Any) -> None:
        if not named and len(args) == len(self.fields):  # by far the most common
            self.__dict__.update(zip(self.fields, args, strict=True))
            return
        values = dict(zip(self.fields, args, strict=False), **named)
        missing = [f for f in self.fields if f not in values and not hasattr(type(self), f)]
        if missing or len(args) > len(self.fields) or not values.keys() <= set(self.fields):
            raise TypeError(f"{type(self).__name__}: bad or missing fields {missing or sorted(values)}")
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is a value: '{name}' cannot change")

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, f) for f in self.fields)

    def replace(self, **named: Any) -> Any:
        """Returns the same move with some fields changed."""
        return type(self)(**{**dict(zip(self.fields, self.values(), strict=True)), **named})

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.values()))

    def __repr__(self) -> str:
        inner = ", ".join(f"{f}={v!r}" for f, v in zip(self.fields, self.values(), strict=True))
        return f"{type(self).__name__}({inner})"


class Placed(NamedTuple):
    """A move and the place in the text where it was read."""

    move: Move
    span: Span


class Turn(NamedTuple):
    """What one text says: its moves in order."""

    moves: tuple[Placed, ...]

    def __iter__(self) -> Iterator[Placed]:  # type: ignore[override]
        return iter(self.moves)
