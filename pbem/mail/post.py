"""The post office: takes a mail to its game file and brings out what the judge wrote, in one transaction each.

A game file is locked, changed and replaced; only then are its mails handed to a carrier, and a second replace strikes
off what was handed over. After a crash in between a mail goes out again with the same Message-ID, and none is lost.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from pbem.core.problem import Refused
from pbem.gamefile import disk
from pbem.gamefile.seal import read_key
from pbem.gamefile.store import GameFile, load, write
from pbem.gamefile.trouble import trouble
from pbem.mail.desk import Desk, Judge
from pbem.mail.gateway import NO_TOKEN, Result, closed, count_bounce, invite, receive
from pbem.mail.mime import Sender, to_bytes
from pbem.mail.model import Incoming, Outgoing, Refusal
from pbem.mail.state import Box
from pbem.mail.tick import tick
from pbem.mail.tokens import tokens_in

Carrier = Callable[[Outgoing, bytes], None]  # hands one mail over, or raises OSError or Undeliverable

MOST_HEADER = 4096


class Undeliverable(Exception):
    """A mail that its carrier refuses for good; it is not tried again."""


class Delivered(NamedTuple):
    """What came of a mail: the verdict and the game it belonged to (empty for none)."""

    verdict: str
    path: str = ""


def game_files(folder: str) -> dict[str, str]:
    """The game files of a folder by the id in their header."""
    found: dict[str, str] = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".yaml") and not name.startswith("."):
            path = os.path.join(folder, name)
            if game_id := _id_of(path):
                found.setdefault(game_id, path)
    return found


def _id_of(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            head = file.read(MOST_HEADER)
    except OSError:
        return ""
    for line in head.split("\n"):
        if line.startswith("id:"):
            return line[3:].strip().strip('"')
    return ""


def deliver(paths: dict[str, str], mail: Incoming, now: datetime, judge: Judge) -> Delivered:
    """Takes a mail to the game its token names, or its bounce to the game that sent it."""
    found = Delivered("no game of ours")
    for game_id in dict.fromkeys([game for game, _ in tokens_in(mail)] + _bounced_games(mail)):
        if path := paths.get(game_id):
            result = change(path, lambda file, key: receive(file, mail, now, judge, key))
            found = Delivered(result.verdict, path)
            if result.verdict != NO_TOKEN:
                break
    return found


def deliver_to(path: str, mail: Incoming, now: datetime, judge: Judge) -> Delivered | None:
    """Takes a mail to one game; None when the mail names another one, or none."""
    delivered = deliver({load(path).header.id: path}, mail, now, judge)
    return delivered if delivered.path else None


def _bounced_games(mail: Incoming) -> list[str]:
    """Our message ids begin with the id of the game."""
    return [mail.bounce.message_id.strip("<>").split(".")[0]] if mail.bounce else []


def change(path: str, step: Callable[[GameFile, bytes], Result]) -> Result:
    """One transaction on a game file; raises Refused when it cannot be read or written."""
    with disk.locked(path):
        result = step(*_opened(path))
        if result.file is not None and result.match is not None:
            write(result.file, result.match)
    return result


def look(path: str, step: Callable[[GameFile, bytes], Result]) -> Result:
    """The same without writing anything."""
    return step(*_opened(path))


def _opened(path: str) -> tuple[GameFile, bytes]:
    file = load(path)
    key = read_key(path)
    if file.secrets is None or key is None:
        raise trouble("pbem.file.key", path=path)
    return file, key


def begin(path: str, now: datetime, judge: Judge) -> Result:
    """Sends the first reports of a game; raises Refused when they have gone out already."""

    def step(file: GameFile, key: bytes) -> Result:
        assert file.secrets is not None
        if file.secrets.mail.get("began"):
            raise trouble("pbem.mail.begun", path=path)
        mail = {**file.secrets.mail, "judge": judge.address}
        return invite(file._replace(secrets=file.secrets._replace(mail=mail)), now, judge, key)

    return change(path, step)


def tick_all(paths: Iterable[str], now: datetime, judge: Judge) -> dict[str, str]:
    """Does what time asks for in every game; a game that cannot be read does not stop the others."""
    done: dict[str, str] = {}
    for path in paths:
        try:
            done[path] = change(path, lambda file, key: tick(file, now, judge, key)).verdict
        except Refused as refused:
            done[path] = f"cannot be done: {refused}"
    return done


def send_all(paths: Iterable[str], now: datetime, judge: Judge, carrier: Carrier) -> tuple[int, list[str]]:
    """Hands over the mails of many games; returns how many, and what went wrong."""
    sent, troubles = 0, []
    for path in paths:
        try:
            sent += send_out(path, now, judge, carrier)
        except (OSError, Refused) as error:
            troubles.append(f"{path}: {error}")
    return sent, troubles


def send_out(path: str, now: datetime, judge: Judge, carrier: Carrier) -> int:
    """Hands over the mails a game file holds and strikes them off; what cannot be handed over now stays in it."""
    with disk.locked(path):
        file = load(path)
        if file.secrets is None or not file.secrets.mail.get("outbox"):
            return 0
        done: dict[str, str] = {}
        try:
            _hand_over(file, judge, carrier, Box(file.secrets.mail).pending(now), done)
        finally:
            if done:
                _strike_off(file, judge, now, done)
    return sum(not why for why in done.values())


def _hand_over(file: GameFile, judge: Judge, carrier: Carrier, mails: list[Outgoing], done: dict[str, str]) -> None:
    """Hands mails over; notes each in `done`, with the reason when it was refused for good."""
    sender = Sender(judge.address, judge.name)
    for mail in mails:
        try:
            carrier(mail, to_bytes(mail, sender, file.header.id, datetime.fromisoformat(mail.date)))
            done[mail.message_id] = ""
        except (Undeliverable, Refusal) as error:
            done[mail.message_id] = str(error) or "refused"


def _strike_off(file: GameFile, judge: Judge, now: datetime, done: dict[str, str]) -> None:
    """Writes the file without the mails that were handed over; those refused for good count as come back."""
    refused = {message_id: why for message_id, why in done.items() if why}
    key = read_key(file.path)
    assert key is not None
    desk = Desk(file, judge, key, now)
    seats = {mail["message_id"]: mail["seat"] for mail in desk.box.outbox}
    desk.box.sent(set(done))
    for message_id, why in refused.items():
        count_bounce(desk, seats[message_id], message_id, why)
    if refused:
        closed(desk, "")
    assert file.secrets is not None
    write(file._replace(secrets=file.secrets._replace(mail=desk.box.dump())), desk.match)
