"""What is read from mails: the corpus, answers to real reports, attacks on the reader, and who signed."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pbem.core.game import Game
from pbem.mail import message, phrases, reply
from pbem.mail.charset import CODECS, decode_text, decode_words
from pbem.mail.compose import END, MARKER
from pbem.mail.content import read_content
from pbem.mail.flowed import unflow
from pbem.mail.html import html_lines
from pbem.mail.message import parse_mail, read_mail
from pbem.mail.model import Incoming, Refusal
from pbem.mail.parts import read_parts
from pbem.mail.robots import by_list
from pbem.report.html import Reply, render_html
from pbem.report.model import About, build_report
from tests.arena import Trial, configs, every_game
from tests.mail.attacks import ATTACKS
from tests.mail.corpus import expectations, mail, names

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
JUDGE = "judge+g12.k3f9x2m7q4w8t6r5@games.example"


def letter(body: str, *headers: str, sender: str = "Ann Miller <ann@mail.example>") -> bytes:
    return "\r\n".join([f"From: {sender}", f"To: {JUDGE}", *headers, "", *body.split("\n")]).encode()


@pytest.mark.parametrize("name", names())
def test_a_mail_of_the_corpus_is_read_exactly(name: str) -> None:
    expected = expectations()[name]
    if "refused" in expected:
        with pytest.raises(Refusal) as refusal:
            parse_mail(mail(name))
        assert str(refusal.value).startswith(expected["refused"])
        return
    found = parse_mail(mail(name))
    assert found.text == expected["orders"]
    assert found.automatic.startswith(expected.get("automatic", "")) and bool(found.automatic) == (
        "automatic" in expected
    )
    assert set(expected.get("ignored", ())) <= set(found.ignored)
    assert (list(found.bounce) if found.bounce else None) == expected.get("bounce")
    for field in ("subject", "sender", "message_id"):
        assert getattr(found, field) == expected.get(field, getattr(found, field))


def test_the_corpus_is_as_wide_as_it_should_be() -> None:
    found = expectations()
    assert list(found) == names()
    people = [entry for entry in found.values() if entry.get("client")]
    assert len(found) >= 200 and len(people) >= 70
    assert len({entry["client"] for entry in people}) >= 12
    assert len({entry["language"] for entry in people}) >= 12
    assert {entry["posting"] for entry in people} >= {"top", "below", "between", "new"}
    assert sum("refused" in entry for entry in found.values()) >= 30


def wrong_ones() -> list[str]:
    people = [name for name, entry in expectations().items() if entry.get("client")]
    return [name for name in people if parse_mail(mail(name)).text != expectations()[name]["orders"]]


@pytest.mark.parametrize("part", ["_attribution", "_original_heading", "_header_block", "_is_title", "_footer"])
def test_every_part_of_the_cutter_is_needed(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: without it the corpus is read wrongly."""
    assert not wrong_ones()
    monkeypatch.setattr(reply, part, lambda *_: 0)
    assert wrong_ones()


def quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def answers(report: str) -> Iterator[tuple[str, str]]:
    """The same answer to a report as different clients and people write it, and what must be read."""
    report = f"Ann, it is your turn. Answer this mail with your move.\n-- reply above this line --\n\n{report}"
    wrote = f"On Mon, Nov 16, 2026 at 3:45 PM pbem judge <{JUDGE}> wrote:"
    outlook = f"From: pbem judge <{JUDGE}>\nSent: Monday, November 16, 2026 3:45 PM\nTo: Ann\nSubject: your move\n"
    middle = len(report) // 2
    middle = report.find("\n", middle) + 1
    yield f"silk 4 5\n\n{wrote}\n\n{quoted(report)}\n", "silk 4 5"
    yield f"{wrote}\n{quoted(report)}\n\nsilk 4 5\n", "silk 4 5"
    yield f"{wrote}\n{quoted(report[:middle])}\nsilk 4 5\n{quoted(report[middle:])}\nend\n", "silk 4 5\nend"
    yield f"silk 4 5\n\n{wrote}\n\n{report}\n", "silk 4 5"
    yield f"silk 4 5\n\n{outlook}\n{report}\n", "silk 4 5"
    yield f"silk 4 5\n\n-----Original Message-----\n{outlook}\n{report}\n", "silk 4 5"
    yield f"silk 4 5\n________________________________\n{outlook}\n{report}\n", "silk 4 5"
    yield f"silk 4 5\n\n{report}", "silk 4 5"
    yield f"{report}\n-- end of report --\n\nsilk 4 5\n", "silk 4 5"
    yield report, ""


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_no_line_of_a_real_report_is_taken_for_an_order(path: Path) -> None:
    reports = path.read_text("utf-8").split("\nReport for")
    for report in ("\nReport for".join(reports[:2]), "Report for" + reports[-1]):
        for body, orders in answers(report[:20_000]):
            found = parse_mail(letter(body, "Content-Type: text/plain; charset=utf-8"))
            assert found.text == orders, body[:400]


def pages(report: str) -> Iterator[tuple[str, str]]:
    """Answers to an HTML report in the manner of clients that send HTML only."""
    block = "<b>From:</b> pbem<br><b>Sent:</b> Monday<br><b>To:</b> Ann<br><b>Subject:</b> x"
    yield f'<div>silk 4 5</div><div class="gmail_quote"><blockquote>{report}</blockquote></div>', "silk 4 5"
    yield f'<blockquote type="cite">{report}</blockquote><p>silk 4 5</p>', "silk 4 5"
    yield f'<p>silk 4 5</p><div id="appendonsend"></div><div id="divRplyFwdMsg">{block}</div>{report}', "silk 4 5"
    yield f"<p class=MsoNormal>silk 4 5</p><p class=MsoNormal>{block}</p>{report}", "silk 4 5"
    yield f"<p>silk 4 5</p><hr>{report}", "silk 4 5"
    yield f"{report}<p>silk 4 5</p><p>end</p>", "silk 4 5\nend"


@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_no_line_of_an_html_report_is_taken_for_an_order(game: Game) -> None:
    config = configs(game)[0]
    step = next(Trial(game, config, "mail").steps())
    first = "Ann, it is your turn. Answer this mail with your move."
    for seat in config.seats:
        report = build_report(game, step.before.state, seat, About("g12", 0, "0" * 32, {}), [])
        html = render_html(report, Reply(JUDGE, "Re: x"), (first, MARKER, "Please answer by Monday."), END)
        for page, orders in pages(html):
            assert parse_mail(letter(page, "Content-Type: text/html; charset=utf-8")).text == orders


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_takes_little_time_and_memory(name: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.thread_time()
    with suppress(Refusal):
        parse_mail(ATTACKS[name])
    assert time.thread_time() - start < 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 256 * 1024


@pytest.mark.parametrize("count, fine", [(400, True), (401, False)])
def test_a_text_has_at_most_400_lines(count: int, fine: bool) -> None:
    raw = letter("\n".join(["pass"] * count))
    if fine:
        assert parse_mail(raw).text.count("\n") == 399
    else:
        with pytest.raises(Refusal, match="401 lines"):
            parse_mail(raw)


def test_a_long_quotation_is_no_reason_to_refuse() -> None:
    found = parse_mail(letter("silk 4 5\n\nOn 1.1.2026 x wrote:\n" + "> pass\n" * 3000))
    assert found.text == "silk 4 5" and found.ignored == ("3001 quoted lines",)


def test_more_than_256_kib_is_refused_unread() -> None:
    with pytest.raises(Refusal, match="more than 256 KiB"):
        parse_mail(letter("x" * 256 * 1024))


def test_a_header_that_nobody_reads_may_be_long() -> None:
    found = parse_mail(letter("silk 4 5", "X-MS-Exchange-AntiSpam-MessageData: " + "Q" * 9000))
    assert found.text == "silk 4 5"


def test_the_net_catches_what_we_did_not_think_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Incoming:
        raise RecursionError("deep")

    monkeypatch.setattr(message, "parse_mail", broken)
    with pytest.raises(Refusal, match="cannot be read: RecursionError"):
        read_mail(b"")


def test_recipients_come_from_the_envelope_first() -> None:
    raw = letter(
        "x",
        "Delivered-To: Two@games.example",
        "X-Original-To: three@games.example",
        "Cc: A <four@b.c>, two@games.example",
    )
    found = parse_mail(raw, ("ONE+a.b@games.example", "no address", "x@y\n"))
    assert found.recipients == (
        *("one+a.b@games.example", "two@games.example", "three@games.example", JUDGE, "four@b.c"),
    )


def test_the_digest_is_of_the_bytes_as_they_came() -> None:
    raw = letter("silk 4 5")
    assert parse_mail(raw).digest != parse_mail(raw.replace(b"\r\n", b"\n")).digest
    assert parse_mail(raw) == parse_mail(raw)


def test_the_answered_mail_is_the_last_reference() -> None:
    raw = letter("x", "References: <a@b> <c@d>", "In-Reply-To: <a@b> (by Ann)")
    assert parse_mail(raw).references == ("<c@d>", "<a@b>")


def test_a_list_is_told_from_a_robot() -> None:
    assert by_list(parse_mail(mail("mailing-list")))
    assert not by_list(parse_mail(mail("precedence-bulk"))) and not by_list(parse_mail(mail("gmail-web-en-top")))


@pytest.mark.parametrize(
    "header",
    [
        *("X-Autoreply-From: ann@mail.example", "X-Auto-Reply: 1", "X-Autogenerated: Reply", "X-Vacation: yes"),
        *("X-Precedence: bulk", "Preference: auto_reply", "X-FC-MachineGenerated: true"),
        *("Subject: [Auto-Reply] our game", "Subject: Away: our game", "Subject: Re: On holiday: our game"),
    ],
)
def test_robots_are_known_by_what_they_write(header: str) -> None:
    assert parse_mail(letter("coins 3", header)).automatic
    assert parse_mail(letter("coins 3", "X-Autoreply: no")).automatic == ""


def test_who_writes_of_an_absence_of_his_is_no_robot() -> None:
    absent = "absent 2026-12-20 to 2026-12-24"
    assert parse_mail(letter(absent, "Subject: Urlaub")).text == absent
    assert parse_mail(letter(absent, "Subject: Urlaub", "In-Reply-To: <a@b>")).automatic == "subject: Urlaub"


def test_only_known_codecs_are_ever_used() -> None:
    assert not set(CODECS.values()) & {
        "idna",
        "punycode",
        "unicode_escape",
        "raw_unicode_escape",
        "utf-7",
        "utf_32",
        "hex",
    }
    assert decode_text(b"a\xe4", "unicode_escape") == ("aä", "charset unicode_escape read as cp1252")


@pytest.mark.parametrize(
    "struck", ["<s>{}</s>", "<del>{}</del>", '<span style="text-decoration:line-through">{}</span>']
)
def test_what_is_crossed_out_is_not_ordered(struck: str) -> None:
    page = f"<p>{struck.format('coins 3')}</p><p>silk 4 5</p><blockquote>{struck.format('bag 1')}</blockquote>"
    alone = parse_mail(letter(page, "Content-Type: text/html"))
    parts = [
        f"Content-Type: text/{kind}\n\n{text}\n" for kind, text in (("plain", "coins 3\nsilk 4 5"), ("html", page))
    ]
    body = "".join(f"--b\n{part}" for part in parts) + "--b--\n"
    both = parse_mail(letter(body, "Content-Type: multipart/alternative; boundary=b"))
    for found in (alone, both):
        assert found.text == "silk 4 5" and "what you crossed out" in found.ignored
    assert "what you crossed out" not in parse_mail(letter("<p>silk 4 5</p>", "Content-Type: text/html")).ignored


@pytest.mark.parametrize(
    "value, text",
    [
        ("=?utf-8?q?f=C3?= =?utf-8?q?=BCr?=", "für"),  # a character cut in two
        ("=?iso-8859-1?Q?a?= b =?utf-8?B?YQ?=", "a b a"),
        ("=?utf-8?b?!!!?=", ""),
        ("=?nonsense?q?x?=", "x"),
        ("=?utf-8?q?unclosed", "=?utf-8?q?unclosed"),
        ("f\u00c3\u00bcr", "für"),  # plain utf-8 in a header, as latin-1
    ],
)
def test_encoded_words(value: str, text: str) -> None:
    assert decode_words(value) == text


def test_flowed_lines_keep_quotations_and_signatures_apart() -> None:
    text = "a \nb\n> c \n> d\n>> e \n> f\n-- \nx \ny"
    assert unflow(text, False) == "a b\n> c d\n>> e \n> f\n-- \nx y"


@pytest.mark.parametrize(
    "source, lines",
    [
        ("a<br>b<div>c</div>d", ["a", "b", "c", "d"]),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>c", ["> a", ">> b", "c"]),
        ("x &lt; y &amp;c &#8594; z&nbsp;1", ["x < y &c \u2192 z 1"]),
        ("<p title='a>b'>x</p>", ["b'>x"]),
        ('<p title="a>b">x</p>', ["x"]),
        ("a < b", ["a < b"]),
        ("<STYLE>x</STYLE>y<script>z", ["y"]),
        ("</div></div>x", ["x"]),
        ("<div>a<!-- b", ["a"]),
    ],
)
def test_html_is_read_as_lines(source: str, lines: list[str]) -> None:
    assert html_lines(source)[0] == lines


KEPT = (
    *(
        "blue: silk 4 5",
        "= blue coins 7",
        "! nothing",
        "# my plan",
        "1. silk 4 5",
        "2) complete c17",
        "silk 4 5  # for c17",
    ),
    *("queue if my camels >= 2 then travel 4 4 to beijing else camels 6", "queue if coins > 5 then silk 4 5"),
    *("absent 2026-12-20 to 2027-01-02", "quiet 22:00-07:00", "zone Europe/Berlin", "amend entry 12 at 14: silk 4 5"),
    *("substitute blue by Cid <cid@example.org> at 14", "say to all: On Monday I wrote:", "say to blue: from: me"),
    *(
        "say to red: sent: today",
        "say to x: to: you",
        "say to all: Am Montag schrieb Bob: hallo",
        "expand byzant -> nicaea",
    ),
    *("say to blue: this message is confidential, tell nobody", "token: abcdefghijklmnop", "orders", "end orders"),
)


@pytest.mark.parametrize("order", KEPT)
def test_an_order_is_kept_as_it_was_written(order: str) -> None:
    assert parse_mail(letter(f"{order}\nsilk 4 5\n")).text == f"{order}\nsilk 4 5"
    assert parse_mail(letter(f"pass\n{order}\n\nOn 1.1.2026 x wrote:\n> gold 5 5 6\n")).text == f"pass\n{order}"


def test_no_phrase_looks_like_an_order() -> None:
    """Words that begin orders must never be dropped as courtesy."""
    words = ("end", "pass", "refuse", "black", "report", "status", "help", "undo", "resign", "legal", "history")
    for order in (*words, "keep all", "no step", "never sell", "good gold", "take 1 coin", "cancel all", "pause at 3"):
        assert not phrases.is_closing(order) and not phrases.is_greeting(order), order
        assert (
            not phrases.FOOTERS.fullmatch(order) and not phrases.LEGAL.match(order) and not phrases.BANNERS.match(order)
        )
        assert read_content(read_parts({}, order.encode()), order).text == order


KEY = (Path(__file__).parent / "mail" / "signing-key.pem").read_bytes()
RECORD = (
    b"v=DKIM1; k=rsa; "
    b"p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDWvfEJl2oCuBga1+otpyIZvweLNJdhBn6jkVKauzZMws1nQVbPdS8+gbkJ0P2+nq02"
    b"sToeVv3B7Hs8O3BX8fZi6w1J8nVp0S4odYUxJ5yaPApIDGxgbNuD/rfDa5LH6DOftx+UDjGvH/07t5kz3Xb6o7WkP0XWMzPE+BjdJIgdJQIDAQAB"
)


def dns(name: bytes, timeout: int = 5) -> bytes | None:
    return RECORD if name in (b"k._domainkey.mail.example.", b"k._domainkey.evil.example.") else None


def signed(body: str = "silk 4 5", domain: bytes = b"mail.example", length: bool = False) -> bytes:
    import dkim  # type: ignore[import-untyped]

    raw = letter(body, "Subject: x")
    return bytes(dkim.sign(raw, b"k", domain, KEY, length=length) + raw)


@pytest.mark.parametrize(
    "raw, passes",
    [
        (signed(), True),
        (signed().replace(b"silk 4 5", b"silk 4 6"), False),
        (signed().replace(b"ann@", b"bob@"), False),
        (signed(domain=b"evil.example"), False),
        (signed(length=True) + b"\r\npass\r\n", False),
        (letter("silk 4 5"), False),
        (b"DKIM-Signature: v=1; d=mail.example\r\n" + letter("silk 4 5"), False),
    ],
)
def test_a_signature_must_be_of_the_sender_and_hold(raw: bytes, passes: bool) -> None:
    from pbem.mail.authentication import levels

    assert levels(raw, "ann@mail.example", ("dkim",), lookup=dns) == (("dkim",) if passes else ())


PASS = "Authentication-Results: mx.games.example; dmarc=pass header.from=mail.example; spf=pass smtp.mailfrom=x@y.z"
# The sender chooses what stands in quotes: a result that our server did not write.
QUOTED = 'smtp.mailfrom="a; dmarc=pass header.from=mail.example ;b"@evil.example; dmarc=fail header.from=mail.example'
DKIM_PASS = "Authentication-Results: mx.games.example;\r\n dkim=pass (good) header.d=mail.example header.b=abc"


@pytest.mark.parametrize(
    "results, passes",
    [
        ((PASS,), True),
        ((DKIM_PASS,), True),
        ((PASS.replace("mx.games", "mx.evil"),), False),
        ((PASS.replace("mx.games", "mx.evil"), PASS), False),  # only the topmost counts
        ((PASS.replace("dmarc=pass", "dmarc=fail"), PASS), False),
        ((PASS.replace("mail.example", "evil.example"),), False),
        ((DKIM_PASS.replace("d=mail.example", "d=evil.example"),), False),
        (("Authentication-Results: mx.games.example; spf=pass smtp.mailfrom=ann@mail.example",), False),
        ((f"Authentication-Results: mx.games.example; spf=fail {QUOTED}",), False),
        (("Authentication-Results: mx.games.example; " + "(" * 1900,), False),
        ((), False),
    ],
)
def test_only_our_own_server_vouches_for_a_sender(results: tuple[str, ...], passes: bool) -> None:
    from pbem.mail.authentication import levels

    raw = "\r\n".join([*results, ""]).encode().lstrip() + letter("silk 4 5")
    assert levels(raw, "ann@mail.example", ("authres",), "mx.games.example") == (("authres",) if passes else ())
    assert levels(raw, "ann@mail.example", ("authres",)) == ()
