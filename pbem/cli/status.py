"""`pbem status`: who is waited for and how far the game is."""

from __future__ import annotations

from typing import Any

import click

from pbem.archive.barelog import load_any
from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, next_line, person, scores_data, waiting_data
from pbem.core.engine import Match
from pbem.core.problem import Refused
from pbem.gamefile.log import standing, waits
from pbem.gamefile.replay import open_match
from pbem.gamefile.store import GameFile
from pbem.gamefile.words import told


@click.command("status")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, as_json: bool) -> int:
    """Says who is waited for and how far the game is."""
    found = load_any(file)
    match = _match(found)
    if as_json:
        show_json(_data(found, match))
    else:
        click.echo("\n".join(_lines(found, match)))
    return 0


def _match(file: GameFile) -> Match | None:
    """The game at its last entry; None when it cannot be known without the key."""
    if waits(file.log):
        return None
    try:
        return open_match(file)
    except Refused:
        if file.secrets is None and "sealed" in file.document.keys:
            return None
        raise


def _last(file: GameFile) -> str:
    stand = standing(file.log.entries)
    return file.log.lines[stand[-1].line] if stand else ""


def _data(file: GameFile, match: Match | None) -> dict[str, Any]:
    header = file.header
    return {
        "schema": SCHEMA,
        "game": header.game,
        "title": file.game.title,
        "id": header.id,
        "options": dict(header.options),
        "seats": [{"seat": info.seat, "name": info.name} for info in header.seats],
        "entry": file.entry,
        "head": file.head,
        "last": _last(file),
        "waiting": waiting_data(match, header) if match else None,
        "over": not match.game.waiting(match.state) if match else None,
        "scores": scores_data(match, None, header) if match else None,
        "winners": list(match.game.score(match.state).winners) if match else None,
        "key": file.secrets is not None,
        "words": told(header, file.log),
        "waits_for_words": waits(file.log),
    }


def _lines(file: GameFile, match: Match | None) -> list[str]:
    header = file.header
    options = ", ".join(f"{name} {value}" for name, value in header.options.items())
    lines = [f"{file.game.title} {header.id}".rstrip() + (f" ({options})" if options else "")]
    lines.append("seats: " + ", ".join(person(header, info.seat) for info in header.seats))
    lines.append(f"entry {file.entry}, head {file.head}")
    lines += [f"last: {last}"] if (last := _last(file)) else []
    lines += [words] if (words := told(header, file.log)) else []
    if match is None and waits(file.log):
        return [*lines, f"next: words; then `pbem start {file.path}`"]
    if match is None:
        return [*lines, "next: not known without the key of this file"]
    totals = [f"{score['seat']} {score['total']}" for score in scores_data(match, None, header)]
    lines += ["points: " + ", ".join(totals)] if totals else []
    return [*lines, next_line(match, header)]
