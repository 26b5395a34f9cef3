"""What players may order besides moves; each answers with lines for the answer to the mail."""

from __future__ import annotations

from pbem.mail import press, settings
from pbem.mail.clock import shown
from pbem.mail.compose import events_of, report_for
from pbem.mail.conditions import BadCondition, check_facts, meant, read_order, written
from pbem.mail.desk import HOST, RESIGN, Desk
from pbem.mail.done import Action, Declined, Done, seat_called
from pbem.mail.orders import HOST_VERBS, PLAYER_VERBS
from pbem.mail.queue import MOST_QUEUED
from pbem.report.model import Report, leaves_trace, tell


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
    clocks = [
        f"{desk.name(o)} {'has until' if d > desk.now else 'is late: it was due'} {shown(d, desk.zone(seat))}"
        for o, d in due.items()
        if d
    ]
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


def _queue(desk: Desk, seat: str, text: str) -> Done:
    order = meant(" ".join(text.lstrip(": ").split()))
    if not order:
        raise Declined("Write what to queue: `queue MOVES` or `queue if FACT >= N then MOVES else MOVES`.")
    if len(desk.box.queue.get(seat, [])) >= MOST_QUEUED:
        raise Declined(f"Your queue is full ({MOST_QUEUED} orders).")
    try:
        read = read_order(order)
        check_facts(read, lambda words: desk.fact_for(seat, words))
    except BadCondition as bad:
        raise Declined(f"The order cannot be queued: {bad}.") from None
    order = written(read, lambda moves: _canonical(desk, moves))
    number = desk.box.next_number(f"queue {seat}")
    held = seat in desk.waiting()
    desk.box.queue.setdefault(seat, []).append({"n": number, "text": order, **({"held": 1} if held else {})})
    now = ["  It is your turn now: this is for your next one. Write the moves alone to play them now."] if held else []
    return Done([f"Queued as order {number}: {order}", *now])


def _canonical(desk: Desk, moves: str) -> str:
    from pbem.notation.reader import format_turn, read_turn

    game = desk.match.game
    return format_turn(game, tuple(placed.move for placed in read_turn(game, moves, "mail").moves))


def _cancel(desk: Desk, seat: str, text: str) -> Done:
    queued = desk.box.queue.get(seat, [])
    wanted = text.strip(" :#.").lower().removeprefix("order ").lstrip("#")
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
        desk.tell_resigned(seat, "; the seat plays its default moves")
    return Done(["You have left the game; your seat plays its default moves."])


ACTIONS: dict[str, Action] = {
    "report": _report,
    "status": _status,
    "legal": _legal,
    "history": _history,
    "help": _help,
    "undo": _undo,
    "say": press.say,
    "absent": settings.absent,
    "queue": _queue,
    "cancel": _cancel,
    "seal": _seal,
    "open": _open,
    RESIGN: _resign,
    "zone": settings.zone,
    "quiet": settings.quiet,
    "digest": settings.digest,
    "also": settings.also,
}
