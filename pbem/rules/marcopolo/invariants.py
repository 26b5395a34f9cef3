"""What must hold in every position: nothing lost, nothing doubled, nothing below zero."""

from __future__ import annotations

from collections import Counter

from pbem.core.chance import UNKNOWN
from pbem.rules.marcopolo.data import BEIJING, OTHER_CONTRACTS, POST_PLACES, SETUP
from pbem.rules.marcopolo.dice import NEUTRAL
from pbem.rules.marcopolo.state import BLACK, WHITE, Player, State


def broken(state: State) -> list[str]:
    """Every broken promise of a position, in words."""
    found = [*_contracts(state), *_dice(state), *_beijing(state)]
    for p in state.players.values():
        found += _player(p)
    return found


def _contracts(state: State) -> list[str]:
    tiles = [*state.row, *state.special, *(tile for stack in state.stacks for tile in stack), *state.removed]
    for p in state.players.values():
        tiles += [*p.contracts, *p.completed, *(task[1] for task in p.todo if task[0] == "contract")]
    known = Counter(tile for tile in tiles if tile != UNKNOWN)
    doubled = [f"contract {tile} exists {n} times" for tile, n in known.items() if n > 1]
    expected = len(OTHER_CONTRACTS) + len(state.players)
    return doubled + ([f"{len(tiles)} contracts, not {expected}"] if len(tiles) != expected else [])


def _dice(state: State) -> list[str]:
    """Counts black dice always, and each player's own dice while a round is played."""
    placed = [*(die for dice in state.spaces.values() for die in dice), *state.card_dice.values()]
    held = [(p.seat, die) for p in state.players.values() for die in p.dice]
    black = state.black + sum(BLACK <= die < WHITE for _, die in placed + held)
    total = SETUP["black-dice"][str(len(state.players))]
    found = [f"{black} black dice, not {total}"] if black != total else []
    if state.phase == "turns":
        own = Counter(seat for seat, die in placed + held if die < BLACK and seat != NEUTRAL)
        found += [f"{seat} has {n} dice" for seat, n in own.items() if n != SETUP["own-dice"]]
    return found


def _beijing(state: State) -> list[str]:
    there = sorted(p.seat for p in state.players.values() if BEIJING in p.posts)
    return [] if there == sorted(seat for seat in state.beijing if seat) else ["posts in Beijing do not fit its spaces"]


def _player(p: Player) -> list[str]:
    found = [f"{p.seat} has {n} {what}" for what, n in p.stock.items() if n < 0 and what != "vp"]
    if sum(p.vp_from.values()) != p.stock["vp"]:
        found.append(f"{p.seat}: sources of points add up to {sum(p.vp_from.values())}, not {p.stock['vp']}")
    if p.posts_left < 0 or len(set(p.posts)) != len(p.posts) or not set(p.posts) <= POST_PLACES:
        found.append(f"{p.seat}: posts {p.posts}")
    if p.room < 0:
        found.append(f"{p.seat} has {len(p.contracts)} active contracts")
    return found
