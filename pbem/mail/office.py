"""The work around the post office: what lies in the queue is read, taken to its game, answered, and put away."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from pbem.core.problem import Refused
from pbem.mail.authentication import levels
from pbem.mail.charset import visible
from pbem.mail.config import Config
from pbem.mail.folders import Queue
from pbem.mail.gateway import NO
from pbem.mail.message import read_mail
from pbem.mail.mime import Sender, to_bytes
from pbem.mail.model import Outgoing, Refusal
from pbem.mail.post import Carrier, Delivered, Undeliverable, deliver, game_files, send_all
from pbem.mail.transport import carrier_of

# Troubles of the machine, none of a mail: it waits until they are over.
LATER = ("pbem.file.locked", "pbem.file.full", "pbem.file.write", "pbem.file.readonly")
TRIED_IN_VAIN = """A mail could not be done, was tried three times and is put aside; nobody was answered.

Why: {why}
It is {folder}/bad/{name}.eml. Moved to {folder}/new/{name}.0.eml it is tried again.
"""


class Worked(NamedTuple):
    """What was done with a mail: its name in the queue, the verdict, the game, and whether it stays for another try."""

    name: str
    verdict: str
    path: str = ""
    later: bool = False


def work(config: Config, now: datetime, folder: str = "", everything: bool = False) -> tuple[list[Worked], list[str]]:
    """Does the queue and sends the mails of the games it touched, or of all; returns what was done and what failed."""
    queue = Queue(config.queue)
    with queue.locked():
        games = game_files(config.games)
        done = [_do(queue, name, config, games, now) for name in queue.waiting()]
    touched = games.values() if everything else dict.fromkeys(worked.path for worked in done if worked.path)
    with carrier_of(config, folder) as carrier:
        troubles = send_all(touched, now, config.judge, carrier)[1]
        return done, [*troubles, *_tell_host(queue, config, now, carrier)]


def _tell_host(queue: Queue, config: Config, now: datetime, carrier: Carrier) -> list[str]:
    """Tells the host once of every mail that was put aside after its tries; returns what went wrong."""
    judge = config.judge
    for name, why in queue.untold().items() if judge.host else ():
        number = f"<queue.0.{int(name[:8], 16)}.host.notice.{name[:12]}@{judge.address.rpartition('@')[2]}>"
        text = TRIED_IN_VAIN.format(name=name, why=visible(why)[:500], folder=queue.folder)
        mail = Outgoing("notice", "", judge.host, "[queue] A mail was put aside", number, text)
        try:
            carrier(mail, to_bytes(mail, Sender(judge.address, judge.name), "queue", now))
        except (OSError, Undeliverable) as error:
            return [f"{judge.host}: {error}"]
        queue.told(name)
    return []


def send(config: Config, now: datetime, folder: str = "") -> tuple[int, list[str]]:
    """Hands over the mails of all games."""
    with carrier_of(config, folder) as carrier:
        return send_all(game_files(config.games).values(), now, config.judge, carrier)


def _do(queue: Queue, waiting: str, config: Config, games: dict[str, str], now: datetime) -> Worked:
    """Does one mail. Whatever goes wrong with it, those behind it are done too."""
    name = queue.begin(waiting)
    if not name:
        return Worked(waiting, "put aside: tried too often")
    try:
        raw, recipients = queue.read(name)
        delivered = take(config, games, raw, recipients, now)
    except Refusal as refusal:
        queue.put_aside(name, str(refusal))
        return Worked(name, f"put aside: {refusal}")
    except (Refused, OSError) as error:
        if isinstance(error, OSError) or error.problems[0].id.startswith(LATER):
            queue.postpone(name)
            return Worked(name, f"later: {error}", later=True)
        return _failed(queue, name, str(error))
    except Exception as error:  # a fault of ours must not stop the mails of others
        return _failed(queue, name, f"{type(error).__name__}: {error}")
    queue.done(name)
    return Worked(name, delivered.verdict, delivered.path)


def _failed(queue: Queue, name: str, why: str) -> Worked:
    aside = queue.failed(name, why)
    return Worked(name, f"{'put aside' if aside else 'tried'}: {why}", later=not aside)


def take(config: Config, games: dict[str, str], raw: bytes, recipients: tuple[str, ...], now: datetime) -> Delivered:
    """Reads a mail and takes it to its game."""
    mail = read_mail(raw, recipients)
    if config.judge.needs:
        mail = mail._replace(trusted=levels(raw, mail.sender, config.judge.needs, config.authserv))
    delivered = deliver(games, mail, now, config.judge)
    if mail.too_much and delivered.verdict != NO:
        raise Refusal(mail.too_much)
    return delivered
