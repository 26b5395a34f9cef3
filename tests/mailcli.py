"""Mail play through commands, as somebody does it who has only files: mails go in on stdin and come out as .eml."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from io import BytesIO, TextIOWrapper
from pathlib import Path

from tests.shell import Said, pbem


@contextmanager
def stdin(raw: bytes) -> Iterator[None]:
    """Has these bytes on stdin for a while."""
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(raw))
    try:
        yield
    finally:
        sys.stdin = before


def read_mail(raw: bytes, *words: str | Path) -> Said:
    """`pbem mail read` in this process."""
    with stdin(raw):
        return pbem("mail", "read", *words)


def mail_in(path: Path) -> Message:
    return message_from_bytes(path.read_bytes())


def text_of(mail: Message) -> str:
    """The text part of a mail."""
    for part in mail.walk():
        if part.get_content_type() == "text/plain":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return payload.decode().replace("\r\n", "\n")
    raise AssertionError("no text in the mail")


def answer(mail: Message, text: str, number: int = 1) -> bytes:
    """What a mail client sends when a report is answered."""
    quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
    head = [
        f"From: {mail['To']}",
        f"To: {mail['Reply-To']}",
        f"Subject: Re: {mail['Subject']}",
        f"Message-ID: <{number}.{mail['To']}>",
        "Content-Type: text/plain; charset=utf-8",
    ]
    return "\n".join([*head, "", text, "", "On Wed, 18 Nov 2026, pbem judge wrote:", quoted, ""]).encode()
