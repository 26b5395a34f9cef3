"""Outgoing mails as bytes. Headers are made of constants, registered addresses and numbers, and checked once more."""

from __future__ import annotations

import re
from binascii import b2a_qp
from email.charset import Charset
from email.utils import format_datetime
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from pbem.mail.limits import MESSAGE_ID, is_address
from pbem.mail.model import Outgoing, Refusal

if TYPE_CHECKING:
    from datetime import datetime

HEADER = re.compile(r"([A-Z][A-Za-z-]{1,30}): [\x20-\x7e]{0,900}")
ALLOWED = frozenset(
    (
        *("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "Auto-Submitted"),
        *("X-Auto-Response-Suppress", "List-Id", "X-Loop"),
        *("MIME-Version", "Content-Type", "Content-Transfer-Encoding"),
    )
)
MOST_REFERENCES = 20
LONGEST_LINE = 900


class Sender(NamedTuple):
    """Who sends: the address of the judge and the host name of message ids."""

    address: str
    name: str = "pbem"

    @property
    def host(self) -> str:
        return self.address.rpartition("@")[2]


def to_bytes(mail: Outgoing, sender: Sender, game: str, when: datetime) -> bytes:
    """The mail as it goes over the wire; raises Refusal rather than send a header that is not ours.

    It is put together here and not by `email`, which parses and folds headers, differently in every Python.
    """
    headers = _headers(mail, sender, game, when)
    if not mail.html:
        return _message(headers, _part("plain", mail.text))
    boundary = f"pbem-{sha256(mail.message_id.encode()).hexdigest()[:24]}"
    headers["Content-Type"] = f'multipart/alternative; boundary="{boundary}"'
    parts = [_part("plain", mail.text), _part("html", mail.html)]
    body = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    return _message(headers, f"\r\n{body}--{boundary}--\r\n")


def _message(headers: dict[str, str], rest: str) -> bytes:
    """The header block, checked, and what is below it; a single part brings its own content headers."""
    raw = ("".join(f"{name}: {value}\r\n" for name, value in headers.items()) + rest).encode("ascii")
    _check_headers(raw)
    return raw


def _part(kind: str, text: str) -> str:
    """A part of text in lines of at most 76 characters of ASCII."""
    lines = "\r\n".join(text.splitlines())
    content = b2a_qp(lines.encode("utf-8", "replace") + b"\r\n").decode("ascii")
    return f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{content}'


def _headers(mail: Outgoing, sender: Sender, game: str, when: datetime) -> dict[str, str]:
    headers = {
        "From": f"{_name(sender.name)} <{_address(sender.address)}>",
        "To": _address(mail.address),
        "Subject": one_line(mail.subject)[:200],
        "Date": format_datetime(when),
        "Message-ID": _id(mail.message_id),
    }
    if mail.reply_to:
        headers["Reply-To"] = _address(mail.reply_to)
    if mail.in_reply_to:
        headers["In-Reply-To"] = _id(mail.in_reply_to)
        headers["References"] = " ".join(_id(i) for i in _capped(mail.references or (mail.in_reply_to,)))
    headers["Auto-Submitted"] = "auto-replied" if mail.answers else "auto-generated"
    headers["X-Auto-Response-Suppress"] = "All"
    headers["List-Id"] = f"<{game}.{sender.host}>"
    headers["X-Loop"] = _address(sender.address)
    headers["MIME-Version"] = "1.0"
    return headers


def _name(name: str) -> str:
    """A name for From: plain words, or one encoded word."""
    plain = "".join(c for c in name if c.isalnum() or c == " ").strip()[:40] or "pbem"
    return plain if plain.isascii() else str(Charset("utf-8").header_encode(plain))


def _capped(references: tuple[str, ...]) -> tuple[str, ...]:
    """The first and as many of the last ones as fit in a line; clients thread by them."""
    first, *rest = references
    kept: list[str] = []
    room = LONGEST_LINE - len(first) - len("References: ")
    for reference in reversed(rest):
        room -= len(reference) + 1
        if room < 0 or len(kept) == MOST_REFERENCES:
            break
        kept.append(reference)
    return (first, *reversed(kept))


def _address(address: str) -> str:
    if not is_address(address):
        raise Refusal(f"not an address: {address!r}")
    return address


def _id(message_id: str) -> str:
    if not MESSAGE_ID.fullmatch(message_id):
        raise Refusal(f"not a message id: {message_id!r}")
    return message_id


def one_line(text: str) -> str:
    """Text for a header: printable ASCII only, one line."""
    return " ".join("".join(c if " " <= c <= "~" else " " for c in text).split())


def _check_headers(raw: bytes) -> None:
    """Refuses a header block with anything in it that we did not mean to write."""
    block = raw.split(b"\r\n\r\n", 1)[0].decode("ascii", "replace")
    seen: set[str] = set()
    for line in block.split("\r\n"):
        match = HEADER.fullmatch(line)
        if not match or match[1] not in ALLOWED or match[1] in seen:
            raise Refusal(f"a header that is not ours: {line[:60]!r}")
        seen.add(match[1])
