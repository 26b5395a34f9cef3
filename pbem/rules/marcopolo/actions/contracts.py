"""Obtain contracts (DE p. 8; rulings 1-4, 7, 54, 55): one die, one or two tiles from columns up to its value.

Tiles are chosen from the columns as they lay; the rest moves left afterwards. Columns 5 and 6 add coins or camels.
Old tiles are dropped only when there is no room, never a tile just taken. An emptied row is refilled at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from pbem.core.chance import Chance
from pbem.core.event import Event
from pbem.core.move import Move
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import ACTIONS, COLUMN_BONUS, CONTRACT_NAMES, CONTRACTS, MONEY_NAMES
from pbem.rules.marcopolo.dice import check_space, die_text, place, placements, read_die
from pbem.rules.marcopolo.rewards import Events, gain
from pbem.rules.marcopolo.state import Player, State
from pbem.rules.marcopolo.turn import check_main

FACTS = ACTIONS["contracts"]
MOST = max(FACTS["take"])
MONEY = ("coins", "camels")
COLUMNS = frozenset(str(column) for column in range(100))


class TakeContracts(Move):
    vague = True
    die: int
    tiles: tuple[str, ...]  # ids; columns as digits until resolved
    bonus: tuple[str, ...] = ()  # coins or camels, for each tile of columns 5 and 6
    drop: tuple[str, ...] = ()


def read(tree: Any) -> tuple[Move, ...]:
    die = tree.children[0]
    parts: dict[str, list[Any]] = {part.data: part.children for part in tree.children[1:]}
    tiles = CONTRACT_NAMES.find_all(parts["tiles"], numbers=True)
    bonus = tuple(MONEY_NAMES.find(str(t), t.start_pos) for t in parts.get("bonus_for", ()))
    drop = CONTRACT_NAMES.find_all(parts.get("drop_old", ()))
    return (TakeContracts(read_die(die, die.start_pos), tiles, bonus, drop),)


def write(move: TakeContracts) -> str:
    bonus = f" for {' '.join(move.bonus)}" if move.bonus else ""
    drop = f" drop {' '.join(move.drop)}" if move.drop else ""
    return f"contracts {die_text(move.die)} take {' '.join(move.tiles)}{bonus}{drop}"


def resolve(state: State, p: Player, move: TakeContracts) -> tuple[Move, ...]:
    """Turns columns into tiles, and one `for camels` into one for each tile that asks."""
    if COLUMNS.isdisjoint(move.tiles) and (len(move.bonus) != 1 or len(move.tiles) == 1):
        return (move,)
    check_main(state, p)
    tiles = tuple(_tile_at(state, tile) for tile in move.tiles)
    asked = _asking(state, tiles)
    bonus = move.bonus * len(asked) if len(move.bonus) == 1 < len(asked) else move.bonus
    return (move.replace(tiles=tiles, bonus=bonus),)


def _tile_at(state: State, tile: str) -> str:
    if not tile.isdecimal():
        return tile
    if not 1 <= int(tile) <= len(state.row):
        raise IllegalMove("marcopolo.contracts.empty", column=int(tile), tiles=len(state.row))
    return state.row[int(tile) - 1]


def _asking(state: State, tiles: tuple[str, ...]) -> list[int]:
    """What each tile taken from column 5 or 6 gives."""
    columns = [state.row.index(tile) + 1 for tile in tiles if tile in state.row]
    return [COLUMN_BONUS[column] for column in columns if column in COLUMN_BONUS]


def legal(state: State, p: Player) -> Iterator[Move]:
    for (die,) in placements(state, p, "contracts", FACTS["dice"]):
        reach = state.row[: die % 10]
        for n in FACTS["take"]:
            for tiles in combinations(reach, n):
                yield from _ways_to_take(state, p, die, tiles)


def _ways_to_take(state: State, p: Player, die: int, tiles: tuple[str, ...]) -> Iterator[Move]:
    missing = max(0, len(tiles) - p.room)
    for bonus in product(MONEY, repeat=len(_asking(state, tiles))):
        for drop in permutations(p.contracts, missing):
            yield TakeContracts(die, tiles, bonus, drop)


def check(state: State, p: Player, move: TakeContracts) -> tuple[int, list[int]]:
    """Refuses tiles that cannot be taken; returns the fee and what each tile of columns 5 and 6 gives."""
    check_main(state, p)
    fee = check_space(state, p, "contracts", (move.die,), FACTS["dice"])
    if not 1 <= len(move.tiles) <= MOST:
        raise IllegalMove("marcopolo.contracts.count", most=MOST, has=len(move.tiles))
    if len(set(move.tiles)) < len(move.tiles):
        raise IllegalMove("marcopolo.contracts.same", tile=move.tiles[0])
    for tile in move.tiles:
        _check_tile(state, move.die % 10, tile)
    asked = _asking(state, move.tiles)
    if len(move.bonus) != len(asked):
        raise IllegalMove("marcopolo.contracts.bonus", needs=len(asked), has=len(move.bonus))
    _check_drop(p, move)
    return fee, asked


def _check_tile(state: State, value: int, tile: str) -> None:
    if tile not in state.row:
        row = " ".join(state.row) or "none"
        raise IllegalMove("marcopolo.contracts.gone", tile=tile, row=row)
    column = state.row.index(tile) + 1
    if column > value:
        raise IllegalMove("marcopolo.contracts.column", tile=tile, needs=column, has=value)


def _check_drop(p: Player, move: TakeContracts) -> None:
    missing = max(0, len(move.tiles) - p.room)
    for tile in move.drop:
        if tile not in p.contracts:
            held = " ".join(p.contracts) or "none"
            raise IllegalMove("marcopolo.contracts.drop", tile=tile, held=held)
    if len(move.drop) != missing or len(set(move.drop)) < len(move.drop):
        raise IllegalMove("marcopolo.contracts.room", needs=missing, has=len(set(move.drop)))


def drop_contract(state: State, tile: str) -> None:
    """Puts a tile away: under the special stack, a starting contract out of the game (ruling 7)."""
    (state.removed if CONTRACTS[tile]["starting"] else state.special).append(tile)


def apply(state: State, p: Player, move: TakeContracts, chance: Chance, events: Events) -> None:
    fee, asked = check(state, p, move)
    place(state, p, "contracts", (move.die,))
    amounts = {"coins": -fee} if fee else {}
    for money, n in zip(move.bonus, asked, strict=True):
        amounts[money] = amounts.get(money, 0) + n
    gain(p, amounts)
    for tile in move.drop:
        p.contracts.remove(tile)
        drop_contract(state, tile)
    state.row = [tile for tile in state.row if tile not in move.tiles]
    p.contracts += move.tiles
    facts = {"tiles": move.tiles, "dice": (move.die,), "dropped": move.drop, "fee": fee}
    events.append(Event("contracts", p.seat, amounts, facts))
    if not state.row:
        _refill(state, chance, events)
    state.main_done = True


def _refill(state: State, chance: Chance, events: Events) -> None:
    """Two tiles from the special stack when the row is empty, as far as there are any (rulings 1, 8)."""
    n = min(FACTS["refill-when-empty"], len(state.special))
    if n:
        state.row = chance.deal("row", [state.special.pop(0) for _ in range(n)])
    events.append(Event("refilled", facts={"tiles": tuple(state.row)}))
