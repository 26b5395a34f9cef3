"""`pbem mail`: plays by mail, from files, from a mail server or from a mailbox."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from pbem.cli.guard import DATA, REFUSED, TEMPORARY, show_json

if TYPE_CHECKING:
    from pbem.mail.config import Config
    from pbem.mail.desk import Judge

FOLDER_HELP = "Write mails as .eml files here instead of sending them."
CONFIG_HELP = "The configuration of mail play."
CONFIG = "pbem-mail.yaml"
JUDGE = "judge@localhost"
TRY_AGAIN = 30.0  # seconds until a mailbox that could not be read is tried again


class MailGroup(click.Group):
    """The commands below, and one for every order that can be sent by mail."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from pbem.cli.mailorder import VERBS

        return [*super().list_commands(ctx), *VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from pbem.cli.mailorder import VERBS, order, verb_command

        if cmd_name == order.name:
            return order
        return verb_command(cmd_name) if cmd_name in VERBS else super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from pbem.cli.mailorder import VERBS, order

        with formatter.section("Commands"):
            rows = [(name, command.get_short_help_str(100)) for name, command in self.commands.items()]
            formatter.write_dl([*rows, (str(order.name), order.get_short_help_str(100))])
        with formatter.section("Orders as players and hosts mail them: pbem mail ORDER FILE --seat SEAT TEXT"):
            formatter.write_dl(list(VERBS.items()))


@click.group("mail", cls=MailGroup)
def command() -> None:
    """Plays by mail: from files, from a mail server, or from a mailbox.

    docs/mail.md tells how to set each of them up.
    """


def config_option(function: click.decorators.FC) -> click.decorators.FC:
    return click.option("--config", "-c", default=CONFIG, show_default=True, help=CONFIG_HELP)(function)


def now_option(function: click.decorators.FC) -> click.decorators.FC:
    return click.option("--now", help="The time to act at, as 2026-11-18T09:00+00:00; else the clock's.")(function)


def moment(text: str | None) -> datetime:
    """The time to act at; a time without a zone is UTC."""
    if text is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"'{text}' is no time; write 2026-11-18T09:00+00:00") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def configuration(path: str) -> Config:
    """The configuration, or every mistake in it on stderr."""
    from pbem.mail.config import BadConfig, load_config

    try:
        return load_config(path)
    except BadConfig as bad:
        raise click.UsageError("\n".join(["the configuration has mistakes:", *bad.mistakes])) from None


def judge_of(config: str, address: str | None) -> Judge:
    """The judge of a configuration, if there is one, or the one that is named."""
    from pbem.mail.desk import Judge

    if address is None and (config != CONFIG or os.path.exists(config)):
        return configuration(config).judge
    from pbem.mail.limits import is_address

    if address is not None and not is_address(address):
        raise click.UsageError(f"'{address}' is not a mail address like judge@example.org")
    return Judge(address or JUDGE)


@command.command("read")
@click.option("--game", help="Only this game file, and no queue: answers become files or are printed.")
@click.option("--judge", help=f"With --game: the address players answer to; else the configuration's, or {JUDGE}.")
@click.option("--out", "folder", help=FOLDER_HELP)
@click.option("--to", "recipients", multiple=True, help="Envelope recipient, as a mail server knows it.")
@config_option
@now_option
def read(
    game: str | None, judge: str | None, folder: str | None, recipients: tuple[str, ...], config: str, now: str | None
) -> int:
    """Reads one mail on stdin and does what it asks for.

    As a pipe of a mail server it exits with 0 when the mail is safe and with 75 when it should be kept and tried again.
    """
    from pbem.mail.limits import RAW

    when = moment(now)
    raw = sys.stdin.buffer.read(RAW + 1)
    if game:
        return _read_for(game, judge_of(config, judge), folder, raw, recipients, when)
    return _read_into_queue(config, raw, recipients, when, folder or "")


def _read_for(
    game: str, judge: Judge, folder: str | None, raw: bytes, recipients: tuple[str, ...], now: datetime
) -> int:
    from pbem.mail.gateway import receive
    from pbem.mail.message import read_mail
    from pbem.mail.model import Refusal
    from pbem.mail.post import change

    try:
        mail = read_mail(raw, recipients)
    except Refusal as refusal:
        click.echo(f"not read: {refusal}", err=True)
        return DATA
    result = change(game, lambda file, key: receive(file, mail, now, judge, key))
    click.echo(result.verdict, err=True)
    hand_out(game, judge, now, folder)
    return 0 if result.verdict in ("accepted", "read before") else REFUSED


def hand_out(game: str, judge: Judge, now: datetime, folder: str | None) -> None:
    """Writes a game's mails to a folder, or prints them one after the other."""
    from pbem.mail.model import Outgoing
    from pbem.mail.post import send_out
    from pbem.mail.transport import folder_carrier

    def show(mail: Outgoing, raw: bytes) -> None:
        click.echo(raw.decode("ascii").replace("\r\n", "\n"))

    send_out(game, now, judge, folder_carrier(folder) if folder else show)


def _read_into_queue(path: str, raw: bytes, recipients: tuple[str, ...], now: datetime, folder: str) -> int:
    """Keeps a mail and does it. What fails before it is kept makes the server try again; after that, nothing does."""
    from pbem.mail.folders import Queue

    try:
        config = configuration(path)
        Queue(config.queue).accept(raw, recipients)
    except (OSError, click.UsageError) as error:
        click.echo(f"cannot be kept: {error}", err=True)
        return TEMPORARY
    try:
        work(config, now, folder)
    except Exception as error:
        click.echo(f"kept, but not done yet: {type(error).__name__}: {error}", err=True)
    return 0


def work(config: Config, now: datetime, folder: str = "", everything: bool = False) -> None:
    """Does the queue and sends; troubles are said, and what could not be done is tried at the next call."""
    from pbem.mail.office import work as do_queue

    done, troubles = do_queue(config, now, folder, everything)
    for worked in done:
        click.echo(f"{worked.name[:12]}: {worked.verdict}", err=True)
    for trouble in troubles:
        click.echo(trouble, err=True)


@command.command("begin")
@click.argument("game")
@click.option("--judge", help=f"The address players answer to; else the configuration's, or {JUDGE}.")
@click.option("--out", "folder", help=FOLDER_HELP)
@config_option
@now_option
def begin(game: str, judge: str | None, folder: str | None, config: str, now: str | None) -> int:
    """Sends the first reports of a game to all its players."""
    from pbem.mail.post import begin as first_reports

    when, post = moment(now), judge_of(config, judge)
    first_reports(game, when, post)
    if folder or judge or not os.path.exists(config):
        hand_out(game, post, when, folder)
        return 0
    from pbem.mail.post import send_out
    from pbem.mail.transport import carrier_of

    with carrier_of(configuration(config)) as carrier:
        click.echo(f"{send_out(game, when, post, carrier)} mails sent")
    return 0


@command.command("tick")
@click.option("--out", "folder", help=FOLDER_HELP)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--game", help="Only this game file, and no queue: mails become files or are printed.")
@click.option("--judge", help="With --game: the address players answer to.")
@config_option
@now_option
def tick(folder: str | None, as_json: bool, game: str | None, judge: str | None, config: str, now: str | None) -> int:
    """Does what time asks for: reminders, deadlines, digests; in all games, or in one."""
    from pbem.mail.post import game_files, tick_all

    when = moment(now)
    settings = None if game else configuration(config)
    post = settings.judge if settings else judge_of(config, judge)
    done = tick_all([game] if game else game_files(settings.games).values() if settings else (), when, post)
    if as_json:
        show_json({"schema": 1, "games": done})
    else:
        for path, verdict in done.items():
            click.echo(f"{path}: {verdict}", err=bool(game))
    if settings:
        _tidy(settings)
        work(settings, when, folder or "", everything=True)
    elif game:
        hand_out(game, post, when, folder)
    return 0


def _tidy(settings: Config) -> None:
    from pbem.mail.folders import Queue

    Queue(settings.queue).tidy()


@command.command("send")
@click.option("--out", "folder", help=FOLDER_HELP)
@config_option
@now_option
def send(folder: str | None, config: str, now: str | None) -> int:
    """Hands over every mail that waits in a game file."""
    from pbem.mail.office import send as send_mails

    sent, troubles = send_mails(configuration(config), moment(now), folder or "")
    click.echo(f"{sent} mails sent")
    for trouble in troubles:
        click.echo(trouble, err=True)
    return TEMPORARY if troubles else 0


@command.command("poll")
@click.option("--once", is_flag=True, help="Look once, then end; else wait for mails until interrupted.")
@config_option
def poll(once: bool, config: str) -> int:
    """Fetches mails from a mailbox by IMAP and does what they ask for."""
    from time import sleep

    from pbem.mail.transport_imap import CannotFetch

    settings = configuration(config)
    if settings.imap is None:
        raise click.UsageError("the configuration has no imap: section")
    while True:
        try:
            _poll(settings, once)
            return 0
        except CannotFetch as error:
            click.echo(f"imap: {error}", err=True)
            if once:
                return TEMPORARY
            sleep(TRY_AGAIN)


def _poll(settings: Config, once: bool) -> None:
    from pbem.mail.folders import Queue
    from pbem.mail.transport_imap import Mailbox

    assert settings.imap is not None
    with Mailbox(settings.imap) as box:
        while True:
            taken = box.fetch(Queue(settings.queue))
            work(settings, moment(None), everything=not taken)
            if once:
                return
            box.wait()


@command.command("lmtp")
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
    click.echo(f"listening on {settings.lmtp[0]}:{settings.lmtp[1]}", err=True)
    try:
        while True:
            came = arrived.wait(60)
            arrived.clear()
            work(settings, moment(None), everything=not came)
    except KeyboardInterrupt:
        return 0
    finally:
        server.stop()


@command.command("doctor")
@click.option("--offline", is_flag=True, help="Do not try the servers.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@config_option
def doctor(offline: bool, as_json: bool, config: str) -> int:
    """Looks the configuration over and says what is wrong."""
    from pbem.mail.doctor import examine

    found = examine(configuration(config), connect=not offline)
    if as_json:
        show_json({"schema": 1, "findings": [finding._asdict() for finding in found]})
    else:
        for finding in found:
            click.echo(f"{'ok   ' if finding.fine else 'WRONG'} {finding.text}")
    return 0 if all(finding.fine for finding in found) else REFUSED
