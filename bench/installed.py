"""A clean virtual environment without .pth files, with pbem in it as its wheel installs it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
NEEDED = ("click", "lark", "yaml", "_yaml")  # what pbem needs at run time; copied, so that nothing is fetched


def clean_venv(folder: Path) -> Path:
    """Makes an empty environment; returns its Python, whose start is the unit P."""
    venv.create(folder, with_pip=False, symlinks=True)
    assert not list(site_packages(folder).glob("*.pth"))
    return folder / "bin" / "python"


def site_packages(folder: Path) -> Path:
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)}))


def install(folder: Path) -> Path:
    """Puts the wheel of this checkout and what it needs into an environment; returns the command `pbem`."""
    python, target = clean_venv(folder), site_packages(folder)
    here = Path(sysconfig.get_path("purelib"))
    for package in NEEDED:
        shutil.copytree(here / package, target / package)
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(target)
    command = folder / "bin" / "pbem"
    script = (Path(sys.executable).parent / "pbem").read_text()
    command.write_text(f"#!{python}\n" + script.partition("\n")[2])
    command.chmod(0o755)
    subprocess.run([python, "-m", "compileall", "-q", target], check=True)
    return command
