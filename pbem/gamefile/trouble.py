"""How trouble with files is told: as a `Refused` with one problem in it."""

from __future__ import annotations

from typing import Any

from pbem.core.problem import Problem, Refused, Span


def trouble(id: str, span: Span | None = None, hints: tuple[str, ...] = (), /, **facts: Any) -> Refused:
    """A refusal with one problem, ready to be raised."""
    return Refused((Problem(id, facts, span, hints),))


def io_trouble(error: OSError, path: str, *, writing: bool) -> Refused:
    """Turns an error of the operating system into a problem whose id says what kind of failure it is."""
    import errno

    reason = (error.strerror or str(error)).lower()
    if error.errno == errno.ENOENT:
        return trouble("pbem.file.absent", path=path)
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return trouble("pbem.file.full", path=path, reason=reason)
    if writing and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return trouble("pbem.file.readonly", path=path, reason=reason)
    return trouble("pbem.file.write" if writing else "pbem.file.unreadable", path=path, reason=reason)
