"""Game files in the middle of a game, made by bots, and the next move of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pbem.bots.random import RandomBot
from pbem.core.engine import Match, submit
from pbem.core.game import Game
from pbem.gamefile.create import create, new_header
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.turn import play
from pbem.gamefile.undo import undo
from pbem.notation.reader import read_turn


class Turn(NamedTuple):
    """A game file and the text that is sent to it."""

    file: Path
    seat: str
    text: str


def turn_after(game: Game, folder: Path, entries: int) -> Turn:
    """A game of the most players with so many entries, and a move that chance has no part in."""
    for seed in count():
        file = folder / f"{game.id}-{entries}-{seed}.yaml"
        for entry, turn in zip(count(), _turns(game, file, f"{seed:064x}"), strict=False):
            if entry >= entries and turn.text:
                return turn
    raise AssertionError


def _turns(game: Game, file: Path, seed: str) -> Iterator[Turn]:
    """Plays a game to its end and yields a turn before every entry; the text is empty when chance decides.

    Every move that can be taken back is, once, and then sent again: few games have 200 entries otherwise.
    """
    seats = tuple(SeatInfo(seat) for seat in game.colours[: game.players[-1]])
    options = {name: option.values[-1] for name, option in game.options.items()}
    match = create(str(file), game, new_header(game, seats, options, bytes.fromhex(seed)), bytes.fromhex(seed))
    bot = RandomBot(seed, more=0)
    while waiting := game.waiting(match.state):
        seat = waiting[0].seat
        text = bot(match, seat)
        if _quiet(match, seat, text):
            yield Turn(file, seat, text)
            play(str(file), text, seat)
            yield Turn(file, seat, "")
            undo(str(file), seat)
            yield Turn(file, seat, text)
        else:
            yield Turn(file, seat, "")
        match = play(str(file), text, seat).match


def _quiet(match: Match, seat: str, text: str) -> bool:
    outcome = submit(match, seat, read_turn(match.game, text))[1]
    return not outcome.draws and not outcome.problems
