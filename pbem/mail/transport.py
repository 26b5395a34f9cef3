"""Carriers of outgoing mail: a folder of .eml files, a program such as sendmail, an SMTP server."""

from __future__ import annotations

import os
import smtplib
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pbem.mail.config import Config, Server
from pbem.mail.model import Outgoing
from pbem.mail.post import Carrier, Undeliverable

TIMEOUT = 30.0
NOBODY = "<>"  # the empty sender, as programs are told it


class CannotSend(OSError):
    """A carrier that does not take a mail now; it stays in the outbox."""


def folder_carrier(folder: str) -> Carrier:
    """Writes each mail as a file, named so that they sort in the order they were written."""
    os.makedirs(folder, exist_ok=True)

    def carry(mail: Outgoing, raw: bytes) -> None:
        with open(os.path.join(folder, file_name(mail)), "wb") as file:
            file.write(raw)

    return carry


def file_name(mail: Outgoing) -> str:
    """`game-0012-blue-00003-report.eml`: by entry, then by seat, then by number."""
    game, entry, number, seat, kind = (*mail.message_id.strip("<>").split("@")[0].split("."), *[""] * 5)[:5]
    return f"{game}-{entry.zfill(4)}-{seat}-{number.zfill(5)}-{kind}.eml"


def command_carrier(command: tuple[str, ...], envelope: str) -> Carrier:
    """Gives each mail to a program on its standard input; `{sender}` and `{recipient}` are filled in."""

    def carry(mail: Outgoing, raw: bytes) -> None:
        sender = NOBODY if mail.answers else envelope
        words = [word.replace("{sender}", sender).replace("{recipient}", mail.address) for word in command]
        text = raw.replace(b"\r\n", b"\n")
        try:
            subprocess.run(words, input=text, check=True, capture_output=True, timeout=TIMEOUT)
        except (OSError, subprocess.SubprocessError) as error:
            raise CannotSend(f"{command[0]}: {error}") from None

    return carry


@contextmanager
def smtp_carrier(server: Server, envelope: str) -> Iterator[Carrier]:
    """Sends over one connection, which is opened when the first mail goes out and again when it was lost."""
    connection: list[smtplib.SMTP] = []

    def carry(mail: Outgoing, raw: bytes) -> None:
        try:
            if not connection:
                connection.append(_connect(server))
            # Answers have an empty sender, so that no robot answers them (RFC 3834).
            connection[0].sendmail("" if mail.answers else envelope, [mail.address], raw)
        except (OSError, smtplib.SMTPException) as error:
            _raise(error, server, connection)

    try:
        yield carry
    finally:
        for open_connection in connection:
            with suppress(OSError, smtplib.SMTPException):
                open_connection.quit()


def _raise(error: Exception, server: Server, connection: list[smtplib.SMTP]) -> None:
    """Tells a refusal for good from trouble that may pass."""
    code, reason = _reply(error)
    if code >= 500 and isinstance(error, (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError)):
        with suppress(OSError, smtplib.SMTPException):
            connection[0].rset()
        raise Undeliverable(f"{code} {reason}") from None
    for broken in connection:
        broken.close()
    connection.clear()
    raise CannotSend(f"{server.host}:{server.port}: {error}") from None


def _reply(error: Exception) -> tuple[int, str]:
    code, said = 0, b""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()), (0, b""))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, said = error.smtp_code, error.smtp_error  # type: ignore[assignment]
    return code, (said.decode("ascii", "replace") if isinstance(said, bytes) else str(said))[:200]


def _connect(server: Server) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if server.security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
    else:
        smtp = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
        if server.security == "starttls":
            smtp.starttls(context=context)
    if server.user:
        smtp.login(server.user, server.password)
    return smtp


@contextmanager
def carrier_of(config: Config, folder: str = "") -> Iterator[Carrier]:
    """The carrier a configuration names: SMTP, a program, else files in a folder."""
    if folder:
        yield folder_carrier(folder)
    elif config.smtp:
        with smtp_carrier(config.smtp, config.judge.address) as carry:
            yield carry
    elif config.command:
        yield command_carrier(config.command, config.judge.address)
    else:
        yield folder_carrier(os.path.join(config.queue, "out"))


def connection_works(server: Server) -> str:
    """Tries to reach and log in to an SMTP server; what went wrong, or nothing."""
    try:
        _connect(server).quit()
    except (OSError, smtplib.SMTPException) as error:
        return str(error)
    return ""
