"""Mails as large as they may be, each made so that some step of reading it could take more than linear time."""

from __future__ import annotations

from pbem.mail.limits import LINES, RAW

HEAD = b"From: ann@mail.example\nTo: judge@games.example\nSubject: x\n"
ROOM = RAW - 2000
MANY = LINES - 1000


def fill(piece: bytes, size: int = ROOM) -> bytes:
    return (piece * (size // len(piece) + 1))[:size]


def repeat(line: bytes, count: int = MANY) -> bytes:
    line += b"\n"
    return line * min(count, ROOM // len(line), MANY // line.count(b"\n"))


def parts(kind: bytes, body: bytes) -> bytes:
    return HEAD + b"Content-Type: multipart/" + kind + b"; boundary=b\n\n" + body


MARKUP = (
    *(
        b"<div>",
        b"</div>",
        b"<!--",
        b'<a "',
        b"<a '",
        b"<",
        b"&#1;",
        b"&",
        b"<b></b>",
        b"<style></STYLE>",
        b"<blockquote>x",
    ),
    *(
        b"<br>",
        b"<p>x\n",
        b'<div class="gmail_signature">',
        b'<a href="x>',
        b"<pre>x\n",
        b"<!x",
        b"<a b>",
        b"&amp",
        b"<td>",
    ),
    *(b"<div id=appendonsend>", b"<a class='" + b"x" * 400, b"</pre><pre>", b"<script>", b"<title>", b'"><a "'),
)
WRITTEN = (
    *(
        b"On 1.1.2026 a wrote",
        b"On a wrote:",
        b"x:",
        b"2026 a@b:",
        b"From: a@b",
        b"From: a\nTo: b",
        b">",
        b"x",
        b"",
        b"-- ",
    ),
    *(
        b"-----BEGIN PGP SIGNED MESSAGE-----",
        b"-----Original Message-----",
        b"> x\nOn 1.1.2026 x wrote:\n> y",
        b"Thanks",
    ),
    *(b"On 1.1.2026 x wrote:\n\n\n>", b"Sent from my iPhone", b"this e-mail is", b"sent from", b"x " * 300, b"Date: x"),
    *(
        b"A " * 290 + b":",
        b"2026 " * 100 + b":",
        b"hi all all all all all all",
        b"_" * 60,
        b"- - -",
        b"[image: x",
        b"Ann",
    ),
    *(b"*x" * 50, b"2026 a <a@b>:  x", b"2026 " + b"<a@b>: " * 40, b"external email", b"-- reply above this line --"),
    *(b"pbem ---1.1.2026 aaaa---", b"a---" * 30),
)
CHARSETS = (
    b"iso-2022-jp",
    b"gb18030",
    b"euc-kr",
    b"shift_jis",
    b"big5",
    b"koi8-r",
    b"utf-7",
    b"idna",
    b"unicode_escape",
)
ENCODED = (b"=\n" * 9000, b"=?" * 9000, b"= " * 9000, fill(b"A"), fill(b"A="), repeat(b"A===="), b"A" + fill(b" "))


def _written() -> dict[str, bytes]:
    found = {f"html {piece[:24]!r}": HEAD + b"Content-Type: text/html\n\n" + fill(piece) for piece in MARKUP}
    found |= {f"plain {line[:24]!r}": HEAD + b"\n" + repeat(line) for line in WRITTEN}
    for kind in (b"quoted-printable", b"base64"):
        head = HEAD + b"Content-Transfer-Encoding: " + kind + b"\n\n"
        found |= {f"{kind.decode()} {i}": head + body for i, body in enumerate(ENCODED)}
    for charset in CHARSETS:
        head = HEAD + b"Content-Type: text/plain; charset=" + charset + b"\n\n"
        found[f"charset {charset.decode()}"] = head + fill(b"\x1b$B\x30\x30\x1b(B\xa4\xe3\x81")
    flowed = HEAD + b"Content-Type: text/plain; format=flowed\n\n"
    found |= {f"flowed {i}": flowed + body for i, body in enumerate((repeat(b"x "), fill(b">"), repeat(b"> x ")))}
    return found | {
        "one word": HEAD + b"\n" + fill(b"x"),
        "one line of blanks": HEAD + b"\n" + fill(b" ") + b"x",
        "one attribution": HEAD + b"\n" + fill(b"On 2026 ") + b":",
    }


def _structured() -> dict[str, bytes]:
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(55))
    both = b"--b\n\n" + repeat(b"x " * 40, 390) + b"--b\nContent-Type: text/html\n\n<p>" + fill(b"x", 100_000)
    status = b"--b\nContent-Type: message/delivery-status\n\n"
    name = b"--b\nContent-Disposition: attachment; filename*=utf-8''" + b"%ff" * 600 + b"\n\nx\n"
    return {
        "lines to be joined": parts(b"alternative", both),
        "nested parts": HEAD + nested + repeat(b"--x", 18_000),
        "boundaries": parts(b"mixed", repeat(b"--b")),
        "boundaries and parts": parts(b"mixed", repeat(b"--b\n")),
        "delivery reports": parts(b"report", status + b"\n" * MANY),
        "delivery fields": parts(b"report", status + repeat(b"a: b\n")),
        "returned ids": parts(b"report", b"--b\n\n" + repeat(b"message-id:   <")),
        "parameters": HEAD + b"Content-Type: multipart/mixed" + b';a="b;c' * 250 + b"; boundary=b\n\n--b\n\nx",
        "inner parameters": parts(b"mixed", (b"--b\nContent-Type: text/plain" + b';a="b' * 400 + b"\n\nx\n") * 50),
        "long disposition": parts(
            b"mixed", b"--b\nContent-Disposition: attachment" + b';filename="' * 20_000 + b"\n\nx"
        ),
        "file names": parts(b"mixed", name * 19),
        "attached log": parts(b"mixed", b"--b\nContent-Disposition: attachment; filename=a.log\n\n" + repeat(b"x")),
    }


def _headed() -> dict[str, bytes]:
    found = {
        "encoded words": b"Subject: " + fill(b"=?a?q?b?= ", 2000),
        "quotes in To": b"To: " + fill(b'"\\', 2000),
        "many recipients": (b"Delivered-To: " + fill(b"a.", 1900) + b"@\n") * 15 + b"To: " + fill(b"a@b,", 2000),
        "folds": b"X:" + b"\n " * 15_000,
        "references": b"References: " + fill(b"<a", 16_000),
        "long name": b"x" * 30_000 + b": y",
    }
    found = {name: b"From: ann@mail.example\n" + lines + b"\n\nx" for name, lines in found.items()}
    found["quotes in From"] = b"From: " + fill(b'"\\', 2000) + b"\n\nx"
    found["comments in From"] = b"From: " + fill(b"(", 2000) + b"\n\nx"
    return found | {"no mail": bytes(i * i % 255 + 1 for i in range(RAW))}


ATTACKS: dict[str, bytes] = {**_written(), **_structured(), **_headed()}
