"""Game files and exported logs tell nobody what he must not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.bots import find_bot
from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.core.game import Game
from pbem.gamefile.create import create, new_header
from pbem.gamefile.export import PUBLIC, export
from pbem.gamefile.log import split_log
from pbem.gamefile.replay import open_match
from pbem.gamefile.schema import SeatInfo
from pbem.gamefile.store import GameFile, compose, load
from pbem.gamefile.turn import play
from pbem.rules import find_game, own_games
from tests.arena import configs

GAMES = [find_game(name) for name in own_games()]  # a file names its game, so that it must be installed
ENTRIES = 40


def played_file(game: Game, folder: Path, number: int) -> GameFile:
    """A game file after some entries of random bots."""
    config = configs(game)[number]
    seats = tuple(SeatInfo(seat, f"Player {seat}", f"{seat}@example.org") for seat in config.seats)
    seed = f"secrecy {number}".encode()
    path = str(folder / f"{game.id}-{number}.yaml")
    match = create(path, game, new_header(game, seats, dict(config.options), seed), seed)
    for entry in range(ENTRIES):
        waiting = game.waiting(match.state)
        if not waiting:
            break
        match = play(path, find_bot("random", f"{number}/{entry}")(match, waiting[-1].seat), waiting[-1].seat).match
    return load(path)


def _clear_text(file: GameFile, match: Match) -> str:
    assert file.secrets is not None
    text = compose(file.header, match, file.log.lines, file.heads, bytes(32), file.secrets)
    lines = [line for line in text.split("\n") if not line.startswith("sealed:")]
    assert len(lines) + 1 == len(text.split("\n"))
    return "\n".join(lines)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_file_without_its_key_is_the_same_in_two_worlds(game: Game, number: int, tmp_path: Path) -> None:
    file = played_file(game, tmp_path, number)
    match = open_match(file)
    world = game.other_world(match.state, None, Seeded("other", b"world"))
    assert game.dump(world)[1] != game.dump(match.state)[1]
    assert _clear_text(file, Match(game, world, match.chance, match.ahead)) == _clear_text(file, match)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_log_for_a_seat_adds_only_its_own_to_the_public_log(game: Game, number: int, tmp_path: Path) -> None:
    file = played_file(game, tmp_path, number)
    public = split_log(export(file, PUBLIC).split("\n")[:-1]).lines
    match = open_match(file)
    for info in file.header.seats:
        own = export(file, info.seat).split("\n")[:-1]
        assert len(own) == len(public)
        known = {value for draw in game.draws(match.state, info.seat) for value in draw.values}
        for line, before in zip(own, public, strict=True):
            if line == before or line.strip().startswith(f"{info.seat}: "):
                continue
            words, public_words = line.split(), before.split()
            assert words[0] == "*"
            added = {word for word, old in zip(words, public_words, strict=False) if word != old}
            assert added <= known | _seen_by(game, match, info.seat), line
            assert all(old in ("?", word) for word, old in zip(words, public_words, strict=False))


def _seen_by(game: Game, match: Match, seat: str) -> set[str]:
    """Every word of the seat's view: cards it drew later are in it or were put away by itself."""
    import json

    return set(json.dumps(game.view(match.state, seat)).replace('"', " ").replace(",", " ").split())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_file_shows_no_address_in_an_export(game: Game, tmp_path: Path) -> None:
    file = played_file(game, tmp_path, 0)
    for audience in (PUBLIC, *(info.seat for info in file.header.seats)):
        assert "example.org" not in export(file, audience)
