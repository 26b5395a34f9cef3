"""`pbem import`: makes a playable game file of a log."""

from __future__ import annotations

import os
from typing import Any

import click

from pbem.archive.adopt import Adopted, adopt
from pbem.archive.barelog import read_any
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import show_json
from pbem.cli.players import read_players, read_seed
from pbem.cli.table import SCHEMA, next_line, person, waiting_data
from pbem.gamefile import disk
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.seal import key_path, write_key
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble

EPILOG = """\b
Example:
  pbem import table.log --out friday.yaml --player "blue=Ann <ann@example.org>" --player red=Ben
"""


@click.command("import", epilog=EPILOG)
@click.argument("log")
@given_options
@click.option("--out", required=True, help="The game file to write; its key is written beside it.")
@click.option(
    "--player", "players", multiple=True, help='"blue=Name <address>", once a seat; else the names of the log.'
)
@click.option("--deal", is_flag=True, help="Deal anew what the log does not know, so that all it says still holds.")
@click.option("--seed", help="Hexadecimal digits; the same seed gives the same future.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(log: str, out: str, players: tuple[str, ...], deal: bool, **more: Any) -> int:
    """Makes a game file of a log, so that the game can go on here. What has happened stays as it was recorded, and the
    log says so; what comes is drawn from a fresh seed.
    """
    file = read_any(log, disk.read_text(log), read_given(more["game"], more["seats"], more["options"]))
    if file.saved is not None:
        raise trouble("pbem.import.game", path=log)
    for path in (out, key_path(out)):
        if os.path.lexists(path):
            raise trouble("pbem.file.exists", path=path)
    adopted = adopt(file, _seats(file, players), read_seed(more["seed"]), deal)
    write_key(out, adopted.key)
    disk.replace(out, adopted.text)
    _show(out, adopted, more["as_json"])
    return 0


def _seats(file: GameFile, players: tuple[str, ...]) -> tuple[SeatInfo, ...]:
    """Who sits where, in the playing order of the log."""
    if not players:
        return file.header.seats
    seats = [info.seat for info in file.header.seats]
    named = [
        text if "=" in text.partition("<")[0] else f"{seat}={text}" for text, seat in zip(players, seats, strict=False)
    ]
    people = {info.seat: info for info in read_players(file.game, tuple(named))}
    wrong = [seat for seat in people if seat not in seats]
    if wrong or len(players) != len(seats):
        raise trouble("pbem.import.players", found=list(people), seats=seats)
    return tuple(people[seat] for seat in seats)


def _show(out: str, adopted: Adopted, as_json: bool) -> None:
    header, match = adopted.header, adopted.match
    if as_json:
        data = {"schema": SCHEMA, "file": out, "key": key_path(out), "game": header.game, "id": header.id}
        show_json({**data, "entries": adopted.entries, "next": waiting_data(match, header)})
        return
    click.echo(f"{out}: {match.game.title} {header.id}, {adopted.entries} entries taken over")
    click.echo("seats: " + ", ".join(person(header, info.seat) for info in header.seats))
    click.echo(next_line(match, header))
    click.echo(f"The secrets are opened by {key_path(out)}: keep it, and give it to no player.", err=True)
