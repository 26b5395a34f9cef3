"""The report as one HTML page for mail: tables, readable on a phone, light and dark, nothing loaded from elsewhere.

Every move shown is a `mailto:` link that opens a reply with the move filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote

from pbem.report.model import Report, score_table

STYLE = """
:root { color-scheme: light dark; }
body { margin: 0; padding: 12px; font: 16px/1.45 -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  background: #ffffff; color: #1b1b1b; }
.page { max-width: 44em; margin: 0 auto; }
h1 { font-size: 1.25em; margin: 0 0 .2em; }
h2 { font-size: 1.05em; margin: 1.6em 0 .4em; border-bottom: 1px solid #b9b2a5; padding-bottom: .15em; }
p { margin: .3em 0; }
p, li { overflow-wrap: anywhere; }
.ask { background: #f3ead8; border-left: 5px solid #b3541e; padding: .6em .8em; margin: .8em 0; }
.quiet { color: #66605a; font-size: .9em; }
a.move { display: inline-block; margin: .2em .3em .2em 0; padding: .35em .6em; border: 1px solid #7a6a4f;
  border-radius: 5px; color: #14508c; text-decoration: none; font: 15px/1.3 ui-monospace, Menlo, Consolas, monospace; }
a.order { color: #14508c; }
ul { margin: .2em 0 .7em; padding-left: 1.3em; }
hr { border: 0; border-top: 1px solid #b9b2a5; margin: .8em 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .3em 0; }
th, td { padding: .2em .6em .2em 0; text-align: left; vertical-align: top; font-size: .93em; }
td { border-bottom: 1px solid #ece6da; }
th { color: #66605a; font-weight: 600; border-bottom: 1px solid #b9b2a5; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; }
@media (max-width: 480px) {
  body { padding: 10px; }
  th, td { font-size: 13px; padding-right: 6px; }
  .wide th, .wide td { font-size: 11px; padding-right: 3px; }
  .wide th { font-size: 9.5px; font-weight: 400; }
}
@media (prefers-color-scheme: dark) {
  body { background: #17181a; color: #e8e4dc; }
  .ask { background: #2b251b; border-left-color: #e08a4f; }
  .quiet, th { color: #a49d92; }
  h2, th { border-bottom-color: #4a463f; }
  td { border-bottom-color: #2b2a28; }
  hr { border-top-color: #4a463f; }
  a.move { color: #8ec2ff; border-color: #6b6250; }
  a.order { color: #8ec2ff; }
}
"""


WIDE = 7  # columns of a table that is written smaller on a phone
ORDERS = ("report", "legal", "status", "history", "help")  # which change nothing


class Reply(NamedTuple):
    """Where a move is sent: the address with its token, and the subject; what was tried before it, if it is a trial."""

    address: str = ""
    subject: str = ""
    tried: tuple[str, ...] | None = None

    def move(self, move: str) -> str:
        """A link that plays a move; below a trial, one that tries it behind what was tried."""
        return self.order(move if self.tried is None else "\n".join(f"try {step}" for step in (*self.tried, move)))

    def order(self, text: str) -> str:
        # RFC 6068: line breaks are CRLF
        body = quote(text.replace("\n", "\r\n"), safe="")
        return f"mailto:{quote(self.address, safe='@+.-_')}?subject={quote(self.subject, safe='')}&body={body}"


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
        *_orders(report, reply),
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
        won = [_name(score) for score in report["scores"] if score["seat"] in report["winners"]]
        winners = " and ".join(won) or "nobody"
        yield f'<div class="ask"><p><strong>The game is over.</strong> Won by {escape(winners)}.</p></div>'


def _name(person: dict[str, Any]) -> str:
    if not person["seat"]:
        return "everybody"
    return f"{person['name']} ({person['seat']})" if person["name"] != person["seat"] else str(person["seat"])


def _asked(report: Report, reply: Reply) -> Iterable[str]:
    for asked in report["asked"]:
        answers = "".join(_move(answer, reply) for answer in asked["answers"])
        yield f'<div class="ask"><p><strong>{escape(asked["prompt"])}</strong></p><p>{answers}</p></div>'
    if not report["asked"] and report["waiting"]:
        names = ", ".join(f"{_name(w)}: {w['kind']}" for w in report["waiting"])
        yield _paragraph(f"Nothing is asked of you now. We wait for: {names}.")
    for clause in report["ahead"]:
        yield _paragraph(f"You have answered ahead: {clause}", "quiet")


def _move(text: str, reply: Reply) -> str:
    if not reply.address:
        return f'<a class="move">{escape(text)}</a>'
    return f'<a class="move" href="{escape(reply.move(text))}">{escape(text)}</a>'


def _happened(report: Report) -> Iterable[str]:
    if report["happened"]:
        yield "<h2>Since your last turn</h2>"
    for entry in report["happened"]:
        who = _name(entry) if entry["seat"] else "referee"
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


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; one with many columns and few rows is turned, so that it fits on a phone."""
    if len(head) >= WIDE and len(rows) < len(head) - 2:
        head, *rows = (list(column) for column in zip(head, *rows, strict=True))
    marks = [_mark(column) for column in zip(*rows, strict=True)] or [""] * len(head)
    wide = " wide" if len(head) >= WIDE else ""
    body = _row("th", head, marks) + "".join(_row("td", row, marks) for row in rows)
    return f'<div class="scroll{wide}"><table>{body}</table></div>'


def _mark(column: Sequence[str]) -> str:
    """Columns that are mostly numbers stand to the right."""
    numbers = sum(cell.lstrip("+-").isdecimal() for cell in column)
    return ' class="n"' if 2 * numbers > len(column) else ""


def _row(tag: str, cells: Sequence[str], marks: Sequence[str]) -> str:
    inner = (f"<{tag}{mark}>{escape(cell)}</{tag}>" for cell, mark in zip(cells, marks, strict=True))
    return f"<tr>{''.join(inner)}</tr>"


def _scores(report: Report) -> Iterable[str]:
    if not report["scores"]:
        return
    yield "<h2>Score so far</h2>" if not report["over"] else "<h2>Final score</h2>"
    yield _table(["", *(score["name"] for score in report["scores"])], score_table(report))


def _legal(report: Report, reply: Reply) -> Iterable[str]:
    legal = report["legal"]
    if not legal["count"]:
        return
    yield "<h2>Legal moves</h2>"
    for verb in legal["verbs"]:
        more = verb["count"] - len(verb["moves"])
        rest = f' <span class="quiet">and {more} more with {escape(verb["verb"])}</span>' if more else ""
        yield "<p>" + "".join(_move(move, reply) for move in verb["moves"]) + rest + "</p>"
    number = f"More than {legal['count']}" if legal["more"] else str(legal["count"])
    yield _paragraph(f"{number} in all. Every one of them: write the order legal.", "quiet")


def _orders(report: Report, reply: Reply) -> Iterable[str]:
    """Links to what can be asked for at any time."""
    if reply.address:
        asked = [order for order in ORDERS if order != "legal" or report["legal"]["count"]]
        links = " ".join(f'<a class="order" href="{escape(reply.order(order))}">{order}</a>' for order in asked)
        yield f'<p class="quiet">Ask for: {links}</p>'


def _end(report: Report) -> Iterable[str]:
    if report["head"]:
        yield _paragraph(f"Entry {report['entry']}, head {report['head']}", "quiet")
    if report["words"]:
        yield _paragraph(f"Dice and cards: {report['words']}. Everybody can check them: pbem verify", "quiet")
