"""Reads what `pbem new` is told: players, options, seed."""

from __future__ import annotations

from pbem.core.game import Game
from pbem.core.problem import Problem, Refused
from pbem.gamefile.create import new_seed
from pbem.gamefile.log import one_line
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.trouble import trouble

LONGEST_NAME = 60
LONGEST_ADDRESS = 254


def read_players(game: Game, texts: tuple[str, ...]) -> tuple[SeatInfo, ...]:
    """Who sits where: named seats first, the others in the order of the game's colours; raises Refused."""
    if len(texts) not in game.players:
        raise trouble("pbem.usage.players", None, (), found=len(texts), allowed=game.players, game=game.id)
    asked = [_split(game, text) for text in texts]
    taken = [seat for seat, _, _ in asked if seat]
    for seat in taken:
        if taken.count(seat) > 1:
            raise trouble("pbem.usage.seat-twice", seat=seat)
    free = iter([colour for colour in game.colours if colour not in taken])
    return tuple(SeatInfo(seat or next(free), name, address) for seat, name, address in asked)


def _split(game: Game, text: str) -> tuple[str, str, str]:
    """Splits `blue=Ann <ann@example.org>` into seat, name and address; only the name is needed."""
    before, equals, after = text.partition("=")
    seat = ""
    if equals and "<" not in before:
        seat, text = before.strip().lower(), after
        if seat not in game.colours:
            raise trouble("pbem.usage.seat", None, _close(seat, game.colours), found=seat, seats=game.colours)
    name, bracket, rest = text.partition("<")
    address = rest.rstrip().removesuffix(">").strip() if bracket else ""
    name = one_line(name).strip(' "')
    _check_person(name, address, bool(bracket), text)
    return seat, name, address


def _check_person(name: str, address: str, bracket: bool, text: str) -> None:
    good = not bracket or (address.count("@") == 1 and address.isprintable() and " " not in address)
    if not good or not address.isascii() or len(address) > LONGEST_ADDRESS:
        raise trouble("pbem.usage.address", found=one_line(text)[:80])
    if not name or len(name) > LONGEST_NAME:
        raise trouble("pbem.usage.name", found=name[:80], limit=LONGEST_NAME)


def read_options(game: Game, texts: tuple[str, ...]) -> dict[str, str]:
    """The options as NAME=VALUE; raises Refused with every wrong one."""
    chosen: dict[str, str] = {}
    problems: list[Problem] = []
    for text in texts:
        name, _, value = (part.strip().lower() for part in text.partition("="))
        option = game.options.get(name)
        if option is None:
            facts = {"found": name, "game": game.id, "options": list(game.options)}
            problems.append(Problem("pbem.usage.option", facts, None, _close(name, tuple(game.options))))
        elif value not in option.values:
            facts = {"option": name, "found": value, "values": option.values}
            problems.append(Problem("pbem.usage.value", facts, None, _close(value, option.values)))
        elif chosen.setdefault(name, value) != value:
            problems.append(Problem("pbem.usage.option-twice", {"option": name}))
    if problems:
        raise Refused(tuple(problems))
    return chosen


def _close(word: str, names: tuple[str, ...]) -> tuple[str, ...]:
    from pbem.notation.names import nearest

    return tuple(nearest(word, {name: name for name in names}))


def read_seed(text: str | None) -> bytes:
    """The seed from hexadecimal digits; without any, one that nobody can guess."""
    if text is None:
        return new_seed()
    digits = text.strip().removeprefix("0x")
    try:
        seed = bytes.fromhex(digits if len(digits) % 2 == 0 else "0" + digits)
    except ValueError:
        seed = b""
    if not 0 < len(seed) <= 64:
        raise trouble("pbem.usage.seed", found=one_line(text)[:80])
    return seed
