"""A judge's house with a real game, at which mutated mails are thrown: those of strangers and those with a token."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from zlib import crc32

from pbem.gamefile.replay import open_match, replay_file
from pbem.gamefile.store import GameFile, load
from pbem.mail import post
from pbem.mail.gateway import receive
from pbem.mail.message import parse_mail
from pbem.mail.model import Incoming
from pbem.mail.robots import by_list
from pbem.mail.state import Box
from tests.mailtable import Table

# What the mails of the corpus carry; here it becomes that of a game that exists.
GAME, TOKEN, SENDER = b"g12", b"k3f9x2m7q4w8t6r5", b"ann@mail.example"
ORDERS = {"caravan": {b"silk 4 5": b"bid 2", b"silk&nbsp;4&nbsp;5": b"bid&nbsp;2", b"c2lsayA0IDU": b"YmlkIDIKCgo"}}
FORGED = b"k3f7x2m7q4w6t6r5"  # has the form of a token, which that of the corpus has not
NAMED = 4  # one in so many strangers names the game, with a token that is not good
BY_DISK = 32  # one in so many goes all the way through the files


class House:
    """A game that waits for Ann, whose mails may change it, and is put back as it was after each."""

    def __init__(self, folder: Path, name: str = "caravan") -> None:
        self.table = Table(folder, name, seed="fuzz").begin()
        self.name = name
        self.seat = self.table.waiting[0]
        self.content = self.table.content()
        self.file = self.table.file
        self.ann = self.table.address(self.seat)
        self.registered = {self.table.address(seat) for seat in self.table.desk.everybody()}
        self.game_id = self.table.desk.game_id
        self.token = self.table.desk.token(self.seat)
        self.seen: Counter[str] = Counter()

    def stranger(self, raw: bytes) -> Incoming:
        """Delivers a mail of somebody who has no token: no byte of the game may change, so nobody is answered."""
        lot = crc32(raw)
        if lot % NAMED == 0:
            raw = _named(raw, self.game_id).replace(TOKEN, FORGED)
        mail = parse_mail(raw)
        if lot % NAMED or lot % BY_DISK == 0:
            verdict = post.deliver(self._paths(), mail, self.table.now, self.table.judge).verdict
            assert verdict == "no game of ours" or self.table.content() == self.content, verdict
        else:
            result = receive(self.file, mail, self.table.now, self.table.judge, self.table.key)
            verdict = result.verdict
            assert result.file is None, verdict
        self.seen[verdict.split(":")[0]] += 1
        return mail

    def player(self, raw: bytes) -> Incoming:
        """Delivers a mail that had Ann's token before it was mutated."""
        raw = _named(raw, self.game_id).replace(TOKEN, self.token.encode()).replace(SENDER, self.ann.encode())
        for old, new in ORDERS.get(self.name, {}).items():
            raw = raw.replace(old, new)
        mail = parse_mail(raw)
        verdict = post.deliver(self._paths(), mail, self.table.now, self.table.judge).verdict
        self.seen[verdict.split(":")[0]] += 1
        if self.table.content() != self.content:
            try:
                self._check_change(mail, self.table.file)
            finally:
                self.table.path.write_bytes(self.content)
        return mail

    def _paths(self) -> dict[str, str]:
        return {self.game_id: str(self.table.path)}

    def _check_change(self, mail: Incoming, file: GameFile) -> None:
        """What a mail of Ann's may have changed: at most one answer, to her, and what she ordered by the rules."""
        assert mail.bounce or by_list(mail) or not mail.automatic, mail.automatic
        assert file.secrets is not None
        sent = Box(file.secrets.mail).outbox
        answers = [one["address"] for one in sent if one["answers"]]
        assert answers in ([], [self.ann]), f"answers to {answers}"
        assert {one["address"] for one in sent} <= self.registered, "a mail to a stranger"
        if (file.log, file.header, file.heads) == (self.file.log, self.file.header, self.file.heads):
            return
        assert mail.sender == self.ann, f"moved by {mail.sender}"
        assert file.header == self.file.header and file.log.lines[: len(self.file.log.lines)] == self.file.log.lines
        again, now = replay_file(load(file.path)), open_match(file)
        assert again.game.dump(again.state) == now.game.dump(now.state)
        self.seen["moved"] += 1


def _named(raw: bytes, game_id: str) -> bytes:
    """The mail with the id of a game that exists: in addresses, subjects and message ids."""
    for mark in (b".", b" "):
        raw = raw.replace(GAME + mark, game_id.encode() + mark)
    return raw
