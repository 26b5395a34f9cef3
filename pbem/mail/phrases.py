"""The phrases of phrases.yaml, made ready for looking up lines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from pbem.files import read_facts

_FACTS: dict[str, Any] = read_facts(os.path.join(os.path.dirname(os.path.abspath(__file__)), "phrases.yaml"))
_LANGUAGES: tuple[dict[str, list[str]], ...] = tuple(_FACTS["languages"].values())
_PUNCTUATION = " \t,.!;:)(…—–-*_~。！，、😊🙂👍"


def _all(key: str) -> Iterator[str]:
    return (phrase for language in _LANGUAGES for phrase in language.get(key, ()))


def _either(phrases: Iterator[str] | list[str]) -> str:
    return "|".join(sorted({re.escape(phrase) for phrase in phrases}, key=len, reverse=True))


def _pattern(phrase: str) -> str:
    """A phrase with wildcards as a regular expression whose cost is bounded."""
    words = re.escape(phrase.casefold()).replace(r"\ \~", r"\ ?\~").replace(r"\~\ \*", r"\~\*")
    return words.replace(r"\*", ".{0,80}").replace(r"\~", _DEVICE)


def _starting(key: str) -> re.Pattern[str]:
    return re.compile("|".join(_pattern(phrase) for phrase in _all(key)))


_DEVICE = f"(?:{_either(_FACTS['devices'])})"

# How an attribution begins decides about its verb, so that "Am" needs "schrieb" and not "wrote".
OPENED = tuple(
    (tuple(f"{word} " for word in language["opens"]), tuple(language["wrote"]))
    for language in _LANGUAGES
    if language["opens"]
)
OPENS = tuple(f"{word} " for word in _all("opens"))
WROTE = tuple(dict.fromkeys(_all("wrote")))
DATED = re.compile(
    r"(?:19|20)[0-9][0-9]|[٠-٩]:[٠-٩]|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2}|[0-9]{1,2}:[0-9]{2}|[0-9]年"
)
RUN_ON = re.compile(
    r"([^\n]{10,300}<[^<>\s@]{1,100}@[^<>\s@]{1,200}>(?:[^:<>\n]{1,30}(?=:\s\s))?:)\s+\S"
)  # "Ann <a@b> wrote:  Hello"
NAME_AND_ADDRESS = re.compile(r"[^<>@:;]{0,60}<(?:mailto:)?[^<>\s@]{1,100}@[^<>\s@]{1,200}>,?")

ORIGINALS = frozenset(phrase.casefold() for phrase in _all("original"))
FORWARDED = frozenset(phrase.casefold() for phrase in _all("forwarded"))
FIELDS: dict[str, str] = {word.casefold(): kind for kind in ("to", "date", "subject", "from") for word in _all(kind)}
FOOTERS = _starting("footers")
LEGAL = _starting("legal")
BANNERS = _starting("banners")
AWAY = tuple(phrase.casefold() for phrase in _all("away"))
ATTACHED = tuple(phrase.casefold() for phrase in _all("attached"))
_GREETINGS = frozenset(phrase.casefold() for phrase in _all("greetings"))
_CLOSINGS = frozenset(phrase.casefold() for phrase in _all("closings"))
_AUDIENCE = re.compile(f"(?:(?:{_either([p.casefold() for p in _all('audience')])})[ ,]*){{1,4}}")

LOTUS = re.compile(
    r"-{3,6}\s?\S[^\n]{1,120}\b(?:wrote|schrieb|a écrit|escribió|ha scritto)\s?:\s?-{3,6}|"
    r"[^\n]{2,60}-{3}[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4} [^\n]{4,20}-{3}[^\n]{0,200}"
)
PICTURE = re.compile(
    r"(?:\[(?:cid:|image|inline image|bild|imagen?|immagine)[^\]\n]{0,200}\]|"
    r"<(?:image|img|bild)[^>\n]{0,60}\.(?:png|jpe?g|gif)>|\ufffc)\s*",
    re.I,
)
# The first lines of our own mails stand above the marker.
HEADLINE = re.compile(
    r"(?:NOT )?ACCEPTED\b.{0,80}|.{1,60}, it is your turn\. Answer this mail with your move\.|"
    r".{1,60}: (?:nothing is asked of you now|the game is over)\."
)


def folded(line: str) -> str:
    """A line for looking up: no case, no punctuation around it."""
    return " ".join(line.casefold().split()).strip(_PUNCTUATION)


def says_wrote(text: str, verbs: tuple[str, ...] = WROTE) -> bool:
    """True if a verb of an attribution stands in a text."""
    lowered = text.lower()
    return any(verb in lowered for verb in verbs)


def is_attribution(text: str, above_quotation: bool = False) -> bool:
    """True for a text that introduces a quotation: "On Monday, Ann wrote:". Right above one, any language will do."""
    if text.startswith(OPENS) and any(text.startswith(opens) and says_wrote(text, verbs) for opens, verbs in OPENED):
        return True
    if not DATED.search(text):
        return False
    return (above_quotation and "@" in text) or "@" in text[:-1].rstrip().rpartition(" ")[2] or says_wrote(text)


def is_greeting(words: str) -> bool:
    """True for a folded line that only greets: "Hi all,"."""
    if words in _GREETINGS:
        return True
    first, _, rest = words.partition(" ")
    second, _, more = rest.partition(" ")
    known = (first.strip(","), rest) if first.strip(",") in _GREETINGS else (f"{first} {second}".strip(","), more)
    return known[0] in _GREETINGS and _AUDIENCE.fullmatch(known[1]) is not None


def is_closing(words: str) -> bool:
    """True for a folded line that only takes leave: "Viele Grüße,"."""
    return words.rstrip(_PUNCTUATION) in _CLOSINGS


def field_of(line: str) -> str:
    """Which header a line of a quoted header block is: from, date, to, subject, or none."""
    word, colon, _ = line[:40].replace("：", ":").partition(":")
    if not colon:
        return ""
    return FIELDS.get(word.replace("\u00a0", " ").strip(" *_\t").casefold(), "")
