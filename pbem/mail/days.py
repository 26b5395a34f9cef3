"""Days as people write them: `2026-12-20 to 2027-01-02`, `20-24 Dec`, `until Friday`, `for 3 days`."""

from __future__ import annotations

import re
from datetime import date, timedelta

_ENGLISH = "january february march april may june july august september october november december"
_GERMAN = "januar februar märz april mai juni juli august september oktober november dezember"
MONTHS = (*((name, i) for text in (_ENGLISH, _GERMAN) for i, name in enumerate(text.split(), 1)), ("mrz", 3))
_WEEK = "monday tuesday wednesday thursday friday saturday sunday"
_WOCHE = "montag dienstag mittwoch donnerstag freitag samstag sonntag"
WEEKDAYS = tuple((name, i) for text in (_WEEK, _WOCHE) for i, name in enumerate(text.split()))
SHORTEST = 3  # letters of a name that is cut short
YEARS = range(2000, 2200)  # at the ends of the calendar no day can be added
NEAR = {"today": 0, "heute": 0, "tomorrow": 1, "morgen": 1}
_ORDINAL = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th)\b")
_YEAR_FIRST = re.compile(r"([0-9]{4})([-/.]?)([0-9]{1,2})\2([0-9]{1,2})")
_BY_NUMBERS = re.compile(r"([0-9]{1,2})(?:\. ?|[-/])([0-9]{1,2})(?:[-/. ]+([0-9]{4}))?")
_DAY_MONTH = re.compile(r"([0-9]{1,2})\.? ?([a-zä]{3,9})(?:[., ]+([0-9]{4}))?")
_MONTH_DAY = re.compile(r"([a-zä]{3,9})\.? ([0-9]{1,2})(?:[, ]+([0-9]{4}))?")
_UNTIL = re.compile(r"\s+(?:to|until|till|through|thru|bis|-)\s+|\s*[–—]\s*|\s*\.{2,}\s*")
_SHORT = re.compile(r"^([0-9]{1,2})\.? ?- ?(?=[0-9]{1,2}\.? ?(?:[a-zä]|[0-9]{1,2}\.))")  # 20-24 Dec, 20.-24.12.
_SHORT_LAST = re.compile(r"^([a-zä]{3,9}\.?) ([0-9]{1,2}) ?[-–] ?([0-9]{1,2})\b(.*)")  # Dec 20-24
_FROM_TODAY = re.compile(r"(?:until|till|bis) (.+)")
_LENGTH = re.compile(r"(?:for )?([0-9]{1,3}|a|one) (day|week)s?")


def read_days(text: str, today: date) -> tuple[date, date]:
    """The first and the last day of a text; raises ValueError in plain words."""
    words = " ".join(text.lower().split()).strip(" :.,").removeprefix("from ")
    length = _LENGTH.fullmatch(words)
    if length:
        count = (int(length[1]) if length[1].isdecimal() else 1) * (7 if length[2] == "week" else 1)
        return today, today + timedelta(days=max(count, 1) - 1)
    if words in ("this week", "next week"):
        monday = today + timedelta(days=7 * (words == "next week") - today.weekday())
        return max(monday, today), monday + timedelta(days=6)
    until = _FROM_TODAY.fullmatch(words)
    return (today, read_day(until[1], today)) if until else _span(words, today)


def _span(words: str, today: date) -> tuple[date, date]:
    """Two days, or one. Without a year the next such day is meant, unless the first is then behind the last: what has
    begun already, or ends next week, is the shorter one."""
    words = _SHORT_LAST.sub(r"\2 \1\4 to \3 \1\4", _SHORT.sub(r"\1 to ", words))
    first, *more = _UNTIL.split(words)
    if not words or len(more) > 1:
        raise ValueError(f"'{words}' has more than two days" if words else "which days")
    end = more[0] if more else first
    last = read_day(end, today)
    if re.fullmatch(r"[0-9]{1,2}\.?", first):
        return _date(words, last.year, last.month, int(first.rstrip("."))), last
    start = read_day(first, today)
    if start <= last:
        return start, last
    begun = read_day(first, last - timedelta(days=180)), last
    ahead = start, read_day(end, start)
    return min(begun, ahead, key=lambda span: span[1] - span[0])


def read_day(text: str, today: date) -> date:
    """`2026-12-20`, `20.12.2026`, `20 Dec`, `Dec 20, 2026`, `today`, `friday`; without a year the next such day."""
    word = _ORDINAL.sub(r"\1", text.strip().lower().rstrip(".,"))
    if word in NEAR:
        return today + timedelta(days=NEAR[word])
    wanted = _named(word.removeprefix("next ").removeprefix("on ").rstrip("s"), WEEKDAYS)
    if wanted is not None:
        return today + timedelta(days=(wanted - today.weekday()) % 7)
    if match := _YEAR_FIRST.fullmatch(word):
        return _date(word, int(match[1]), int(match[3]), int(match[4]))
    day, month, year = _parts(word)
    return _date(word, int(year) if year else today.year + ((month, day) < (today.month, today.day)), month, day)


def _date(word: str, year: int, month: int, day: int) -> date:
    if year not in YEARS:
        raise ValueError(f"'{word}' is too far away")
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError(f"there is no day '{word}'") from None


def _parts(word: str) -> tuple[int, int, str]:
    """Day, month and year (or nothing) of a written day."""
    if match := _BY_NUMBERS.fullmatch(word):
        return _ordered(word, int(match[1]), int(match[2]), match[3] or "")
    match = _DAY_MONTH.fullmatch(word)
    day, month, year = match.groups() if match else ("", "", "")
    if not match and (match := _MONTH_DAY.fullmatch(word)):
        month, day, year = match.groups()
    number = _named(month, MONTHS)
    if number is None:
        raise ValueError(f"'{word}' is no day")
    return int(day), number, year or ""


def _named(word: str, names: tuple[tuple[str, int], ...]) -> int | None:
    """The number of the month or weekday that a word means, whole or the beginning: `sept`; None when it is none."""
    return next((number for name, number in names if len(word) >= SHORTEST and name.startswith(word)), None)


def _ordered(word: str, one: int, two: int, year: str) -> tuple[int, int, str]:
    """Day and month written as numbers: with strokes both orders are in use, so only one that can be told counts."""
    if "/" in word and one <= 12 and two <= 12 and one != two:
        raise ValueError(f"'{word}' may be two days")
    return (two, one, year) if "/" in word and two > 12 else (one, two, year)
