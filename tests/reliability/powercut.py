"""A small disk whose power can be cut: an ext4 file system on a loop device, stopped by its shutdown ioctl."""

from __future__ import annotations

import fcntl
import os
import subprocess
from pathlib import Path

from tests.reliability import need_tools, refused_by_kernel

SHUTDOWN = 0x8004587D  # FS_IOC_SHUTDOWN
# What still gets to the disk when the power fails: everything in the journal, or not even that.
FLAGS = {"flushed": 0, "journal": 1, "nothing": 2}


class Disk:
    """An ext4 file system in a file. Its own commits come late, so that only what was synced has reached the disk."""

    def __init__(self, image: Path, folder: Path) -> None:
        need_tools("mkfs.ext4", "mount", "umount")
        self.image = image
        self.folder = folder
        folder.mkdir()
        with image.open("wb") as file:
            file.truncate(8 * 1024 * 1024)
        subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True, capture_output=True)
        self.mount()

    def mount(self) -> None:
        """Mounts the disk, which also repairs it from its journal."""
        words = ["mount", "-o", "loop,commit=300", str(self.image), str(self.folder)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            refused_by_kernel("mounting a loop device", done.stderr)

    def unmount(self) -> None:
        subprocess.run(["umount", str(self.folder)], check=True, capture_output=True)

    def sync(self) -> None:
        """Makes everything on the disk last."""
        subprocess.run(["sync", "-f", str(self.folder)], check=True)

    def cut(self, flag: str) -> None:
        """Cuts the power and switches it on again."""
        opened = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(opened, SHUTDOWN, FLAGS[flag].to_bytes(4, "little"))
        except OSError as error:
            refused_by_kernel("the shutdown ioctl", str(error))
        finally:
            os.close(opened)
        self.unmount()
        self.mount()
