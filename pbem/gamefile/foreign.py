"""Reads YAML that is not in the canonical profile, guarded against everything a hostile file may do.

The file is taken as a stream of events; nothing is built before it has been allowed. No anchors, aliases, tags or
duplicate keys; few levels; scalars as in YAML 1.2; no fractions.
"""

from __future__ import annotations

import re
from typing import Any

from pbem.core.problem import Refused, Span
from pbem.gamefile.profile import Document
from pbem.gamefile.trouble import trouble

DEEPEST = 12
MOST_NODES = 200_000

_INT = re.compile(r"[-+]?[0-9]{1,18}\Z")
_HEX = re.compile(r"0x[0-9a-fA-F]{1,16}\Z")
_OCTAL = re.compile(r"0o[0-7]{1,20}\Z")
_FRACTION = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z|[-+]?\.(inf|Inf|INF)\Z|\.(nan|NaN)\Z")
_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= dict.fromkeys(("true", "True", "TRUE"), True) | dict.fromkeys(("false", "False", "FALSE"), False)

_KINDS = {dict: "a mapping", list: "a list", str: "text", bool: "true or false", int: "a number", type(None): "nothing"}


def read(text: str, source: str) -> Document:
    """Reads any YAML file into keys and log lines; raises Refused."""
    import yaml

    text = text.removeprefix("\ufeff")
    builder = _Builder(source, text)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
    except yaml.YAMLError as error:
        raise _syntax(error, text, source) from None
    if not isinstance(builder.root, dict):
        raise trouble("pbem.file.foreign", Span(1, 1, 2, source), path=source)
    return _document(builder, text)


def _document(builder: _Builder, text: str) -> Document:
    keys: dict[str, Any] = builder.root
    log = keys.pop("log", None)
    if log is None:
        return Document(keys, [], 0)
    if not isinstance(log, str):
        raise builder.wrong("pbem.file.type", builder.places["log"], key="log", wanted="text", found=kind_of(log))
    first, block = builder.log_place
    rows = text.split("\n")
    line = rows[first - 1] if first <= len(rows) else ""
    lines = log.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return Document(keys, lines, first, len(line) - len(line.lstrip(" ")) if block else 0)


def kind_of(value: Any) -> str:
    """The plain word for the type of a value."""
    return _KINDS.get(type(value), "something else")


class _Builder:
    """Builds plain data from events, level by level, without recursion."""

    def __init__(self, source: str, text: str) -> None:
        self.source = source
        self.text = text
        self.root: Any = None
        self.stack: list[Any] = []
        self.keys: list[str | None] = []  # for every open mapping the key whose value comes next
        self.nodes = 0
        self.documents = 0
        self.places: dict[str, Any] = {}
        self.log_place = (1, False)

    def take(self, event: Any) -> None:
        kind = type(event).__name__
        if kind == "DocumentStartEvent":
            self.documents += 1
            if self.documents > 1:
                raise self.wrong("pbem.file.unsafe", event, what="a second document")
        if kind == "AliasEvent" or getattr(event, "anchor", None):
            raise self.wrong("pbem.file.unsafe", event, what="an anchor or alias")
        if getattr(event, "tag", None) and event.tag != "!":
            raise self.wrong("pbem.file.unsafe", event, what="a tag")
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            self._open({} if kind == "MappingStartEvent" else [], event)
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            self.stack.pop()
            self.keys.pop()
        elif kind == "ScalarEvent":
            self._scalar(event)

    def _open(self, value: Any, event: Any) -> None:
        if len(self.stack) >= DEEPEST:
            raise self.wrong("pbem.file.depth", event, limit=DEEPEST)
        self._put(value, event)
        self.stack.append(value)
        self.keys.append(None)

    def _scalar(self, event: Any) -> None:
        value = event.value if event.style else self._plain(event)
        if self.stack and isinstance(self.stack[-1], dict) and self.keys[-1] is None:
            self._key(event)
        else:
            self._put(value, event)

    def _key(self, event: Any) -> None:
        key = str(event.value)
        if key in self.stack[-1]:
            raise self.wrong("pbem.file.duplicate", event, key=key)
        self.keys[-1] = key
        self.stack[-1][key] = None
        if len(self.stack) == 1:
            self.places[key] = event

    def _put(self, value: Any, event: Any) -> None:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.wrong("pbem.file.size", event, limit=MOST_NODES, unit="values")
        if not self.stack:
            self.root = value
        elif isinstance(self.stack[-1], list):
            self.stack[-1].append(value)
        elif (key := self.keys[-1]) is None:
            raise self.wrong("pbem.file.type", event, key="a key", wanted="text", found=kind_of(value))
        else:
            self._value(key, value, event)

    def _value(self, key: str, value: Any, event: Any) -> None:
        self.stack[-1][key] = value
        self.keys[-1] = None
        if len(self.stack) == 1 and key == "log":
            block = getattr(event, "style", None) in ("|", ">")
            self.log_place = (event.start_mark.line + (2 if block else 1), block)

    def _plain(self, event: Any) -> Any:
        text = event.value
        if text in _WORDS:
            return _WORDS[text]
        if _INT.match(text):
            return int(text)
        if _HEX.match(text) or _OCTAL.match(text):
            return int(text, 0)
        if _FRACTION.match(text):
            raise self.wrong("pbem.file.fraction", event, found=text[:40])
        return text

    def wrong(self, id: str, event: Any, **facts: Any) -> Refused:
        start, end = event.start_mark, event.end_mark
        stop = end.column + 1 if end.line == start.line and end.column > start.column else start.column + 2
        return trouble(id, _span(self.text, start.line, start.column, stop, self.source), **facts)


def _span(text: str, line: int, column: int, stop: int, source: str) -> Span:
    rows = text.split("\n", line + 1)
    quote = rows[line].rstrip("\r") if line < len(rows) else ""
    return Span(line + 1, column + 1, stop, source, quote)


def _syntax(error: Any, text: str, source: str) -> Refused:
    mark = getattr(error, "problem_mark", None)
    reason = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable characters"
    if mark is None:
        at = min(getattr(error, "position", 0) or 0, len(text))
        line, column = text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)
    else:
        line, column = mark.line, mark.column
    span = _span(text, line, column, column + 2, source)
    if line >= text.count("\n") and not text.endswith("\n"):
        return trouble("pbem.file.truncated", span, path=source)
    return trouble("pbem.file.yaml", span, reason=str(reason))
