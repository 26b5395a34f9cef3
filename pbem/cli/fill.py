"""`pbem fill`: finds missing moves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click

from pbem.archive.barelog import has_log, read_any
from pbem.archive.fill import MOST_WORK, Filled, Filling, between, fill, filled_lines
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import REFUSED, show_json
from pbem.cli.table import SCHEMA
from pbem.gamefile import disk
from pbem.gamefile.profile import block
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble

MOST_SHOWN = 20

EPILOG = """\b
In the log, `blue: ...` stands for one entry of blue, `???` for entries of anybody.
Examples:
  pbem fill table.log
  pbem fill table.log --between 11 12
"""


@click.command("fill", epilog=EPILOG)
@click.argument("log")
@given_options
@click.option("--between", "gap", type=(int, int), help="A gap between these two entries; 0 is the set-up.")
@click.option("--moves", type=click.IntRange(1, 12), help="Moves in a gap at most; else as few as it takes, up to 3.")
@click.option("--work", type=click.IntRange(100), default=MOST_WORK, help="Moves to try at most.")
@click.option("--out", help="Write the log with the gaps filled, if there is one way only.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(log: str, gap: tuple[int, int] | None, moves: int | None, work: int, out: str | None, **more: Any) -> int:
    """Finds what may have been played in the gaps of a log, so that everything behind them stands: entries, chance and
    assertions. Says whether it is unique; exits with 1 if there is no filling.
    """
    text = disk.read_text(log)
    file = read_any(log, text, read_given(more["game"], more["seats"], more["options"]))
    if gap is not None:
        file = between(file, *gap)
    found = fill(file, moves or 0, work)
    if more["as_json"]:
        show_json(_data(file, found))
    else:
        click.echo("\n".join(_lines(file, found)))
    if out is not None:
        _write(file, text, found, out)
    return 0 if found.fillings else REFUSED


def _verdict(found: Filled) -> str:
    count = len(found.fillings)
    bound = "; the bound was reached, there may be others" if found.bounded else ""
    upto = f"with up to {found.moves} move{'s' if found.moves > 1 else ''} in a gap"
    if not count:
        missing = "; some moves would need a chance line that the log does not have" if found.chance else ""
        return f"none {upto}{bound}{missing}"
    if count == 1:
        return f"unique {upto}{bound}"
    same = ", all to the same position" if found.positions == 1 else f", to {found.positions} positions"
    return f"{count} fillings {upto}{same}{bound}"


def _lines(file: GameFile, found: Filled) -> Iterator[str]:
    yield f"{file.path}: {_verdict(found)}"
    for number, filling in enumerate(found.fillings[:MOST_SHOWN], 1):
        for line, added in filling.gaps:
            first, *rest = added or ("nothing",)
            yield f"{number:>3}. line {file.document.first + line}: {first}"
            yield from (f"     {more}" for more in rest)
    left = len(found.fillings) - MOST_SHOWN
    if left > 0:
        yield f"     ... and {left} more"


def _write(file: GameFile, text: str, found: Filled, out: str) -> None:
    if len(found.fillings) != 1 or found.bounded:
        raise trouble("pbem.fill.several", found=len(found.fillings))
    if os.path.lexists(out):
        raise trouble("pbem.file.exists", path=out)
    lines = filled_lines(file, found.fillings[0])
    head = text.split("\n")[: file.document.first - 1]
    log = block(lines) if has_log(text) else "\n".join(lines) + "\n"
    disk.replace(out, "\n".join(head) + "\n" + log if head else log)
    click.echo(f"{out}: written")


def _data(file: GameFile, found: Filled) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "file": file.path,
        "verdict": _verdict(found),
        "count": len(found.fillings),
        "unique": len(found.fillings) == 1 and not found.bounded,
        "positions": found.positions,
        "moves": found.moves,
        "bounded": found.bounded,
        "fillings": [_filling(file, filling) for filling in found.fillings],
    }


def _filling(file: GameFile, filling: Filling) -> list[dict[str, Any]]:
    return [{"line": file.document.first + line, "lines": list(added)} for line, added in filling.gaps]
