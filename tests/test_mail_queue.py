"""Orders ahead: conditions on what the seat may see, numbers, lapses with reasons, nothing after a failed step."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.mail.conditions import BadCondition, Choice, decide, read_order
from tests.mailtable import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Red has bid and waits; green is asked."""
    table = Table(tmp_path, seed="orders", length="long").begin()
    table.accepted("red", "bid 1")
    table.quiet()
    return table


def queued(table: Table, seat: str = "red") -> list[str]:
    return [f"{order['n']} {order['text']}" for order in table.box.queue.get(seat, [])]


def test_an_order_ahead_has_a_number_and_stands_in_every_report(table: Table) -> None:
    assert "Queued as order 1: travel" in table.accepted("red", "queue travel")
    assert "Queued as order 2: bid 0" in table.accepted("red", "queue: bid 0")
    for _ in range(2):
        text = table.accepted("red", "report")
        assert "Queued order 1: travel  (cancel 1)" in text and "Queued order 2: bid 0  (cancel 2)" in text
    assert "Queued" not in table.accepted("green", "report")


def test_it_is_played_when_the_seat_is_asked_and_told_with_the_report(table: Table) -> None:
    table.accepted("red", "queue travel")
    table.accepted("green", "bid 0")
    assert table.file.log.lines[-3].startswith("red: travel")
    (mail,) = table.got("red")
    assert "Queued order 1 was played: travel" in mail.text
    assert queued(table) == []


def test_an_order_of_the_seats_own_turn_waits_for_the_next_one(table: Table) -> None:
    text = table.accepted("green", "queue bid 0")
    assert "this is for your next one" in text
    assert table.waiting == ["green"]
    assert queued(table, "green") == ["1 bid 0"]
    table.accepted("green", "bid 0")
    table.accepted("red", "travel")
    kept = next(table.game.legal(table.match.state, "red"))
    table.accepted("red", table.game.format(kept))
    assert queued(table, "green") == []
    assert table.waiting == ["red"]


def test_numbers_are_not_given_twice_and_cancelling_is_by_number(table: Table) -> None:
    for text in ("travel", "bid 0", "bid 1"):
        table.accepted("red", f"queue {text}")
    assert "Cancelled order 2: bid 0" in table.accepted("red", "cancel 2")
    table.accepted("red", "queue bid 2")
    assert queued(table) == ["1 travel", "3 bid 1", "4 bid 2"]
    assert "yours are: 1, 3, 4" in table.refused("red", "cancel 2")
    table.accepted("red", "cancel all")
    assert queued(table) == []


def test_one_seats_numbers_tell_nothing_about_the_others(table: Table) -> None:
    table.accepted("red", "queue travel")
    assert "Queued as order 1" in table.accepted("green", "queue bid 0")


@pytest.mark.parametrize(
    ("order", "played"),
    [
        ("if my coins >= 2 then travel else sell", "travel"),
        ("if red coins < 2 then sell else travel", "travel"),
        ("if not (my coins = 0 or green coins > 9) and price >= 1 then travel", "travel"),
        ("if my coins > 99 then sell else if price != 0 then travel else sell", "travel"),
    ],
)
def test_conditions_decide_by_what_the_seat_may_see(table: Table, order: str, played: str) -> None:
    table.accepted("red", f"queue {order}")
    table.accepted("green", "bid 0")
    assert f"Queued order 1 was played: {played}" in table.last("red").text


def test_a_condition_that_comes_to_nothing_makes_room_for_the_next_order(table: Table) -> None:
    table.accepted("red", "queue if my coins > 99 then sell\nqueue travel")
    table.accepted("green", "bid 0")
    text = table.last("red").text
    assert "Queued order 1 comes to nothing now and is done" in text
    assert "Queued order 2 was played: travel" in text


def test_nothing_after_a_failed_step_fires_and_the_reason_is_told(table: Table) -> None:
    table.accepted("red", "queue sell silk\nqueue travel\nqueue bid 0")
    table.accepted("green", "bid 0")
    text = table.last("red").text
    assert "Queued order 1 was not possible and has lapsed: sell silk (" in text
    assert "Queued order 2 has lapsed: travel (Order 1 before it failed)" in text
    assert "Queued order 3 has lapsed: bid 0 (Order 1 before it failed)" in text
    assert table.waiting == ["red"] and queued(table) == []
    assert not [line for line in table.file.log.lines if line.startswith("red: travel")]


def test_an_order_that_chance_cuts_short_takes_the_rest_along(table: Table) -> None:
    table.accepted("red", "queue travel; sell jade\nqueue bid 2")
    table.accepted("green", "bid 0")
    text = table.last("red").text
    assert "Queued order 1 was played: travel" in text
    assert "Queued order 2 has lapsed: bid 2 (Queued order 1 could not be played to its end)" in text


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("if green goal = jade then travel", "no fact"),
        ("if my coins >= then travel", "needs a fact and a value"),
        ("if my coins travel", "expected a comparison"),
        ("if my coins >= 2 travel", "expected 'then'"),
        ("if my coins >= many then travel", "cannot be compared"),
        ("if " * 30 + "my coins > 1 then travel", ""),
        ("trvael", "is no command"),
        ("if my coins > 1 then trvael", "is no command"),
        ("", "Write what to queue"),
    ],
)
def test_an_order_that_cannot_be_read_is_refused_when_it_is_written(table: Table, order: str, why: str) -> None:
    assert why in table.refused("red", f"queue {order}")


def test_what_is_hidden_cannot_be_asked_for(tmp_path: Path) -> None:
    table = Table(tmp_path, "samarkand", 3, seed="hidden").begin()
    seat, other = table.desk.seats()[:2]
    with pytest.raises(BadCondition, match=r"hidden|no fact"):
        table.desk.fact_for(seat, [other, "hand"])
    assert table.desk.fact_for(seat, ["my", "dirhams"]) == table.desk.fact_for(other, [seat, "dirhams"])


def test_a_queue_has_an_end(table: Table) -> None:
    table.accepted("red", "\n".join(["queue travel"] * 30))
    assert "Your queue is full" in table.refused("red", "queue travel")


def test_an_else_belongs_to_the_nearest_if() -> None:
    order = read_order("if a = 1 then if b = 1 then x else y")
    assert isinstance(order, Choice) and isinstance(order.then, Choice)
    facts = {"a": "1", "b": "2"}
    assert decide(order, lambda words: facts[words[0]]) == "y"
    assert decide(order, lambda words: "0") == ""


def test_a_mistake_in_a_queued_order_is_shown_where_it_stands(tmp_path: Path) -> None:
    table = Table(tmp_path, players=3).begin()
    assert "\nmail:3:" in table.refused("red", "bid 1\n\nqueue bid one\n")
