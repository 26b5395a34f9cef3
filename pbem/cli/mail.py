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


class MailGroup(click.Group):
    """The commands below, those that go on until they are stopped, and one for every order that can be sent by mail."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from pbem.cli.mailorder import VERBS

        return [*super().list_commands(ctx), *_more(), *VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from pbem.cli.mailorder import VERBS, verb_command

        if cmd_name in self.commands:
            return self.commands[cmd_name]
        return verb_command(cmd_name) if cmd_name in VERBS else _more().get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from pbem.cli.mailorder import VERBS

        with formatter.section("Commands"):
            commands = {**self.commands, **_more()}
            formatter.write_dl([(name, command.get_short_help_str(100)) for name, command in commands.items()])
        with formatter.section("Orders as players and hosts mail them: pbem mail ORDER FILE --seat SEAT TEXT"):
            formatter.write_dl(list(VERBS.items()))


def _more() -> dict[str, click.Command]:
    from pbem.cli.maildaemon import lmtp, poll
    from pbem.cli.mailorder import order

    return {"poll": poll, "lmtp": lmtp, "order": order}


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

    if not os.path.exists(path):
        raise click.UsageError(f"there is no configuration {path}; docs/mail.md shows what to write into it")
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


def judge_for(game: str, config: str, address: str | None) -> Judge:
    """The same for one game, which remembers the address its first reports had."""
    from pbem.gamefile.store import load

    if address is None and config == CONFIG and not os.path.exists(config):
        secrets = load(game).secrets
        address = secrets.mail.get("judge") if secrets else None
    return judge_of(config, address)


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

    With a configuration the mail goes into its queue first; as a pipe of a mail server the command exits with 0 when
    the mail is safe and with 75 when it should be kept and tried again. Without one it is taken to its game in this
    folder, and the answers are printed.
    """
    from pbem.mail.limits import RAW

    if sys.stdin.isatty():
        raise click.UsageError("a mail is read from stdin: pbem mail read < turn.eml")
    when = moment(now)
    raw = sys.stdin.buffer.read(RAW + 1)
    games = games_here(game, config)
    if games:
        posts = {path: judge_for(path, config, judge) for path in games.values()}
        return _read_for(posts, folder, raw, recipients, when)
    return _read_into_queue(config, raw, recipients, when, folder or "")


def games_here(game: str | None, config: str) -> dict[str, str]:
    """The games that are played without a queue: the one named; where nothing is set up, those of this folder."""
    from pbem.gamefile.store import load
    from pbem.mail.post import game_files

    if game:
        return {load(game).header.id: game}
    return game_files(".") if config == CONFIG and not os.path.exists(config) else {}


def _read_for(
    games: dict[str, Judge], folder: str | None, raw: bytes, recipients: tuple[str, ...], now: datetime
) -> int:
    """Takes a mail to one of these games; says what came of it and hands out what the game has to say."""
    from pbem.mail.gateway import READ_BEFORE, YES
    from pbem.mail.message import read_mail
    from pbem.mail.model import Refusal
    from pbem.mail.post import deliver_to

    try:
        mail = read_mail(raw, recipients)
    except Refusal as refusal:
        click.echo(f"not read: {refusal}" if raw else "there is no mail on stdin", err=True)
        return DATA
    for path, judge in games.items():
        if delivered := deliver_to(path, mail, now, judge):
            click.echo(delivered.verdict, err=True)
            hand_out(path, judge, now, folder)
            return 0 if delivered.verdict in (YES, READ_BEFORE) else REFUSED
    click.echo("no game of ours", err=True)
    click.echo("Answers to our mails carry a token, in their address and subject; this one has none.", err=True)
    return REFUSED


def hand_out(game: str, judge: Judge, now: datetime, folder: str | None) -> None:
    """Writes a game's mails to a folder and prints their names, or prints the mails one after the other."""
    from pbem.mail.model import Outgoing
    from pbem.mail.post import send_out
    from pbem.mail.transport import file_name, folder_carrier

    keep = folder_carrier(folder) if folder else None

    def carry(mail: Outgoing, raw: bytes) -> None:
        if keep and folder:
            keep(mail, raw)
        click.echo(os.path.join(folder, file_name(mail)) if folder else raw.decode("ascii").replace("\r\n", "\n"))

    send_out(game, now, judge, carry)


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
    from pbem.mail.folders import Queue
    from pbem.mail.post import game_files, tick_all

    when = moment(now)
    posts = {path: judge_for(path, config, judge) for path in games_here(game, config).values()}
    settings = None if posts else configuration(config)
    if settings:
        posts = dict.fromkeys(game_files(settings.games).values(), settings.judge)
    done = {path: tick_all([path], when, post)[path] for path, post in posts.items()}
    if as_json:
        show_json({"schema": 1, "games": done})
    else:
        for path, verdict in done.items():
            click.echo(f"{path}: {verdict}", err=settings is None)
    if settings:
        Queue(settings.queue).tidy()
        work(settings, when, folder or "", everything=True)
        return 0
    for path, post in posts.items():
        hand_out(path, post, when, folder)
    return 0


@command.command("send")
@click.option("--out", "folder", help=FOLDER_HELP)
@click.option("--game", help="Only this game file: mails become files or are printed.")
@config_option
@now_option
def send(folder: str | None, game: str | None, config: str, now: str | None) -> int:
    """Hands over every mail that waits in a game file."""
    from pbem.mail.office import send as send_mails

    if here := games_here(game, config):
        for path in here.values():
            hand_out(path, judge_for(path, config, None), moment(now), folder)
        return 0
    sent, troubles = send_mails(configuration(config), moment(now), folder or "")
    click.echo(f"{sent} mails sent")
    for trouble in troubles:
        click.echo(trouble, err=True)
    return TEMPORARY if troubles else 0


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
