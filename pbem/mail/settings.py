"""What players settle for themselves: absences, time zone, quiet hours, digests, further addresses."""

from __future__ import annotations

from datetime import date, timedelta

from pbem.mail.clock import find_zone, local_day, read_hours, read_time, shown, whole_days
from pbem.mail.days import read_days
from pbem.mail.desk import Desk
from pbem.mail.done import Declined, Done
from pbem.mail.limits import is_address

LONGEST_ABSENCE = 120  # days
MOST_ABSENCES = 20
MOST_ADDRESSES = 5
MORNING = "07:00"


def absent(desk: Desk, seat: str, text: str) -> Done:
    if text.strip(" :").lower() == "off":
        _end_absence(desk, seat)
        desk.tell_later(desk.seats(), seat, f"{desk.name(seat)} ({seat}) is back; that clock runs again.")
        return Done(["You are absent no more; your clock runs.", *_due_line(desk, seat)])
    today = local_day(desk.now, desk.zone(seat))
    first, last = _days(text, today)
    if (last - first).days > LONGEST_ABSENCE or len(desk.box.absent.get(seat, [])) >= MOST_ABSENCES:
        raise Declined(f"An absence may last {LONGEST_ABSENCE} days, and there may be {MOST_ABSENCES} of them.")
    if last < today:
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


def _days(text: str, today: date) -> tuple[date, date]:
    try:
        first, last = read_days(text, today)
    except ValueError as wrong:
        raise Declined(f"{_sentence(str(wrong))}: write `absent 2026-12-20 to 2027-01-02`, or `absent off`.") from None
    if last < first:
        raise Declined(f"{last} is not after {first}: write `absent 2026-12-20 to 2027-01-02`.")
    return first, last


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _due_line(desk: Desk, seat: str) -> list[str]:
    due = desk.due(seat)
    return [f"Your answer is due {shown(due, desk.zone(seat))}."] if due else []


def zone(desk: Desk, seat: str, text: str) -> Done:
    try:
        found = find_zone(text.strip(" :"))
    except ValueError as wrong:
        raise Declined(f"{wrong}.") from None
    desk.box.put(seat, "zone", found.key)
    return Done([f"Your times are shown in {found.key} from now on.", *_due_line(desk, seat)])


def quiet(desk: Desk, seat: str, text: str) -> Done:
    if text.strip(" :").lower() == "off":
        desk.box.put(seat, "quiet", "")
        return Done(["No quiet hours."])
    try:
        start, end = read_hours(text.strip(" :"))
    except ValueError as wrong:
        raise Declined(f"{wrong}.") from None
    desk.box.put(seat, "quiet", f"{start:%H:%M}-{end:%H:%M}")
    return Done([f"No mail from {start:%H:%M} to {end:%H:%M} ({desk.zone(seat).key}), but answers to yours."])


def digest(desk: Desk, seat: str, text: str) -> Done:
    word = text.strip(" :").lower()
    if word == "off":
        desk.box.put(seat, "digest", "")
        return Done(["A mail whenever something is asked of you."])
    try:
        hour = MORNING if word == "on" else read_time(word).isoformat("minutes")
    except ValueError:
        raise Declined("Write `digest on`, `digest 18:30` or `digest off`.") from None
    desk.box.put(seat, "digest", hour)
    local = desk.now.astimezone(desk.zone(seat))
    last = local.date() - timedelta(days=local.strftime("%H:%M") < hour)
    desk.box.digested[seat] = f"{last.isoformat()} {desk.file.entry}"
    return Done([f"One mail a day from now on, at {hour} ({desk.zone(seat).key}), if anything has happened."])


def also(desk: Desk, seat: str, text: str) -> Done:
    address = text.strip(" :<>").removeprefix("mailto:").lower()
    known = desk.box.setting(seat, "addresses").split()
    if address == "off":
        desk.box.put(seat, "addresses", "")
        return Done([f"Your mails are taken from {desk.address(seat)} only."])
    if not is_address(address) or address == desk.judge.address.lower():
        raise Declined("Write `also ann@work.example`, an address you write from, or `also off`.")
    if len(known) >= MOST_ADDRESSES:
        raise Declined(f"There may be {MOST_ADDRESSES} further addresses.")
    desk.box.put(seat, "addresses", " ".join(dict.fromkeys([*known, address])))
    return Done([f"Your mails are taken from {address} too; ours go to {desk.address(seat)}."])
