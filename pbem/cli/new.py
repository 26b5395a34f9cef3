"""`pbem new`: sets up a new game."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.players import read_options, read_players, read_seed
from pbem.cli.table import SCHEMA, next_line, person, waiting_data
from pbem.core.engine import Match
from pbem.core.fair import WHOLE
from pbem.gamefile.create import create, create_waiting, new_header
from pbem.gamefile.schema import Header
from pbem.gamefile.seal import key_path
from pbem.gamefile.seats import misleading_names
from pbem.gamefile.store import find

EPILOG = """\b
Example:
  pbem new GAME --player "Ann <ann@example.org>" --player "blue=Ben" --out friday.yaml
"""


@click.command("new", epilog=EPILOG)
@click.argument("game")
@click.option("--player", "players", multiple=True, help='"Name <address>", once a player; "blue=Name" chooses a seat.')
@click.option("--option", "options", multiple=True, help="NAME=VALUE; `pbem games` lists them.")
@click.option("--out", help="The file to write; else named after the game.")
@click.option("--seed", help="Hexadecimal digits; the same seed gives the same game.")
@click.option("--words", "wait", is_flag=True, help="Wait for a word of every player, so that nobody chooses the dice.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913, PLR0917 (what Click hands over)
    game: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    out: str | None,
    seed: str | None,
    wait: bool,
    as_json: bool,
) -> int:
    """Sets up a new game and writes its file, and beside it the key that opens what is sealed in it."""
    rules = find(game.lower(), None, "pbem.usage.game")
    seats = read_players(rules, players)
    raw_seed = read_seed(seed)
    header = new_header(rules, seats, read_options(rules, options), raw_seed)
    path = out or f"{rules.id}-{header.id}.yaml"
    match = None if wait else create(path, rules, header, raw_seed)
    if match is None:
        create_waiting(path, header, raw_seed)
    if misleading := misleading_names(header):
        click.echo(
            f"{', '.join(misleading)}: this name alone does not say which seat is meant; use the colour.", err=True
        )
    if as_json:
        data = {"schema": SCHEMA, "file": path, "key": key_path(path), "game": rules.id, "id": header.id}
        show_json({**data, "seats": [info._asdict() for info in seats], "next": _next_data(match, header)})
        return 0
    click.echo(f"{path}: {rules.title} {header.id}")
    click.echo("seats: " + ", ".join(person(header, info.seat) for info in seats))
    click.echo(next_line(match, header) if match else f"next: a word of everybody; then `pbem start {path}`")
    click.echo(f"commitment {header.commitment[WHOLE]}")
    click.echo(f"The secrets are opened by {key_path(path)}: keep it, and give it to no player.", err=True)
    return 0


def _next_data(match: Match | None, header: Header) -> list[dict[str, str]]:
    """Who is waited for: everybody, for a word, in a game that is not set up yet."""
    if match is not None:
        return waiting_data(match, header)
    return [{"seat": info.seat, "name": header.name(info.seat), "kind": "word"} for info in header.seats]
