"""Facts in words: what a log asserts, and what a rule case gives and expects. The list is in docs/rule-cases.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.core.problem import IllegalMove
from pbem.rules.samarkand.data import FAMILIES, GOOD_AT, GOODS, RANK, SPACE_OF, SPACES, START_CAMELS
from pbem.rules.samarkand.scoring import score
from pbem.rules.samarkand.state import Family, Player, State, sort_cards
from pbem.rules.samarkand.turn import waiting
from pbem.rules.samarkand.view import stock

NONE = "none"
FIRST = ("route",)  # changes the camels left, which another fact of a case may set
STOCK = ("dirhams", "cards")
LISTS = ("hand", "sold", "goods", "markers")
OF_PLAYER = (*STOCK, *LISTS, "families", "orders", "score")
OF_FAMILY = ("treasury", "tiles", "camels", "stack", "related", "route")


def unknown(words: Iterable[str]) -> IllegalMove:
    known = tuple(sorted({*OF_PLAYER, *OF_FAMILY, *_FLOW, "space", "good"}))
    return IllegalMove("pbem.fact.unknown", known, found=" ".join(words))


def fact(state: State, words: list[str]) -> str:
    """The value of a fact: `fact(state, ["blue", "dirhams"])` is `7`."""
    subject, *rest = words
    if subject in state.players and rest:
        return _player_fact(state, subject, rest)
    if subject in state.families and rest:
        return _family_fact(state.families[subject], rest[0])
    if subject == "space" and len(rest) == 1 and rest[0] in SPACES:
        return _listed(state.camels_at.get(rest[0], []))
    if subject == "good" and len(rest) == 1 and rest[0] in SPACE_OF:
        return "taken" if SPACE_OF[rest[0]] in state.camels_at else "open"
    if subject in _FLOW and not rest:
        return _FLOW[subject](state)
    raise unknown(words)


def _listed(items: Iterable[str]) -> str:
    return " ".join(items) or NONE


def _waiting(state: State) -> str:
    return _listed(f"{decision.seat} {decision.kind}" for decision in waiting(state))


_FLOW: dict[str, Callable[[State], str]] = {
    "turn": lambda state: state.seat if state.phase != "over" else NONE,
    "waiting": _waiting,
    "deck": lambda state: _listed(state.deck[::-1]),
    "deck-size": lambda state: str(len(state.deck)),
    "discards": lambda state: _listed(state.discards),
    "discards-size": lambda state: str(len(state.discards)),
    "bag": lambda state: _listed(state.bag[::-1]),
    "bag-size": lambda state: str(len(state.bag)),
    "out": lambda state: _listed(state.box["tiles"]),
    "passed": lambda state: _listed(state.passed),
    "left": lambda state: _listed(state.left),
    "over": lambda state: _listed(state.ends) if state.phase == "over" else "no",
    "winners": lambda state: _listed(score(state).winners),
    "limit": lambda state: str(state.limit),
}


def _player_fact(state: State, seat: str, rest: list[str]) -> str:
    player, name = state.players[seat], rest[0]
    if name == "score":
        return _score(state, seat, rest[1:])
    if name in STOCK:
        return str(stock(state, seat)[name])
    if name == "families":
        return _listed(player.tiles)
    if name == "orders":
        return _listed(f"{'sell' if sell else 'keep'}-{card}" for card, sell in player.orders.items())
    if name in LISTS:
        return _listed(getattr(player, name))
    raise unknown([seat, *rest])


def _score(state: State, seat: str, source: list[str]) -> str:
    now = score(state)
    if not source:
        return str(now.total(seat))
    points = {row.source.replace(" ", "-"): row.points for row in now.rows[seat]}
    if source[0] not in points:
        raise unknown([seat, "score", *source])
    return str(points[source[0]])


def _family_fact(domain: Family, name: str) -> str:
    if name not in OF_FAMILY:
        raise unknown([name])
    value: int | list[str] = getattr(domain, name)
    return _listed(value) if isinstance(value, list) else str(value)


def put(state: State, words: list[str]) -> None:
    """Makes a fact true for a rule case; pieces come from where they can be spared, or go out of the game."""
    subject, *rest = words
    if subject in state.players and len(rest) > 1:
        _put_player(state, state.players[subject], rest[0], _items(rest[1:]))
    elif subject in state.families and len(rest) > 1:
        _put_family(state, subject, rest[0], _items(rest[1:]))
    elif subject in _PUT and rest:
        _PUT[subject](state, _items(rest))
    else:
        raise unknown(words)


def _items(words: list[str]) -> list[str]:
    return [] if words == [NONE] else words


def _put_player(state: State, player: Player, name: str, items: list[str]) -> None:
    if name == "dirhams":
        player.dirhams = int(items[0])
    elif name == "families":
        _put_tiles(state, player, items)
    elif name in ("hand", "sold"):
        _take_cards(state, getattr(player, name), items)
        setattr(player, name, sort_cards(items))
    elif name == "goods":
        state.box["goods"] = sorted({*state.box["goods"], *player.goods} - set(items), key=RANK.__getitem__)
        player.goods = items
    elif name == "markers":
        player.markers = items
    elif name == "orders":
        player.orders = {item[5:]: item.startswith("sell") for item in items}
    else:
        raise unknown([name])


def _put_tiles(state: State, player: Player, items: list[str]) -> None:
    for family in player.tiles:
        state.families[family].tiles += 1
    for family in items:
        domain = state.families[family]
        if domain.tiles:
            domain.tiles -= 1
        else:
            _spare_tile(state, family)
    player.tiles = items


def _spare_tile(state: State, family: str) -> None:
    if family in state.bag:
        state.bag.remove(family)
        state.drawn.append(family)
    elif family in state.box["tiles"]:
        state.box["tiles"].remove(family)
    else:
        raise unknown(["spare tile of", family])


def _take_cards(state: State, target: list[str], cards: list[str]) -> None:
    """Empties a pile to the side and takes the cards out of every pile they lie in."""
    wrong = [card for card in cards if card not in GOODS]
    if wrong:
        raise unknown(["card", *wrong])
    piles = [state.deck, state.discards, state.box["cards"], state.fresh]
    piles += [pile for player in state.players.values() for pile in (player.hand, player.sold)]
    state.box["cards"] += target
    target.clear()
    for pile in piles:
        pile[:] = [card for card in pile if card not in cards]


def _put_family(state: State, family: str, name: str, items: list[str]) -> None:
    domain = state.families[family]
    if name == "treasury":
        domain.treasury = int(items[0])
    elif name == "tiles":
        _put_board_tiles(state, family, int(items[0]))
    elif name == "camels":
        domain.camels = int(items[0])
    elif name == "route":
        domain.route, domain.camels = items, START_CAMELS + 1 - len(items)
        _put_goods(state)
    elif name == "related":
        _put_related(state, family, items)
    else:
        raise unknown([family, name])


def _put_board_tiles(state: State, family: str, tiles: int) -> None:
    domain, out = state.families[family], state.box["tiles"]
    for _ in range(domain.tiles, tiles, -1):
        out.append(family)
    for _ in range(tiles - domain.tiles):
        _spare_tile(state, family)
    domain.tiles = tiles


def _put_goods(state: State) -> None:
    """Markers of goods that are reached but that nobody has are out of the game."""
    state.put_camels()
    held = {good for player in state.players.values() for good in player.goods}
    state.box["goods"] = [
        GOOD_AT[space] for space in state.camels_at if space in GOOD_AT and GOOD_AT[space] not in held
    ]


def _put_related(state: State, family: str, items: list[str]) -> None:
    for other in FAMILIES:
        mine, its = state.families[family].related, state.families[other].related
        if family in its and other not in items:
            its.remove(family)
        if other in items and family not in its:
            its.append(family)
    mine[:] = items


def _put_deck(state: State, items: list[str]) -> None:
    _take_cards(state, state.deck, items)
    state.deck = items[::-1]


def _put_discards(state: State, items: list[str]) -> None:
    _take_cards(state, state.discards, items)
    state.discards = items


def _put_bag(state: State, items: list[str]) -> None:
    gone = [family for family in FAMILIES if family not in items and family not in state.drawn]
    state.drawn = [family for family in state.drawn if family not in items] + gone
    state.box["tiles"] += gone
    state.bag = items[::-1]


def _put_turn(state: State, items: list[str]) -> None:
    if items[0] not in state.players:
        raise unknown(["turn", *items])
    state.seat, state.phase = items[0], "turn"


_PUT: dict[str, Callable[[State, list[str]], None]] = {
    "deck": _put_deck,
    "discards": _put_discards,
    "bag": _put_bag,
    "turn": _put_turn,
}
