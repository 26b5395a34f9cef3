"""Logs without YAML around them: a few header lines, then the lines of the log; or, with a `Given`, only the lines.

game: <id>
seats: blue red
options: towns=random
* shuffle ...
blue: ...
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from pbem.archive.lines import read_log
from pbem.core.problem import Problem, Refused, Span
from pbem.gamefile import chain, disk
from pbem.gamefile.profile import Document
from pbem.gamefile.store import GameFile, build, check_lines, key_span, open_secrets, read_document
from pbem.gamefile.trouble import trouble

HEADER = {"game": "game", "seats": "seats", "players": "seats", "options": "options", "id": "id"}
_KEYS = (*HEADER, "format", "versions", "commitment", "state", "sealed", "seed")
_LINE = re.compile(r"\s*(\w+)\s*:\s*(.*)")
_CHANCE = re.compile(r"^\s*\* *(roll|draw|shuffle) ", re.M | re.I)
_FIRST_LINES = 50
_NO_HEADER = ("pbem.file.foreign", "pbem.file.yaml", "pbem.file.truncated", "pbem.file.duplicate")


class Given(NamedTuple):
    """What the reader knows of a log that does not say it itself: the game, its seats in order, options."""

    game: str = ""
    seats: tuple[str, ...] = ()
    options: dict[str, str] = {}  # noqa: RUF012 (nobody changes it)

    def keys(self) -> dict[str, Any]:
        keys = {"game": self.game, "seats": list(self.seats), "options": dict(self.options)}
        return {key: value for key, value in keys.items() if value}


NOTHING = Given()


def load_any(path: str, given: Given = NOTHING) -> GameFile:
    """Loads a game file or a log and checks what can be checked without playing it; raises Refused."""
    file = read_any(path, disk.read_text(path), given)
    check_lines(file)
    return file._replace(secrets=open_secrets(file))


def read_any(path: str, text: str, given: Given = NOTHING) -> GameFile:
    """Reads the text of a game file or a log; does not yet check the log against a stored position."""
    text = text.removeprefix("\ufeff")
    try:
        file = _build(path, text, given)
    except Refused as refused:
        headed = has_log(text) or _bare(text, given)
        if refused.problems[0].id in _NO_HEADER and not headed and _looks_like_log(text):
            raise trouble("pbem.log.headless", Span(1, 1, 2, path, text.partition("\n")[0])) from None
        raise
    if file.saved:
        return file
    log = read_log(file.document.lines, file.seats)
    return file._replace(log=log, heads=chain.heads(file.header, log))


def _build(path: str, text: str, given: Given) -> GameFile:
    document = document_of(text, path, given)
    if document.keys.get("state") is None:
        document = _with_given(document, text, path, given)
    return build(path, text, document)


def document_of(text: str, source: str, given: Given = NOTHING) -> Document:
    """Keys and lines of a game file, of another YAML file, or of a bare log."""
    if _bare(text, given):
        return read_bare(text, source)
    return read_document(text, source)


def _bare(text: str, given: Given) -> bool:
    return is_bare(text) or bool(given.game and not has_log(text))


def _with_given(document: Document, text: str, source: str, given: Given) -> Document:
    """The document with what the reader gave; raises Refused when the log itself says otherwise."""
    keys = given.keys()
    options = keys.pop("options", {})
    for key, value in keys.items():
        found = _names(document.keys.get(key, value))
        if found != value:
            facts = {"key": key, "given": value, "found": found}
            raise Refused((Problem("pbem.log.header", facts, key_span(text, source, key)),))
    keys |= document.keys
    if options and isinstance(keys.setdefault("options", {}), dict):
        keys["options"] = {**keys["options"], **options}
    return document._replace(keys=keys)


def _names(value: Any) -> Any:
    """Seats as names, whichever way they are written."""
    return [seat.get("seat") if isinstance(seat, dict) else seat for seat in value] if type(value) is list else value


def has_log(text: str) -> bool:
    """True when the text has the key of a log in it."""
    return text.startswith(("log:", '"log":')) or "\nlog:" in text or '\n"log":' in text


def is_bare(text: str) -> bool:
    """True when the text is no YAML with a log in it but begins with the header lines of a bare log."""
    if has_log(text):
        return False
    match = _LINE.match(_first_line(text))
    return bool(match and match[1].lower() == "game" and '"' not in match[2] and _has_entries(text))


def _first_line(text: str) -> str:
    return next((line for line in text.split("\n", _FIRST_LINES) if line.strip() and not line.startswith("#")), "")


def _has_entries(text: str) -> bool:
    found = (_LINE.match(line) for line in text.split("\n"))
    return "\n*" in text or any(match and match[1].lower() not in _KEYS for match in found)


def _looks_like_log(text: str) -> bool:
    """True when there are chance lines in it, or the same word begins several lines, as seats do."""
    lines = text.split("\n", _FIRST_LINES)[:_FIRST_LINES]
    words = [match[1].lower() for match in map(_LINE.match, lines) if match]
    return bool(_CHANCE.search(text)) or any(words.count(word) > 1 for word in words if word not in _KEYS)


def read_bare(text: str, source: str) -> Document:
    """Reads the header lines of a bare log, each once; everything behind them is the log."""
    lines = text.split("\n")
    if "\r" in text:
        lines = [line.rstrip("\r") for line in lines]
    if lines and not lines[-1]:
        lines.pop()
    keys: dict[str, Any] = {}
    first = 0
    for number, line in enumerate(lines):
        match = _LINE.match(line)
        key = HEADER.get(match[1].lower(), "") if match else ""
        if match and key:
            if key in keys:
                raise trouble("pbem.file.duplicate", Span(number + 1, 1, len(line) + 1, source, line), key=key)
            keys[key] = _value(key, match[2].partition("#")[0].strip())
            first = number + 1
        elif line.strip() and not line.lstrip().startswith("#"):
            break
    return Document(keys, lines[first:], first + 1, 0)


def _value(key: str, text: str) -> Any:
    words = plain_value(key, text).split()
    if key == "seats":
        return [_seat(*word.partition("=")) for word in words]
    if key == "options":
        return {name: value for name, _, value in (word.partition("=") for word in words)}
    return plain_value(key, text)


def _seat(seat: str, named: str, name: str) -> str | dict[str, str]:
    return {"seat": seat, "name": name} if named else seat


def plain_value(key: str, text: str) -> str:
    """The value of a header line in canonical form: a title becomes the id of its game; names of players stay."""
    if key == "id":
        return text.strip()
    words = text.replace(",", " ").split()
    if key == "seats":
        return " ".join(seat.lower() + named + name for seat, named, name in (word.partition("=") for word in words))
    return ("" if key == "game" else " ").join(words).lower()
