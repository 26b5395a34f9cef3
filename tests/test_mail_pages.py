"""The HTML part of mails in a real browser, and every link in it sent as it stands."""

from __future__ import annotations

from email.message import EmailMessage
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbem.bots import find_bot
from pbem.mail.gateway import Result, receive
from pbem.mail.message import read_mail
from pbem.mail.model import Outgoing
from tests.browser import DARK, LIGHT, look
from tests.mailtable import Table
from tests.shell import folder_for_tests

PHONE, DESK = 390, 1000
TITLES = ("marcopolo", "samarkand")
ENTRIES = 9
READABLE = 4.5  # contrast of text, as WCAG 2 asks for


@cache
def table_of(title: str) -> Table:
    """A game of four somewhere in its first rounds; the one who is to move has got a report."""
    table = Table(Path(folder_for_tests()), title, 4, seed="pages").begin()
    for entry in range(ENTRIES):
        move(table, entry)
    return table


def move(table: Table, entry: int) -> None:
    seat = table.waiting[0]
    table.quiet()
    table.accepted(seat, find_bot("simple", f"{entry}")(table.match, seat))


@cache
def report_of(title: str) -> Outgoing:
    table = table_of(title)
    table.deliver(table.letter(table.waiting[0], "report"))
    return table.last(table.waiting[0])


@cache
def trial_of(title: str) -> Outgoing:
    """The answer to a trial of the first legal move that can be tried without chance."""
    table = table_of(title)
    seat = table.waiting[0]
    tried = "camels 1" if title == "marcopolo" else "pass"
    legal = [table.match.game.format(move) for move in table.match.game.legal(table.match.state, seat)]
    return table.mail(seat, f"try {tried if tried in legal else legal[0]}")


@cache
def first_of(title: str) -> Outgoing:
    """The first mail of a game, with the promise about chance."""
    table = Table(Path(folder_for_tests()), title, 4, seed="pages").begin()
    return table.last(table.waiting[0])


@cache
def last_report() -> Outgoing:
    table = Table(Path(folder_for_tests()), seed="pages").begin()
    for entry in range(100):
        if not table.waiting:
            break
        move(table, entry)
    return table.mail("red", "report")


def pages() -> list[str]:
    mails = [*map(first_of, TITLES), *map(report_of, TITLES), *map(trial_of, TITLES), last_report()]
    assert all(mail.html for mail in mails)
    return [mail.html for mail in mails]


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_a_mail_can_be_read_on_a_phone_and_on_a_desk_by_day_and_by_night(
    width: int, scheme: int, tmp_path: Path
) -> None:
    for page in look(tmp_path, pages(), width, scheme):
        assert (page["width"], page["needs"], page["cut"]) == (width, width, [])
        assert page["loads"] == []
        assert page["small"] >= 9 and page["contrast"] >= READABLE
        assert (page["ground"] == "rgb(255, 255, 255)") == (scheme == LIGHT)


def test_every_move_that_is_shown_is_a_link_that_opens_a_reply(tmp_path: Path) -> None:
    for page in look(tmp_path, [report_of(title).html for title in TITLES], PHONE):
        assert len(page["moves"]) > 5
        for text, link in page["moves"]:
            assert link.startswith("mailto:judge+") and parts(link)["body"] == text


def test_a_page_that_loads_something_or_is_too_wide_or_pale_would_be_found(tmp_path: Path) -> None:
    remote = "http://127.0.0.1:9/dot.png"  # nobody listens there: that it was asked for is enough
    text = '<p style="width:600px;color:#888">Hello</p><a class="move">bid 1</a>'
    (page,) = look(tmp_path, [f'<img src="{remote}">{text}'], PHONE)
    assert page["needs"] > PHONE and page["loads"] == [remote] and page["contrast"] < READABLE
    assert page["moves"] == [["bid 1", ""]]


def parts(link: str) -> dict[str, str]:
    """What a mail program reads from a link."""
    url = urlsplit(link)
    fields = {name: values[0] for name, values in parse_qs(url.query, strict_parsing=True).items()}
    return {"to": unquote(url.path), **fields}


def sent(table: Table, seat: str, link: str) -> Result:
    """Sends the mail that a link opens, as it stands; the game is as it was afterwards."""
    opened = parts(link)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = table.address(seat), opened["to"], opened["subject"]
    mail["Message-ID"] = "<link@home.example>"
    mail.set_content(opened["body"])
    incoming = read_mail(mail.as_bytes(), (opened["to"],))
    return receive(table.file, incoming, table.now, table.judge, table.key)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        if tag == "a":
            self.found.append((dict(attrs)["class"], dict(attrs)["href"]))


def links(html: str) -> list[tuple[str, str]]:
    reader = _Links()
    reader.feed(html)
    return reader.found


@pytest.mark.parametrize("title", TITLES)
def test_every_link_of_a_report_is_accepted_as_it_is_sent(title: str) -> None:
    table, mail = table_of(title), report_of(title)
    before = table.file.entry
    for kind, link in links(mail.html):
        result = sent(table, mail.seat, link)
        assert result.verdict == "accepted" and result.file is not None, link
        assert result.file.secrets is not None
        (answer,) = [mail for mail in result.file.secrets.mail["outbox"] if mail["answers"]]
        assert (f"\nUnderstood: {parts(link)['body']}\n" in answer["text"]) == (kind == "move")
        assert (result.file.entry > before) == (kind == "move")


@pytest.mark.parametrize("title", TITLES)
def test_links_below_a_trial_try_further_and_play_nothing(title: str) -> None:
    table, mail = table_of(title), trial_of(title)
    moves = [link for kind, link in links(mail.html) if kind == "move"]
    for link in moves[:12]:
        assert parts(link)["body"].startswith("try ")
        result = sent(table, mail.seat, link)
        assert result.verdict == "accepted" and result.file is not None
        assert result.file.entry == table.file.entry
