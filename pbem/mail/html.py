"""HTML to the lines a person would see. A quotation is marked by `>` as in plain mails, so that one cutter serves both.

The parser of the standard library needs quadratic time for broken markup on Python below 3.11.14 (CVE-2025-6069), and
its entity decoder fails on long numbers; here every character is looked at a fixed number of times.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple

from pbem.mail.charset import tidy

ORIGINAL = "-----Original Message-----"

_TAG = re.compile(r"/?([a-zA-Z][a-zA-Z0-9:]{0,20})")
_MARK = re.compile(r"\b(?:class|id|name|style)\s*=\s*(?:\"([^\"]{0,500})|'([^']{0,500})|([^\s>\"']{1,100}))", re.I)
_LONG_NUMBER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_RAW_END = re.compile(r"</(?:script|style|textarea|title)\b", re.I)
_DEEPEST_QUOTE = 9  # of more marks nobody learns more, and a mail may open thousands
_SPACE = re.compile(r"[ \t\n\r\f]+")

BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset", "footer"),
        *("form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre"),
        *("section", "table", "tbody", "tfoot", "thead", "tr", "ul"),
    )
)
VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr", "o:p"))
UNSEEN = frozenset(("head", "script", "style", "title", "template", "noscript", "object", "svg", "select", "textarea"))

# What clients call the parts of an answer. Attributes are matched as one string of their values.
QUOTES = re.compile(
    r"yahoo_quoted|(?<![\w-])quote(?![\w-])|\bzmail_extra\b|tutanota_quote|\bmoz-forward-container\b|"
    r"\bmoz-cite-prefix\b|\bgmail_attr\b",
    re.I,
)
ORIGINALS = re.compile(
    r"divRplyFwdMsg|appendonsend|OutlookMessageHeader|OLK_SRC_BODY_SECTION|"
    r"ms-outlook-mobile-reference-message|mail-editor-reference-message-container",
    re.I,
)
SIGNATURES = re.compile(
    r"signature",
    re.I,  # gmail_signature, moz-signature, AppleMailSignature, x_Signature, messageSignatureSection ...
)
STRUCK = frozenset(("s", "strike", "del"))
STRUCK_STYLE = re.compile(r"text-decoration[a-z-]*\s*:[^;]*line-through", re.I)
_MAY_STRIKE = re.compile(r"<(?:s|strike|del)\b|line-through", re.I)
HIDDEN = re.compile(r"display\s*:\s*none|\bmso-hide\s*:\s*all", re.I)


class Element(NamedTuple):
    """An open element, and what it was worth when it opened."""

    tag: str
    quoted: int
    unseen: int
    preformatted: bool


class _Page:
    """The lines seen so far and the elements still open."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.words: list[str] = []
        self.open: list[Element] = []
        self.tags: dict[str, int] = {}  # how many of each are open: a closing tag without one costs nothing
        self.quoted = 0
        self.unseen = 0
        self.preformatted = False
        self.signatures = 0
        self.struck = 0  # what the writer himself crossed out

    def text(self, raw: str) -> None:
        if self.unseen:
            return
        text = unescape(_LONG_NUMBER.sub("?", raw)) if "&" in raw else raw
        self.words.append(text if self.preformatted else _SPACE.sub(" ", text))

    def end_line(self, always: bool = False) -> None:
        text = "".join(self.words)
        self.words.clear()
        if not text.strip() and not always:
            return
        prefix = ">" * min(self.quoted, _DEEPEST_QUOTE) + " " if self.quoted else ""
        self.lines += [prefix + (line if self.preformatted else line.strip()) for line in text.split("\n")]

    def start(self, tag: str, attributes: str) -> None:
        if tag == "br":
            self.end_line(always=True)
            return
        if tag in BLOCKS:
            self.end_line()
        elif tag in ("td", "th"):
            self.words.append(" ")
        if tag in VOID:
            return
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.open.append(Element(tag, self.quoted, self.unseen, self.preformatted))
        self._enter(tag, _marks(attributes) if attributes else "")

    def _enter(self, tag: str, marks: str) -> None:
        if tag in UNSEEN or (marks and HIDDEN.search(marks)):
            self.unseen += 1
        elif tag in STRUCK or (marks and STRUCK_STYLE.search(marks)):
            self.struck += not (self.quoted or self.unseen)
            self.unseen += 1
        elif tag == "blockquote":
            self.quoted += 1
        elif tag == "pre":
            self.preformatted = True
        if marks and tag in ("div", "span", "p", "table", "pre", "td"):
            self._enter_marked(marks)

    def _enter_marked(self, marks: str) -> None:
        if SIGNATURES.search(marks):
            self.unseen += 1
            self.signatures += 1
        elif ORIGINALS.search(marks) and not self.quoted:
            self.end_line()
            self.lines.append(ORIGINAL)
        elif QUOTES.search(marks):
            self.end_line()
            self.quoted += 1

    def end(self, tag: str) -> None:
        if tag in BLOCKS:
            self.end_line()
        if not self.tags.get(tag):
            return
        element = self._pop()
        while element.tag != tag:
            element = self._pop()
        if element.quoted != self.quoted:
            self.end_line()
        self.quoted, self.unseen, self.preformatted = element.quoted, element.unseen, element.preformatted

    def _pop(self) -> Element:
        element = self.open.pop()
        self.tags[element.tag] -= 1
        return element


class Lines(NamedTuple):
    """The lines of an HTML text, quotations marked by `>`, and how much was left out."""

    lines: list[str]
    signatures: int
    struck: int


def html_lines(source: str) -> Lines:
    """The lines a person would see and mean."""
    page = _Page()
    at = 0
    while at < len(source):
        start = source.find("<", at)
        if start < 0:
            start = len(source)
        if start > at:
            page.text(source[at:start])
        at = _markup(page, source, start) if start < len(source) else start
    page.end_line()
    return Lines([tidy(line).rstrip() for line in page.lines], page.signatures, page.struck)


def has_struck(source: str) -> bool:
    """True if the writer crossed something out; few do, and only then the page is read for it."""
    return _MAY_STRIKE.search(source) is not None and html_lines(source).struck > 0


def _markup(page: _Page, source: str, start: int) -> int:
    """Reads what begins with `<`; returns where it ends."""
    if source.startswith("<!--", start):
        return _after(source, "-->", start + 4)
    match = _TAG.match(source, start + 1)
    if match is None:
        if source[start + 1 : start + 2] in ("!", "?"):
            return _after(source, ">", start)
        page.text("<")
        return start + 1
    end = _tag_end(source, match.end())
    tag = match[1].lower()
    if source[start + 1] == "/":
        page.end(tag)
    else:
        page.start(tag, source[match.end() : end - 1])
        if tag in ("script", "style", "textarea", "title"):
            return _skip_raw(source, end)
    return end


def _after(source: str, closing: str, start: int) -> int:
    end = source.find(closing, start)
    return len(source) if end < 0 else end + len(closing)


def _tag_end(source: str, start: int) -> int:
    """Where a tag ends; a `>` inside quotes does not end it, but nobody waits for a quote for long."""
    end = start
    for _ in range(4):
        end = _after(source, ">", end)
        if source.count('"', start, end) % 2 == 0:
            return end
    return _after(source, ">", start)


def _skip_raw(source: str, start: int) -> int:
    """Script and style go on until a closing tag of their sort, whatever stands in them."""
    match = _RAW_END.search(source, start)
    return match.start() if match else len(source)


def _marks(attributes: str) -> str:
    """The values of class, id, name and style in one string."""
    return " ".join(a or b or c for a, b, c in _MARK.findall(attributes[:2000]))
