"""What players may order besides moves; each answers with lines for the answer to the mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import NamedTuple

from pbem.core.problem import Refused
from pbem.gamefile.seats import seat_named
from pbem.mail.clock import local_day, read_hours, read_time, shown, whole_days, zone_named
from pbem.mail.compose import events_of, press_line, report_for
from pbem.mail.conditions import BadCondition, check_facts, read_order
from pbem.mail.desk import HOST, Desk
from pbem.mail.limits import is_address
from pbem.mail.orders import HOST_VERBS, PLAYER_VERBS
from pbem.mail.queue import MOST_QUEUED, moves_in
from pbem.report.model import Report, leaves_trace, tell

LONGEST_PRESS = 2000
MOST_PRESS = 200  # texts that wait for one seat
PRESS_AT_ONCE = 20  # mails a seat may have sent to others in a day
LONGEST_ABSENCE = 120  # days
MOST_ABSENCES = 20
MOST_ADDRESSES = 5
MORNING = "07:00"


class Done(NamedTuple):
    """What the answer says of an order, and the report it comes with, if it does."""

    lines: list[str]
    report: Report | None = None


class Declined(Exception):
    """An order that cannot be done, in words."""


Action = Callable[[Desk, str, str], Done]


def seat_called(desk: Desk, word: str) -> str:
    try:
        seat = seat_named(desk.file.header, word)
    except Refused:
        raise Declined(f"There is no seat '{word.strip()}'; the seats are {', '.join(desk.seats())}.") from None
    assert seat is not None
    return seat


def tried(desk: Desk, seat: str, texts: list[str]) -> Done:
    """Plays on a copy, also for others, and answers with a report marked as not played."""
    from pbem.mail.compose import about
    from pbem.mail.trial import try_out
    from pbem.report.model import Happened, build_report

    done = try_out(desk.match, desk.game_id, seat, [_mover(desk, seat, text) for text in texts])
    lines = [f"NOT PLAYED, only tried: {'; '.join(f'{who}: {moves}' for who, moves, _ in done.steps)}"]
    lines += [f"  {tell(desk.match.game, e)}" for *_, events in done.steps for e in events if e.seen_by(seat)]
    where = "How things would stand follows; it is NOT PLAYED."
    if done.stopped:
        lines += ["  Then dice or cards decide, or what others keep hidden; that is known when the move is made."]
        where = f"How things would stand before {done.steps[-1][1]} follows; it is NOT PLAYED."
    steps = done.steps[:-1] if done.stopped else done.steps
    happened = [Happened(desk.file.entry + i, who, moves, events) for i, (who, moves, events) in enumerate(steps, 1)]
    report = build_report(done.match.game, done.match.state, seat, about(desk), happened)
    return Done([*lines, where], marked(report, tuple(f"{who}: {moves}" for who, moves, _ in steps)))


def marked(report: Report, tried: tuple[str, ...]) -> Report:
    return {**report, "title": f"NOT PLAYED - {report['title']}", "head": "", "tried": tried}


def _mover(desk: Desk, seat: str, text: str) -> tuple[str, str]:
    who, colon, moves = text.partition(":")
    return (seat_called(desk, who), moves.strip()) if colon else (seat, text)


def _report(desk: Desk, seat: str, text: str) -> Done:
    return Done(["Your report:"], report_for(desk, seat))


def _status(desk: Desk, seat: str, text: str) -> Done:
    waiting = [f"{desk.name(d.seat)} ({d.seat}): {d.kind}" for d in desk.match.game.waiting(desk.match.state)]
    due = {other: desk.due(other) for other in desk.waiting()}
    clocks = [f"{desk.name(o)} has until {shown(d, desk.zone(seat))}" for o, d in due.items() if d]
    lines = [f"We wait for {', '.join(waiting) or 'nobody'}."]
    return Done([*lines, *(["The game is paused; no clock runs."] if desk.box.paused else clocks)])


def _legal(desk: Desk, seat: str, text: str) -> Done:
    from itertools import islice

    game = desk.match.game
    moves = [game.format(move) for move in islice(game.legal(desk.match.state, seat), 1000)]
    first = f"{len(moves)} legal moves:" if moves else "You have no legal move now."
    return Done([first, *(f"  {move}" for move in moves)])


def _history(desk: Desk, seat: str, text: str) -> Done:
    from pbem.report.history import whole_history

    who = None if seat == HOST else seat
    lines = []
    for entry in whole_history(desk.file, who, events_of(desk)):
        if leaves_trace(entry, who):
            lines.append(f"{entry.entry} {entry.seat or 'referee'}: {entry.text}")
            lines += [f"    {tell(desk.match.game, event)}" for event in entry.events if event.seen_by(who)]
    return Done(lines or ["Nothing has happened yet."])


def _help(desk: Desk, seat: str, text: str) -> Done:
    verbs = HOST_VERBS if seat == HOST else PLAYER_VERBS
    moves = "" if seat == HOST else "Moves of the game, one or more a line, and "
    lines = [
        f"{moves or 'You can write '}these orders, each on a line of its own:",
        *(f"  {text}" for text in verbs.values()),
        "Write them above the quoted text. What stands between the lines `orders` and `end orders` is read strictly:",
        "there, a line that is not understood is a mistake; elsewhere it is left out, and the answer says so.",
    ]
    asked = report_for(desk, seat)["asked"]
    answers = [f"  {answer}" for question in asked for answer in question["answers"]]
    return Done([*lines, *(["Your moves now, for instance:", *answers] if answers else [])])


def _undo(desk: Desk, seat: str, text: str) -> Done:
    from pbem.gamefile.undo import undone

    file, match, entry = undone(desk.file, seat, text.lstrip(": "))
    told = [other for other in desk.waiting() if other != seat]
    desk.replaced(file, match)
    desk.acted.add(seat)
    desk.tell(told, f"{desk.name(seat)} ({seat}) has taken back entry {entry.number}: {entry.text}")
    return Done([f"Entry {entry.number} was taken back: {entry.text}"])


def _say(desk: Desk, seat: str, text: str) -> Done:
    match = re.fullmatch(r"(now\s+)?to\s+([^:]{1,40}):\s*(.+)", text, re.I | re.S)
    if not match:
        raise Declined("Write `say to blue: ...` or `say to all: ...`; `say now to ...` sends it at once.")
    said = " ".join("".join(c if c.isprintable() else " " for c in match[3]).split())[:LONGEST_PRESS]
    everybody = match[2].strip().lower() == "all"
    to = [other for other in desk.seats() if other != seat] if everybody else [seat_called(desk, match[2])]
    at_once = bool(match[1]) or desk.over
    if at_once:
        _check_press(desk, seat, len(to))
    for other in to:
        _deliver(desk, {"from": seat, "to": other, "how": " to all" if everybody else "", "text": said}, at_once)
    when = "it goes out at once" if at_once else "it goes out with the next report"
    return Done([f"Said to {'all' if everybody else desk.name(to[0])}; {when}: {said}"])


def _deliver(desk: Desk, press: dict[str, str], at_once: bool) -> None:
    if at_once:
        desk.tell([press["to"]], press_line(desk, press))
    elif sum(other["to"] == press["to"] for other in desk.box.press) >= MOST_PRESS:
        raise Declined(f"Too much waits to be told to {desk.name(press['to'])} already.")
    else:
        desk.box.press.append(press)


def _check_press(desk: Desk, seat: str, mails: int) -> None:
    day, *counts = desk.answers_today(seat)
    if counts[2] + mails > PRESS_AT_ONCE:
        raise Declined(f"You have had {PRESS_AT_ONCE} mails sent at once today; say it without `now`.")
    desk.box.answers[seat] = [day, counts[0], counts[1], counts[2] + mails]


def _absent(desk: Desk, seat: str, text: str) -> Done:
    if text.strip().lower() == "off":
        _end_absence(desk, seat)
        desk.tell_later(desk.seats(), seat, f"{desk.name(seat)} ({seat}) is back; that clock runs again.")
        return Done(["You are absent no more; your clock runs.", *_due_line(desk, seat)])
    first, last = _days(text)
    if (last - first).days > LONGEST_ABSENCE or len(desk.box.absent.get(seat, [])) >= MOST_ABSENCES:
        raise Declined(f"An absence may last {LONGEST_ABSENCE} days, and there may be {MOST_ABSENCES} of them.")
    if last < local_day(desk.now, desk.zone(seat)):
        raise Declined(f"{last} is over already.")
    start, end = whole_days(first, last, desk.zone(seat))
    desk.box.absent.setdefault(seat, []).append([max(start, desk.now).isoformat(), end.isoformat()])
    desk.tell_later(desk.seats(), seat, f"{desk.name(seat)} ({seat}) will be absent from {first} to {last}.")
    return Done([f"Your clock stands from {first} to {last}.", *_due_line(desk, seat)])


def _end_absence(desk: Desk, seat: str) -> None:
    """Ends an absence now and drops those to come; days that are over stay stopped."""
    now = desk.now.isoformat()
    spans = [[start, min(end, now)] for start, end in desk.box.absent.get(seat, []) if start < now]
    desk.box.absent[seat] = spans


def _days(text: str) -> tuple[date, date]:
    match = re.fullmatch(r"(?:from\s+)?(\S+?)(?:\s*(?:to|-|–|until|till)\s*(\S+))?", text.strip(), re.I)
    try:
        first = date.fromisoformat(match[1] if match else "")
        last = date.fromisoformat(match[2]) if match and match[2] else first
    except ValueError:
        raise Declined("Write `absent 2026-12-20 to 2027-01-02`.") from None
    if last < first:
        raise Declined(f"{last} is before {first}.")
    return first, last


def _due_line(desk: Desk, seat: str) -> list[str]:
    due = desk.due(seat)
    return [f"Your answer is due {shown(due, desk.zone(seat))}."] if due else []


def _queue(desk: Desk, seat: str, text: str) -> Done:
    from pbem.notation.reader import read_turn

    order = " ".join(text.lstrip(": ").split())
    if not order:
        raise Declined("Write what to queue: `queue MOVES` or `queue if FACT >= N then MOVES else MOVES`.")
    if len(desk.box.queue.get(seat, [])) >= MOST_QUEUED:
        raise Declined(f"Your queue is full ({MOST_QUEUED} orders).")
    try:
        read = read_order(order.lower())
        check_facts(read, lambda words: desk.fact_for(seat, words))
    except BadCondition as bad:
        raise Declined(f"The order cannot be queued: {bad}.") from None
    for moves in moves_in(read):
        read_turn(desk.match.game, moves, "mail")
    number = desk.box.next_number(f"queue {seat}")
    held = seat in desk.waiting()
    desk.box.queue.setdefault(seat, []).append({"n": number, "text": order, **({"held": 1} if held else {})})
    now = ["  It is your turn now: this is for your next one. Write the moves alone to play them now."] if held else []
    return Done([f"Queued as order {number}: {order}", *now])


def _cancel(desk: Desk, seat: str, text: str) -> Done:
    queued = desk.box.queue.get(seat, [])
    wanted = text.strip().lower().rstrip(".")
    gone = [order for order in queued if wanted in ("all", str(order["n"]))]
    if not gone:
        numbers = ", ".join(str(order["n"]) for order in queued) or "none"
        raise Declined(f"There is no queued order '{wanted}'; yours are: {numbers}.")
    desk.box.queue[seat] = [order for order in queued if order not in gone]
    return Done([f"Cancelled order {order['n']}: {order['text']}" for order in gone])


def _seal(desk: Desk, seat: str, text: str) -> Done:
    from pbem.gamefile.words import give_seal

    said = give_seal(desk.file.header, desk.file.log, seat, text.lstrip(": ").strip())
    desk.hear(said)
    return Done([f"Your seal for round {said.round} is recorded; open it in that round with `open WORD`."])


def _open(desk: Desk, seat: str, text: str) -> Done:
    from pbem.gamefile.words import give_open

    said = give_open(desk.file.header, desk.file.log, seat, text.lstrip(": ").strip())
    desk.hear(said)
    return Done([f"Your word of round {said.round} is opened: {said.text}"])


def _resign(desk: Desk, seat: str, text: str) -> Done:
    if desk.over:
        raise Declined("The game is over.")
    if seat not in desk.box.gone:
        desk.box.gone.append(seat)
        desk.box.queue.pop(seat, None)
        desk.note(f"{seat} resigns")
        others = [other for other in desk.everybody() if other != seat]
        desk.tell(others, f"{desk.name(seat)} ({seat}) has resigned; the seat plays its default moves.")
    return Done(["You have left the game; your seat plays its default moves."])


def _zone(desk: Desk, seat: str, text: str) -> Done:
    try:
        zone = zone_named(text.strip())
    except ValueError as wrong:
        raise Declined(f"{wrong}.") from None
    desk.box.put(seat, "zone", zone.key)
    return Done([f"Your times are shown in {zone.key} from now on.", *_due_line(desk, seat)])


def _quiet(desk: Desk, seat: str, text: str) -> Done:
    hours = text.strip().lower()
    try:
        if hours != "off":
            read_hours(hours)
    except ValueError as wrong:
        raise Declined(f"{wrong}.") from None
    desk.box.put(seat, "quiet", "" if hours == "off" else hours)
    return Done(
        ["No quiet hours." if hours == "off" else f"No mail from {hours.replace('-', ' to ')}, but answers to yours."]
    )


def _digest(desk: Desk, seat: str, text: str) -> Done:
    word = text.strip().lower()
    if word == "off":
        desk.box.put(seat, "digest", "")
        return Done(["A mail whenever something is asked of you."])
    try:
        hour = MORNING if word == "on" else read_time(word).isoformat("minutes")
    except ValueError:
        raise Declined("Write `digest on`, `digest 18:30` or `digest off`.") from None
    desk.box.put(seat, "digest", hour)
    before = local_day(desk.now, desk.zone(seat)) - timedelta(days=1)
    desk.box.digested[seat] = f"{before.isoformat()} {desk.file.entry}"
    return Done([f"One mail a day from now on, at {hour}, if anything has happened."])


def _also(desk: Desk, seat: str, text: str) -> Done:
    address = text.strip().strip("<>").lower()
    known = desk.box.setting(seat, "addresses").split()
    if address == "off":
        desk.box.put(seat, "addresses", "")
        return Done([f"Your mails are taken from {desk.address(seat)} only."])
    if not is_address(address):
        raise Declined("Write `also ann@work.example`, an address you write from, or `also off`.")
    if len(known) >= MOST_ADDRESSES:
        raise Declined(f"There may be {MOST_ADDRESSES} further addresses.")
    desk.box.put(seat, "addresses", " ".join(dict.fromkeys([*known, address])))
    return Done([f"Your mails are taken from {address} too; ours go to {desk.address(seat)}."])


ACTIONS: dict[str, Action] = {
    "report": _report,
    "status": _status,
    "legal": _legal,
    "history": _history,
    "help": _help,
    "undo": _undo,
    "say": _say,
    "absent": _absent,
    "queue": _queue,
    "cancel": _cancel,
    "seal": _seal,
    "open": _open,
    "resign": _resign,
    "zone": _zone,
    "quiet": _quiet,
    "digest": _digest,
    "also": _also,
}
