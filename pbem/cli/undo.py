"""`pbem undo`: takes back a seat's own last entry."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, next_line, person, waiting_data
from pbem.gamefile.seats import seat_named
from pbem.gamefile.store import load
from pbem.gamefile.undo import undo


@click.command("undo")
@click.argument("file")
@click.option("--seat", help="Whose entry; else that of who moved last.")
@click.option("--reason", default="", help="A remark that is kept in the log.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, seat: str | None, reason: str, as_json: bool) -> int:
    """Takes back a seat's own last entry, as long as nobody has learned anything from it. The log keeps both."""
    who = seat_named(load(file).header, seat)
    found, entry, head, match = undo(file, who, reason)
    header, number = found.header, found.entry + 1
    if as_json:
        data = {"schema": SCHEMA, "undone": entry.number, "seat": entry.seat, "entry": number, "head": head}
        show_json({**data, "next": waiting_data(match, header)})
        return 0
    click.echo(f"undone: entry {entry.number}, {person(header, entry.seat)}: {entry.text}")
    click.echo(next_line(match, header))
    click.echo(f"entry {number}, head {head}")
    return 0
