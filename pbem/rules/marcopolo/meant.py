"""What was probably meant by a clause that cannot be read: a keyword, or a command for a name that stands alone."""

from __future__ import annotations

from pbem.core.game import ParseProblem
from pbem.notation.names import Names
from pbem.notation.parser import Grammar
from pbem.rules.marcopolo.data import CHARACTER_NAMES, CONTRACT_NAMES, OBJECTIVE_NAMES, PLACE_NAMES, SLOT_NAMES

# What can be done with a thing whose name stands where the command should be.
_COMMANDS: tuple[tuple[Names, tuple[str, ...]], ...] = (
    (PLACE_NAMES, ("travel 1 1 to {}", "step {}")),
    (SLOT_NAMES, ("city {} 1",)),
    (CONTRACT_NAMES, ("complete {}", "contracts 1 take {}")),
    (CHARACTER_NAMES, ("character {}",)),
    (OBJECTIVE_NAMES, ("objectives {}",)),
)

# Words that players of other games would use.
_WORDS: dict[str, tuple[str, ...]] = {
    "pass": ("end", "bag"),
    "done": ("end",),
    "money": ("coins", "bag"),
    "card": ("city",),
    "go": ("travel", "step"),
    "walk": ("travel", "step"),
    "decline": ("no step", "refuse"),
    "fulfil": ("complete",),
    "fulfill": ("complete",),
    "deliver": ("complete",),
    "roll": ("reroll",),
    "compensation": ("take",),
}


def meant(grammar: Grammar, clause: str, wrong: ParseProblem) -> ParseProblem:
    """The problem with better hints, where there are any."""
    if wrong.id != "pbem.parse.verb":
        return grammar.with_keywords(clause, wrong)
    word = clause[: wrong.end]
    hints = [command.format(word) for names, commands in _COMMANDS if word in names.aliases for command in commands]
    wrong.hints = tuple(hints) or _WORDS.get(word, wrong.hints)
    return wrong
