"""Mutated mails through the reader: nothing but a Refusal is raised, none takes long or much memory."""

from __future__ import annotations

import os
import re
import resource
import time
from collections.abc import Callable

import pytest

from pbem.mail import headers
from pbem.mail.charset import decode_words
from pbem.mail.limits import ADDRESS, MESSAGE_ID, TEXT, TEXT_LINES
from pbem.mail.message import parse_mail
from pbem.mail.model import Incoming, Refusal
from tests.mail.mutate import mutants

FULL = bool(os.environ.get("PBEM_FULL"))
CHUNKS = 200 if FULL else 12
CHUNK = 50_000 if FULL else 10_000
SECONDS = 2.0
MEBIBYTES = 256
# No control character but the line end, nothing that turns the writing direction.
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")

Reader = Callable[[bytes], Incoming]


def check(mail: Incoming) -> None:
    """What holds for every mail that is read."""
    assert ADDRESS.fullmatch(mail.sender), mail.sender
    assert all(ADDRESS.fullmatch(address) for address in mail.recipients)
    assert not mail.message_id or MESSAGE_ID.fullmatch(mail.message_id)
    assert all(MESSAGE_ID.fullmatch(reference) for reference in mail.references)
    assert len(mail.text) <= TEXT and mail.text.count("\n") < TEXT_LINES
    shown = (mail.text, mail.subject.replace("\n", "\0"), mail.automatic, *mail.ignored)
    assert not any(UNSEEN.search(text) for text in shown), shown


def feed(seed: int, count: int, read: Reader = parse_mail) -> tuple[int, float]:
    """Reads mutated mails; returns how many were read, and the longest time one took."""
    read_ones, longest = 0, 0.0
    for raw in mutants(seed, count):
        start = time.thread_time()
        try:
            mail = read(raw)
            read_ones += 1
            check(mail)
        except Refusal:
            pass
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}, for the mail {raw!r}") from error
        longest = max(longest, time.thread_time() - start)
    return read_ones, longest


@pytest.mark.parametrize("seed", range(CHUNKS))
@pytest.mark.timeout(900)
def test_mutated_mails_are_read_or_refused(seed: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read_ones, longest = feed(seed, CHUNK)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert longest < SECONDS
    assert grown < MEBIBYTES
    assert read_ones > CHUNK / 4, "most mutants must reach the reader, or the test tests little"


def test_an_unguarded_number_is_found() -> None:
    """Negative control: one `int(x)` in the reader must not survive."""

    def careless(raw: bytes) -> Incoming:
        mail = parse_mail(raw)
        if mail.text.startswith("silk"):
            int([*mail.text.split(), "0", "0"][1])
        return mail

    with pytest.raises(AssertionError, match="ValueError"):
        feed(0, 20_000, careless)


def test_a_forgotten_escape_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a subject that is not cleaned must be seen."""
    monkeypatch.setattr(headers, "subject", lambda found: decode_words(headers.first(found, "subject")))
    with pytest.raises(AssertionError, match="evil"):
        feed(1, 20_000)
