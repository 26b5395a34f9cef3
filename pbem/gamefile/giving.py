"""Players give their words: before the game is set up, or sealed and opened beside their moves."""

from __future__ import annotations

import re

from pbem.core.engine import Match, Outcome
from pbem.core.fair import Fair
from pbem.core.game import Game, ParseProblem
from pbem.gamefile import disk
from pbem.gamefile.log import START, public_line, waits
from pbem.gamefile.replay import open_match
from pbem.gamefile.seats import seat_named, waiting_seats
from pbem.gamefile.store import GameFile, NewEntry, enter, load, write
from pbem.gamefile.trouble import trouble
from pbem.gamefile.turn import Played
from pbem.gamefile.words import Said, give_open, give_seal, give_word, read_words

_CLAUSE = re.compile(r"(?im)(?:^|;)([ \t]*(seal|open)\b[ \t]*:?([^;#\n]*))")


def give(path: str, seat: str, text: str) -> GameFile:
    """Takes a plain word and writes the file; raises Refused."""
    with disk.locked(path):
        file = _with_key(load(path))
        file = _enter(file, give_word(file.header, file.log, seat, text))
        write(file, None)
    return file


def start(path: str) -> tuple[GameFile, Match]:
    """Sets up a game that has waited for words, and writes the file; raises Refused."""
    with disk.locked(path):
        file = _with_key(load(path))
        if not waits(file.log):
            raise trouble("pbem.game.started")
        assert file.secrets is not None
        chance = Fair(read_words(file.header, file.log), file.secrets.seed).announce()
        match = Match.start(file.game, file.header.config(file.game), chance)
        file = enter(file, NewEntry(f"! {START}", [public_line(draw) for draw in chance.record]))
        write(file, match)
    return file, match


def _with_key(file: GameFile) -> GameFile:
    if file.secrets is None:
        raise trouble("pbem.file.key", path=file.path)
    return file


def _enter(file: GameFile, said: Said) -> GameFile:
    return enter(file, NewEntry(said.line(), []))


def take_words(file: GameFile, text: str, seat: str | None) -> tuple[GameFile, str, Played | None]:
    """Enters the seals and opened words of a text; returns the file, what is left of the text, and what was done when
    nothing is left. Clauses that the game itself can read are moves.
    """
    found = [match for match in _CLAUSE.finditer(text) if not _is_move(file.game, match[1])]
    if not found:
        return file, text, None
    match = open_match(_with_key(file))
    who = _giver(file, match, seat)
    said: list[Said] = []
    for clause in found:
        give = give_seal if clause[2].lower() == "seal" else give_open
        said.append(give(file.header, file.log, who, clause[3].strip()))
        file = _enter(file, said[-1])
        text = text[: clause.start(1)] + " " * len(clause[1]) + text[clause.end(1) :]
    if re.sub(r"(?m)#.*$", "", text).strip(" ;\t\r\n"):
        return file, text, None
    told = "; ".join(f"{word.kind} {word.text}" for word in said)
    return file, text, Played(file, who, told, Outcome((), (), (), ()), match, file.entry, file.head)


def _is_move(game: Game, clause: str) -> bool:
    try:
        return bool(game.parse(clause.strip().lower()))
    except ParseProblem:
        return False


def _giver(file: GameFile, match: Match, word: str | None) -> str:
    """Whose words they are; a seat need not be waited for, but then it must be named."""
    seat = seat_named(file.header, word)
    waiting = waiting_seats(match)
    if seat is None and len(waiting) != 1:
        raise trouble("pbem.seat.which", None, tuple(waiting), waiting=waiting)
    return seat or waiting[0]
