"""Outgoing mails: header hygiene under hostile names, subjects and ids, and the traps of mail on this Python."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from pbem.gamefile.store import write
from pbem.mail.mime import ALLOWED, HEADER, Sender, one_line, to_bytes
from pbem.mail.model import Outgoing, Refusal
from tests.arena import FULL
from tests.mailtable import JUDGE, NOON, Table

SENDER = Sender("judge@pbem.example", "pbem judge")
PLAIN = Outgoing("report", "blue", "ann@example.org", "[g12 token] Game: your move", "<g.1.1@pbem.example>", "Hello\n")
NASTY = (
    *(
        "\r\nBcc: evil@evil.example",
        "\nBcc: evil@evil.example",
        "\rBcc: x@y",
        "=?utf-8?q?a=0ABcc:_evil?=",
        "\x00",
        "\u2028X: y",
    ),
    *(
        "\u202eevil",
        "a\x85b",
        "\x0bX: y",
        "ä" * 300,
        "x" * 5000,
        "<b>&amp;",
        '"',
        "\\",
        "(",
        "a, b@c.example",
        "\ud800",
    ),
)
SLOTS = ("subject", "text", "html", "address", "reply_to", "message_id", "in_reply_to")


def header_lines(raw: bytes) -> list[str]:
    return raw.split(b"\r\n\r\n", 1)[0].decode("ascii").split("\r\n")


def check(raw: bytes) -> None:
    """Every header line is one of ours, and each is there once."""
    names = []
    for line in header_lines(raw):
        match = HEADER.fullmatch(line)
        assert match and match[1] in ALLOWED, line
        names.append(match[1])
    assert len(names) == len(set(names))
    assert message_from_bytes(raw).get_all("Bcc") is None


def build(slot: str, text: str, rest: str = "ann") -> bytes | None:
    """A mail with a hostile text in a slot; None when it is refused."""
    value = (
        f"<{text}@x>"
        if slot.endswith(("_id", "in_reply_to"))
        else f"{rest}{text}@example.org"
        if "@" not in text
        else text
    )
    fields = PLAIN._asdict() | {slot: value if slot not in ("subject", "text", "html") else f"a{text}b"}
    mail = Outgoing(**fields)
    try:
        return to_bytes(mail, SENDER, "g12", NOON)
    except Refusal:
        return None


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize("text", NASTY, ids=range(len(NASTY)))
def test_a_hostile_text_makes_no_header_of_its_own(slot: str, text: str) -> None:
    raw = build(slot, text)
    if raw is not None:
        check(raw)
        assert header_lines(raw)[1].startswith("To: ")
        assert slot == "address" or header_lines(raw)[1] == "To: ann@example.org"


def test_hostile_texts_by_the_thousand_make_no_header_of_their_own() -> None:
    random = Random("headers")
    letters = '\r\n\t :@<>=?abBc\x00\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029\u202e\ufeff\U0001f600é"\\(),;'
    for _ in range(1_000_000 if FULL else 4_000):
        text = "".join(random.choices(letters, k=random.randrange(1, 40)))
        raw = build(random.choice(SLOTS), text)
        if raw is not None:
            check(raw)


def test_a_header_written_without_care_would_be_found() -> None:
    careless = f"To: ann@example.org\r\nSubject: a{NASTY[0]}b\r\n\r\nHello".encode()
    with pytest.raises(AssertionError):
        check(careless)


@pytest.mark.parametrize(
    "name", ["Ann\r\nBcc: evil@x.example", "Jörg Müller", "=?utf-8?q?=0D=0ABcc:x?=", "\u202eylime", "<b>"]
)
def test_a_hostile_player_name_reaches_no_header(name: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    file = table.file
    seats = tuple(info._replace(name=name) for info in file.header.seats)
    write(file._replace(header=file.header._replace(seats=seats)), table.match)
    table.begin()
    table.accepted("red", "bid 1")
    for raw in table.raw.values():
        check(raw)
        assert b"<b>" not in raw.split(b"\r\n\r\n", 1)[0]
    assert {line for raw in table.raw.values() for line in header_lines(raw) if line.startswith("To:")} == {
        *("To: ann@example.org", "To: ben@example.org", "To: host@pbem.example"),
    }


@pytest.mark.parametrize("name", ["Jürgen Richter", "a\r\nBcc: x", "", "裁判"])
def test_the_judges_name_is_plain_or_one_encoded_word(name: str) -> None:
    raw = to_bytes(PLAIN, Sender("judge@pbem.example", name), "g12", NOON)
    check(raw)
    parsed = message_from_bytes(raw, policy=policy.default)
    assert str(parsed["From"].addresses[0].addr_spec) == "judge@pbem.example"


def test_long_ids_are_not_folded_or_encoded() -> None:
    ids = tuple(f"<{'a' * 70}{n}@prod.exchangelabs.example>" for n in range(30))
    raw = to_bytes(PLAIN._replace(in_reply_to=ids[-1], references=ids), SENDER, "g12", NOON)
    lines = {line.split(": ")[0]: line.split(": ", 1)[1] for line in header_lines(raw)}
    assert lines["In-Reply-To"] == ids[-1]
    kept = lines["References"].split()
    assert kept[0] == ids[0] and kept[1:] == list(ids[-len(kept) + 1 :])
    assert max(map(len, raw.split(b"\r\n"))) < 998


@pytest.mark.parametrize("html", ["", "<p>Grüße =3D &amp; so on</p>" * 50])
def test_the_text_comes_back_as_it_was_written_in_short_lines(html: str) -> None:
    text = "Grüße — “quoted” 🐪 = 7 \n\n.\nFrom here on\n" + "x" * 500 + " \n\ttab\nlast\n"
    raw = to_bytes(PLAIN._replace(text=text, html=html), SENDER, "g12", NOON)
    parsed = message_from_bytes(raw, policy=policy.default)
    assert isinstance(parsed, EmailMessage)
    body = parsed.get_body(("plain",))
    assert body is not None and body.get_content().replace("\r\n", "\n") == text
    shown = parsed.get_body(("html",))
    assert (shown.get_content().strip() if shown else "") == html
    below = raw.split(b"\r\n\r\n", 1)[1]
    assert max(map(len, below.split(b"\r\n"))) <= 76 and below.isascii()
    assert not parsed.defects and not body.defects


def test_answers_and_reports_tell_robots_to_be_silent(tmp_path: Path) -> None:
    table = Table(tmp_path).begin()
    answer = table.mail("red", "status")
    report = table.last("green")
    for mail, submitted in ((answer, "auto-replied"), (report, "auto-generated")):
        parsed = message_from_bytes(table.raw[mail.message_id])
        assert parsed["Auto-Submitted"] == submitted
        assert parsed["X-Auto-Response-Suppress"] == "All"
        assert parsed["List-Id"] == f"<{table.desk.game_id}.pbem.example>"
        assert parsed["X-Loop"] == JUDGE.address


def test_a_mail_is_the_same_byte_for_byte_whenever_it_goes_out(tmp_path: Path) -> None:
    table = Table(tmp_path)
    from pbem.mail import post

    post.begin(str(table.path), table.now, table.judge)
    first = table.content()
    table.send()
    early = dict(table.raw)
    table.path.write_bytes(first)
    table.now = datetime(2027, 1, 1, tzinfo=UTC)
    table.send()
    assert table.raw == early


def test_one_line_keeps_printable_ascii_only() -> None:
    assert one_line("a\r\n b\tc\x00d é") == "a b c d"
    assert re.fullmatch(r"[\x20-\x7e]*", one_line("".join(NASTY)))
