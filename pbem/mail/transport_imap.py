"""Fetches mails from a mailbox by IMAP, waiting with IDLE; each is safe in the queue before it is marked as read."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pbem.mail.config import Server
from pbem.mail.folders import Queue
from pbem.mail.limits import RAW

IDLE_SECONDS = 60.0
TIMEOUT = 60.0
_SIZE = re.compile(rb"RFC822\.SIZE ([0-9]{1,12})")


class CannotFetch(OSError):
    """A mailbox that cannot be read now."""


class Mailbox:
    """One IMAP folder; use it as a context."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._box: Any = None

    def __enter__(self) -> Mailbox:
        self._box = _login(self.server)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(Exception):  # the other side may be gone already, and nothing is left to do
            self._box.logout()

    def fetch(self, queue: Queue) -> int:
        """Takes unread mails into the queue and marks them read; returns how many."""
        from imap_tools import AND, MailMessageFlags

        taken = 0
        with self._troubles():
            for uid in self._box.uids(AND(seen=False)):
                raw = self._raw(uid)
                if raw is not None:
                    queue.accept(raw)
                self._box.flag(uid, [MailMessageFlags.SEEN], True)
                taken += 1
        return taken

    def _raw(self, uid: str) -> bytes | None:
        """The bytes of a mail as they are: parsing and writing it again would change them. None when it is gone."""
        size = _SIZE.search(b" ".join(_bytes(self._box.client.uid("FETCH", uid, "(RFC822.SIZE)")[1])))
        part = f"BODY.PEEK[]<0.{RAW + 1}>" if size and int(size[1]) > RAW else "BODY.PEEK[]"
        found = self._box.client.uid("FETCH", uid, f"({part})")[1]
        return next((item[1] for item in found if isinstance(item, tuple)), None)

    def wait(self, seconds: float = IDLE_SECONDS) -> None:
        """Waits until something arrives, or so long."""
        with self._troubles():
            if "IDLE" in self._box.client.capabilities:
                with self._box.idle as idle:
                    if not self._told_already():
                        idle.poll(timeout=seconds)
            else:
                time.sleep(min(seconds, 20.0))
                self._box.client.noop()

    def _told_already(self) -> bool:
        """True when the server told of a mail in one breath with its consent to wait; the socket does not show that."""
        client = self._box.client
        before = client.sock.gettimeout()
        client.sock.settimeout(0)
        try:
            return bool((getattr(client, "_file", None) or client.file).peek(1))
        except OSError:  # nothing there, as a line with TLS says it
            return False
        finally:
            client.sock.settimeout(before)

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """Makes one kind of error of the many that imaplib, sockets and imap-tools raise."""
        import imaplib

        from imap_tools.errors import ImapToolsError

        try:
            yield
        except (imaplib.IMAP4.error, ImapToolsError, ssl.SSLError, ConnectionError, TimeoutError, EOFError) as error:
            raise CannotFetch(f"{self.server.host}:{self.server.port}: {error}") from None


def _bytes(items: list[Any]) -> Iterator[bytes]:
    for item in items:
        yield item[0] if isinstance(item, tuple) else item or b""


def _login(server: Server) -> Any:
    try:
        from imap_tools import MailBox, MailBoxStartTls, MailBoxUnencrypted
    except ImportError:
        raise CannotFetch("reading a mailbox needs the package imap-tools: pip install pbem[mail]") from None
    try:
        if server.security == "none":
            box: Any = MailBoxUnencrypted(server.host, server.port, timeout=TIMEOUT)
        else:
            kind: Any = MailBox if server.security == "tls" else MailBoxStartTls
            box = kind(server.host, server.port, timeout=TIMEOUT, ssl_context=ssl.create_default_context())
        return box.login(server.user, server.password, initial_folder=server.folder)
    except Exception as error:  # imap-tools raises many kinds, some of them from the socket
        raise CannotFetch(f"{server.host}:{server.port}: {error}") from None
