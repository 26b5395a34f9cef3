"""Mutable records with slots. A dataclass would do the same, but loading `dataclasses` takes longer than a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


class Fresh:
    """The default of a field that every record has a fresh one of."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


def field(*, default_factory: Callable[[], T]) -> T:
    """Says that a field begins with what the function makes, for every record anew."""
    return Fresh(default_factory)  # type: ignore[return-value]


@dataclass_transform(field_specifiers=(field,))
def record(cls: type[T]) -> type[T]:
    """Makes a class of annotated fields a record: slots, `__init__` with defaults, equality and a readable form."""
    fields = tuple(cls.__annotations__)
    body = {k: v for k, v in vars(cls).items() if k not in (*fields, "__dict__", "__weakref__")}
    defaults = {name: vars(cls)[name] for name in fields if name in vars(cls)}
    body |= {"__slots__": fields, "__init__": _init(fields, defaults), "__eq__": _eq, "__repr__": _repr}
    made: type[T] = type(cls.__name__, cls.__bases__, {**body, "__hash__": None})
    return made


def _init(fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """Writes the code of `__init__`; a loop over the fields would take several times as long at every copy."""
    known: dict[str, Any] = {"_missing": object()}
    arguments, lines = ["self"], []
    for name in fields:
        value = defaults.get(name)
        known[f"_{name}"] = value.make if isinstance(value, Fresh) else value
        if isinstance(value, Fresh):
            arguments.append(f"{name}=_missing")
            lines.append(f" self.{name} = _{name}() if {name} is _missing else {name}")
        else:
            arguments.append(f"{name}=_{name}" if name in defaults else name)
            lines.append(f" self.{name} = {name}")
    exec(f"def __init__({', '.join(arguments)}):\n" + "\n".join(lines), known)
    return known["__init__"]


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, name) for name in self.__slots__)


def _eq(self: Any, other: object) -> bool:
    return _values(self) == _values(other) if type(self) is type(other) else NotImplemented


def _repr(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.__slots__)})"
