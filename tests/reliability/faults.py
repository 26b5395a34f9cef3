"""Stops a command before any system call of it, or has any of them fail, with strace."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from tests.reliability import need_tools, refused_by_kernel
from tests.shell import environment

ERRNOS = ("ENOSPC", "EIO", "EROFS", "EDQUOT", "EINTR", "EMFILE")
_CALL = re.compile(r"\d+ +([a-z0-9_]+)\((.*)")
_QUIET = ("vfork", "execve", "exit_group")  # execve is counted by strace before the program begins


class Point(NamedTuple):
    """The k-th call of a name, and whether it has to do with a file of the game."""

    name: str
    nth: int
    touches: bool
    line: str


class Run(NamedTuple):
    """How a command under strace ended, and whether the fault came to pass."""

    code: int
    out: str
    err: str
    hit: bool = True

    @property
    def killed(self) -> bool:
        return self.code == -signal.SIGKILL


def command(*words: str | Path, variant: str = "") -> list[str]:
    """A command of ours for a process of its own, or that of a broken variant."""
    module = ["tests.reliability.broken", variant] if variant else ["pbem"]
    return [sys.executable, "-m", *module, *map(str, words)]


def run(words: list[str], text: str = "", **variables: str) -> Run:
    """Runs a command to its end."""
    done = subprocess.run(
        words, input=text, capture_output=True, text=True, env=environment(**variables), check=False, timeout=120
    )
    return Run(done.returncode, done.stdout, done.stderr)


def _strace(options: list[str], words: list[str], text: str = "") -> Run:
    # The same calls in the same order in every run: no byte code is written, and nothing depends on hash seeds.
    variables = environment(PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
    done = subprocess.run(
        ["strace", "-f", "-qq", *options, *words],
        input=text,
        capture_output=True,
        text=True,
        env=variables,
        cwd="/",
        check=False,
        timeout=120,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def trace(words: list[str], folder: Path, text: str = "") -> list[Point]:
    """Runs a command and lists its system calls; it must end well or with a refusal."""
    need_tools("strace")
    with tempfile.NamedTemporaryFile("r", errors="replace", prefix="pbem-strace-") as log:
        ended = _strace(["-y", "-s", "300", "-o", log.name], words, text)
        points = _points(log.read(), str(folder))
    if "ptrace" in ended.err.lower() and "not permitted" in ended.err:
        refused_by_kernel("tracing a process", ended.err)
    assert len(points) > 100, ended
    return points


def _points(text: str, folder: str) -> list[Point]:
    counts: Counter[str] = Counter()
    points: list[Point] = []
    for line in text.split("\n"):
        found = _CALL.match(line)
        if found is None:
            continue
        name, rest = found.groups()
        counts[name] += 1
        if name not in _QUIET:
            points.append(Point(name, counts[name], folder in rest, rest[:160]))
    return points


def kill_before(point: Point, words: list[str], text: str = "") -> Run:
    """Runs a command and kills it at the door of a system call, which is not done any more."""
    ended = _inject(point, "signal=KILL", words, text, os.devnull)
    return ended._replace(hit=ended.killed)


def fail_at(point: Point, errno: str, words: list[str], text: str = "") -> Run:
    """Runs a command in which one system call fails."""
    with tempfile.NamedTemporaryFile("r", errors="replace", prefix="pbem-strace-") as log:
        ended = _inject(point, f"error={errno}", words, text, log.name)
        return ended._replace(hit="(INJECTED)" in log.read())


def _inject(point: Point, what: str, words: list[str], text: str, log: str) -> Run:
    rule = f"{point.name}:{what}:when={point.nth}"
    # Faster, but with it strace sends no signals.
    fast = ["--seccomp-bpf"] if what.startswith("error") else []
    return _strace([*fast, "-e", f"trace={point.name}", "-e", f"inject={rule}", "-o", log], words, text)
