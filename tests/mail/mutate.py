"""Mutated mails: bits, lines, headers and parts of the corpus turned, cut, doubled and mixed. Same seed, same mails."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests import mutations
from tests.mail.corpus import mail, names
from tests.mutations import Mutation, cut, double, flip, overwrite, pick, spot, truncate

SMALL = 8 * 1024
TOKENS = (
    *(
        b"\x00",
        b"\r",
        b"\n",
        b"\r\n\r\n",
        b"=",
        b"=?utf-8?q?=0A?=",
        b"=?x?b?/?=",
        b"--",
        b"-- \n",
        b"> ",
        b"<",
        b">",
        b"@",
    ),
    *(
        b"&#99999999;",
        b"&#x110000;",
        b"<!--",
        b"-->",
        b"<blockquote>",
        b"</div>",
        b'<div class="gmail_quote">',
        b"\xff",
    ),
    *(
        b"\xef\xbb\xbf",
        b"\xe2\x80\xae",
        b"\x1b$B",
        b"\nFrom: eve@evil.example\n",
        b"\nContent-Type: multipart/mixed;\n",
    ),
    *(b' boundary="x"', b"\n--x\n", b"\n--x--\n", b"charset=utf-7;", b"charset=idna;", b"; format=flowed; delsp=yes"),
    *(b"\nContent-Transfer-Encoding: base64\n", b"\nContent-Type: message/rfc822\n\n", b"message/delivery-status"),
    *(b"\nAction: failed\nStatus: 9999999999999999999.1\n", b"On 1.1.2026 x wrote:\n", b"-----BEGIN PGP "),
)


def insert(random: Random, data: bytes) -> bytes:
    return mutations.insert(random, data, TOKENS)


def swap_lines(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    i, j = int(random.random() * len(lines)), int(random.random() * len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def double_line(random: Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    lines.insert(int(random.random() * len(lines)), lines[int(random.random() * len(lines))])
    return b"\n".join(lines)


def body_of_other(random: Random, data: bytes) -> bytes:
    other = _any_mail(random)
    return data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" + other.partition(b"\r\n\r\n")[2]


def end_of_other(random: Random, data: bytes) -> bytes:
    other = _any_mail(random)
    return data[: spot(random, data)] + other[spot(random, other) :]


def noise(random: Random, data: bytes) -> bytes:
    return random.randbytes(int(random.random() * 500))


# Small changes keep a mail readable, so that they reach far; the rough ones come less often.
MUTATIONS: tuple[Mutation, ...] = (
    *(flip, flip, overwrite, cut, double, insert, insert, insert, swap_lines, double_line, body_of_other),
    *(flip, insert, swap_lines, end_of_other, truncate),
)

_pool: list[list[bytes]] = []


def _any_mail(random: Random) -> bytes:
    if not _pool:
        mails = [mail(name) for name in names()]
        _pool.extend([[m for m in mails if len(m) <= SMALL], mails])
    return pick(random, _pool[random.random() < 0.002])


def mutant(random: Random) -> bytes:
    """One mutated mail."""
    data = _any_mail(random)
    if random.random() < 0.01:
        return noise(random, data)
    for _ in range(1 + int(random.random() * 3)):
        data = pick(random, MUTATIONS)(random, data)
    return data


def mutants(seed: int | str, count: int) -> Iterator[bytes]:
    """Mutated mails, always the same for a seed."""
    random = Random(seed)
    return (mutant(random) for _ in range(count))
