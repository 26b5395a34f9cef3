"""What a person wrote in a mail: the right part of it, as lines, without what is not theirs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pbem.mail import limits
from pbem.mail.flowed import may_be_broken, rejoin, unflow
from pbem.mail.html import has_struck, html_lines
from pbem.mail.model import TooMuch
from pbem.mail.parts import Part, leaves
from pbem.mail.reply import cut_reply, in_words

_PLAIN = ("text/plain", "text/markdown", "text/x-markdown", "text/enriched")
_ORDER_FILE = re.compile(r".*\.(?:moves|log|txt)", re.I)
_SURE_ORDER_FILE = re.compile(r".*\.(?:moves|log)", re.I)
# Exchange and others add text files of their own.
_NO_ORDER_FILE = re.compile(
    r"ATT[0-9]+.*|.*(?:signature|disclaimer|footer|readme|licen[cs]e|warning|virus|smime).*", re.I
)
_LOOKS_HTML = re.compile(r"\s*<(?:!doctype html|html|head|body|div|p|meta)\b", re.I)
_MOST_TEXTS = 4
STRUCK = "what you crossed out"


class Content(NamedTuple):
    """The text of the writer, and in words what was left out of the mail."""

    text: str
    ignored: tuple[str, ...]


class _Body(NamedTuple):
    """The parts in which the text of a mail stands, in one or two versions."""

    plain: tuple[Part, ...] = ()
    html: tuple[Part, ...] = ()


def read_content(root: Part, writer: str) -> Content:
    """The text a person wrote; the orders may stand in a file that is attached."""
    body = _body(root)
    text, notes = _read_body(body, writer)
    attached = [part for part in leaves(root) if part not in (*body.plain, *body.html) and not _same(part)]
    order_file = _order_file(attached)
    if order_file is not None and _wins(order_file, text):
        notes = (*notes, *([f"the text beside {order_file.name or 'the attachment'}"] if text else []))
        text, more = _read_file(order_file)
        notes = (*notes, *more)
        attached.remove(order_file)
    _check_size(text)
    return Content(text, (*notes, *_names(attached)))


def _check_size(text: str) -> None:
    lines = text.count("\n") + 1
    if lines > limits.TEXT_LINES or len(text) > limits.TEXT:
        raise TooMuch(f"a text of {lines} lines and {len(text)} characters")


def _body(part: Part) -> _Body:
    """Where the text stands. Of alternatives it is the plain one; a mixture may go on below a picture."""
    if part.kind.startswith("message/"):
        return _Body()
    if not part.children:
        return _leaf_body(part)
    bodies = [_body(child) for child in part.children]
    if part.kind == "multipart/alternative":
        plain = next((body.plain for body in bodies if body.plain and _has_text(body.plain)), ())
        return _Body(plain, next((body.html for body in bodies if body.html), ()))
    first = next((body for body in bodies if body.plain or body.html), _Body())
    if part.kind != "multipart/mixed":
        return first
    more = [body for body in bodies if body is not first]
    if not first.plain:
        return _Body(html=tuple(leaf for body in (first, *more) for leaf in body.html)[:_MOST_TEXTS])
    below = [leaf for body in more for leaf in body.plain]
    return first._replace(plain=(*first.plain, *below)[:_MOST_TEXTS])


def _leaf_body(part: Part) -> _Body:
    if part.is_attached or part.disposition[:10].lower() == "attachment":
        return _Body()
    if part.kind in _PLAIN:
        return _Body((part,))
    return _Body(html=(part,)) if part.kind == "text/html" else _Body()


def _has_text(parts: tuple[Part, ...]) -> bool:
    return any(part.body.strip() for part in parts)


def _same(part: Part) -> bool:
    """True for what is another version of the text, or nothing a person would miss."""
    return part.kind in ("text/html", "text/calendar", "text/x-amp-html") and not part.is_attached


def _read_body(body: _Body, writer: str) -> tuple[str, tuple[str, ...]]:
    """The text of a mail. Where the plain version holds nothing of the writer's, the other one may; and only that one
    shows what he crossed out."""
    text, notes = _cut(body.plain, _plain_lines, writer)
    if body.html and (not text or any(has_struck(part.text()[0]) for part in body.html)):
        of_html, more = _cut(body.html, _html_part_lines, writer)
        return (of_html, more) if of_html or not notes else (text, notes)
    if body.html and may_be_broken(text):
        text = rejoin(text, [line for part in body.html for line in html_lines(part.text()[0])[0]])
    return text, notes


def _cut(
    parts: tuple[Part, ...], lines_of: Callable[[Part, list[str]], list[str]], writer: str
) -> tuple[str, tuple[str, ...]]:
    notes: list[str] = []
    cut = cut_reply([line for part in parts for line in lines_of(part, notes)], writer)
    return cut.text, (*in_words(cut.left_out), *notes)


def _plain_lines(part: Part, notes: list[str]) -> list[str]:
    text, trouble = part.text()
    notes += [trouble] if trouble else []
    flowed, delete_space = part.flowed
    if flowed:
        text = unflow(text, delete_space)
    elif _LOOKS_HTML.match(text) and "</" in text:
        return html_lines(text)[0]
    return text.split("\n")


def _html_part_lines(part: Part, notes: list[str]) -> list[str]:
    text, trouble = part.text()
    lines, signatures, struck = html_lines(text)
    notes += ["a signature"] * min(signatures, 1) + [STRUCK] * min(struck, 1) + ([trouble] if trouble else [])
    return lines


def _order_file(attached: list[Part]) -> Part | None:
    """The one attachment that may hold orders; with several that could, only a name of ours decides."""
    able = [part for part in attached if _may_hold_orders(part)]
    sure = [part for part in able if _SURE_ORDER_FILE.fullmatch(part.name)]
    if len(sure) == 1:
        return sure[0]
    return able[0] if len(able) == 1 else None


def _may_hold_orders(part: Part) -> bool:
    if part.kind.startswith(("message/", "multipart/", "image/")) or _NO_ORDER_FILE.fullmatch(part.name):
        return False
    if part.name:
        return _ORDER_FILE.fullmatch(part.name) is not None
    return part.kind == "text/plain"


def _wins(order_file: Part, text: str) -> bool:
    """Whether the file is the orders: by its name, or because the text is empty or says so."""
    from pbem.mail.phrases import ATTACHED

    if _SURE_ORDER_FILE.fullmatch(order_file.name) or not text:
        return True
    lowered = text.casefold()
    return any(word in lowered for word in ATTACHED)


def _read_file(part: Part) -> tuple[str, tuple[str, ...]]:
    """A file of orders: as it is, there is nothing quoted in it."""
    text, trouble = part.text()
    lines = [line.strip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n"), (trouble,) if trouble else ()


def _names(attached: list[Part]) -> tuple[str, ...]:
    return tuple(f"attachment {part.name or part.kind}" for part in attached)
