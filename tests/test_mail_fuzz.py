"""Mutated mails through reader and gateway: no crash, none takes long or much memory, strangers change nothing."""

from __future__ import annotations

import re
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.mail import compose, gateway, headers
from pbem.mail.charset import decode_words
from pbem.mail.desk import Desk
from pbem.mail.limits import ADDRESS, MESSAGE_ID, TEXT, TEXT_LINES
from pbem.mail.message import parse_mail
from pbem.mail.model import Incoming, Refusal
from tests.mail.house import House
from tests.mail.mutate import mutants
from tests.reliability import FULL, figure

STRANGERS, CHUNK = (198, 50_000) if FULL else (20, 9_900)  # of mails without a token
PLAYERS = {"caravan": 80_000, "marcopolo": 20_000} if FULL else {"caravan": 1_600, "marcopolo": 400}
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


def feed(seed: int | str, count: int, read: Reader = parse_mail) -> tuple[int, float]:
    """Has mutated mails read; returns how many were read, and the longest time one took."""
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


def feed_within_limits(seed: int | str, count: int, read: Reader) -> dict[str, float]:
    """The same; none may take too long, and all together must not leave much in memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    read_ones, longest = feed(seed, count, read)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert longest < SECONDS
    assert grown < MEBIBYTES
    assert read_ones > count / 4, "most mutants must reach the gateway, or the test tests little"
    return {"mails": count, "read": read_ones, "longest": round(longest, 4), "mebibytes": round(grown, 1)}


@pytest.mark.parametrize("seed", range(STRANGERS))
@pytest.mark.timeout(900)
def test_mutated_mails_of_strangers_change_no_byte_and_are_not_answered(seed: int, tmp_path: Path) -> None:
    house = House(tmp_path)
    figures = feed_within_limits(seed, CHUNK, house.stranger)
    assert house.table.content() == house.content
    assert house.seen["no token of this game"] > CHUNK / 12, house.seen
    figure("mutated mails of strangers", seed=seed, **figures, **house.seen)


@pytest.mark.parametrize("game", PLAYERS)
@pytest.mark.timeout(3600)
def test_mutated_mails_of_players_are_legal_orders_or_change_nothing(game: str, tmp_path: Path) -> None:
    house = House(tmp_path, game)
    figures = feed_within_limits(f"player {game}", PLAYERS[game], house.player)
    assert house.seen["moved"] > PLAYERS[game] / 20, house.seen
    assert house.seen["not accepted"] > PLAYERS[game] / 50, house.seen
    figure("mutated mails with a token", game=game, **figures, **house.seen)


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
    """Negative control: a subject that is not cleaned must be seen, whichever mutant has one first."""
    monkeypatch.setattr(headers, "subject", lambda found: decode_words(headers.first(found, "subject")))
    with pytest.raises(AssertionError, match=r"(?s)^AssertionError: \(.*\nassert not True"):
        feed(1, 20_000)


def test_a_token_that_is_not_compared_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: not every token is good."""
    monkeypatch.setattr(gateway, "holds", lambda true, offered: bool(offered))
    with pytest.raises(AssertionError, match=r"not registered|accepted"):
        feed(2, 2_000, House(tmp_path).stranger)


def test_an_address_that_is_not_compared_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a true token from a strange address must not move."""

    class Anywhere(set[str]):
        def __contains__(self, address: object) -> bool:
            return True

    monkeypatch.setattr(Desk, "addresses", lambda desk, seat: Anywhere())
    with pytest.raises(AssertionError, match="moved by"):
        feed(3, 2_000, House(tmp_path).player)


def test_a_robot_that_is_answered_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a robot with a true token must not be heard."""
    monkeypatch.setattr(gateway, "_doubt", lambda desk, mail: "")
    with pytest.raises(AssertionError, match=r"Auto-Submitted|AssertionError"):
        feed(4, 2_000, House(tmp_path).player)


def test_a_second_answer_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: one mail, one answer."""

    def twice(desk: Desk, mail: Incoming, seat: str, first: str, text: compose.Text) -> None:
        for _ in range(2):
            compose.send_answer(desk, mail, seat, first, text)

    monkeypatch.setattr(gateway, "send_answer", twice)
    with pytest.raises(AssertionError, match="answers to"):
        feed(5, 500, House(tmp_path).player)
