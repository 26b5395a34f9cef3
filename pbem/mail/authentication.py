"""Stricter levels of who sent a mail: what our own mail server found out (RFC 8601), or its DKIM signature itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.mail import limits

# Takes a name such as b"key._domainkey.example.org." and returns its TXT record; `timeout` is in seconds.
Lookup = Callable[..., bytes | None]

_FOLD = re.compile(rb"\n[ \t]+")
_RESULTS = b"authentication-results:"
_SIGNATURE = b"dkim-signature:"
_SIGNATURES = 3  # more are not tried: each costs a look-up
_LENGTH_TAG = re.compile(rb"(?:^|;)\s*l\s*=")
_DOMAIN_TAG = re.compile(rb"(?:^|;)\s*d\s*=\s*([A-Za-z0-9.-]{1,255})\s*(?:;|$)")


def levels(
    raw: bytes, sender: str, wanted: tuple[str, ...], authserv: str = "", lookup: Lookup | None = None
) -> tuple[str, ...]:
    """Which of the wanted levels a mail passes. `sender` is the one address of From, as read_mail found it.

    `authserv` names the mail server whose results are believed; `lookup` asks the DNS (by default dkimpy does).
    """
    if len(raw) > limits.RAW:
        return ()
    domain = sender.rpartition("@")[2].lower()
    passed = {
        "authres": lambda: vouched(raw, domain, authserv),
        "dkim": lambda: signed(raw, domain, lookup),
    }
    return tuple(level for level in wanted if level in passed and passed[level]())


def vouched(raw: bytes, domain: str, authserv: str) -> bool:
    """True if our mail server says that the mail comes from this domain. Only its topmost results count."""
    import authres  # type: ignore[import-untyped]

    results = _header_values(raw, _RESULTS)
    if not authserv or not results or len(results[0]) > limits.HEADER:
        return False
    try:
        header = authres.all_features().parse(f"Authentication-Results: {results[0].decode('ascii')}")
    except Exception:  # its own kind for bad syntax, and a RecursionError for nested comments
        return False
    if str(header.authserv_id or "").lower() != authserv.lower():
        return False
    return any(_speaks_for(result, domain) for result in header.results or ())


def _speaks_for(result: object, domain: str) -> bool:
    method, verdict = getattr(result, "method", ""), getattr(result, "result", "")
    properties = {(p.type, p.name): str(p.value).lower() for p in getattr(result, "properties", None) or ()}
    if str(verdict).lower() != "pass":
        return False
    if method == "dmarc":
        return properties.get(("header", "from"), "") == domain
    if method == "dkim":
        named = properties.get(("header", "d")) or properties.get(("header", "i"), "").rpartition("@")[2]
        return _aligned(named, domain)
    return False


def signed(raw: bytes, domain: str, lookup: Lookup | None = None) -> bool:
    """True if a signature of this domain, or of one above it, covers the whole mail and holds."""
    import dkim  # type: ignore[import-untyped]

    mail = raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    for index, value in enumerate(_header_values(raw, _SIGNATURE)[:_SIGNATURES]):
        match = _DOMAIN_TAG.search(value)
        # With a length tag anybody may write more below what was signed.
        if match is None or _LENGTH_TAG.search(value) or not _aligned(match[1].decode().lower(), domain):
            continue
        try:
            if dkim.DKIM(mail, minkey=1024, timeout=5).verify(idx=index, dnsfunc=lookup or dkim.get_txt):
                return True
        except Exception:  # the library raises many kinds for bad signatures, keys and answers of the DNS
            continue
    return False


def _aligned(signing: str, domain: str) -> bool:
    return "." in signing and (domain == signing or domain.endswith(f".{signing}"))


def _header_values(raw: bytes, name: bytes) -> list[bytes]:
    """The values of a header, topmost first, unfolded."""
    block = raw.replace(b"\r\n", b"\n").partition(b"\n\n")[0][: limits.HEADER_BLOCK]
    lines = _FOLD.sub(b" ", block).split(b"\n")
    return [line[len(name) :].strip() for line in lines if line[: len(name)].lower() == name]
