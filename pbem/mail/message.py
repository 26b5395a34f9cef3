"""Reads a mail: any bytes in, an Incoming or a Refusal out. Nothing in a mail is trusted, and nothing is looked up."""

from __future__ import annotations

from hashlib import sha256

from pbem.mail import headers as head
from pbem.mail import limits
from pbem.mail.content import Content, read_content
from pbem.mail.model import Incoming, Refusal, TooMuch
from pbem.mail.parts import Part, kind_of, read_parts
from pbem.mail.robots import LIST, read_bounce, why_automatic


def read_mail(raw: bytes, recipients: tuple[str, ...] = ()) -> Incoming:
    """Reads a mail; `recipients` are those of the envelope, where a server knows them. Raises nothing but Refusal."""
    try:
        return _read(raw, recipients)
    except Refusal:
        raise
    except Exception as error:  # whatever is wrong with a mail, the others behind it must be read
        raise Refusal(f"cannot be read: {type(error).__name__}") from error


def _read(raw: bytes, recipients: tuple[str, ...]) -> Incoming:
    try:
        return parse_mail(raw, recipients)
    except TooMuch as much:
        return _head(raw, recipients)._replace(too_much=str(much))


def _head(raw: bytes, recipients: tuple[str, ...]) -> Incoming:
    """A mail without its text."""
    headers = head.read_headers(_split(raw[: 2 * limits.HEADER_BLOCK])[0])
    sender, _ = head.sender(headers)
    subject = head.subject(headers)
    kind = head.first(headers, "content-type")
    automatic = why_automatic(headers, sender, subject, Part(kind_of(kind), kind, "", ""))
    to, message_id = head.recipients(headers, recipients), head.message_id(headers)
    return Incoming(sha256(raw).hexdigest(), sender, to, subject, message_id, automatic=automatic)


def parse_mail(raw: bytes, recipients: tuple[str, ...] = ()) -> Incoming:
    """The same without the net below it: any error but Refusal is a mistake of ours, which tests must see."""
    digest = sha256(raw).hexdigest()
    block, body = _split(raw)
    headers = head.read_headers(block)
    sender, name = head.sender(headers)
    subject = head.subject(headers)
    part = read_parts(headers, body)
    automatic = why_automatic(headers, sender, subject, part)
    by_person = not automatic or automatic.startswith(LIST)
    content = read_content(part, name) if by_person else Content("", ())
    return Incoming(
        digest,
        sender,
        head.recipients(headers, recipients),
        subject,
        head.message_id(headers),
        head.references(headers),
        content.text,
        content.ignored,
        automatic,
        read_bounce(headers, part) if automatic else None,
    )


def _split(raw: bytes) -> tuple[bytes, bytes]:
    """The header block and what is below it, with one kind of line end."""
    if len(raw) > limits.RAW:
        raise TooMuch(f"more than {limits.RAW // 1024} KiB")
    if b"\r" in raw:
        raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if raw.count(b"\n") > limits.LINES:
        raise TooMuch(f"more than {limits.LINES} lines")
    block, _, body = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\n").partition(b"\n\n")
    return block.rstrip(b"\n"), body
