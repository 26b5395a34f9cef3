"""`pbem amend`: replaces an entry of the past."""

from __future__ import annotations

import click

from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, next_line, waiting_data
from pbem.gamefile import disk
from pbem.gamefile.amend import amended
from pbem.gamefile.log import one_line
from pbem.gamefile.store import load, write
from pbem.gamefile.trouble import trouble

EPILOG = """\b
Example:
  pbem amend friday.yaml --entry 12 --by Ann --reason "wrong column" "TEXT"
"""


@click.command("amend", epilog=EPILOG)
@click.argument("file")
@click.argument("text")
@click.option("--entry", "--at", "number", type=int, required=True, help="The number of the entry to replace.")
@click.option("--by", default="referee", help="Who decides it; kept in the log.")
@click.option("--reason", default="", help="Why; kept in the log.")
@click.option("-n", "--dry-run", is_flag=True, help="Only say what would become of the rest.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, text: str, number: int, dry_run: bool, as_json: bool, **said: str) -> int:
    """Replaces an entry of the past, for the host: takes everything back to before it, plays TEXT instead, and then the
    rest again until the first move that is no longer legal. The log keeps what was taken back, by whom and why.
    """
    who = one_line(said["by"]).replace(":", " ")[:60] or "referee"
    with disk.locked(file):
        found = load(file)
        if found.secrets is None:
            raise trouble("pbem.file.key", path=file)
        after, match, lines = amended(found, number, text, who, said["reason"])
        if not dry_run:
            write(after, match)
    if as_json:
        data = {"schema": SCHEMA, "amended": number, "told": lines, "entry": after.entry, "head": after.head}
        show_json({**data, "next": waiting_data(match, after.header), "dry_run": dry_run})
        return 0
    click.echo("\n".join([*lines, next_line(match, after.header)]))
    click.echo("only tried: nothing was written" if dry_run else f"entry {after.entry}, head {after.head}")
    return 0
