"""One turn on a game file: read, checked against the rules, appended, written; or only tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.core.chance import Seeded
from pbem.core.engine import Match, Outcome, submit
from pbem.core.named import NamedTuple
from pbem.core.problem import ChanceNeeded, Problem, Refused, Span
from pbem.gamefile import disk
from pbem.gamefile.log import OPENED_CHANCE, OPENED_SEED, opened_lines, public_line, public_text
from pbem.gamefile.replay import open_match
from pbem.gamefile.seats import seat_for, seat_named
from pbem.gamefile.store import GameFile, NewEntry, enter, load, write
from pbem.gamefile.trouble import trouble
from pbem.notation.reader import NO_NAMES, format_turn, read_as_meant, read_turn, spoken_seat

if TYPE_CHECKING:
    from pbem.core.game import Game
    from pbem.core.move import Turn

WITHHELD = "pbem.chance.withheld"


class Played(NamedTuple):
    """What came of a turn. `stopped` is True when it was only tried and chance would have to decide."""

    file: GameFile
    seat: str
    text: str
    outcome: Outcome
    match: Match
    entry: int
    head: str
    stopped: bool = False


def play(path: str, text: str, seat: str | None) -> Played:
    """Plays a turn and writes the file; raises Refused, and then the file is as before."""
    with disk.locked(path):
        file = load(path)
        if mentions_words(text):
            from pbem.gamefile.giving import take_words

            file, text, only_words = take_words(file, text, seat)
            if only_words is not None:
                write(file, only_words.match)
                return only_words
        match, seat = _ready(file, seat, text)
        after, outcome = attempt(match, seat, text, names=file.seats)
        done = concluded(enter(file, new_entry(match.game, seat, outcome)), after)
        write(done, after)
    return Played(file, seat, format_turn(match.game, outcome.moves), outcome, after, done.entry, done.head)


def mentions_words(text: str) -> bool:
    """True when a text may have sealed words in it, besides moves."""
    low = text.lower()
    return "seal" in low or "open" in low


def concluded(file: GameFile, match: Match) -> GameFile:
    """The file with everything opened when its game is over, so that anybody can draw all of it again."""
    if match.game.waiting(match.state) or file.secrets is None or opened_lines(file.log)[0]:
        return file
    file = enter(file, NewEntry(f"! {OPENED_SEED}{file.secrets.seed.hex()}", []))
    assert file.secrets is not None
    for number, text in file.secrets.moves.items():
        file = enter(file, NewEntry(f"! opened {number}: {text}", []))
    for number, lines in file.secrets.past.items() if file.secrets else ():
        file = enter(file, NewEntry(f"! {OPENED_CHANCE}{number}: {' | '.join(lines)}", []))
    return file


def attempt(
    match: Match, seat: str, text: str, source: str = "", names: Mapping[str, str] = NO_NAMES
) -> tuple[Match, Outcome]:
    """Reads a text and plays it; raises Refused with every problem of it, each with what would be right."""
    after, outcome = submit(match, seat, _read(match, seat, text, source, names), hint)
    if outcome.problems:
        raise Refused(outcome.problems)
    return after, outcome


def _read(match: Match, seat: str, text: str, source: str, names: Mapping[str, str]) -> Turn:
    try:
        return read_turn(match.game, text, source, seat, names)
    except Refused as refused:
        unread = with_legal(match, seat, refused.problems)
        if None in [problem.span for problem in unread]:
            raise Refused(unread) from None
        wrong = _wrong_besides(match, seat, read_as_meant(match.game, text, source, seat, names), unread)
        raise Refused(tuple(sorted((*unread, *wrong), key=lambda problem: problem.span or ()))) from None


def _wrong_besides(match: Match, seat: str, turn: Turn, unread: tuple[Problem, ...]) -> list[Problem]:
    """What the rules say against the rest of a text of which some clauses cannot be read; chance decides nothing."""
    trial = match.copy()
    trial.chance = Withheld("", b"")
    try:
        problems = submit(trial, seat, turn, hint)[1].problems
    except ChanceNeeded:  # chance came after the last move
        return []
    known = [problem for problem in problems if problem.id != WITHHELD]
    return [problem for problem in known if not any(_covers(problem.span, other.span) for other in unread)]


def _covers(clause: Span | None, place: Span | None) -> bool:
    if clause is None or place is None:
        return True
    return clause.line == place.line and clause.column <= place.column <= clause.end


def hint(match: Match, seat: str, problem: Problem) -> Problem:
    """The problem with the legal moves that come nearest to what was written."""
    from pbem.gamefile.nearest import nearest_legal

    return nearest_legal(match, seat, problem)


def try_out(path: str, text: str, seat: str | None) -> Played:
    """Plays a turn without writing anything, up to where chance would decide."""
    file = load(path)
    if mentions_words(text):
        from pbem.gamefile.giving import take_words

        file, text, only_words = take_words(file, text, seat)
        if only_words is not None:
            return only_words
    match, seat = _ready(file, seat, text)
    turn = _read(match, seat, text, "", file.seats)
    match.chance = Withheld(file.header.id, b"")
    done = submit_trial(match, seat, turn)
    if done is None:
        read = format_turn(match.game, tuple(placed.move for placed in turn.moves))
        return Played(file, seat, read, Outcome((), (), (), ()), match, file.entry, file.head, True)
    after, outcome = done
    return Played(file, seat, format_turn(match.game, outcome.moves), outcome, after, file.entry, file.head)


def submit_trial(match: Match, seat: str, turn: Turn) -> tuple[Match, Outcome] | None:
    """Plays a text where chance is withheld; None when it comes to where chance would decide. Raises Refused."""
    try:
        after, outcome = submit(match, seat, turn, hint)
    except ChanceNeeded:  # chance came after the last move
        return None
    wrong = tuple(problem for problem in outcome.problems if problem.id != WITHHELD)
    if wrong:
        raise Refused(wrong)
    return None if outcome.problems else (after, outcome)


def _ready(file: GameFile, seat: str | None, text: str) -> tuple[Match, str]:
    """The match, and who moves: who is named, else who stands in front of the text, else who is waited for."""
    if file.secrets is None:
        raise trouble("pbem.file.key", path=file.path)
    front = text.lstrip().partition("\n")[0]
    named = seat_named(file.header, seat) or spoken_seat(file.game, front, file.seats)[0] or None
    match = open_match(file)
    return match, seat_for(match, named)


def new_entry(game: Game, seat: str, outcome: Outcome) -> NewEntry:
    """The log entry of what a seat has played."""
    shown = public_text(game, outcome.moves)
    secret = format_turn(game, outcome.moves) if any(map(game.secret, outcome.moves)) else ""
    return NewEntry(f"{seat}: {shown}", [public_line(draw) for draw in outcome.draws], secret)


class Withheld(Seeded):
    """Chance of a trial: refuses every result, so that nobody looks at dice before the move is made."""

    def roll(self, seat: str, n: int, sides: int, event: str = "") -> tuple[int, ...]:
        raise ChanceNeeded(WITHHELD)

    def shuffle(self, deck: str, items: Sequence[str], shown: int = 0, only: str | None = None) -> list[str]:
        raise ChanceNeeded(WITHHELD)

    def deal(self, label: str, cards: Sequence[str], only: str | None = None) -> list[str]:
        raise ChanceNeeded(WITHHELD)


def with_legal(match: Match, seat: str, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Problems with the legal moves that come nearest to what was written, where they have no hint that could do."""
    fitting = [_without_idle_hints(match, seat, problem) for problem in problems]
    return tuple(problem if problem.hints else hint(match, seat, problem) for problem in fitting)


def _without_idle_hints(match: Match, seat: str, problem: Problem) -> Problem:
    """The problem without whole moves as hints whose command is no answer to what is asked now.

    What was written, with a space put in, stays: it may be a slip in a move that was not to be made now.
    """
    if problem.id != "pbem.parse.verb":
        return problem
    whole = [text for text in problem.hints if " " in text and text.replace(" ", "") != problem.facts["found"]]
    if not whole:
        return problem
    from pbem.gamefile.nearest import legal_verbs

    verbs = legal_verbs(match, seat)
    idle = {text for text in whole if text.split()[0] not in verbs}
    return problem._replace(hints=tuple(text for text in problem.hints if text not in idle))
