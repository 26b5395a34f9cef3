"""Plays a log from its first line: the log is the truth, and every position follows from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.core.chance import Chance, ChanceMismatch, Draw, Recorded
from pbem.core.engine import Match, play_entry
from pbem.core.event import Event
from pbem.core.fair import Fair
from pbem.core.game import Game, ParseProblem
from pbem.core.move import Move
from pbem.core.named import NamedTuple
from pbem.core.problem import IllegalMove, Problem, Refused, Span
from pbem.gamefile.log import (
    Entry,
    Log,
    parse_draw,
    past,
    public_line,
    results,
    same_draw,
    setup_lines,
    split_log,
    standing,
    start_entry,
    waits,
)
from pbem.gamefile.schema import Header
from pbem.gamefile.store import GameFile, Secrets, find, line_span
from pbem.gamefile.trouble import trouble
from pbem.gamefile.words import read_words

SHOW = "* show "  # proves to one seat what it was dealt; stands in its log only
OnEntry = Callable[[Entry, list[Event], Match], None]


class EntryRefused(Refused):
    """An entry does not stand; the position is the one it was refused in, or half of it."""

    def __init__(self, entry: int, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.entry = entry


def replay(header: Header, lines: list[str], until: int | None = None, on_entry: OnEntry | None = None) -> Match:
    """Plays the lines of a log up to an entry with the results recorded in it; raises Refused at the first problem."""
    return Player(find(header.game), header, split_log(lines)).run(until, on_entry)


def replay_file(file: GameFile, until: int | None = None, on_entry: OnEntry | None = None) -> Match:
    """Plays the log of a game file; with the key, chance is drawn again and compared with what the log says."""
    player = Player(file.game, file.header, file.log, file.secrets)
    try:
        return player.run(until, on_entry)
    except Refused as refused:
        raise Refused(tuple(placed(problem, file) for problem in refused.problems)) from None


def placed(problem: Problem, file: GameFile) -> Problem:
    """The problem with its place in the file instead of in the log."""
    span = problem.span
    if span is None:
        return problem
    return problem._replace(span=line_span(file.document, file.path, span.line - 1, span.column, span.end))


def open_match(file: GameFile) -> Match:
    """The game at its last entry: from the stored position if it is sealed and the key is there, else by replay."""
    if file.saved is None or file.secrets is None or "sealed" not in file.document.keys:
        return replay_file(file)
    check_started(file.header, file.log)
    game, saved, secrets = file.game, file.saved, file.secrets
    try:
        state = game.load(saved.position, secrets.position)
        ahead = {s: _parse_all(game, texts) for s, texts in {**saved.ahead, **secrets.ahead}.items()}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ParseProblem):
        raise Refused((Problem("pbem.file.position", {"path": file.path}, Span(1, 1, 2, file.path)),)) from None
    chance = Fair(read_words(file.header, file.log), secrets.seed, saved.counts, secrets.decks)
    return Match(game, state, chance, ahead)


def check_started(header: Header, log: Log) -> None:
    """Raises Refused while a game waits for words, with the seats that have given none."""
    if waits(log):
        given = read_words(header, log).plain
        raise trouble("pbem.game.waits", missing=[info.seat for info in header.seats if info.seat not in given])


def _parse_all(game: Game, texts: list[str]) -> list[Move]:
    return [move for text in texts for move in game.parse(text)]


def _past(log: Log, secrets: Secrets) -> dict[int, list[str]] | None:
    """The recorded results of a game that was begun elsewhere, whole where they are sealed."""
    told = past(log)
    return told and {**told, **{int(number): lines for number, lines in secrets.past.items()}}


class Place(NamedTuple):
    """The entry being played, for telling where something went wrong."""

    number: int
    line: int


class Player:
    """Plays one log. With a list of `problems`, chance that does not fit is noted there and play goes on."""

    def __init__(self, game: Game, header: Header, log: Log, secrets: Secrets | None = None) -> None:
        self.game = game
        self.header = header
        self.log = log
        self.seed = secrets.seed if secrets else None
        self.secret_moves = {int(number): text for number, text in secrets.moves.items()} if secrets else {}
        self.past = _past(log, secrets) if secrets else None
        self.seats = frozenset(info.seat for info in header.seats)
        self.problems: list[Problem] | None = None
        self.skip: frozenset[int] = frozenset()
        self.draws: dict[int, list[Draw]] | None = None  # what chance gave at each entry, when somebody wants to know

    def run(self, until: int | None = None, on_entry: OnEntry | None = None) -> Match:
        """Plays the entries that stand; `on_entry` is told each one with its events and the match after it."""
        check_started(self.header, self.log)
        entries = standing(self.log.entries if until is None else self.log.entries[:until])
        if self.skip:
            entries = [entry for entry in entries if entry.number not in self.skip]
        chance = self._chance(entries)
        match = self._start(chance)
        record = chance.record
        for entry in entries:
            if self.past is not None:
                self._tell(chance, entry.number)
            events = self._play(match, entry)
            if record or entry.draws:
                self._check_chance(chance, entry.draws, Place(entry.number, entry.line))
            if on_entry is not None:
                on_entry(entry, events, match)
        return match

    def _chance(self, entries: list[Entry]) -> Chance:
        if self.seed is not None and self.past is not None:
            from pbem.core.imported import Imported

            chance = Imported(read_words(self.header, self.log), self.seed)
            self._tell(chance, 0)
            return chance
        if self.seed is not None:
            return Fair(read_words(self.header, self.log), self.seed).announce()
        lines = list(setup_lines(self.log))
        for entry in entries:
            lines += entry.draws
        return Recorded(map(parse_draw, lines))

    def _tell(self, chance: Any, number: int) -> None:
        lines = (self.past or {}).get(number)
        chance.tell(None if lines is None else [parse_draw(line) for line in lines])

    def _start(self, chance: Chance) -> Match:
        start = None if self.log.setup else start_entry(self.log)
        place = Place(start.number, start.line) if start else Place(0, 0)
        lines = setup_lines(self.log)
        try:
            match = Match.start(self.game, self.header.config(self.game), chance)
        except ChanceMismatch as mismatch:
            raise self._mismatch(mismatch, place, lines, len(chance.record)) from None
        self._check_chance(chance, lines, place)
        return match

    def _play(self, match: Match, entry: Entry) -> list[Event]:
        moves = self._moves(entry)
        seat = entry.seat
        if seat not in self.seats:
            seat = self._seat(entry)
        try:
            return play_entry(match, seat, moves)
        except IllegalMove as refusal:
            raise self._refused(entry, refusal) from None
        except ChanceMismatch as mismatch:
            done = len(match.chance.record)
            raise self._mismatch(mismatch, Place(entry.number, entry.line), entry.draws, done) from None
        except (KeyError, ValueError, IndexError):
            # Rules that meet a `?` where they need to know: the fault of the log, not of the rules.
            if self.seed is not None:
                raise
            raise self._entry_problem(entry, "pbem.log.hidden") from None

    def _moves(self, entry: Entry) -> Sequence[Move]:
        text = entry.text
        if self.secret_moves:
            text = self.secret_moves.get(entry.number) or text
        try:
            return _parse_all(self.game, text.split("; ")) if ";" in text else self.game.parse(text)
        except ParseProblem:
            return self._read_slowly(entry)

    def _read_slowly(self, entry: Entry) -> list[Move]:
        """Reads an entry that is not in canonical form, with the place of everything in it."""
        from pbem.notation.clean import clean_line
        from pbem.notation.reader import read_line

        line = self.log.lines[entry.line]
        moves, problems = read_line(self.game, line, entry.line + 1, "", clean_line(line).text.index(":") + 1)
        if problems and "?" in entry.text:
            raise self._entry_problem(entry, "pbem.log.hidden")
        if problems:
            raise EntryRefused(entry.number, tuple(problems))
        return [move for move, _ in moves]

    def _seat(self, entry: Entry) -> str:
        seat = entry.seat.strip().lower()
        if seat in self.seats:
            return seat
        from pbem.notation.names import nearest

        hints = tuple(nearest(seat, {s: s for s in self.seats}) or sorted(self.seats))
        span = Span(entry.line + 1, 1, len(entry.seat) + 1)
        facts = {"found": seat, "seats": sorted(self.seats)}
        raise EntryRefused(entry.number, (Problem("pbem.log.seat", facts, span, hints),))

    def _check_chance(self, chance: Chance, lines: list[str], place: Place) -> None:
        if self.seed is None and self.draws is None and len(chance.record) == len(lines):
            chance.record.clear()  # they were read from these very lines
            return
        drawn = [public_line(draw) for draw in chance.record]
        if self.draws is not None:
            self.draws[place.number] = list(chance.record)
        chance.record.clear()
        lines = self._compared(lines)
        if drawn == lines:
            return
        for i in range(max(len(drawn), len(lines))):
            wanted, found = (found[i] if i < len(found) else "nothing" for found in (drawn, lines))
            if not same_draw(found, wanted):
                self._note(self._chance_problem(wanted, found, place, i))

    def _compared(self, lines: list[str]) -> list[str]:
        """The chance lines that can be drawn again here: without the seed, there is nothing to prove them by."""
        return [line for line in lines if not line.startswith(SHOW)] if self.seed is not None else results(lines)

    def _note(self, problem: Problem) -> None:
        if self.problems is None or self.seed is None:
            raise Refused((problem,))
        self.problems.append(problem)

    def _mismatch(self, mismatch: ChanceMismatch, place: Place, lines: list[str], done: int) -> Refused:
        label_fits = mismatch.found != "nothing recorded" and not mismatch.found.startswith("*")
        at = done - 1 if label_fits else done
        lines = self._compared(lines)
        found = lines[at] if at < len(lines) else "nothing"
        return Refused((self._chance_problem(mismatch.expected, found, place, at),))

    def _chance_problem(self, wanted: str, found: str, place: Place, at: int) -> Problem:
        first = place.line + (1 if place.number else 0)
        lines = [i for i in range(first, len(self.log.lines)) if self._compared([self.log.lines[i]])]
        lines = [i for i in lines if self.log.lines[i].startswith("*")]
        line = lines[at] if at < len(lines) and found != "nothing" else place.line
        text = self.log.lines[line] if line < len(self.log.lines) else ""
        facts = {"entry": place.number, "wanted": wanted, "found": found}
        return Problem("pbem.log.chance", facts, Span(line + 1, 1, max(2, len(text) + 1)))

    def _refused(self, entry: Entry, refusal: IllegalMove) -> EntryRefused:
        return EntryRefused(entry.number, (refusal.at(self._span_of(entry, refusal.index)),))

    def _span_of(self, entry: Entry, index: int) -> Span:
        """The place of the n-th move of an entry; the whole entry when its true text is sealed."""
        from pbem.notation.clean import clean_line
        from pbem.notation.reader import read_line

        line = self.log.lines[entry.line]
        moves, _ = read_line(self.game, line, entry.line + 1, "", clean_line(line).text.index(":") + 1)
        if entry.number not in self.secret_moves and index < len(moves):
            return moves[index].span
        return Span(entry.line + 1, 1, len(line) + 1)

    def _entry_problem(self, entry: Entry, id: str, **facts: Any) -> EntryRefused:
        span = Span(entry.line + 1, 1, len(self.log.lines[entry.line]) + 1)
        return EntryRefused(entry.number, (Problem(id, {"entry": entry.number, **facts}, span),))
