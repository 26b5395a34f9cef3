"""`pbem report`: what a seat is told."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, about, reading_seat
from pbem.core.engine import Match
from pbem.gamefile import words
from pbem.gamefile.replay import open_match
from pbem.gamefile.store import GameFile, load
from pbem.gamefile.trouble import trouble
from pbem.report.history import happened
from pbem.report.model import Report, build_report


@click.command("report")
@click.argument("file")
@click.option("--seat", help="For whom; else for the first seat that is waited for. `public` is for everybody.")
@click.option("--format", "form", type=click.Choice(["text", "json", "html"]), default="text", help="How to print it.")
@click.option("--eml", is_flag=True, help="Print it as the mail to send to the seat by hand.")
@click.option(
    "--judge", help="With --eml: the address to answer to; else that of pbem-mail.yaml or of the first reports."
)
@click.option("--now", hidden=True)
def command(file: str, seat: str | None, form: str, eml: bool, judge: str | None, now: str | None) -> int:
    """Shows what a seat is told: what is asked, what happened, how things stand."""
    found = load(file)
    if found.secrets is None:
        raise trouble("pbem.file.key", path=file)
    if eml:
        return _print_mail(found, seat, judge, now)
    report = report_for(found, open_match(found), seat)
    if form == "html":
        from pbem.report.html import render_html

        click.echo(render_html(report), nl=False)
        return 0
    if form == "json":
        show_json({"schema": SCHEMA, **report})
        return 0
    from pbem.report.text import render_text

    click.echo(render_text(report), nl=False)
    return 0


def _print_mail(file: GameFile, seat: str | None, judge: str | None, now: str | None) -> int:
    """Prints the report as a mail, with a token that lets the seat answer it; nothing is written."""
    from pbem.cli.mail import CONFIG, judge_for, moment
    from pbem.gamefile.seal import read_key
    from pbem.mail.compose import by_hand
    from pbem.mail.desk import Desk
    from pbem.mail.mime import Sender, to_bytes

    who = reading_seat(open_match(file), file.header, seat) or file.header.seats[0].seat
    post, when, key = judge_for(file.path, CONFIG, judge), moment(now), read_key(file.path)
    if not next(info.address for info in file.header.seats if info.seat == who):
        raise trouble("pbem.mail.address", path=file.path, seat=who)
    mail = by_hand(Desk(file, post, key or b"", when), who)
    raw = to_bytes(mail, Sender(post.address, post.name), file.header.id, when)
    click.echo(raw.decode("ascii").replace("\r\n", "\n"), nl=False)
    return 0


def report_for(file: GameFile, match: Match, seat: str | None) -> Report:
    """The report of a seat at the last entry."""
    who = None if seat == "public" else reading_seat(match, file.header, seat)
    ahead = [match.game.format(move) for move in match.ahead.get(who or "", ())]
    told = about(file.header, file.entry, file.head, file.path)._replace(words=words.told(file.header, file.log))
    return build_report(match.game, match.state, who, told, happened(file, who), ahead)
