"""What the parts of the mail gateway hand to each other."""

from __future__ import annotations

from typing import Any, NamedTuple


class Bounce(NamedTuple):
    """A delivery report (RFC 3464): whose mail came back and whether for good."""

    address: str
    status: str  # "5.1.1"
    message_id: str  # of the mail that came back

    @property
    def permanent(self) -> bool:
        return self.status.startswith("5")


class Incoming(NamedTuple):
    """One mail, read. Nothing in it is trusted; `text` is what its writer wrote, without quotes and signature."""

    digest: str  # sha256 of the raw bytes
    sender: str  # the one address in From, lower case
    recipients: tuple[str, ...]  # where it was delivered to, then To and Cc
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()
    text: str = ""
    ignored: tuple[str, ...] = ()  # what was left out, in words: "3 quoted lines", "attachment photo.jpg"
    automatic: str = ""  # why it is the mail of a robot; empty for a person
    bounce: Bounce | None = None
    too_much: str = ""  # why its text was not read; who it is from is known all the same
    trusted: tuple[str, ...] = ()  # authentication levels it passed: "dkim", "authres"


class Outgoing(NamedTuple):
    """One mail to send. The text part is complete in itself; `html` says the same."""

    kind: str  # report, answer, reminder, digest, notice
    seat: str  # empty: to the host
    address: str
    subject: str
    message_id: str  # fixed for ever; a repeat has the same
    text: str
    html: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    answers: bool = False  # True: an answer to a mail (auto-replied, empty envelope sender)
    date: str = ""  # when it was written, so that a repeat is the same byte for byte

    def plain(self) -> dict[str, Any]:
        return {**self._asdict(), "references": list(self.references)}


class Refusal(Exception):
    """A mail that cannot be read safely; it is put aside, and nobody is answered."""


class TooMuch(Refusal):
    """More than is read of a mail: a photograph, a text without end. A player is told so."""
