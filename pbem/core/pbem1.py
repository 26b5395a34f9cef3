"""Fair chance "pbem1": dice and shuffles that nobody can choose and everybody can check.

Pure functions over bytes, after one construction that is written down in docs/fair-dice.md with test vectors. `game` is
the id of a game, a *stream* is `round` or a seat, an *event* is an occasion to roll, numbered from 1 in its stream.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256

LINKS = 1024  # events of one stream
ROUND = "round"

Part = bytes | str | int


def frame(*parts: Part) -> bytes:
    """Joins parts so that different parts never give the same bytes."""
    raw = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join([len(part).to_bytes(4, "big") + part for part in raw])


def digest(*parts: Part) -> bytes:
    """SHA-256 over framed parts."""
    return sha256(frame(*parts)).digest()


def mac(key: bytes, *parts: Part) -> bytes:
    """HMAC-SHA256 over framed parts."""
    return hmac.digest(key, frame(*parts), "sha256")


def link(later: bytes) -> bytes:
    """The link before a link of a chain: easy to find backwards, impossible forwards."""
    return digest("pbem1/link", later)


def chain(seed: bytes, game: str, stream: str) -> list[bytes]:
    """The reverse hash chain of a stream: link 0 is published before the game, link i when event i is drawn."""
    found = [mac(seed, "pbem1/tip", game, stream)]
    start = frame("pbem1/link", b"\0" * 32)[:-32]  # `link`, unrolled: this is most of the work of a new game
    for _ in range(LINKS):
        found.append(sha256(start + found[-1]).digest())
    found.reverse()
    return found


def private_key(seed: bytes, game: str) -> bytes:
    """The key of everything that stays hidden: shuffles and salts."""
    return mac(seed, "pbem1/private", game)


def private_mark(private: bytes) -> bytes:
    """What is published of the private key before the game."""
    return digest("pbem1/privc", private)


def commitment(game: str, starts: Mapping[str, bytes], mark: bytes) -> bytes:
    """One hash for all that is fixed before the game: link 0 of every stream in order, and the private mark."""
    flat = [part for stream, start in starts.items() for part in (stream, start)]
    return digest("pbem1/commit", game, *flat, mark)


def first_entropy(game: str, commit: bytes, words: Mapping[str, str], beacon: str = "") -> bytes:
    """What the players' words come to: every seat in order with its word, empty where there is none."""
    flat = [part for pair in words.items() for part in pair]
    return digest("pbem1/entropy", game, commit, *flat, "beacon", beacon)


def next_entropy(before: bytes, round: int, opened: Mapping[str, str]) -> bytes:
    """The entropy after a round in which sealed words were opened."""
    flat = [part for pair in opened.items() for part in pair]
    return digest("pbem1/entropy", before, round, *flat)


def seal(game: str, seat: str, round: int, word: str) -> bytes:
    """The hash a seat sends first, one round before it opens the word."""
    return digest("pbem1/seal", game, seat, round, word)


def event_key(opened: bytes, game: str, stream: str, number: int, entropy: bytes) -> bytes:
    """The key of all draws of one event; `opened` is its link of the chain."""
    return mac(opened, "pbem1/event", game, stream, number, entropy)


def deck_key(private: bytes, game: str, entropy: bytes) -> bytes:
    """The key of all shuffles and salts of a game; `entropy` is the first one."""
    return mac(private, "pbem1/deck", game, entropy)


def draw(key: bytes, label: str, n: int) -> int:
    """A number 0..n-1 by rejection sampling over 64-bit words, so that no value is favoured."""
    limit = 2**64 - 2**64 % n
    counter = 0
    while True:
        block = mac(key, "pbem1/draw", label, counter)
        for i in range(0, 32, 8):
            word = int.from_bytes(block[i : i + 8], "big")
            if word < limit:
                return word % n
        counter += 1


def dice(key: bytes, label: str, n: int, sides: int) -> tuple[int, ...]:
    """n dice, each drawn by its own label."""
    return tuple(draw(key, f"{label}/{i}", sides) + 1 for i in range(n))


def shuffle(key: bytes, label: str, items: Sequence[str]) -> list[str]:
    """Fisher-Yates from the top, one labelled draw a step."""
    deck = list(items)
    for i in range(len(deck) - 1, 0, -1):
        j = draw(key, f"{label}/{i}", i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def salt(key: bytes, deck: str, place: int) -> bytes:
    """What keeps the leaf of a card from being guessed; shown together with the card."""
    return mac(key, "pbem1/salt", deck, place)


def leaf(deck: str, place: int, card: str, salt: bytes) -> bytes:
    """What is published of a hidden card at its place (from 0) of a deck."""
    return digest("pbem1/card", deck, place, card, salt)
