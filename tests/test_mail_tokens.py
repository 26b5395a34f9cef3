"""Token forging: none of a million forged tokens is believed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

from pbem.mail.desk import HOST
from pbem.mail.gateway import identify
from pbem.mail.tokens import LENGTH, holds, token
from tests.arena import FULL
from tests.mailtable import Table
from tests.reliability import figure

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
FORGED = 1_000_000
THROUGH_THE_GATEWAY = 100_000 if FULL else 2_000


def flipped(true: str) -> Iterator[str]:
    """The token with every single bit of it turned over, and every letter replaced by every other."""
    for place in range(LENGTH):
        flips = [chr(ord(true[place]) ^ (1 << bit)) for bit in range(7)]
        yield from (true[:place] + char + true[place + 1 :] for char in {*flips, *ALPHABET} - {true[place]})


def neighbours(table: Table) -> Iterator[str]:
    """Tokens of other seats, turns, games, keys and histories."""
    desk = table.desk
    heads = [*desk.file.heads, b"", bytes(32)]
    for seat in (*desk.seats(), HOST, "", "blue"):
        for asked in range(200):
            for game in (desk.game_id, desk.game_id[:-1], "other", ""):
                for key in (table.key, bytes(32), table.key[:-1]):
                    yield from (token(key, game, seat, asked, head) for head in heads)


def guessed(random: Random) -> Iterator[str]:
    letters = "".join(random.choices(ALPHABET, k=FORGED + LENGTH))
    yield from (letters[i : i + LENGTH] for i in range(FORGED))


def forged(table: Table, true: str) -> Iterator[str]:
    every = (*flipped(true), *neighbours(table))
    yield from (offered for offered in every if offered != true)
    yield from (true[:n] for n in range(LENGTH))
    yield from (true + char for char in ALPHABET)
    yield from guessed(Random("forged"))


def test_none_of_a_million_forged_tokens_is_the_seats(tmp_path: Path) -> None:
    table = Table(tmp_path, seed="forged").begin()
    true = table.desk.token("red")
    offered = list(islice((other for other in forged(table, true) if other.isascii()), FORGED))
    assert len(offered) == FORGED
    assert not holds(true, offered)
    assert holds(true, [*offered[:1000], true])
    figure("forged tokens", offered=len(offered), believed=0)


def test_a_comparison_of_four_characters_would_be_found(tmp_path: Path) -> None:
    table = Table(tmp_path, seed="forged").begin()
    true = table.desk.token("red")
    assert any(other[:4] == true[:4] for other in islice(forged(table, true), FORGED))


def test_the_gateway_believes_no_forged_token(tmp_path: Path) -> None:
    table = Table(tmp_path, seed="forged").begin()
    for seat, text in (("red", "bid 2"), ("green", "bid 1"), ("red", "travel")):
        table.accepted(seat, text)
    desk = table.desk
    good = {desk.token_of(seat, entry) for seat in desk.everybody() for entry in range(desk.file.entry + 1)}
    letter = table.letter("red", "keep silk")
    tried = 0
    for other in islice(forged(table, desk.token("red")), THROUGH_THE_GATEWAY):
        if other.lower() not in good:  # servers may change the case of an address
            to = (f"judge+{desk.game_id}.{other}@pbem.example",)
            assert identify(desk, letter._replace(recipients=to, subject=f"[{desk.game_id} {other}]"))[0] is None
            tried += 1
    assert tried > 0.9 * THROUGH_THE_GATEWAY
    figure("forged tokens through the gateway", offered=tried, believed=0)
    assert identify(desk, letter) == ("red", "current")


def test_tokens_are_different_for_every_seat_turn_and_game() -> None:
    key = bytes(range(32))
    made = [token(key, game, seat, n, b"h") for game in ("a", "b") for seat in ("red", "blue") for n in range(500)]
    assert len(set(made)) == len(made)
    assert all(len(one) == LENGTH and set(one) <= set(ALPHABET) for one in made)
