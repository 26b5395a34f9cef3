"""`pbem diff`: where two logs part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from pbem.archive.barelog import read_any
from pbem.archive.diff import Fact, Parting, Side, diff
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import REFUSED, show_json
from pbem.cli.players import read_options
from pbem.cli.table import SCHEMA
from pbem.gamefile import disk
from pbem.gamefile.schema import check_game
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble
from pbem.report.problems import as_data, message

WORDS = {
    "header": "are not of the same game",
    "set-up": "part at set-up",
    "end": "part where one of them ends",
    "refused": "part where an entry does not stand",
    "seat": "part: another seat moves",
    "text": "part: other moves",
    "chance": "part: chance gave something else",
    "effect": "part: the same moves have another effect",
}


@click.command("diff")
@click.argument("one")
@click.argument("two", required=False)
@given_options
@click.option("--rules", multiple=True, help="NAME=VALUE: compare with the same log under this option instead of TWO.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(one: str, two: str | None, rules: tuple[str, ...], as_json: bool, **given: Any) -> int:
    """Says where two logs part: the first entry with other moves, other chance or another effect, and what is different
    in the position then. Exits with 1 if they part.

    With --rules instead of a second log: where the same log would go another way under another version of the rules.
    """
    known = read_given(**given)
    first = read_any(one, disk.read_text(one), known)
    if two is None and not rules:
        raise trouble("pbem.usage.two")
    second = read_any(two, disk.read_text(two), known) if two else first
    parting = diff(first, _under(second, rules))
    if as_json:
        show_json({"schema": SCHEMA, "one": one, "two": two or one, **_data(parting)})
    else:
        click.echo("\n".join(_lines(parting, one, two or f"{one} ({' '.join(rules)})")))
    return REFUSED if parting.kind else 0


def _under(file: GameFile, rules: tuple[str, ...]) -> GameFile:
    """The same log under other options."""
    if not rules:
        return file
    options = {**file.header.options, **read_options(file.game, rules)}
    header = file.header._replace(options=options)
    check_game(header, file.game, lambda _key: None)
    return file._replace(header=header)


def _lines(parting: Parting, one: str, two: str) -> Iterator[str]:
    if not parting.kind:
        yield f"{one} and {two}: the same, {parting.same} entries"
        return
    yield f"{one} and {two} {WORDS[parting.kind]}, after {parting.same} entries that are the same"
    for name, mark, side in ((one, "-", parting.one), (two, "+", parting.two)):
        yield from _side(name, mark, side) if parting.kind != "header" else ()
    if parting.facts:
        yield "different:"
    yield from (f"  {_fact(fact)}" for fact in parting.facts)


def _side(name: str, mark: str, side: Side | None) -> Iterator[str]:
    if side is None:
        yield f"{mark} {name} ends here"
        return
    yield f"{mark} {name}:{side.line}: {side.text or 'set-up'}"
    yield from (f"{mark}   {line}" for line in side.draws)
    yield from (f"{mark}     {line}" for line in side.effects)
    yield from (f"{mark}   {message(problem)} [{problem.id}]" for problem in side.problems)


def _fact(fact: Fact) -> str:
    return f"{fact.name}: {_value(fact.one)} -> {_value(fact.two)}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _data(parting: Parting) -> dict[str, Any]:
    sides = {name: _side_data(side) for name, side in (("first", parting.one), ("second", parting.two))}
    facts = [fact._asdict() for fact in parting.facts]
    return {"kind": parting.kind, "same": parting.same, **sides, "facts": facts}


def _side_data(side: Side | None) -> dict[str, Any] | None:
    return side and {**side._asdict(), "problems": [as_data(problem) for problem in side.problems]}
