"""Problems as text with caret and rule, and as plain data; their texts are in YAML, so that `explain` can tell them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from pbem.core.problem import Problem, Span
from pbem.files import data_path, read_facts
from pbem.report.layout import columns, plain, wrap

OWN = "pbem"
LAST = "last "
_WIDEST = 110  # characters of a quoted line that are shown


@cache
def texts(family: str) -> dict[str, dict[str, str]]:
    """The texts of all problems of a family: of this program (`pbem`) or of a game."""
    path = _texts_path(family)
    return read_facts(path) if path is not None and path.is_file() else {}


def _texts_path(family: str) -> Path | None:
    if family == OWN:
        return Path(__file__).parent.parent / "problems.yaml"
    path = data_path("games", family, "problems.yaml")
    if path.is_file():
        return path
    from pbem.rules import UnknownGame, find_game

    try:
        other: Path | None = getattr(find_game(family), "problems", None)
    except UnknownGame:
        return None
    return other


def text_of(id: str) -> dict[str, str]:
    """The texts of one problem: message, rule, explain, example."""
    return texts(id.partition(".")[0]).get(id, {})


def message(problem: Problem) -> str:
    """What is wrong, in words with numbers."""
    template = text_of(problem.id).get("message")
    if template is None:
        facts = ", ".join(f"{key} {_word(value)}" for key, value in problem.facts.items())
        return f"{problem.id} ({facts})" if facts else problem.id
    return plain(template.format_map(_Facts((key, _word(value)) for key, value in problem.facts.items())))


class _Facts(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "?"


def _word(value: Any) -> str:
    if isinstance(value, (list, tuple, set, frozenset)):
        return ", ".join(map(str, value)) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{number} {what}" for what, number in value.items()) or "nothing"
    return str(value)


def render(problem: Problem) -> str:
    """A problem in lines: place and message, the quoted line with a caret, the rule, what would be right."""
    span = place(problem)
    lines = [f"{_where(span)}{message(problem)} [{problem.id}]"]
    if span is not None and span.quote.strip():
        lines += quoted(span)
    rule = text_of(problem.id).get("rule")
    if rule:
        lines.append(f"  rule: {rule}")
    if problem.hints:
        label = "did you mean" if problem.id.startswith(f"{OWN}.") and not problem.legal else "legal"
        lines.append(f"  {label}: {' | '.join(map(plain, problem.hints))}")
    return "\n".join(lines)


def place(problem: Problem) -> Span | None:
    """Where a problem lies: at the word for the fact that its text names under `at`, else in the whole clause."""
    span, at = problem.span, text_of(problem.id).get("at", "")
    fact = at.removeprefix(LAST)
    if span is None or fact not in problem.facts:
        return span
    from pbem.notation.clean import clean_line

    cleaned = clean_line(span.quote[span.column - 1 : span.end - 1])
    found = _words_for(str(problem.facts[fact]), cleaned.text)
    if not found:
        return span
    before, (start, end) = span.column - 1, found[-1 if at.startswith(LAST) else 0]
    return span._replace(column=before + cleaned.column(start), end=before + cleaned.column(end - 1) + 1)


def _words_for(name: str, text: str) -> list[tuple[int, int]]:
    """Where a name stands in a clause: in full, in several words, or only the beginning of it."""
    full = re.escape(name).replace(r"\-", "[- ]")
    begun = f"{re.escape(name[:2])}[\\w'-]*"
    for pattern in (full, begun):
        words = [m for m in re.finditer(rf"(?<![\w'-]){pattern}(?![\w'-])", text) if m.start()]
        words = [m for m in words if name.startswith(m[0].replace(" ", "-"))]
        if words:
            return [word.span() for word in words]
    return []


def _where(span: Span | None) -> str:
    return "" if span is None else f"{span.source or 'text'}:{span.line}:{span.column}: "


def quoted(span: Span) -> list[str]:
    """The line a problem stands in, and carets below the place; right also behind wide and combining characters."""
    cut = max(0, span.column - 1 - _WIDEST // 2) if len(span.quote) > _WIDEST else 0
    line = plain(span.quote[cut : cut + _WIDEST])
    start, end = span.column - 1 - cut, span.end - 1 - cut
    carets = max(1, columns(line[start:end]))
    return [f"    {line}", f"    {' ' * columns(line[:start])}{'^' * carets}"]


def as_data(problem: Problem) -> dict[str, Any]:
    """A problem as plain data for `--json`."""
    span = place(problem)
    where = {"source": span.source, "line": span.line, "column": span.column, "end": span.end} if span else None
    facts = {key: _plain_data(value) for key, value in problem.facts.items()}
    return {
        "id": problem.id,
        "severity": problem.severity,
        "message": message(problem),
        "place": where,
        "quote": span.quote if span else "",
        "rule": text_of(problem.id).get("rule", ""),
        "hints": list(problem.hints),
        "facts": facts,
    }


def _plain_data(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain_data(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain_data(inner) for inner in value]
    return value if isinstance(value, (str, int, bool, type(None))) else str(value)


def explain(id: str) -> str | None:
    """The long text of a problem: what it means, by which rule, and a line that leads to it."""
    text = text_of(id)
    if not text:
        return None
    said = text["message"].replace("{", "<").replace("}", ">")
    lines = [id, *wrap(said, first="  "), "", *wrap(text["explain"])]
    lines += ["", f"rule: {text['rule']}"] if text.get("rule") else []
    lines += (
        ["", "For example:", *(f"    {line}" for line in text["example"].split("\n"))] if text.get("example") else []
    )
    return "\n".join(lines)
