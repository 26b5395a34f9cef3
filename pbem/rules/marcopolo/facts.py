"""Facts by name: `blue coins 7`, `row c01 c02`. Read by assertions in logs, set by rule cases (docs/rule-cases.md)."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.problem import IllegalMove
from pbem.rules.marcopolo.characters import ABILITIES
from pbem.rules.marcopolo.data import (
    CARD_SLOTS,
    CHARACTERS,
    CITIES,
    CITY_CARDS,
    CONTRACTS,
    OBJECTIVES,
    OFFICES,
    PLACES,
    ROUNDS,
    STOCK,
    TOWN_BONUSES,
    TOWNS,
)
from pbem.rules.marcopolo.dice import ANY, NEUTRAL, die_text
from pbem.rules.marcopolo.rounds import begin_turn
from pbem.rules.marcopolo.scoring import score
from pbem.rules.marcopolo.state import BLACK, WHITE, Player, State
from pbem.rules.marcopolo.turn import waiting

NONE = "none"
FIRST = ("character",)  # brings dice, figures and posts of its own, which other facts of a case may change


def _listed(items: list[str]) -> str:
    return " ".join(items) or NONE


def _placed(dice: list[tuple[str, int]]) -> str:
    """`blue 4 5 yellow b3`: each seat once in a row, then its dice."""
    words: list[str] = []
    last = ""
    for seat, die in dice:
        words += [seat] if seat != last else []
        words.append(die_text(die))
        last = seat
    return _listed(words)


def fact(state: State, words: list[str]) -> str:
    """The value of a fact as text; raises IllegalMove when there is no such fact."""
    if words and words[0] in state.players and len(words) > 1:
        return _of_player(state, state.players[words[0]], words[1:])
    getter = _BOARD.get(words[0]) if words else None
    if getter is None:
        raise unknown(words)
    try:
        return getter(state, words[1:])
    except (KeyError, IndexError):
        raise unknown(words) from None


def unknown(words: list[str]) -> IllegalMove:
    return IllegalMove("pbem.fact.unknown", tuple(sorted({*_BOARD, *_PLAYER, *STOCK})), found=" ".join(words))


def _of_player(state: State, p: Player, words: list[str]) -> str:
    name = words[0]
    if name in STOCK:
        return str(p.stock[name])
    if name == "score":
        return _score(state, p, words[1:])
    if name in _PLAYER:
        return _PLAYER[name](p)
    raise unknown([p.seat, *words])


def _score(state: State, p: Player, row: list[str]) -> str:
    """All points, or those of one row: `score coins`, `score goods-in-beijing`."""
    rows = {row.source.lower().replace(" ", "-"): row.points for row in score(state).rows[p.seat]}
    if row and row[0] not in rows:
        raise unknown([p.seat, "score", *row])
    return str(rows[row[0]] if row else sum(rows.values()))


_PLAYER: dict[str, Callable[[Player], str]] = {
    "dice": lambda p: _listed([die_text(die) for die in p.dice]),
    "contracts": lambda p: _listed(p.contracts),
    "completed": lambda p: _listed(p.completed),
    "posts": lambda p: _listed(p.posts),
    "posts-left": lambda p: str(p.posts_left),
    "figure": lambda p: _listed(p.figures),
    "figures": lambda p: _listed(p.figures),
    "character": lambda p: p.character or NONE,
    "objectives": lambda p: _listed(p.objectives),
    "score": lambda p: "",
}

_BOARD: dict[str, Callable[[State, list[str]], str]] = {
    "row": lambda state, rest: _listed(state.row),
    "special": lambda state, rest: _listed(state.special),
    "stacks": lambda state, rest: str(len(state.stacks)),
    "space": lambda state, rest: _placed(state.spaces[rest[0]]),
    "khan": lambda state, rest: _placed(state.spaces["khan"]),
    "card": lambda state, rest: state.cards[rest[0]],
    "card-die": lambda state, rest: _placed([state.card_dice[rest[0]]] if rest[0] in state.card_dice else []),
    "office": lambda state, rest: state.offices.get(rest[0], NONE),
    "town": lambda state, rest: state.towns[rest[0]],
    "beijing": lambda state, rest: " ".join(seat or "-" for seat in state.beijing),
    "black": lambda state, rest: str(state.black),
    "round": lambda state, rest: str(state.round),
    "turn": lambda state, rest: state.turn or NONE,
    "start": lambda state, rest: state.start,
    "traveller": lambda state, rest: state.traveller or NONE,
    "over": lambda state, rest: "yes" if state.phase == "over" else "no",
    "winners": lambda state, rest: _listed(list(score(state).winners)),
    "waiting": lambda state, rest: ", ".join(f"{d.seat} {d.kind}" for d in waiting(state)) or NONE,
}


def put(state: State, words: list[str]) -> None:
    """Sets a fact in a position; for rule cases only. Raises IllegalMove for what cannot be set."""
    if words[0] in state.players:
        _put_player(state, state.players[words[0]], words[1], _items(words[2:]))
    elif words[0] in _SET:
        _SET[words[0]](state, _items(words[1:]))
    else:
        raise unknown(words)


def _items(words: list[str]) -> list[str]:
    return [] if words == [NONE] else words


def read_dice(words: list[str]) -> list[int]:
    colour = {"b": BLACK, "w": WHITE}
    values = [w.removeprefix("b").removeprefix("w") for w in words]
    return [colour.get(w[0], 0) + (0 if v == ANY else int(v)) for w, v in zip(words, values, strict=True)]


def _known(words: list[str], *tables: object) -> list[str]:
    for word in words:
        if not any(word in table for table in tables):  # type: ignore[operator]
            raise unknown([word])
    return list(words)


def _put_player(state: State, p: Player, name: str, items: list[str]) -> None:
    if name in STOCK:
        _put_stock(p, name, int(items[0]))
    elif name in _SET_PLAYER:
        _SET_PLAYER[name](state, p, items)
    else:
        raise unknown([p.seat, name])


def _put_stock(p: Player, what: str, n: int) -> None:
    p.stock[what] = n
    if what == "vp":
        p.vp_from = {"contracts": n}


def _put_dice(state: State, p: Player, items: list[str]) -> None:
    dice = read_dice(items)
    p.dice = sorted(die - die % 10 for die in dice) if p.ability.chooses_values else sorted(dice)


def _put_posts(state: State, p: Player, items: list[str]) -> None:
    p.posts = _known(items, PLACES)
    if "beijing" not in p.posts:
        state.beijing = ["" if seat == p.seat else seat for seat in state.beijing]
    elif p.seat not in state.beijing:
        state.beijing[state.beijing.index("")] = p.seat


def _put_figures(state: State, p: Player, items: list[str]) -> None:
    p.figures = _known(items, PLACES)


def _put_character(state: State, p: Player, items: list[str]) -> None:
    """Gives a character with the figures and posts it begins with; dice get or lose their values."""
    had_values = not p.ability.chooses_values
    p.character = _known(items, CHARACTERS)[0]
    p.ability = ABILITIES[p.character]
    p.figures = [p.ability.start] * p.ability.figures
    if p.ability.starts_with_post and p.seat not in state.beijing:
        p.posts.append("beijing")
        state.beijing[0] = p.seat
    if had_values == p.ability.chooses_values:
        p.dice = [die - die % 10 + (0 if p.ability.chooses_values else 1) for die in p.dice]
    if not p.ability.white_dice:
        p.dice = [die for die in p.dice if die < WHITE]
    p.todo = [task for task in p.todo if task[0] != "compensation" or p.ability.compensation]


def _put_contracts(name: str) -> Callable[[State, Player, list[str]], None]:
    def put_contracts(state: State, p: Player, items: list[str]) -> None:
        """Gives tiles, and takes them from wherever they lay, so that each still exists once."""
        _take_away(state, _known(items, CONTRACTS))
        setattr(p, name, list(items))

    return put_contracts


def _put_objectives(state: State, p: Player, items: list[str]) -> None:
    for other in state.players.values():
        other.objectives = [card for card in other.objectives if card not in items]
    p.objectives = _known(items, OBJECTIVES)


def _take_away(state: State, cards: list[str]) -> None:
    for pile in (state.row, state.special, state.removed, *state.stacks):
        pile[:] = [card for card in pile if card not in cards]
    for p in state.players.values():
        p.contracts = [card for card in p.contracts if card not in cards]
        p.completed = [card for card in p.completed if card not in cards]


def _put_pile(name: str) -> Callable[[State, list[str]], None]:
    def put_pile(state: State, items: list[str]) -> None:
        _take_away(state, _known(items, CONTRACTS))
        setattr(state, name, list(items))

    return put_pile


def _seat_dice(words: list[str], state: State) -> list[tuple[str, int]]:
    dice: list[tuple[str, int]] = []
    seat = ""
    for word in words:
        if word in state.players or word == NEUTRAL:
            seat = word
        else:
            dice.append((seat, read_dice([word])[0]))
    return dice


def _put_space(state: State, items: list[str]) -> None:
    if items[0] not in state.spaces:
        raise unknown(items)
    state.spaces[items[0]] = _seat_dice(_items(items[1:]), state)


def _put_card_die(state: State, items: list[str]) -> None:
    state.card_dice.pop(items[0], None)
    dice = _seat_dice(_items(items[1:]), state)
    if dice:
        state.card_dice[_known(items[:1], CARD_SLOTS)[0]] = dice[0]


def _put_office(state: State, items: list[str]) -> None:
    city, office = _known(items[:1], CITIES)[0], items[1]
    state.offices = {c: o for c, o in state.offices.items() if c != city and o != office}
    if office != NONE:
        state.offices[city] = _known([office], OFFICES)[0]


def _put_town(state: State, items: list[str]) -> None:
    """Puts a bonus in a town; the one that lay there goes where this one came from."""
    town, bonus = _known(items[:1], TOWNS)[0], _known(items[1:], TOWN_BONUSES)[0]
    other = next(t for t, b in state.towns.items() if b == bonus)
    state.towns[other], state.towns[town] = state.towns[town], bonus


def _put_card(state: State, items: list[str]) -> None:
    slot, card = _known(items[:1], CARD_SLOTS)[0], _known(items[1:], CITY_CARDS)[0]
    for other, lying in state.cards.items():
        if lying == card:
            state.cards[other] = state.cards[slot]
    state.cards[slot] = card


def _put_turn(state: State, items: list[str]) -> None:
    """Makes it a seat's turn, with nothing left over from the start of the round."""
    state.phase = "turns"
    for p in state.players.values():
        p.todo = []
    begin_turn(state, items[0])


def _put_beijing(state: State, items: list[str]) -> None:
    state.beijing = ["" if seat == "-" else seat for seat in items]
    for p in state.players.values():
        p.posts = [post for post in p.posts if post != "beijing" or p.seat in state.beijing]
        if p.seat in state.beijing and "beijing" not in p.posts:
            p.posts.append("beijing")


def _put_round(state: State, items: list[str]) -> None:
    """Sets the number of the round and takes away the stacks of the rounds before."""
    state.round = int(items[0])
    state.stacks = state.stacks[max(0, len(state.stacks) - (ROUNDS - state.round)) :]


def _put_value(name: str) -> Callable[[State, list[str]], None]:
    return lambda state, items: setattr(state, name, items[0] if items else "")


_SET_PLAYER: dict[str, Callable[[State, Player, list[str]], None]] = {
    "dice": _put_dice,
    "character": _put_character,
    "posts": _put_posts,
    "figure": _put_figures,
    "figures": _put_figures,
    "contracts": _put_contracts("contracts"),
    "completed": _put_contracts("completed"),
    "objectives": _put_objectives,
}

_SET: dict[str, Callable[[State, list[str]], None]] = {
    "row": _put_pile("row"),
    "special": _put_pile("special"),
    "space": _put_space,
    "khan": lambda state, items: _put_space(state, ["khan", *items]),
    "card": _put_card,
    "card-die": _put_card_die,
    "office": _put_office,
    "town": _put_town,
    "beijing": _put_beijing,
    "black": lambda state, items: setattr(state, "black", int(items[0])),
    "round": _put_round,
    "turn": _put_turn,
    "start": _put_value("start"),
    "traveller": _put_value("traveller"),
}
