"""The group of all commands; a command's module is loaded only when that command runs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from pbem import __version__

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}

COMMANDS = {
    "new": "Sets up a new game and writes its file.",
    "word": "Gives a player's word before the game is set up.",
    "start": "Sets up a game that has waited for words.",
    "move": "Plays a turn.",
    "report": "Shows what a seat is told: what is asked, what happened, how things stand.",
    "legal": "Lists every legal move, ready to paste.",
    "status": "Says who is waited for and how far the game is.",
    "replay": "Shows the position after any entry.",
    "check": "Checks game files and logs, line by line.",
    "verify": "Proves dice, shuffles and cards from the file alone.",
    "seal": "Makes a sealed word for the dice of later rounds.",
    "fmt": "Writes logs in canonical form.",
    "diff": "Says where two logs part, and what is different then.",
    "repair": "Finds the smallest changes that make a broken log legal.",
    "fill": "Finds missing moves of a log.",
    "import": "Makes a playable game file of a log.",
    "log": "Exports the log as the public, a seat or, after the end, everybody may see it.",
    "undo": "Takes back a seat's own last entry.",
    "amend": "Replaces an entry of the past and plays the rest again.",
    "games": "Lists the games and their options.",
    "data": "Checks the facts of a game, for owners of the box who correct them.",
    "mail": "Plays by mail: from files, from a mail server, or from a mailbox.",
    "explain": "Explains a problem by its id.",
    "demo": "Plays a game between bots and shows its reports.",
    "completion": "Prints a script that completes commands in a shell.",
}

MODULES = {"import": "import_"}  # commands whose name is a word of Python


class LazyGroup(click.Group):
    """Knows the names and one-line helps of the commands, and loads the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pbem.cli.{MODULES.get(cmd_name, cmd_name)}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from pbem.notation.names import nearest

            close = nearest(args[0], {name: name for name in COMMANDS})
            meant = f" Did you mean: {', '.join(close)}?" if close else ""
            ctx.fail(f"There is no command '{args[0]}'.{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


EPILOG = """\b
Begin with:
  pbem games
  pbem new GAME --player "Ann <ann@example.org>" --player Ben --out friday.yaml
  pbem report friday.yaml
"""


@click.group(cls=LazyGroup, context_settings=SETTINGS, epilog=EPILOG)
@click.version_option(__version__, prog_name="pbem", message="%(prog)s %(version)s")
def group() -> None:
    """Board games by mail: a notation to type, a referee that checks it, and reports."""


def run_group(arguments: list[str]) -> int:
    """Runs the command line; returns the exit code. `help COMMAND` is what `COMMAND --help` is."""
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    try:
        result = group.main(arguments, prog_name="pbem", standalone_mode=False)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.Abort:
        return 130
    except click.ClickException as wrong:
        wrong.show()
        return wrong.exit_code
    return result if isinstance(result, int) else 0
