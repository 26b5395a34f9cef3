"""`pbem games`: lists the games."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA
from pbem.core.game import Game
from pbem.rules import all_games, find_game


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> int:
    """Lists the games, their seats and their options; the first value of an option is the usual one."""
    games = [find_game(name) for name in all_games()]
    if as_json:
        show_json({"schema": SCHEMA, "games": [_data(game) for game in games]})
    else:
        click.echo("\n\n".join(_text(game) for game in games))
    return 0


def _data(game: Game) -> dict[str, Any]:
    options = {name: {"values": list(option.values), "help": option.help} for name, option in game.options.items()}
    return {
        "game": game.id,
        "title": game.title,
        "version": game.version,
        "players": list(game.players),
        "seats": list(game.colours),
        "options": options,
    }


def _text(game: Game) -> str:
    players = " or ".join(filter(None, (", ".join(map(str, game.players[:-1])), str(game.players[-1]))))
    lines = [f"{game.id}: {game.title}, {players} players", f"  seats: {', '.join(game.colours)}"]
    for name, option in game.options.items():
        lines.append(f"  --option {name}={'|'.join(option.values)}  {option.help}")
    return "\n".join(lines)
