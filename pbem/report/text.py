"""A report as plain text of 72 columns: first what is asked, then what happened, then how things stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.report.layout import WIDTH, plain, table, wrap
from pbem.report.model import Report, score_table

MOST_ANSWERS = 5


def render_text(report: Report) -> str:
    """The whole report; ends with a line break."""
    parts = [_top(report), _happened(report), _sections(report), _scores(report), _legal(report), _end(report)]
    return "\n".join(line for part in parts for line in part) + "\n"


def _top(report: Report) -> Iterator[str]:
    game = [report["title"], report["id"], f"entry {report['entry']}"]
    game += [f"round {report['round']}" if report["round"] else "set-up"] if report["round"] is not None else []
    yield from wrap(" - ".join(filter(None, game)))
    if report["seat"]:
        yield from wrap(f"Report for {_who(report)}")
    yield "=" * WIDTH
    if report["over"]:
        yield from _over(report)
    for asked in report["asked"]:
        yield from _asked(report, asked)
    yield from _others(report)
    if report["ahead"]:
        yield from wrap("; ".join(report["ahead"]), first="Answered ahead by you: ", rest="  ")


def _who(person: dict[str, Any]) -> str:
    name = plain(person["name"] or "")
    return f"{name} ({person['seat']})" if name and name != person["seat"] else str(person["seat"])


def _over(report: Report) -> Iterator[str]:
    winners = [_who(score) for score in report["scores"] if score["seat"] in report["winners"]]
    yield from wrap(f"THE GAME IS OVER. Winner: {' and '.join(winners) or 'nobody'}.")


def _asked(report: Report, asked: dict[str, Any]) -> Iterator[str]:
    about = f": {asked['kind']}" if asked["kind"] != "turn" else ""
    yield from wrap(f"IT IS YOUR TURN, {_who(report)}{about}.")
    yield from wrap(asked["prompt"])
    if asked["answers"]:
        yield "Answer for instance:"
    for answer in asked["answers"][:MOST_ANSWERS]:
        yield from wrap(answer, first="    ")


def _others(report: Report) -> Iterator[str]:
    others = [person for person in report["waiting"] if person["seat"] != report["seat"]]
    if not others:
        return
    listed = ", ".join(f"{_who(person)}: {person['kind']}" for person in others)
    yield from wrap(f"{'Also waited for' if report['asked'] else 'Waiting for'} {listed}.")
    if report["seat"] and not report["asked"]:
        yield "Nothing is asked of you now."


def _title(text: str) -> list[str]:
    return ["", *wrap(text.upper()), "-" * min(WIDTH, len(text))]


def _happened(report: Report) -> Iterator[str]:
    if not report["happened"]:
        return
    yield from _title("Since your last turn" if report["seat"] else "What happened")
    for entry in report["happened"]:
        who = entry["seat"] or "referee"
        yield from wrap(f"{who}: {entry['text']}", first=f"{entry['entry']:>3} ", rest=" " * 6)
        for line in entry["lines"]:
            yield from wrap(line, first=" " * 6, rest=" " * 8)


def _sections(report: Report) -> Iterator[str]:
    for section in report["sections"]:
        yield from _title(section["title"])
        for line in section["lines"]:
            yield from wrap(line, first="  ", rest="    ")
        if section["table"]:
            yield from table(section["table"]["head"], section["table"]["rows"])


def _scores(report: Report) -> Iterator[str]:
    scores = report["scores"]
    if not scores:
        return
    yield from _title("Final scores" if report["over"] else "Score so far")
    yield from table(("", *map(_who, scores)), score_table(report))


def _legal(report: Report) -> Iterator[str]:
    legal = report["legal"]
    if not legal["verbs"]:
        return
    yield from _title("Legal moves, ready to paste")
    for verb in legal["verbs"]:
        for clause in verb["moves"]:
            yield from wrap(clause, first="  ", rest="      ")
        left = verb["count"] - len(verb["moves"])
        if left:
            yield f"    ... and {left} more with {verb['verb']}"
    number = f"More than {legal['count']}" if legal["more"] else str(legal["count"])
    every = f"pbem legal {report['file']}" if report["file"] else "write the order `legal`"
    yield from wrap(f"{number} in all. Every one of them: {every}")


def _end(report: Report) -> Iterator[str]:
    if report["head"]:
        yield ""
        yield from wrap(f"Entry {report['entry']}, head {report['head']}")
    if report["words"]:
        yield from wrap(f"Players' {report['words']}. Everybody can check dice and cards: pbem verify")
