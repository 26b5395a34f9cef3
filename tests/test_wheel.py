"""The wheel carries grammar and facts, and works from any folder without the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = ("pyproject.toml", "README.md", "pbem", "grammar", "games")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources and unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in SHIPPED:
        origin = ROOT / name
        if origin.is_dir():
            shutil.copytree(origin, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(origin, source / name)
    built = folder / "built"
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(built),
        ".",
    ]
    subprocess.run(command, cwd=source, check=True, timeout=240)
    (wheel,) = built.glob("pbem-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    shutil.rmtree(source)
    return folder / "site"


def run(site: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site), "PBEM_CACHE": str(folder / "cache"), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-m", "pbem", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_every_game_can_be_set_up_from_the_wheel(site: Path, tmp_path: Path) -> None:
    listed = run(site, tmp_path, "games", "--json")
    assert listed.returncode == 0, listed.stderr
    for game in (name for name in os.listdir(ROOT / "games") if (ROOT / "games" / name).is_dir()):
        path = str(tmp_path / f"{game}.yaml")
        done = run(site, tmp_path, "new", game, "--player", "Ann", "--player", "Ben", "--seed", "2a", "--out", path)
        assert done.returncode == 0, done.stderr
        report = run(site, tmp_path, "report", path)
        assert report.returncode == 0 and len(report.stdout.splitlines()) > 30, report.stderr
        wrong = run(site, tmp_path, "move", path, "nonsense 1 2 3")
        assert wrong.returncode == 1 and "Traceback" not in wrong.stderr


def test_the_wheel_holds_nothing_but_pbem(site: Path) -> None:
    tops = {name for name in os.listdir(site) if not name.endswith(".dist-info")}
    assert tops == {"pbem"}
    script = next(site.glob("*.dist-info/entry_points.txt")).read_text()
    assert "pbem = pbem.__main__:main" in script


def test_without_its_data_the_wheel_would_not_work(site: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(site, bare)
    shutil.rmtree(bare / "pbem" / "_data")
    assert run(bare, tmp_path, "new", "marcopolo", "--player", "A", "--player", "B", "--out", "x.yaml").returncode != 0
