"""Options of all commands that read logs: what a log without a header does not say itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from pbem.archive.barelog import NOTHING, Given, plain_value

Command = TypeVar("Command", bound=Callable[..., Any])


def given_options(command: Command) -> Command:
    """Adds --game, --seats and --option to a command."""
    for option in (
        click.option("--option", "options", multiple=True, help="NAME=VALUE of a log without header."),
        click.option("--seats", help="The seats of a log without header, in playing order: blue,red."),
        click.option("--game", "game", help="The game of a log without header."),
    ):
        command = option(command)
    return command


def read_given(game: str | None, seats: str | None, options: tuple[str, ...]) -> Given:
    """What was given; raises Refused for a game or an option that does not exist."""
    names = tuple((seats or "").lower().replace(",", " ").split())
    if not game:
        pairs = (text.partition("=") for text in options)
        plain = {name.strip().lower(): value.strip().lower() for name, _, value in pairs}
        return Given("", names, plain) if names or plain else NOTHING
    from pbem.cli.players import read_options
    from pbem.gamefile.store import find

    rules = find(plain_value("game", game), None, "pbem.usage.game")
    return Given(rules.id, names, read_options(rules, options))
