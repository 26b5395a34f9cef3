"""What was probably meant by a clause that cannot be read: a keyword, or a command for a name that stands alone."""

from __future__ import annotations

from pbem.core.game import ParseProblem
from pbem.notation.names import Names
from pbem.notation.parser import Grammar
from pbem.rules.marcopolo.canonical import DICE
from pbem.rules.marcopolo.data import CHARACTER_NAMES, CONTRACT_NAMES, OBJECTIVE_NAMES, PLACE_NAMES, SLOT_NAMES

MOST_HINTS = 3

# What can be done with a thing whose name stands where the command should be.
_COMMANDS: tuple[tuple[Names, tuple[str, ...]], ...] = (
    (PLACE_NAMES, ("travel {dice} to {}", "step {}")),
    (SLOT_NAMES, ("city {} {die}",)),
    (CONTRACT_NAMES, ("complete {}", "contracts {die} take {}")),
    (CHARACTER_NAMES, ("character {}",)),
    (OBJECTIVE_NAMES, ("objectives {}",)),
)

# Words that people use for a command, in English and in German (as they are cleaned: without dots on letters).
_WORDS: dict[str, tuple[str, ...]] = {
    word: tuple(commands.split("|"))
    for commands, words in {
        "coins": "coin munzen munze",
        "coins|bag": "money cash geld",
        "camels": "camel caravan caravans kamel kamele",
        "pepper": "spice spices pfeffer",
        "silk": "silks cloth seide",
        "gold": "bars ingots",
        "market": "shop trade markt basar kaufe kaufen",
        "khan": "kahn gunst khansgunst",
        "contracts": "order orders deal deals auftrag auftrage",
        "travel|step": "go walk",
        "travel": "journey trip voyage route figure reise reisen ziehe ziehen",
        "city": "card cards use stadt stadtkarte karte",
        "complete": "fulfil fulfill deliver finish redeem erfulle erfullen",
        "bag": "purse sack pouch beutel geldbeutel",
        "reroll": "roll rerol wurfle neuwurf",
        "adjust": "turn flip increase decrease raise lower change drehe drehen",
        "black": "dice die schwarz",
        "end|bag": "pass passen",
        "end": "done finished ready stop fertig ende",
        "take": "compensation entschadigung",
        "town": "village kleinstadt",
        "good": "ware waren",
        "no step|refuse": "decline none nein",
        "refuse": "reject",
        "drop": "ablegen",
        "character": "person role charakter",
        "objectives": "goal goals target targets mission missions ziel ziele",
        "wait": "pause hold warte warten",
    }.items()
    for word in words.split()
}


def meant(grammar: Grammar, clause: str, wrong: ParseProblem) -> ParseProblem:
    """The problem with better hints, where there are any."""
    if wrong.id != "pbem.parse.verb":
        return grammar.with_keywords(clause, wrong)
    word, rest = clause[: wrong.end], clause[wrong.end :].strip()
    if rest.partition(" ")[0] in _WORDS.get(word, ()):  # `use city moscow 5`
        wrong.hints = (rest,)
        return wrong
    dice = [part for part in clause.split() if part in DICE] or ["1", "1"]
    given = {"die": dice[0], "dice": " ".join((dice * 2)[:2])}
    suited = [command for names, commands in _COMMANDS if word in names.aliases for command in commands]
    named = [command.format(word, **given) for command in suited]
    if word in _WORDS:
        wrong.hints = tuple(dict.fromkeys((*_WORDS[word], *wrong.hints)))[:MOST_HINTS]
    moved = [hint for hint in wrong.hints if word in hint.split()]
    wrong.hints = tuple(dict.fromkeys((*moved, *named))) or wrong.hints
    return wrong
