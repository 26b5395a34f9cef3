"""`pbem mail lmtp` and `pbem mail poll` as processes: stopped, killed and started again, they lose nothing."""

from __future__ import annotations

import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.cli import maildaemon
from pbem.cli.guard import TEMPORARY
from pbem.cli.maildaemon import Stop, until_stopped
from pbem.mail.folders import Queue
from pbem.mail.transport_imap import CannotFetch
from tests import mailservers
from tests.mailservers import PASSWORD, PATIENCE, free_port
from tests.shell import environment, pbem
from tests.test_mail_cli import CONFIG, Room
from tests.test_mail_servers import needs_servers


@contextmanager
def daemon(room: Room, command: str, ready: str) -> Iterator[subprocess.Popen[str]]:
    """A daemon that has said that it is ready; it is killed if it is still there at the end."""
    words = [sys.executable, "-m", "pbem", "mail", command, "-c", str(room.config)]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment())
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert ready in line, line
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)
        if process.stderr is not None:
            process.stderr.close()


def stop(process: subprocess.Popen[str], number: int = signal.SIGTERM) -> str:
    """Sends a signal; the process must end well. Returns the last line it said."""
    process.send_signal(number)
    rest = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 0, rest
    return rest.strip().split("\n")[-1]


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def hand_over(port: int, raw: bytes, *recipients: str) -> None:
    with smtplib.LMTP("127.0.0.1", port) as server:
        server.sendmail("ann@example.org", list(recipients) or ["judge@pbem.example"], raw.replace(b"\n", b"\r\n"))


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def room(tmp_path: Path, port: int) -> Room:
    return Room(tmp_path, f"{CONFIG}lmtp: 127.0.0.1:{port}\n")


def test_the_lmtp_daemon_plays_what_it_takes_and_stops_cleanly(room: Room, port: int) -> None:
    with daemon(room, "lmtp", "listening on") as process:
        hand_over(port, room.letter("red", "bid 1"))
        until(lambda: room.boxes() == (0, 1, 0))
        until(lambda: len(room.out("red")) == 2)
        assert stop(process) == "stopped"
    assert room.entry == 1
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1)


def test_a_daemon_stopped_or_killed_in_the_middle_of_a_turn_loses_nothing(room: Room, port: int) -> None:
    with daemon(room, "lmtp", "listening on") as process:
        hand_over(port, room.letter("red", "bid 1"))
        process.send_signal(signal.SIGKILL)  # the mail is kept; nobody knows how far it was done
        process.wait(PATIENCE)
    Queue(str(room.folder / "mail")).accept(room.letter("green", "bid 2"))
    with daemon(room, "lmtp", "listening on") as process:
        until(lambda: room.boxes() == (0, 2, 0))
        assert stop(process, signal.SIGINT) == "stopped"
    assert room.entry == 2
    seen = [path.name.split("-")[-1] for path in room.out("red")]
    assert seen.count("answer.eml") == 1


def test_a_long_line_is_taken_too(room: Room, port: int) -> None:
    """A refusal would make the server send it back, to an address that may be forged."""
    with daemon(room, "lmtp", "listening on"):
        hand_over(port, room.letter("red", f"bid 1\n\n-- \n{'x' * 5000}"))
        until(lambda: room.boxes() == (0, 1, 0))
    assert room.entry == 1


def test_work_under_way_is_finished_before_a_stop() -> None:
    done = []

    def wait() -> bool:
        done.append("wait")
        return True

    with until_stopped() as asked:
        signal.raise_signal(signal.SIGTERM)
        done.append("work")
        asked.during(wait)
    assert done == ["work"]
    with pytest.raises(KeyboardInterrupt):
        again = Stop()
        again(signal.SIGINT, None)
        again(signal.SIGINT, None)


def test_a_round_that_fails_does_not_end_the_daemon(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    def fails(settings: object, came: bool) -> None:
        rounds.append(came)
        raise OSError("the disk is full")

    def wait() -> bool:
        if len(rounds) == 3:
            signal.raise_signal(signal.SIGTERM)
        return True

    monkeypatch.setattr(maildaemon, "do_round", fails)
    from pbem.mail.config import load_config

    with until_stopped() as asked:
        maildaemon.go_on(load_config(str(room.config)), asked, wait)
    assert rounds == [False, True, True]


@pytest.mark.parametrize("trouble", [OSError("no space left on device"), CannotFetch("127.0.0.1:9: refused")])
def test_a_mailbox_that_cannot_be_read_does_not_stop_the_clock(
    trouble: OSError, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def fails(*_: object) -> int:
        done.append("poll")
        raise trouble

    def rests() -> bool:
        done.append("rest")
        if len(done) > 4:
            signal.raise_signal(signal.SIGTERM)
        return False

    monkeypatch.setattr(maildaemon, "_poll", fails)
    monkeypatch.setattr(maildaemon, "do_round", lambda settings, came: done.append("round"))
    monkeypatch.setattr(maildaemon, "_rest", rests)
    room = Room(tmp_path, f"{CONFIG}imap:\n  server: 127.0.0.1:9\n  user: x\n  password_command: echo x\n")
    assert pbem("mail", "poll", "-c", room.config).code == 0
    assert done == ["poll", "round", "rest"] * 2
    assert pbem("mail", "poll", "--once", "-c", room.config).code == TEMPORARY


@needs_servers
def test_the_poll_daemon_reads_a_real_mailbox(tmp_path: Path) -> None:
    with mailservers.running() as servers:
        (tmp_path / "password").write_text(f"{PASSWORD}\n")
        (tmp_path / "password").chmod(0o600)
        imap = f"imap:\n  server: 127.0.0.1:{servers.imap}\n  user: judge@box.test\n  password_file: password\n"
        room = Room(tmp_path, f"judge: judge@box.test\n{imap}")
        with daemon(room, "poll", "reading judge@box.test") as process:
            with smtplib.SMTP("127.0.0.1", servers.smtp) as server:
                raw = room.letter("red", "bid 1")
                to = str(message_from_bytes(raw)["To"])
                server.sendmail("ann@example.org", [to], raw.replace(b"\n", b"\r\n"))
            until(lambda: room.boxes() == (0, 1, 0))
            until(lambda: len(room.out("red")) == 2)
            assert stop(process) == "stopped"
        assert room.entry == 1
