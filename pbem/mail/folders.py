"""The queue on disk: a mail is safe in `new/` before its sender is told so, and ends in `done/` or `bad/`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256

from pbem.mail.limits import RAW

MOST_TRIES = 3
MOST_KEPT = 5000  # mails in done/ and in bad/; older ones are removed
NAME = 32  # characters of a name that tell the mail


class Queue:
    """Folders new, done, bad below one folder. Names are digests, so the same mail lies there once."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        for name in ("new", "done", "bad"):
            os.makedirs(os.path.join(folder, name), mode=0o700, exist_ok=True)

    def path(self, box: str, name: str) -> str:
        return os.path.join(self.folder, box, name)

    def accept(self, raw: bytes, recipients: tuple[str, ...] = ()) -> str:
        """Makes a mail durable in `new/`; returns its name. The envelope is kept as a first line of its own.

        Of a mail that is too long only so much is kept that it is refused later: an error here would make the server
        send it back, to an address that may be forged.
        """
        raw = raw[: RAW + 1]
        envelope = ("X-Pbem-Envelope: " + " ".join(r for r in recipients if r.isascii() and r.isprintable())).encode()
        name = sha256(raw).hexdigest()[:NAME] + ".0.eml"
        if os.path.exists(self.path("done", name[:NAME] + ".eml")):
            return ""
        temporary = self.path("new", f".{name}.{os.getpid()}")
        with open(temporary, "wb") as file:
            file.write(envelope + b"\n" + raw)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.path("new", name))
        _sync(os.path.join(self.folder, "new"))
        return name

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the queue: mails are done by one process at a time, in the order in which they came."""
        import fcntl

        descriptor = os.open(self.path("", "lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def waiting(self) -> list[str]:
        """The mails that are still to be done, in the order in which they came."""
        names = [name for name in os.listdir(os.path.join(self.folder, "new")) if name.endswith(".eml")]
        return sorted((name for name in names if name[0] != "."), key=lambda name: (self._arrived(name), name))

    def _arrived(self, name: str) -> int:
        return os.stat(self.path("new", name)).st_mtime_ns

    def read(self, name: str) -> tuple[bytes, tuple[str, ...]]:
        with open(self.path("new", name), "rb") as file:
            first, _, raw = file.read().partition(b"\n")
        return raw, tuple(first.decode("ascii", "replace").split()[1:])

    def begin(self, name: str) -> str:
        """Counts a try in the name before it is made, so that a mail that kills the process counts too.

        Returns the new name, or nothing when the mail was tried often enough and is put aside.
        """
        tries = int(name.split(".")[1]) + 1
        if tries > MOST_TRIES:
            self.put_aside(name, f"tried {MOST_TRIES} times without coming to an end", tell=True)
            return ""
        return self._move(name, "new", f"{name[:NAME]}.{tries}.eml")

    def done(self, name: str) -> None:
        self._move(name, "done", name[:NAME] + ".eml")

    def postpone(self, name: str) -> None:
        """Takes back the count of a try that failed for a reason that has nothing to do with the mail."""
        self._move(name, "new", f"{name[:NAME]}.{max(0, int(name.split('.')[1]) - 1)}.eml")

    def failed(self, name: str, why: str) -> bool:
        """Leaves a mail for another try; after the third it is put aside with the reason. True when it was."""
        if int(name.split(".")[1]) < MOST_TRIES:
            return False
        self.put_aside(name, why, tell=True)
        return True

    def put_aside(self, name: str, why: str, tell: bool = False) -> None:
        """Puts a mail into `bad/`, the reason beside it; the host is told of those that were tried in vain."""
        for end in (".txt", ".tell")[: 1 + tell]:
            with open(self.path("bad", name[:NAME] + end), "w", encoding="utf-8", errors="replace") as file:
                file.write(why[:4000] + "\n")
        self._move(name, "bad", name[:NAME] + ".eml")

    def untold(self) -> dict[str, str]:
        """The mails put aside that the host has not been told of, and why each was."""
        names = [name for name in sorted(os.listdir(os.path.join(self.folder, "bad"))) if name.endswith(".tell")]
        found = {}
        for name in names:
            with open(self.path("bad", name), encoding="utf-8") as file:
                found[name[:NAME]] = file.read().strip()
        return found

    def told(self, name: str) -> None:
        with suppress(FileNotFoundError):  # another process may have told it too
            os.unlink(self.path("bad", f"{name}.tell"))

    def tidy(self) -> None:
        """Removes the oldest of what was done or put aside, where there is too much of it."""
        for box in ("done", "bad"):
            paths = [entry.path for entry in os.scandir(os.path.join(self.folder, box))]
            for path in sorted(paths, key=os.path.getmtime)[: max(0, len(paths) - MOST_KEPT)]:
                with suppress(FileNotFoundError):
                    os.unlink(path)

    def _move(self, name: str, box: str, new_name: str) -> str:
        os.replace(self.path("new", name), self.path(box, new_name))
        _sync(os.path.join(self.folder, box))
        return new_name


def _sync(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
