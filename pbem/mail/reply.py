"""Cuts an answer out of a mail, whether it stands above, below or between what is quoted.

Only what is known to be somebody else's is left out; an unknown line stays, and the reader of orders decides.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from pbem.mail import limits, phrases
from pbem.mail.model import TooMuch
from pbem.mail.tidy import is_of_report

MARKER = re.compile(r"[-–—_*\s]{0,12}reply above this line[-–—_*\s]{0,12}", re.I)
END = re.compile(r"[-–—_*\s]{0,12}end of report[-–—_*\s]{0,12}", re.I)
_QUOTED = re.compile(r"\s*(?:[>|]|[A-Z]{2,4}>)")
_BULLET = re.compile(r"\s*[•·▪◦‣–—-]\s+(?=\w)|\s+\*\s+(?=\w)")
_BOLD = re.compile(r"([*_])(?=[^\s*_])([^*_]*[^\s*_])\1")
_RUN_ON_TITLE = re.compile(r"-{4,12} ?([^-\n]{4,40}?) ?-{4,12}(?=\S)")  # "--- Original message ---From: Ann"
_UNDERLINE = re.compile(r"_{28,}|-{60,}")
_DASHES = ("--", "—", "–", "- -", "-- -")
_ARMOR = "-----BEGIN PGP "
_LONGEST_ATTRIBUTION = 4
_WRAPPED = 72  # columns after which clients that know no better break lines that are quoted
_TRIMMED = 30  # a rest of more lines than this below "wrote:" is a report, not an answer below a deleted quotation

WORDS = {
    "quoted": ("1 quoted line", "{} quoted lines"),
    "original": ("1 line of the mail that is answered", "{} lines of the mail that is answered"),
    "signature": ("a signature", "a signature of {} lines"),
    "footer": ("a line that a phone or service added", "{} lines that a phone or service added"),
    "legal": ("1 line of a legal notice", "{} lines of a legal notice"),
    "banner": ("1 line of a warning", "{} lines of a warning"),
    "greeting": ("1 line of greeting", "{} lines of greeting"),
    "picture": ("a picture", "{} pictures"),
}


class Cut(NamedTuple):
    """What the writer wrote, and how many lines of which kind were left out."""

    text: str
    left_out: dict[str, int]


def in_words(left_out: dict[str, int]) -> tuple[str, ...]:
    """What was left out, in words."""
    return tuple(
        one if left_out[kind] == 1 else many.format(left_out[kind])
        for kind, (one, many) in WORDS.items()
        if left_out.get(kind)
    )


def cut_reply(lines: list[str], writer: str = "") -> Cut:
    """Cuts the answer out of the lines of a mail; `writer` is the name in its From."""
    cutter = _Cutter(_without_armor(lines), writer)
    while cutter.at < len(cutter.lines):
        cutter.step(cutter.lines[cutter.at])
    return Cut(_joined(cutter.kept), cutter.left_out)


class _Cutter:
    """Walks down the lines; after a signature everything is skipped until the next quotation."""

    def __init__(self, lines: list[str], writer: str) -> None:
        self.lines = lines
        self.at = 0
        self.kept: list[str] = []
        self.left_out: dict[str, int] = {}
        self.skipping = ""
        self.wrote = 0  # lines of the writer's own that were kept
        self.closed = False  # a closing was seen: a name may follow
        self.names = _names(writer)

    def step(self, line: str) -> None:
        if not line or line.isspace():
            self.kept.append("")
            self.at += 1
        elif line[0] == ">" or _QUOTED.match(line):
            self.skipping = ""
            self.drop("quoted", 2 if self._wraps(line) else 1)
        elif not self._foreign(line):
            self._own(line)

    def _wraps(self, line: str) -> bool:
        """True if a quoted line was broken and goes on without a mark in the next one, with quoted ones below that."""
        rest, *below = self.lines[self.at + 1 : self.at + 3] or [""]
        if not below or not rest.strip() or _QUOTED.match(rest) or not _QUOTED.match(below[0]):
            return False
        return len(line.rstrip()) + 1 + len(rest.split(None, 1)[0]) > _WRAPPED

    def drop(self, kind: str, count: int) -> None:
        filled = sum(1 for line in self.lines[self.at : self.at + count] if line.strip())
        if filled:
            self.left_out[kind] = self.left_out.get(kind, 0) + filled
        self.at += count

    def _foreign(self, line: str) -> bool:
        """Drops what introduces somebody else's text here, and that text as far as it is not marked by itself."""
        if MARKER.fullmatch(line):
            self._drop_headline()
            if not self.wrote and self._is_trimmed(self.at + 1):
                self.drop("original", 1)
            else:
                self._drop_original(0)
            return True
        heading = _original_heading(self.lines, self.at)
        if heading:
            self._drop_original(heading)
            return True
        heading = _attribution(self.lines, self.at)
        if heading:
            self._drop_attribution(heading)
            return True
        return False

    def _drop_headline(self) -> None:
        """The first line of our own mails stands above the marker."""
        while self.kept and not self.kept[-1]:
            self.kept.pop()
        if self.kept and phrases.HEADLINE.fullmatch(self.kept[-1]):
            self.kept.pop()
            self.wrote -= 1
            self.left_out["original"] = self.left_out.get("original", 0) + 1

    def _drop_original(self, heading: int) -> None:
        """Everything below a heading is the answered mail, unless its lines are marked as quoted."""
        self.skipping = ""
        if heading and _quoted_next(self.lines, self.at + heading):
            self.drop("original", heading)
            return
        rest = range(self.at + 1, len(self.lines))
        end = next((i for i in rest if END.fullmatch(self.lines[i])), len(self.lines) - 1)
        self.drop("original", end + 1 - self.at)

    def _drop_attribution(self, count: int) -> None:
        if self.kept and phrases.NAME_AND_ADDRESS.match(self.kept[-1]):
            self.kept.pop()
            self.left_out["quoted"] = self.left_out.get("quoted", 0) + 1
        if _quoted_next(self.lines, self.at + count) or (not self.wrote and self._is_trimmed(self.at + count)):
            self.skipping = ""
            self.drop("quoted", count)
        else:
            self._drop_original(count)

    def _is_trimmed(self, at: int) -> bool:
        """True if what was quoted here was deleted, and an answer written in its place."""
        filled = [line for line in self.lines[at:] if line.strip()]
        return len(filled) <= _TRIMMED and not any(map(_is_ours, filled))

    def _own(self, line: str) -> None:
        """A line that may be the writer's own."""
        if self.skipping:
            self.drop(self.skipping, 1)
            return
        if line.strip() in _DASHES:
            self.skipping = "signature"
            self.drop("signature", 1)
            return
        kind, count = _added(self.lines, self.at)
        if kind == "legal":
            self.skipping = kind
        if kind:
            self.drop(kind, count)
        elif not self._courtesy(line):
            self.closed = False
            self.wrote += 1
            if self.wrote > limits.TEXT_LINES + 50:
                raise TooMuch(f"a text of more than {limits.TEXT_LINES} lines")
            self.kept.append(_order_line(line))
            self.at += 1

    def _courtesy(self, line: str) -> bool:
        """Drops greetings, closings, the writer's name below and lines of mere decoration."""
        words = phrases.folded(line)
        if phrases.is_closing(words) or any(phrases.is_closing(words.removesuffix(name)) for name in self.names):
            self.closed = True
            self.drop("greeting", 1)
        elif phrases.is_greeting(words):
            self.drop("greeting", 1)
        elif self._is_name(words):
            self.drop("signature", self._signed(words))
        elif not any(map(str.isalnum, line)):
            self.at += 1
        else:
            return False
        return True

    def _is_name(self, words: str) -> bool:
        """True for the writer's name below a closing or alone at the end."""
        if words not in self.names:
            return self.closed and len(words) < 60 and self._full_name(words)
        last = self.at + 1 >= len(self.lines) or not self.lines[self.at + 1].strip()
        alone = self.at > 0 and not self.lines[self.at - 1].strip()
        return self.closed or (self.wrote > 0 and (" " in words or (last and alone)))

    def _full_name(self, words: str) -> bool:
        return any(" " in name and name in words for name in self.names)

    def _signed(self, words: str) -> int:
        """How many lines from here are a signature: a full name, and what stands right below it."""
        end = self.at + 1
        while self._full_name(words) and end < len(self.lines) and self.lines[end].strip():
            if _QUOTED.match(self.lines[end]) or _original_heading(self.lines, end) or _attribution(self.lines, end):
                break
            end += 1
        return end - self.at


def _is_ours(line: str) -> bool:
    return bool(MARKER.fullmatch(line) or END.fullmatch(line)) or is_of_report(line)


def _names(writer: str) -> frozenset[str]:
    words = phrases.folded(writer.replace(",", " ")).split()[:4]
    if not words:
        return frozenset()
    turned = [*words[1:], words[0]]
    return frozenset((words[0], " ".join(words), " ".join(turned), "".join(word[0] for word in words)))


def _quoted_next(lines: list[str], at: int) -> bool:
    """True if the next line with something in it is a quoted one."""
    for line in lines[at : at + 4]:
        if line.strip():
            return _QUOTED.match(line) is not None
    return False


def _original_heading(lines: list[str], at: int) -> int:
    """How many lines from here introduce an original mail: a dashed title, a header block, or both."""
    if _is_title(lines[at].strip()):
        start = at + 1
        while start < len(lines) and not lines[start].strip() and start < at + 4:
            start += 1
        return start - at + _header_block(lines, start) if start < len(lines) else 1
    return _header_block(lines, at)


def _is_title(line: str) -> bool:
    """True for "-----Original Message-----" and its likes."""
    if len(line) > 400 or (line[:1] not in "-_=*" and line[-1:] != ":" and "---" not in line):
        return False
    run_on = _RUN_ON_TITLE.match(line)
    inner = run_on[1] if run_on else line.strip("-_=* \t")
    folded = phrases.folded(inner)
    if line[:2] in ("--", "__", "==", "**"):
        wrote = phrases.DATED.search(inner) and phrases.says_wrote(inner)
        if wrote or folded in phrases.ORIGINALS or _UNDERLINE.fullmatch(line):
            return True
    return folded in phrases.FORWARDED or phrases.LOTUS.fullmatch(line) is not None


def _header_block(lines: list[str], at: int) -> int:
    """How many lines from here are a header block as Outlook writes it above the answered mail."""
    kinds: set[str] = set()
    addressed = False
    last, other = at - 1, 0
    for i in range(at, min(at + 14, len(lines))):
        kind = phrases.field_of(lines[i].strip())
        other = 0 if kind else other + 1
        if other > 2 or (i == at and not kind):
            break
        if kind:
            kinds.add(kind)
            addressed = addressed or (kind == "from" and "@" in lines[i])
            last = i
    enough = len(kinds) >= 3 or (addressed and "date" in kinds)
    return last - at + 1 if "from" in kinds and enough else 0


def _attribution(lines: list[str], at: int) -> int:
    """How many lines from here introduce a quotation: "On Monday, Ann wrote:"."""
    text = lines[at].strip()
    opened = text.startswith(phrases.OPENS)
    for end in range(at + 1, min(at + _LONGEST_ATTRIBUTION, len(lines)) + 1):
        line = lines[end - 1].rstrip()
        if not line or len(line) > 600:
            break
        if line[-1] in ":：" or (opened and line.endswith(phrases.WROTE)):
            joined = _from(lines, at, end)
            colon = line[-1] in ":："
            above = colon and _quoted_next(lines, end)
            if phrases.is_attribution(joined, above) and (colon or phrases.DATED.search(joined)):
                # Without a known beginning the line above may be the writer's: the shortest one counts.
                later = () if opened else range(at + 1, end)
                return 0 if any(phrases.is_attribution(_from(lines, i, end), above) for i in later) else end - at
    return int(_runs_on(text) or (_says_wrote(text) and _quoted_next(lines, at + 1)))


def _runs_on(text: str) -> bool:
    """True if the answered mail begins in the same line: "Ann <a@b> wrote:  Hello"."""
    match = phrases.RUN_ON.match(text) if ">:" in text or ":  " in text else None
    return match is not None and phrases.is_attribution(match[1])


def _from(lines: list[str], start: int, end: int) -> str:
    return " ".join(line.strip() for line in lines[start:end])


def _says_wrote(text: str) -> bool:
    """True for "Ann wrote:" and "Zitat von Ann <a@b>:", which count only right above a quotation."""
    named = phrases.says_wrote(text) or phrases.NAME_AND_ADDRESS.fullmatch(text[:-1])
    return len(text) < 120 and text[-1] in ":：" and bool(named)


def _added(lines: list[str], at: int) -> tuple[str, int]:
    """What a phone, a service or a company added here, and how many lines of it."""
    line = _squeezed(lines, at)
    if phrases.PICTURE.fullmatch(line):
        return "picture", 1
    following = _squeezed(lines, at + 1) if len(line) > 30 else ""
    both = f"{line} {following}"
    footer = _footer(line, following, both)
    if footer:
        return "footer", footer
    if phrases.LEGAL.match(both.lstrip("*_ ")):
        return "legal", 1
    if phrases.BANNERS.match(line.lstrip("*_ ")):
        return "banner", _paragraph(lines, at)
    return "", 0


def _squeezed(lines: list[str], at: int) -> str:
    """A line for looking up; one that is too long for any phrase is as good as none."""
    return " ".join(lines[at].casefold().split()) if at < len(lines) and len(lines[at]) <= 1000 else ""


def _footer(line: str, following: str, both: str) -> int:
    if phrases.FOOTERS.fullmatch(line.rstrip(".! ")):
        return 1
    return 2 if following and phrases.FOOTERS.fullmatch(both.rstrip(".! ")) else 0


def _paragraph(lines: list[str], at: int) -> int:
    end = at
    while end < len(lines) and lines[end].strip():
        end += 1
    return end - at


def _order_line(line: str) -> str:
    """A line without what editors put around it: bullets of lists, stars of bold type."""
    line = _BULLET.sub("", line, count=1).strip() if _BULLET.match(line) else line.strip()
    bold = _BOLD.fullmatch(line)
    return bold[2] if bold else line


def _without_armor(lines: list[str]) -> list[str]:
    """Lines of a clear-signed text without the armor of PGP."""
    if not any(line.startswith(_ARMOR) for line in lines):
        return lines
    out: list[str] = []
    until = ""  # the line that ends what is being left out; an empty one for the head of the message
    armored = False
    for line in lines:
        if line.startswith(_ARMOR):
            armored, until = True, "" if "SIGNED MESSAGE" in line else line.replace("BEGIN", "END", 1).strip()
        elif armored:
            armored = line.strip() != until
        else:
            out.append(line.removeprefix("- "))
    return out


def _joined(lines: list[str]) -> str:
    """Lines as one text, with no blank ones around and never two together."""
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
