"""The host's orders: guarded by the entry, recorded, told to those concerned."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.gamefile.store import load
from pbem.mail.desk import HOST
from tests.mailtable import Table
from tests.shell import pbem


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table(tmp_path, seed="orders").begin()
    table.quiet()
    return table


def notes(table: Table) -> list[str]:
    return [line.removeprefix("! note ") for line in table.file.log.lines if line.startswith("! note")]


def test_pausing_stops_all_clocks_and_everybody_sees_it(table: Table) -> None:
    assert "Paused." in table.host("pause at 0")
    assert notes(table) == ["paused by host"]
    for seat in ("red", "green"):
        assert "The host has paused the game; no clock runs." in table.last(seat).text
    for _ in range(2):
        assert "THE GAME IS PAUSED since Wed 18 Nov 2026, 12:00 (UTC); no clock runs." in table.accepted(
            "red", "report"
        )
    assert table.tick(days=30) == "nothing is due"
    table.host("resume at 1")
    assert notes(table)[1:] == ["resumed by host"]
    assert "Please answer by Mon 21 Dec 2026, 12:00 (UTC)." in table.accepted("red", "report")
    assert "not paused" in table.refused(HOST, "resume at 2")


def test_a_paused_game_can_still_be_played(table: Table) -> None:
    table.host("pause at 0")
    table.accepted("red", "bid 1")
    assert "paused already" in table.refused(HOST, "pause at 2")


@pytest.mark.parametrize("order", ["pause", "resume", "remind red", "force red", "substitute red by Cid <c@d.example>"])
def test_an_order_needs_the_entry_the_host_saw_last(table: Table, order: str) -> None:
    table.accepted("red", "bid 1")
    assert "Say which entry you saw last: `... at 1`." in table.refused(HOST, order)
    assert "The game is at entry 1, not 0" in table.refused(HOST, f"{order} at 0")


def test_several_orders_of_one_mail_name_the_same_entry(table: Table) -> None:
    table.host("force red at 0\npause at 0")
    assert notes(table) == ["default move of red: forced by host", "paused by host"]


def test_forcing_plays_the_default_move_and_tells_all(table: Table) -> None:
    assert "Played for red: bid ?" in table.host("force red at 0")
    assert table.file.log.entries[-1].seat == "red"
    assert "The host has played the default move of Ann (red): bid ?" in table.last("green").text
    assert "The host has played your default move: bid ?" in table.last("red").text
    assert "Nothing is asked of red." in table.refused(HOST, "force red at 2")


def test_reminding_sends_the_report_again(table: Table) -> None:
    assert "Ann (red) was reminded." in table.host("remind ann at 0")
    mail = table.last("red")
    assert mail.kind == "reminder" and "The host reminds you." in mail.text and "IT IS YOUR TURN" in mail.text
    assert notes(table) == ["red is reminded by host"]


def test_a_substitute_takes_over_and_the_old_player_is_out(table: Table) -> None:
    table.accepted("red", "queue bid 1\nquiet 22:00-07:00\nalso ann@work.example")
    old = table.letter("red", "bid 3")
    read = table.letter("red", "report")
    text = table.host("substitute red by Cid <cid@example.net> at 0")
    assert "Cid plays red. Ann <ann@example.org> can no longer read or move." in text
    assert notes(table) == ["red is played by Cid from now on"]
    assert load(str(table.path)).header.seats[0][1:] == ("Cid", "cid@example.net")
    assert "Cid plays red from now on, in the place of Ann." in table.last("green").text
    table.quiet()
    before = table.content()
    assert [table.deliver(mail).verdict for mail in (old, read)] == ["no token of this game"] * 2
    forged = old._replace(sender="cid@example.net", digest="0" * 64, message_id="<other@x>")
    assert table.deliver(forged).verdict == "no token of this game"
    assert table.content() == before and table.inbox == {}
    assert table.box.queue == {} and table.box.setting("red", "quiet") == ""


def test_the_substitute_gets_a_report_with_a_token_and_a_whole_clock(table: Table) -> None:
    table.tick(hours=60)
    table.host("substitute red by Cid <cid@example.net> at 0")
    mail = table.last("red")
    assert (mail.address, mail.kind) == ("cid@example.net", "report")
    assert mail.in_reply_to == "" and mail.references == ()
    assert "Cid, it is your turn." in mail.text and "Please answer by Tue 24 Nov 2026, 00:00 (UTC)." in mail.text
    table.accepted("red", "bid 1")


@pytest.mark.parametrize(
    "words", ["red", "red by Cid", "red by <a@b.example>", "red by Cid <nobody>", "pink by C <a@b.c>"]
)
def test_a_substitution_that_cannot_be_read_is_refused(table: Table, words: str) -> None:
    table.refused(HOST, f"substitute {words} at 0")


def test_amending_plays_the_past_anew_and_tells_all_without_secrets(table: Table) -> None:
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert table.waiting == ["red"]
    table.quiet()
    text = table.host("amend entry 1 at 2: bid 0")
    assert "Entry 1 is now: bid 0" in text and "1 later entry was played again." in text
    assert table.waiting == ["green"]
    told = table.last("red").text
    assert (
        "The host has changed entry 1. It is now entry 4, red: bid ?" in told and "bid 0" not in told.split("=====")[0]
    )
    assert "IT IS YOUR TURN" in table.last("green").text
    assert pbem("check", table.path).code == 0


@pytest.mark.parametrize("order", ["amend entry 9 at 1: bid 0", "amend entry 1 at 1", "amend entry 1 at 1: bid 99"])
def test_an_amendment_that_cannot_be_made_changes_nothing(table: Table, order: str) -> None:
    table.accepted("red", "bid 2")
    table.refused(HOST, order)


def test_the_host_may_look_and_speak(table: Table) -> None:
    assert "We wait for Ann (red): bid, Ben (green): bid." in table.host("status")
    assert "Nothing has happened yet." in table.host("history")
    assert "Goal of" not in table.host("report")
    table.host("say now to all: Welcome!")
    assert "host (host) says to all: Welcome!" in table.last("red").text


def test_the_hosts_token_is_good_until_his_next_order(table: Table) -> None:
    old = table.letter(HOST, "resume at 1")
    table.host("pause at 0")
    assert table.deliver(old).verdict == "not accepted"
    assert "You have answered an earlier mail" in table.last(HOST).text
    table.host("resume at 1")


def test_a_player_with_the_hosts_token_is_not_the_host(table: Table) -> None:
    before = table.file.log
    assert table.deliver(table.letter(HOST, "pause at 0", sender="ann@example.org")).verdict == "address not registered"
    assert table.file.log == before and table.got("red") == []


def test_without_a_host_nobody_can_order_as_one(tmp_path: Path) -> None:
    from pbem.mail.desk import Judge

    table = Table(tmp_path, judge=Judge("judge@pbem.example")).begin()
    letter = table.letter("red", "pause at 0", recipients=(table.desk.reply_to(HOST),))
    before = table.content()
    assert table.deliver(letter).verdict == "no token of this game"
    assert table.content() == before


def test_entries_that_came_without_the_judge_are_told_at_the_next_tick(table: Table) -> None:
    old = table.letter("red", "report")
    assert pbem("move", table.path, "bid 2", "--seat", "red").code == 0
    assert pbem("move", table.path, "bid 1", "--seat", "green").code == 0
    assert "entries 1 to 2" in table.tick()
    mail = table.last("red")
    assert "IT IS YOUR TURN, Ann (red)." in mail.text and old.recipients[0] != mail.reply_to
    assert table.tick() == "nothing is due"
    table.accepted("red", "travel")
