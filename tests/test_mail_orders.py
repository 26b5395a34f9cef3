"""Every order a player can mail: what it does, how it is answered, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.desk import HOST
from pbem.mail.orders import HOST_VERBS, PLAYER_VERBS, read_orders
from pbem.rules import find_game
from tests.mailtable import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Two players of the toy game; both are asked for a bid."""
    table = Table(tmp_path, seed="orders").begin()
    table.quiet()
    return table


def at_turn(table: Table) -> tuple[str, str]:
    """Plays bids until one seat alone is asked; returns it and the other one."""
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert table.waiting == ["red"]
    table.quiet()
    return "red", "green"


def test_a_move_is_answered_in_canonical_form_with_what_happened_and_the_next_step(table: Table) -> None:
    text = table.accepted("red", "Hello judge,\n\nBID  2\n\nsee you")
    lines = text.split("\n")
    assert lines[0] == "ACCEPTED."
    assert "Understood: bid 2" in lines
    assert any(line.startswith("Next: Ben (green). Entry 1, head ") for line in lines)
    assert 'Left out: "Hello judge,"' in lines


def test_the_next_player_gets_a_report_and_the_mover_only_an_answer(table: Table) -> None:
    table.accepted("red", "bid 2")
    table.quiet()
    table.accepted("green", "bid 1")
    assert [mail.kind for mail in table.got("red")] == ["report"]
    assert table.got("green") == []


def test_whoever_is_asked_again_gets_the_report_with_the_answer(table: Table) -> None:
    table.accepted("red", "bid 1")
    table.quiet()
    text = table.accepted("green", "bid 3")
    assert "IT IS YOUR TURN" in text
    assert table.got("green") == []


def test_several_moves_in_a_mail_are_one_text(table: Table) -> None:
    red, _ = at_turn(table)
    text = table.accepted(red, "travel")
    kept = next(line for line in text.split("\n") if line.strip().startswith("keep "))
    assert "Understood: travel" in text
    assert "ACCEPTED" in table.accepted(red, kept.strip())


def test_all_problems_of_a_mail_are_told_with_their_lines(table: Table) -> None:
    text = table.refused("red", "Hello!\n\ntrvael\n\nbid three")
    assert "mail:3:1: 'trvael' is no command" in text and "mail:5:5: did not expect" in text
    text = table.refused("red", "Hello!\n\nbid 99")
    assert "mail:3:1: bids 99 coins, has 3" in text


def test_after_a_refused_mail_the_next_one_starts_clean(table: Table) -> None:
    table.refused("red", "say to green: hi\nbid 99")
    assert table.box.press == []
    table.accepted("red", "bid 0")


def test_a_mail_without_orders_is_answered_once(table: Table) -> None:
    assert "No order was found" in table.refused("red", "What a lovely day!")


def test_try_is_answered_by_a_report_that_is_marked_and_changes_nothing(table: Table) -> None:
    red, _ = at_turn(table)
    before = table.file
    answer = table.mail(red, "try travel")
    assert answer.text.startswith("ACCEPTED.\n")
    assert "NOT PLAYED, only tried: red: travel" in answer.text
    assert "NOT PLAYED - Caravan" in answer.text and "NOT PLAYED - Caravan" in answer.html
    assert "Then dice or cards decide" in answer.text
    assert table.file.log == before.log


def test_try_plays_moves_of_others_too_one_after_the_other(table: Table) -> None:
    text = table.accepted("red", "try\nred: bid 1\ngreen: bid 2")
    assert "NOT PLAYED, only tried: red: bid 1; green: bid 2" in text
    assert "  1 red: bid 1" in text and "How things would stand before bid 2 follows; it is NOT PLAYED." in text
    assert table.waiting == ["red", "green"]


def test_a_wrong_trial_says_what_is_wrong(table: Table) -> None:
    assert "bid 99" in table.refused("red", "try bid 99")
    assert "There is no seat 'pink'" in table.refused("red", "try pink: bid 1")


def test_trying_in_a_sentence_is_chatter(table: Table) -> None:
    assert "Understood: bid 1" in table.accepted("red", "Try to beat this!\nbid 1")


def test_report_is_the_answer_itself(table: Table) -> None:
    answer = table.mail("red", "report")
    assert answer.answers and answer.html
    assert "IT IS YOUR TURN, Ann (red): bid." in answer.text
    assert table.got("red") == []


def test_status_says_who_is_waited_for_and_until_when(table: Table) -> None:
    text = table.accepted("red", "status")
    assert "We wait for Ann (red): bid, Ben (green): bid." in text
    assert "Ben has until Sat 21 Nov 2026, 12:00 (UTC)" in text


def test_legal_lists_every_legal_move(table: Table) -> None:
    text = table.accepted("red", "legal")
    moves = [table.game.format(move) for move in table.game.legal(table.match.state, "red")]
    assert f"{len(moves)} legal moves:" in text
    assert all(f"  {move}\n" in text for move in moves)


def test_history_shows_own_secrets_and_none_of_others(table: Table) -> None:
    table.accepted("red", "bid 2")
    assert "1 red: bid 2" in table.accepted("red", "history")
    assert "bid 2" not in table.accepted("green", "history")


def test_help_lists_every_order(table: Table) -> None:
    text = table.accepted("red", "help")
    assert all(line in text for line in PLAYER_VERBS.values())
    text = table.accepted(HOST, "help")
    assert all(line in text for line in HOST_VERBS.values())


def test_undo_takes_the_last_move_back_and_asks_again(table: Table) -> None:
    table.accepted("red", "bid 2")
    text = table.accepted("red", "undo")
    assert "Entry 1 was taken back: bid 2" in text or "Entry 1 was taken back: bid ?" in text
    assert table.waiting == ["red", "green"]
    table.accepted("red", "bid 1")


def test_undo_after_another_has_moved_is_refused(table: Table) -> None:
    at_turn(table)
    assert "pbem.undo" in table.refused("green", "undo")


def test_who_was_asked_is_told_that_the_move_is_taken_back(tmp_path: Path) -> None:
    table = Table(tmp_path, "samarkand", 3, seed="undo").begin()
    moves = 0
    while True:
        seat = table.waiting[0]
        legal = [table.game.format(move) for move in table.game.legal(table.match.state, seat)]
        table.accepted(seat, next((text for text in legal if text.startswith("expand")), legal[0]))
        moves += 1
        if not table.file.log.entries[-1].draws and seat not in table.waiting:
            break
    other = table.waiting[0]
    table.quiet()
    table.accepted(seat, "undo: wrong town")
    (notice,) = table.got(other)
    assert f"has taken back entry {moves}" in notice.text and "nothing is asked of you now" in notice.text
    assert table.file.log.lines[-1].endswith("wrong town")


def test_press_goes_with_the_next_report(table: Table) -> None:
    text = table.accepted("red", "say to green: Shall we ally?\nbid 2")
    assert "Said to Ben; it goes out with the next report: Shall we ally?" in text
    assert table.got("green") == []
    assert "Ann (red) says: Shall we ally?" in table.accepted("green", "bid 3")
    table.accepted("red", "say to all: Well done")
    text = table.accepted("green", "report")
    assert "Ann (red) says to all: Well done" in text and "Shall we ally?" not in text


def test_press_to_all_goes_to_all_others_with_capitals_kept(tmp_path: Path) -> None:
    table = Table(tmp_path, players=3).begin()
    table.quiet()
    table.accepted("red", "say now to all: Hello EVERYBODY, “curly” – and so on")
    for seat in ("green", "blue"):
        (mail,) = table.got(seat)
        assert mail.kind == "notice"
        assert "Ann (red) says to all: Hello EVERYBODY, “curly” – and so on" in mail.text
    assert table.got("red") == []


def test_press_that_a_client_has_wrapped_is_whole(table: Table) -> None:
    table.accepted("red", "say to green: a long text that was broken by\na client of the old kind\n\nSee you")
    assert [press["text"] for press in table.box.press] == ["a long text that was broken by a client of the old kind"]


def test_press_may_go_to_several(tmp_path: Path) -> None:
    table = Table(tmp_path, players=3).begin()
    seats = table.desk.seats()
    text = table.accepted("red", f"say to {seats[1]} and {table.desk.name(seats[2])}: shall we?\nbid 1")
    assert f"Said to {table.desk.name(seats[1])} and {table.desk.name(seats[2])}; it goes out with the next" in text
    line = f"Ann (red) says to {seats[1]} and {seats[2]}: shall we?"
    assert all(line in table.accepted(seat, "report") for seat in seats[1:])
    assert "There is no seat 'purple'" in table.refused("red", f"say to {seats[1]}, purple: hi")
    assert "You are red yourself" in table.refused("red", f"say to red and {seats[1]}: hi")


def test_press_to_nobody_is_refused(table: Table) -> None:
    assert "There is no seat 'purple'" in table.refused("red", "say to purple: hi")
    assert "Write `say to green: ...`" in table.refused("red", "say to green")
    assert "You are red yourself" in table.refused("red", "say to ann: hi")


def test_press_at_once_has_a_limit_a_day(table: Table) -> None:
    for _ in range(20):
        table.accepted("red", "say now to green: hi")
    assert "without `now`" in table.refused("red", "say now to green: hi")


def test_absence_stops_the_clock_and_is_seen_in_every_report(table: Table) -> None:
    text = table.accepted("red", "absent 2026-11-20 to 2026-11-22")
    assert "Your clock stands from 2026-11-20 to 2026-11-22." in text
    assert "Your answer is due Tue 24 Nov 2026, 12:00 (UTC)." in text
    for _ in range(2):
        assert "Ann (red) is ABSENT from Fri 20 Nov 2026, 00:00 (UTC)" in table.accepted("green", "report")
    assert "You are ABSENT from" in table.accepted("red", "report")


def test_an_absence_can_be_ended(table: Table) -> None:
    table.accepted("red", "absent 2026-11-20 to 2026-11-22")
    assert "Your answer is due Sat 21 Nov 2026, 12:00" in table.accepted("red", "absent off")
    assert "ABSENT" not in table.accepted("green", "report")


@pytest.mark.parametrize(
    "text", ["", "soon", "2026-13-01", "2026-12-20 to 2026-12-10", "2026-12-20 to 2028-01-01", "2025-01-01"]
)
def test_an_absence_that_cannot_be_read_is_refused(table: Table, text: str) -> None:
    table.refused("red", f"absent {text}")


@pytest.mark.parametrize(("text", "shown"), [("Europe/Berlin", "13:00 (Europe/Berlin)"), ("Asia/Tokyo", "21:00")])
def test_deadlines_are_shown_in_the_players_zone(table: Table, text: str, shown: str) -> None:
    table.accepted("red", f"zone {text}")
    assert shown in table.accepted("red", "report")
    assert "12:00 (UTC)" in table.accepted("green", "report")
    table.refused("red", "zone Middle/Earth")


def test_a_further_address_is_registered_and_struck_off(table: Table) -> None:
    letter = table.letter("red", "bid 1", sender="ann@work.example")
    assert table.deliver(letter).verdict == "address not registered"
    table.accepted("red", "also Ann@Work.example")
    assert table.deliver(table.letter("red", "status", sender="ann@work.example")).verdict == "accepted"
    assert table.last("red").address == "ann@example.org"
    table.accepted("red", "also off")
    assert table.deliver(table.letter("red", "status", sender="ann@work.example")).verdict == "address not registered"
    table.refused("red", "also nobody")
    table.refused("red", f"also {table.judge.address}")


def test_resigning_a_game_without_an_own_move_for_it_plays_defaults_to_the_end(table: Table) -> None:
    table.accepted("red", "resign")
    (mail,) = table.got("green")
    assert "Ann (red) has resigned" in mail.text
    while table.waiting:
        assert table.waiting == ["green"]
        table.accepted("green", table.game.format(next(table.game.legal(table.match.state, "green"))))
    assert any(line.startswith("! note default move of red: left the game") for line in table.file.log.lines)
    assert not [mail for mail in table.got("red") if mail.kind == "report"]


def test_resigning_where_the_game_has_a_move_for_it_is_that_move(tmp_path: Path) -> None:
    table = Table(tmp_path, "samarkand", 3).begin()
    seat = table.waiting[0]
    assert "Understood: resign" in table.accepted(seat, "resign")


@pytest.mark.parametrize("line", ["Resign? Never!", "Report on the weather: fine", "Help is on the way", "Status quo"])
def test_a_sentence_that_begins_like_an_order_is_none(table: Table, line: str) -> None:
    text = table.accepted("red", f"{line}\nbid 1")
    assert f'Left out: "{line}"' in text
    assert table.box.gone == []


def test_in_a_block_every_line_must_be_understood(table: Table) -> None:
    text = "Some words about the weather\nORDERS:\nbid 1\nEND ORDERS\nand some more: bid 3"
    assert "Understood: bid 1\n" in table.accepted("red", text)
    table.refused("green", "orders\nhello there\nbid 1\nend orders")


def test_what_stands_around_a_block_is_said_to_be_left_out(tmp_path: Path) -> None:
    table = Table(tmp_path, "marcopolo", 2, seed="2a").begin()
    text = table.accepted("blue", "Hi all\norders\nsilk 4 5\nend\nend orders\n\ncoins 3\n")
    assert "Understood: silk 4 5; end\n" in text and "Left out: 2 lines outside the order block\n" in text


def test_nothing_is_read_behind_signoff(table: Table) -> None:
    assert "Left out" not in table.accepted("red", "status\nsignoff")
    assert "Left out: everything from line 2 on\n" in table.accepted("red", "status\nsignoff\nbye")
    assert "Understood: bid 1\n" in table.accepted("red", "bid 1\nsignoff\nbid 3\nbdi 4")


def test_a_report_that_is_quoted_without_marks_is_not_read_as_orders(table: Table) -> None:
    report = table.accepted("red", "report").split("Your report:", 1)[1]
    text = table.accepted("red", f"bid 3\n\n{report}")
    assert "Understood: bid 3\n" in text
    assert "everything from line" in text


def test_forty_lines_of_chatter_are_enough_and_the_answer_says_so(table: Table) -> None:
    text = table.accepted("red", "\n".join(["bid 1", *["lorem ipsum dolor"] * 50]))
    assert "Left out: everything from line 41 on" in text


def test_a_player_is_told_that_an_order_is_the_hosts(table: Table) -> None:
    assert "only the host may order 'pause'" in table.refused("red", "pause at 0")


def test_orders_are_read_in_any_writing() -> None:
    game = find_game("samarkand")
    orders = read_orders(game, "STATUS\n Legal.\nhelp!\n“report”\n# a remark\nSay to jade: Hi\n")
    assert [order.verb for order in orders.orders] == ["status", "legal", "help", "report", "say"]
    assert orders.orders[-1].text == "to jade: Hi"


def test_a_resignation_by_the_rules_of_a_game_is_told_too(tmp_path: Path) -> None:
    table = Table(tmp_path, "samarkand", 3).begin()
    first, second, third = table.desk.seats()
    table.quiet()
    assert "Understood: resign" in table.accepted(first, "resign")
    for other in (second, third, HOST):
        assert f"{table.desk.name(first)} ({first}) has resigned." in table.last(other).text


def test_a_resignation_behind_other_moves_or_from_the_queue_is_told_too(tmp_path: Path) -> None:
    table = Table(tmp_path, "samarkand", 3).begin()
    first, second, third = table.desk.seats()
    table.accepted(second, "queue resign")
    table.accepted(first, "never sell; resign")
    told = table.last(third).text
    assert all(f"{table.desk.name(seat)} ({seat}) has resigned." in told for seat in (first, second))
