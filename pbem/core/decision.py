"""A decision says who must act on what."""

from __future__ import annotations

from typing import Any

from pbem.core.event import NOTHING
from pbem.core.named import NamedTuple


class Decision(NamedTuple):
    """One seat is asked one thing; `facts` holds the numbers of the question (public or the seat's own)."""

    seat: str
    kind: str
    facts: dict[str, Any] = NOTHING
