"""The parts of a mail. The standard library splits them; what could make it slow is refused before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.feedparser import FeedParser
from email.message import Message
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from pbem.mail import limits
from pbem.mail.charset import decode_text, decode_transfer, decode_words, tidy, visible
from pbem.mail.headers import Headers, first
from pbem.mail.model import Refusal, TooMuch

_CONTENT_TYPE = b"\ncontent-type:"
_KIND = re.compile(r"\s*([a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,80})", re.I)
_CHARSET = re.compile(r";\s*charset\*?\s*=\s*\"?(?:[a-z-]{0,10}'[^']{0,10}')?([a-z0-9_.:-]{1,40})", re.I)
_FLOWED = re.compile(r";\s*format\s*=\s*\"?flowed", re.I)
_DELSP = re.compile(r";\s*delsp\s*=\s*\"?yes", re.I)
_NAME = re.compile(r";\s*(?:file)?name(\*?)(?:0(\*?))?\s*=\s*(?:\"([^\"\n]{1,300})|([^;\s\"]{1,300}))", re.I)


class Part(NamedTuple):
    """A part: a leaf with its bytes, or a multipart with its children."""

    kind: str  # "text/plain"
    kind_header: str
    encoding: str
    disposition: str
    body: bytes = b""
    children: tuple[Part, ...] = ()

    @property
    def name(self) -> str:
        """The file name, as far as it can be shown."""
        return _file_name(self.disposition) or _file_name(self.kind_header)

    @property
    def is_attached(self) -> bool:
        return self.disposition[:10].lower() == "attachment" or bool(self.name)

    @property
    def flowed(self) -> tuple[bool, bool]:
        """Whether lines are to be joined (RFC 3676), and whether the blank at their end goes."""
        return bool(_FLOWED.search(self.kind_header)), bool(_DELSP.search(self.kind_header))

    def text(self) -> tuple[str, str]:
        """The text of a leaf, and what was wrong with its charset."""
        charset = _CHARSET.search(self.kind_header)
        text, trouble = decode_text(decode_transfer(self.body, self.encoding), charset[1] if charset else "")
        return tidy(text), trouble


def read_parts(headers: Headers, body: bytes) -> Part:
    """The parts of a mail as a tree; raises Refusal for more or deeper ones than mails of people have."""
    kind_header = first(headers, "content-type")
    kind = kind_of(kind_header, "text/plain")
    if not kind.startswith(("multipart/", "message/")):
        return Part(
            kind, kind_header, first(headers, "content-transfer-encoding"), first(headers, "content-disposition"), body
        )
    _check_inner_headers(body)
    root = _split(kind_header, body)
    if not isinstance(root.get_payload(), list):
        raise Refusal("a mail of several parts without its boundary")
    if _count(root, 1) > limits.PARTS:
        raise TooMuch(f"more than {limits.PARTS} parts")
    return _part(root, "text/plain")


def walk(part: Part) -> Iterator[Part]:
    """A part and everything in it."""
    yield part
    for child in part.children:
        yield from walk(child)


def leaves(part: Part) -> Iterator[Part]:
    """Every leaf, in order; a mail inside the mail is one."""
    if not part.children or part.kind.startswith("message/"):
        yield part
        return
    for child in part.children:
        yield from leaves(child)


def _check_inner_headers(body: bytes) -> None:
    """Bounds what the library would parse in more than linear time: depth, and parameters of content types."""
    lowered = b"\n" + body.lower()
    at = lowered.find(_CONTENT_TYPE)
    found = 0
    while at >= 0:
        found += 1
        end = lowered.find(b"\n", at + 1)
        while end >= 0 and lowered[end + 1 : end + 2] in (b" ", b"\t"):
            end = lowered.find(b"\n", end + 1)
        if (end if end >= 0 else len(lowered)) - at > limits.HEADER or found > limits.PART_HEADERS:
            raise Refusal("a part with too long a content type, or too many of them")
        at = lowered.find(_CONTENT_TYPE, at + 1)


def _split(kind_header: str, body: bytes) -> Message:
    # Bytes as latin-1 text: told that they are bytes, the library would decode them with any codec a part names.
    parser = FeedParser()
    try:
        parser.feed(f"Content-Type: {kind_header}\n\n{body.decode('latin-1')}")
        return parser.close()
    except Exception as error:  # the library asserts, and decodes a boundary with any codec it names
        raise Refusal(f"the parts cannot be told apart: {type(error).__name__}") from error


def _count(message: Message, depth: int) -> int:
    """The number of leaves; only what holds others counts as a level."""
    children: Any = message.get_payload()
    if message.get_content_type() == "message/delivery-status" or not isinstance(children, list):
        return 1
    if depth > limits.DEPTH:
        raise TooMuch(f"parts are nested deeper than {limits.DEPTH}")
    return sum(_count(child, depth + 1) for child in children)


def _part(message: Message, default: str, inside: bool = False) -> Part:
    """A part of ours from one of the library; of a mail inside the mail the headers are kept as text."""
    headers = {name.lower(): _plain(value) for name, value in reversed(list(message.raw_items()))}
    kind_header = headers.get("content-type", "")
    kind = kind_of(kind_header, default)
    content: Any = message.get_payload()
    if isinstance(content, list):
        inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        children = tuple(_part(child, inner, kind.startswith("message/")) for child in content)
        lines = _header_lines(message) if inside else b""
        return Part(kind, kind_header, "", headers.get("content-disposition", ""), lines, children)
    data = str(content or "").encode("latin-1", "replace")
    if inside:
        data = _header_lines(message) + b"\n\n" + data
    encoding = headers.get("content-transfer-encoding", "")
    return Part(kind, kind_header, encoding, headers.get("content-disposition", ""), data)


def _header_lines(message: Message) -> bytes:
    lines = [f"{name}: {_plain(value)}" for name, value in message.raw_items()]
    return "\n".join(lines).encode("latin-1", "replace")


def _plain(value: object) -> str:
    """A raw header value of the library, unfolded and cut."""
    return " ".join(str(value)[: limits.HEADER].split())


def kind_of(header: str, default: str = "text/plain") -> str:
    match = _KIND.match(header)
    return match[1].lower() if match else default


def _file_name(header: str) -> str:
    if "name" not in header.lower():
        return ""
    match = _NAME.search(header)
    if match is None:
        return ""
    value = match[3] or match[4]
    if match[1] or match[2]:
        charset, _, rest = value.partition("'")
        value = decode_text(unquote_to_bytes(rest.partition("'")[2] or value), charset)[0]
    else:
        value = decode_words(value)
    return visible(tidy(value).replace("\n", " ").strip())[-limits.SHOWN_NAME :]
