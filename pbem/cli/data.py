"""`pbem data check`: checks the facts of a game, for owners of the box who correct them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import click

from pbem.cli.guard import REFUSED, show_json
from pbem.cli.table import SCHEMA
from pbem.core.game import Game
from pbem.files import data_path
from pbem.gamefile.store import find
from pbem.gamefile.trouble import trouble
from pbem.rules import all_games, find_game

Checker = Callable[[Mapping[str, Any]], list[str]]


class Checked(NamedTuple):
    """A component file and what is wrong with it."""

    path: str
    game: str
    problems: list[str]


@click.group("data")
def command() -> None:
    """Looks at the facts of a game: its board, its cards, its numbers."""


@command.command("check")
@click.argument("what", metavar="[PATH|GAME]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def check(what: str | None, as_json: bool) -> int:
    """Checks a component file: names, counts, borders. Exits with 1 if anything is wrong.

    Without an argument the files of all games that can be checked; a file says itself which game it belongs to.
    """
    results = [check_path(path) for path in ([path_of(what)] if what else shipped())]
    if as_json:
        show_json({"schema": SCHEMA, "files": [result._asdict() for result in results]})
    else:
        _show(results)
    return REFUSED if any(result.problems for result in results) else 0


def path_of(what: str) -> str:
    """The path of the file that is meant: one on the disk, or that of a game."""
    return components_of(what) if not os.path.exists(what) and what in all_games() else what


def shipped() -> list[str]:
    """The component files of all games that can check theirs."""
    games = [name for name in all_games() if checker(find_game(name))]
    return [path for path in map(components_of, games) if os.path.exists(path)]


def components_of(name: str) -> str:
    """The component file of a game: ours, or where its package says it lies."""
    checker_of(name)
    return str(getattr(find_game(name), "components", None) or data_path("games", name, "components.yaml"))


def checker(game: Game) -> Checker | None:
    found: Checker | None = getattr(game, "check_components", None)
    return found


def checker_of(name: str) -> Checker:
    """The check of a game; raises Refused when it offers none."""
    check = checker(find(name, None, "pbem.usage.game"))
    if check is None:
        raise trouble("pbem.data.unchecked", game=name)
    return check


def check_path(path: str) -> Checked:
    """Checks one file; raises Refused when it cannot be read or belongs to no game."""
    from pbem.gamefile import disk, foreign

    facts = foreign.read(disk.read_text(path), path).keys
    section = facts.get("game")
    name = section.get("id") if isinstance(section, dict) else None
    if not isinstance(name, str):
        raise trouble("pbem.data.game", path=path)
    return Checked(path, name, checker_of(name)(facts))


def _show(results: list[Checked]) -> None:
    for result in results:
        for problem in result.problems:
            click.echo(f"{result.path}: {problem}")
        count = len(result.problems)
        verdict = "fine" if not count else "1 problem" if count == 1 else f"{count} problems"
        click.echo(f"{result.path}: {result.game}: {verdict}", err=True)
