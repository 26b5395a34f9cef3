"""Plays rule cases on the engine and says what did not come out as the case states. No game is named here."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from pbem.core.chance import Draw, Scripted
from pbem.core.engine import Match, submit
from pbem.core.game import Config, Game
from pbem.core.problem import IllegalMove, Problem, Refused
from pbem.notation.reader import read_turn
from pbem.rules import find_game
from tests.rulebook import checker
from tests.rulebook.cases import Case, Fact, Play, Refusal, read_folder

HERE = Path(__file__).parent
RULINGS = checker.ROOT / "docs" / "rulings.md"


class CaseFailed(AssertionError):
    """The engine did something else than the case says."""


class Facts(Protocol):
    """What the `facts` module of a game offers besides the facts the game itself can name."""

    def put(self, state: Any, words: list[str]) -> None:
        """Makes a fact of `given` true; raises for a fact that does not exist or cannot be set."""


def folders() -> list[Path]:
    """The folders of games that have cases."""
    return sorted({file.parent for file in HERE.glob("*/*.case")})


def all_cases() -> list[Case]:
    return [case for folder in folders() for case in read_folder(folder)]


def check_all() -> list[str]:
    """Everything that is wrong with the lists of sentences, the rulings and the cases that cite them."""
    rulings = checker.read_rulings(RULINGS.read_text("utf-8"))
    problems = checker.check_rulings(rulings, all_cases())
    problems += checker.check_named(RULINGS.read_text("utf-8"), all_cases())
    for folder in folders():
        found = checker.check_game(checker.read_sentences(folder), rulings, read_folder(folder))
        problems += [f"{folder.name}: {problem}" for problem in found]
    return problems


def play(case: Case) -> Match:
    """Plays a case to its end; raises CaseFailed at the first thing that is not as the case says."""
    run = _Run(case)
    for step, following in zip(case.steps, (*case.steps[1:], None), strict=False):
        if isinstance(step, Play):
            run.submit(step, following if isinstance(following, Refusal) else None)
        elif isinstance(step, Fact):
            run.expect(step)
    return run.match


class _Run:
    """A case being played."""

    def __init__(self, case: Case) -> None:
        self.game: Game = find_game(case.game)
        facts = cast(Facts, import_module(f"{type(self.game).__module__}.facts"))
        chance = Scripted(case.draws)
        self.match = Match.start(self.game, Config(case.seats, _options(self.game, case)), chance)
        _check_used(case.place, case.draws, chance)
        first = set(getattr(facts, "FIRST", ()))
        for fact in sorted(case.given, key=lambda fact: first.isdisjoint(fact.words[:2])):
            facts.put(self.match.state, list(fact.words))

    def submit(self, step: Play, refusal: Refusal | None) -> None:
        before = self._position()
        problems = self._submit(step)
        if refusal:
            _check_refusal(refusal, problems)
            if self._position() != before:
                raise CaseFailed(f"{step.place}: the refused line changed the position")
        elif problems:
            raise CaseFailed(f"{step.place}: refused: {_problems(problems)}")

    def _submit(self, step: Play) -> tuple[Problem, ...]:
        chance = cast(Scripted, self.match.chance)
        chance.script = list(step.draws)
        try:
            turn = read_turn(self.game, step.text)
        except Refused as refused:
            return refused.problems
        self.match, outcome = submit(self.match, step.seat, turn)
        if not outcome.problems:
            _check_used(step.place, step.draws, cast(Scripted, self.match.chance))
        return outcome.problems

    def expect(self, fact: Fact) -> None:
        values = self._values(fact.words)
        if not values:
            raise CaseFailed(f"{fact.place}: there is no fact {' '.join(fact.words)}")
        if not any(_true(wanted, found) for wanted, found in values):
            raise CaseFailed(f"{fact.place}: expected {' '.join(fact.words)}, found {values[0][1]}")

    def _values(self, words: tuple[str, ...]) -> list[tuple[str, str]]:
        """Where the name of a fact may end: the value the case wants behind it, and the value found."""
        values: list[tuple[str, str]] = []
        for end in range(1, max(len(words), 2)):
            try:
                found = self.game.fact(self.match.state, list(words[:end]))
            except (IllegalMove, ValueError):
                continue
            values.append((" ".join(words[end:]), found.replace(",", "")))
        return values

    def _position(self) -> str:
        return json.dumps(self.game.dump(self.match.state), sort_keys=True)


def _true(wanted: str, found: str) -> bool:
    """A fact without a value is true when it is neither `no` nor `none`."""
    return wanted == found if wanted else found not in ("no", "none")


def _options(game: Game, case: Case) -> dict[str, str]:
    defaults = {name: option.values[0] for name, option in game.options.items()}
    return {**defaults, **case.options}


def _check_used(place: str, given: tuple[Draw, ...], chance: Scripted) -> None:
    """Every result of chance in the case must have been asked for, with as many values."""
    rolled = [draw[:3] for draw in chance.record]
    unused = [draw.line() for draw in given if draw.kind == "roll" and draw[:3] not in rolled]
    if unused or chance.script:
        raise CaseFailed(f"{place}: never rolled like that: {', '.join(unused) or chance.script}")


def _check_refusal(refusal: Refusal, problems: tuple[Problem, ...]) -> None:
    if not any(_fits(refusal, problem) for problem in problems):
        wanted = " ".join((refusal.id, *(word for pair in refusal.numbers for word in pair)))
        raise CaseFailed(f"{refusal.place}: expected {wanted}, found {_problems(problems)}")


def _fits(refusal: Refusal, problem: Problem) -> bool:
    return problem.id == refusal.id and all(str(problem.facts.get(k)) == v for k, v in refusal.numbers)


def _problems(problems: tuple[Problem, ...]) -> str:
    return ", ".join(f"{problem.id} {problem.facts}" for problem in problems) or "no problem"
