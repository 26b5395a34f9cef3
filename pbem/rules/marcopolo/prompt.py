"""What a player is asked, in words, and the shortest useful answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.core.decision import Decision
from pbem.core.game import View
from pbem.rules.marcopolo.characters import ABILITIES
from pbem.rules.marcopolo.data import CONTRACTS, MARKET, MARKET_DICE, SETUP, TOWNS
from pbem.rules.marcopolo.describe import place_name
from pbem.rules.marcopolo.dice import DIE_OF, dice_text, die_text
from pbem.rules.marcopolo.state import BLACK
from pbem.rules.marcopolo.words import contract

MOST_ANSWERS = 6


def prompt(view: View, decision: Decision) -> tuple[str, ...]:
    """The question, then answers ready to send."""
    me = view["players"][decision.seat]
    question, answers = _ASK[decision.kind](view, me, decision.facts)
    return (question, *answers[:MOST_ANSWERS])


Asked = tuple[str, list[str]]


def _turn(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    finish = [f"complete {tile}" for tile in me["contracts"] if _payable(me, CONTRACTS[tile]["cost"])]
    if facts["main_done"]:
        return "Anything more this turn? Additional actions, or end.", [*finish, "end"]
    if not me["dice"]:
        return "No dice left: additional actions, or end.", [*finish, "end"]
    dice = f"Dice: {' '.join(me['dice'])}."
    if ABILITIES[me["character"]].chooses_values:
        dice = f"{len(me['dice'])} dice left: write the values you want."
    return f"Do one main action. {dice}", [*finish, *_main_actions(view, me)]


def _payable(me: dict[str, Any], cost: dict[str, int]) -> bool:
    return all(me["stock"][what] >= n for what, n in cost.items())


def _main_actions(view: View, me: dict[str, Any]) -> Iterator[str]:
    """Some placements that are open to the best dice."""
    ability = ABILITIES[me["character"]]
    held = [DIE_OF[die] for die in me["dice"]]
    hand = sorted((6 + die if ability.chooses_values else die for die in held), key=lambda d: (d % 10, d))
    for row in reversed(MARKET):
        dice = hand[-MARKET_DICE[row] :]
        if len(dice) == MARKET_DICE[row] and _free(view, me, row, dice):
            yield f"{row} {dice_text(dice)}"
    room = len(me["contracts"]) < SETUP["active-contract-slots"]
    if room and view["row"] and _free(view, me, "contracts", hand[-1:]):
        yield f"contracts {die_text(hand[-1])} take {view['row'][0]}"
    if _free(view, me, "coins", hand[:1]):
        yield f"coins {die_text(hand[0])}"
    yield f"bag {die_text(hand[0])}"


def _free(view: View, me: dict[str, Any], space: str, dice: list[int]) -> bool:
    """True when the dice may be placed there and the fee can be paid."""
    placed = view["spaces"][space]
    if not placed:
        return True
    if min(dice) < BLACK and any(seat == view["seat"] and DIE_OF[die] < BLACK for seat, die in placed):
        return False
    lowest = min(die % 10 for die in dice)
    return not ABILITIES[me["character"]].pays_fee or bool(me["stock"]["coins"] >= lowest)


def _goods(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    if facts["pairs"]:
        return f"Choose {facts['n']} goods, two and two different.", [
            " ".join(("goods", *pair * (facts["n"] // 2)))
            for pair in (("pepper", "silk"), ("silk", "gold"), ("pepper", "gold"))
        ]
    if facts["n"] == 1:
        return "Choose a good.", ["good pepper", "good silk", "good gold"]
    answers = [" ".join(["goods", *[good] * facts["n"]]) for good in ("gold", "silk", "pepper")]
    return f"Choose {facts['n']} goods.", answers


def _town(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    if facts["besides"]:
        towns = [town for town in TOWNS if town != facts["besides"]]
        return "Choose the bonus of another small town.", [f"town {town}" for town in towns]
    own = [post for post in me["posts"] if post in view["towns"]]
    n = min(facts["n"], len(own))
    names = [f"town {town}" for town in own] if n == 1 else [f"town {' '.join(own[:n])}"]
    return f"Choose {n} of your small towns for their bonus.", names


def _step(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    ability = ABILITIES[me["character"]]
    coins, camels = me["stock"]["coins"], me["stock"]["camels"]
    two = len(me["figures"]) > 1
    answers = [
        f"step {('first ', 'second ')[i] if two else ''}{place}"
        for i, figure in enumerate(me["figures"])
        for place, cost in ability.neighbours(figure).items()
        if cost[0] <= coins and cost[1] <= camels
    ]
    most = "an extra step" if facts["n"] == 1 else f"up to {facts['n']} extra steps"
    return f"You may go {most} (the ways cost as printed).", [*answers[: MOST_ANSWERS - 1], "no step"]


def _contract(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    new = facts["contract"]
    cost, reward, vp = contract(new) if new in CONTRACTS else "???"
    question = f"You drew contract {new} ({cost} -> {reward}, {vp} VP) and have no room: drop one of three."
    return question, [*(f"drop {tile}" for tile in me["contracts"]), "refuse"]


def _post(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    question = f"All your posts are placed: move one to {place_name(facts['place'])}."
    return question, [f"move post from {post}" for post in me["posts"]]


def _compensation(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    n = facts["n"]
    mixed = [f"take {n - n // 2} coin{'s' if n - n // 2 > 1 else ''} {n // 2} camel{'s' if n // 2 > 1 else ''}"]
    take = "take a coin or a camel" if n == 1 else f"take {n} coins or camels in any mixture"
    return f"Your roll was {n} below 15: {take}.", [
        "take coins",
        "take camels",
        *(mixed if n > 1 else []),
    ]


def _character(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    return "Choose a character.", [f"character {name}" for name in view["offered"]]


def _objectives(view: View, me: dict[str, Any], facts: dict[str, Any]) -> Asked:
    cards = me.get("dealt", ())
    pairs = [f"objectives {a} {b}" for i, a in enumerate(cards) for b in cards[i + 1 :]]
    return "Keep two of your four objectives.", pairs


_ASK = {
    "turn": _turn,
    "goods": _goods,
    "town": _town,
    "step": _step,
    "contract": _contract,
    "post": _post,
    "compensation": _compensation,
    "character": _character,
    "objectives": _objectives,
}
