"""Processes that race for one game: each makes turns and referee's notes, and tells what was accepted.

`python -m tests.reliability.race FILE NAME COUNT [VARIANT]` makes COUNT updates and prints `entry head` of each.
"""

from __future__ import annotations

import random
import sys
import time
from subprocess import PIPE, Popen
from typing import NamedTuple

from pbem.bots import find_bot
from pbem.core.problem import Refused
from pbem.gamefile import chain, disk
from pbem.gamefile.replay import open_match
from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.store import NewEntry, append, load
from pbem.gamefile.turn import play
from tests.reliability.broken import broken
from tests.shell import environment

PATIENCE = 600.0  # for the lock: whether a busy machine lets a process starve is not what is tested


def note(path: str, text: str) -> tuple[int, str]:
    """Adds a referee's note to a game, which changes no position; returns its entry and the new head."""
    with disk.locked(path, PATIENCE):
        file = load(path)
        assert file.secrets is not None
        return file.entry + 1, append(file, open_match(file), NewEntry(f"! note {text}", []), file.secrets)


def turn(path: str, seed: str) -> tuple[int, str] | None:
    """Tries a bot's turn at the position it has seen; None when somebody else was faster, or the game is over."""
    match = open_match(load(path))
    waiting = waiting_seats(match)
    if not waiting:
        return None
    try:
        played = play(path, find_bot("random", seed)(match, waiting[0]), waiting[0])
    except Refused:
        return None
    return played.entry, played.head


def work(path: str, name: str, count: int) -> None:
    """Makes so many updates and tells each one."""
    chance = random.Random(name)
    for i in range(count):
        done = turn(path, f"{name} {i}") if chance.random() < 0.5 else None
        entry, head = done or note(path, f"{name} {i}")
        print(entry, head, flush=True)


class Told(NamedTuple):
    """What processes were told: the head after each entry they made."""

    updates: list[tuple[int, str]]
    troubles: list[str]


def start(path: str, name: str, count: int, variant: str = "") -> Popen[str]:
    """Starts a process that races."""
    words = [sys.executable, "-m", "tests.reliability.race", path, name, str(count), variant]
    return Popen(words, stdout=PIPE, stderr=PIPE, text=True, env=environment())


def race(path: str, processes: int, updates: int, variant: str = "", victims: bool = False) -> Told:
    """Has processes race; with victims, further ones are killed in the middle of what they do."""
    runs = [start(path, f"process-{i}", updates // processes, variant) for i in range(processes)]
    killed = _kill_some(path, runs, variant) if victims else []
    told = Told([], [])
    for run in (*runs, *killed):
        out, err = run.communicate(timeout=3000)
        told.updates.extend(_updates(out))
        if run in runs and (run.returncode or err):
            told.troubles.append(err)
    return told


def _kill_some(path: str, runs: list[Popen[str]], variant: str) -> list[Popen[str]]:
    chance = random.Random(7)
    killed: list[Popen[str]] = []
    while any(run.poll() is None for run in runs):
        victim = start(path, f"victim-{len(killed)}", 10_000, variant)
        time.sleep(0.4 + chance.random())
        victim.kill()
        killed.append(victim)
    return killed


def _updates(out: str) -> list[tuple[int, str]]:
    lines = [line.split() for line in out.split("\n")[:-1]]  # what follows the last line end was not told whole
    return [(int(entry), head) for entry, head in lines]


def lost(path: str, told: Told) -> list[tuple[int, str]]:
    """The updates that were told and are not in the game, each at its own entry."""
    heads = {i: chain.shown(head) for i, head in enumerate(load(path).heads)}
    seen: set[int] = set()
    missing = []
    for entry, head in told.updates:
        if heads.get(entry) != head or entry in seen:
            missing.append((entry, head))
        seen.add(entry)
    return missing


if __name__ == "__main__":
    with broken(sys.argv[4] if len(sys.argv) > 4 else ""):
        work(sys.argv[1], sys.argv[2], int(sys.argv[3]))
