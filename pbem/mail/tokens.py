"""Reply tokens: who may move. A token is good for one seat of one game while one question is open to it."""

from __future__ import annotations

import re
from base64 import b32encode
from hmac import compare_digest, digest

from pbem.mail.model import Incoming

LENGTH = 16  # base32 characters: 80 bits
MOST_OFFERED = 8  # tokens of one mail that are looked at
DELIMITERS = "+-"
_ID = "[a-z0-9][a-z0-9-]{0,40}"
_TOKEN = f"[a-z2-7]{{{LENGTH}}}"
_DETAIL = re.compile(rf"({_ID})\.({_TOKEN})")
_SUBJECT = re.compile(rf"\[({_ID}) ({_TOKEN})\]")
_BODY = re.compile(rf"^\s*token:\s*({_ID})[. ]({_TOKEN})\s*$", re.I | re.M)


def token(key: bytes, game: str, seat: str, asked: int, head: bytes = b"") -> str:
    """The token of a seat that is asked since an entry; the head of that entry is in it, so no other history fits."""
    mark = digest(key, b"pbem/token\0" + "\0".join((game, seat, str(asked))).encode() + b"\0" + head, "sha256")
    return b32encode(mark)[:LENGTH].decode().lower()


def mail_mark(key: bytes, game: str, seat: str, number: int) -> str:
    """The mark in a message id: nobody who has not seen the mail can write its id, not even in a false bounce."""
    mark = digest(key, b"pbem/mail\0" + "\0".join((game, seat, str(number))).encode(), "sha256")
    return b32encode(mark)[:12].decode().lower()


def tokens_in(mail: Incoming) -> list[tuple[str, str]]:
    """Every (game, token) a mail carries: where it was sent to, in its subject, in its text."""
    found = [pair for address in mail.recipients for pair in _in_address(address.lower())]
    found += _SUBJECT.findall(mail.subject.lower())
    found += [(game.lower(), mark.lower()) for game, mark in _BODY.findall(mail.text[:4000])]
    return list(dict.fromkeys(found))[:MOST_OFFERED]


def _in_address(address: str) -> list[tuple[str, str]]:
    """What stands behind a delimiter; where it is a hyphen, each of them may be the one."""
    local = address.rpartition("@")[0]
    starts = [i + 1 for i, char in enumerate(local) if char in DELIMITERS]
    matches = [_DETAIL.fullmatch(local, start) for start in starts[-4:]]
    return [(match[1], match[2]) for match in matches if match]


def without_token_lines(text: str) -> str:
    """The text with lines that hold a token left empty, so that places in it stay the same."""
    return _BODY.sub(lambda match: "\n" * match[0].count("\n"), text)


def holds(true: str, offered: list[str]) -> bool:
    """True when the token is among those offered; takes the same time whatever they are."""
    return any([compare_digest(true, other) for other in offered])


def plus_address(judge: str, game: str, mark: str, delimiter: str = "+") -> str:
    """The judge's address with game and token: `judge+g12.k3f9...@host`; without a delimiter the address alone."""
    local, _, host = judge.rpartition("@")
    if not delimiter:
        return judge
    return f"{local}{delimiter}{game}.{mark}@{host}"
