"""Whole games through real servers: OpenSMTPD, Dovecot, LMTP and IMAP, between four bots with three mail clients."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from smtplib import SMTP
from threading import Event
from typing import Any

import pytest

from pbem.bots import find_bot
from pbem.gamefile.create import create, new_header
from pbem.gamefile.replay import open_match
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.store import load
from pbem.gamefile.turn import play
from pbem.mail import post
from pbem.mail.config import Config, Server
from pbem.mail.desk import Judge
from pbem.mail.doctor import examine
from pbem.mail.folders import Queue
from pbem.mail.office import work
from pbem.mail.state import Box
from pbem.mail.transport import carrier_of
from pbem.mail.transport_imap import CannotFetch, Mailbox
from pbem.mail.transport_lmtp import CannotListen, start
from pbem.rules import find_game
from tests import mailservers
from tests.mailcli import text_of
from tests.mailservers import PASSWORD, PATIENCE, Servers
from tests.mailservers.people import STYLES, Player
from tests.mailtable import NOON

WHY_NOT = mailservers.missing()
needs_servers = pytest.mark.skipif(bool(WHY_NOT) and not os.environ.get("CI"), reason=WHY_NOT or "mail servers run")
ORDERS = ("say to all: a good move, I think", "status", "")  # what bots write besides their moves


class MailGame:
    """The same game twice: one file is played by mail, the other directly with the same moves."""

    def __init__(self, name: str, judge: str, folder: Path, servers: Servers) -> None:
        (folder / "games").mkdir()
        self.config = Config(
            Judge(judge, "host@players.test"),
            str(folder / "games"),
            str(folder / "queue"),
            Server("127.0.0.1", servers.smtp),
            (),
            Server("127.0.0.1", servers.imap, user="judge@box.test", password=PASSWORD),
            ("127.0.0.1", servers.judge),
        )
        self.mailed, self.direct = str(folder / "games" / "mailed.yaml"), str(folder / "direct.yaml")
        game, seed = find_game(name), f"{name} by mail".encode()
        self.seats = game.colours[:4]
        infos = tuple(SeatInfo(seat, f"Player {seat}", f"{seat}@players.test") for seat in self.seats)
        for path in (self.mailed, self.direct):
            create(path, game, new_header(game, infos, {}, seed), seed)
        self.players = {seat: Player(servers, seat, STYLES[i % len(STYLES)]) for i, seat in enumerate(self.seats)}

    def begin(self) -> None:
        post.begin(self.mailed, NOON, self.config.judge)
        with carrier_of(self.config) as carrier:
            assert post.send_out(self.mailed, NOON, self.config.judge, carrier) == len(self.seats) + 1

    def mails_to(self, seat: str) -> int:
        secrets = load(self.mailed).secrets
        assert secrets is not None
        return Box(secrets.mail).numbers.get(f"mail {seat}", 0)

    def play(self, judge_works: Callable[[], None]) -> int:
        """Plays to the end; every mail is answered with accepted. Returns the number of mails the players sent."""
        random = Random(self.mailed)
        match = open_match(load(self.direct))
        bots = {seat: find_bot("random", f"by mail {seat}") for seat in self.seats}
        while waiting := waiting_seats(match):
            seat = random.choice(waiting)
            player, text = self.players[seat], bots[seat](match, seat)
            mail = player.read_until(self.mails_to(seat))
            player.answer(mail, "\n".join(filter(None, (text, random.choice(ORDERS)))))
            judge_works()
            match = play(self.direct, text, seat).match
            first = text_of(player.read_until(self.mails_to(seat))).split("\n")[0]
            assert first == "ACCEPTED.", (seat, text, text_of(player.mails[-1]))
        return sum(player.sent for player in self.players.values())

    def check_end(self) -> None:
        """The two games are the same, and everybody has got the final report."""
        mailed, direct = load(self.mailed), load(self.direct)
        assert mailed.log.lines == direct.log.lines
        assert mailed.head == direct.head
        one, two = open_match(mailed), open_match(direct)
        assert one.game.dump(one.state) == two.game.dump(two.state)
        assert not one.game.waiting(one.state)
        for seat, player in self.players.items():
            assert "THE GAME IS OVER" in text_of(player.read_until(self.mails_to(seat)))
            assert len(player.mails) == self.mails_to(seat)
        assert os.listdir(os.path.join(self.config.queue, "bad")) == []
        secrets = mailed.secrets
        assert secrets is not None and Box(secrets.mail).outbox == []


@contextmanager
def lmtp_judge(config: Config) -> Iterator[Callable[[], None]]:
    """A judge as `pbem mail lmtp` runs it; works when a mail has come."""
    assert config.lmtp is not None
    arrived = Event()
    server = start(*config.lmtp, Queue(config.queue), arrived.set)

    def works() -> None:
        assert arrived.wait(PATIENCE), "no mail has come by LMTP"
        arrived.clear()
        done, troubles = work(config, NOON)
        assert [worked.verdict for worked in done] == ["accepted"] and troubles == []

    try:
        yield works
    finally:
        server.stop()


@contextmanager
def imap_judge(config: Config) -> Iterator[Callable[[], None]]:
    """A judge as `pbem mail poll` runs it; waits with IDLE for every tenth mail, since Dovecot tells of it late."""
    assert config.imap is not None
    with Mailbox(config.imap) as box:
        turns = count()

        def works() -> None:
            idle = next(turns) % 10 == 0
            end = time.monotonic() + PATIENCE
            while not box.fetch(Queue(config.queue)):
                assert time.monotonic() < end, "no mail has come by IMAP"
                if idle:
                    box.wait(5.0)
                else:
                    time.sleep(0.005)
            done, troubles = work(config, NOON)
            assert [worked.verdict for worked in done] == ["accepted"] and troubles == []

        yield works


def play_whole_game(name: str, judge: str, folder: Path, worker: Any) -> int:
    assert not WHY_NOT, WHY_NOT
    with mailservers.running() as servers:
        game = MailGame(name, judge, folder, servers)
        try:
            game.begin()
            with worker(game.config) as judge_works:
                sent = game.play(judge_works)
            game.check_end()
            findings = examine(game.config._replace(lmtp=None))
            assert all(finding.fine for finding in findings), findings
        except BaseException:
            print(mailservers.logs(servers))
            raise
        finally:
            for player in game.players.values():
                player.close()
    return sent


@needs_servers
def test_marco_polo_is_played_through_smtp_lmtp_and_imap(tmp_path: Path) -> None:
    assert play_whole_game("marcopolo", "judge@judge.test", tmp_path, lmtp_judge) > 60


@needs_servers
def test_samarkand_is_played_from_a_mailbox(tmp_path: Path) -> None:
    assert play_whole_game("samarkand", "judge@box.test", tmp_path, imap_judge) > 40


@needs_servers
def test_a_run_gets_no_mail_that_an_earlier_one_left_behind() -> None:
    with mailservers.running() as servers, SMTP("127.0.0.1", servers.smtp) as smtp:
        smtp.sendmail("ann@players.test", ["judge@judge.test"], b"Subject: nobody listens there\r\n\r\n")
        assert mailservers.leftovers()
    with mailservers.running():
        assert not mailservers.leftovers()


def test_servers_that_do_not_answer_are_named() -> None:
    nowhere = Server("127.0.0.1", 9)
    with pytest.raises(CannotFetch, match=r"127\.0\.0\.1:9"), Mailbox(nowhere):
        pass
    with pytest.raises(CannotListen):
        start("192.0.2.1", 1, Queue.__new__(Queue), lambda: None)
