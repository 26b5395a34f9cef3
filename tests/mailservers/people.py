"""Players with a real mailbox: they read it by IMAP and answer by SMTP, each in the manner of another mail client."""

from __future__ import annotations

import imaplib
import smtplib
import time
from email import message_from_bytes
from email.message import Message
from html import escape

from tests.mailcli import text_of
from tests.mailservers import PASSWORD, PATIENCE, Servers

STYLES = ("plain", "flowed", "html")


class Player:
    """One seat: its mailbox and the newest mail in it."""

    def __init__(self, servers: Servers, seat: str, style: str) -> None:
        self.seat = seat
        self.style = style
        self.address = f"{seat}@players.test"
        self.smtp = smtplib.SMTP("127.0.0.1", servers.smtp)
        self.box = imaplib.IMAP4("127.0.0.1", servers.imap)
        self.box.login(self.address, PASSWORD)
        self.box.select("INBOX")
        self.mails: list[Message] = []
        self.sent = 0

    def close(self) -> None:
        self.box.logout()
        self.smtp.quit()

    def read_until(self, count: int) -> Message:
        """Reads the mailbox until so many mails have come; returns the newest, by the number in its id."""
        end = time.monotonic() + PATIENCE
        while len(self.mails) < count:
            self.box.noop()
            numbers = self.box.search(None, f"{len(self.mails) + 1}:*")[1][0].split()
            for number in numbers:
                if int(number) > len(self.mails):
                    self.mails.append(self._fetch(number.decode()))
            assert time.monotonic() < end, f"{self.seat} has {len(self.mails)} mails, not {count}"
            time.sleep(0.002)
        return max(self.mails, key=lambda mail: int(mail["Message-ID"].split(".")[2]))

    def _fetch(self, number: str) -> Message:
        found = self.box.fetch(number, "(BODY.PEEK[])")[1]
        raw = next(item[1] for item in found if isinstance(item, tuple))
        return message_from_bytes(raw)

    def answer(self, mail: Message, text: str) -> None:
        """Answers a mail, quoting it below."""
        self.sent += 1
        to = str(mail["Reply-To"])
        head = [
            f"From: Player {self.seat} <{self.address}>",
            f"To: {to}",
            f"Subject: Re: {mail['Subject']}",
            f"Message-ID: <{self.sent}.{self.seat}@home.test>",
            f"In-Reply-To: {mail['Message-ID']}",
            "MIME-Version: 1.0",
            *{"plain": plain, "flowed": flowed, "html": html}[self.style](text, text_of(mail)),
        ]
        self.smtp.sendmail(self.address, [to], "\r\n".join(head).encode())


def plain(text: str, quoted: str) -> list[str]:
    """A client that quotes nothing and wraps nothing."""
    return ["Content-Type: text/plain; charset=utf-8", "", "Hi,", "", *text.split("\n"), "", "-- ", "a signature"]


def flowed(text: str, quoted: str) -> list[str]:
    """Thunderbird: format=flowed, long lines broken at spaces, the report quoted below."""
    lines = ["Content-Type: text/plain; charset=UTF-8; format=flowed", "Content-Transfer-Encoding: 8bit", ""]
    for line in text.split("\n"):
        lines += _broken(line)
    lines += ["", "On 18.11.26 12:00, pbem judge wrote:", *(f"> {line}" for line in quoted.split("\n"))]
    return lines


def _broken(line: str) -> list[str]:
    lines = [""]
    for word in line.split(" "):
        if len(lines[-1]) + len(word) > 60:
            lines.append("")
        lines[-1] += f"{word} "
    return [*lines[:-1], lines[-1].rstrip()]


def html(text: str, quoted: str) -> list[str]:
    """A web mailer that sends HTML only, with the report in a blockquote."""
    orders = "".join(f"<div>{escape(line).replace('; ', ';&nbsp;')}</div>" for line in text.split("\n"))
    below = escape(quoted).replace("\n", "<br>\r\n")
    quote = f'<div class="gmail_quote">On Wed, pbem judge wrote:<br><blockquote>{below}</blockquote></div>'
    return ["Content-Type: text/html; charset=utf-8", "", f"<html><body>{orders}{quote}</body></html>"]
