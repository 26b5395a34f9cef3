"""`pbem legal`: lists every legal move."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, person, reading_seat
from pbem.gamefile.replay import open_match
from pbem.gamefile.store import load
from pbem.gamefile.trouble import trouble


@click.command("legal")
@click.argument("file")
@click.option("--seat", help="Whose moves; else those of the first seat that is waited for.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, seat: str | None, as_json: bool) -> int:
    """Lists every legal move, ready to paste."""
    found = load(file)
    if found.secrets is None:
        raise trouble("pbem.file.key", path=file)
    match = open_match(found)
    who = reading_seat(match, found.header, seat)
    moves = [match.game.format(move) for move in match.game.legal(match.state, who)] if who else []
    if as_json:
        kinds = [decision.kind for decision in match.game.waiting(match.state) if decision.seat == who]
        show_json({"schema": SCHEMA, "seat": who, "asked": kinds, "moves": moves})
        return 0
    if moves:
        click.echo("\n".join(moves))
    else:
        click.echo(f"nothing is asked of {person(found.header, who)}" if who else "the game is over", err=True)
    return 0
