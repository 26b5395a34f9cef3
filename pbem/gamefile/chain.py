"""The chain of hashes over the log: who knows the last one knows that no earlier line has changed."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.gamefile.log import Entry, Log
from pbem.gamefile.profile import dump

if TYPE_CHECKING:
    from pbem.gamefile.schema import Header

MARK = 4  # hex digits kept of every head, to name the entry when one does not fit


def root(header: Header, setup: list[str]) -> bytes:
    """The head before the first entry: what the game is, and what chance gave at set-up."""
    seats = [seat.seat for seat in header.seats]
    options, commitment = sorted(header.options.items()), sorted(header.commitment.items())
    what = ["pbem/log", header.game, header.id, seats, options, commitment, setup]
    return sha256(dump(what).encode()).digest()


def link(head: bytes, line: str, draws: list[str]) -> bytes:
    """The head after one more entry."""
    text = "\n".join((line, *draws)) if draws else line
    return sha256(head + text.encode()).digest()


def heads(header: Header, log: Log) -> list[bytes]:
    """The head before the first entry and after each one."""
    head = root(header, log.setup)
    found = [head]
    for entry in log.entries:
        head = link(head, log.lines[entry.line], entry.draws)
        found.append(head)
    return found


def shown(head: bytes) -> str:
    """A head as it stands in the file and in reports."""
    return head.hex()[:32]


def marks(found: list[bytes]) -> str:
    """The first digits of every head."""
    return "".join([head.hex()[:MARK] for head in found])


def first_broken(found: list[bytes], stored: str) -> int | None:
    """The number of the first entry that does not fit the stored marks; 0 is the set-up."""
    for i, head in enumerate(found):
        mark = stored[i * MARK : (i + 1) * MARK]
        if mark and mark != head.hex()[:MARK]:
            return i
    return None


def line_of(log: Log, number: int) -> int:
    """The line (from 0) where an entry stands."""
    entries: list[Entry] = log.entries
    return entries[number - 1].line if 0 < number <= len(entries) else max(0, len(log.lines) - 1)
