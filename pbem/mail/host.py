"""What the host may order: each order names the entry he saw last, is recorded in the log and told to all."""

from __future__ import annotations

import re

from pbem.gamefile.log import one_line
from pbem.gamefile.schema import SeatInfo
from pbem.mail.compose import clock_lines, send_report
from pbem.mail.desk import HOST, Desk
from pbem.mail.done import Action, Declined, Done, seat_called
from pbem.mail.limits import is_address
from pbem.mail.press import ALL
from pbem.mail.queue import play_defaults

_GUARD = re.compile(r"(.*?)\s*\bat\s+(?:entry\s+)?([0-9]{1,6})", re.I)
_SUBSTITUTE = re.compile(r"(\S+)\s+(?:by|with)\s+([^<>@]{1,60}?)(?:\s+<?|<)([^<>\s]+@[^<>\s]+)>?", re.I)


def guarded(desk: Desk, text: str) -> str:
    """Checks the entry the host saw last, as it was when his mail came; returns the text before it."""
    match = _GUARD.fullmatch(text.strip())
    if not match:
        raise Declined(f"Say which entry you saw last: `... at {desk.began_at}`.")
    if int(match[2]) != desk.began_at:
        raise Declined(f"The game is at entry {desk.began_at}, not {match[2]}: look again before you order this.")
    return match[1]


def _asked_seat(desk: Desk, text: str) -> str:
    who = seat_called(desk, guarded(desk, text))
    if who not in desk.waiting():
        raise Declined(f"Nothing is asked of {who}.")
    return who


def _pause(desk: Desk, seat: str, text: str) -> Done:
    guarded(desk, text)
    if desk.box.paused:
        raise Declined("The game is paused already.")
    desk.box.paused = desk.now.isoformat()
    desk.note("paused by host")
    desk.tell(desk.seats(), "The host has paused the game; no clock runs.")
    return Done(["Paused."])


def _resume(desk: Desk, seat: str, text: str) -> Done:
    guarded(desk, text)
    if not desk.box.paused:
        raise Declined("The game is not paused.")
    desk.box.pauses.append([desk.box.paused, desk.now.isoformat()])
    desk.box.paused = ""
    desk.note("resumed by host")
    desk.tell(desk.seats(), "The host has resumed the game; clocks run again.")
    for other in desk.waiting():
        desk.tell([other], " ".join(clock_lines(desk, other)))
    return Done(["Resumed."])


def _substitute(desk: Desk, seat: str, text: str) -> Done:
    order = guarded(desk, text)
    match = _SUBSTITUTE.fullmatch(order)
    name = one_line(match[2]).strip(" \"'“”„«»") if match else ""
    if not match or not name or not is_address(match[3]):
        raise Declined(f"Write `substitute {desk.seats()[0]} by Cid <cid@example.org> at {desk.began_at}`.")
    who = seat_called(desk, match[1])
    old, gone = desk.name(who), desk.address(who)
    _seat_anew(desk, SeatInfo(who, name, match[3].lower()))
    desk.tell(desk.seats(), f"{name} plays {who} from now on, in the place of {old}.")
    send_report(desk, who)
    return Done([f"{name} plays {who}. {old} <{gone}> can no longer read or move." if gone else f"{name} plays {who}."])


def _seat_anew(desk: Desk, info: SeatInfo) -> None:
    """Puts somebody in a seat; what the one before had, his tokens above all, is good for nothing from now on."""
    seats = tuple(info if other.seat == info.seat else other for other in desk.file.header.seats)
    desk.file = desk.file._replace(header=desk.file.header._replace(seats=seats))
    desk.box.forget_player(info.seat)
    desk.note(f"{info.seat} is played by {info.name} from now on")
    desk.box.born[info.seat] = desk.box.asked[info.seat] = desk.file.entry
    if info.seat in desk.waiting():
        desk.ask(info.seat)


def _remind(desk: Desk, seat: str, text: str) -> Done:
    everybody = guarded(desk, text).lower() in ("", *ALL)
    reminded = desk.waiting() if everybody else [_asked_seat(desk, text)]
    for who in reminded:
        desk.note(f"{who} is reminded by host")
        send_report(desk, who, "reminder", ["The host reminds you."])
    return Done([f"{desk.name(who)} ({who}) was reminded." for who in reminded] or ["Nobody is waited for."])


def _force(desk: Desk, seat: str, text: str) -> Done:
    who = _asked_seat(desk, text)
    played = "; ".join(play_defaults(desk, who, "forced by host"))
    others = [other for other in desk.seats() if other != who]
    desk.tell(others, f"The host has played the default move of {desk.name(who)} ({who}): {played}")
    desk.tell([who], f"The host has played your default move: {played}")
    return Done([f"Played for {who}: {played}"])


def _amend(desk: Desk, seat: str, text: str) -> Done:
    from pbem.gamefile.amend import amended

    head, _, moves = text.partition(":")
    match = re.fullmatch(r"(?:entry\s+)?(\d{1,6})", guarded(desk, head), re.I) if moves.strip() else None
    if not match:
        raise Declined(f"Write `amend entry 12 at {desk.began_at}: MOVES`.")
    file, match_, lines = amended(desk.file, int(match[1]), moves.strip(), HOST)
    first = next(entry for entry in file.log.entries[desk.file.entry :] if entry.seat)
    desk.replaced(file, match_)
    desk.acted.update(desk.seats())
    shown = f"{first.seat}: {first.text}"  # as everybody may see it: part of the moves may be secret
    desk.tell(desk.seats(), f"The host has changed entry {match[1]}. It is now entry {first.number}, {shown}")
    desk.tell(desk.seats(), lines[-1])
    return Done(lines)


HOST_ACTIONS: dict[str, Action] = {
    "pause": _pause,
    "resume": _resume,
    "substitute": _substitute,
    "remind": _remind,
    "force": _force,
    "amend": _amend,
}
