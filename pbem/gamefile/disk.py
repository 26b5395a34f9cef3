"""Reading and writing files so that nothing is lost: size limits, locks, and replacing in one step."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pbem.core.problem import Span
from pbem.gamefile.trouble import io_trouble, trouble

LARGEST = 4 * 1024 * 1024
WAIT = 10.0  # seconds until a lock that somebody else holds is given up
_PAUSE = 0.02
_WRITABLE = 0o222


def read_text(path: str) -> str:
    """The text of a file; raises Refused when it cannot be read, is too large or is not UTF-8."""
    raw = read_bytes(path, LARGEST + 1)
    if len(raw) > LARGEST:
        raise trouble("pbem.file.size", Span(1, 1, 2, path), limit=LARGEST, unit="bytes")
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise trouble("pbem.file.encoding", Span(line, 1, 2, path), byte=error.start) from None


def read_bytes(path: str, most: int) -> bytes:
    """So many bytes of a file at most; raises Refused. A pipe to which nobody writes is empty and not waited for."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            os.set_blocking(descriptor, True)
            raw = os.read(descriptor, most)
            while 0 < len(raw) < most and (more := os.read(descriptor, most - len(raw))):
                raw += more
        finally:
            _close(descriptor)
    except OSError as error:
        raise io_trouble(error, path, writing=False) from None
    except ValueError:  # a NUL in the name
        raise trouble("pbem.file.absent", path=path) from None
    return raw


@contextmanager
def locked(path: str, wait: float = WAIT) -> Iterator[None]:
    """Holds the lock of a game file: one on `<path>.lock`, since the file itself is replaced at every turn."""
    import fcntl

    where = _real_path(path)
    if not os.path.exists(where):
        raise trouble("pbem.file.absent", path=path)
    try:
        descriptor = os.open(where + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        raise io_trouble(error, path + ".lock", writing=True) from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _wait_for(descriptor, path, wait)
        except OSError as error:
            raise io_trouble(error, path + ".lock", writing=True) from None
        yield
    finally:
        _close(descriptor)


def _wait_for(descriptor: int, path: str, wait: float) -> None:
    import fcntl
    import time

    end = time.monotonic() + wait
    while time.monotonic() < end:
        time.sleep(_PAUSE)
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
    raise trouble("pbem.file.locked", path=path, seconds=int(wait))


def replace(path: str, text: str) -> None:
    """Writes a file in one step: whoever reads it, and whatever fails, there is the old text or the new one."""
    content = text.encode()
    if len(content) > LARGEST:  # what could not be read again is not written
        raise trouble("pbem.file.size", Span(1, 1, 2, path), limit=LARGEST, unit="bytes")
    where = _real_path(path)
    folder, name = os.path.split(where)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}.tmp")
    try:
        # Opened first: once the file is replaced, nothing but the disk itself may fail.
        opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise io_trouble(error, path, writing=True) from None
    try:
        _check_writable(where)
        _write(temporary, content, where)
        os.replace(temporary, where)
        _sync_folder(opened, path)
    except OSError as error:
        _remove(temporary)
        raise io_trouble(error, path, writing=True) from None
    except BaseException:
        _remove(temporary)
        raise
    finally:
        _close(opened)


def _real_path(path: str) -> str:
    """Where a path leads; a fault of the disk on the way is told, since a link taken for a file would be replaced."""
    try:
        return os.path.realpath(path, strict=True)
    except FileNotFoundError:
        return os.path.realpath(path)
    except OSError as error:
        raise io_trouble(error, path, writing=False) from None


def _check_writable(path: str) -> None:
    """Refuses to put a new file in the place of one that may not be written; nor may root, if it is marked so."""
    with suppress(FileNotFoundError):
        if not os.stat(path).st_mode & _WRITABLE or not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _write(temporary: str, content: bytes, old: str) -> None:
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        with suppress(FileNotFoundError):
            os.fchmod(descriptor, os.stat(old).st_mode & 0o777)
        while content:
            content = content[os.write(descriptor, content) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_folder(opened: int, path: str) -> None:
    """Makes the replacing itself last; when the disk does not say so, the new text is there and may be lost."""
    try:
        os.fsync(opened)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise trouble("pbem.file.unsynced", path=path, reason=reason) from None


def _close(descriptor: int) -> None:
    """Closes what nothing depends on any more: a failure here must not make a turn that is made look refused."""
    with suppress(OSError):
        os.close(descriptor)


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)
