"""The published test vectors of "pbem1": whoever writes another verifier must get the same bytes."""

from __future__ import annotations

import hashlib
import hmac
import shutil
import subprocess

import pytest

from pbem.core import pbem1

SEED = bytes(range(32))
GAME = "mp-0007"
SEATS = ("seat1", "seat2")
BEACON = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"  # drand quicknet, round 657413
WORDS = {"seat1": "blue heron 42", "seat2": ""}

CHAINS = {stream: pbem1.chain(SEED, GAME, stream) for stream in (pbem1.ROUND, *SEATS)}
PRIVATE = pbem1.private_key(SEED, GAME)
MARK = pbem1.private_mark(PRIVATE)
COMMITMENT = pbem1.commitment(GAME, {stream: chain[0] for stream, chain in CHAINS.items()}, MARK)
ENTROPY = pbem1.first_entropy(GAME, COMMITMENT, WORDS, BEACON)
ROUND_1 = pbem1.event_key(CHAINS["round"][1], GAME, "round", 1, ENTROPY)
SEAT_1 = pbem1.event_key(CHAINS["seat1"][1], GAME, "seat1", 1, ENTROPY)
DECK = pbem1.deck_key(PRIVATE, GAME, ENTROPY)
CARDS = [f"c{i:02}" for i in range(8)]


@pytest.mark.parametrize(
    ("what", "value", "begins"),
    [
        ("T[round]_0", CHAINS["round"][0], "e3a5f23c9944b858"),
        ("T[seat1]_0", CHAINS["seat1"][0], "c763eb1c9b750237"),
        ("T[seat2]_0", CHAINS["seat2"][0], "0312af6c41885e4c"),
        ("cP", MARK, "91688debe9ee9763"),
        ("C", COMMITMENT, "58f3404b3a48a757"),
        ("E_0", ENTROPY, "7ef9b5af2485b21f"),
        ("T[round]_1", CHAINS["round"][1], "37a37f821c380bfa"),
        ("D", ROUND_1, "45e2db5830864d96"),
    ],
)
def test_the_vectors(what: str, value: bytes, begins: str) -> None:
    assert value.hex()[:16] == begins, what


def test_the_dice_of_round_1() -> None:
    assert pbem1.dice(ROUND_1, "roll/seat1", 5, 6) == (2, 6, 2, 3, 6)


def test_the_first_reroll_of_seat_1() -> None:
    assert pbem1.draw(SEAT_1, "die/2", 6) + 1 == 3


def test_the_shuffled_contracts() -> None:
    assert pbem1.shuffle(DECK, "contracts", CARDS) == ["c00", "c06", "c01", "c04", "c05", "c07", "c02", "c03"]


def test_other_words_or_another_seed_give_other_values() -> None:
    other = pbem1.first_entropy(GAME, COMMITMENT, {**WORDS, "seat2": "x"}, BEACON)
    assert pbem1.event_key(CHAINS["round"][1], GAME, "round", 1, other) != ROUND_1
    assert pbem1.chain(bytes(32), GAME, "round")[0] != CHAINS["round"][0]


def test_every_link_leads_to_the_one_before() -> None:
    chain = CHAINS["round"]
    assert len(chain) == pbem1.LINKS + 1
    assert all(pbem1.link(chain[i]) == chain[i - 1] for i in range(1, len(chain)))


@pytest.mark.skipif(not shutil.which("openssl"), reason="there is no openssl on this machine")
def test_openssl_gives_the_first_die() -> None:
    def mac(key: bytes, *parts: str | bytes) -> bytes:
        command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{key.hex()}", "-binary"]
        return subprocess.run(command, input=_framed(*parts), capture_output=True, check=True).stdout

    private = mac(SEED, "pbem1/private", GAME)
    assert private == PRIVATE
    event = mac(CHAINS["round"][1], "pbem1/event", GAME, "round", "1", ENTROPY)
    block = mac(event, "pbem1/draw", "roll/seat1/0", "0")
    assert int.from_bytes(block[:8], "big") % 6 + 1 == 2


def _framed(*parts: str | bytes) -> bytes:
    raw = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)


def test_framing_keeps_parts_apart() -> None:
    texts = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), (1, "bc"), ("1", "bc")]
    assert len({pbem1.frame(*parts) for parts in texts}) == len(texts) - 1  # a number is its decimal digits
    assert len({"".join(map(str, parts)) for parts in texts}) == 2  # without framing, only two would differ


def test_digest_and_mac_are_the_common_ones() -> None:
    assert pbem1.digest("x", b"y") == hashlib.sha256(_framed("x", b"y")).digest()
    assert pbem1.mac(b"k", "x", 7) == hmac.new(b"k", _framed("x", "7"), "sha256").digest()


def test_a_leaf_opens_with_its_salt_only() -> None:
    salts = [pbem1.salt(DECK, "contracts", i) for i in range(8)]
    leaves = [pbem1.leaf("contracts", i, card, salts[i]) for i, card in enumerate(CARDS)]
    assert len({*salts}) == len({*leaves}) == 8
    assert pbem1.leaf("contracts", 3, "c03", salts[3]) == leaves[3]
    for wrong in (("contracts", 3, "c04", salts[3]), ("contracts", 2, "c03", salts[3]), ("goods", 3, "c03", salts[3])):
        assert pbem1.leaf(*wrong) not in leaves
