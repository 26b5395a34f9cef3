"""Press: what players say to each other and to the host, through the judge."""

from __future__ import annotations

import re

from pbem.mail.compose import press_line
from pbem.mail.desk import HOST, Desk
from pbem.mail.done import Declined, Done, seat_called

LONGEST_PRESS = 2000
MOST_PRESS = 200  # texts that wait for one seat
PRESS_AT_ONCE = 20  # mails a seat may have sent to others in a day
ALL = ("all", "everybody", "everyone", "alle")
_AND = re.compile(r"\s*(?:[,&+]|\band\b|\bund\b)\s*", re.I)
_FORM = re.compile(r"(now\s+)?(?:to\s+)?([^:]{1,40}?)\s*:\s*(.+)", re.I | re.S)
_WITHOUT_COLON = re.compile(r"(now\s+)?to\s+(\S{1,40}?),?\s+(.+)", re.I | re.S)


def say(desk: Desk, seat: str, text: str) -> Done:
    """Says something to a seat, to all others or to the host, with the next report or at once."""
    match = _FORM.fullmatch(text.lstrip(": ")) or _WITHOUT_COLON.fullmatch(text)
    if not match:
        other = next(other for other in desk.seats() if other != seat)
        raise Declined(f"Write `say to {other}: ...` or `say to all: ...`; `say now to ...` sends it at once.")
    said = " ".join("".join(c if c.isprintable() else " " for c in match[3]).split())[:LONGEST_PRESS]
    everybody = match[2].strip().lower() in ALL
    to = [other for other in desk.seats() if other != seat] if everybody else _heard(desk, seat, match[2])
    at_once = [other for other in to if match[1] or desk.over or other == HOST]  # the host gets no reports
    if at_once:
        _check_press(desk, seat, len(at_once))
    how = " to all" if everybody else f" to {_and(to)}" if len(to) > 1 else ""
    for other in to:
        _deliver(desk, {"from": seat, "to": other, "how": how, "text": said}, other in at_once)
    when = "it goes out at once" if at_once == to else "it goes out with the next report"
    return Done([f"Said to {'all' if everybody else _and([desk.name(other) for other in to])}; {when}: {said}"])


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _heard(desk: Desk, seat: str, words: str) -> list[str]:
    """Who is meant: a seat or several, by colour or name, or the host."""
    try:
        return [_one(desk, seat, words)]
    except Declined:
        parts = _AND.split(words)
        if len(parts) == 1:
            raise
        return list(dict.fromkeys(_one(desk, seat, word) for word in parts))


def _one(desk: Desk, seat: str, word: str) -> str:
    name = word.strip().lower()
    other = HOST if name in (HOST, "the host") and desk.judge.host else seat_called(desk, name)
    if other == seat:
        raise Declined(f"You are {seat} yourself; the others are {', '.join(s for s in desk.seats() if s != seat)}.")
    return other


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
