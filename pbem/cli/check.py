"""`pbem check`: checks game files and logs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click

from pbem.archive.bulk import check_all
from pbem.archive.check import Checked, Terms, check_text
from pbem.archive.gather import STDIN, gather
from pbem.archive.witness import parse_head
from pbem.cli.given import given_options, read_given
from pbem.cli.guard import NO_INPUT, REFUSED, exit_code, show_json
from pbem.cli.progress import Progress
from pbem.cli.table import SCHEMA
from pbem.core.problem import Problem
from pbem.gamefile.trouble import trouble
from pbem.report.problems import as_data, render

FEW = 20  # files of which each gets a line even when it is fine

EPILOG = """\b
Examples:
  pbem check friday.yaml
  pbem check logs/ --jobs 2
  pbem check --game GAME --seats blue,red table.log
  pbem check friday.yaml --head 12:7f3a9c01d25e88d1
"""


@click.command("check", epilog=EPILOG)
@click.argument("paths", nargs=-1, required=True)
@given_options
@click.option("--strict", is_flag=True, help="Also refuse whatever `pbem fmt` would change.")
@click.option("--head", "heads", multiple=True, help="ENTRY:HEX, as a report told it: the log must come through it.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Processes to use for many files.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--jsonl", is_flag=True, help="Print one line of JSON for every file.")
def command(paths: tuple[str, ...], strict: bool, jobs: int, as_json: bool, jsonl: bool, **more: Any) -> int:
    """Checks game files and logs: every problem with file, line, column and caret. Exits with 1 if there is any.

    PATHS are files, folders, patterns, or `-` for stdin. A wrong line does not hide the next ones: play goes on as if
    it had been the nearest legal one, where that is safe, and the output says so.
    """
    heads = tuple(parse_head(word) for word in more.pop("heads"))
    terms = Terms(read_given(**more), strict, heads)
    wanted = list(gather(paths))
    if not wanted:
        raise trouble("pbem.usage.none", path=", ".join(paths))
    shown = _Shown("json" if as_json else "jsonl" if jsonl else "text", len(wanted))
    for result in _check(wanted, terms, jobs):
        shown.show(result)
    return shown.end()


def _check(paths: list[str], terms: Terms, jobs: int) -> Iterator[Checked]:
    """Results in the order of the paths; stdin is read in this process."""
    for is_stdin, some in groupby(paths, lambda path: path == STDIN):
        if is_stdin:
            raw = sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
            yield check_text("stdin", raw.decode(errors="replace"), terms)
        else:
            yield from check_all(some, terms, jobs)


class _Shown:
    """Prints results as they come, and counts them."""

    def __init__(self, form: str, total: int) -> None:
        self.form = form
        self.total = total
        self.progress = Progress(total, "logs")
        self.files = self.fine = self.problems = self.undecided = 0
        self.code = 0
        self.kept: list[dict[str, Any]] = []

    def show(self, result: Checked) -> None:
        self._count(result)
        if self.form == "json":
            self.kept.append(_data(result))
        elif self.form == "jsonl":
            print(json.dumps({"schema": SCHEMA, **_data(result)}, ensure_ascii=False))
        elif result.problems or self.total <= FEW:
            self._text(result)
        self.progress.step()

    def _count(self, result: Checked) -> None:
        self.files += 1
        self.fine += not result.problems
        self.problems += len(result.problems)
        self.undecided += bool(result.undecided)
        if result.problems and self.code != NO_INPUT:
            self.code = NO_INPUT if exit_code(result.problems) == NO_INPUT else REFUSED

    def _text(self, result: Checked) -> None:
        self.progress.clear()
        texts = _texts(result)
        if texts:
            click.echo("\n\n".join(texts) + "\n")
        click.echo(_summary(result), err=True)

    def end(self) -> int:
        self.progress.clear()
        if self.form == "json":
            show_json({"schema": SCHEMA, "files": self.kept})
        if self.files > 1:
            counts = [f"{self.files} logs", f"{self.fine} fine", f"{_number(self.problems, 'problem')}"]
            counts += [f"{self.undecided} with something unknown"] if self.undecided else []
            click.echo("; ".join(counts), err=True)
        return self.code


def _texts(result: Checked) -> list[str]:
    """Problems as text, each with what was assumed about its line; what was assumed elsewhere comes last."""
    notes = list(result.notes)
    texts = []
    for problem in result.problems:
        own = [note for note in notes if note.line == problem.line]
        notes = [note for note in notes if note not in own]
        texts.append("\n".join([render(problem), *(f"  {_assumed(note)}" for note in own)]))
    return [*texts, *(render(note) for note in notes)]


def _assumed(note: Problem) -> str:
    from pbem.report.problems import message

    return message(note)


def _data(result: Checked) -> dict[str, Any]:
    problems, notes = ([as_data(problem) for problem in some] for some in (result.problems, result.notes))
    return {**result._asdict(), "problems": problems, "notes": notes, "undecided": list(result.undecided)}


def _number(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _summary(result: Checked) -> str:
    verdict = _number(len(result.problems), "problem") if result.problems else "fine"
    parts = [f"{result.path}: {verdict}"]
    parts += [f"{result.played} of {result.entries} entries played"] if result.entries else []
    if result.entries and not result.complete:
        parts.append("the rest could not be tried because of what is wrong before it")
    parts += ["secrets not checked: no key"] if result.sealed else []
    parts += [f"not decided: {', '.join(result.undecided)}"] if result.undecided else []
    return "; ".join(parts)
