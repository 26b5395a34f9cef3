"""T2: what was told to the world is still known after a power cut.

The disk that is cut holds the game only; what the command printed is kept elsewhere. A command that ended well has told
its turn, so the turn must be there. A turn that was stopped on the way is made or not made.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability import FULL, figure, part, snapshot, spread
from tests.reliability.faults import Point, Run, command, kill_before, run, trace
from tests.reliability.powercut import FLAGS, Disk
from tests.reliability.workloads import NAME, Workload, bot_move, prepare
from tests.shell import pbem

PARTS = 3 if FULL else 1


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path / "image", tmp_path / "disk")
    yield made
    made.unmount()


def run_to(point: Point | None, words: list[str], variant: str = "") -> Run:
    """Runs a command to a system call, or to its end, which is when it has told something."""
    line = command(*words, variant=variant)
    return run(line) if point is None else kill_before(point, line)


class Cut:
    """Power cuts during one turn, or during the turn after one that was told."""

    def __init__(self, disk: Disk, variant: str = "") -> None:
        self.disk = disk
        self.variant = variant
        self.work = prepare("move", disk.folder / "game")
        self.second = self._second()

    def _second(self) -> Workload:
        """The turn after the first one."""
        assert pbem(*self.work.words).code == 0
        words = bot_move(self.work.game)
        before = snapshot(self.work.folder)
        assert pbem(*words).code == 0
        return Workload(self.work.folder, words, before, snapshot(self.work.folder))

    def points(self) -> list[Point]:
        self.work.reset()
        points = trace(command(*self.work.words, variant=self.variant), self.work.folder)
        return [point for point in points if point.touches]

    def one(self, point: Point | None, flag: str) -> str:
        """Cuts the power during the first turn; returns what is wrong."""
        return self._cut(self.work, point, flag)

    def two(self, point: Point | None, flag: str) -> str:
        """Has the first turn told, then cuts the power during the second one; returns what is wrong."""
        self.work.reset()
        self.disk.sync()
        assert run_to(None, self.work.words, self.variant).code == 0
        return self._cut(self.second, point, flag, fresh=False)

    def _cut(self, work: Workload, point: Point | None, flag: str, fresh: bool = True) -> str:
        if fresh:
            work.reset()
            self.disk.sync()
        told = run_to(point, work.words, self.variant).code == 0
        self.disk.cut(flag)
        found = work.game.read_bytes() if work.game.exists() else b""
        where = f"{point.name} {point.nth} ({point.line})" if point else "the end"
        if found not in (work.before[NAME], work.after[NAME]):
            return f"{flag}, {where}: the file has {len(found)} bytes of no turn of ours"
        if told and found != work.after[NAME]:
            return f"{flag}, {where}: the turn was told and is lost"
        return ""


def test_a_turn_that_was_told_survives_a_power_cut(disk: Disk) -> None:
    cut = Cut(disk)
    wrong = [what for flag in FLAGS for what in (cut.one(None, flag), cut.two(None, flag)) if what]
    figure("T2 told", cuts=2 * len(FLAGS), wrong=len(wrong))
    assert not wrong, wrong


@pytest.mark.parametrize("number", range(PARTS))
@pytest.mark.parametrize("flag", FLAGS if FULL else ["nothing"])
def test_a_turn_cut_anywhere_is_made_or_not_made(disk: Disk, flag: str, number: int) -> None:
    cut = Cut(disk)
    points = part(cut.points() if FULL else spread(cut.points(), 6), number, PARTS)
    wrong = [what for point in points if (what := cut.one(point, flag))]
    wrong += [what for point in points[:: 1 if FULL else 3] if (what := cut.two(point, flag))]
    figure(f"T2 cut: {flag}", cuts=2 * len(points), wrong=len(wrong))
    assert not wrong, wrong


@pytest.mark.parametrize("variant", ["no-fsync", "no-folder-fsync"])
def test_control_a_turn_that_is_not_synced_is_lost(disk: Disk, variant: str) -> None:
    cut = Cut(disk, variant)
    wrong = [what for what in (cut.one(None, "nothing"), cut.two(None, "nothing")) if what]
    figure(f"T2 control: {variant}", cuts=2, wrong=len(wrong))
    assert wrong
