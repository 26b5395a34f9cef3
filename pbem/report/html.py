"""The report as one HTML page for mail: tables, readable on a phone, light and dark, nothing loaded from elsewhere.

Every move shown is a `mailto:` link that opens a reply with the move filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from pbem.report.model import Report

STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 12px; font: 16px/1.45 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  background: #ffffff; color: #1b1b1b; }
.page { max-width: 44em; margin: 0 auto; }
h1 { font-size: 1.25em; margin: 0 0 .2em; }
h2 { font-size: 1.05em; margin: 1.6em 0 .4em; border-bottom: 1px solid #b9b2a5; padding-bottom: .15em; }
p { margin: .3em 0; }
.ask { background: #f3ead8; border-left: 5px solid #b3541e; padding: .6em .8em; margin: .8em 0; }
.quiet { color: #66605a; font-size: .9em; }
a.move { display: inline-block; margin: .2em .3em .2em 0; padding: .35em .6em; border: 1px solid #7a6a4f;
  border-radius: 5px; color: #14508c; text-decoration: none; font: 15px/1.3 ui-monospace, Menlo, Consolas, monospace; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .3em 0; }
th, td { padding: .2em .6em .2em 0; text-align: left; vertical-align: top; font-size: .93em; }
th { color: #66605a; font-weight: 600; border-bottom: 1px solid #d8d0c2; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
@media (prefers-color-scheme: dark) {
  body { background: #17181a; color: #e8e4dc; }
  .ask { background: #2b251b; border-left-color: #e08a4f; }
  .quiet, th { color: #a49d92; }
  h2, th { border-bottom-color: #4a463f; }
  a.move { color: #8ec2ff; border-color: #6b6250; }
}
"""


class Reply(NamedTuple):
    """Where a move is sent: the address with its token, and the subject."""

    address: str = ""
    subject: str = ""

    def link(self, move: str) -> str:
        query = f"subject={quote(self.subject, safe='')}&body={quote(move, safe='')}"
        return f"mailto:{quote(self.address, safe='@+.-_')}?{query}"


def render_html(report: Report, reply: Reply = Reply(), above: Sequence[str] = (), below: str = "") -> str:  # noqa: B008
    """The whole page, with lines above and below it. Without a reply address moves are shown but cannot be clicked."""
    parts = [
        *_lines(above),
        *_top(report),
        *_asked(report, reply),
        *_happened(report),
        *_sections(report),
        *_scores(report),
        *_legal(report, reply),
        *_end(report),
        *([_paragraph(below, "quiet")] if below else []),
    ]
    body = "\n".join(parts)
    title = escape(f"{report['title']}: {report['name'] or 'report'}")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n"
        f'<body><div class="page">\n{body}\n</div></body></html>\n'
    )


def _lines(above: Sequence[str]) -> Iterable[str]:
    """The first line stands out, the second is small print (where to reply), the others are as they come."""
    for i, line in enumerate(above):
        if line:
            yield f"<p><strong>{escape(line)}</strong></p>" if i == 0 else _paragraph(line, "quiet" if i == 1 else "")
    if above:
        yield "<hr>"


def _paragraph(text: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f"<p{mark}>{escape(text)}</p>"


def _top(report: Report) -> Iterable[str]:
    yield f"<h1>{escape(report['title'])}</h1>"
    round_ = f", round {report['round']}" if report["round"] else ""
    yield _paragraph(
        f"Game {report['id'] or '-'}, entry {report['entry']}{round_}. Report for {_name(report)}.", "quiet"
    )
    if report["over"]:
        winners = " and ".join(report["winners"]) or "nobody"
        yield f'<div class="ask"><p><strong>The game is over.</strong> Won by {escape(winners)}.</p></div>'


def _name(report: Report) -> str:
    if not report["seat"]:
        return "everybody"
    return f"{report['name']} ({report['seat']})" if report["name"] != report["seat"] else str(report["seat"])


def _asked(report: Report, reply: Reply) -> Iterable[str]:
    for asked in report["asked"]:
        answers = "".join(_move(answer, reply) for answer in asked["answers"])
        yield f'<div class="ask"><p><strong>{escape(asked["prompt"])}</strong></p><p>{answers}</p></div>'
    if not report["asked"] and report["waiting"]:
        names = ", ".join(f"{w['name']} ({w['kind']})" for w in report["waiting"])
        yield _paragraph(f"Nothing is asked of you now. We wait for: {names}.")
    for clause in report["ahead"]:
        yield _paragraph(f"You have answered ahead: {clause}", "quiet")


def _move(text: str, reply: Reply) -> str:
    if not reply.address:
        return f'<a class="move">{escape(text)}</a>'
    return f'<a class="move" href="{escape(reply.link(text))}">{escape(text)}</a>'


def _happened(report: Report) -> Iterable[str]:
    if report["happened"]:
        yield "<h2>Since your last turn</h2>"
    for entry in report["happened"]:
        who = entry["name"] or "referee"
        yield f"<p><strong>{escape(str(entry['entry']))} {escape(who)}:</strong> {escape(entry['text'])}</p>"
        if entry["lines"]:
            yield "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in entry["lines"]) + "</ul>"


def _sections(report: Report) -> Iterable[str]:
    for section in report["sections"]:
        if not section["lines"] and not section["table"]:
            continue
        yield f"<h2>{escape(section['title'])}</h2>"
        yield from (_paragraph(line) for line in section["lines"])
        if section["table"]:
            yield _table(section["table"]["head"], section["table"]["rows"])


def _table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><tr>{top}</tr>{body}</table></div>'


def _cell(cell: Any) -> str:
    text = str(cell)
    number = ' class="n"' if text.lstrip("+-").isdecimal() else ""
    return f"<td{number}>{escape(text)}</td>"


def _scores(report: Report) -> Iterable[str]:
    if not report["scores"]:
        return
    yield "<h2>Score so far</h2>" if not report["over"] else "<h2>Final score</h2>"
    sources = list(dict.fromkeys(row[0] for score in report["scores"] for row in score["rows"]))
    rows = [[source, *(_points(score, source) for score in report["scores"])] for source in sources]
    rows.append(["total", *(str(score["total"]) for score in report["scores"])])
    yield _table(["", *(score["name"] for score in report["scores"])], rows)


def _points(score: dict[str, Any], source: str) -> str:
    return next((str(points) for name, points in score["rows"] if name == source), "")


def _legal(report: Report, reply: Reply) -> Iterable[str]:
    legal = report["legal"]
    if not legal["count"]:
        return
    yield "<h2>Legal moves</h2>"
    for verb in legal["verbs"]:
        more = verb["count"] - len(verb["moves"])
        rest = f' <span class="quiet">and {more} more with {escape(verb["verb"])}</span>' if more else ""
        yield "<p>" + "".join(_move(move, reply) for move in verb["moves"]) + rest + "</p>"


def _end(report: Report) -> Iterable[str]:
    if report["head"]:
        yield _paragraph(f"Entry {report['entry']}, head {report['head']}", "quiet")
    if report["words"]:
        yield _paragraph(f"Dice and cards: {report['words']}. Everybody can check them: pbem verify", "quiet")
