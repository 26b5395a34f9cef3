"""Assertions: `= blue coins 7, camels 2` states what must hold at that point of a log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from pbem.core.chance import UNKNOWN
from pbem.core.engine import Match
from pbem.core.problem import IllegalMove, Problem, Refused, Span
from pbem.gamefile.log import Log, standing
from pbem.gamefile.seats import seat_meant
from pbem.notation.clean import clean_line, without_comment

BETWEEN = re.compile("[,;]")  # parts of an assertion
FEW = 6  # facts that are told when none looks like what was claimed


class Claim(NamedTuple):
    """One part of an assertion: its words with the seat in front, and its columns in the line (from 1).

    `other` is how it can be read besides: without the seat that was named before, or with the subject before it.
    """

    words: list[str]
    column: int
    end: int
    other: list[str]


class Verdict(NamedTuple):
    """What became of a claim: the words of the fact, what was claimed, and what is so; `found` None: unknown."""

    fact: str
    claimed: str
    found: str | None
    holds: bool


class NoFact(Exception):
    """A claim about something the game knows nothing of."""

    def __init__(self, words: list[str], hints: tuple[str, ...] = ()) -> None:
        super().__init__(" ".join(words))
        self.words = words
        self.hints = hints

    def at(self, span: Span) -> Problem:
        return Problem("pbem.fact.unknown", {"found": " ".join(self.words) or "nothing"}, span, self.hints)


def read_claims(line: str, seats: Mapping[str, str]) -> list[Claim]:
    """The parts of an assertion; the seat named first goes for all until another is named."""
    cleaned = clean_line(line)
    text = without_comment(cleaned.text)
    at = text.find("=") + 1
    found: list[Claim] = []
    seat: list[str] = []
    subject: list[str] = []
    for part in BETWEEN.split(text[at:]):
        words = part.split()
        start = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        other = [] if not found else words if seat else [*subject, *words]
        if words and (named := seat_meant(words[0], seats)):
            seat, words, other = [named], words[1:], []
        if words or not found:
            end = start + max(1, len(part.strip()))
            found.append(Claim([*seat, *words], cleaned.column(start), cleaned.column(end - 1) + 1, other))
            subject = subject if len(words) < 3 and subject else words[:1]
    return found


def judge(match: Match, claim: Claim, hidden: bool) -> Verdict:
    """Looks a claim up in a position, read the other way if that holds or nothing else does; raises NoFact."""
    try:
        verdict = _look_up(match, claim.words, hidden)
    except NoFact:
        if not claim.other:
            raise
        verdict = None
    if claim.other and not (verdict and verdict.holds):
        with suppress(NoFact):
            other = _look_up(match, claim.other, hidden)
            verdict = other if other.holds or (not verdict and " " in other.fact) else verdict
    return verdict or _look_up(match, claim.words, hidden)


def _look_up(match: Match, words: list[str], hidden: bool) -> Verdict:
    """A fact and its value; raises NoFact. Values of several words are tried too (`= row c01 c02`)."""
    verdicts: list[Verdict] = []
    hints: tuple[str, ...] = ()
    for cut in range(len(words) - 1, 0, -1):
        names, claimed = words[:cut], words[cut:]
        try:
            found = match.game.fact(match.state, names)
        except IllegalMove as unknown:
            hints = unknown.hints
            continue
        except (LookupError, ValueError, TypeError, AttributeError):
            if hidden:
                return Verdict(" ".join(names), " ".join(claimed), None, False)
            continue
        verdicts.append(_verdict(names, claimed, found))
    if not verdicts:
        raise NoFact(words[:-1] or words, _likely(words, hints) if hints else _valued(match, words))
    return max(verdicts, key=lambda v: (v.holds, _alike(v)))


def _likely(words: list[str], known: tuple[str, ...]) -> tuple[str, ...]:
    """The facts that look like what was claimed; where none does, the first of them."""
    from pbem.notation.names import nearest

    names = {name: name for name in known}
    found = [name for word in words if word not in names and not word.isdecimal() for name in nearest(word, names)]
    return tuple(dict.fromkeys(found)) or known[:FEW]


def _valued(match: Match, words: list[str]) -> tuple[str, ...]:
    """The claim with its value, when only that is missing."""
    try:
        return (" ".join((*words, match.game.fact(match.state, words))),)
    except (IllegalMove, LookupError, ValueError, TypeError, AttributeError):
        return ()


def _verdict(names: list[str], claimed: list[str], found: str) -> Verdict:
    """A fact with `?` in it holds as far as it is known, and is undecided in the rest."""
    fact, told = " ".join(names), " ".join(claimed)
    if found == told:
        return Verdict(fact, told, found, True)
    unknown = UNKNOWN in found.split()
    return Verdict(fact, told, None if unknown else found, False)


def _alike(verdict: Verdict) -> bool:
    """True when the value has as many words as the one that was claimed."""
    return verdict.found is None or len(verdict.found.split()) == len(verdict.claimed.split())


def claim_problem(verdict: Verdict, span: Span) -> Problem:
    """The problem of a claim that does not hold."""
    return Problem("pbem.log.claim", verdict._replace()._asdict() | {"holds": False}, span, _fix(verdict))


def _fix(verdict: Verdict) -> tuple[str, ...]:
    return (f"{verdict.fact} {verdict.found}",) if verdict.found else ()


def claims_by_entry(log: Log) -> dict[int, list[int]]:
    """The lines of assertions by the entry after which they must hold; those about undone positions are left out."""
    if not log.claims:
        return {}
    try:
        final = {entry.number for entry in standing(log.entries)}
        found: dict[int, list[int]] = {}
        for number, line in log.claims:
            stand = standing(log.entries[:number])
            last = stand[-1].number if stand else 0
            if last in final or not last:
                found.setdefault(last, []).append(line)
    except Refused:
        return {}
    return found
