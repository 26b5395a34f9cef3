"""`pbem word`: a player's word, given before the game is set up."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, person
from pbem.gamefile.giving import give
from pbem.gamefile.seats import seat_named
from pbem.gamefile.store import load
from pbem.gamefile.words import told

EPILOG = """\b
Example:
  pbem word friday.yaml --seat blue "blue heron 42"
"""


@click.command("word", epilog=EPILOG)
@click.argument("file")
@click.argument("text")
@click.option("--seat", required=True, help="Whose word it is.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, text: str, seat: str, as_json: bool) -> int:
    """Gives a player's word, 1 to 64 plain characters.

    All dice and cards depend on it, so that the host cannot have chosen them: its part was fixed before, by the
    commitment.
    """
    who = seat_named(load(file).header, seat) or ""
    found = give(file, who, text)
    header, line = found.header, told(found.header, found.log)
    if as_json:
        show_json({"schema": SCHEMA, "seat": who, "words": line, "entry": found.entry, "head": found.head})
        return 0
    click.echo(f"{person(header, who)}: {found.log.entries[-1].text.partition(': ')[2]}")
    click.echo(line)
    click.echo(f"entry {found.entry}, head {found.head}")
    return 0
