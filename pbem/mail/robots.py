"""Tells the mails of robots from those of people (RFC 3834), and reads delivery reports (RFC 3464)."""

from __future__ import annotations

import re

from pbem.mail import limits
from pbem.mail.charset import visible
from pbem.mail.headers import OWN_HEADERS, Headers, first
from pbem.mail.model import Bounce, Incoming
from pbem.mail.parts import Part

_DAEMONS = re.compile(
    r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|mdaemon|mail-daemon|autoreply|auto-reply|nobody|listserv"
    r"|majordomo|abuse)(?:[+=.-].*)?|.*-(?:request|bounces|owner)",
)
_REPLY = re.compile(r"(?:(?:re|aw|sv|antw|odp|rif|res|ynt|vs)\s?:\s?)+", re.I)
_FIELD = re.compile(r"^([A-Za-z][A-Za-z-]{1,40}):[ \t]*([^\n]{0,1000})", re.M)
_STATUS = re.compile(r"\b([245]\.[0-9]{1,3}\.[0-9]{1,3})\b")
_SMTP_CODE = re.compile(r"\b([45])[0-9][0-9]\b")
_RETURNED_ID = re.compile(r"^message-id:\s{0,3}(<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>)", re.M | re.I)
LIST = "list"


def why_automatic(headers: Headers, sender: str, subject: str, part: Part) -> str:
    """Why a mail is a robot's, or an empty text. One that begins with "list" came through a mailing list."""
    return _says_so(headers) or _looks_so(headers, sender, subject, part) or _by_list(headers)


def by_list(mail: Incoming) -> bool:
    """True if a mail came through a mailing list: a person may have written it, but nobody there wants our answer."""
    return mail.automatic.startswith(LIST)


def _says_so(headers: Headers) -> str:
    submitted = first(headers, "auto-submitted").partition(";")[0].strip().lower()
    if submitted and submitted != "no":
        return f"Auto-Submitted: {visible(submitted)[:40]}"
    suppress = first(headers, "x-auto-response-suppress").strip().lower()
    if suppress and suppress != "none":
        return "X-Auto-Response-Suppress"
    for name in ("precedence", "x-precedence", "preference"):
        if first(headers, name).strip().lower() in ("bulk", "junk", "auto_reply", "auto-reply"):
            return f"{name.title()}: {first(headers, name).strip().lower()}"
    said = (name for name in OWN_HEADERS if name in headers and first(headers, name).strip().lower() != "no")
    return next(said, "")


def _looks_so(headers: Headers, sender: str, subject: str, part: Part) -> str:
    from pbem.mail.phrases import AWAY

    if part.kind == "multipart/report":
        return "a report of a mail server"
    if any(value.replace(" ", "") == "<>" for value in headers.get("return-path", ())):
        return "an empty Return-Path"
    if _DAEMONS.fullmatch(sender.rpartition("@")[0]):
        return f"sent by {sender}"
    # Without brackets, a colon and a mail that it answers, a person may have written about an absence of his.
    robotic = any(mark in subject for mark in ":])") or "in-reply-to" in headers or "references" in headers
    bare = _REPLY.sub("", subject.lstrip("[( "), count=1).casefold()
    if robotic and (bare.startswith(AWAY) or subject.casefold().startswith(AWAY)):
        return f"subject: {subject[:60]}"
    return ""


def _by_list(headers: Headers) -> str:
    if "list-id" in headers or "list-post" in headers:
        return f"{LIST} {visible(first(headers, 'list-id') or first(headers, 'list-post'))[:60]}"
    if first(headers, "precedence").strip().lower() == "list":
        return LIST
    return "X-Loop" if "x-loop" in headers else ""


def read_bounce(headers: Headers, part: Part) -> Bounce | None:
    """What a delivery report says about the first recipient it could not reach; None if it is no such report."""
    if part.kind == "multipart/report":
        return _from_report(part)
    failed = limits.ADDRESS.findall(first(headers, "x-failed-recipients"))
    if failed and limits.is_address(failed[0]):
        return Bounce(failed[0].lower(), "5.0.0", _returned_id(part))
    return None


def _from_report(part: Part) -> Bounce | None:
    statuses = [child for child in part.children if child.kind == "message/delivery-status"]
    for block in (block for status in statuses[:1] for block in status.children[: limits.PARTS]):
        fields = {name.lower(): value for name, value in _FIELD.findall(block.body.decode("latin-1"))}
        action = fields.get("action", "").strip().lower()
        if action in ("failed", "delayed"):
            return Bounce(_recipient(fields), _status(fields, action), _returned_id(part))
    return None


def _recipient(fields: dict[str, str]) -> str:
    """The address we wrote to; where it was passed on, that one is named first."""
    for name in ("original-recipient", "final-recipient"):
        match = limits.ADDRESS.search(fields.get(name, ""))
        if match and limits.is_address(match[0]):
            return match[0].lower()
    return ""


def _status(fields: dict[str, str], action: str) -> str:
    """The status code; where it is missing, what the diagnosis or the action tells of it."""
    for name in ("status", "diagnostic-code"):
        match = _STATUS.search(fields.get(name, ""))
        if match:
            return match[1]
    code = _SMTP_CODE.search(fields.get("diagnostic-code", ""))
    return f"{code[1] if code else '5' if action == 'failed' else '4'}.0.0"


def _returned_id(part: Part) -> str:
    """The message id of the mail that came back, from its headers or from the text around them."""
    from pbem.mail.parts import walk

    for child in walk(part):
        if child is part:
            continue
        match = _RETURNED_ID.search(child.body.decode("latin-1")) if child.body else None
        if match:
            return match[1]
    match = _RETURNED_ID.search(part.body.decode("latin-1")) if not part.children else None
    return match[1] if match else ""
