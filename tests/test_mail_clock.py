"""Deadlines, reminders, absence, pause, quiet hours and digests, in zones and over changes of the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from pbem.mail.clock import (
    Profile,
    deadline,
    quiet_until,
    read_hours,
    read_profile,
    read_weekdays,
    shown,
    whole_days,
    zone_named,
)
from pbem.mail.desk import HOST
from tests.mailtable import JUDGE, NOON, Table

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
WORKDAYS = read_profile(1, "mon-fri")


def local(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def due(asked: str, profile: Profile = WORKDAYS, zone: ZoneInfo = BERLIN, *stops: tuple[str, str]) -> str:
    """A deadline as the player's wall clock shows it."""
    standing = [(local(start, zone), local(end, zone)) for start, end in stops]
    return deadline(local(asked, zone), profile, zone, standing).astimezone(zone).strftime("%Y-%m-%d %H:%M")


def test_a_deadline_is_at_the_same_hour_some_days_later() -> None:
    assert due("2026-11-18 09:30", read_profile(3)) == "2026-11-21 09:30"


def test_the_wall_clock_counts_in_the_week_when_summer_time_ends() -> None:
    asked = "2026-10-24 18:00"  # the night after has 25 hours
    assert due(asked, read_profile(1)) == "2026-10-25 18:00"
    assert deadline(local(asked), read_profile(1), BERLIN) - local(asked).astimezone(UTC) == timedelta(hours=25)
    assert due(asked, read_profile(7)) == "2026-10-31 18:00"


def test_the_wall_clock_counts_in_the_week_when_summer_time_begins() -> None:
    asked = "2026-03-28 18:00"  # the night after has 23 hours
    assert due(asked, read_profile(1)) == "2026-03-29 18:00"
    assert deadline(local(asked), read_profile(1), BERLIN) - local(asked).astimezone(UTC) == timedelta(hours=23)


def test_an_hour_that_does_not_exist_or_comes_twice_gives_one_deadline() -> None:
    skipped = deadline(local("2026-03-28 02:30"), read_profile(1), BERLIN)
    assert skipped == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    twice = deadline(local("2026-10-24 02:30"), read_profile(1), BERLIN)
    assert twice == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_zones_change_their_clocks_on_different_days() -> None:
    asked = datetime(2026, 10, 24, 16, tzinfo=UTC)  # Berlin changes on the 25th, New York on the 1st
    berlin, york = (deadline(asked, read_profile(1), zone) for zone in (BERLIN, NEW_YORK))
    assert berlin - york == timedelta(hours=1)


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("2026-11-20 17:00", "2026-11-23 17:00"),  # Friday to Monday
        ("2026-11-19 17:00", "2026-11-20 17:00"),
        ("2026-11-21 10:00", "2026-11-24 00:00"),  # on a Saturday the clock does not yet run: the whole of Monday
    ],
)
def test_days_that_do_not_count_are_left_out(asked: str, wanted: str) -> None:
    assert due(asked) == wanted


def test_an_absence_moves_the_deadline_by_the_days_it_takes() -> None:
    away = ("2026-11-20 00:00", "2026-11-23 00:00")
    assert due("2026-11-18 09:00", read_profile(3), BERLIN, away) == "2026-11-24 09:00"
    assert due("2026-11-21 09:00", read_profile(3), BERLIN, away) == "2026-11-26 00:00"
    assert due("2026-11-24 09:00", read_profile(3), BERLIN, away) == "2026-11-27 09:00"


def test_stops_that_overlap_are_not_counted_twice() -> None:
    stops = (("2026-11-19 00:00", "2026-11-21 00:00"), ("2026-11-20 00:00", "2026-11-22 00:00"))
    assert due("2026-11-18 09:00", read_profile(3), BERLIN, *stops) == "2026-11-24 09:00"


def test_a_deadline_moved_by_an_absence_does_not_fall_on_a_day_that_does_not_count() -> None:
    assert due("2026-11-19 09:00", WORKDAYS, BERLIN, ("2026-11-20 00:00", "2026-11-21 00:00")) == "2026-11-23 09:00"


def test_a_moved_deadline_may_meet_the_next_stop() -> None:
    stops = (("2026-11-19 00:00", "2026-11-20 00:00"), ("2026-11-22 00:00", "2026-11-25 00:00"))
    assert due("2026-11-18 12:00", read_profile(3), BERLIN, *stops) == "2026-11-25 12:00"


def test_an_absence_of_whole_days_over_a_change_of_the_clock_is_of_whole_days() -> None:
    start, end = whole_days(local("2026-10-25 00:00").date(), local("2026-10-25 00:00").date(), BERLIN)
    assert end - start == timedelta(hours=25)
    found = deadline(local("2026-10-24 18:00"), read_profile(1), BERLIN, [(start, end)])
    assert shown(found, BERLIN) == "Mon 26 Oct 2026, 18:00 (Europe/Berlin)"


@pytest.mark.parametrize("words", ["all", "mon-fri", "sat sun", "fri-mon", "mon, wed"])
def test_weekdays_are_read(words: str) -> None:
    assert (
        read_weekdays(words)
        == {
            "all": {0, 1, 2, 3, 4, 5, 6},
            "mon-fri": {0, 1, 2, 3, 4},
            "sat sun": {5, 6},
            "fri-mon": {4, 5, 6, 0},
            "mon, wed": {0, 2},
        }[words]
    )


@pytest.mark.parametrize("words", ["", "someday", "mon-"])
def test_weekdays_that_are_none_are_refused(words: str) -> None:
    with pytest.raises(ValueError):
        read_weekdays(words if words != "mon-" else "mon-someday")


@pytest.mark.parametrize("name", ["Middle/Earth", "", "../etc/passwd", "/etc/passwd", "a" * 5000, "UTC\0"])
def test_a_zone_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is no time zone"):
        zone_named(name)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-11-18 23:30", "2026-11-19 07:00"),
        ("2026-11-18 03:00", "2026-11-18 07:00"),
        ("2026-11-18 07:00", ""),
        ("2026-11-18 21:59", ""),
        ("2026-10-24 23:00", "2026-10-25 07:00"),
    ],
)
def test_quiet_hours_end_in_the_morning(now: str, until: str) -> None:
    found = quiet_until(local(now), BERLIN, "22:00-07:00")
    assert (found.astimezone(BERLIN).strftime("%Y-%m-%d %H:%M") if found else "") == until


@pytest.mark.parametrize("hours", ["22:00", "25:00-07:00", "late-early", "07:00-07:00", "1:2:3-4"])
def test_quiet_hours_that_are_none_are_refused(hours: str) -> None:
    with pytest.raises(ValueError):
        read_hours(hours)


def reminders(table: Table, seat: str = "red") -> list[str]:
    return [mail.text.split("\n")[3] for mail in table.got(seat) if mail.kind == "reminder"]


def test_reminders_escalate_and_each_comes_once(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.accepted("green", "bid 1")
    table.quiet()
    assert table.tick(hours=47) == "nothing is due"
    assert table.tick(hours=1) == "soon: red"
    assert table.tick() == "nothing is due"
    assert table.tick(hours=22) == "soon: red"
    due = "your answer is due Sat 21 Nov 2026, 12:00 (UTC)."
    assert reminders(table) == [f"A reminder: {due}", f"THE LAST REMINDER: {due}"]
    assert table.inbox == {}
    assert table.tick(hours=2) == "late: red"
    late = table.last("red").text
    assert late.split("\n")[3:5] == [
        "YOU ARE LATE: your answer was due Sat 21 Nov 2026, 12:00 (UTC). The others are told.",
        "The time of grace ends Sun 22 Nov 2026, 00:00 (UTC); after that the host may play your default move.",
    ]
    assert "Please answer by" not in late
    for other in ("green", HOST):
        assert "Ann (red) is late: due Sat 21 Nov 2026, 12:00 (UTC)." in table.last(other).text
    assert table.tick(hours=12) == "over: red"
    last = table.last("red").text
    assert "LAST WARNING" in last and "The time of grace is over: the host may play your default move." in last
    assert "The game is at entry 1: an order of yours ends with `at 1`." in table.last(HOST).text
    assert "Your answer was due Sat 21 Nov 2026, 12:00 (UTC)." in table.accepted("red", "status")
    assert table.tick(days=9) == "nothing is due"


def test_of_reminders_that_were_missed_only_the_last_is_sent(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.quiet()
    table.tick(days=10)
    assert len(reminders(table)) == 1
    assert [mail.kind for mail in table.got("green")] == ["reminder"]  # it says too that red is late
    assert table.tick() == "nothing is due"


def test_after_the_grace_the_default_move_is_played_if_the_game_is_so(tmp_path: Path) -> None:
    judge = JUDGE._replace(profile=read_profile(3)._replace(force=True))
    table = Table(tmp_path, judge=judge).begin()
    table.accepted("green", "bid 1")
    table.quiet()
    assert table.tick(days=3) == "late: red"
    table.quiet()
    assert "forced: red" in table.tick(hours=12)
    assert table.file.log.entries[-2].text == "note default move of red: its time is over"
    (mail,) = table.got("green")
    assert "The default move of Ann (red) was played: bid ?" in mail.text and "IT IS YOUR TURN" in mail.text
    (mail,) = table.got("red")
    assert "Your default move was played: bid ?" in mail.text
    assert table.tick() == "nothing is due"


def test_who_answers_starts_a_new_clock(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.tick(hours=60)
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert "Please answer by Tue 24 Nov 2026, 00:00 (UTC)." in table.last("red").text
    table.quiet()
    assert table.tick(hours=47) == "nothing is due"
    assert table.tick(hours=1) == "soon: red"


def test_who_is_absent_is_not_reminded(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.accepted("green", "bid 1")
    table.accepted("red", "absent 2026-11-19 to 2026-11-29")
    table.quiet()
    for _ in range(11):
        assert table.tick(days=1) == "nothing is due"
    assert table.tick_at(datetime(2026, 12, 1, 12, tzinfo=UTC)) == "soon: red"


def test_reminders_come_again_before_a_deadline_that_was_moved(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.accepted("green", "bid 1")
    assert table.tick(hours=70) == "soon: red"
    table.accepted("red", "absent 2026-11-21 to 2026-11-30")
    table.quiet()
    assert table.tick_at(datetime(2026, 11, 30, 12, tzinfo=UTC)) == "nothing is due"
    assert table.tick_at(datetime(2026, 12, 1, 0, tzinfo=UTC)) == "soon: red"
    assert table.tick(hours=1) == "nothing is due"
    assert reminders(table) == ["THE LAST REMINDER: your answer is due Tue 01 Dec 2026, 02:00 (UTC)."]


def test_a_pause_stops_the_grace_too(tmp_path: Path) -> None:
    judge = JUDGE._replace(profile=read_profile(3)._replace(force=True))
    table = Table(tmp_path, judge=judge).begin()
    table.accepted("green", "bid 1")
    assert table.tick(days=3, hours=2) == "late: red"
    table.host(f"pause at {table.file.entry}")
    assert table.tick(days=7) == "nothing is due"
    table.host(f"resume at {table.file.entry}")
    assert "The time of grace ends Sun 29 Nov 2026, 00:00 (UTC); after that your default" in table.last("red").text
    assert table.tick(hours=9) == "nothing is due"
    assert "forced: red" in table.tick(hours=1)


def test_who_has_just_been_asked_is_not_reminded_at_once(tmp_path: Path) -> None:
    table = Table(tmp_path, judge=JUDGE._replace(profile=read_profile(1))).begin()
    table.accepted("green", "bid 1")
    assert table.tick(minutes=5) == "nothing is due"
    assert table.tick(hours=22) == "soon: red"


def test_a_digest_comes_at_its_hour_and_not_when_something_happens_later(tmp_path: Path) -> None:
    table = Table(tmp_path, judge=JUDGE._replace(profile=read_profile(30)), length="long").begin()
    table.accepted("red", "digest 07:00\nbid 2")  # at noon
    table.accepted("green", "bid 1")
    assert table.tick(hours=1) == "nothing is due"
    assert "digest: red" in table.tick_at(NOON.replace(day=19, hour=7))
    assert table.tick_at(NOON.replace(day=20, hour=7)) == "nothing is due"
    table.accepted("green", "say to red: are you there?")
    assert table.tick(hours=1) == "nothing is due"
    assert "digest: red" in table.tick_at(NOON.replace(day=21, hour=7))


def test_mails_wait_for_the_end_of_quiet_hours_but_answers_do_not(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.accepted("red", "zone Europe/Berlin\nquiet 22:00-07:00")
    table.now = datetime(2026, 11, 18, 22, tzinfo=UTC)  # 23:00 in Berlin
    table.accepted("red", "bid 2")
    table.accepted("green", "bid 1")
    assert table.got("red") == []
    table.now = datetime(2026, 11, 19, 5, 59, tzinfo=UTC)
    assert table.send() == 0
    table.now = datetime(2026, 11, 19, 6, tzinfo=UTC)
    assert table.send() == 1
    assert "IT IS YOUR TURN" in table.last("red").text


def test_a_reminder_that_quiet_hours_have_outdated_is_not_sent(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.accepted("green", "bid 1")
    table.accepted("red", "quiet 09:00-13:00")
    assert table.tick_at(NOON.replace(day=20)) == "nothing is due"
    assert table.tick(hours=1) == "soon: red"
    assert reminders(table) == ["A reminder: your answer is due Sat 21 Nov 2026, 12:00 (UTC)."]
    assert table.tick_at(NOON.replace(day=21, hour=10)) == "nothing is due"
    assert table.tick(hours=2) == "late: red"
    assert "Ann (red) is late" in table.last(HOST).text and table.got("red") == []
    assert table.tick(hours=1) == "nothing is due"
    assert [line.split(":")[0] for line in reminders(table)] == ["YOU ARE LATE"]


def test_a_digest_comes_once_a_day_if_anything_has_happened(tmp_path: Path) -> None:
    table = Table(tmp_path, length="long").begin()
    table.accepted("red", "digest 18:30")
    table.quiet()
    table.accepted("green", "bid 1")
    table.accepted("red", "bid 2")
    assert table.tick() == "nothing is due"
    assert "digest: red" in table.tick_at(NOON.replace(hour=18, minute=30))
    mail = table.last("red")
    assert mail.kind == "digest" and "IT IS YOUR TURN" in mail.text
    assert table.tick(hours=1) == "nothing is due"
    assert table.tick(days=1).count("digest") == 0
    table.accepted("red", "travel")
    table.accepted("green", "say to red: are you there?")
    assert "digest: red" in table.tick(days=1)
    assert "are you there?" in next(mail.text for mail in table.got("red") if mail.kind == "digest")
    table.accepted("red", "digest off")


def test_one_who_wants_digests_gets_no_other_report(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.accepted("red", "digest on\nbid 2")
    table.quiet()
    table.accepted("green", "bid 1")
    assert table.waiting == ["red"]
    assert table.got("red") == []


def test_a_game_that_was_not_begun_has_no_clock(tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = table.content()
    assert table.tick(days=100) == "not begun"
    assert table.content() == before


def test_the_same_tick_twice_changes_no_byte(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    table.tick(days=2)
    before = table.content()
    assert table.tick() == "nothing is due"
    assert table.content() == before
