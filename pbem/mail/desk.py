"""The judge's desk: one game file under work. Nothing is written until everything has been done."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pbem.core.engine import Match, Outcome
from pbem.core.fair import Fair
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import one_line
from pbem.gamefile.replay import open_match
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.store import GameFile, NewEntry, enter
from pbem.gamefile.turn import attempt, concluded, new_entry
from pbem.gamefile.words import Said, read_words
from pbem.mail.clock import Clock, Profile, Stop, after, deadline, local_day, quiet_until, reached, zone_named
from pbem.mail.conditions import BadCondition
from pbem.mail.state import Box
from pbem.mail.tokens import plus_address, token
from pbem.report.history import Events

HOST = "host"
RESIGN = "resign"  # an order, or a move in games that have a rule for it
HARD_BOUNCES = 3
WORLDS = 5  # in which a fact is asked for before a seat is told it

Questions = dict[str, list[Any]]  # what each seat is asked


class Judge(NamedTuple):
    """How mail games are run: the judge's address, the host's, the clock and what a mail must show to be believed."""

    address: str
    host: str = ""
    name: str = "pbem judge"
    profile: Profile = Profile()
    zone: str = "UTC"
    needs: tuple[str, ...] = ()  # further levels a mail must have passed: "authres", "dkim"
    answers_a_day: int = 10  # to mails of one seat that cannot be carried out
    thread: str = "turn"  # what has one subject: each turn, or the whole game
    delimiter: str = "+"  # between the judge's name and what belongs to a game; empty: tokens stand in subjects only


class Desk:
    """A game file, its match and the judge's memory, all as they will be written."""

    def __init__(self, file: GameFile, judge: Judge, key: bytes, now: datetime) -> None:
        assert file.secrets is not None
        self.file = self.original = file
        self.began_at = file.entry
        self.match: Match = open_match(file)
        self.judge = judge
        self.key = key
        self.now = now.astimezone(UTC)
        self.box = Box(file.secrets.mail)
        self.news: dict[str, list[str]] = {}  # what each seat is to be told at once
        self.events: Events | None = None  # of the entries in the log, once somebody asked
        self.before = self.questions()
        self.acted: set[str] = set()
        self._catch_up()

    def fresh(self) -> Desk:
        """The desk as it was at the beginning."""
        return Desk(self.original, self.judge, self.key, self.now)

    def _catch_up(self) -> None:
        """Asks anew where entries were added without the judge, by `pbem move` for instance."""
        if self.box.entry != self.file.entry:
            for seat in self.before:
                self.ask(seat)
            self.before = {}

    @property
    def game_id(self) -> str:
        return self.file.header.id

    @property
    def over(self) -> bool:
        return not self.match.game.waiting(self.match.state)

    def info(self, seat: str) -> SeatInfo:
        return next(info for info in self.file.header.seats if info.seat == seat)

    def seats(self) -> list[str]:
        return [info.seat for info in self.file.header.seats]

    def everybody(self) -> list[str]:
        """The seats, and the host if there is one."""
        return [*self.seats(), *([HOST] if self.judge.host else [])]

    def address(self, seat: str) -> str:
        return self.judge.host if seat == HOST else self.info(seat).address

    def addresses(self, seat: str) -> set[str]:
        """Everything a seat may write from: its address and further ones it registered, parted by spaces."""
        more = self.box.setting(seat, "addresses").split()
        return {address.lower() for address in (self.address(seat), *more) if address}

    def name(self, seat: str) -> str:
        return self.file.header.name(seat)

    def waiting(self) -> list[str]:
        return list(dict.fromkeys(d.seat for d in self.match.game.waiting(self.match.state)))

    def questions(self) -> Questions:
        found: Questions = {}
        for decision in self.match.game.waiting(self.match.state):
            found.setdefault(decision.seat, []).append((decision.kind, decision.facts))
        return found

    def zone(self, seat: str) -> ZoneInfo:
        return zone_named(self.box.setting(seat, "zone") or self.judge.zone)

    def quiet(self, seat: str) -> datetime | None:
        """When the quiet hours of a seat end; None when it has none now."""
        return quiet_until(self.now, self.zone(seat), self.box.setting(seat, "quiet"))

    def asked(self, seat: str) -> int:
        """The entry since when the seat's token holds."""
        return self.box.asked.get(seat, 0)

    def token(self, seat: str) -> str:
        return self.token_of(seat, self.asked(seat))

    def token_of(self, seat: str, entry: int) -> str:
        return token(self.key, self.game_id, seat, entry, self.file.heads[entry])

    def reply_to(self, seat: str) -> str:
        return plus_address(self.judge.address, self.game_id, self.token(seat), self.judge.delimiter)

    def play(self, seat: str, text: str) -> Outcome:
        """Plays a text; raises Refused with every problem of it."""
        after, outcome = attempt(self.match, seat, text, "mail")
        self.file = enter(self.file, new_entry(self.match.game, seat, outcome))
        self.match = after
        self.acted.add(seat)
        if self.events is not None:
            self.events[self.file.entry] = outcome.events
        if RESIGN in map(self.match.game.format, outcome.moves):
            self.tell_resigned(seat)
        return outcome

    def note(self, text: str) -> None:
        """Records an act of the judge or host that changes no position."""
        self.record(f"! note {one_line(text)[:200]}")

    def record(self, line: str) -> None:
        """Adds a referee line to the log."""
        self.file = enter(self.file, NewEntry(line, []))

    def hear(self, said: Said) -> None:
        """Records a player's word, which is part of chance from now on."""
        self.record(said.line())
        self.match = self.match.copy()
        if isinstance(self.match.chance, Fair):
            self.match.chance.words = read_words(self.file.header, self.file.log)

    def replaced(self, file: GameFile, match: Match) -> None:
        """Takes over a file whose past has changed."""
        self.file, self.match, self.events = file, match, None

    def tell(self, seats: Iterable[str], text: str) -> None:
        """Has seats told something at once: with their report if one goes out now, else in a mail of its own."""
        for seat in seats:
            self.news.setdefault(seat, []).append(text)

    def tell_resigned(self, seat: str, then: str = "") -> None:
        others = [other for other in self.everybody() if other != seat]
        self.tell(others, f"{self.name(seat)} ({seat}) has resigned{then}.")

    def later(self, seat: str, text: str) -> None:
        """Has the judge tell a seat something with its next report."""
        self.box.press.append({"from": "", "to": seat, "text": text})

    def tell_later(self, seats: Iterable[str], but: str, text: str) -> None:
        """Has the judge tell all seats but one something with their next reports."""
        for seat in seats:
            if seat != but:
                self.later(seat, text)

    def answers_today(self, seat: str) -> list[Any]:
        """The seat's day, and how much has been sent because of it: refusals, other answers, press at once."""
        day = local_day(self.now, self.zone(seat)).isoformat()
        counted = self.box.answers.get(seat, [])
        return counted if counted[:1] == [day] else [day, 0, 0, 0]

    def fact_for(self, seat: str, words: list[str]) -> str:
        """A fact as the seat may see it: asked in worlds it cannot tell from the true one, so nothing can leak."""
        from pbem.core.chance import Scripted

        game = self.match.game
        subject = words if not words or words[0] != "my" else [seat, *words[1:]]
        values = set()
        for number in range(WORLDS):
            world = game.other_world(self.match.state, seat, Scripted(seed=f"world {number}".encode()))
            try:
                values.add(game.fact(world, subject))
            except (IllegalMove, LookupError, ValueError, TypeError, AttributeError):
                raise BadCondition(f"there is no fact '{' '.join(words)}'") from None
        if len(values) > 1:
            raise BadCondition(f"'{' '.join(words)}' is hidden from you")
        return values.pop()

    def stops(self, seat: str) -> list[Stop]:
        """When a seat's clock stands: pauses of the game and its own absences."""
        spans = [*self.box.pauses, *self.box.absent.get(seat, [])]
        if self.box.paused:
            spans.append([self.box.paused, self.now.isoformat()])
        return [(datetime.fromisoformat(start), datetime.fromisoformat(end)) for start, end in spans]

    def is_away(self, seat: str) -> bool:
        return any(start <= self.now < end for start, end in self.stops(seat))

    def is_unreachable(self, seat: str) -> bool:
        """True when mails to a seat have come back again and again; a mail from it makes that good."""
        return len(self.box.bounced.get(seat, [])) >= HARD_BOUNCES

    def clock(self, seat: str) -> Clock | None:
        """A seat's clock; None when nothing is asked of it or no clock runs."""
        if seat not in self.box.since:
            return None
        since, stops, profile = datetime.fromisoformat(self.box.since[seat]), self.stops(seat), self.judge.profile
        due = deadline(since, profile, self.zone(seat), stops)
        return Clock(since, due, after(due, profile.grace, stops))

    def due(self, seat: str) -> datetime | None:
        """When a seat's answer is due; None when nothing is asked of it or no clock runs."""
        clock = self.clock(seat)
        return clock.due if clock else None

    def conclude(self) -> None:
        """Opens everything when the game is over."""
        self.file = concluded(self.file, self.match)

    def ask_anew(self) -> list[str]:
        """Starts the clocks and tokens of seats that are asked something new; returns those seats."""
        now = self.questions()
        fresh = [seat for seat in now if seat in self.acted or self.before.get(seat) != now[seat]]
        for seat in fresh:
            self.ask(seat)
        for seat in [seat for seat in self.box.since if seat not in now]:
            del self.box.since[seat]
            self.box.reminded.pop(seat, None)
        self._take_back_reminders()
        self.release_queues()
        self.before, self.acted, self.box.entry = now, set(), self.file.entry
        return fresh

    def _take_back_reminders(self) -> None:
        """Where a deadline was moved, the reminders before it come again."""
        for seat, sent in self.box.reminded.items():
            clock = self.clock(seat)
            self.box.reminded[seat] = min(sent, len(reached(self.now, clock, self.judge.profile))) if clock else 0

    def ask(self, seat: str) -> None:
        """Starts a seat's clock and gives it a new token."""
        self.box.asked[seat] = self.file.entry
        self.box.since[seat] = self.now.isoformat()
        self.box.reminded.pop(seat, None)

    def release_queues(self) -> None:
        """Orders that were written in a seat's turn may be played from its next turn on."""
        waiting = self.waiting()
        for seat, orders in self.box.queue.items():
            if seat not in waiting:
                for order in orders:
                    order.pop("held", None)

    def finished(self) -> GameFile:
        """The file as it is to be written; its position is that of the match, no longer the one it was read with."""
        assert self.file.secrets is not None
        return self.file._replace(saved=None, secrets=self.file.secrets._replace(mail=self.box.dump()))
