"""`pbem repair`: the smallest changes that make a broken log legal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click

from pbem.archive.barelog import has_log, read_any
from pbem.archive.repair import MOST_WORK, Found, Repair, repair
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import REFUSED, show_json
from pbem.cli.table import SCHEMA
from pbem.core.problem import Span
from pbem.gamefile import disk
from pbem.gamefile.profile import block
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble

NEAR = 2  # lines shown around a change


@click.command("repair")
@click.argument("log")
@given_options
@click.option("--best", type=click.IntRange(1, 20), default=3, help="How many repairs to show.")
@click.option("--work", type=click.IntRange(100), default=MOST_WORK, help="Entries to play at most in search of them.")
@click.option("--apply", "number", type=click.IntRange(1, 20), help="Write the repair with this number to --out.")
@click.option("--out", help="The file to write; never the log itself, and never over another file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(log: str, best: int, work: int, number: int | None, out: str | None, as_json: bool, **given: Any) -> int:
    """Finds the smallest changes after which every line of a log stands, the likeliest first. Changes nothing, unless
    --apply says which one to write and --out where. Exits with 1 if the log is broken.
    """
    text = disk.read_text(log)
    file = read_any(log, text, read_given(**given))
    _check_usage(file, number, out)
    found = repair(file, best, work)
    if number is not None and out is not None:
        return _apply(file, text, found, number, out)
    if as_json:
        show_json(_data(file, found))
    else:
        click.echo("\n".join(_lines(file, found)))
    return REFUSED if found.course.stop else 0


def _check_usage(file: GameFile, number: int | None, out: str | None) -> None:
    if file.saved is not None:
        raise trouble("pbem.repair.game", Span(1, 1, 2, file.path))
    if (number is None) != (out is None):
        raise trouble("pbem.repair.apply")
    if out is not None and os.path.lexists(out):
        raise trouble("pbem.file.exists", path=out)


def _apply(file: GameFile, text: str, found: Found, number: int, out: str) -> int:
    if number > len(found.repairs):
        raise trouble("pbem.repair.number", found=number, last=len(found.repairs))
    chosen = found.repairs[number - 1]
    head = text.split("\n")[: file.document.first - 1]
    log = block(chosen.lines) if has_log(text) else "\n".join(chosen.lines) + "\n"
    disk.replace(out, "\n".join(head) + "\n" + log if head else log)
    click.echo(f"{out}: written with repair {number}")
    return 0 if chosen.line is None else REFUSED


def _lines(file: GameFile, found: Found) -> Iterator[str]:
    stop = found.course.stop
    if stop is None:
        yield f"{file.path}: every line stands; there is nothing to repair"
        return
    yield f"{file.path}:{_line(file, stop.line)}: the log stops here; {_number(found)}"
    for number, proposal in enumerate(found.repairs, 1):
        yield ""
        yield f"{number}. {_why(file, proposal)}"
        yield from _diff(file, proposal)
        if proposal.more:
            yield f"   {proposal.more} other lines would fit there too: {' | '.join(proposal.others)}"
        if proposal.line is not None:
            *_, origins = _origins(file, proposal)
            yield f"   then it goes on to line {_line(file, _place(origins, proposal.line))}, which does not stand"
    if found.repairs:
        yield ""
        yield f"Nothing was changed. To write one: pbem repair {file.path} --apply 1 --out FILE"


def _number(found: Found) -> str:
    whole = sum(1 for proposal in found.repairs if proposal.line is None)
    bound = " within the bound on work (--work)" if found.bounded else ""
    if whole:
        more = "; the bound on work (--work) was reached, there may be better ones" if found.bounded else ""
        return ("1 repair" if whole == 1 else f"the best {whole} repairs") + more
    return f"no repair was found{bound}" + (", these lead farthest" if found.repairs else "")


def _line(file: GameFile, line: int) -> int:
    return file.document.first + line


def _why(file: GameFile, proposal: Repair) -> str:
    """The changes in words, with the line numbers of the file as it is, before any of them."""
    steps = zip(proposal.edits, _origins(file, proposal), strict=False)
    said = [f"line {_line(file, _place(origins, edit.line))}: {edit.why}" for edit, origins in steps]
    return f"{'; '.join(said)} (cost {proposal.cost:.1f})"


def _place(origins: list[int], line: int) -> int:
    """Where a line of a changed log stood; one that is new is counted from the last old one above it."""
    above = next((i for i in range(min(line, len(origins) - 1), -1, -1) if origins[i] >= 0), None)
    return line if above is None else origins[above] + line - above


def _diff(file: GameFile, proposal: Repair) -> Iterator[str]:
    """The change as a unified diff with the line numbers of the file."""
    from difflib import SequenceMatcher

    old, new = file.document.lines, proposal.lines
    *_, origins = _origins(file, proposal)
    matcher = SequenceMatcher(None, range(len(old)), origins, autojunk=False)
    for group in matcher.get_grouped_opcodes(NEAR):
        yield f"   @@ line {_line(file, group[0][1])} @@"
        for tag, a, b, c, d in group:
            if tag == "equal":
                yield from (f"     {line}" for line in old[a:b])
            else:
                yield from (f"   - {line}" for line in old[a:b])
                yield from (f"   + {line}" for line in new[c:d])


def _origins(file: GameFile, proposal: Repair) -> Iterator[list[int]]:
    """For every line of the log, before each change and behind the last, the one it was in the file, or -1: numbers,
    since a log may have many equal lines."""
    now = file.document.lines
    found = list(range(len(now)))
    for edit in proposal.edits:
        yield found
        end = edit.line + edit.removed
        moved = dict(zip(now[edit.line : end], found[edit.line : end], strict=True))
        found, now = [*found[: edit.line], *(moved.get(line, -1) for line in edit.added), *found[end:]], edit.apply(now)
    yield found


def _data(file: GameFile, found: Found) -> dict[str, Any]:
    stop = found.course.stop
    repairs = [
        {
            "cost": round(proposal.cost, 2),
            "legal": proposal.line is None,
            "edits": [{**edit._asdict(), "line": _line(file, edit.line)} for edit in proposal.edits],
            "others": list(proposal.others),
            "more": proposal.more,
        }
        for proposal in found.repairs
    ]
    where = _line(file, stop.line) if stop else None
    return {"schema": SCHEMA, "file": file.path, "stops_at": where, "bounded": found.bounded, "repairs": repairs}
