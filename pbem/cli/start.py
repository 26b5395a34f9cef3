"""`pbem start`: sets up a game that has waited for words."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, next_line, waiting_data
from pbem.gamefile.giving import start
from pbem.gamefile.words import told


@click.command("start")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, as_json: bool) -> int:
    """Sets up a game that has waited for words, with those that are there. Afterwards no word is taken."""
    found, match = start(file)
    line = told(found.header, found.log)
    if as_json:
        data = {"schema": SCHEMA, "words": line, "entry": found.entry, "head": found.head}
        show_json({**data, "next": waiting_data(match, found.header)})
        return 0
    click.echo(line)
    click.echo(next_line(match, found.header))
    click.echo(f"entry {found.entry}, head {found.head}")
    return 0
