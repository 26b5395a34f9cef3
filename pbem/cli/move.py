"""`pbem move`: plays a turn."""

from __future__ import annotations

import click

from pbem.cli.turn import joined, run_move

EPILOG = """\b
Examples:
  pbem move friday.yaml "TEXT"
  pbem move friday.yaml < answer.txt
"""


@click.command("move", epilog=EPILOG)
@click.argument("file")
@click.argument("text", nargs=-1, callback=lambda context, argument, words: joined(words))
@click.option("--seat", help="Who moves; needed only when several seats are waited for.")
@click.option("-n", "--dry-run", is_flag=True, help="Only try it: says what would be understood, writes nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, text: str | None, seat: str | None, dry_run: bool, as_json: bool) -> int:
    """Plays a turn.

    TEXT is one or more moves joined by `;` or line breaks (then it needs quotes); without it, or with `-`, it is read
    from stdin. If anything in it is wrong, nothing is played.
    """
    return run_move(file, text, seat, dry_run, as_json)
