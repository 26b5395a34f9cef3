"""`pbem verify`: proves dice, shuffles and cards."""

from __future__ import annotations

from typing import Any

import click

from pbem.archive.verify import Verified, verify_file
from pbem.archive.witness import parse_head
from pbem.cli.guard import NO_INPUT, REFUSED, exit_code, show_json
from pbem.cli.table import SCHEMA
from pbem.report.problems import as_data, render


@click.command("verify")
@click.argument("files", nargs=-1, required=True)
@click.option("--head", "heads", multiple=True, help="ENTRY:HEX, as a report told it: the log must come through it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(files: tuple[str, ...], heads: tuple[str, ...], as_json: bool) -> int:
    """Proves every roll, shuffle and card of game files or logs, from the file alone.

    While a game goes on, it proves what has been published so far; once it is over, the seed is public and everything
    is drawn again. Exits with 1 if anything does not fit, and names the first entry that does not.
    """
    told = tuple(map(parse_head, heads))
    results = [verify_file(file, told) for file in files]
    if as_json:
        show_json({"schema": SCHEMA, "files": [_data(result) for result in results]})
    else:
        _show(results)
    bad = [result.problems for result in results if result.problems]
    unread = any(exit_code(problems) == NO_INPUT for problems in bad)
    return NO_INPUT if unread else REFUSED if bad else 0


def _data(result: Verified) -> dict[str, Any]:
    plain = {**result._asdict(), "tally": result.tally._asdict(), "first_wrong_entry": result.wrong or None}
    return {**plain, "problems": [as_data(problem) for problem in result.problems]}


def _show(results: list[Verified]) -> None:
    texts = [render(problem) for result in results for problem in result.problems]
    if texts:
        click.echo("\n\n".join(texts))
    for result in results:
        click.echo(_summary(result), err=bool(result.problems))


def _summary(result: Verified) -> str:
    if result.problems:
        first = f"; the first entry that does not fit is {result.wrong}" if result.wrong else ""
        return f"{result.path}: not proven{first}"
    tally = result.tally
    found = {"roll": tally.rolls, "shuffle": tally.decks, "card": tally.cards, "word": tally.words}
    counts = ", ".join(f"{n} {what}" if n == 1 else f"{n} {what}s" for what, n in found.items())
    if result.drawn:
        what = "everything that was drawn here" if tally.recorded else "everything"
        how = f"{what} was drawn again from the seed" + ("" if result.opened else ", which only the host has so far")
    else:
        how = f"that is everything published so far; the rules asked for just this in {result.followed} turns"
    past = f"; {tally.recorded} results were recorded elsewhere and are not proven" if tally.recorded else ""
    return f"{result.path}: proven: {counts}; {how}{past}"
