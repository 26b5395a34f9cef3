"""The same mail one to five times, in any order, with the process killed anywhere: the same game, no report lost."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.gamefile.replay import open_match
from pbem.gamefile.store import load
from pbem.mail import post, state
from pbem.mail.config import Config
from pbem.mail.folders import Queue
from pbem.mail.model import Outgoing
from pbem.mail.office import work
from pbem.mail.transport import folder_carrier
from tests.arena import FULL
from tests.mailtable import JUDGE, NOON
from tests.reliability import figure
from tests.shell import new_game

SCHEDULES = 300 if FULL else 3
KILLED = 9
POINTS = 16  # calls to the disk of one delivery, about; the process dies before one of them


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder in memory, if there is one: what is tested is the order of steps, not the disk."""
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        yield Path(folder)


class Office:
    """A judge's office on disk: games, queue, and the mails that have left it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = folder / "games" / "game.yaml"
        self.config = Config(JUDGE, str(folder / "games"), str(folder / "queue"))

    def mails(self) -> dict[str, bytes]:
        """What has left the office, by Message-ID; the same id with other bytes would be an error."""
        found: dict[str, bytes] = {}
        for path in sorted((self.folder / "left").iterdir()):
            raw = path.read_bytes()
            assert found.setdefault(message_from_bytes(raw)["Message-ID"], raw) == raw
        return found

    def deliver(self, raw: bytes, dies_at: int | None = None) -> bool:
        """Hands a mail to a process that may die; True when it has said that the mail is safe."""
        return in_process(lambda: self._deliver(raw), dies_at) == 0

    def _deliver(self, raw: bytes) -> None:
        Queue(self.config.queue).accept(raw)
        self.work()

    def work(self) -> None:
        work(self.config, NOON, str(self.folder / "left"), everything=True)

    def reply_to(self, seat: str) -> str:
        """The address in the newest mail a seat has got."""
        mails = [message_from_bytes(raw) for name, raw in self.mails().items() if f".{seat}." in name]
        newest = max(mails, key=lambda mail: int(mail["Message-ID"].split(".")[2]))
        return str(newest["Reply-To"])


def in_process(step: Callable[[], None], dies_at: int | None) -> int:
    """Runs a step in a process of its own that dies before its n-th call to the disk."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # this process has other threads; the child uses none
        child = os.fork()
    if child == 0:
        if dies_at is not None:
            _die_at(dies_at)
        try:
            step()
        except BaseException:
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _die_at(count: int) -> None:
    """Makes the process end, without any clean-up, before the n-th file is opened for writing, synced or renamed."""
    left = [count]

    def deadly(call: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*words: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                os._exit(KILLED)
            return call(*words, **more)

        return counted

    os.fsync, os.replace = deadly(os.fsync), deadly(os.replace)
    carrier = folder_carrier

    def carry_deadly(folder: str) -> Callable[[Outgoing, bytes], None]:
        return deadly(carrier(folder))

    from pbem.mail import transport

    transport.folder_carrier = carry_deadly


def letter(office: Office, seat: str, text: str, number: int) -> bytes:
    sender = {info.seat: info.address for info in load(str(office.game)).header.seats}[seat]
    head = f"From: {sender}\r\nTo: {office.reply_to(seat)}\r\nMessage-ID: <{number}.{seat}@home.example>\r\n"
    return f"{head}Received: by hop\r\n\r\n{text}\r\n".encode()


def again(raw: bytes, random: Random) -> bytes:
    """The same mail as another server hands it on: more headers on top, other bytes."""
    return raw if random.random() < 0.5 else f"Received: by hop {random.random()}\r\n".encode() + raw


def opened(folder: Path, master: Path) -> Office:
    """A new office with a copy of the same game and key."""
    shutil.copytree(master, folder)
    (folder / "left").mkdir()
    return Office(folder)


def play(office: Office, random: Random | None) -> None:
    """Plays a game to its end; with a random schedule mails come again and processes die."""
    post.begin(str(office.game), NOON, JUDGE)
    office.work()
    sent: list[bytes] = []
    for number in range(100):
        position = open_match(load(str(office.game)))
        waiting = position.game.waiting(position.state)
        if not waiting:
            return
        seat = waiting[-1].seat
        legal = list(position.game.legal(position.state, seat))
        sent.append(letter(office, seat, position.game.format(legal[number % len(legal)]), number))
        if random is None:
            assert office.deliver(sent[-1])
        else:
            _deliver_badly(office, sent, random)


def _deliver_badly(office: Office, sent: list[bytes], random: Random) -> None:
    """The new mail until it is safe, and any older ones, each up to five times in all."""
    safe = False
    while not safe:
        dies_at = random.randrange(POINTS) if random.random() < 0.7 else None
        safe = office.deliver(again(sent[-1], random), dies_at)
        if random.random() < 0.3:
            office.deliver(again(random.choice(sent), random), random.randrange(POINTS))
    for _ in range(random.randrange(3)):
        office.deliver(again(random.choice(sent), random), random.choice([None, random.randrange(POINTS)]))
    in_process(office.work, None)


def master_game(folder: Path) -> Path:
    (folder / "games").mkdir(parents=True)
    new_game(folder / "games" / "game.yaml", "caravan", 2, "crashes")
    return folder


def result_of(office: Office) -> tuple[list[str], str, dict[str, bytes]]:
    """What counts: the log, its head, and everything the game has mailed. Of its own troubles
    the queue tells the host."""
    file = load(str(office.game))
    mails = {number: raw for number, raw in office.mails().items() if not number.startswith("<queue.")}
    return file.log.lines, file.head, mails


@pytest.mark.parametrize("half", ["one half", "the other"])
def test_any_schedule_of_mails_and_crashes_gives_the_same_game(half: str, room: Path) -> None:
    master = master_game(room / "master")
    plain = opened(room / "plain", master)
    play(plain, None)
    wanted = result_of(plain)
    assert len(wanted[0]) > 10
    for number in range(SCHEDULES):
        office = opened(room / f"office-{number}", master)
        play(office, Random(f"{half} {number}"))
        log, head, mails = result_of(office)
        assert (log, head) == wanted[:2], number
        assert mails == wanted[2], number
        assert Queue(office.config.queue).waiting() == []
        shutil.rmtree(office.folder)
    figure("mails again and crashes", half=half, schedules=SCHEDULES, differences=0)


def test_a_process_killed_at_every_point_of_a_delivery_loses_nothing(room: Path) -> None:
    master = master_game(room / "master")
    plain = opened(room / "plain", master)
    post.begin(str(plain.game), NOON, JUDGE)
    plain.work()
    raw = letter(plain, "green", "bid 1", 1)
    assert plain.deliver(raw)
    wanted = result_of(plain)
    killed = 0
    for point in range(40):
        office = opened(room / f"office-{point}", master)
        post.begin(str(office.game), NOON, JUDGE)
        office.work()
        if office.deliver(raw, point):
            break
        killed += 1
        office.deliver(raw)
        assert result_of(office) == wanted, point
    assert killed >= 8


def test_a_judge_that_forgets_what_it_has_read_would_be_found(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without the memory of mails a mail that comes again is answered again."""
    monkeypatch.setattr(state.Box, "has_seen", lambda self, mail: False)
    monkeypatch.setattr("pbem.mail.folders.os.path.exists", lambda path: "/done/" not in path and os.path.lexists(path))
    master = master_game(room / "master")
    office = opened(room / "office", master)
    post.begin(str(office.game), NOON, JUDGE)
    office.work()
    raw = letter(office, "green", "bid 1", 1)
    office.deliver(raw)
    before = len(office.mails())
    office.deliver(b"Received: again\r\n" + raw)
    assert len(office.mails()) > before


def test_a_mail_that_kills_the_process_is_put_aside_after_three_tries(room: Path) -> None:
    master = master_game(room / "master")
    office = opened(room / "office", master)
    post.begin(str(office.game), NOON, JUDGE)
    office.work()
    poison = letter(office, "green", "bid 1", 1)
    Queue(office.config.queue).accept(poison)

    def dies() -> None:
        from pbem.mail import office as desk

        desk.take = lambda *words: os._exit(KILLED)
        office.work()

    for _ in range(3):
        assert in_process(dies, None) == KILLED
    assert in_process(dies, None) == 0
    name = f"{sha256(poison).hexdigest()[:32]}"
    assert (room / "office" / "queue" / "bad" / f"{name}.eml").exists()
    assert "3 times" in (room / "office" / "queue" / "bad" / f"{name}.txt").read_text()
    for _ in range(3):
        office.work()
    told = [raw for number, raw in office.mails().items() if number.startswith("<queue.")]
    assert len(told) == 1 and b"To: host@pbem.example" in told[0] and name[:20].encode() in told[0]
