"""Measures how fast pbem is, in units that are measured in the same run: see docs/performance.md.

C is the rate at which python-chess reads and validates the moves of a PGN file; P is the time of `python -c pass` in a
clean virtual environment. Both are measured again in every round, right beside what is told in them.

usage: run.py [--rounds N] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import installed
import turns
from corpus import write_chess, write_logs
from table import Row, table

from pbem.rules import find_game, own_games

HERE = Path(__file__).parent
LOGS = 120
BULK = 2000
BOT_GAMES = 6
STARTS = 7  # fresh processes of each kind in a round
ROUNDS = 5
ENTRIES = (20, 200)
MAILS = {"moves": 300, "strangers": 5000, "memory": 100_000}


class Rate(NamedTuple):
    """A script that prints a rate; `commands` are taken in turn, one a round."""

    row: Row
    commands: list[list[str]]
    key: str = "rate"


class Start(NamedTuple):
    """A command in a fresh process; `prepare` comes before each and is not measured."""

    row: Row
    command: Sequence[str | Path]
    prepare: Callable[[], None] = lambda: None


class Bench:
    """The measurements of one run in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        self.environment = {**own, "PBEM_CACHE": str(folder / "cache")}
        self.clean = installed.clean_venv(folder / "clean")
        self.pbem = installed.install(folder / "installed")
        self.values: dict[str, list[float]] = {}
        self.ratios: dict[str, list[float]] = {}

    def run(self, command: Sequence[str | Path], **more: str) -> str:
        environment = {**self.environment, **more}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(map(str, command[:6]))}: {done.stderr[-2000:]}")
        return done.stdout

    def seconds(self, command: Sequence[str | Path]) -> float:
        start = perf_counter()
        self.run(command)
        return perf_counter() - start

    def note(self, row: Row, value: float, unit: float = 0) -> None:
        self.values.setdefault(row.name, []).append(value)
        if unit:
            self.ratios.setdefault(row.name, []).append(value / unit)

    def measure_rates(self, rates: list[Rate], chess: Rate, number: int) -> None:
        """One round of everything that is counted per second; C is measured before each that is told in it."""
        for rate in rates:
            unit = self._rate(chess, number) if rate.row.of else 0
            if unit:
                self.note(chess.row, unit)
            self.note(rate.row, self._rate(rate, number), unit)

    def _rate(self, rate: Rate, number: int) -> float:
        command = rate.commands[number % len(rate.commands)]
        return float(json.loads(self.run(command, PYTHONPATH=str(HERE.parent)))[rate.key])

    def measure_starts(self, starts: list[Start], empty: Start) -> None:
        """One round of fresh processes, mixed; the middle time of each kind counts."""
        times: dict[str, list[float]] = {}
        for _ in range(STARTS):
            for start in (empty, *starts):
                start.prepare()
                times.setdefault(start.row.name, []).append(self.seconds(start.command))
        unit = median(times[empty.row.name])
        for start in (empty, *starts):
            self.note(start.row, 1000 * median(times[start.row.name]), 1000 * unit if start.row.of else 0)

    def measure_once(self, rate: Rate) -> None:
        self.note(rate.row, self._rate(rate, 0))

    def measure_peak(self, row: Row, start: Start) -> None:
        start.prepare()
        self.note(row, float(self.run([self.clean, HERE / "peak.py", *start.command])))

    def row(self, row: Row) -> Row:
        ratios = self.ratios.get(row.name, [])
        return row._replace(value=median(self.values[row.name]), ratios=tuple(ratios))


def rates_of(bench: Bench, name: str, gate: float | None, goal: float | None) -> list[Rate]:
    """What is counted per second of one game; writes its logs."""
    folder = bench.folder / name
    folder.mkdir()
    write_logs(find_game(name), folder, LOGS)
    logs = sorted(map(str, folder.glob("*.log")))
    replay, play = [sys.executable, str(HERE / "replay_logs.py")], [sys.executable, str(HERE / "play_bots.py")]
    rates = [
        Rate(Row(f"replay {LOGS} {name} logs", "moves/s", "C", gate, goal), [[*replay, *logs]]),
        Rate(Row(f"the same, games of {name}", "games/s"), [[*replay, *logs]], "games_rate"),
        Rate(Row(f"replay one {name} log, all cold", "moves/s", "C"), [[*replay, log] for log in logs]),
    ]
    bots = [(bot, [[*play, name, bot, str(BOT_GAMES)]]) for bot in ("random", "simple")]
    return rates + [Rate(Row(f"{name} between {bot} bots", "games/s"), command) for bot, command in bots]


def mail_rates() -> tuple[list[Rate], Rate]:
    """Mails with a move and mails of strangers per second, and what many mails leave in memory."""
    commands = {kind: [[sys.executable, str(HERE / "mails.py"), kind, str(count)]] for kind, count in MAILS.items()}
    moves = Rate(Row("mail read, moves of marcopolo", "mails/s"), commands["moves"])
    strangers = Rate(Row("mail read, mails of strangers", "mails/s"), commands["strangers"])
    grown = Row(f"memory grown over {MAILS['memory']} mails", "MB", "", 8, less=True)
    return [moves, strangers], Rate(grown, commands["memory"])


def bulk_rows(bench: Bench) -> list[Row]:
    """Many logs checked at once: per second over two processes and in one, and what they leave in memory."""
    rows = {
        "rate": Row(f"check {BULK} logs, --jobs 2", "logs/s"),
        "serial": Row("the same logs, one process", "logs/s"),
        "grown": Row("memory grown over these logs", "MB", "", 8, less=True),
    }
    figures = json.loads(bench.run([sys.executable, HERE / "bulk.py", str(BULK)], PYTHONPATH=str(HERE.parent)))
    for key, row in rows.items():
        bench.note(row, float(figures[key]))
    return list(rows.values())


def move_start(bench: Bench, name: str, entries: int) -> Start:
    """A move in the middle of a game; the file is put back before each."""
    turn = turns.turn_after(find_game(name), bench.folder, entries)
    text = turn.file.read_bytes()
    row = Row(f"pbem move, {name}, {entries} entries", "ms", "P", 10, 5, less=True)
    command = [bench.pbem, "move", turn.file, turn.text, "--seat", turn.seat]

    def put_back() -> None:
        turn.file.write_bytes(text)

    return Start(row, command, put_back)


def measure(folder: Path, rounds: int) -> list[Row]:
    """Prepares everything, then measures it in rounds."""
    bench = Bench(folder)
    write_chess(folder / "chess.pgn")
    chess = Rate(
        Row("C: python-chess reads PGN", "moves/s"),
        [[sys.executable, str(HERE / "read_chess.py"), str(folder / "chess.pgn")]],
    )
    rates = [rate for name in own_games() for rate in rates_of(bench, name, 1, 3)]
    mails, grown = mail_rates()
    rates += mails
    empty = Start(Row("P: python -c pass", "ms"), [bench.clean, "-c", "pass"])
    moves = [move_start(bench, name, entries) for name in own_games() for entries in ENTRIES]
    starts = [Start(Row("pbem --help", "ms", "P", 6, less=True), [bench.pbem, "--help"]), *moves]
    peak = Row("peak memory of that move", "MB", "", 40, less=True)
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        bench.measure_rates(rates, chess, number)
        bench.measure_starts(starts, empty)
        bench.measure_peak(peak, moves[1])
    bench.measure_once(grown)
    bulk = bulk_rows(bench)
    rows = [chess.row, *(rate.row for rate in rates), grown.row, *bulk]
    rows += [empty.row, *(start.row for start in starts), peak]
    return [bench.row(row) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures how fast pbem is; timings never fail.")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", action="store_true", help="prints the figures as JSON")
    arguments = parser.parse_args()
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        rows = measure(Path(folder), arguments.rounds)
    print(json.dumps([row.data() for row in rows], indent=1) if arguments.json else table(rows))


if __name__ == "__main__":
    main()
