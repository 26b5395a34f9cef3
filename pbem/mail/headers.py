"""The header block of a mail. Read by hand and strictly: nothing here is decoded that does not have to be."""

from __future__ import annotations

import re

from pbem.mail import limits
from pbem.mail.charset import decode_words, tidy, visible
from pbem.mail.model import Refusal

Headers = dict[str, list[str]]

_NAMES = re.compile(r"(?:[!-9;-~]{1,76}:[^\n]*+(?:\n|\Z))++")
_NAME = re.compile(r"[!-9;-~]{1,76}")
_FOLD = re.compile(rb"\n[ \t]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ANGLE = re.compile(r"([^<>]*)<([^<>]*)>\s*")
_QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)')
_STRANGE = re.compile(r'[:;()"\\]')

ONCE = frozenset(("from", "sender", "subject", "message-id", "to", "date", "content-type", "content-transfer-encoding"))
DELIVERED = ("delivered-to", "x-original-to", "x-delivered-to", "envelope-to", "x-envelope-to", "to", "cc")
ROBOTS = (
    *("auto-submitted", "precedence", "list-id", "x-auto-response-suppress", "return-path", "x-loop", "x-no-ack"),
    *("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-failed-recipients", "list-post"),
)
THREAD = ("references", "in-reply-to")
WANTED = ONCE | frozenset((*DELIVERED, *ROBOTS, *THREAD, "content-disposition"))


def read_headers(block: bytes) -> Headers:
    """The headers we look at, by lower-case name; raises Refusal for a block that can be read in more than one way."""
    if len(block) > limits.HEADER_BLOCK:
        raise Refusal(f"the header block has {len(block)} bytes, more than {limits.HEADER_BLOCK}")
    if b"\0" in block:
        raise Refusal("the header block has a NUL in it")
    text = _FOLD.sub(b" ", block).decode("latin-1")
    if text.startswith(("From ", ">From ")):
        text = text.partition("\n")[2]
    if text.count("\n") >= limits.HEADERS:
        raise Refusal(f"{text.count(chr(10)) + 1} headers, more than {limits.HEADERS}")
    if not _NAMES.fullmatch(text):
        raise Refusal(f"no header: {_no_header(text)!r}")
    headers: Headers = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        if name.lower() in WANTED:
            _add(name.lower(), value, headers)
    return headers


def _no_header(text: str) -> str:
    """The first line that is none."""
    lines = (line for line in text.split("\n") if ":" not in line or not _NAME.fullmatch(line.partition(":")[0]))
    return visible(next(lines, ""))[:40]


def _add(name: str, value: str, headers: Headers) -> None:
    if name in ONCE and name in headers:
        raise Refusal(f"two {name} headers")
    if len(value) > (limits.REFERENCES if name in THREAD else limits.HEADER):
        raise Refusal(f"the {name} header has {len(value)} characters")
    headers.setdefault(name, []).append(value.strip())


def first(headers: Headers, name: str) -> str:
    values = headers.get(name)
    return values[0] if values else ""


def sender(headers: Headers) -> tuple[str, str]:
    """The one address in From, in lower case, and the name beside it; raises Refusal for none or several."""
    if "from" not in headers:
        raise Refusal("no From header")
    value = first(headers, "from")
    bare = _QUOTED_OR_COMMENT.sub(" ", value).strip()
    angle = _ANGLE.fullmatch(bare)
    phrase, address = (angle[1].strip(), angle[2]) if angle else ("", bare)
    if _CONTROL.search(value) or _STRANGE.search(phrase) or not limits.is_address(address):
        raise Refusal(f"no plain address in From: {visible(value)[:60]!r}")
    # Some clients put the address itself in place of a name; any other address there is a trick.
    if "@" in phrase and phrase.lower() != address.lower():
        raise Refusal(f"two addresses in From: {visible(value)[:60]!r}")
    return address.lower(), decode_words(value.rpartition("<")[0] if angle else "").strip(' "')


def recipients(headers: Headers, envelope: tuple[str, ...]) -> tuple[str, ...]:
    """Where the mail went to: the envelope, then what servers noted, then To and Cc."""
    found = [address for address in envelope if limits.is_address(address)]
    for name in DELIVERED:
        for value in headers.get(name, ()):
            if "@" in value:
                found += filter(limits.is_address, limits.ADDRESS.findall(value))
    return tuple(dict.fromkeys(address.lower() for address in found))[: limits.RECIPIENTS]


def subject(headers: Headers) -> str:
    return visible(" ".join(tidy(decode_words(first(headers, "subject"))).split()))[: limits.SUBJECT]


def message_id(headers: Headers) -> str:
    """The id, if it is one; an id that is none is left empty, and the digest has to do."""
    value = first(headers, "message-id")
    return value if limits.MESSAGE_ID.fullmatch(value) else ""


def references(headers: Headers) -> tuple[str, ...]:
    """The thread, oldest first, the answered mail last."""
    answered = limits.MESSAGE_ID.findall(first(headers, "in-reply-to"))[:1]
    earlier = limits.MESSAGE_ID.findall(first(headers, "references"))
    ids = [i for i in earlier if i not in answered] + answered
    return tuple(dict.fromkeys(ids))[-limits.KEPT_REFERENCES :]
