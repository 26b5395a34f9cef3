"""Broken variants of the program, for the negative controls: a test that does not catch them proves nothing.

`python -m tests.reliability.broken VARIANT ...` runs `pbem ...` with one thing done wrongly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pbem.gamefile import disk


def write_in_place(path: str, text: str) -> None:
    """Overwrites the file itself."""
    with open(path, "wb", buffering=0) as file:
        content = text.encode()
        while content:
            content = content[file.write(content[:4096]) :]
        os.fsync(file.fileno())


def write_unsynced(path: str, text: str) -> None:
    """Replaces the file, and leaves it to the system when it gets to the disk."""
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)


def write_without_folder(path: str, text: str) -> None:
    """Syncs the new text, but not that it has been put in the place of the old one."""
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


@contextmanager
def lock_renamed_file(path: str, wait: float = disk.WAIT) -> Iterator[None]:
    """Locks the game file itself, which the next turn replaces by another file."""
    import fcntl

    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


VARIANTS: dict[str, dict[str, Callable[..., Any]]] = {
    "in-place": {"replace": write_in_place},
    "no-fsync": {"replace": write_unsynced},
    "no-folder-fsync": {"replace": write_without_folder},
    "lock-renamed": {"locked": lock_renamed_file},
}


@contextmanager
def broken(variant: str) -> Iterator[None]:
    """Has this process do one thing wrongly for a while; an empty variant changes nothing."""
    wrong = VARIANTS.get(variant, {})
    right = {name: getattr(disk, name) for name in wrong}
    for name, function in wrong.items():
        setattr(disk, name, function)
    try:
        yield
    finally:
        for name, function in right.items():
            setattr(disk, name, function)


def main() -> None:
    """Runs `pbem` with the variant that the first argument names."""
    from pbem.__main__ import main as pbem

    with broken(sys.argv.pop(1)):
        pbem()


if __name__ == "__main__":
    main()
