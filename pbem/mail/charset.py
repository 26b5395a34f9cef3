"""Bytes to text: the transfer encodings and charsets mails have, right or wrong, and no other codec."""

from __future__ import annotations

import binascii
import re

# Only these are ever asked for: others can be slow (idna), run escapes (unicode_escape, utf-7) or are no text at all.
_SINGLE = (
    *("koi8-r", "koi8-u", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258"),
    *("iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6", "iso8859-7", "iso8859-8", "iso8859-9"),
    *("iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15", "iso8859-16", "cp437", "cp850", "cp874"),
)
_EASTERN = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "hz-gb-2312": "hz",
    "big5": "cp950",
    "big5-hkscs": "big5hkscs",
    "euc-jp": "euc_jp",
    **dict.fromkeys(("shift_jis", "shift-jis", "x-sjis", "cp932", "windows-31j"), "cp932"),
    "iso-2022-jp": "iso2022_jp",
    "iso-2022-kr": "iso2022_kr",
    **dict.fromkeys(("euc-kr", "ks_c_5601-1987", "cp949"), "cp949"),
}
# Their bytes are no ASCII, or say something else in it.
_WIDE = {"utf-16": "utf-16", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
_NOT_ASCII = frozenset(("iso2022_jp", "iso2022_kr", "hz", *_WIDE.values()))
# Mails that say latin-1 mean cp1252, as web pages do: the characters in between are curly quotes.
CODECS: dict[str, str] = {
    **{name: name for name in _SINGLE},
    **{name.replace("iso8859", "iso-8859"): name for name in _SINGLE},
    **{name.replace("cp", "windows-"): name for name in _SINGLE},
    **dict.fromkeys(("utf-8", "utf8", "unicode-1-1-utf-8"), "utf-8"),
    **dict.fromkeys(("", "ascii", "us-ascii", "ansi_x3.4-1968"), "ascii"),
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "latin1", "latin-1", "cp1252", "windows-1252"), "cp1252"),
    **dict.fromkeys(("tis-620", "iso-8859-11"), "cp874"),
    **dict.fromkeys(("iso-8859-8-i", "iso-8859-8-e"), "iso8859-8"),
    **dict.fromkeys(("macintosh", "mac-roman", "x-mac-roman"), "mac-roman"),
    **_EASTERN,
    **_WIDE,
}

_WORD = re.compile(r"=\?([A-Za-z0-9_.:-]{1,40})(?:\*[A-Za-z0-9-]{0,20})?\?([bBqQ])\?([^?\s]{0,2000})\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)\s+(?==\?[A-Za-z0-9_.:-]{1,40}(?:\*[A-Za-z0-9-]{0,20})?\?[bBqQ]\?)")
_SPACES = "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_GONE = (
    *range(0x20),
    *range(0x7F, 0xA0),
    *(0xAD, 0x61C, 0x180E, 0xFEFF),
    *range(0x200B, 0x2010),
    *range(0x2028, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xFFF9, 0xFFFC),
)
_TIDY: dict[int, str | None] = {**dict.fromkeys(_GONE), **dict.fromkeys(map(ord, _SPACES), " "), 10: "\n"}
_TIDY.update({0x85: "\n", 0x2028: "\n", 0x2029: "\n", 0x0B: "\n", 0x0C: "\n"})
_DIRTY = re.compile(r"[^\n\x20-\x7e\u00a1-\u00ac\u00ae-\u0619\u0620-\u167f\u2010-\u2027\u2030-\u205e\u2070-\u2fff]")
_SPACED_SOFT_BREAK = re.compile(rb"=[ \t]+\n")
_BASE64_LINES = re.compile(rb"\s*((?:[A-Za-z0-9+/]{1,2000}={0,3}[ \t]*\n?)+)")


def decode_text(data: bytes, declared: str) -> tuple[str, str]:
    """The text of some bytes, and in words what was wrong with their charset. Tries what is declared, utf-8, cp1252."""
    codec = CODECS.get(declared.lower())
    if codec in _WIDE.values() and b"\0" not in data:
        codec = None  # every second byte of such a text is a NUL, at least at the ends of lines
    if data.isascii() and codec is not None and codec not in _NOT_ASCII:
        return data.decode("ascii"), ""
    for attempt in _attempts(codec):
        try:
            text = data.decode(attempt)
        except UnicodeDecodeError:
            continue
        return text, "" if codec in (attempt, "ascii") else f"charset {visible(declared)} read as {attempt}"
    note = "" if codec in ("cp1252", "ascii") else f"charset {visible(declared)} read as cp1252"
    return data.decode("cp1252", "replace"), note


def _attempts(codec: str | None) -> tuple[str, ...]:
    # What is valid utf-8 beyond ASCII is nothing else, whatever western charset it says.
    if codec in (None, "ascii", "utf-8", "cp1252", "iso8859-15"):
        return ("utf-8",) if codec is None else ("utf-8", codec)
    return codec, "utf-8"


def tidy(text: str) -> str:
    """Text without control, zero-width and direction characters; every blank is a plain one, every line ends in \\n."""
    if not _DIRTY.search(text):
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_TIDY)


def visible(text: str) -> str:
    """Foreign text for one line of a message: what cannot be seen is shown as a question mark."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "?" for c in text)


def decode_transfer(data: bytes, encoding: str) -> bytes:
    """Undoes a Content-Transfer-Encoding; data that does not have it is left alone."""
    kind = encoding.strip().lower()
    if kind.startswith("quoted"):
        return binascii.a2b_qp(_SPACED_SOFT_BREAK.sub(b"=\n", data))
    if kind == "base64":
        return _decode_base64(data)
    return data


def _decode_base64(data: bytes) -> bytes:
    """Decodes the lines that are base64; a list server may have put a plain footer below."""
    match = _BASE64_LINES.match(data)
    if match is None or b" " in data.strip().partition(b"\n")[0]:
        return data
    packed = b"".join(match[1].split())
    if len(packed) < 24 and match.end() < len(data.rstrip()):
        return data  # a word of plain text that happens to fit
    return unpack_base64(packed)


def unpack_base64(packed: bytes) -> bytes:
    """Base64 without line breaks, with too few or too many paddings; a rest of one character is dropped."""
    packed = packed.rstrip(b"=")
    packed = packed[: len(packed) - (len(packed) % 4 == 1)]
    try:
        return binascii.a2b_base64(packed + b"=" * (-len(packed) % 4))
    except binascii.Error:
        return b""


def decode_words(value: str) -> str:
    """A header value as text; it comes as latin-1 and may hold encoded words (RFC 2047) or plain utf-8."""
    if "=?" not in value:
        return value if value.isascii() else decode_text(value.encode("latin-1", "replace"), "")[0]
    pieces: list[tuple[str, bytes]] = []
    end = 0
    value = _BETWEEN_WORDS.sub(r"\1", value)
    for match in _WORD.finditer(value):
        if match.start() > end:
            pieces.append(("", value[end : match.start()].encode("latin-1", "replace")))
        pieces.append((match[1].lower(), _decode_word(match[2], match[3].encode("latin-1", "replace"))))
        end = match.end()
    pieces.append(("", value[end:].encode("latin-1", "replace")))
    return _joined(pieces)


def _joined(pieces: list[tuple[str, bytes]]) -> str:
    """Neighbours of one charset are decoded together: clients cut characters in two."""
    out: list[str] = []
    charset, data = pieces[0]
    for other, more in pieces[1:]:
        if other == charset:
            data += more
            continue
        out.append(decode_text(data, charset)[0])
        charset, data = other, more
    return "".join([*out, decode_text(data, charset)[0]])


def _decode_word(kind: str, data: bytes) -> bytes:
    if kind in "bB":
        return unpack_base64(data)
    return binascii.a2b_qp(data, header=True)
