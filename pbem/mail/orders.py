"""What a mail asks for: moves of the game, and orders to the judge. Says what was left out and what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pbem.core.game import Game
from pbem.core.problem import Problem, Span
from pbem.mail.tidy import asked_for, is_of_report, readings, unwrapped, without_end
from pbem.notation.clean import clean_line
from pbem.notation.names import nearest, slips
from pbem.notation.reader import read_line

PLAYER_VERBS: Mapping[str, str] = {
    "try": "try MOVES: what would happen, played for nobody; also for others: try yellow: MOVES",
    "report": "report: the whole report again",
    "status": "status: whose turn it is, and until when",
    "legal": "legal: every legal move",
    "history": "history: what has happened so far, as you may see it",
    "help": "help: this list",
    "undo": "undo: takes back your last move while nobody has learned anything from it",
    "say": "say to blue: TEXT, or say to all: TEXT, with the next report; say now to blue: TEXT, at once",
    "absent": "absent 2026-12-20 to 2027-01-02: stops your clock on these days; absent off",
    "queue": "queue MOVES: orders for your next turns; queue if FACT >= N then MOVES else MOVES",
    "cancel": "cancel 3: takes order 3 off your queue; cancel all",
    "seal": "seal HASH: the hash of a word of yours that is opened in the next round (see docs/fair-dice.md)",
    "open": "open WORD: the word whose hash you sealed; the next dice depend on it",
    "resign": "resign: leaves the game, by its rules if it has any for that; else your seat plays its default moves",
    "zone": "zone Europe/Berlin: your time zone",
    "quiet": "quiet 22:00-07:00: no mail in these hours but answers; quiet off",
    "digest": "digest on, or digest 18:30: one mail a day instead of one for each turn; digest off",
    "also": "also ann@work.example: a further address you write from; also off",
}
READING = ("try", "report", "status", "legal", "history", "help")  # they change nothing
HOST_ORDERS: Mapping[str, str] = {
    "pause": "pause at N: stops all clocks (N is the entry you saw last)",
    "resume": "resume at N",
    "substitute": "substitute blue by Cid <cid@example.org> at N",
    "remind": "remind blue at N, or remind all at N",
    "force": "force blue at N: plays the default move of the seat",
    "amend": "amend entry K at N: MOVES: replaces entry K and plays the rest again as far as it is legal",
}
HOST_VERBS: Mapping[str, str] = {
    **HOST_ORDERS,
    **{verb: PLAYER_VERBS[verb] for verb in ("report", "status", "history", "help", "say")},
}
ALONE = ("report", "status", "legal", "history", "help", "resign")  # words that also begin a sentence
BLOCK, BLOCK_END = "orders", ("end orders", "end")
STOP = ("signoff", "sign off")
_GUARDED = re.compile(r".*\bat\s+[0-9]+\b.*")
OWN, OTHER = "own", "other"
Whose = Callable[[str], str]  # whether a word is the seat of the writer, of another player, or nobody's
_GOES_ON = ("then", "else", "otherwise", "and", "or")
_AS_WRITTEN = ("say", "seal", "open")
# What follows an order whose word also begins sentences.
_FORMS: Mapping[str, re.Pattern[str]] = {
    "seal": re.compile(r":?\s*[0-9a-f]{64}$"),
    "also": re.compile(r"off\b|\S*@"),
    "quiet": re.compile(r":?(off\b|\S+$|\d)"),
    "absent": re.compile(
        r":?(off\b|\S+$|.*\d|(from|until|till|bis|next|this|for) \S+( \S+ \S+| \S+)?$|\S+ (to|bis|-) \S+$)"
    ),
    "digest": re.compile(r"\S+( \S+)?$"),
    "say": re.compile(r":?(now )?(to \S|[^:]{1,40}:)"),
    "undo": re.compile(r":|(please|pls|bitte|my|the|last|that|this|it|move|entry)\b"),
}
MOST_UNKNOWN = 40
MOST_PROBLEMS = 20


class Order(NamedTuple):
    """One order: its verb (empty for moves of the game), what follows it, and where it stands."""

    verb: str
    text: str
    line: int


class _Begun(NamedTuple):
    """A line of moves that may go on in the next one, and how much had been read before it."""

    number: int
    line: str
    orders: int
    ignored: int
    problems: int


class Orders(NamedTuple):
    """What was read from a mail."""

    orders: tuple[Order, ...]
    ignored: tuple[str, ...]
    problems: tuple[Problem, ...]


def nobody(word: str) -> str:
    return ""


def read_orders(game: Game, text: str, verbs: Mapping[str, str] = PLAYER_VERBS, whose: Whose = nobody) -> Orders:
    """Sorts the lines of a mail into orders, moves, chatter and mistakes."""
    lines, outside = _block(text)
    reader = _Reader(game, verbs, has_block(text), whose)
    for number, line in lines:
        ended = line.strip().lower() in STOP
        if ended or is_of_report(line) or not reader.read(number, line):
            reader.ignored += [f"everything from line {number} on"] if lines[-1][0] > number or not ended else []
            break
    reader.ignored += [f"{outside} outside the order block"] if outside else []
    return Orders(tuple(reader.orders), tuple(reader.ignored), tuple(reader.problems))


def has_block(text: str) -> bool:
    return any(map(_begins_block, text.split("\n")))


def _begins_block(line: str) -> bool:
    return line.strip().lower().rstrip(":") == BLOCK


def _block(text: str) -> tuple[list[tuple[int, str]], str]:
    """The numbered lines to read: those of an order block if there is one; and in words how many are not in it."""
    lines = list(enumerate(text.split("\n"), 1))
    start = next((number for number, line in lines if _begins_block(line)), 0)
    if not start:
        return lines, ""
    words = [line.strip().lower().rstrip(".") for _, line in lines[start:]]
    end = next((word for word in BLOCK_END if word in words), None)  # where both are there, `end` is a move
    stop = start + words.index(end) if end else len(lines)
    outside = sum(bool(line.strip()) for _, line in (*lines[: start - 1], *lines[stop + 1 :]))
    return lines[start:stop], f"{outside} line{'s' * (outside > 1)}" if outside else ""


class _Reader:
    def __init__(self, game: Game, verbs: Mapping[str, str], block: bool, whose: Whose) -> None:
        self.game = game
        self.verbs = verbs
        self.block = block
        self.whose = whose
        self.trying = False
        self.saying = False  # the line above was said to somebody and may go on
        self.queued = -1  # the line of a queued order, which may go on in the next one
        self.begun: _Begun | None = None  # the line above, if it may go on in the next one
        self.orders: list[Order] = []
        self.ignored: list[str] = []
        self.problems: list[Problem] = []

    def read(self, number: int, line: str) -> bool:
        """Reads one line; False when enough lines could not be read."""
        line = unwrapped(line)
        cleaned = clean_line(line).text.strip()
        if not cleaned or cleaned.startswith("#"):
            self.saying = self.saying and bool(cleaned)
            self.begun = None
            return True
        begun, self.begun = self.begun, None
        if self.queued == number - 1 and cleaned.split()[0] in _GOES_ON:
            self.queued = number
            self.orders[-1] = self.orders[-1]._replace(text=f"{self.orders[-1].text} {without_end(line)}")
            return True
        verb, _, rest = cleaned.partition(" ")
        verb = asked_for(cleaned) or (verb.rstrip(":.!") if not rest else verb.rstrip(":"))
        if begun and self._goes_on(begun, line):
            pass
        elif self._is_order(verb, rest.strip(), cleaned):
            self._order(verb, line, number)
        elif verb in HOST_ORDERS and verb not in self.verbs and _GUARDED.fullmatch(rest):
            self.problems.append(Problem("pbem.mail.host-only", {"verb": verb}, _span(number, line)))
        else:
            self.begun = _Begun(number, line, len(self.orders), len(self.ignored), len(self.problems))
            self._moves(number, line)
        return len(self.problems) < MOST_PROBLEMS and len(self.ignored) < MOST_UNKNOWN

    def _goes_on(self, begun: _Begun, line: str) -> bool:
        """True when a line is the rest of the one above: it says nothing by itself, and both together are moves."""
        if self.trying or self.saying or not self._is_chatter(line):
            return False
        joined = f"{begun.line} {line.strip()}"
        if not self._is_moves(joined):
            return False
        del self.orders[begun.orders :], self.ignored[begun.ignored :], self.problems[begun.problems :]
        self._moves(begun.number, joined)
        self.begun = begun._replace(line=joined)
        return True

    def _is_order(self, verb: str, rest: str, cleaned: str) -> bool:
        if verb not in self.verbs or self._is_moves(without_end(cleaned)):
            return False
        if rest and verb in ALONE:
            return asked_for(cleaned) == verb
        if rest and verb in _FORMS:
            return _FORMS[verb].match(f":{rest}" if cleaned.startswith(f"{verb}:") else rest) is not None
        return verb != "try" or not rest or not self._is_chatter(rest.partition(":")[2].strip() or rest)

    def _is_moves(self, text: str) -> bool:
        placed, problems = read_line(self.game, text, 1, "")
        return bool(placed) and not problems

    def _is_chatter(self, text: str) -> bool:
        placed, problems = read_line(self.game, text, 1, "")
        return not placed and all(map(self._unknown_word, problems))

    def _order(self, verb: str, line: str, number: int) -> None:
        """Keeps the rest as it was written: what is said to others has capitals."""
        written = line.strip().partition(" ")[2].strip()
        if verb not in _AS_WRITTEN:
            written = without_end(written)
        self.saying = verb == "say"
        self.queued = number if verb == "queue" else -1
        self.trying = self.trying or (verb == "try" and not written)
        if verb == "try" and written:
            written = self._trial(written)
        if verb != "try" or written:
            self.orders.append(Order(verb, written, number))

    def _trial(self, text: str) -> str:
        who, colon, moves = text.partition(":")
        return f"{who}: {self._mended(moves.strip())}" if colon else self._mended(text)

    def _mended(self, line: str) -> str:
        """The moves a line stands for, whatever is around them; the line itself when it cannot be read."""
        if self._is_moves(line):
            return line
        return next((text for text in readings(line, self._is_moves) if self._is_moves(text)), line)

    def _moves(self, number: int, line: str) -> None:
        if self.trying and not self._is_chatter(line.partition(":")[2] or line):
            self.orders.append(Order("try", self._trial(line.strip()), number))
            return
        line = self._mended(self._own(number, line))
        placed, problems = read_line(self.game, line, number, "mail")
        if placed and not problems:
            self.saying = False
            self.orders.append(Order("", line.strip(), number))
        elif self.block or placed or not all(map(self._unknown_word, problems)):
            self.problems += problems
        elif self.saying:
            last = self.orders[-1]
            self.orders[-1] = last._replace(text=f"{last.text} {line.strip()}")
        elif problems:
            self.ignored.append(f'"{line.strip()[:72]}"')

    def _own(self, number: int, line: str) -> str:
        """A line as it would stand in a log, without the seat in front; moves of another seat are a mistake."""
        who, colon, moves = line.partition(":")
        whose = self.whose(who) if colon and len(who) < 40 and self._is_moves(self._mended(moves.strip())) else ""
        if whose == OTHER:
            self.problems.append(Problem("pbem.mail.other-seat", {"who": who.strip()}, _span(number, line)))
        return moves.strip() if whose == OWN else line

    def _unknown_word(self, problem: Problem) -> bool:
        """True for a clause that begins with a word that is no command and does not look like one."""
        if problem.id != "pbem.parse.verb":
            return False
        word = str(problem.facts.get("found", "")).strip("?!.,:")
        if word in ALONE or word in _FORMS:
            return True
        close = nearest(word, {verb: verb for verb in self.verbs}, 1)
        return not _looks_like(word, (*problem.hints, *close))


def _looks_like(word: str, verbs: tuple[str, ...]) -> bool:
    """True when one slip of the finger makes the word a command."""
    return len(word) > 3 and any(slips(word, verb) <= 1 for verb in verbs)


def _span(number: int, line: str) -> Span:
    return Span(number, 1, len(line) + 1, "mail", line)
