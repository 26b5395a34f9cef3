"""Dice: naming them, holding them, placing them (DE p. 6, 13, 14).

A space may be used once a round by each player colour; black and white dice do not count as a colour (ruling 25).
Whoever joins an occupied space pays his lowest die in coins, once, before the action (ruling 23).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.core.game import ParseProblem
from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.data import ACTIONS, FACTS
from pbem.rules.marcopolo.state import BLACK, WHITE, Dice, Player, State

PREFIX = {"b": BLACK, "w": WHITE}
LETTER = {0: "", 1: "b", 2: "w"}
NEUTRAL = "neutral"
ANY = "any"


def read_die(token: str, start: int = 0) -> int:
    """The die a token names: `4` own colour, `b4` black, `w4` white."""
    colour = PREFIX.get(token[0], 0)
    value = int(token.lstrip("bw"))
    if not 1 <= value <= 6:
        raise ParseProblem("marcopolo.dice.value", start, start + len(token), found=str(token))
    return colour + value


def die_text(die: int) -> str:
    return f"{LETTER[die // 10]}{die % 10 or ANY}"


def dice_text(dice: Dice | list[int]) -> str:
    return " ".join(map(die_text, dice))


DIE_OF = {die_text(colour + value): colour + value for colour in (0, BLACK, WHITE) for value in range(7)}


def dice_shown(dice: list[str]) -> str:
    """Dice of a view as a report shows them: those without a value are only counted."""
    free = sum(die.endswith(ANY) for die in dice)
    return " ".join([*([f"{free} of any value"] if free else []), *(die for die in dice if not die.endswith(ANY))])


def lowest(dice: Dice) -> int:
    return min([die % 10 for die in dice])


def check_held(p: Player, dice: Dice) -> None:
    """Refuses dice that do not lie on the player's board."""
    held = without_values(dice) if p.ability.chooses_values else dice
    for die in held:
        if held.count(die) > p.dice.count(die):
            has = dice_text(sorted(p.dice)) or "none"
            raise IllegalMove("marcopolo.dice.missing", die=dice_text(dice), has=has, missing=die_text(die))


def without_values(dice: Dice) -> Dice:
    """Dice as they lie on the board of a player who chooses their values when he places them."""
    return tuple([die - die % 10 for die in dice])


def remove_dice(p: Player, dice: Dice) -> None:
    for die in without_values(dice) if p.ability.chooses_values else dice:
        p.dice.remove(die)


def colour_used(state: State, p: Player, space: str) -> bool:
    return p.seat in [seat for seat, die in state.spaces[space] if die < BLACK]


def fee(state: State, p: Player, space: str, dice: Dice) -> int:
    """What it costs to join an occupied space."""
    return lowest(dice) if state.spaces[space] and p.ability.pays_fee else 0


def check_space(state: State, p: Player, space: str, dice: Dice, count: int) -> int:
    """Refuses a placement that is not allowed; returns the fee, which is not yet paid."""
    if len(dice) != count:
        raise IllegalMove("marcopolo.dice.count", space=space, needs=count, has=len(dice))
    check_held(p, dice)
    if not state.spaces[space]:
        return 0
    check_colour(state, p, space, dice)
    cost = fee(state, p, space, dice)
    if cost > p.stock["coins"]:
        raise IllegalMove("marcopolo.space.fee", space=space, needs=cost, has=p.stock["coins"])
    return cost


def check_colour(state: State, p: Player, space: str, dice: Dice) -> None:
    if state.spaces[space] and min(dice) < BLACK and colour_used(state, p, space):
        raise IllegalMove("marcopolo.space.colour", space=space, seat=p.seat)


def place(state: State, p: Player, space: str, dice: Dice) -> None:
    remove_dice(p, dice)
    for die in dice:
        state.spaces[space].append((p.seat, die))


def choices(p: Player, count: int) -> Iterator[Dice]:
    """Every different set of dice of a size that the player could place."""
    if not p.ability.chooses_values:
        yield from sorted(set(combinations(sorted(p.dice), count)))
        return
    values = [die + value for die in set(p.dice) for value in range(1, 7) for _ in range(min(count, p.dice.count(die)))]
    yield from sorted(set(combinations(sorted(values), count)))


def placements(state: State, p: Player, space: str, count: int) -> Iterator[Dice]:
    """The sets of dice the player may place on a space now."""
    for dice in choices(p, count):
        try:
            check_space(state, p, space, dice, count)
        except IllegalMove:
            continue
        yield dice


def clear_spaces(state: State) -> None:
    """Takes all dice off the board but the neutral ones, which stay the whole game (DE p. 14)."""
    for space, dice in state.spaces.items():
        state.spaces[space] = [(seat, die) for seat, die in dice if seat == NEUTRAL]
    state.card_dice.clear()


def all_spaces() -> dict[str, list[tuple[str, int]]]:
    names = ("coins", *ACTIONS["market"], "khan", "contracts", "travel", "bag")
    return {name: [] for name in names}


def neutral_dice(players: int) -> dict[str, list[tuple[str, int]]]:
    """The dice of unused colours that lie on the board with fewer players (DE p. 14)."""
    facts = FACTS["setup"]["neutral-dice-on-board"][str(players)]
    dice = {"khan": [(NEUTRAL, value) for value in facts.get("khans-favor", ())]}
    if "take-5-coins" in facts:
        dice["coins"] = [(NEUTRAL, 1)] * facts["take-5-coins"]
    return dice
