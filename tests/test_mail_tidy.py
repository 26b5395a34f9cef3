"""What people and their phones put around orders, and orders in the words people use."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest

from pbem.mail.clock import find_zone, read_hours, read_time
from pbem.mail.compose import MARKER
from pbem.mail.conditions import meant, read_order, written
from pbem.mail.days import read_day, read_days
from pbem.mail.desk import HOST
from pbem.mail.html import html_lines
from pbem.mail.tidy import asked_for, unwrapped, without_end
from tests.mailtable import Table


@pytest.fixture(scope="module")
def silk(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Blue is to move and may set dice to any value."""
    return Table(tmp_path_factory.mktemp("silk"), "marcopolo", 2, seed="2a").begin()


def understood(table: Table, seat: str, text: str) -> str:
    """How a mail is understood; the game stays as it was."""
    before = table.content()
    answer = table.mail(seat, text).text
    table.path.write_bytes(before)
    return next((line.removeprefix("Understood: ") for line in answer.split("\n") if line.startswith("Und")), "")


@pytest.mark.parametrize(
    "text",
    [
        *("Silk 4 5.", "SILK 4 5!", "silk 4,5", "silk 4 and 5", "silk 4 & 5", "silk 4 5…", "silk 4 5 🙂", "silk 4 5。"),
        *("- silk 4 5", "* silk 4 5", "• silk 4 5", "➢ silk 4 5", "1. silk 4 5", "2) Silk 4 5"),
        *("“Silk 4 5”", "'silk 4 5'", "‘silk 4 5’", "`silk 4 5`", "„silk 4 5“", "(silk 4 5)"),
        *("silk 4 5 please", "Silk 4 5, thanks!", "silk 4 5 bitte.", "silk 4 5 – danke"),
        *("My move: silk 4 5", "Move: Silk 4 5.", "Mein Zug ist: silk 4 5", "orders: silk 4 5"),
        *(
            "I play silk 4 5.",
            "I'll take silk 4 5",
            "I’d like to play: silk 4 5",
            "Ich spiele silk 4 5",
            "Je joue silk 4 5",
        ),
        *("Voici mon coup : silk 4 5", "La mia mossa: silk 4 5", "mijn zet: silk 4 5", "Mój ruch: silk 4 5"),
        *("Mitt drag: silk 4 5", "Мой ход: silk 4 5", "我的行动：silk 4 5", "OK then: silk 4 5", "Turn 3: silk 4 5"),
        *("play silk 4 5", "Here's my move: silk 4 5", "Action: silk 4 5"),
        *("ｓｉｌｋ　４　５", "Ｓilk ４ ５！"),
        *("blue: silk 4 5", "Ann: silk 4 5", "Blue: Silk 4 5."),
        *("silk 4\n5", "silk\n4 5", "Hi Ben,\n\nsilk 4\n5\n\nSee you on Friday!"),
        *(
            "Grüße aus Köln!\nSilk 4 5\nViele Grüße\nJürgen",
            "Also nice weather today\nsilk 4 5",
            "Say hello to Eva\nsilk 4 5",
        ),
        *(
            "Quiet evening here, so\nsilk 4 5",
            "Absent minded as ever, here it is\nsilk 4 5",
            "Undo would be nice\nsilk 4 5",
        ),
    ],
)
def test_a_move_is_read_whatever_is_around_it(silk: Table, text: str) -> None:
    assert understood(silk, "blue", text) == "silk 4 5"


@pytest.mark.parametrize(
    "text",
    ["silk 4 5, bag 1", "silk 4 5 and then bag 1", "silk 4 5 und bag 1.", "Silk 4, 5, bag 1", "silk 4 5\nbag\n1"],
)
def test_several_moves_in_a_line_are_parted(silk: Table, text: str) -> None:
    assert understood(silk, "blue", text) == "silk 4 5; bag 1"


@pytest.mark.parametrize(
    "text",
    ["silk 4 5?", "silk 4 5 or coins 2", "silk four five", "slik 4 5", "resign?", "I resign"],
)
def test_a_question_and_a_riddle_are_no_moves(silk: Table, text: str) -> None:
    silk.refused("blue", text)


def test_who_has_a_signature_like_an_order_is_told_what_to_do(tmp_path: Path) -> None:
    silk = Table(tmp_path, "marcopolo", 2, seed="2a").begin()
    hint = "Write yours between the lines `orders` and `end orders`"
    assert hint in silk.refused("blue", "silk 4 5\n\nAnn\nCamels 4 Hire")
    assert hint not in silk.refused("blue", "orders\nsilk 4 5\ncamels 4 hire\nend orders")
    assert hint not in silk.refused("blue", "silk 4 5\ncoins 3") and hint not in silk.refused("blue", "slik 4 5")
    assert understood(silk, "blue", "orders\nsilk 4 5\nend orders\n\nAnn\nCamels 4 Hire") == "silk 4 5"


def test_moves_of_another_seat_are_a_mistake(silk: Table) -> None:
    text = silk.refused("blue", "blue: silk 4 5\nyellow: coins 3\n")
    assert "mail:2:1: these are moves of yellow, who is not you" in text
    assert understood(silk, "blue", "Ben: well played!\nsilk 4 5") == "silk 4 5"


def test_a_mail_without_an_order_is_told_how_a_move_is_written(silk: Table) -> None:
    assert "A move is written like this: gold 6 6 6." in silk.refused("blue", "ok")


def test_a_refused_mail_says_what_to_do_next(silk: Table) -> None:
    text = silk.refused("blue", "hello\nsilkk 4 5")
    assert "Write the whole of it again, corrected, in answer to this one.\n\nNext: you." in text
    assert "Please answer by Sat 21 Nov 2026, 12:00 (UTC).\n" in text and 'Left out: "hello"' in text


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        *(
            ("legal moves?", "legal"),
            ("show me the report", "report"),
            ("status?", "status"),
            ("help me please", "help"),
        ),
        *(("history", "history"), ("my status is fine", ""), ("help yourself", ""), ("legal problems", "")),
    ],
)
def test_what_is_asked_for_in_a_few_words(line: str, verb: str) -> None:
    assert asked_for(line) == verb


def test_what_stands_around_a_line_is_taken_off_only_at_its_ends() -> None:
    assert unwrapped("if not (a > 9) and b") == "if not (a > 9) and b"
    assert unwrapped("  3. ‘go’ ") == "go" and unwrapped("3.5 camels") == "3.5 camels"
    assert without_end("go, please!! 🙂") == "go" and without_end("go?") == "go?"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("2026-12-20", date(2026, 12, 20)), ("20.12.2026", date(2026, 12, 20)), ("2.1.", date(2027, 1, 2))),
        *(("20 Dec", date(2026, 12, 20)), ("2 January 2027", date(2027, 1, 2)), ("tomorrow", date(2026, 11, 19))),
        *(("weds", date(2026, 11, 18)), ("next Thurs.", date(2026, 11, 19)), ("Mittwoch", date(2026, 11, 18))),
        *(("Sept. 3", date(2027, 9, 3)), ("3 mrz", date(2027, 3, 3)), ("3. März", date(2027, 3, 3))),
    ],
)
def test_days_are_read_as_people_write_them(text: str, day: date) -> None:
    assert read_day(text, date(2026, 11, 18)) == day


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        *(("2026-12-20 to 2027-01-02", "2026-12-20", "2027-01-02"), ("20261220", "2026-12-20", "2026-12-20")),
        *(("20.12. - 2.1.", "2026-12-20", "2027-01-02"), ("20.–24.12.", "2026-12-20", "2026-12-24")),
        *(("20-24 Dec", "2026-12-20", "2026-12-24"), ("Dec 20-24, 2027", "2027-12-20", "2027-12-24")),
        *(("Dec 20 to Jan 2", "2026-12-20", "2027-01-02"), ("20th Dec to 2nd Jan", "2026-12-20", "2027-01-02")),
        *(("December 20, 2026 until January 2, 2027", "2026-12-20", "2027-01-02"),),
        *(("20. Dezember bis 2. Januar", "2026-12-20", "2027-01-02"), ("12/20/2026", "2026-12-20", "2026-12-20")),
        *(("2026-12-20..2027-01-02", "2026-12-20", "2027-01-02"), ("20-12-2026", "2026-12-20", "2026-12-20")),
        *(("until friday", "2026-11-18", "2026-11-20"), ("monday to friday", "2026-11-23", "2026-11-27")),
        *(("for 3 days", "2026-11-18", "2026-11-20"), ("next week", "2026-11-23", "2026-11-29")),
        *(("10 Nov to 25 Nov", "2026-11-10", "2026-11-25"), ("a week", "2026-11-18", "2026-11-24")),
        *(("today to tomorrow", "2026-11-18", "2026-11-19"), ("2027-01-02 to 2026-12-20", "2027-01-02", "2026-12-20")),
    ],
)
def test_spans_of_days_are_read_as_people_write_them(text: str, first: str, last: str) -> None:
    assert [day.isoformat() for day in read_days(text, date(2026, 11, 18))] == [first, last]


@pytest.mark.parametrize(
    "text",
    ["1/2/2027", "9999-12-31", "1.1.2027 to 1.1.0001", "1 to 2 to 3 Dec", "31 Nov", "0 Dec", "20 to soon", "32-33 Dec"],
)
def test_what_is_no_span_of_days_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^('|there is no day ').*'"):
        read_days(text, date(2026, 11, 18))


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "31.2.2026", "2026-13-01", "20 foo", "99.1.", "next week"),
        *("next month", "friends", "sunrise", "20 decades", "m", "s"),
    ],
)
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_day(text, date(2026, 11, 18))


@pytest.mark.parametrize(
    "text", ["22:00-07:00", "22-7", "22.00–7.00", "10pm to 7am", "22 Uhr bis 7 Uhr", "22:00 - 07:00"]
)
def test_quiet_hours_are_read_as_people_write_them(text: str) -> None:
    assert read_hours(text) == (time(22), time(7))


@pytest.mark.parametrize("text", ["", "24:00", "13pm", "0am", "7:5", "noon", "-1", "٧:٠٠"])
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_time(text)


@pytest.mark.parametrize("text", ["Europe/Berlin", "europe/berlin", "Berlin", "BERLIN"])
def test_a_time_zone_is_found_in_any_writing(text: str) -> None:
    assert find_zone(text).key == "Europe/Berlin"
    assert find_zone("new york").key == "America/New_York"


@pytest.mark.parametrize("text", ["GMT+2", "gmt-5", "UTC+1", "+02:00", ""])
def test_a_distance_from_greenwich_is_no_zone(text: str) -> None:
    """The one named Etc/GMT+2 lies west of it, where nobody expects it."""
    with pytest.raises(ValueError, match="write one like Europe/Berlin"):
        find_zone(text)
    assert find_zone("Etc/GMT+2").key == "Etc/GMT+2" and find_zone("utc").key == "UTC"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("IF My Coins ≥ 3, THEN Travel; otherwise bid 1", "if my coins >= 3 then travel else bid 1"),
        ("if my coins is at least 3 then travel", "if my coins >= 3 then travel"),
        ("if not (a is 1 or b > 2) and c != 3 then else x", "if (not (a = 1 or b > 2)) and c != 3 then else x"),
    ],
)
def test_a_queued_order_is_shown_in_canonical_form_which_is_read_the_same(text: str, canonical: str) -> None:
    read = read_order(meant(text))
    assert written(read, str) == canonical
    assert written(read_order(canonical), str) == canonical


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, players=3).begin()


def test_a_queued_order_may_go_on_in_the_next_lines(table: Table) -> None:
    table.accepted("red", "bid 1")
    text = table.accepted("red", "queue if my coins >= 3\nthen travel\nelse bid 1.")
    assert "Queued as order 1: if my coins >= 3 then travel else bid 1\n" in text
    assert "Cancelled order 1" in table.accepted("red", "cancel order #1")


def test_press_is_said_with_or_without_a_colon_and_to_the_host_at_once(table: Table) -> None:
    table.quiet()
    for text in ("say to all: Hi!", "Say to everybody: Hi!", "say all: Hi!"):
        assert "Said to all; it goes out with the next report: Hi!" in table.accepted("red", text)
    assert "Said to Ben" in table.accepted("red", "say to green Hi!")
    assert "at once" in table.accepted("red", "say to the host: Hi!")
    assert "Ann (red) says: Hi!" in table.last(HOST).text and table.inbox.keys() <= {"red"}


def test_host_orders_are_read_in_the_words_hosts_use(table: Table) -> None:
    table.quiet()
    text = table.host("Remind everybody at entry 0.")
    assert "Ann (red) was reminded." in text and len([s for s in table.desk.seats() if table.got(s)]) == 3
    assert "Jörg Müller plays red." in table.host("substitute red with “Jörg Müller” <joerg@example.org> at 3")
    assert "Write `substitute red by" in table.refused(HOST, "substitute red by cid@example.org at 4")
    assert "Write `amend entry 12 at 4: MOVES`." in table.refused(HOST, "amend 1 at 4 bid 1")


def test_whoever_is_waited_for_is_told_the_new_deadline_when_the_game_goes_on(table: Table) -> None:
    table.host("pause at 0")
    table.now = table.now.replace(day=20)
    table.quiet()
    table.host("resume at 1")
    assert "clocks run again.\nPlease answer by Mon 23 Nov 2026, 12:00 (UTC)." in table.last("red").text


def test_a_report_that_lost_its_marker_is_not_read(tmp_path: Path) -> None:
    table = Table(tmp_path, "marcopolo", 2, seed="2a").begin()
    mail = table.last("blue")
    for lines in (html_lines(mail.html)[0], mail.text.split("\n")):
        below = "\n".join(lines[lines.index(MARKER) + 1 :])
        assert understood(table, "blue", f"silk 4 5\n\n{below}") == "silk 4 5"
        table.refused("blue", below)
