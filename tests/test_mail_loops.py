"""Loops end: judges that write to each other, robots that answer everything, servers and lists that send mail back."""

from __future__ import annotations

from collections.abc import Callable
from email import message_from_bytes
from email.utils import parseaddr
from pathlib import Path

import pytest

from pbem.gamefile.store import write
from pbem.mail import post
from pbem.mail.desk import Judge
from pbem.mail.message import read_mail
from pbem.mail.model import Outgoing, Refusal
from tests.mailtable import NOON, Table

Mail = tuple[str, bytes]  # where it goes, and what it is
Robot = Callable[[bytes], list[Mail]]
MOST = 240


class Net:
    """Mail between judges and robots in one process; counts until everybody is silent."""

    def __init__(self) -> None:
        self.robots: dict[str, Robot] = {}
        self.judges: dict[str, tuple[Table, Judge]] = {}
        self.way: list[Mail] = []
        self.carried = 0
        self.sent_by_judges = 0

    def add_judge(self, table: Table) -> None:
        self.judges[table.judge.address] = (table, table.judge)
        post.begin(str(table.path), NOON, table.judge)

    def run(self) -> None:
        """Carries mails until there are none; a net that never falls silent fails."""
        self._collect()
        while self.way:
            self.carried += 1
            assert self.carried < MOST, "the loop does not end"
            address, raw = self.way.pop(0)
            self._hand_over(address, raw)
            self._collect()

    def _collect(self) -> None:
        def take(mail: Outgoing, raw: bytes) -> None:
            self.sent_by_judges += 1
            self.way.append((mail.address, raw))

        for table, judge in self.judges.values():
            post.send_out(str(table.path), NOON, judge, take)

    def _hand_over(self, address: str, raw: bytes) -> None:
        local, _, host = address.partition("@")
        judge = f"{local.partition('+')[0]}@{host}"
        if judge in self.judges:
            table, who = self.judges[judge]
            try:
                post.deliver({table.desk.game_id: str(table.path)}, read_mail(raw, (address,)), NOON, who)
            except Refusal:
                return
        elif address in self.robots:
            self.way += self.robots[address](raw)


def answer_to(raw: bytes, sender: str, text: str, *headers: str) -> list[Mail]:
    """A robot's answer to where the mail says it should go."""
    mail = message_from_bytes(raw)
    to = parseaddr(mail["Reply-To"] or mail["From"])[1]
    number = abs(hash((sender, mail["Message-ID"])))
    lines = [f"From: {sender}", f"To: {to}", f"Subject: Re: {mail['Subject']}", f"Message-ID: <{number}@robot.example>"]
    return [(to, "\r\n".join([*lines, *headers, "", text]).encode())]


def with_addresses(table: Table, **addresses: str) -> Table:
    file = table.file
    seats = tuple(info._replace(address=addresses.get(info.seat, "")) for info in file.header.seats)
    write(file._replace(header=file.header._replace(seats=seats)), table.match)
    return table


def polite(raw: bytes) -> list[Mail]:
    if message_from_bytes(raw)["Auto-Submitted"] not in (None, "no"):
        return []
    return answer_to(raw, "ann@example.org", "I am away.", "Auto-Submitted: auto-replied")


def honest(raw: bytes) -> list[Mail]:
    return answer_to(raw, "ann@example.org", "I am away.", "Auto-Submitted: auto-replied")


def rude(raw: bytes) -> list[Mail]:
    return answer_to(raw, "ann@example.org", "I am on holiday until Monday and cannot read your mail.")


def parrot(raw: bytes) -> list[Mail]:
    return answer_to(raw, "ann@example.org", "status\nreport")


def quoting(raw: bytes) -> list[Mail]:
    return answer_to(raw, "ann@example.org", raw.decode("ascii", "replace").split("\r\n\r\n", 1)[1])


def mirror(raw: bytes) -> list[Mail]:
    """Sends everything back as it came."""
    return [(parseaddr(message_from_bytes(raw)["Reply-To"])[1], raw)]


@pytest.mark.parametrize(
    ("robot", "most"), [(polite, 3), (honest, 3), (rude, 25), (parrot, 110), (quoting, 25), (mirror, 3)]
)
def test_a_robot_in_a_seat_is_not_answered_for_ever(robot: Robot, most: int, tmp_path: Path) -> None:
    net = Net()
    net.robots["ann@example.org"] = robot
    table = with_addresses(
        Table(tmp_path, judge=Judge("judge@pbem.example", "host@pbem.example")), red="ann@example.org"
    )
    net.add_judge(table)
    net.run()
    assert net.carried <= 2 * most and net.sent_by_judges <= most


def test_two_judges_who_play_with_each_other_fall_silent(tmp_path: Path) -> None:
    net = Net()
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    one, two = (Table(f, judge=Judge(f"{f.name}@{f.name}.example"), seed=f.name) for f in folders)
    with_addresses(one, red=two.desk.reply_to("red"), green=two.desk.reply_to("green"))
    with_addresses(two, red=one.desk.reply_to("red"), green=one.desk.reply_to("green"))
    net.add_judge(one)
    net.add_judge(two)
    net.run()
    assert net.carried == net.sent_by_judges == 4


def returned(raw: bytes) -> list[Mail]:
    """What a server sends back when it does not know the user (RFC 3464)."""
    mail = message_from_bytes(raw)
    status = f"Final-Recipient: rfc822; {mail['To']}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
    parts = [
        "Content-Type: text/plain\r\n\r\nno such user",
        f"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n{status}",
    ]
    parts += [f"Content-Type: text/rfc822-headers\r\n\r\nMessage-ID: {mail['Message-ID']}\r\n"]
    body = "".join(f"--b\r\n{part}\r\n" for part in parts) + "--b--\r\n"
    head = "From: MAILER-DAEMON@mx.example\r\nTo: judge@pbem.example\r\nAuto-Submitted: auto-replied\r\n"
    kind = 'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n'
    number = abs(hash(mail["Message-ID"]))
    return [("judge@pbem.example", f"{head}{kind}Message-ID: <{number}@mx>\r\n\r\n{body}".encode())]


def test_a_server_that_sends_everything_back_is_counted_and_then_left_alone(tmp_path: Path) -> None:
    net = Net()
    net.robots["ann@example.org"] = net.robots["host@pbem.example"] = returned
    judge = Judge("judge@pbem.example", "host@pbem.example")
    table = with_addresses(Table(tmp_path, judge=judge), red="ann@example.org", green="ben@example.org")
    net.add_judge(table)
    net.run()
    before = net.sent_by_judges
    for number in range(20):
        to = table.desk.reply_to("green")
        head = f"From: ben@example.org\r\nTo: {to}\r\nMessage-ID: <{number}@x>\r\n\r\n"
        net.way.append((to, f"{head}say now to red: hi\r\n".encode()))
        net.run()
    assert len(table.box.bounced["red"]) == 3
    assert net.sent_by_judges - before == 20 + 2 + 1  # answers to green, two more to red, one notice to the host


def list_server(address: str, members: list[str], keep: bool) -> Robot:
    """Sends everything on to all members, with or without the headers that tell robots apart."""

    def expand(raw: bytes) -> list[Mail]:
        mail = message_from_bytes(raw)
        for name in () if keep else ("Auto-Submitted", "X-Loop", "X-Auto-Response-Suppress", "List-Id", "Reply-To"):
            del mail[name]
        if keep:
            del mail["List-Id"]
            mail["List-Id"] = "<players.example>"
        del mail["From"]
        mail["From"] = address
        return [(member, bytes(mail)) for member in members]

    return expand


@pytest.mark.parametrize("keep", [True, False])
def test_a_list_that_has_the_judge_as_a_member_is_not_answered_for_ever(keep: bool, tmp_path: Path) -> None:
    net = Net()
    judge = Judge("judge@pbem.example", "host@pbem.example")
    table = with_addresses(Table(tmp_path, judge=judge), red="players@list.example", green="players@list.example")
    members = ["judge@pbem.example", table.desk.reply_to("red"), table.desk.reply_to("green"), "ann@example.org"]
    net.robots["players@list.example"] = list_server("players@list.example", members, keep)
    net.add_judge(table)
    net.run()
    assert net.sent_by_judges <= 60
    assert table.file.entry == 0


def test_a_flood_of_one_sender_gets_ten_answers(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.quiet()
    for _ in range(100):
        table.deliver(table.letter("red", "nonsense and more"))
    assert len(table.got("red")) == 10
    assert len(table.content()) < 60_000


def test_a_judge_that_answered_robots_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without the rules about robots and limits the loop does not end."""
    from pbem.mail import gateway

    monkeypatch.setattr(gateway, "_doubt", lambda desk, mail: "")
    monkeypatch.setattr(gateway, "_count_answer", lambda desk, seat, reply: True)
    net = Net()
    net.robots["ann@example.org"] = rude
    net.add_judge(with_addresses(Table(tmp_path, judge=Judge("judge@pbem.example")), red="ann@example.org"))
    with pytest.raises(AssertionError, match="does not end"):
        net.run()
