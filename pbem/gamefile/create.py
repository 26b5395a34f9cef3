"""Makes a new game: a file with the position after set-up, and its key beside it."""

from __future__ import annotations

import os
import secrets as random_bytes

from pbem.core.engine import Match
from pbem.core.fair import Fair, commit
from pbem.core.game import Game
from pbem.core.pbem1 import mac
from pbem.gamefile import chain, disk
from pbem.gamefile.log import WAIT, public_line, split_log
from pbem.gamefile.schema import CHANCE, GRAMMAR, Header, SeatInfo, check_game
from pbem.gamefile.seal import KEY_BYTES, key_path, write_key
from pbem.gamefile.store import Secrets, compose
from pbem.gamefile.trouble import trouble
from pbem.gamefile.words import read_words

SEED_BYTES = 32


def new_header(game: Game, seats: tuple[SeatInfo, ...], options: dict[str, str], seed: bytes) -> Header:
    """The header of a new game; its id follows from the seed and from what is played, so a seed gives the same game."""
    chosen = {name: options.get(name, option.values[0]) for name, option in game.options.items()} | options
    names = [seat.seat for seat in seats]
    id = mac(seed, "pbem/id", game.id, game.version, *names, *map("=".join, sorted(chosen.items()))).hex()[:12]
    versions = {"grammar": GRAMMAR, "rules": game.version, "chance": CHANCE}
    header = Header(game.id, seats, chosen, id, versions, commit(id, tuple(names), seed))
    check_game(header, game, lambda _key: None)
    return header


def new_seed() -> bytes:
    """A seed that nobody can guess."""
    return random_bytes.token_bytes(SEED_BYTES)


def create(path: str, game: Game, header: Header, seed: bytes) -> Match:
    """Sets the game up and writes its file and key; raises Refused when either is there already."""
    _check_path(path)
    chance = Fair(read_words(header, split_log([])), seed).announce()
    match = Match.start(game, header.config(game), chance)
    setup = [public_line(draw) for draw in match.chance.record]
    key = random_bytes.token_bytes(KEY_BYTES)
    _write(path, key, compose(header, match, setup, [chain.root(header, setup)], key, Secrets(seed, {}, {}, {})))
    return match


def create_waiting(path: str, header: Header, seed: bytes) -> None:
    """Writes the file and key of a game that is set up once its players have given their words."""
    _check_path(path)
    line = f"! {WAIT}"
    root = chain.root(header, [])
    key = random_bytes.token_bytes(KEY_BYTES)
    _write(path, key, compose(header, None, [line], [root, chain.link(root, line, [])], key, Secrets(seed, {}, {}, {})))


def _check_path(path: str) -> None:
    if os.path.lexists(path):
        raise trouble("pbem.file.exists", path=path)
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise trouble("pbem.file.folder", path=os.path.dirname(path))


def _write(path: str, key: bytes, text: str) -> None:
    write_key(path, key)
    try:
        disk.replace(path, text)
    except BaseException:
        os.unlink(key_path(path))
        raise
