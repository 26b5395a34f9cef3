"""A table of players who play by mail, without servers: mails go in as values and come out of the outbox."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.core.engine import Match
from pbem.gamefile.replay import open_match
from pbem.gamefile.seal import read_key
from pbem.gamefile.store import GameFile, load
from pbem.mail import post
from pbem.mail.desk import HOST, Desk, Judge
from pbem.mail.gateway import Result, receive
from pbem.mail.model import Incoming, Outgoing
from pbem.mail.state import Box
from tests.shell import new_game

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)  # a Wednesday
JUDGE = Judge("judge@pbem.example", "host@pbem.example")


class Table:
    """One game in a file, the mails each seat has got, and a clock that is set by hand."""

    def __init__(
        self, folder: Path, name: str = "caravan", players: int = 2, judge: Judge = JUDGE, **more: str
    ) -> None:
        self.path = folder / f"{name}.yaml"
        self.game = new_game(self.path, name, players, **more)
        self.judge = judge
        self.now = NOON
        self.inbox: dict[str, list[Outgoing]] = {}
        self.raw: dict[str, bytes] = {}
        self.number = 0
        self.carrier: Callable[[Outgoing, bytes], None] = self.take
        key = read_key(str(self.path))
        assert key is not None
        self.key = key

    @property
    def file(self) -> GameFile:
        return load(str(self.path))

    @property
    def match(self) -> Match:
        return open_match(self.file)

    @property
    def box(self) -> Box:
        secrets = self.file.secrets
        assert secrets is not None
        return Box(secrets.mail)

    @property
    def desk(self) -> Desk:
        return Desk(self.file, self.judge, self.key, self.now)

    @property
    def waiting(self) -> list[str]:
        return self.desk.waiting()

    def content(self) -> bytes:
        return self.path.read_bytes()

    def take(self, mail: Outgoing, raw: bytes) -> None:
        self.inbox.setdefault(mail.seat, []).append(mail)
        self.raw[mail.message_id] = raw

    def begin(self) -> Table:
        post.begin(str(self.path), self.now, self.judge)
        self.send()
        return self

    def send(self) -> int:
        return post.send_out(str(self.path), self.now, self.judge, self.carrier)

    def got(self, seat: str) -> list[Outgoing]:
        """The mails of a seat since the last look."""
        return self.inbox.pop(seat, [])

    def last(self, seat: str) -> Outgoing:
        return self.got(seat)[-1]

    def quiet(self) -> None:
        """Forgets all mails that have come so far."""
        self.inbox.clear()

    def address(self, seat: str) -> str:
        return self.desk.address(seat)

    def letter(self, seat: str, text: str, **changed: Any) -> Incoming:
        """A mail of a seat in answer to its last one."""
        self.number += 1
        digest = sha256(f"{seat} {self.number} {text}".encode()).hexdigest()
        to = (self.desk.reply_to(seat),)
        mail = Incoming(digest, self.address(seat), to, "Re: our game", f"<m{self.number}@home.example>", (), text)
        return mail._replace(**changed)

    def deliver(self, mail: Incoming) -> Result:
        result = post.change(str(self.path), lambda file, key: receive(file, mail, self.now, self.judge, key))
        self.send()
        return result

    def mail(self, seat: str, text: str, **changed: Any) -> Outgoing:
        """Sends a mail; returns the one answer to it. Other mails stay in the boxes."""
        self.inbox.pop(seat, None)
        self.deliver(self.letter(seat, text, **changed))
        answers = [mail for mail in self.inbox.get(seat, []) if mail.answers]
        assert len(answers) == 1, answers
        self.inbox[seat].remove(answers[0])
        return answers[0]

    def accepted(self, seat: str, text: str) -> str:
        """Sends a mail that must be accepted; returns the text of the answer."""
        answer = self.mail(seat, text)
        assert answer.text.startswith("ACCEPTED.\n"), answer.text
        return answer.text

    def refused(self, seat: str, text: str) -> str:
        """Sends a mail that must not be accepted; checks that nothing but the judge's memory has changed."""
        before = self.file
        answer = self.mail(seat, text)
        assert answer.text.startswith("NOT ACCEPTED: nothing was changed.\n"), answer.text
        after = self.file
        assert (after.log, after.header, after.heads) == (before.log, before.header, before.heads)
        return answer.text

    def host(self, text: str) -> str:
        return self.accepted(HOST, text)

    def tick(self, **later: float) -> str:
        """Lets time pass and does what it asks for."""
        self.now += timedelta(**later)
        verdict = post.tick_all([str(self.path)], self.now, self.judge)[str(self.path)]
        self.send()
        return verdict

    def tick_at(self, moment: datetime) -> str:
        self.now = moment
        return self.tick()
