"""Reads rule cases: text in, `Case` values out. The format is in docs/rule-cases.md; no game is named here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pbem.core.chance import Draw

SECTIONS = ("given", "play", "expect")


class CaseError(Exception):
    """A case file that cannot be read."""


class Fact(NamedTuple):
    """One fact of `given` or `expect`, seat first where it has one."""

    place: str
    words: tuple[str, ...]


class Play(NamedTuple):
    """One submission and the results of chance that fall in it."""

    place: str
    seat: str
    text: str
    draws: tuple[Draw, ...] = ()


class Refusal(NamedTuple):
    """The last submission is refused with this problem and these numbers."""

    place: str
    id: str
    numbers: tuple[tuple[str, str], ...]


Step = Play | Refusal | Fact


class Case(NamedTuple):
    """One rule case; `draws` are results of chance in the set-up."""

    game: str
    place: str
    id: str
    title: str
    cites: tuple[str, ...]
    seats: tuple[str, ...]
    options: dict[str, str]
    draws: tuple[Draw, ...]
    given: tuple[Fact, ...]
    steps: tuple[Step, ...]


class _Draft:
    """A case while its lines are being read."""

    def __init__(self, game: str, place: str, id: str, title: str) -> None:
        self.game, self.place, self.id, self.title = game, place, id, title
        self.cites: list[str] = []
        self.seats: tuple[str, ...] = ()
        self.options: dict[str, str] = {}
        self.draws: list[Draw] = []
        self.given: list[Fact] = []
        self.steps: list[Step] = []
        self.section = ""

    def case(self) -> Case:
        if not self.seats or not (self.steps or self.given):
            raise CaseError(f"{self.place}: case {self.id} has no seats or no content")
        lists = tuple(self.cites), self.seats, self.options, tuple(self.draws), tuple(self.given), tuple(self.steps)
        return Case(self.game, self.place, self.id, self.title, *lists)


def read_folder(folder: Path) -> list[Case]:
    """All cases of a game, file by file; the name of the folder is the id of the game."""
    files = sorted(folder.glob("*.case"))
    return [case for file in files for case in read_cases(file.read_text("utf-8"), folder.name, file.name)]


def read_cases(text: str, game: str, source: str = "") -> list[Case]:
    """The cases of one text."""
    drafts: list[_Draft] = []
    for place, line in _lines(text, source):
        if line.startswith("case "):
            drafts.append(_open(game, place, line))
        elif not drafts:
            raise CaseError(f"{place}: no case is open: {line}")
        else:
            _read_line(drafts[-1], place, line)
    return [draft.case() for draft in drafts]


def _lines(text: str, source: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.split("#", 1)[0].rstrip()
        if bare:
            yield f"{source}:{number}", bare


def _open(game: str, place: str, line: str) -> _Draft:
    parts = line.split(None, 2)
    if len(parts) < 3:
        raise CaseError(f"{place}: a case needs an id and a title")
    return _Draft(game, place, parts[1], parts[2])


def _read_line(draft: _Draft, place: str, line: str) -> None:
    word, *rest = line.split()
    if line[0] in " \t*" and word != "refused":
        _read_entry(draft, place, line.strip())
        return
    if word in SECTIONS and not rest:
        draft.section = word
    else:
        _read_header(draft, place, word, rest)


def _read_header(draft: _Draft, place: str, word: str, rest: list[str]) -> None:
    if word == "refused" and rest:
        draft.steps.append(_refusal(place, rest))
    elif word == "cites":
        draft.cites += rest
    elif word == "seats":
        draft.seats = tuple(rest)
    elif word == "options":
        draft.options = dict(_option(place, pair) for pair in rest)
    else:
        raise CaseError(f"{place}: cannot read '{word}'")


def _option(place: str, pair: str) -> tuple[str, str]:
    name, equals, value = pair.partition("=")
    if not equals:
        raise CaseError(f"{place}: an option is name=value, not '{pair}'")
    return name, value


def _refusal(place: str, words: list[str]) -> Refusal:
    numbers = words[1:]
    if len(numbers) % 2:
        raise CaseError(f"{place}: after the problem come pairs of name and value")
    return Refusal(place, words[0], tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def _read_entry(draft: _Draft, place: str, line: str) -> None:
    if line.startswith("* "):
        _read_draw(draft, place, line)
    elif draft.section == "given":
        draft.given += _facts(draft.seats, place, line)
    elif draft.section == "expect":
        draft.steps += _facts(draft.seats, place, line)
    elif draft.section == "play":
        draft.steps.append(_play(place, line))
    else:
        raise CaseError(f"{place}: neither given nor play nor expect: {line}")


def _read_draw(draft: _Draft, place: str, line: str) -> None:
    _, kind, label, *values = line.split()
    draw = Draw(kind, label, tuple(values))
    last = draft.steps[-1] if draft.steps else None
    if draft.section == "given":
        draft.draws.append(draw)
    elif draft.section == "play" and isinstance(last, Play):
        draft.steps[-1] = last._replace(draws=(*last.draws, draw))
    else:
        raise CaseError(f"{place}: a result of chance follows the line it belongs to")


def _play(place: str, line: str) -> Play:
    seat, colon, text = line.partition(":")
    if not colon:
        raise CaseError(f"{place}: a line of play is 'seat: moves', not '{line}'")
    return Play(place, seat.strip(), text.strip())


def _facts(seats: tuple[str, ...], place: str, line: str) -> list[Fact]:
    """Facts of one line; on a line that begins with a seat, later facts may leave it out."""
    parts = [part.split() for part in line.split(",") if part.strip()]
    seat = parts[0][:1] if parts[0][0] in seats else []
    return [Fact(place, tuple(part if part[0] in seats else [*seat, *part])) for part in parts]
