"""Mails from reports: subjects, message ids, threads, and texts that are complete in themselves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.words import told
from pbem.mail.clock import shown
from pbem.mail.desk import HOST, Desk
from pbem.mail.model import Incoming, Outgoing
from pbem.mail.tokens import mail_mark
from pbem.report.history import Events, events_by_entry, happened
from pbem.report.html import Reply, render_html
from pbem.report.model import About, Report, build_report
from pbem.report.text import render_text

MARKER = "-- reply above this line --"
END = "-- end of report --"
SOON = timedelta(days=14)  # absences that begin later are not told yet


class Text(NamedTuple):
    """What stands in a mail: the lines above, and the report below them if there is one."""

    lines: Sequence[str] = ()
    report: Report | None = None


def report_for(desk: Desk, seat: str) -> Report:
    """The report of a seat (the host gets that of the public) as the desk stands."""
    who = None if seat == HOST else seat
    ahead = [desk.match.game.format(move) for move in desk.match.ahead.get(seat, ())]
    since = happened(desk.file, who, events_of(desk))
    return build_report(desk.match.game, desk.match.state, who, about(desk), since, ahead)


def about(desk: Desk) -> About:
    names = {info.seat: info.name for info in desk.file.header.seats if info.name}
    return About(desk.game_id, desk.file.entry, desk.file.head, names, words=told(desk.file.header, desk.file.log))


def events_of(desk: Desk) -> Events:
    """The events of every entry that stands; the log is played once for all reports that go out together."""
    if desk.events is None:
        desk.events = events_by_entry(desk.file)
    return desk.events


def topic(desk: Desk, seat: str) -> str:
    """`Title, entry 12: your move [game token]`; a game that is one thread has the same subject all along.

    What a person looks for stands in front: lists on a phone show little more than thirty characters.
    """
    title = desk.match.game.title
    if desk.judge.thread == "game":
        return f"{title} [{desk.game_id}]"
    if not waiting_seats(desk.match):
        what = "the game is over"
    elif seat in desk.waiting():
        what = "your move"
    else:
        what = f"waiting for {', '.join(desk.waiting())}"  # seats: names may hold anything
    return f"{title}, entry {desk.file.entry}: {what} [{desk.game_id} {desk.token(seat)}]"


def message_id(desk: Desk, seat: str, kind: str) -> str:
    """An id that is never given twice, and that only those know who have seen the mail."""
    number = desk.box.next_number(f"mail {seat}")
    mark = mail_mark(desk.key, desk.game_id, seat, number)
    host = desk.judge.address.rpartition("@")[2]
    return f"<{desk.game_id}.{desk.file.entry}.{number}.{seat}.{kind}.{mark}@{host}>"


def is_our_id(desk: Desk, seat: str, message_id: str) -> bool:
    """True for the id of a mail that went to the seat."""
    parts = message_id.strip("<>").rpartition("@")[0].split(".")
    if len(parts) != 6 or parts[0] != desk.game_id or parts[3] != seat or not parts[2].isdecimal():
        return False
    return len(parts[2]) < 9 and mail_mark(desk.key, desk.game_id, seat, int(parts[2])) == parts[5]


def send_report(desk: Desk, seat: str, kind: str = "report", top: Sequence[str] = (), clock: bool = True) -> None:
    """Puts a report in the outbox: whose turn, what is asked, the deadline unless it is told above, then the rest."""
    lines = [*top, *desk.news.pop(seat, []), *standing_lines(desk, seat, clock)]
    desk.box.digested[seat] = f"{desk.box.digested.get(seat, '')[:10]:10} {desk.file.entry}"
    _send(desk, seat, kind, headline(desk, seat), Text(lines, report_for(desk, seat)))


def by_hand(desk: Desk, seat: str) -> Outgoing:
    """The report of a seat as a mail that is sent by hand: the same however often it is made."""
    desk.box.numbers[f"mail {seat}"] = -1
    desk.box.outbox = []
    desk.box.bounced.pop(seat, None)
    desk.box.put(seat, "quiet", "")
    send_report(desk, seat)
    return desk.box.pending(desk.now)[0]


def send_answer(desk: Desk, mail: Incoming, seat: str, first: str, text: Text) -> None:
    """Answers a mail: the first line says whether it was accepted."""
    left_out = (f"Left out: {what}" for what in mail.ignored)
    lines = [*text.lines, *clock_lines(desk, seat), *left_out, *desk.news.pop(seat, [])]
    if text.report is not None:
        lines += ["", *standing_lines(desk, seat, clock=False)]
    _send(desk, seat, "answer", first, Text(lines, text.report), mail)


def send_notice(desk: Desk, seat: str, lines: Sequence[str]) -> None:
    """Tells a seat (or the host, who needs the number of the last entry in his orders) something besides reports."""
    where = f"The game is at entry {desk.file.entry}: an order of yours ends with `at {desk.file.entry}`."
    more = [where] if seat == HOST and not desk.over else []
    _send(desk, seat, "notice", headline(desk, seat), Text([*lines, *more]))


def headline(desk: Desk, seat: str) -> str:
    name = "To the host" if seat == HOST else desk.name(seat)
    if desk.over:
        return f"{name}: the game is over."
    if seat in desk.waiting():
        return f"{name}, it is your turn. Answer this mail with your move."
    return f"{name}: nothing is asked of you now."


def standing_lines(desk: Desk, seat: str, clock: bool = True) -> list[str]:
    """What every report says besides the position: clocks, absences, orders ahead, what others have said."""
    return [
        *(clock_lines(desk, seat) if clock else []),
        *_absence_lines(desk, seat),
        *_queue_lines(desk, seat),
        *_press_lines(desk, seat),
    ]


def clock_lines(desk: Desk, seat: str) -> list[str]:
    if desk.box.paused and not desk.over:
        since = shown(datetime.fromisoformat(desk.box.paused), desk.zone(seat))
        return [f"THE GAME IS PAUSED since {since}; no clock runs."]
    due = desk.due(seat)
    if due is None:
        return []
    if due <= desk.now:
        return [f"Your answer was due {shown(due, desk.zone(seat))}.", grace_line(desk, seat)]
    return [f"Please answer by {shown(due, desk.zone(seat))}."]


def grace_line(desk: Desk, seat: str) -> str:
    """What becomes of a seat that is late."""
    clock = desk.clock(seat)
    assert clock is not None
    then = "your default move is played" if desk.judge.profile.force else "the host may play your default move"
    if clock.over <= desk.now:
        return f"The time of grace is over: {then}. Until that is done your answer is still taken."
    return f"The time of grace ends {shown(clock.over, desk.zone(seat))}; after that {then}."


def _absence_lines(desk: Desk, seat: str) -> list[str]:
    """Who is absent now or soon, in the reader's zone; clocks of absent players stand."""
    lines = []
    for other in desk.seats():
        for start, end in desk.box.absent.get(other, []):
            begin, stop = datetime.fromisoformat(start), datetime.fromisoformat(end)
            if desk.over or stop <= desk.now or begin > desk.now + SOON:
                continue
            who, whose = ("You are", "your") if other == seat else (f"{desk.name(other)} ({other}) is", "that")
            span = f"from {shown(begin, desk.zone(seat))} to {shown(stop, desk.zone(seat))}"
            lines.append(f"{who} ABSENT {span}; {whose} clock stands.")
    return lines


def _queue_lines(desk: Desk, seat: str) -> list[str]:
    queued = desk.box.queue.get(seat, [])
    return [f"Queued order {order['n']}: {order['text']}  (cancel {order['n']})" for order in queued]


def _press_lines(desk: Desk, seat: str) -> list[str]:
    """What was said to the seat since its last report; it is handed over with this one."""
    mine = [press for press in desk.box.press if press["to"] == seat]
    desk.box.press = [press for press in desk.box.press if press["to"] != seat]
    return [press_line(desk, press) for press in mine]


def press_line(desk: Desk, press: dict[str, str]) -> str:
    if not press["from"]:
        return press["text"]
    return f"{desk.name(press['from'])} ({press['from']}) says{press.get('how', '')}: {press['text']}"


def _send(desk: Desk, seat: str, kind: str, first: str, text: Text, answered: Incoming | None = None) -> None:
    """Puts one mail in the outbox, unless the seat has no address or its mails come back."""
    if not desk.address(seat) or (kind != "answer" and desk.is_unreachable(seat)):
        return
    subject = _subject(desk, seat, kind)
    before = desk.box.thread.get(seat, [])
    theirs = answered.message_id if answered else ""
    mail = Outgoing(
        kind,
        seat,
        desk.address(seat),
        subject,
        message_id(desk, seat, kind),
        _as_text(first, text),
        _as_html(desk, seat, first, text) if text.report is not None else "",
        desk.reply_to(seat),
        theirs or (before[-1] if before else ""),
        tuple(dict.fromkeys([*before, *([theirs] if theirs else [])])),
        answered is not None,
        desk.now.isoformat(),
    )
    if theirs:
        desk.box.talked(seat, theirs)
    desk.box.send(mail, None if answered else desk.quiet(seat))


def _subject(desk: Desk, seat: str, kind: str) -> str:
    """A report that asks something new opens a topic; what follows until the next one is about that, but for notices
    to those of whom nothing is asked."""
    new = topic(desk, seat)
    old = desk.box.topic.get(seat, "")
    if kind == "notice" and seat not in desk.waiting() and old not in ("", new):
        return new
    if not old or (kind in ("report", "digest") and old != new):
        desk.box.topic[seat] = new
        return new
    if desk.token(seat) not in old and desk.judge.thread != "game":
        desk.box.topic[seat] = old = new
    return f"Re: {old}"


def _as_text(first: str, text: Text) -> str:
    below = [render_text(text.report).rstrip("\n")] if text.report is not None else []
    above = "\n".join(text.lines).strip("\n")
    return "\n\n".join(filter(None, [f"{first}\n{MARKER}", above, *below, f"{END}\n"]))


def _as_html(desk: Desk, seat: str, first: str, text: Text) -> str:
    assert text.report is not None
    reply = Reply(desk.reply_to(seat), f"Re: {desk.box.topic[seat]}", text.report.get("tried"))
    return render_html(text.report, reply, (first, MARKER, *text.lines), END)
