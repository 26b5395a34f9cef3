"""Takes mails from a mail server by LMTP; each is safe in the queue before the server is told so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.mail.folders import Queue

LARGEST = 32 * 1024 * 1024  # what is longer than a mail may be is taken and put aside; refusing it would send it back
LONGEST_LINE = 1024 * 1024  # for the same reason
ACCEPTED = "250 2.0.0 kept"
TRY_LATER = "451 4.3.0 cannot be kept now, please try again"
ONE_AT_A_TIME = "452 4.5.3 one recipient at a time, please"


class CannotListen(OSError):
    """A server that cannot be started."""


class Handler:
    """What aiosmtpd calls for every mail."""

    def __init__(self, queue: Queue, arrived: Callable[[], None]) -> None:
        self.queue = queue
        self.arrived = arrived

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: list[str]) -> str:
        """Takes one recipient: LMTP owes an answer for each after the text, and aiosmtpd gives but one."""
        if envelope.rcpt_tos:
            return ONE_AT_A_TIME
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        try:
            self.queue.accept(envelope.original_content or envelope.content or b"", tuple(envelope.rcpt_tos))
        except OSError:
            return TRY_LATER
        self.arrived()
        return ACCEPTED


def start(host: str, port: int, queue: Queue, arrived: Callable[[], None]) -> Any:
    """Starts the server in a thread; `.stop()` ends it."""
    try:
        from aiosmtpd.controller import Controller
        from aiosmtpd.lmtp import LMTP
    except ImportError:
        raise CannotListen("an LMTP server needs the package aiosmtpd: pip install pbem[mail]") from None

    class LongLines(LMTP):
        line_length_limit = LONGEST_LINE

    class LmtpController(Controller):
        def factory(self) -> Any:
            return LongLines(self.handler, data_size_limit=LARGEST, enable_SMTPUTF8=True)

    controller = LmtpController(Handler(queue, arrived), hostname=host, port=port)
    try:
        controller.start()
    except (OSError, TimeoutError) as error:
        controller.loop.close()
        raise CannotListen(f"{host}:{port}: {error}") from None
    return controller
