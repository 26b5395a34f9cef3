"""`pbem mail poll` and `pbem mail lmtp`: they go on until they are stopped, and never in the middle of a turn."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

import click

from pbem.cli.guard import TEMPORARY
from pbem.cli.mail import config_option, configuration, moment, work

if TYPE_CHECKING:
    from pbem.mail.config import Config

IDLE = 60.0  # seconds without a mail until what time asks for is looked at again
TRY_AGAIN = 30.0  # seconds until a mailbox that could not be read is tried again


class Stop:
    """Turns SIGTERM and Ctrl-C into the end of the next wait; work under way is finished, a second signal ends it."""

    def __init__(self) -> None:
        self.asked = False
        self.waiting = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.asked or self.waiting:
            raise KeyboardInterrupt
        self.asked = True

    def during(self, wait: Callable[[], bool]) -> bool:
        """Waits; a signal ends it with KeyboardInterrupt, also one that came before."""
        self.waiting = True
        try:
            if self.asked:
                raise KeyboardInterrupt
            return wait()
        finally:
            self.waiting = False


@contextmanager
def until_stopped() -> Iterator[Stop]:
    """Ends quietly when the process is asked to."""
    stop = Stop()
    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    except KeyboardInterrupt:
        click.echo("stopped", err=True)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def go_on(settings: Config, stop: Stop, wait: Callable[[], bool]) -> None:
    """Does what lies in the queue, at once and after every wait; where no mail came, also what time asks for."""
    came = False
    while True:
        try_round(settings, came)
        came = stop.during(wait)


def try_round(settings: Config, came: bool) -> None:
    try:
        do_round(settings, came)
    except Exception as error:  # a full disk, a folder that is gone: it may be over at the next round
        click.echo(f"later: {type(error).__name__}: {error}", err=True)


def do_round(settings: Config, came: bool) -> None:
    """One round of work; a quiet one is a tick too."""
    from pbem.mail.folders import Queue
    from pbem.mail.post import game_files, tick_all
    from pbem.mail.tick import NOT_BEGUN, NOTHING

    if not came:
        done = tick_all(game_files(settings.games).values(), moment(None), settings.judge)
        for path, verdict in done.items():
            if verdict not in (NOTHING, NOT_BEGUN):
                click.echo(f"{path}: {verdict}", err=True)
        Queue(settings.queue).tidy()
    work(settings, moment(None), everything=not came)


@click.command("poll")
@click.option("--once", is_flag=True, help="Look once, then end; else wait for mails until interrupted.")
@config_option
def poll(once: bool, config: str) -> int:
    """Fetches mails from a mailbox by IMAP and does what they ask for."""
    settings = configuration(config)
    if settings.imap is None:
        raise click.UsageError("the configuration has no imap: section")

    with until_stopped() as stop:
        while True:
            try:
                return _poll(settings, once, stop)
            except OSError as error:  # the server is gone, or the disk full
                click.echo(f"imap: {error}", err=True)
                if once:
                    return TEMPORARY
            try_round(settings, False)  # what time asks for does not wait for the mailbox
            stop.during(_rest)
    return 0


def _rest() -> bool:
    from time import sleep

    sleep(TRY_AGAIN)
    return False


def _poll(settings: Config, once: bool, stop: Stop) -> int:
    from pbem.mail.folders import Queue
    from pbem.mail.transport_imap import Mailbox

    assert settings.imap is not None
    queue = Queue(settings.queue)
    with Mailbox(settings.imap) as box:
        taken = box.fetch(queue)
        if once:
            work(settings, moment(None), everything=not taken)
            return 0
        click.echo(f"reading {settings.imap.user} at {settings.imap.host}:{settings.imap.port}", err=True)

        def wait() -> bool:
            box.wait(IDLE)
            return box.fetch(queue) > 0

        go_on(settings, stop, wait)
    return 0


@click.command("lmtp")
@config_option
def lmtp(config: str) -> int:
    """Takes mails from a mail server by LMTP until interrupted."""
    from threading import Event

    from pbem.mail.folders import Queue
    from pbem.mail.transport_lmtp import CannotListen, start

    settings = configuration(config)
    if settings.lmtp is None:
        raise click.UsageError("the configuration has no lmtp: setting, such as lmtp: 127.0.0.1:2424")
    arrived = Event()
    try:
        server = start(*settings.lmtp, Queue(settings.queue), arrived.set)
    except CannotListen as error:
        click.echo(f"lmtp: {error}", err=True)
        return TEMPORARY

    def wait() -> bool:
        came = arrived.wait(IDLE)
        arrived.clear()
        return came

    click.echo(f"listening on {settings.lmtp[0]}:{settings.lmtp[1]}", err=True)
    with until_stopped() as stop:
        try:
            go_on(settings, stop, wait)
        finally:
            server.stop()
    return 0
