"""Tuples with named fields, as `typing.NamedTuple` makes them, but without compiling every annotation.

Compiling them takes three quarters of the time; a turn loads thirty such classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from collections import namedtuple

    class _Maker(type):
        """Turns a class body with annotated fields into a tuple class."""

        def __new__(cls, name: str, _bases: tuple[type, ...], body: dict[str, Any]) -> type:
            fields = body["__annotations__"]
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])
            for key, value in body.items():
                if key not in fields:
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Maker, "NamedTuple", (), {})
