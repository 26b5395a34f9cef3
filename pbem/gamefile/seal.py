"""Seals the secrets of a game with a key that lies outside the game file.

A synthetic-IV cipher of HMAC-SHA256: the tag of the text is also where its key stream begins, so there is no nonce to
get wrong, and a changed byte is noticed. The text is padded, so that its length tells little.
"""

from __future__ import annotations

import binascii
import hmac
import json
import os
from typing import Any

from pbem.core.problem import Refused
from pbem.gamefile import disk
from pbem.gamefile.trouble import io_trouble, trouble

KEY_BYTES = 32
_PAD = 512
_TAG = 32


def seal(key: bytes, context: str, secret: dict[str, Any]) -> str:
    """Seals plain data to text; `context` (the id of the game) must be the same when it is opened."""
    plain = json.dumps(secret).encode()
    plain += b" " * (-len(plain) % _PAD)
    tag = _tag(key, context, plain)
    return _text(tag + _mix(key, tag, plain))


def _text(raw: bytes) -> str:
    return binascii.b2a_base64(raw, newline=False).decode()


def unseal(key: bytes, context: str, sealed: str) -> dict[str, Any]:
    """Undoes `seal`; raises Refused when the key is another or a byte has changed."""
    try:
        raw = binascii.a2b_base64(sealed.encode())
    except ValueError:
        raise trouble("pbem.file.seal") from None
    if _text(raw) != sealed:  # base64 has other spellings of the same bytes
        raise trouble("pbem.file.seal")
    tag, body = raw[:_TAG], raw[_TAG:]
    plain = _mix(key, tag, body)
    if not hmac.compare_digest(tag, _tag(key, context, plain)):
        raise trouble("pbem.file.seal")
    secret: dict[str, Any] = json.loads(plain)
    return secret


def _tag(key: bytes, context: str, plain: bytes) -> bytes:
    name = context.encode()
    return hmac.digest(_sub_key(key, b"tag"), len(name).to_bytes(4, "big") + name + plain, "sha256")


def _sub_key(key: bytes, use: bytes) -> bytes:
    return hmac.digest(key, b"pbem/seal/" + use, "sha256")


def _mix(key: bytes, tag: bytes, text: bytes) -> bytes:
    sub_key = _sub_key(key, b"stream")
    blocks = [hmac.digest(sub_key, tag + i.to_bytes(4, "big"), "sha256") for i in range(-(-len(text) // 32))]
    stream = b"".join(blocks)[: len(text)]
    return (int.from_bytes(text, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(text), "big")


def key_path(path: str) -> str:
    """Where the key of a game file lies: `friday.key` beside `friday.yaml`."""
    return os.path.splitext(path)[0] + ".key"


def read_key(path: str) -> bytes | None:
    """The key of a game file; None when there is no key beside it."""
    where = key_path(path)
    try:
        text = disk.read_bytes(where, 1000)
    except Refused as refused:
        if refused.problems[0].id == "pbem.file.absent":
            return None
        raise
    try:
        key = bytes.fromhex(text.decode().strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise trouble("pbem.file.key-damaged", path=where)
    return key


def write_key(path: str, key: bytes) -> None:
    """Writes the key of a new game, readable by its owner only; never over another one."""
    where = key_path(path)
    try:
        descriptor = os.open(where, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise trouble("pbem.file.exists", path=where) from None
    except OSError as error:
        raise io_trouble(error, where, writing=True) from None
    try:
        with open(descriptor, "wb") as file:
            file.write(key.hex().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        os.unlink(where)
        raise io_trouble(error, where, writing=True) from None
