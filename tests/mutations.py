"""Bytes turned, overwritten, cut and doubled, for files and mails that nobody meant to send. Same seed, same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

Mutation = Callable[[Random, bytes], bytes]
Item = TypeVar("Item")


def pick(random: Random, items: Sequence[Item]) -> Item:
    return items[int(random.random() * len(items))]


def spot(random: Random, data: bytes) -> int:
    return int(random.random() * (len(data) + 1))


def flip(random: Random, data: bytes) -> bytes:
    at = min(spot(random, data), max(len(data) - 1, 0))
    return data[:at] + bytes((data[at] ^ 1 << int(random.random() * 8),)) + data[at + 1 :] if data else data


def overwrite(random: Random, data: bytes) -> bytes:
    at = spot(random, data)
    return data[:at] + random.randbytes(1 + int(random.random() * 8)) + data[at + 8 :]


def cut(random: Random, data: bytes) -> bytes:
    at = spot(random, data)
    return data[:at] + data[at + int(random.random() * 200) :]


def double(random: Random, data: bytes) -> bytes:
    at, length = spot(random, data), int(random.random() * 200)
    return data[: at + length] + data[at:]


def truncate(random: Random, data: bytes) -> bytes:
    return data[: spot(random, data)]


def insert(random: Random, data: bytes, tokens: Sequence[bytes]) -> bytes:
    at = spot(random, data)
    return data[:at] + pick(random, tokens) + data[at:]
