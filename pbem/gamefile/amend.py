"""Changes an entry of the past: rolls back to before it, plays it anew, then the rest as far as it is still legal.

Everything stays readable: the log gets a referee line that takes the old entries back, then the new ones.
"""

from __future__ import annotations

from pbem.core.engine import Match
from pbem.core.problem import Problem, Refused
from pbem.gamefile.log import Entry, standing
from pbem.gamefile.store import GameFile, enter
from pbem.gamefile.trouble import trouble
from pbem.gamefile.turn import attempt, new_entry
from pbem.gamefile.undo import rolled_back


def amended(file: GameFile, number: int, text: str, by: str, reason: str = "") -> tuple[GameFile, Match, list[str]]:
    """The file with an entry replaced, not yet written, and lines that say what became of the rest; raises Refused."""
    stand = standing(file.log.entries)
    places = [i for i, entry in enumerate(stand) if entry.number == number]
    if not places:
        known = [entry.number for entry in stand]
        raise trouble("pbem.amend.entry", found=number, first=known[0] if known else 0, last=known[-1] if known else 0)
    undone = stand[places[0] :]
    why = f"entry {number} is amended" + (f": {reason}" if reason else "")
    file, match = rolled_back(file, len(undone), by, why)
    file, match = _play(file, match, undone[0].seat, text)
    lines = [f"Entry {number} is now: {text}"]
    for i, entry in enumerate(undone[1:], 1):
        try:
            file, match = _play(file, match, entry.seat, _words(file, entry))
        except Refused as refused:
            left = ", ".join(str(other.number) for other in undone[i:])
            return (
                file,
                match,
                [*lines, f"Taken back: {left}; entry {entry.number} is no longer legal, {_why(refused)}"],
            )
    again = "1 later entry was" if len(undone) == 2 else f"{len(undone) - 1} later entries were"
    return file, match, [*lines, f"{again} played again."]


def _why(refused: Refused) -> str:
    problem: Problem = refused.problems[0]
    return problem.id


def _words(file: GameFile, entry: Entry) -> str:
    assert file.secrets is not None
    return file.secrets.moves.get(str(entry.number), entry.text)


def _play(file: GameFile, match: Match, seat: str, text: str) -> tuple[GameFile, Match]:
    after, outcome = attempt(match, seat, text)
    return enter(file, new_entry(match.game, seat, outcome)), after
