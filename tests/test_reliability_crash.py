"""T1: whatever stops a turn, the game is exactly as before or as after it, and the next turn goes on from there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.gamefile.store import load
from tests.reliability import FULL, figure, part, spread
from tests.reliability.faults import ERRNOS, Point, Run, command, fail_at, kill_before, trace
from tests.reliability.workloads import KINDS, NAME, Workload, prepare
from tests.shell import pbem

PARTS = 6 if FULL else 1
SENSIBLE = (0, 1, 3, 4, 65, 66, 75, 77)
UNSYNCED = "pbem.file.unsynced"


def wrong_after(work: Workload) -> list[str]:
    """What is wrong with a game folder after a turn was stopped."""
    found = work.game.read_bytes() if work.game.exists() else b""
    key = f"{Path(NAME).stem}.key"
    if found not in (work.before[NAME], work.after[NAME]):
        return ["the game file is neither as before nor as after"]
    if (work.folder / key).read_bytes() != work.before[key]:
        return ["the key has changed"]
    return []


def wrong_next(work: Workload) -> list[str]:
    """What is wrong when the turn is sent again: it is made now, or it was made before."""
    made = work.game.read_bytes() == work.after[NAME]
    said = pbem(*work.words)
    if not made and work.game.read_bytes() != work.after[NAME]:
        return [f"the same turn does not go through afterwards: {said}"]
    if made and work.before != work.after and said.code == 0 and work.words[0] == "undo":
        return ["an entry is undone twice"]
    assert load(str(work.game))
    return []


def wrong_told(work: Workload, run: Run) -> list[str]:
    """What is wrong with what a command says after a fault."""
    made = work.game.read_bytes() == work.after[NAME] and work.before != work.after
    found = []
    if "Traceback" in run.err or run.code not in SENSIBLE:
        found.append("no sensible end")
    if run.code and not run.err.strip():
        found.append("no message")
    if run.code == 0 and not made:
        found.append("says done, but it is not")
    if run.code and made and UNSYNCED not in run.err:
        found.append("says failed, but it is done")
    left = [path.name for path in work.folder.iterdir() if path.name.endswith(".tmp")]
    return found + [f"{name} is left" for name in left]


class Survey(NamedTuple):
    """What came of stopping a command at many points: how many faults came to pass, and what was wrong."""

    points: int
    hits: int
    wrong: list[str]


def survey(work: Workload, points: list[tuple[Point, str]], variant: str = "") -> Survey:
    """Stops or troubles the command at every point, and looks at the game afterwards."""
    words = command(*work.words, variant=variant)
    hits, wrong = 0, []
    for point, errno in points:
        work.reset()
        run = fail_at(point, errno, words) if errno else kill_before(point, words)
        hits += run.hit
        found = wrong_after(work)
        if not found and errno and run.hit:
            found = wrong_told(work, run)
        found = found or wrong_next(work)
        wrong += [f"{errno or 'kill'} at {point.name} {point.nth} ({point.line}): {what}; {run}" for what in found]
    work.reset()
    return Survey(len(points), hits, wrong)


def kills(points: list[Point], everywhere: bool) -> list[tuple[Point, str]]:
    """Where to kill: at every call, or only where the game is touched and here and there besides."""
    if everywhere:
        return [(point, "") for point in points]
    near = [point for point in points if point.touches]
    far = [point for point in points if not point.touches]
    return [(point, "") for point in [*(near if FULL else spread(near, 20)), *spread(far, 6)]]


def faults(points: list[Point]) -> list[tuple[Point, str]]:
    """Which calls fail and how: every call that touches the game, with each errno."""
    near = [point for point in points if point.touches]
    every = [(point, errno) for point in near for errno in ERRNOS]
    return every if FULL else spread(every, 16)


def judge(name: str, found: Survey) -> None:
    """Fails on the first things that are wrong, or when the faults did not come to pass."""
    figure(name, points=found.points, hits=found.hits, wrong=len(found.wrong))
    assert not found.wrong, "\n".join([f"{len(found.wrong)} of {found.points}", *found.wrong[:5]])
    assert found.hits >= 0.97 * found.points, found


@pytest.mark.parametrize("number", range(PARTS))
@pytest.mark.parametrize("kind", KINDS if FULL else ["move"])
def test_a_turn_killed_anywhere_is_made_or_not_made(kind: str, number: int, tmp_path: Path) -> None:
    work = prepare(kind, tmp_path / "game")
    points = kills(trace(command(*work.words), work.folder), everywhere=FULL and kind == "move")
    judge(f"T1 kill: {kind}", survey(work, part(points, number, PARTS)))


@pytest.mark.parametrize("number", range(PARTS))
@pytest.mark.parametrize("kind", KINDS if FULL else ["move"])
def test_a_call_that_fails_anywhere_stops_the_turn_and_not_the_game(kind: str, number: int, tmp_path: Path) -> None:
    work = prepare(kind, tmp_path / "game")
    points = faults(trace(command(*work.words), work.folder))
    judge(f"T1 errno: {kind}", survey(work, part(points, number, PARTS)))


def test_control_a_file_written_in_place_is_caught(tmp_path: Path) -> None:
    work = prepare("move", tmp_path / "game")
    points = trace(command(*work.words, variant="in-place"), work.folder)
    writes = [(point, errno) for point in points if point.touches and point.name == "write" for errno in ("", "ENOSPC")]
    found = survey(work, writes, "in-place")
    figure("T1 control: in place", points=found.points, wrong=len(found.wrong))
    assert found.wrong
