"""`pbem replay`: the position after any entry, forwards and backwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from pbem.archive.barelog import load_any
from pbem.archive.rewind import Moment, entry_number, moment
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA, about, next_line
from pbem.gamefile import chain, profile
from pbem.gamefile.seats import seat_named
from pbem.gamefile.store import GameFile

KEYS = "n: next, p: back, a number: that entry, v: the whole position, q: quit"


@click.command("replay")
@click.argument("file")
@click.option(
    "--at", type=int, help="The number of the entry; else the last. 0 is the set-up, -1 the last, -2 before it."
)
@click.option("--from", "first", type=int, help="Tell every entry from this one on.")
@click.option("--to", "last", type=int, help="Tell every entry up to this one; backwards if it comes before --from.")
@click.option("--step", is_flag=True, help="Go through the log by hand: n, p, a number, v, q.")
@click.option("--seat", help="As this seat may see it; else as the public may.")
@click.option("--format", "form", type=click.Choice(["text", "yaml", "json"]), default="text", help="How to print it.")
@given_options
def command(file: str, at: int | None, first: int | None, last: int | None, step: bool, **more: Any) -> int:
    """Shows the position after any entry, rebuilt from the log; or tells entries, forwards and backwards."""
    found = load_any(file, read_given(more["game"], more["seats"], more["options"]))
    who = seat_named(found.header, more["seat"])
    if first is not None or last is not None:
        start = entry_number(found, 1 if first is None and found.entry else first)
        _tell_all(found, who, start, entry_number(found, last), more["form"])
    elif step:
        _walk_by_hand(found, who, 0 if at is None else entry_number(found, at))
    else:
        _show(found, who, moment(found, entry_number(found, at)), more["form"])
    return 0


def _show(file: GameFile, who: str | None, now: Moment, form: str) -> None:
    head = chain.shown(file.heads[now.number])
    match = now.match
    if form == "text":
        from pbem.report.model import build_report
        from pbem.report.text import render_text

        told = about(file.header, now.number, head, file.path)
        click.echo(render_text(build_report(match.game, match.state, who, told)), nl=False)
        return
    top = {"schema": SCHEMA, "game": file.header.game, "id": file.header.id, "entry": now.number, "head": head}
    view = match.game.view(match.state, who)
    if form == "json":
        show_json({**top, "seat": who, "position": view})
    else:
        lines = [f"{key}: {profile.dump(value)}" for key, value in {**top, "seat": who}.items()]
        lines += ["position:", *(f"  {key}: {profile.dump(value)}" for key, value in view.items())]
        click.echo("\n".join(lines))


def _tell_all(file: GameFile, who: str | None, first: int, last: int, form: str) -> None:
    """Tells entries one after another; from a later one to an earlier one backwards."""
    numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
    if form == "text":
        for number in numbers:
            click.echo("\n".join(_told(file, who, moment(file, number))))
        return
    entries = [_entry_data(file, who, moment(file, number)) for number in numbers]
    if form == "json":
        show_json({"schema": SCHEMA, "game": file.header.game, "id": file.header.id, "entries": entries})
    else:
        click.echo("entries:\n" + "\n".join(f"- {profile.dump(entry)}" for entry in entries))


def _entry_data(file: GameFile, who: str | None, now: Moment) -> dict[str, Any]:
    entry = now.entry
    return {
        "entry": now.number,
        "seat": entry.seat if entry else "",
        "text": entry.text if entry else "",
        "chance": list(entry.draws if entry else file.log.setup),
        "effects": _effects(who, now),
    }


def _told(file: GameFile, who: str | None, now: Moment) -> Iterator[str]:
    if now.entry is None:
        yield "  0 set-up"
    else:
        yield f"{now.number:>3} {now.entry.seat or 'referee'}: {now.entry.text}"
    yield from (f"      {line}" for line in (now.entry.draws if now.entry else file.log.setup))
    yield from (f"        {line}" for line in _effects(who, now))


def _effects(who: str | None, now: Moment) -> list[str]:
    from pbem.report.model import tell

    return [tell(now.match.game, event) for event in now.events if event.seen_by(who)]


def _walk_by_hand(file: GameFile, who: str | None, number: int) -> None:
    """Reads what to show from stdin, a line each; the end of it ends the walk."""
    click.echo(f"{file.entry} entries. {KEYS}")
    while True:
        now = moment(file, number)
        click.echo("\n".join([*_told(file, who, now), next_line(now.match, file.header)]))
        wanted = _asked(file, who, now)
        if wanted is None:
            return
        number = wanted


def _asked(file: GameFile, who: str | None, now: Moment) -> int | None:
    for line in sys.stdin:
        word = line.strip().lower()
        if word == "q":
            return None
        if word == "v":
            _show(file, who, now, "text")
            continue
        number = now.number + 1 if word in ("", "n") else now.number - 1 if word == "p" else _number(word)
        if number is not None and 0 <= number <= file.entry:
            return number
        click.echo(KEYS)
    return None


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 7 else None
