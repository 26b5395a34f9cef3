"""T5: the same log is the same game, whatever the hash seed, the locale, the time zone and the version of Python."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from itertools import zip_longest
from pathlib import Path
from subprocess import DEVNULL, call, run
from typing import NamedTuple

import pytest

from tests.arena import configs, every_game
from tests.reliability import FULL, figure
from tests.shell import environment, new_game, play_on

FILES = 4 if FULL else 1  # game files of every title
GAMES = 40 if FULL else 1  # new games of every title
PLAIN = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


class Cell(NamedTuple):
    """A machine: its version of Python and its environment."""

    variables: dict[str, str]
    python: str = sys.executable

    @property
    def name(self) -> str:
        return " ".join([Path(self.python).name, *self.variables.values()])


FEW_CELLS = [
    Cell({"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", **ASCII}),
    Cell({"PYTHONHASHSEED": "random", "TZ": "Pacific/Apia", "LC_ALL": "tr_TR.UTF-8"}),
]
PLACES = [
    ("America/St_Johns", "de_DE.UTF-8"),
    ("Europe/Berlin", "tr_TR.UTF-8"),
    ("right/UTC", "C"),
    ("Antarctica/Troll", "de_DE.UTF-8"),
]


def other_pythons() -> list[str]:
    """Other versions of Python that can be run: those PBEM_PYTHONS names, else what is on the path."""
    names = os.environ.get("PBEM_PYTHONS", "python3.12:python3.13:python3.14").split(":")
    return [name for name in names if shutil.which(name) and not call([name, "-c", ""], stderr=DEVNULL)]


def many_cells() -> list[Cell]:
    places = [
        Cell({"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": language})
        for seed in ("0", "1", "random")
        for zone, language in PLACES
    ]
    return [*FEW_CELLS, *places, *(Cell(PLAIN, python) for python in other_pythons())]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Finished games, one file each, and locales that may not be installed."""
    made = tmp_path_factory.mktemp("games")
    for game in every_game():
        for number in range(FILES):
            config = configs(game)[number]
            path = made / f"{game.id}-{number}.yaml"
            new_game(path, game.id, len(config.seats), f"replay {number}", **config.options)
            play_on(path, 40 if number % 2 == 0 else 10_000, f"replay {number}")
    for language in ("tr_TR", "de_DE") if FULL else ("tr_TR",):
        make_locale(language, made)
    return made


def make_locale(language: str, folder: Path) -> None:
    """Makes a locale in a folder of ours, where the machine has what it is made of."""
    if shutil.which("localedef"):
        where = str(folder / f"{language}.UTF-8")
        words = ["localedef", "--no-archive", "-i", language, "-f", "UTF-8", where]
        run(words, capture_output=True, check=False)


def results(folder: Path, cell: Cell, variant: str = "") -> list[str]:
    """What a fresh process makes of the games, a line for each answer."""
    words = [cell.python, "-m", "tests.reliability.matrix", str(folder), str(GAMES), variant]
    variables = environment(**cell.variables)
    if (folder / cell.variables["LC_ALL"]).exists():
        variables["LOCPATH"] = str(folder)
    if cell.python != sys.executable:
        variables["PYTHONPATH"] += os.pathsep + sysconfig.get_path("purelib")
    done = run(words, env=variables, capture_output=True, text=True, check=False, timeout=3000)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def differences(first: list[str], second: list[str]) -> list[str]:
    return [f"{a} / {b}" for a, b in zip_longest(first, second) if a != b]


@pytest.mark.parametrize("cells", [[cell] for cell in many_cells()] if FULL else [FEW_CELLS])
def test_every_machine_comes_to_the_same_game(folder: Path, cells: list[Cell]) -> None:
    plain = results(folder, Cell(PLAIN))
    assert len(plain) > 20
    for cell in cells:
        wrong = differences(plain, results(folder, cell))
        figure(f"T5 {cell.name}", answers=len(plain), different=len(wrong))
        assert not wrong, (cell, wrong[:5])


def test_control_the_order_of_a_set_is_caught(tmp_path: Path) -> None:
    first, second = (results(tmp_path, Cell({**PLAIN, "PYTHONHASHSEED": seed}), "any-order") for seed in ("1", "2"))
    wrong = differences(first, second)
    figure("T5 control: order of a set", answers=len(first), different=len(wrong))
    assert wrong
