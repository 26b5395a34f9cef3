"""The gateway: (game file, mail, now) -> (game file, mails to send). No sockets, no clock, no disk.

A mail is believed when it carries the seat's current token and comes from an address of the seat. One that is refused
changes nothing of the game; at most one answer goes out for a mail, and none to robots or strangers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple

from pbem.core.engine import Match
from pbem.core.problem import Problem, Refused
from pbem.gamefile.seats import seat_named
from pbem.gamefile.store import GameFile
from pbem.mail.actions import ACTIONS, tried
from pbem.mail.compose import Text, is_our_id, report_for, send_answer, send_notice, send_report
from pbem.mail.desk import HARD_BOUNCES, HOST, Desk, Judge
from pbem.mail.done import Declined, Done
from pbem.mail.host import HOST_ACTIONS
from pbem.mail.model import Incoming
from pbem.mail.orders import HOST_VERBS, OTHER, OWN, PLAYER_VERBS, READING, Order, Orders, Whose, has_block, read_orders
from pbem.mail.queue import play_queues
from pbem.mail.tokens import holds, tokens_in, without_token_lines
from pbem.report.model import Report, tell
from pbem.report.problems import render

ACCEPTED, NOT_ACCEPTED = "ACCEPTED.", "NOT ACCEPTED: nothing was changed."
# Verdicts on mails, as far as others ask for them.
YES, NO, READ_BEFORE, NO_TOKEN = "accepted", "not accepted", "read before", "no token of this game"
LIST = "list"  # what the reader says of a mail that came through a mailing list
MORE_ANSWERS = 5  # times as many answers a day as there may be refusals


class Result(NamedTuple):
    """What came of a mail or a tick. Without a file nothing has changed."""

    verdict: str
    file: GameFile | None = None
    match: Match | None = None
    answer: str = ""


class Reply(NamedTuple):
    """What is to be answered."""

    first: str
    lines: list[str]
    report: Report | None = None


def receive(file: GameFile, mail: Incoming, now: datetime, judge: Judge, key: bytes) -> Result:
    """Does what a mail asks for."""
    desk = Desk(file, judge, key, now)
    if desk.box.has_seen(mail):
        return Result(READ_BEFORE)
    if mail.bounce is not None:
        return _bounced(desk, mail)
    seat, known = identify(desk, mail)
    doubt = known if seat is None else _doubt(desk, mail)
    if seat is None or doubt:
        return Result(doubt)
    if mail.sender not in desk.addresses(seat):
        return _from_elsewhere(desk, seat)
    return _handled(desk, mail, seat, known == "old")


def _doubt(desk: Desk, mail: Incoming) -> str:
    """Why a mail with a token is still not believed; empty when it is. People may play through mailing lists."""
    if mail.automatic and not mail.automatic.startswith(LIST):
        return f"sent by a robot: {mail.automatic}"
    missing = [level for level in desk.judge.needs if level not in mail.trusted]
    return f"not authenticated by {' and '.join(missing)}" if missing else ""


def identify(desk: Desk, mail: Incoming) -> tuple[str | None, str]:
    """The seat (or host) whose token a mail carries, and whether it is the current one or of an earlier turn."""
    offered = [token for game, token in tokens_in(mail) if game == desk.game_id]
    if not offered:
        return None, "no token"
    for seat in desk.everybody():
        if holds(desk.token(seat), offered):
            return seat, "current"
    for seat in desk.everybody():
        earlier = range(desk.box.born.get(seat, 0), desk.asked(seat))
        if any([holds(desk.token_of(seat, entry), offered) for entry in earlier]):
            return seat, "old"
    return None, NO_TOKEN


def _bounced(desk: Desk, mail: Incoming) -> Result:
    """Counts a mail that came back for good; after a few, the host is told and no more are sent there."""
    bounce = mail.bounce
    assert bounce is not None
    seat = next((seat for seat in desk.seats() if is_our_id(desk, seat, bounce.message_id)), None)
    if seat is None or not bounce.permanent or bounce.message_id in desk.box.bounced.get(seat, []):
        return Result("a bounce that does not count")
    count_bounce(desk, seat, bounce.message_id, bounce.status)
    return closed(desk, "bounced")


def count_bounce(desk: Desk, seat: str, message_id: str, status: str) -> None:
    """Notes a mail that did not arrive."""
    back = desk.box.bounced.setdefault(seat, [])
    back.append(message_id)
    if len(back) == HARD_BOUNCES and desk.judge.host and seat != HOST:
        told = f"Mail to {desk.name(seat)} ({seat}) has come back {HARD_BOUNCES} times: {status}. No more is sent there"
        desk.tell([HOST], f"{told} until a mail comes from that seat or it is substituted.")


def _from_elsewhere(desk: Desk, seat: str) -> Result:
    """A true token from an unknown address: nothing is played, and only the seat's own address hears of it, once."""
    if desk.box.setting(seat, "elsewhere") == desk.token(seat):
        return Result("address not registered")
    desk.box.put(seat, "elsewhere", desk.token(seat))
    lines = ["A mail with your token came from an address that is not yours here; nothing was played.",
             "If it was you, send it from this address, or write from here: also YOUR-OTHER-ADDRESS"]  # fmt: skip
    send_notice(desk, seat, lines)
    return closed(desk, "address not registered")


def _handled(desk: Desk, mail: Incoming, seat: str, old: bool) -> Result:
    after, reply, left_out = _unread(desk, mail, seat) if mail.too_much else considered(desk, seat, mail.text, old)
    if reply.first == ACCEPTED:
        after.box.bounced.pop(seat, None)
    after.box.remember(mail)
    read = mail._replace(ignored=(*mail.ignored, *left_out))
    return _answered(after, read, seat, reply)


def _unread(desk: Desk, mail: Incoming, seat: str) -> tuple[Desk, Reply, tuple[str, ...]]:
    lines = [f"Your mail was not read, it is too long: {mail.too_much}.",
             "Send your orders alone, without pictures, attachments and the text you answer."]  # fmt: skip
    return desk, Reply(NOT_ACCEPTED, [*lines, *_next_lines(desk, seat)]), ()


def _answered(desk: Desk, mail: Incoming, seat: str, reply: Reply) -> Result:
    """Finishes the work and sends the one answer; through a list it is told with the next report instead."""
    verdict = YES if reply.first == ACCEPTED else NO
    may_answer = _count_answer(desk, seat, reply)
    if mail.automatic:
        if reply.first != ACCEPTED:
            desk.later(seat, " ".join([f"Your mail through a list was {verdict}.", *filter(None, reply.lines)]))
        return closed(desk, verdict)

    def answer(fresh: list[str]) -> None:
        report = reply.report
        ended = desk.over and desk.file.entry > desk.began_at
        if report is None and (seat in fresh or (ended and seat != HOST)):
            report = report_for(desk, seat)
        if may_answer:
            send_answer(desk, mail, seat, reply.first, Text(reply.lines, report))

    return closed(desk, verdict, seat, answer)


def _count_answer(desk: Desk, seat: str, reply: Reply) -> bool:
    """Counts an answer; False when there were too many today. What changed the game is always answered."""
    day, refusals, answers, press = desk.answers_today(seat)
    refused = reply.first != ACCEPTED
    desk.box.answers[seat] = [day, refusals + refused, answers + 1, press]
    limit = desk.judge.answers_a_day
    if refused and refusals == limit and seat != HOST and desk.judge.host:
        desk.tell([HOST], f"{desk.name(seat)} ({seat}) has sent {refusals + 1} mails today that could not be done.")
    if refused:
        return bool(refusals < limit)
    return bool(answers < limit * MORE_ANSWERS or desk.file.entry > desk.began_at)


def closed(
    desk: Desk, verdict: str, answered: str = "", answer: Callable[[list[str]], None] = lambda fresh: None
) -> Result:
    """Ends the work on a game: asks who is to be asked, answers, and tells everybody what there is to tell."""
    desk.conclude()
    fresh = desk.ask_anew()
    if answered == HOST:
        desk.box.asked[HOST] = desk.file.entry
    answer(fresh)
    tell_everybody(desk, [seat for seat in fresh if seat != answered], answered)
    return Result(verdict, desk.finished(), desk.match)


def tell_everybody(desk: Desk, fresh: list[str], answered: str = "") -> None:
    """Sends reports to those newly asked, and to all when the game has ended; news to others who have any."""
    ended = desk.over and desk.file.entry > desk.began_at
    if ended and desk.judge.host:
        winners = " and ".join(map(desk.name, desk.match.game.score(desk.match.state).winners)) or "nobody"
        desk.tell([HOST], f"The game is over; won by {winners}.")
    for seat in desk.everybody():
        wanted = seat in fresh or (ended and seat not in (HOST, answered))
        if wanted and seat not in desk.box.gone and (desk.over or not desk.box.setting(seat, "digest")):
            send_report(desk, seat)
        elif news := desk.news.pop(seat, []):
            send_notice(desk, seat, news)


def considered(desk: Desk, seat: str, text: str, old: bool = False) -> tuple[Desk, Reply, tuple[str, ...]]:
    """Reads and does the orders of a text; when anything is wrong, the desk that comes back is a clean one."""
    orders = read_orders(desk.match.game, without_token_lines(text), _verbs(desk, seat), _whose(desk, seat))
    clean = desk.fresh()
    try:
        lines, report = _carried_out(desk, seat, orders, old)
    except Refused as refused:
        lines = [*_problem_lines(refused.problems), *_no_order(orders, text), *_again(clean, seat)]
        return clean, Reply(NOT_ACCEPTED, lines), orders.ignored
    except Declined as declined:
        return clean, Reply(NOT_ACCEPTED, [str(declined), *_again(clean, seat)]), orders.ignored
    return desk, Reply(ACCEPTED, lines, report), orders.ignored


def _verbs(desk: Desk, seat: str) -> Mapping[str, str]:
    """The orders a seat has; who has sealed no word may begin a sentence with `open`."""
    if seat == HOST:
        return HOST_VERBS
    sealed = any(line.startswith(f"! seal {seat} ") for line in desk.file.log.lines)
    return PLAYER_VERBS if sealed else {verb: text for verb, text in PLAYER_VERBS.items() if verb != "open"}


def _whose(desk: Desk, seat: str) -> Whose:
    def whose(word: str) -> str:
        try:
            return OWN if seat_named(desk.file.header, word) == seat else OTHER
        except Refused:
            return ""

    return whose


def _problem_lines(problems: tuple[Problem, ...]) -> list[str]:
    return "\n\n".join(map(render, problems)).split("\n")


def _no_order(orders: Orders, text: str) -> list[str]:
    """What helps somebody whose signature begins like an order."""
    if not orders.orders or not orders.problems or has_block(text):
        return []
    return [
        "",
        "A line that is no order? Write yours between the lines `orders` and `end orders`: the rest is left out.",
    ]


def _carried_out(desk: Desk, seat: str, orders: Orders, old: bool) -> tuple[list[str], Report | None]:
    """Does all orders, then what follows from them; raises Declined or Refused."""
    if orders.problems:
        raise Refused(orders.problems)
    if not orders.orders:
        raise Declined(f"No order was found in your mail. {_example(desk, seat)}Write `help` for what can be asked.")
    if old and any(order.verb not in READING for order in orders.orders):
        raise Declined("You have answered an earlier mail; the game has gone on since. Answer this one instead.")
    lines: list[str] = []
    report = None
    for group in _groups(orders.orders):
        done = _do(desk, seat, group)
        lines += done.lines
        report = done.report or report
    play_queues(desk)
    return [*lines, *_next_lines(desk, seat)], report


def _example(desk: Desk, seat: str) -> str:
    game, state = desk.match.game, desk.match.state
    asked = [decision for decision in game.waiting(state) if decision.seat == seat]
    answers = [answer for decision in asked for answer in game.prompt(game.view(state, seat), decision)[1:]]
    return f"A move is written like this: {answers[0]}. " if answers else ""


def _groups(orders: tuple[Order, ...]) -> list[list[Order]]:
    """Orders one by one, but moves that stand together as one text, and so trials."""
    groups: list[list[Order]] = []
    for order in orders:
        if groups and order.verb in ("", "try") and groups[-1][0].verb == order.verb:
            groups[-1].append(order)
        else:
            groups.append([order])
    return groups


def _do(desk: Desk, seat: str, group: list[Order]) -> Done:
    first = group[0]
    if first.verb == "try":
        return tried(desk, seat, [order.text for order in group])
    if not first.verb:
        return _played(desk, seat, group)
    action = HOST_ACTIONS.get(first.verb) or ACTIONS[first.verb]
    try:
        return action(desk, seat, first.text)
    except Refused as refused:
        raise Refused(tuple(_in_line(problem, first.line) for problem in refused.problems)) from None


def _in_line(problem: Problem, line: int) -> Problem:
    """A problem in what follows a verb, which was read by itself, at the line of the mail it stands in."""
    return problem._replace(span=problem.span._replace(line=line)) if problem.span else problem


def _played(desk: Desk, seat: str, moves: list[Order]) -> Done:
    """Plays moves, each in its line of the mail; says how they were understood and what came of them."""
    lines = [""] * moves[-1].line
    for order in moves:
        lines[order.line - 1] = order.text
    outcome = desk.play(seat, "\n".join(lines))
    game = desk.match.game
    understood = "; ".join(game.format(move) for move in outcome.moves)
    return Done(
        [f"Understood: {understood}", *(f"  {tell(game, event)}" for event in outcome.events if event.seen_by(seat))]
    )


def _next_lines(desk: Desk, seat: str) -> list[str]:
    if desk.over:
        return ["", "The game is over."]
    names = ", ".join("you" if other == seat else f"{desk.name(other)} ({other})" for other in desk.waiting())
    return ["", f"Next: {names}. Entry {desk.file.entry}, head {desk.file.head}."]


def _again(desk: Desk, seat: str) -> list[str]:
    """The next step after a mail that was not accepted."""
    whole = ["", "Nothing of your mail was done. Write the whole of it again, corrected, in answer to this one."]
    return [*whole, *_next_lines(desk, seat)]


def order(file: GameFile, seat: str, text: str, now: datetime, judge: Judge, key: bytes) -> Result:
    """Does orders of a seat (or the host) that did not come by mail; the answer comes back as text."""
    desk = Desk(file, judge, key, now)
    after, reply, left_out = considered(desk, seat, text)
    lines = [reply.first, "", *reply.lines, *(f"Left out: {what}" for what in left_out)]
    if reply.first != ACCEPTED:
        return Result(NO, answer="\n".join(lines))
    if reply.report is not None:
        from pbem.report.text import render_text

        lines += ["", render_text(reply.report).rstrip("\n")]
    result = closed(after, YES)
    if not after.box.began:  # nobody plays this game by mail
        after.box.outbox = desk.fresh().box.outbox
        result = result._replace(file=after.finished())
    return result._replace(answer="\n".join(lines))


def _promise(file: GameFile) -> str:
    """The one hash that binds all of chance."""
    from pbem.core.fair import WHOLE

    return file.header.commitment.get(WHOLE, "")


def invite(file: GameFile, now: datetime, judge: Judge, key: bytes) -> Result:
    """The first mails of a game: a report to everybody, with the promise that chance was fixed beforehand."""
    desk = Desk(file, judge, key, now)
    desk.box.began = desk.now.isoformat()
    for seat in desk.waiting():
        desk.ask(seat)
    desk.ask_anew()
    mark = _promise(file)
    promise = [f"The seed of this game has the hash {mark}; it is opened after the end."] if mark else []
    for seat in desk.seats():
        send_report(desk, seat, top=promise)
    if judge.host:
        desk.tell([HOST], f"Game {desk.game_id} has begun. Write `help` for what a host can do.")
    return closed(desk, "invited")
