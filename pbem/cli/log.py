"""`pbem log`: exports the log."""

from __future__ import annotations

import click

from pbem.gamefile.export import EVERYTHING, PUBLIC, export
from pbem.gamefile.seats import seat_named
from pbem.gamefile.store import load


@click.command("log")
@click.argument("file")
@click.option(
    "--for", "audience", default=PUBLIC, help="A seat, `public` (as it is), or `all` (once the game is over)."
)
def command(file: str, audience: str) -> int:
    """Exports the log as the public, a seat or, after the end, everybody may see it; in the format of the game file."""
    found = load(file)
    who = audience if audience in (PUBLIC, EVERYTHING) else seat_named(found.header, audience)
    click.echo(export(found, who or PUBLIC), nl=False)
    return 0
