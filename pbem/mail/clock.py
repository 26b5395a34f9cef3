"""Deadlines and quiet hours: UTC inside, the player's own zone outside. Takes the time as an argument, never looks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MOST_DAYS = 366
_TIME = re.compile(r"([0-9]{1,2})(?:[:.h]([0-9]{2}))? ?(am|pm|h|uhr)?")
_BETWEEN = re.compile(r"\s*(?:-|–|—|\bto\b|\buntil\b|\bbis\b)\s*", re.I)

Stop = tuple[datetime, datetime]  # a time in which a clock stands still


class Profile(NamedTuple):
    """How much time a seat has for each answer. Days that do not count (weekends, say) are left out."""

    days: int = 3
    weekdays: frozenset[int] = frozenset(range(7))
    grace: timedelta = timedelta(hours=12)
    reminders: tuple[timedelta, ...] = (timedelta(hours=24), timedelta(hours=2))  # before the deadline
    force: bool = False  # after the grace the documented default move is played


class Clock(NamedTuple):
    """A seat's clock: when it began to run, when the answer is due, and when the grace is over."""

    since: datetime
    due: datetime
    over: datetime


class Reminder(NamedTuple):
    """What time asks for: `level` counts up, the last ones are `late` (deadline passed) and `over` (grace passed)."""

    level: int
    kind: str  # soon, late, over
    due: datetime


def read_profile(days: int = 3, weekdays: str = "all", grace: str = "12h", reminders: str = "24h 2h") -> Profile:
    """A profile from the words of a configuration; raises ValueError in plain words."""
    if not 1 <= days <= MOST_DAYS:
        raise ValueError(f"a deadline of {days} days is not between 1 and {MOST_DAYS}")
    before = tuple(sorted((duration(word) for word in reminders.replace(",", " ").split()), reverse=True))
    return Profile(days, read_weekdays(weekdays), duration(grace), before)


def read_weekdays(text: str) -> frozenset[int]:
    """`all`, `mon-fri`, `mon wed sat`."""
    text = text.strip().lower()
    if text == "all":
        return frozenset(range(7))
    found: set[int] = set()
    for word in text.replace(",", " ").split():
        first, _, last = word.partition("-")
        if first not in WEEK or (last or first) not in WEEK:
            raise ValueError(f"'{word}' is no weekday: write mon tue wed thu fri sat sun, mon-fri, or all")
        a, b = WEEK.index(first), WEEK.index(last or first)
        found |= {day % 7 for day in range(a, (b if b >= a else b + 7) + 1)}
    if not found:
        raise ValueError("at least one weekday must count")
    return frozenset(found)


def duration(text: str) -> timedelta:
    """`12h`, `2d`, `30m`."""
    unit = {"d": 1440, "h": 60, "m": 1}.get(text[-1:].lower())
    if unit is None or not text[:-1].isdecimal() or len(text) > 6:
        raise ValueError(f"'{text}' is no length of time: write 30m, 12h or 2d")
    return timedelta(minutes=unit * int(text[:-1]))


def zone_named(name: str) -> ZoneInfo:
    """An IANA time zone; raises ValueError for a name there is none of."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"'{name}' is no time zone: write one like Europe/Berlin or America/New_York") from None


def find_zone(text: str) -> ZoneInfo:
    """An IANA time zone in any writing, or the one of a city; raises ValueError.

    `GMT+2` is no city: the zone that ends so lies two hours west of Greenwich, and whoever writes it means east.
    """
    wanted = text.strip().lower().replace(" ", "_")
    names = [name for name in available_timezones() if not name.startswith("Etc/") or name.lower() == wanted]
    found = [name for name in names if name.lower() == wanted]
    found = found or [name for name in names if name.lower().rpartition("/")[2] == wanted and "/" in name]
    return zone_named(min(found, key=lambda name: (name.count("/"), name)) if found else text)


def deadline(asked: datetime, profile: Profile, zone: ZoneInfo, stops: Sequence[Stop] = ()) -> datetime:
    """When an answer is due: after so many days by the player's wall clock, of which only those are counted that are
    counted weekdays and in which the clock does not stand."""
    at = asked.astimezone(zone).replace(tzinfo=None)
    left = timedelta(days=profile.days)
    standing = _merged([(_wall(start, zone), _wall(end, zone)) for start, end in stops])
    while True:
        day_ends = datetime.combine(at.date() + timedelta(days=1), time())
        if at.weekday() not in profile.weekdays:
            at = day_ends
            continue
        stop = next((stop for stop in standing if stop[1] > at), None)
        if stop and stop[0] <= at:
            at = stop[1]
            continue
        end = min(day_ends, stop[0]) if stop else day_ends
        if end - at >= left:
            return (at + left).replace(tzinfo=zone).astimezone(UTC)
        left -= end - at
        at = end


def _wall(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


def _merged(stops: Sequence[Stop]) -> list[Stop]:
    """Stops in order, those that overlap made one, so that no hour is counted twice."""
    merged: list[Stop] = []
    for start, end in sorted(stops):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged


def after(moment: datetime, length: timedelta, stops: Sequence[Stop]) -> datetime:
    """When so much time has passed, not counting that in which the clock stands."""
    left = length
    for start, end in _merged(stops):
        if start - moment >= left:
            break
        if end > moment:
            left -= max(start - moment, timedelta())
            moment = end
    return moment + left


def reached(now: datetime, clock: Clock, profile: Profile) -> list[str]:
    """The kinds of the reminders whose time has come, in their order."""
    moments = [(clock.due - before, "soon") for before in profile.reminders]
    moments += [(clock.due, "late"), (clock.over, "over")]
    return [kind for moment, kind in moments if moment <= now]


def reminder_now(now: datetime, clock: Clock, profile: Profile, sent: int) -> Reminder | None:
    """The reminder that is due and has not been sent; of several missed ones only the last, of those none whose time
    had come when the seat was asked."""
    passed = reached(now, clock, profile)
    known = max(sent, len(reached(clock.since, clock, profile)))
    return Reminder(len(passed), passed[-1], clock.due) if len(passed) > known else None


def quiet_until(now: datetime, zone: ZoneInfo, hours: str) -> datetime | None:
    """When quiet hours (`22:00-07:00`, in the player's zone) end; None when it is not quiet now."""
    if not hours:
        return None
    start, end = read_hours(hours)
    local = now.astimezone(zone)
    for day in (local.date() - timedelta(days=1), local.date()):
        begin = datetime.combine(day, start, zone)
        stop = datetime.combine(day if end > start else day + timedelta(days=1), end, zone)
        if begin <= local < stop:
            return stop.astimezone(UTC)
    return None


def read_hours(text: str) -> tuple[time, time]:
    """The two times of quiet hours, `22:00-07:00` or `10pm to 7am`; raises ValueError."""
    try:
        start, end = (read_time(part) for part in _BETWEEN.split(text))
    except ValueError:
        raise ValueError(f"'{text}' are no quiet hours: write 22:00-07:00, or off") from None
    if start == end:
        raise ValueError(f"quiet hours of '{text}' would never end")
    return start, end


def read_time(text: str) -> time:
    """`7:00`, `18.30`, `7`, `10 pm`; raises ValueError."""
    match = _TIME.fullmatch(text.strip().lower())
    if not match or (match[3] in ("am", "pm") and not 1 <= int(match[1]) <= 12):
        raise ValueError(f"'{text}' is no time of day: write 18:30")
    hour = int(match[1]) % 12 + 12 * (match[3] == "pm") if match[3] in ("am", "pm") else int(match[1])
    return time(hour, int(match[2] or 0))


def local_day(now: datetime, zone: ZoneInfo) -> date:
    """The player's day."""
    return now.astimezone(zone).date()


def digest_due(now: datetime, zone: ZoneInfo, hour: str, last: str) -> bool:
    """True when the player's day has come to the hour of his digest and the last one is of an earlier day."""
    local = now.astimezone(zone)
    return local.time() >= time.fromisoformat(hour) and local.date().isoformat() > last


def whole_days(first: date, last: date, zone: ZoneInfo) -> Stop:
    """An absence from the morning of the first day to the end of the last, in the player's zone."""
    start = datetime.combine(first, time(), zone)
    return start.astimezone(UTC), datetime.combine(last + timedelta(days=1), time(), zone).astimezone(UTC)


def shown(moment: datetime, zone: ZoneInfo) -> str:
    """A moment as a player reads it: `Fri 20 Nov 2026, 18:00 (Europe/Berlin)`."""
    return f"{moment.astimezone(zone):%a %d %b %Y, %H:%M} ({zone.key})"
