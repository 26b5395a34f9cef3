"""What the judge remembers of a mail game; it is sealed in the game file and written with it, in one replace."""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime
from hashlib import sha256
from typing import Any

from pbem.mail.model import Incoming, Outgoing

MOST_SEEN = 1000
MOST_REFERENCES = 12


class Box:
    """The judge's memory: plain data, with a name for each part."""

    def __init__(self, kept: dict[str, Any] | None = None) -> None:
        kept = deepcopy(kept or {})
        self.began: str = kept.get("began", "")  # when the first reports went out
        self.judge: str = kept.get("judge", "")  # the address players answer to, as the first reports had it
        self.entry: int = kept.get("entry", 0)  # the last entry the judge has told about
        self.seen: list[str] = kept.get("seen", [])  # marks of mails that were read
        self.outbox: list[dict[str, Any]] = kept.get("outbox", [])  # mails still to be handed over
        self.asked: dict[str, int] = kept.get("asked", {})  # entry since when a seat's token holds
        self.born: dict[str, int] = kept.get("born", {})  # entry since when a seat's player sits there
        self.since: dict[str, str] = kept.get("since", {})  # when a seat's clock began to run
        self.reminded: dict[str, int] = kept.get("reminded", {})
        self.topic: dict[str, str] = kept.get("topic", {})  # subject of a seat's conversation
        self.thread: dict[str, list[str]] = kept.get("thread", {})  # message ids of a seat's conversation
        self.queue: dict[str, list[dict[str, Any]]] = kept.get("queue", {})
        self.numbers: dict[str, int] = kept.get("numbers", {})  # of the last mail to a seat, its last queued order
        self.press: list[dict[str, str]] = kept.get("press", [])
        self.absent: dict[str, list[list[str]]] = kept.get("absent", {})
        self.paused: str = kept.get("paused", "")  # since when all clocks stand
        self.pauses: list[list[str]] = kept.get("pauses", [])
        self.settings: dict[str, dict[str, str]] = kept.get("settings", {})
        self.bounced: dict[str, list[str]] = kept.get("bounced", {})  # ids of mails to a seat that came back for good
        self.answers: dict[str, list[Any]] = kept.get("answers", {})  # [day, refusals, other answers, press at once]
        self.gone: list[str] = kept.get("gone", [])  # seats that play default moves
        self.digested: dict[str, str] = kept.get("digested", {})  # day and entry of the last digest

    def dump(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value}

    def next_number(self, what: str) -> int:
        """Counts for each seat by itself: a common count would tell what the others do."""
        self.numbers[what] = self.numbers.get(what, 0) + 1
        return self.numbers[what]

    def has_seen(self, mail: Incoming) -> bool:
        return any(mark in self.seen for mark in marks_of(mail))

    def remember(self, mail: Incoming) -> None:
        self.seen = [*self.seen, *marks_of(mail)][-2 * MOST_SEEN :]

    def setting(self, seat: str, name: str, default: str = "") -> str:
        return self.settings.get(seat, {}).get(name, default)

    def put(self, seat: str, name: str, value: str) -> None:
        self.settings.setdefault(seat, {})[name] = value

    def send(self, mail: Outgoing, not_before: datetime | None = None) -> None:
        """Puts a mail in the outbox and its id at the end of the seat's conversation."""
        later = {"after": not_before.isoformat()} if not_before else {}
        self.outbox.append({**mail.plain(), **later})
        self.talked(mail.seat, mail.message_id)

    def talked(self, seat: str, message_id: str) -> None:
        """Adds a message id to a seat's conversation, of which the first and the last ones are kept."""
        ids = [*self.thread.get(seat, []), message_id]
        self.thread[seat] = ids if len(ids) <= MOST_REFERENCES else [ids[0], *ids[1 - MOST_REFERENCES :]]

    def pending(self, now: datetime) -> list[Outgoing]:
        """The mails that may be handed over now, in the order they were written."""
        return [_outgoing(mail) for mail in self.outbox if _is_due(mail, now)]

    def sent(self, ids: set[str]) -> None:
        self.outbox = [mail for mail in self.outbox if mail["message_id"] not in ids]

    def forget_player(self, seat: str) -> None:
        """Clears what belonged to the person in a seat: a substitute begins anew."""
        for memory in (self.settings, self.queue, self.thread, self.topic, self.absent, self.bounced, self.answers):
            memory.pop(seat, None)
        self.digested.pop(seat, None)
        self.outbox = [mail for mail in self.outbox if mail["seat"] != seat]
        self.gone = [other for other in self.gone if other != seat]


def marks_of(mail: Incoming) -> list[str]:
    """What a mail is known by when it comes again: its bytes, and its id, for servers add headers on the way."""
    named = [sha256(f"id {mail.sender} {mail.message_id}".encode()).hexdigest()[:24]] if mail.message_id else []
    return [mail.digest[:24], *named]


def _is_due(mail: dict[str, Any], now: datetime) -> bool:
    return "after" not in mail or datetime.fromisoformat(mail["after"]) <= now


def _outgoing(kept: dict[str, Any]) -> Outgoing:
    fields = {name: kept[name] for name in Outgoing._fields if name in kept}
    return Outgoing(**{**fields, "references": tuple(kept["references"])})
