"""Chooses among guesses about a wrong entry: the one behind which the log goes on."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from pbem.archive.guess import Guess, guesses, missing_moves
from pbem.archive.told import Told
from pbem.archive.walk import Unfit, Walk
from pbem.archive.wider import rolled, swapped, untold
from pbem.gamefile.log import Entry

LOOK = 8  # entries that are tried behind a guess
FAR = 150  # entries that are tried behind guesses that are equally good by then
MOST_ALIKE = 40
NEARLY = 0.3  # how much more the others may change than the cheapest
SAFE = 2  # of them that must stand
SAFE_MISSING = 5
MOST_MISSING = 1500
LIKELY = 1.2  # how much may be changed where nothing behind it confirms it


def best_guess(
    walk: Walk, unfit: Unfit, chance: Told, entries: list[Entry], at: int, more: Iterable[Guess] = ()
) -> Guess | None:
    """The guess behind which the next entries stand the longest; None when none is safe. `more` are others to try."""
    likely = [*guesses(walk, unfit, chance), *swapped(unfit, chance, entries, at), *rolled(entries[at], chance)]
    likely += more
    left = len(entries) - at - 1
    found = _longest(walk, likely, entries, at, min(SAFE, left))
    if found is not None:
        return found
    many = chain(missing_moves(walk, entries[at], MOST_MISSING), untold(walk, entries[at], chance, MOST_MISSING))
    return _longest(walk, many, entries, at, min(SAFE_MISSING, max(SAFE, left)))


def likely_guess(walk: Walk, unfit: Unfit, chance: Told, entries: list[Entry], at: int) -> Guess | None:
    """The best of the guesses that change little, though the next entries do not confirm it; None: there is none."""
    small = [guess for guess in (*guesses(walk, unfit, chance), *rolled(entries[at], chance)) if guess.cost <= LIKELY]
    return _longest(walk, small, entries, at, 0)


def _longest(walk: Walk, some: Iterable[Guess], entries: list[Entry], at: int, enough: int) -> Guess | None:
    """The guess behind which most of the next entries stand, the cheapest of them; None where they are not enough."""
    best: list[Guess] = []
    most = max(0, enough)
    for guess in some:
        stands = _reach(walk, guess, entries, at, LOOK)
        if stands > most:
            best, most = [], stands
        best += [guess] if stands == most else []
    best.sort(key=lambda guess: guess.cost)
    alike = [guess for guess in best[:MOST_ALIKE] if guess.cost <= best[0].cost + NEARLY]
    return max(alike, key=lambda guess: _reach(walk, guess, entries, at, FAR)) if alike else None


def _reach(walk: Walk, guess: Guess, entries: list[Entry], at: int, look: int) -> int:
    """How many entries stand behind a guess, counted from the one it is about; -1 when it cannot be played itself."""
    stands = _stands(walk, guess, entries[at + guess.takes : at + 1 + look])
    return stands + guess.takes - 1 if stands >= 0 else -1


def _stands(walk: Walk, guess: Guess, rest: list[Entry]) -> int:
    """How many of the next entries can be played behind a guess; -1 when it cannot be played itself."""
    trial = (guess.before or walk).copy()
    try:
        for entry in guess.entries:
            trial.step(entry)
    except Unfit:
        return -1
    for count, entry in enumerate(rest):
        try:
            trial.step(entry)
        except Unfit:
            return count
    return len(rest)


def changed(old: Iterable[Entry], new: Iterable[Entry]) -> str:
    """What a guess puts into a log, in the words of its lines; lines it only moves are all told."""
    before, after = ([line for entry in some for line in _lines(entry)] for some in (old, new))
    added = [line for line in after if line not in before]
    gone = [line for line in before if line not in after]
    if not after or (gone and not added):
        return "nothing"
    return " / ".join(added or (line for line in after if not line.startswith("*")))


def _lines(entry: Entry) -> list[str]:
    return [f"{entry.seat}: {entry.text}", *entry.draws]
