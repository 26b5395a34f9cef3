"""Who may move, who is answered and who is not: tokens, strangers, robots, bounces, limits, threads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.desk import HOST, Judge
from pbem.mail.model import Bounce, Outgoing
from pbem.mail.tokens import LENGTH, tokens_in
from tests.mailtable import JUDGE, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path, seed="orders").begin()
    table.quiet()
    return table


STRANGERS: dict[str, dict[str, Any]] = {
    "no token": {"recipients": ("judge@pbem.example",)},
    "a token of nobody": {"recipients": ("judge+{game}.aaaaaaaaaaaaaaaa@pbem.example",)},
    "a token of another game": {"recipients": ("judge+other.{token}@pbem.example",)},
    "a token that is too short": {"recipients": ("judge+{game}.{short}@pbem.example",)},
    "a robot": {"automatic": "Auto-Submitted: auto-replied"},
    "a loop of our own": {"automatic": "X-Loop"},
}


@pytest.mark.parametrize("kind", STRANGERS)
def test_strangers_and_robots_change_no_byte_and_get_no_answer(table: Table, kind: str) -> None:
    token = table.desk.token("red")
    fill = {"game": table.desk.game_id, "token": token, "short": token[:-1]}
    changed = {k: tuple(a.format(**fill) for a in v) if k == "recipients" else v for k, v in STRANGERS[kind].items()}
    before = table.content()
    for text in ("bid 1", "status", "hello"):
        table.deliver(table.letter("red", text, **changed))
    assert table.content() == before
    assert table.inbox == {}


def test_a_forged_sender_without_the_token_is_a_stranger(table: Table) -> None:
    before = table.content()
    letter = table.letter("red", "bid 1", recipients=("judge@pbem.example",), subject="Re: Caravan, entry 0: your move")
    assert table.deliver(letter).verdict == "no token"
    assert table.content() == before


def test_a_true_token_from_an_unknown_address_plays_nothing_and_warns_the_seat_once(table: Table) -> None:
    log = table.file.log
    for _ in range(3):
        letter = table.letter("red", "bid 1", sender="mallory@evil.example")
        assert table.deliver(letter).verdict == "address not registered"
    assert table.file.log == log
    (notice,) = table.got("red")
    assert notice.address == "ann@example.org" and "nothing was played" in notice.text
    assert table.inbox == {}


@pytest.mark.parametrize("place", ["address", "upper case", "subject", "text"])
def test_a_token_may_stand_in_the_address_the_subject_or_the_text(table: Table, place: str) -> None:
    game, token = table.desk.game_id, table.desk.token("red")
    changed: dict[str, Any] = {"recipients": ("judge@pbem.example",)}
    text = "bid 1"
    if place == "address":
        changed = {"recipients": ("other@x.example", f"judge+{game}.{token}@pbem.example")}
    elif place == "upper case":
        changed = {"recipients": (f"JUDGE+{game}.{token}@PBEM.EXAMPLE".upper(),)}
    elif place == "subject":
        changed["subject"] = f"AW: Re: [{game} {token}] Caravan"
    else:
        text = f"token: {game}.{token}\nbid 1"
    assert table.deliver(table.letter("red", text, **changed)).verdict == "accepted"


def test_a_token_is_found_behind_any_hyphen_where_that_is_the_delimiter(tmp_path: Path) -> None:
    table = Table(tmp_path, judge=JUDGE._replace(address="the-judge@pbem.example", delimiter="-")).begin()
    assert table.last("red").reply_to.startswith(f"the-judge-{table.desk.game_id}.")
    table.accepted("red", "bid 1")


def test_few_tokens_of_a_mail_are_looked_at(table: Table) -> None:
    many = tuple(f"judge+g{n}.{'a' * LENGTH}@pbem.example" for n in range(50))
    assert len(tokens_in(table.letter("red", "", recipients=many))) == 8


def test_a_seats_token_is_good_for_that_seat_only(table: Table) -> None:
    letter = table.letter("red", "bid 3", sender="ben@example.org")
    assert table.deliver(letter).verdict == "address not registered"
    letter = table.letter("green", "bid 3", sender="ann@example.org")
    assert table.deliver(letter).verdict == "address not registered"
    assert table.file.entry == 0


def test_the_token_of_an_earlier_turn_reads_but_moves_nothing(table: Table) -> None:
    move, read, resign = (table.letter("red", text) for text in ("travel", "status", "resign"))
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert table.desk.token("red") not in move.recipients[0]
    table.quiet()
    assert table.deliver(move).verdict == "not accepted"
    answer = table.last("red")
    assert "You have answered an earlier mail" in answer.text and table.desk.token("red") in answer.reply_to
    assert table.deliver(resign).verdict == "not accepted"
    assert table.deliver(read).verdict == "accepted"


def test_a_token_fits_no_other_history(table: Table) -> None:
    kept = table.content()
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    letter = table.letter("red", "travel")
    table.path.write_bytes(kept)
    table.accepted("green", "bid 0")
    table.accepted("red", "bid 3")
    assert table.waiting == ["red"]
    assert table.deliver(letter).verdict == "no token of this game"


def test_a_mail_is_read_once_however_it_comes_again(table: Table) -> None:
    letter = table.letter("red", "bid 2")
    assert table.deliver(letter).verdict == "accepted"
    after = table.content()
    again = (letter, letter._replace(digest="1" * 64), letter._replace(message_id=""))
    assert [table.deliver(mail).verdict for mail in again] == ["read before"] * 3
    assert table.content() == after


@pytest.mark.parametrize(("text", "log"), [("bid 1", 1), ("frobnicate bid", 0)])
def test_mail_through_a_list_is_played_but_not_answered(table: Table, text: str, log: int) -> None:
    table.deliver(table.letter("red", text, automatic="list <games.example>"))
    assert table.file.entry == log
    assert table.got("red") == []
    told = "Your mail through a list was not accepted." in table.accepted("red", "report")
    assert told == (not log)


@pytest.mark.parametrize(("passed", "verdict"), [((), "not authenticated by authres"), (("authres",), "accepted")])
def test_a_level_that_is_asked_for_must_have_been_passed(tmp_path: Path, passed: tuple[str, ...], verdict: str) -> None:
    table = Table(tmp_path, judge=JUDGE._replace(needs=("authres",))).begin()
    assert table.deliver(table.letter("red", "bid 1", trusted=passed)).verdict == verdict


def test_refusals_have_a_limit_a_day_and_the_host_is_told_once(table: Table) -> None:
    for _ in range(30):
        table.deliver(table.letter("red", "bid 99"))
    assert len(table.got("red")) == 10
    (notice,) = table.got(HOST)
    assert "Ann (red) has sent 11 mails today that could not be done." in notice.text
    assert table.deliver(table.letter("red", "bid 1")).verdict == "accepted"
    assert [mail.answers for mail in table.got("red")] == [True]
    table.now = table.now.replace(day=19)
    table.refused("red", "bid 99")


def test_answers_have_a_limit_too_but_moves_are_always_answered(table: Table) -> None:
    for _ in range(60):
        table.deliver(table.letter("red", "status"))
    assert len(table.got("red")) == 50
    assert table.mail("red", "bid 1").text.startswith("ACCEPTED.")


def bounce(table: Table, mail: Outgoing, status: str = "5.1.1", message_id: str = "") -> str:
    returned = Bounce(mail.address, status, message_id or mail.message_id)
    letter = table.letter(
        "red", "", automatic="a report of a mail server", bounce=returned, sender="mailer-daemon@x.org"
    )
    return table.deliver(letter).verdict


def reports(table: Table, seat: str, count: int) -> list[Outgoing]:
    return [table.mail(seat, "report") for _ in range(count)]


def test_bounces_are_counted_and_after_three_the_host_is_told(table: Table) -> None:
    mails = reports(table, "red", 3)
    assert [bounce(table, mail) for mail in mails] == ["bounced"] * 3
    (notice,) = table.got(HOST)
    assert "Mail to Ann (red) has come back 3 times: 5.1.1." in notice.text
    table.accepted("green", "say now to red: hello?")
    assert table.got("red") == []
    table.accepted("red", "status")
    table.accepted("green", "say now to red: hello?")
    assert len(table.got("red")) == 1


def test_soft_bounces_repeated_ones_and_forged_ones_do_not_count(table: Table) -> None:
    mail = reports(table, "red", 1)[0]
    assert bounce(table, mail, "4.2.2") == "a bounce that does not count"
    assert bounce(table, mail) == "bounced"
    before = table.content()
    assert bounce(table, mail) == "a bounce that does not count"
    guessed = re.sub(r"\.[a-z2-7]{12}@", ".aaaaaaaaaaaa@", mail.message_id)
    for forged in (guessed, mail.message_id.replace(".2.", ".3."), "<nonsense>", "<a.b.c.d.e.f@g>"):
        assert bounce(table, mail, message_id=forged) == "a bounce that does not count"
    assert table.content() == before


def test_each_mail_of_an_event_goes_to_a_seat_once(tmp_path: Path) -> None:
    table = Table(tmp_path, players=3).begin()
    table.quiet()
    table.host("force red at 0\npause at 0\nsay now to all: hello")
    assert {seat: len(mails) for seat, mails in table.inbox.items() if mails} == {"red": 1, "green": 1, "blue": 1}


def test_reports_answers_and_reminders_hang_together(table: Table) -> None:
    first = table.mail("red", "report")
    answer = table.mail("red", "status", message_id="<mine@home.example>")
    assert answer.in_reply_to == "<mine@home.example>"
    assert answer.references[-2:] == (first.message_id, "<mine@home.example>")
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    report = table.last("red")
    assert report.in_reply_to in report.references and answer.message_id in report.references


def test_the_subject_stays_the_same_within_a_turn_and_names_the_next_one(table: Table) -> None:
    game = table.desk.game_id
    token = table.desk.token("red")
    subject = f"Caravan, entry 0: your move [{game} {token}]"
    assert table.mail("red", "status").subject == f"Re: {subject}"
    table.tick(hours=49)
    assert table.last("red").subject == f"Re: {subject}"
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert table.last("red").subject == f"Caravan, entry 2: your move [{game} {table.desk.token('red')}]"


def test_the_subject_of_a_notice_does_not_say_your_move_when_nothing_is_asked(table: Table) -> None:
    table.accepted("red", "bid 2")
    table.tick(days=3)
    notice = table.last("red")
    assert notice.kind == "notice" and "is late" in notice.text
    assert notice.subject == f"Caravan, entry 1: waiting for green [{table.desk.game_id} {table.desk.token('red')}]"
    assert notice.in_reply_to in notice.references and notice.in_reply_to in table.raw
    assert table.mail("red", "status").subject.startswith("Re: Caravan, entry 0: your move")
    table.accepted("green", "say now to red: hi")
    assert "waiting for green" in table.last("red").subject
    assert table.accepted("green", "bid 1") and "your move" in table.last("red").subject


def test_a_game_can_be_one_thread(tmp_path: Path) -> None:
    table = Table(tmp_path, judge=JUDGE._replace(thread="game")).begin()
    subject = table.last("red").subject
    assert subject == f"Caravan [{table.desk.game_id}]"
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert table.last("red").subject == f"Re: {subject}"
    table.accepted("red", "travel")


def test_message_ids_are_never_given_twice(table: Table) -> None:
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    table.accepted("red", "travel")
    table.tick(days=3)
    assert len(table.raw) == len(set(table.raw))
    assert all(re.fullmatch(r"<[a-z0-9.]+@pbem\.example>", message_id) for message_id in table.raw)


def test_a_game_played_to_its_end_tells_everybody(tmp_path: Path) -> None:
    table = Table(tmp_path, players=3, judge=JUDGE).begin()
    while table.waiting:
        seat = table.waiting[0]
        table.quiet()
        text = table.accepted(seat, table.game.format(next(table.game.legal(table.match.state, seat))))
    assert "THE GAME IS OVER" in text
    others = [other for other in ("red", "green", "blue") if other != seat]
    assert all("THE GAME IS OVER" in table.last(other).text for other in others)
    assert "The game is over; won by" in table.last(HOST).text
    assert table.tick(days=10) == "nothing is due"


def test_the_promise_about_chance_is_in_the_first_mails(tmp_path: Path) -> None:
    table = Table(tmp_path, judge=Judge("j@x.example")).begin()
    for seat in ("red", "green"):
        assert table.file.header.commitment["all"] in table.last(seat).text


def test_a_seat_without_an_address_gets_no_mail_and_nothing_breaks(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.quiet()
    file = table.file
    from pbem.gamefile.store import write

    seats = tuple(info._replace(address="") if info.seat == "green" else info for info in file.header.seats)
    write(file._replace(header=file.header._replace(seats=seats)), table.match)
    table.accepted("red", "say now to green: hi\nbid 1")
    assert table.got("green") == []
