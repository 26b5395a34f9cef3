"""Mails through `pbem mail read` in one process: into the queue, read, taken to a game, answered; prints rates.

usage: mails.py moves|strangers COUNT, or mails.py memory COUNT, which prints by how many MB the process has grown
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from pbem.gamefile.create import create, new_header
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.store import load
from pbem.mail import post
from pbem.mail.config import Config
from pbem.mail.desk import Desk, Judge
from pbem.mail.folders import Queue
from pbem.mail.office import work
from pbem.rules import find_game

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
CORPUS = Path(__file__).parent.parent / "tests" / "mail"
PLAYED = 200  # in the run that looks at memory, one mail in so many is a move
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # what is measured is ours, not the disk
WARM = 0.2  # part of that run after which memory should not grow any more


class Office:
    """A game of Marco Polo that waits for its first move and is put back after each."""

    def __init__(self, folder: Path) -> None:
        (folder / "games").mkdir()
        self.path = folder / "games" / "game.yaml"
        self.config = Config(Judge("judge@pbem.example"), str(self.path.parent), str(folder / "mail"))
        self.queue = Queue(self.config.queue)
        game, seed = find_game("marcopolo"), bytes(32)
        seats = tuple(SeatInfo(seat, seat, f"{seat}@example.org") for seat in game.colours[:4])
        match = create(str(self.path), game, new_header(game, seats, {}, seed), seed)
        post.begin(str(self.path), NOW, self.config.judge)
        post.send_out(str(self.path), NOW, self.config.judge, lambda mail, raw: None)
        self.content = self.path.read_bytes()
        seat = game.waiting(match.state)[0].seat
        key = bytes.fromhex(self.path.with_suffix(".key").read_text())
        to = Desk(load(str(self.path)), self.config.judge, key, NOW).reply_to(seat)
        self.head = f"From: {seat}@example.org\r\nTo: {to}\r\n"
        self.move = game.format(next(game.legal(match.state, seat)))

    def moves(self) -> Iterator[bytes]:
        """Mails with a legal move, no two the same."""
        number = 0
        while True:
            number += 1
            yield f"{self.head}Message-ID: <{number}@example.org>\r\n\r\n{self.move}\r\n".encode()

    def read(self, raw: bytes) -> None:
        """One mail from the pipe to its answer; the game is put back where it was."""
        self.queue.accept(raw)
        work(self.config, NOW)
        if raw.startswith(self.head.encode()):
            self.path.write_bytes(self.content)

    def clear(self) -> None:
        """Forgets what was done, as `pbem mail tick` does with the oldest."""
        for folder in ("done", "bad", "out"):
            for path in (Path(self.config.queue) / folder).glob("*"):
                path.unlink()


def strangers() -> Iterator[bytes]:
    """The mails of the tests, each different from the last time."""
    mails = [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))]
    small = [raw for raw in mails if len(raw) < 8192]
    for number, raw in enumerate(cycle(small)):
        yield f"X-Number: {number}\r\n".encode() + raw


def mixed(office: Office) -> Iterator[bytes]:
    moves = office.moves()
    for number, raw in enumerate(strangers()):
        yield next(moves) if number % PLAYED == 0 else raw


def rate(office: Office, mails: Iterator[bytes], count: int) -> float:
    for raw in islice(mails, 20):
        office.read(raw)
    start = process_time()
    for raw in islice(mails, count):
        office.read(raw)
    return count / (process_time() - start)


def growth(office: Office, count: int) -> float:
    """By how much the peak of memory rises after the first part of many mails."""
    warm = 0
    for number, raw in enumerate(islice(mixed(office), count)):
        if number % 1000 == 0:
            office.clear()
        if number == int(count * WARM):
            warm = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        office.read(raw)
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - warm) / 1024


def main(what: str, count: int) -> None:
    with TemporaryDirectory(prefix="pbem-mails-", dir=MEMORY) as folder:
        office = Office(Path(folder))
        if what == "memory":
            figures = {"mails": count, "rate": growth(office, count)}
        else:
            figures = {"mails": count, "rate": rate(office, office.moves() if what == "moves" else strangers(), count)}
    print(json.dumps(figures))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
