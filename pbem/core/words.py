"""Words of the players: what they give so that nobody else chooses, or foresees, the dice.

A plain word is given before the game is set up. A sealed word is fixed by its hash in one round, opened in the next,
and from the round after that on it is part of all dice.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core import pbem1
from pbem.core.named import NamedTuple

LONGEST = 64
MOST_WITHHELD = 2  # sealed words a seat may fail to open before its seals no longer count

NOBODY: Mapping[str, str] = {}
NEVER: Mapping[int, Mapping[str, str]] = {}


class Words(NamedTuple):
    """All words of a game; `seals` (as hex) and `opens` are by the round in which a word is opened, then by seat."""

    game: str
    commit: bytes
    seats: tuple[str, ...]
    plain: Mapping[str, str] = NOBODY
    seals: Mapping[int, Mapping[str, str]] = NEVER
    opens: Mapping[int, Mapping[str, str]] = NEVER

    def entropy(self, round: int) -> bytes:
        """What all words until the end of a round come to; 0 is before the game."""
        found = pbem1.first_entropy(self.game, self.commit, {seat: self.plain.get(seat, "") for seat in self.seats})
        for closed in range(1, round + 1):
            if counted := self.counted(closed):
                opened = self.opens.get(closed, NOBODY)
                words = {seat: opened.get(seat, "") if seat in counted else "" for seat in self.seats}
                found = pbem1.next_entropy(found, closed, words)
        return found

    def counted(self, round: int) -> list[str]:
        """The seats that have sealed a word for a round, without those that withheld theirs too often."""
        sealed = self.seals.get(round, NOBODY)
        return [seat for seat in self.seats if seat in sealed and self.withheld(seat, round) < MOST_WITHHELD]

    def withheld(self, seat: str, before: int) -> int:
        """How many sealed words a seat has not opened in the rounds before one."""
        rounds = [round for round in self.seals if round < before and seat in self.seals[round]]
        return sum(seat not in self.opens.get(round, NOBODY) for round in rounds)

    def missing(self, round: int) -> list[str]:
        """The seats whose sealed word for a round has not been opened."""
        opened = self.opens.get(round, NOBODY)
        return [seat for seat in self.counted(round) if seat not in opened]


def plain_word(text: str) -> str | None:
    """A word as it is hashed and written: blanks single; None unless it is 1 to 64 printable ASCII characters."""
    word = " ".join(text.split())
    return word if word.isascii() and word.isprintable() and 0 < len(word) <= LONGEST else None
