"""What time asks for: reminders, late notices, default moves, digests. The same pure shape as the gateway."""

from __future__ import annotations

from datetime import datetime

from pbem.gamefile.store import GameFile
from pbem.mail.clock import Reminder, digest_due, local_day, reminder_now, shown
from pbem.mail.compose import grace_line, send_report
from pbem.mail.desk import Desk, Judge
from pbem.mail.gateway import Result, closed
from pbem.mail.queue import play_defaults, play_queues

NOTHING, NOT_BEGUN = "nothing is due", "not begun"


def tick(file: GameFile, now: datetime, judge: Judge, key: bytes) -> Result:
    """Sends what is due at a time; the same time again sends nothing more."""
    desk = Desk(file, judge, key, now)
    if not desk.box.began:
        return Result(NOT_BEGUN)
    done = _unheard(desk)
    play_queues(desk)
    digested = dict(desk.box.digested)
    done += [*_reminders(desk), *_digests(desk)]
    if desk.file.entry > desk.began_at:
        done += ["played on"]
    changed = done or desk.box.digested != digested
    return closed(desk, "; ".join(done) or NOTHING) if changed else Result(NOTHING)


def _unheard(desk: Desk) -> list[str]:
    """Entries that were added without the judge: those who are asked since are told."""
    return [f"entries {desk.box.entry + 1} to {desk.file.entry}"] if desk.box.entry < desk.file.entry else []


def _reminders(desk: Desk) -> list[str]:
    if desk.box.paused:
        return []
    done = []
    for seat in desk.waiting():
        clock = desk.clock(seat)
        sent = desk.box.reminded.get(seat, 0)
        reminder = reminder_now(desk.now, clock, desk.judge.profile, sent) if clock else None
        if reminder and not desk.is_away(seat) and not _can_wait(desk, seat, reminder):
            desk.box.reminded[seat] = reminder.level
            done.append(_remind(desk, seat, reminder))
    return done


def _can_wait(desk: Desk, seat: str, reminder: Reminder) -> bool:
    """True in quiet hours, when a reminder would be held: in the morning it may not be true any more."""
    return reminder.kind == "soon" and desk.quiet(seat) is not None


def _remind(desk: Desk, seat: str, reminder: Reminder) -> str:
    """Reminds a seat, more urgently each time; who is late is told to everybody."""
    due = shown(reminder.due, desk.zone(seat))
    forced = reminder.kind == "over" and desk.judge.profile.force
    if reminder.kind != "soon":
        _tell_others(desk, seat, reminder)
    if not forced:
        send_report(desk, seat, "reminder", _words(desk, seat, reminder), clock=False)
        return f"{reminder.kind}: {seat}"
    played = "; ".join(play_defaults(desk, seat, "its time is over"))
    everybody = [other for other in desk.everybody() if other != seat]
    desk.tell(everybody, f"The default move of {desk.name(seat)} ({seat}) was played: {played}")
    desk.tell(
        [seat], f"Your answer was due {due}, and the time of grace is over. Your default move was played: {played}"
    )
    play_queues(desk)
    return f"forced: {seat}"


def _words(desk: Desk, seat: str, reminder: Reminder) -> list[str]:
    """What a reminder says, each time more urgently."""
    due = shown(reminder.due, desk.zone(seat))
    if reminder.kind == "soon":
        last = reminder.level > 1 and reminder.level == len(desk.judge.profile.reminders)
        return [f"{'THE LAST REMINDER' if last else 'A reminder'}: your answer is due {due}."]
    late = f"YOU ARE LATE: your answer was due {due}. The others are told."
    over = f"LAST WARNING: your answer was due {due}. The others and the host are told."
    return [late if reminder.kind == "late" else over, grace_line(desk, seat)]


def _tell_others(desk: Desk, seat: str, reminder: Reminder) -> None:
    how = "is late" if reminder.kind == "late" else "has let the time of grace pass"
    for other in desk.everybody():
        if other != seat:
            zone = desk.zone(other)
            desk.tell([other], f"{desk.name(seat)} ({seat}) {how}: due {shown(reminder.due, zone)}.")


def _digests(desk: Desk) -> list[str]:
    """One mail a day to those who asked for it, when anything has happened or was said until the hour they named."""
    done = []
    for seat in desk.seats():
        hour = desk.box.setting(seat, "digest")
        day, _, entry = desk.box.digested.get(seat, "").rpartition(" ")
        if not hour or not digest_due(desk.now, desk.zone(seat), hour, day.strip()):
            continue
        if entry != str(desk.file.entry) or any(press["to"] == seat for press in desk.box.press):
            send_report(desk, seat, "digest")
            done.append(f"digest: {seat}")
            entry = str(desk.file.entry)
        desk.box.digested[seat] = f"{local_day(desk.now, desk.zone(seat)).isoformat()} {entry}"
    return done
