"""The typed header of a game file, and everything that can be wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.game import Config, Game
from pbem.core.named import NamedTuple
from pbem.core.problem import Problem, Refused, Span
from pbem.gamefile.profile import Document

FORMAT = 1
GRAMMAR = 1
CHANCE = 1
KEYS = ("format", "game", "id", "versions", "options", "seats", "commitment", "seed", "state", "sealed", "log")

MOST_VALUES = 100  # seats, options and the like: no game comes near it
MOST_PROBLEMS = 20  # of one header

Place = Callable[[str], Span | None]


class SeatInfo(NamedTuple):
    """Who sits where; the address may be empty."""

    seat: str
    name: str = ""
    address: str = ""


class Header(NamedTuple):
    """What a game is. `commitment` binds the seed from the start; `seed` stands in an opened log only."""

    game: str
    seats: tuple[SeatInfo, ...]
    options: Mapping[str, str]
    id: str = ""
    versions: Mapping[str, int] = {}
    commitment: Mapping[str, str] = {}
    seed: str = ""

    def config(self, game: Game) -> Config:
        """How the game is set up; options that the file does not name have their first value."""
        options = {name: option.values[0] for name, option in game.options.items()}
        return Config(tuple(seat.seat for seat in self.seats), {**options, **self.options})

    def name(self, seat: str) -> str:
        """The player's name, or the seat when there is none."""
        return next((info.name for info in self.seats if info.seat == seat and info.name), seat)

    def keys(self) -> dict[str, Any]:
        """The header as it stands in a file."""
        seats = [{k: v for k, v in info._asdict().items() if v} for info in self.seats]
        keys: dict[str, Any] = {"format": FORMAT, "game": self.game, "id": self.id, "versions": dict(self.versions)}
        keys |= {"options": dict(self.options), "seats": seats, "commitment": dict(self.commitment), "seed": self.seed}
        return {key: value for key, value in keys.items() if value != "" and (value or key != "commitment")}


class Saved(NamedTuple):
    """The stored position and the entry it belongs to."""

    entry: int
    head: str
    marks: str
    counts: dict[str, int]
    ahead: dict[str, list[str]]
    position: dict[str, Any]


def read_header(document: Document, place: Place) -> Header:
    """Reads the header of a file; raises Refused with every problem of it."""
    reader = _Reader(document.keys, place)
    header = reader.header()
    if reader.problems:
        raise Refused(tuple(reader.problems))
    return header


def read_saved(document: Document, place: Place) -> Saved | None:
    """Reads the stored position; None when the file has none."""
    if document.keys.get("state") is None:
        return None
    state = document.keys["state"]
    reader = _Reader(state if isinstance(state, dict) else {}, lambda _key: place("state"), "state.")
    reader.problems += [] if isinstance(state, dict) else [_wrong_type("state", dict, state, place("state"))]
    saved = Saved(
        reader.get("entry", int, 0, needed=True),
        reader.get("head", str, "", needed=True),
        reader.get("marks", str, ""),
        reader.amounts("counts"),
        reader.get("ahead", dict, {}),
        reader.get("position", dict, {}, needed=True),
    )
    reader.problems += [] if _is_ahead(saved.ahead) else [_wrong_type("state.ahead", list, saved.ahead, place("state"))]
    if reader.problems:
        raise Refused(tuple(reader.problems))
    return saved


def _is_ahead(ahead: dict[str, Any]) -> bool:
    return all(isinstance(texts, list) and all(isinstance(t, str) for t in texts) for texts in ahead.values())


def _wrong_type(key: str, wanted: type, found: Any, span: Span | None) -> Problem:
    from pbem.gamefile.foreign import kind_of

    return Problem("pbem.file.type", {"key": key, "wanted": kind_of(wanted()), "found": kind_of(found)}, span)


class _Reader:
    """Reads typed values out of a mapping and collects what is wrong."""

    def __init__(self, keys: dict[str, Any], place: Place, prefix: str = "") -> None:
        self.keys = keys
        self.place = place
        self.prefix = prefix
        self.problems: list[Problem] = []

    def get(self, key: str, kind: type, default: Any, needed: bool = False) -> Any:
        value = self.keys.get(key)
        if value is None:
            if needed:
                self.problem("pbem.file.missing", key, key=self.prefix + key)
            return default
        if type(value) is not kind:
            self.problems.append(_wrong_type(self.prefix + key, kind, value, self.place(key)))
            return default
        if isinstance(value, dict | list) and len(value) > MOST_VALUES:
            self.problem("pbem.file.size", key, limit=MOST_VALUES, unit=f"values of {self.prefix}{key}")
            return default
        return value

    def problem(self, id: str, place: str, hints: tuple[str, ...] = (), **facts: Any) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(id, facts, self.place(place), hints))

    def amounts(self, key: str) -> dict[str, int]:
        found: dict[str, int] = self.get(key, dict, {})
        for name, value in found.items():
            if type(value) is not int:
                self.problems.append(_wrong_type(f"{self.prefix}{key}.{name}", int, value, self.place(key)))
        return found

    def header(self) -> Header:
        self._known_keys()
        if not self.problems and self.get("format", int, FORMAT) > FORMAT:
            self.problem("pbem.file.newer", "format", what="format", found=self.keys["format"], knows=FORMAT)
        header = Header(
            self.get("game", str, "", needed=True),
            tuple(self._seats()),
            self.texts("options"),
            self.get("id", str, ""),
            self.amounts("versions"),
            self.texts("commitment"),
            self.get("seed", str, ""),
        )
        self._sealed_needs()
        return header

    def _known_keys(self) -> None:
        if "game" not in self.keys and "seats" not in self.keys:
            self.problem("pbem.file.foreign", "", path=(self.place("") or Span()).source)
            raise Refused(tuple(self.problems))
        for key in [key for key in self.keys if key not in KEYS][:MOST_PROBLEMS]:
            from pbem.notation.names import nearest

            self.problem("pbem.file.unknown-key", key, tuple(nearest(key, {k: k for k in KEYS})), key=key)

    def _sealed_needs(self) -> None:
        if "sealed" in self.keys:
            self.get("sealed", str, "", needed=True)
            for key in ("id", "commitment"):
                if key not in self.keys:
                    self.problem("pbem.file.missing", key, key=key)

    def texts(self, key: str) -> dict[str, str]:
        found: dict[str, str] = self.get(key, dict, {})
        for name, value in found.items():
            if type(value) is not str:
                self.problems.append(_wrong_type(f"{key}.{name}", str, value, self.place(key)))
        return found

    def _seats(self) -> list[SeatInfo]:
        seats = [self._seat(value) for value in self.get("seats", list, [], needed=True)]
        names = [info.seat for info in seats]
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.problem("pbem.file.seat-twice", "seats", seat=name)
        return seats

    def _seat(self, value: Any) -> SeatInfo:
        if isinstance(value, str):
            return SeatInfo(value)
        fields = value if isinstance(value, dict) else {}
        reader = _Reader(fields, lambda _key: self.place("seats"), "seats.")
        texts = {key: reader.get(key, str, "", needed=key == "seat") for key in SeatInfo._fields}
        self.problems += reader.problems
        return SeatInfo(**texts)


def check_game(header: Header, game: Game, place: Place) -> None:
    """Checks a header against its game: seats, their number, options and versions; raises Refused with all problems."""
    reader = _Reader({}, place)
    if len(header.seats) not in game.players:
        reader.problem("pbem.file.players", "seats", found=len(header.seats), allowed=game.players)
    for info in header.seats:
        if info.seat not in game.colours:
            reader.problem("pbem.file.seat", "seats", game.colours, found=info.seat, game=game.id)
    for name, value in header.options.items():
        option = game.options.get(name)
        if option is None:
            reader.problem("pbem.file.option", "options", tuple(game.options), found=name, game=game.id)
        elif value not in option.values:
            reader.problem("pbem.file.option-value", "options", option.values, option=name, found=value)
    _check_versions(header, game, reader)
    if reader.problems:
        raise Refused(tuple(reader.problems))


def _check_versions(header: Header, game: Game, reader: _Reader) -> None:
    known = {"grammar": GRAMMAR, "rules": game.version, "chance": CHANCE}
    for what, version in known.items():
        found = header.versions.get(what, version)
        if found > version:
            reader.problem("pbem.file.newer", "versions", what=what, found=found, knows=version)
