"""How much of a mail is looked at, and the only forms of an address and a message id that are believed."""

from __future__ import annotations

import re

RAW = 256 * 1024
LINES = 20_000
HEADER_BLOCK = 32 * 1024
HEADERS = 100
HEADER = 2 * 1024  # of a header that is read; the others are never looked at
REFERENCES = 16 * 1024  # grows with the thread; only the last ids are kept
PART_HEADERS = 60  # Content-Type lines anywhere below the first blank line
DEPTH = 5
PARTS = 20
TEXT = 64 * 1024
TEXT_LINES = 400
RECIPIENTS = 50
KEPT_REFERENCES = 50
SUBJECT = 300
SHOWN_NAME = 60

# No \w and no \d: they take digits and letters of every script. Always used with fullmatch: `$` lets a newline pass.
ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,10}")
MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")


def is_address(text: str) -> bool:
    """True for one plain ASCII address; encoded words in it are refused, readers disagree about them."""
    return len(text) <= 254 and "=?" not in text and ADDRESS.fullmatch(text) is not None
