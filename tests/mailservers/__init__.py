"""Real mail servers on loopback: OpenSMTPD and Dovecot from Debian, started for a test and stopped after it.

`.ci/run` installs them. Both must be started as root; they go on as users of their own.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from string import Template
from typing import NamedTuple

HERE = Path(__file__).parent
PROGRAMS = {"smtpd": "opensmtpd", "dovecot": "dovecot-imapd and dovecot-lmtpd"}
PASSWORD = "secret"
LOCK = "/tmp/pbem-mailservers.lock"  # OpenSMTPD has one control socket, so that only one can run
SPOOL = Path("/var/spool/smtpd/queue")  # and one queue, which outlives it
OURS = re.compile(r"^dest: .*@(?:[a-z]+\.)*test$", re.M)  # a domain nobody else's mail can go to
PATIENCE = 60.0
_PORTS = count(20_000 + os.getpid() % 100 * 100)


class Servers(NamedTuple):
    """Where the servers listen. Mail for judge.test goes to `judge`, on which nobody listens yet."""

    folder: Path
    smtp: int
    imap: int
    lmtp: int
    judge: int


def missing() -> str:
    """Why the servers cannot be started here; empty when they can."""
    absent = [package for program, package in PROGRAMS.items() if _path(program) is None]
    if absent:
        return f"not installed: {', '.join(absent)} (apt-get install, as .ci/run does)"
    return "" if os.geteuid() == 0 else "mail servers must be started as root"


def _path(program: str) -> str | None:
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


@contextmanager
def running() -> Iterator[Servers]:
    """Starts both servers with a folder of their own, in memory where there is one, and stops them."""
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with open(LOCK, "w") as lock, tempfile.TemporaryDirectory(prefix="pbem-mail-", dir=base) as name:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for mail in leftovers():
            shutil.rmtree(mail)
        servers = Servers(Path(name), *(free_port() for _ in range(4)))
        _write_settings(servers)
        with _started("dovecot", servers, "-F", "-c"), _started("smtpd", servers, "-d", "-f"):
            for port in (servers.smtp, servers.imap, servers.lmtp):
                _wait_for(port, servers)
            yield servers


def leftovers() -> list[Path]:
    """Mails of tests in the queue: one that was killed leaves them, and the next server would deliver them."""
    envelopes = (path for path in SPOOL.glob("*/*/*") if path.name != "message")
    return sorted({path.parent for path in envelopes if _is_ours(path)})


def _is_ours(envelope: Path) -> bool:
    with suppress(FileNotFoundError):  # a server that runs writes them anew
        return OURS.search(envelope.read_text(errors="replace")) is not None
    return False


def _write_settings(servers: Servers) -> None:
    folder = servers.folder
    os.chmod(folder, 0o755)
    (folder / "mail").mkdir()
    shutil.chown(folder / "mail", "nobody", "nogroup")
    words = {f"{name}_port": port for name, port in servers._asdict().items() if name != "folder"}
    for program in PROGRAMS:
        text = Template((HERE / f"{program}.conf").read_text()).substitute(words, folder=folder)
        path = folder / f"{program}.conf"
        path.write_text(text)
        path.chmod(0o600)


@contextmanager
def _started(program: str, servers: Servers, *options: str) -> Iterator[None]:
    """Runs a server in the foreground of a process of its own, with everything it starts."""
    path = _path(program)
    assert path is not None
    with open(servers.folder / f"{program}.out", "wb") as out:
        # A server ends with the test that started it, even when that is killed.
        words = ["setpriv", "--pdeathsig", "TERM", path, *options, str(servers.folder / f"{program}.conf")]
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True)
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(20)


def free_port() -> int:
    """A port that nobody has. Those above 32767 are given to connections, and each worker counts by itself: nobody
    takes it before it is used."""
    while True:
        with suppress(OSError), socket.create_server(("127.0.0.1", port := next(_PORTS))):
            return port


def _wait_for(port: int, servers: Servers) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on {port}\n{logs(servers)}")


def logs(servers: Servers) -> str:
    """The last lines the servers have written, for a test that fails."""
    paths = [*servers.folder.glob("*.out"), *servers.folder.glob("*.log")]
    return "\n".join(f"== {path.name}\n{path.read_text(errors='replace')[-1500:]}" for path in paths)
