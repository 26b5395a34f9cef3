"""`pbem fmt`: writes logs in canonical form."""

from __future__ import annotations

import sys
from typing import Any

import click

from pbem.archive.barelog import read_any
from pbem.archive.fmt import formatted
from pbem.archive.gather import STDIN, gather
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import REFUSED
from pbem.gamefile import disk
from pbem.gamefile.trouble import trouble


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True)
@given_options
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
def command(paths: tuple[str, ...], check: bool, **given: Any) -> int:
    """Writes logs in canonical form; comments and blank lines stay. With `-`, from stdin to stdout.

    Moves keep their meaning; those that depend on the position are written out as they are understood in it.
    """
    known = read_given(**given)
    wanted = list(gather(paths))
    if not wanted:
        raise trouble("pbem.usage.none", path=", ".join(paths))
    changed = 0
    for path in wanted:
        text = sys.stdin.read() if path == STDIN else disk.read_text(path)
        other = formatted(read_any(path, text, known), text)
        changed += other != text
        _write(path, text, other, check)
    return REFUSED if check and changed else 0


def _write(path: str, text: str, other: str, check: bool) -> None:
    if path == STDIN and not check:
        click.echo(other, nl=False)
    elif other != text:
        click.echo(f"{path}: {'would change' if check else 'written'}")
        if not check:
            disk.replace(path, other)
