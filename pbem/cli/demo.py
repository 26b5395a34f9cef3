"""`pbem demo`: plays a game between bots, shows reports as a player would get them, and leaves files to go on with."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

import click

from pbem.bots import NAMES, find_bot
from pbem.cli.players import read_seed
from pbem.cli.report import report_for
from pbem.core.engine import Match
from pbem.core.game import Game
from pbem.core.problem import Problem, Refused
from pbem.gamefile import disk
from pbem.gamefile.create import create, new_header
from pbem.gamefile.replay import open_match
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.seal import read_key, write_key
from pbem.gamefile.store import find, load
from pbem.gamefile.turn import play
from pbem.report.model import Report
from pbem.report.text import render_text
from pbem.rules import own_games

PLAYERS = ("Ann", "Ben", "Cleo", "Dan", "Eve")
MOST_ENTRIES = 3000
EVERY = 8  # entries between two copies of the file, one of which is left as the open game


class Files(NamedTuple):
    """Where the finished and the open game go."""

    finished: str
    open: str


@click.command("demo")
@click.argument("game", required=False)
@click.option("--bot", type=click.Choice(NAMES), default="simple", help="Who plays.")
@click.option("--seed", help="Hexadecimal digits; the same seed gives the same game.")
@click.option("--out", default="pbem-demo", help="The folder for the game files.")
def command(game: str | None, bot: str, seed: str | None, out: str) -> int:
    """Plays a game between bots, shows some of its reports, and leaves it finished and once more half-way."""
    rules = find((game or own_games()[0]).lower(), None, "pbem.usage.game")
    files = free_files(out)
    raw_seed = read_seed(seed)
    header = new_header(rules, demo_seats(rules), {}, raw_seed)
    _title("The first report")
    match = create(files.finished, rules, header, raw_seed)
    _show(files.finished, None)
    copies = play_on(match, files.finished, bot, raw_seed.hex())
    _leave_open(files, copies[len(copies) // 2])
    _title("A report half-way")
    half_way = _show(files.open, None)
    _title("The last report")
    _show(files.finished, _winner(files.finished))
    _next_commands(files, half_way["asked"][0]["answers"][0])
    return 0


def demo_seats(game: Game) -> tuple[SeatInfo, ...]:
    """Four players, or as many as the game takes."""
    number = 4 if 4 in game.players else max(game.players)
    return tuple(SeatInfo(seat, name) for seat, name in zip(game.colours[:number], PLAYERS, strict=False))


def free_files(folder: str) -> Files:
    """Names that are still free in the folder, which is made if need be."""
    os.makedirs(folder, exist_ok=True)
    for number in range(1, 10000):
        names = (os.path.join(folder, f"{what}-{number}") for what in ("finished", "open"))
        files = Files(*(f"{name}.yaml" for name in names))
        if not any(os.path.lexists(path) or os.path.lexists(f"{path[:-5]}.key") for path in files):
            return files
    raise Refused((Problem("pbem.file.exists", {"path": folder}),))


def play_on(match: Match, path: str, bot: str, seed: str) -> list[str]:
    """Lets bots play the file to its end through the same text as everybody; returns copies of it on the way."""
    bots = {seat: find_bot(bot, f"{seed}/{seat}") for seat in match.game.score(match.state).rows}
    copies = [disk.read_text(path)]
    for number in range(1, MOST_ENTRIES):
        waiting = match.game.waiting(match.state)
        _progress(match, number, bool(waiting))
        if not waiting:
            break
        seat = waiting[0].seat
        match = play(path, bots[seat](match, seat), seat).match
        if number % EVERY == 0:
            copies.append(disk.read_text(path))
    return copies


def _progress(match: Match, number: int, going_on: bool) -> None:
    if not sys.stderr.isatty():
        return
    play_round = match.game.view(match.state, None).get("round")
    text = f"playing {'#' * (number // EVERY)} entry {number}" + (f", round {play_round}" if play_round else "")
    print(f"\r\x1b[K{text[:79]}" if going_on else "\r\x1b[K", end="", file=sys.stderr, flush=True)


def _leave_open(files: Files, text: str) -> None:
    key = read_key(files.finished)
    assert key is not None
    write_key(files.open, key)
    disk.replace(files.open, text)


def _winner(path: str) -> str | None:
    match = open_match(load(path))
    return next(iter(match.game.score(match.state).winners), None)


def _title(text: str) -> None:
    click.echo(f"\n##### {text} #####\n")


def _show(path: str, seat: str | None) -> Report:
    file = load(path)
    report = report_for(file, open_match(file), seat)
    click.echo(render_text(report), nl=False)
    return report


def _next_commands(files: Files, answer: str) -> None:
    _title("Go on")
    click.echo(f"{files.open} stands half-way. Try:")
    for name in ("report", "legal", "status"):
        click.echo(f"  pbem {name} {files.open}")
    click.echo(f'  pbem move {files.open} "{answer}"')
    click.echo(f"{files.finished} is the whole game:")
    click.echo(f"  pbem log {files.finished} --for all")
    click.echo(f"  pbem replay {files.finished} --at 10")
    click.echo(f"  pbem check {files.finished}")
