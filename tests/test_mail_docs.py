"""docs/mail.md is followed as a new user would: way 1 to the letter, ways 2 and 3 with real servers for examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from email.message import Message
from pathlib import Path

import pytest

from pbem.gamefile.store import load
from pbem.mail import conditions, folders, limits, press, queue, settings
from pbem.mail.config import DEADLINE_KEYS, IMAP_KEYS, KEYS, SEND_KEYS, load_config
from pbem.mail.desk import Judge
from pbem.mail.orders import HOST_ORDERS, PLAYER_VERBS
from tests import mailservers
from tests.mailcli import answer, mail_in, text_of
from tests.mailservers import PASSWORD, Servers
from tests.mailservers.people import Player
from tests.shell import ROOT, environment
from tests.test_mail_cli import Room
from tests.test_mail_daemons import daemon
from tests.test_mail_servers import needs_servers

DOC = (ROOT / "docs" / "mail.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return re.split(r"\n## ", DOC.split(f"\n## {title}", 1)[1])[0]


def blocks(title: str, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", section(title), re.S)


class Shell:
    """A new user's folder, in which `pbem` can be called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "empty"
        self.folder.mkdir()
        programs = folder / "programs"
        programs.mkdir()
        (programs / "pbem").write_text(f'#!/bin/sh\nexec {sys.executable} -m pbem "$@"\n')
        (programs / "pbem").chmod(0o755)
        self.variables = environment(PATH=f"{programs}:{os.environ['PATH']}")

    def run(self, text: str, stdin: bytes = b"") -> tuple[int, str]:
        """Runs lines as a shell does; returns the exit code and everything that was said."""
        words = ["sh", "-e", "-c", text]
        done = subprocess.run(
            words, input=stdin, cwd=self.folder, env=self.variables, capture_output=True, timeout=120, check=False
        )
        return done.returncode, (done.stdout + done.stderr).decode()

    def follow(self, text: str) -> str:
        code, said = self.run(text)
        assert code == 0, f"{text}\n{said}"
        return said


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def test_way_one_works_to_the_letter(shell: Shell) -> None:
    lines = blocks("1. Files only", "sh")
    assert len(lines) == 4
    said = [shell.follow(block) for block in lines]
    assert "accepted\n" in said[2] and said[2].count("mails/") == 2
    assert load(str(shell.folder / "friday.yaml")).entry == 1
    ben = mail_in(shell.folder / "ben.eml")
    assert ben["To"] == "ben@example.org" and str(ben["Reply-To"]).startswith("you+")
    assert "Ben, it is your turn" in text_of(ben)


@pytest.mark.parametrize("way", ["2. From a mail server", "3. From a mailbox"])
def test_the_configurations_of_the_page_are_without_fault(way: str, shell: Shell) -> None:
    (text,) = blocks(way, "yaml")
    (shell.folder / "pbem-mail.yaml").write_text(text)
    said = shell.follow(next(block for block in blocks(way, "sh") if "doctor --offline" in block))
    assert "WRONG" not in said and "games: 1 in" in said
    found = load_config(str(shell.folder / "pbem-mail.yaml"))
    assert found.smtp is not None and found.judge.host == "you@example.org"


def test_the_pipe_of_the_page_takes_a_mail_and_keeps_it_when_it_cannot(shell: Shell) -> None:
    (forward,) = blocks("2. From a mail server", "forward")
    (text,) = blocks("2. From a mail server", "yaml")
    command = forward.strip().strip('"').lstrip("|").replace("/usr/local/bin/", "").replace("/srv/pbem/", "")
    assert shell.run(command, b"From: eve@evil.example\n\nhello\n")[0] == 75
    (shell.folder / "games").mkdir()
    (shell.folder / "pbem-mail.yaml").write_text(text)
    assert shell.run(command, b"From: eve@evil.example\n\nhello\n")[0] == 0
    assert len(list((shell.folder / "mail" / "done").iterdir())) == 1


def test_the_rules_for_opensmtpd_are_those_the_tests_run() -> None:
    (lines,) = blocks("2. From a mail server", "smtpd")
    ours = (ROOT / "tests" / "mailservers" / "smtpd.conf").read_text()
    for line in lines.replace("games.example", "judge.test").replace(":2424", ":$judge_port").strip().split("\n"):
        assert line in ours


def on_loopback(text: str, servers: Servers) -> str:
    """A text of the page with servers that exist in the place of examples, and players who have a mailbox there."""
    for old, new in (
        ("localhost:25", f"127.0.0.1:{servers.smtp}"),
        ("127.0.0.1:2424", f"127.0.0.1:{servers.judge}"),
        ("imap.example.org", f"127.0.0.1:{servers.imap}"),
        ("smtp.example.org\n  security: starttls\n  user: judge@example.org", f"127.0.0.1:{servers.smtp}"),
        ("security: tls ", "security: none "),
        ("judge@games.example", "judge@judge.test"),
        ("judge@example.org", "judge@box.test"),
        ("'the password'", PASSWORD),
        ("@example.org", "@players.test"),
    ):
        text = text.replace(old, new)
    return text


def reply_through_servers(way: str, command: str, ready: str, shell: Shell) -> Message:
    """Sets a way up by its page, begins, and has Ann answer; returns what she gets."""
    with mailservers.running() as servers, ExitStack() as stack:
        (shell.folder / "pbem-mail.yaml").write_text(on_loopback(blocks(way, "yaml")[0], servers))
        for block in blocks(way, "sh"):
            shell.follow(on_loopback(block, servers))
        shell.follow("pbem mail begin games/silk.yaml || true")
        room = Room.__new__(Room)
        room.folder, room.config = shell.folder, shell.folder / "pbem-mail.yaml"
        stack.enter_context(daemon(room, command, ready))
        assert "WRONG" not in shell.follow("pbem mail doctor")
        ann = Player(servers, "ann", "plain")
        stack.callback(ann.close)
        mail = ann.read_until(1)
        raw = answer(mail, "status").replace(b"\n", b"\r\n")
        ann.smtp.sendmail("ann@players.test", [str(mail["Reply-To"])], raw)
        return ann.read_until(2)


@needs_servers
@pytest.mark.parametrize(
    ("way", "command", "ready"),
    [("2. From a mail server", "lmtp", "listening on"), ("3. From a mailbox", "poll", "reading judge@box.test")],
)
def test_ways_two_and_three_work_with_real_servers(way: str, command: str, ready: str, shell: Shell) -> None:
    text = text_of(reply_through_servers(way, command, ready, shell))
    assert text.startswith("ACCEPTED.\n") and "We wait for Ann" in text


def test_every_order_and_every_setting_is_on_the_page() -> None:
    players, hosts, table = section("What players write"), section("What the host writes"), section("Settings")
    assert [verb for verb in PLAYER_VERBS if f"`{verb}" not in players] == []
    assert [verb for verb in HOST_ORDERS if f"`{verb} " not in hosts] == []
    keys = {*KEYS, *SEND_KEYS, *IMAP_KEYS, *DEADLINE_KEYS}
    assert [key for key in keys if f"`{key}`" not in table] == []


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    for line in (
        f"{limits.RAW // 1024} KiB, {limits.PARTS} parts, {limits.DEPTH} deep; of its text {limits.TEXT // 1024} KiB",
        f"KiB or {limits.TEXT_LINES} lines",
        f"{Judge('a@b').answers_a_day}; five times as many",
        f"{queue.MOST_QUEUED} orders of {conditions.LONGEST} characters, conditions {conditions.DEEPEST} deep",
        f"{press.LONGEST_PRESS} characters; {press.PRESS_AT_ONCE} at once a day",
        f"| further addresses | {settings.MOST_ADDRESSES} |",
        f"up to {settings.LONGEST_ABSENCE} days long",
        f"| {folders.MOST_KEPT} mails |",
    ):
        assert line in " ".join(DOC.split()), line


def test_the_orders_ahead_of_the_page_can_be_queued(tmp_path: Path) -> None:
    from tests.mailtable import Table

    table = Table(tmp_path, "marcopolo").begin()
    (lines,) = blocks("What players write", "orders")
    text = table.accepted(table.waiting[0], lines)
    assert text.count("Queued as order") == 2
