"""Two-worlds secrecy of mails: subject, Message-ID, text, size, order and number do not depend on what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from pbem.bots import find_bot
from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.core.game import Game
from pbem.core.move import Move
from pbem.gamefile.store import GameFile
from pbem.gamefile.turn import attempt
from pbem.mail.desk import HOST, Desk
from pbem.mail.gateway import receive
from pbem.mail.mime import Sender, to_bytes
from pbem.mail.model import Incoming, Outgoing
from pbem.mail.state import Box
from pbem.mail.tick import tick
from tests.arena import FULL, every_game
from tests.mailtable import JUDGE, NOON, Table

GAMES = 20 if FULL else 1
LOOKS = 12 if FULL else 3
TEXTS = ("report", "status", "legal", "help", "hello", "undo", "try\n{any}", "{any}", "{any}\n{any}", "queue {any}")


def bytes_for(file: GameFile | None, seat: str) -> list[bytes]:
    """Every mail that waits for a seat, as it would go out, with the time before which it must not."""
    if file is None or file.secrets is None:
        return []
    kept = [mail for mail in Box(file.secrets.mail).outbox if mail["seat"] == seat]
    mails = [Outgoing(**{f: mail[f] for f in Outgoing._fields if f in mail}) for mail in kept]
    sender = Sender(JUDGE.address, JUDGE.name)
    return [to_bytes(mail, sender, file.header.id, NOON) for mail in mails] + [str(kept).encode()]


def other_file(file: GameFile, match: Match, seat: str, random: Random) -> GameFile:
    """The same file in a world the seat cannot tell from the true one."""
    world = match.game.other_world(match.state, seat, Seeded("other", random.randbytes(8)))
    public, hidden = match.game.dump(world)
    assert file.saved is not None and file.secrets is not None
    return file._replace(
        saved=file.saved._replace(position=public), secrets=file.secrets._replace(position=hidden, ahead={})
    )


def texts(match: Match, seat: str, random: Random) -> Iterator[str]:
    """What a seat may mail: orders, moves of its own and of others, right and wrong."""
    seats = [decision.seat for decision in match.game.waiting(match.state)]
    moves = [match.game.format(m) for s in (seat, *seats) for m in islice(match.game.legal(match.state, s), 40)]
    for text in TEXTS:
        yield re.sub("{any}", lambda _: random.choice(moves or ["pass"]), text)


def shows_chance(match: Match, seat: str, text: str) -> bool:
    """True when a text would make chance show something, which may then differ."""
    try:
        return bool(attempt(match, seat, text)[1].draws)
    except Exception:
        return False


def differences(table: Table, seat: str, random: Random) -> Iterator[str]:
    """Texts whose answer would tell the seat which of two worlds is the true one."""
    file, match = table.file, table.match
    other = other_file(file, match, seat, random)
    for text in texts(match, seat, random):
        if shows_chance(match, seat, text):
            continue
        letter = table.letter(seat, text)
        here, there = (receive(world, letter, NOON, JUDGE, table.key) for world in (file, other))
        if (here.verdict, bytes_for(here.file, seat)) != (there.verdict, bytes_for(there.file, seat)):
            yield f"{seat}: {text}"
    later = table.now.replace(month=12)
    here, there = (tick(world, later, JUDGE, table.key) for world in (file, other))
    if bytes_for(here.file, seat) != bytes_for(there.file, seat):
        yield f"{seat}: tick"


def played(game: Game, folder: Path, number: int) -> Iterator[Table]:
    """A game by mail between bots, stopped at some places."""
    random = Random(f"mail secrecy {game.id} {number}")
    table = Table(folder, game.id, random.choice(game.players), seed=f"secret {number}").begin()
    entries = 12 if game.id == "caravan" else 40
    stops = random.sample(range(entries), LOOKS)
    for entry in range(entries):
        if entry in stops:
            yield table
        waiting = table.waiting
        if not waiting:
            break
        seat = random.choice(waiting)
        table.accepted(seat, find_bot("random", f"{number}/{entry}")(table.match, seat))


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_no_mail_tells_two_worlds_apart(game: Game, number: int, tmp_path: Path) -> None:
    random = Random(f"{game.id} {number}")
    found = [
        f"entry {table.file.entry}: {wrong}"
        for table in played(game, tmp_path, number)
        for seat in table.desk.seats()
        for wrong in differences(table, seat, random)
    ]
    assert found == []


def shape(move: Move) -> object:
    return type(move), tuple(len(value) if isinstance(value, tuple) else 0 for value in move.values())


@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_what_others_decide_in_secret_does_not_show_in_mails(game: Game, tmp_path: Path) -> None:
    compared = 0
    for table in played(game, tmp_path, 7):
        file, match = table.file, table.match
        for mover in table.waiting:
            secret = [m for m in islice(game.legal(match.state, mover), 300) if game.secret(m)]
            by_shape: dict[object, list[str]] = {}
            for move in secret:
                if not shows_chance(match, mover, game.format(move)):
                    by_shape.setdefault(shape(move), []).append(game.format(move))
            for moves in by_shape.values():
                letters = [table.letter(mover, text, digest=f"{1:064}", message_id="<m@x>") for text in moves[:3]]
                results = [receive(file, letter, NOON, JUDGE, table.key) for letter in letters]
                for seat in [s for s in (*table.desk.seats(), HOST) if s != mover]:
                    assert len({tuple(bytes_for(result.file, seat)) for result in results}) == 1
                    compared += len(moves) > 1
    assert compared or game.id == "marcopolo"  # which has few moves that are secret


def conversation(table: Table, extra: list[tuple[str, str]]) -> list[list[bytes]]:
    """What green gets while red and blue do something of their own, and then all go on."""
    file: GameFile | None = table.file
    steps = [*extra, ("green", "status"), ("red", "bid 1"), ("blue", "bid 2"), ("green", "report")]
    for number, (seat, text) in enumerate(steps):
        assert file is not None
        desk = Desk(file, JUDGE, table.key, NOON)
        to = (desk.reply_to(seat),)
        mail = Incoming(f"{seat}{text}{number}", desk.address(seat), to, "", f"<{seat}{text}@x>", (), text)
        result = receive(file, mail, NOON, JUDGE, table.key)
        assert result.verdict == "accepted", (seat, text)
        file = result.file
    return [bytes_for(file, "green"), [file.head.encode() if file else b""]]


@pytest.mark.parametrize(
    "extra",
    [
        [("red", "queue travel")],
        [("red", "queue travel"), ("red", "queue bid 1"), ("red", "cancel 1")],
        [("red", "say to blue: attack green!")],
        [("red", "say now to blue: attack green!")],
        [("red", "quiet 22:00-07:00"), ("blue", "digest on"), ("red", "zone Asia/Tokyo"), ("red", "also a@b.example")],
        [("red", "try bid 3"), ("blue", "legal"), ("red", "help")],
    ],
    ids=lambda extra: extra[0][1],
)
def test_what_others_write_to_the_judge_does_not_show_in_my_mails(extra: list[tuple[str, str]], tmp_path: Path) -> None:
    table = Table(tmp_path, players=3, seed="talk").begin()
    assert conversation(table, extra) == conversation(table, [])


def test_a_common_count_of_mails_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Box, "next_number", lambda self, what: len(str(vars(self))))
    table = Table(tmp_path, players=3, seed="talk").begin()
    assert conversation(table, [("red", "queue travel")]) != conversation(table, [])
