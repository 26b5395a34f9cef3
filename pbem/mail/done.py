"""What an order comes to: lines of the answer, or why it cannot be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pbem.core.problem import Refused
from pbem.gamefile.seats import seat_named
from pbem.mail.desk import Desk
from pbem.report.model import Report


class Done(NamedTuple):
    """What the answer says of an order, and the report it comes with, if it does."""

    lines: list[str]
    report: Report | None = None


class Declined(Exception):
    """An order that cannot be done, in words."""


Action = Callable[[Desk, str, str], Done]


def seat_called(desk: Desk, word: str) -> str:
    try:
        seat = seat_named(desk.file.header, word)
    except Refused:
        raise Declined(f"There is no seat '{word.strip()}'; the seats are {', '.join(desk.seats())}.") from None
    assert seat is not None
    return seat
