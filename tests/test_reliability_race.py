"""T3: processes that change one game at once lose nothing, also when some of them are killed."""

from __future__ import annotations

from pathlib import Path

from pbem.gamefile.store import GameFile, load
from tests.reliability import FULL, figure
from tests.reliability.race import lost, race
from tests.shell import new_game, pbem

PROCESSES = 8
UPDATES = 10_000 if FULL else 400


def disclosed(file: GameFile) -> int:
    """The entries that a finished game adds by itself: the seed, and what was hidden."""
    return sum(line.startswith("! opened ") for line in file.log.lines)


def test_nothing_is_lost_when_processes_race(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    new_game(path, "samarkand", 4)
    told = race(str(path), PROCESSES, UPDATES)
    missing = lost(str(path), told)
    figure("T3 race", processes=PROCESSES, told=len(told.updates), lost=len(missing))
    assert not told.troubles, told.troubles[:2]
    assert not missing, missing[:5]
    file = load(str(path))
    assert len(told.updates) == UPDATES == file.entry - disclosed(file)
    assert pbem("check", path).code == 0


def test_nothing_is_lost_when_some_are_killed(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    new_game(path, "caravan", 3)
    told = race(str(path), PROCESSES // 2, UPDATES // 2, victims=True)
    missing = lost(str(path), told)
    figure("T3 with victims", told=len(told.updates), lost=len(missing))
    assert not told.troubles, told.troubles[:2]
    assert not missing, missing[:5]
    assert len(told.updates) <= load(str(path)).entry
    assert pbem("check", path).code == 0


def test_control_a_lock_on_the_replaced_file_loses_updates(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    new_game(path, "caravan", 3)
    told = race(str(path), PROCESSES, UPDATES // 4, variant="lock-renamed")
    missing = lost(str(path), told)
    figure("T3 control: lock on the replaced file", told=len(told.updates), lost=len(missing))
    assert missing
