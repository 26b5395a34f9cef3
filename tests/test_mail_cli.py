"""The mail commands as hosts and mail servers call them: exit codes, queue folders, what is said, what is kept."""

from __future__ import annotations

import fcntl
import json
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.guard import DATA, NO_INPUT, REFUSED, TEMPORARY, USAGE
from pbem.gamefile import disk
from pbem.gamefile.store import load
from pbem.mail import office
from pbem.mail.orders import HOST_ORDERS, PLAYER_VERBS
from tests.mailcli import answer, mail_in, read_mail, text_of
from tests.shell import Said, new_game, pbem

NOW = "2026-11-18T12:00+00:00"
CONFIG = "judge: judge@pbem.example\nhost: host@pbem.example\n"


class Room:
    """A folder with a game, its first reports and a configuration."""

    def __init__(self, folder: Path, config: str = CONFIG) -> None:
        self.folder = folder
        self.game = folder / "game.yaml"
        self.config = folder / "pbem-mail.yaml"
        new_game(self.game)
        self.config.write_text(config)
        self.said = pbem("mail", "begin", self.game, "-c", self.config, "--now", NOW)

    def letter(self, seat: str, text: str, number: int = 1) -> bytes:
        """An answer to the newest mail of a seat."""
        return answer(mail_in(self.out(seat)[-1]), text, number)

    def out(self, seat: str) -> list[Path]:
        """The mails to a seat, in order."""
        return sorted((self.folder / "mail" / "out").glob(f"*-{seat}-*"), key=lambda path: path.name.split("-")[3])

    def read(self, raw: bytes) -> Said:
        return read_mail(raw, "-c", self.config, "--now", NOW)

    def boxes(self) -> tuple[int, int, int]:
        """How many mails lie in new, done and bad."""
        new, done, bad = (len(list((self.folder / "mail" / box).glob("*.eml"))) for box in ("new", "done", "bad"))
        return new, done, bad

    @property
    def entry(self) -> int:
        return load(str(self.game)).entry


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_mail_in_the_folder_of_its_game_needs_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_game(tmp_path / "other.yaml", seed="other")
    new_game(tmp_path / "game.yaml")
    begun = pbem("mail", "begin", "game.yaml", "--judge", "me@example.org", "--out", "mails")
    report = mail_in(tmp_path / begun.out.split()[0])
    said = read_mail(answer(report, "bid 1"))
    assert (said.code, said.err) == (0, "accepted\n")
    assert "From: pbem judge <me@example.org>" in said.out, "the game remembers the address of its first reports"
    assert load("game.yaml").entry == 1 and load("other.yaml").entry == 0
    assert pbem("mail", "tick").err == "./game.yaml: nothing is due\n./other.yaml: not begun\n"


def test_a_mail_for_one_game_ends_with_a_code_that_tells_what_came_of_it(room: Room) -> None:
    def code(raw: bytes) -> int:
        return read_mail(raw, "--game", room.game, "--out", room.folder / "out", "--now", NOW).code

    raw = room.letter("red", "bid 1")
    assert code(room.letter("red", "bid 99", 2)) == REFUSED
    assert code(raw) == 0
    assert code(raw) == 0, "what was read before is no error"
    assert code(b"From: eve@evil.example\n\nbid 1\n") == REFUSED
    assert code(b"no mail") == DATA and code(b"") == DATA
    assert read_mail(raw, "--game", room.folder / "none.yaml").code == NO_INPUT


def test_a_pipe_keeps_every_mail_and_says_so_with_zero(room: Room) -> None:
    assert room.said.out == "3 mails sent\n"
    assert room.read(room.letter("red", "bid 1")).code == 0
    assert room.read(room.letter("red", "bid 99", 2)).code == 0
    assert room.read(b"From: eve@evil.example\n\nbid 1\n").code == 0
    assert room.boxes() == (0, 3, 0) and room.entry == 1
    assert [text_of(mail_in(path)).split("\n")[0][:12] for path in room.out("red")[1:]] == ["ACCEPTED.", "NOT ACCEPTED"]


def test_a_mail_that_cannot_be_read_is_put_aside_with_the_reason(room: Room) -> None:
    assert room.read(b"From: a@x.example\nFrom: b@x.example\n\nbid 1\n").code == 0
    assert room.boxes() == (0, 0, 1)
    (reason,) = (room.folder / "mail" / "bad").glob("*.txt")
    assert reason.read_text() == "two from headers\n"
    assert list((room.folder / "mail" / "bad").glob("*.tell")) == [], "the host is not told of every odd mail"


def test_a_player_is_told_of_a_mail_that_is_too_long_and_nobody_else(room: Room) -> None:
    photo, text = b"x" * 300_000, b"so it goes on\n" * 500
    for number, body in enumerate((photo, text), 1):
        assert room.read(room.letter("red", "bid 1", number).partition(b"\n\n")[0] + b"\n\n" + body).code == 0
        told = text_of(mail_in(room.out("red")[-1]))
        assert told.startswith("NOT ACCEPTED") and "Your mail was not read, it is too long: " in told
    head = room.letter("red", "", 3).partition(b"\n\n")[0]
    for stranger in (b"From: x@example.org", head.replace(b"ann@", b"eve@", 1), head + b"\nPrecedence: junk"):
        before = room.out("red")
        room.read(stranger + b"\n\n" + photo)
        assert [mail for mail in room.out("red") if mail not in before and "notice" not in mail.name] == []
    assert room.boxes() == (0, 2, 3) and room.entry == 0


@pytest.mark.parametrize("trouble", ["no configuration", "wrong configuration", "no room for the queue"])
def test_what_cannot_be_kept_is_left_with_the_server(trouble: str, room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = room.letter("red", "bid 1")
    if trouble == "no configuration":
        room.config.unlink()
    elif trouble == "wrong configuration":
        room.config.write_text("jugde: judge@pbem.example\n")
    else:
        (room.folder / "mail").rename(room.folder / "away")
        (room.folder / "mail").write_text("")
    said = room.read(raw)
    assert said.code == TEMPORARY and said.err.startswith("cannot be kept: ")
    assert room.entry == 0


def test_a_pipe_without_anything_set_up_keeps_the_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_mail(b"From: ann@example.org\n\nhello\n").code == TEMPORARY


def test_a_mail_to_a_locked_game_waits_and_is_done_in_its_turn(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "WAIT", 0.01)
    monkeypatch.setattr(disk.locked.__wrapped__, "__defaults__", (0.01,))  # type: ignore[attr-defined]
    with open(room.game.with_suffix(".yaml.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for number in range(4):
            said = room.read(room.letter("red", "bid 1"))
            assert said.code == 0 and ": later: " in said.err, (number, said)
    assert room.boxes() == (1, 0, 0), "it has been tried more than three times, but for no fault of its own"
    assert room.read(room.letter("green", "bid 2")).code == 0
    assert room.boxes() == (0, 2, 0) and room.entry == 2


def test_poison_is_put_aside_after_three_tries_and_the_host_is_told_once(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison = room.letter("red", "bid 1")
    take = office.take

    def fails(config: Any, games: Any, raw: bytes, *more: Any) -> Any:
        if raw == poison:
            raise ZeroDivisionError("a fault of ours")
        return take(config, games, raw, *more)

    monkeypatch.setattr(office, "take", fails)
    room.read(poison)
    assert room.boxes() == (1, 0, 0)
    assert room.read(room.letter("green", "bid 2")).code == 0
    assert room.boxes() == (1, 1, 0) and room.entry == 1, "mails behind it are done"
    for _ in range(3):
        pbem("mail", "tick", "-c", room.config, "--now", NOW)
    assert room.boxes() == (0, 1, 1)
    told = [text_of(mail_in(path)) for path in room.out("host") if path.name.startswith("queue")]
    assert len(told) == 1 and "ZeroDivisionError: a fault of ours" in told[0]
    doctor = pbem("mail", "doctor", "--offline", "-c", room.config)
    assert doctor.code == REFUSED and "1 mails were put aside in bad/" in doctor.out


def test_a_tick_does_what_is_due_and_says_it(room: Room) -> None:
    def tick(now: str, *more: str) -> str:
        return pbem("mail", "tick", "-c", room.config, "--now", now, *more).out

    assert tick(NOW) == f"{room.game}: nothing is due\n"
    assert tick("2026-11-20T13:00") == f"{room.game}: soon: red; soon: green\n"
    assert tick("2026-11-20T13:00") == f"{room.game}: nothing is due\n"
    said = json.loads(tick("2026-11-21T13:00", "--json"))
    assert said["games"] == {str(room.game): "late: red; late: green"}
    assert any("YOU ARE LATE" in text_of(mail_in(path)) for path in room.out("red"))
    assert pbem("mail", "tick", "-c", room.config, "--now", "noon").code == USAGE


WRONG = {
    "judge: judge\n": "judge: 'judge' is not a mail address like judge@example.org",
    "host: h@x.example\n": "judge: is missing",
    CONFIG + "jmap:\n  server: x\n": "there is no setting 'jmap'; did you mean imap?",
    CONFIG + "deadline: 3\n": "deadline: should hold settings of its own",
    CONFIG + "deadline: {weekdays: someday}\n": "'someday' is no weekday",
    CONFIG + "zone: Mars/Olympus\n": "'Mars/Olympus' is no time zone",
    CONFIG + "auth: pgp\n": "auth: 'pgp' is no level; write authres or dkim",
    CONFIG + "send: {smtp: mail.example:port}\n": "send: 'mail.example:port' is not a host or host:port",
    CONFIG + "imap: {server: x, password_file: nowhere}\n": "imap: the password cannot be read",
    CONFIG + "imap: {server: x, password: hunter2}\n": "imap: there is no setting 'password'",
    CONFIG + "delimiter: none\nthread: game\n": "delimiter: none needs thread: turn",
    "judge: [\n": "pbem-mail.yaml",
}


@pytest.mark.parametrize("config", WRONG)
def test_mistakes_in_the_configuration_are_said_in_plain_words(config: str, tmp_path: Path) -> None:
    path = tmp_path / "pbem-mail.yaml"
    path.write_text(config)
    said = pbem("mail", "doctor", "--offline", "-c", path)
    assert said.code == USAGE and WRONG[config] in said.err, said
    assert "hunter2" not in said.out + said.err


ILL = {
    "games: empty\n": "there is no folder",
    "auth: authres\n": "no authserv is named",
    "imap: {server: mail.example}\n": "imap: whose mailbox?",
    "imap: {server: mail.example, user: judge}\n": "imap: a user but no password",
    "send: {smtp: mail.example, user: j, password_command: echo hunter2}\n": "the password goes over an open line",
    "send: {smtp: mail.example, user: j, password_file: password, security: tls}\n": "can be read by others: chmod 600",
    "send: {command: no-such-program -t}\n": "send: there is no program no-such-program",
}


@pytest.mark.parametrize("config", ILL)
def test_the_doctor_finds_what_would_not_work(config: str, room: Room) -> None:
    (room.folder / "password").write_text("hunter2\n")
    (room.folder / "password").chmod(0o644)
    room.config.write_text(CONFIG + config)
    said = pbem("mail", "doctor", "--offline", "-c", room.config)
    wrong = [line for line in said.out.split("\n") if line.startswith("WRONG")]
    assert said.code == REFUSED and len(wrong) == 1 and ILL[config] in wrong[0], said
    assert "hunter2" not in said.out + said.err
    found = json.loads(pbem("mail", "doctor", "--offline", "--json", "-c", room.config).out)
    assert [finding["fine"] for finding in found["findings"]].count(False) == 1


def test_the_doctor_has_nothing_to_say_of_a_good_configuration(room: Room) -> None:
    said = pbem("mail", "doctor", "--offline", "-c", room.config)
    assert said.code == 0 and "WRONG" not in said.out and "mails become files" in said.out


def test_servers_that_are_away_are_named_and_tried_later(room: Room) -> None:
    login = "user: j, password_command: echo x"
    servers = f"imap: {{server: 127.0.0.1:9, {login}}}\nsend: {{smtp: 127.0.0.1:9}}\nlmtp: 127.0.0.1:9\n"
    room.config.write_text(CONFIG + servers)
    said = pbem("mail", "poll", "--once", "-c", room.config)
    assert said.code == TEMPORARY and said.err.startswith("imap: 127.0.0.1:9: ")
    doctor = pbem("mail", "doctor", "-c", room.config)
    assert [line.split()[1] for line in doctor.out.split("\n") if line.startswith("WRONG")] == [
        "send:",
        "imap:",
        "lmtp:",
    ]
    assert pbem("mail", "report", room.game, "--seat", "red", "-c", room.config).code == 0
    assert room.read(room.letter("red", "bid 1")).code == 0
    sent = pbem("mail", "send", "-c", room.config)
    assert sent.code == TEMPORARY and sent.out == "0 mails sent\n" and "127.0.0.1:9" in sent.err
    assert pbem("mail", "send", "-c", room.config, "--out", room.folder / "later").out == "1 mails sent\n"


@pytest.mark.parametrize("command", ["poll", "lmtp"])
def test_a_daemon_without_its_setting_says_what_is_missing(command: str, room: Room) -> None:
    said = pbem("mail", command, "-c", room.config)
    assert said.code == USAGE and f"the configuration has no {'imap' if command == 'poll' else 'lmtp'}:" in said.err


@pytest.mark.parametrize("verb", PLAYER_VERBS)
def test_an_order_of_a_player_names_the_seat(verb: str, room: Room) -> None:
    before = room.game.read_bytes()
    said = pbem("mail", verb, room.game)
    assert said.code == USAGE and "--seat" in said.err
    assert room.game.read_bytes() == before


@pytest.mark.parametrize("verb", HOST_ORDERS)
def test_an_order_of_the_host_needs_no_seat_but_the_entry(verb: str, room: Room) -> None:
    said = pbem("mail", verb, room.game, "-c", room.config)
    assert said.code == REFUSED and "at 0" in said.out


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_order_is_refused(text: str, room: Room) -> None:
    said = pbem("mail", "order", room.game, "--seat", "red", "-c", room.config, text)
    assert said.code == REFUSED and "No order was found" in said.out


def test_orders_say_that_mails_wait(room: Room) -> None:
    said = pbem("mail", "say", room.game, "--seat", "red", "-c", room.config, "now", "to", "green:", "hello")
    assert said.code == 0 and f"pbem mail send --game {room.game}" in said.err
    sent = pbem("mail", "send", "--game", room.game, "-c", room.config)
    assert "Ann (red) says: hello" in sent.out
