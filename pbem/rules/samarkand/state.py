"""The position: what lies on the board and before each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.core.chance import UNKNOWN, Chance, ChanceMismatch
from pbem.rules.samarkand.data import (
    FAMILIES,
    HAND_LIMIT,
    HOME,
    MARKERS,
    MOST_DISCARDS,
    RANK,
    START_CAMELS,
    TILES_ON_BOARD,
)


class Player:
    """What one seat has. Cards are numbers as text, in order; a card nobody here knows is `?`."""

    __slots__ = ("dirhams", "goods", "hand", "markers", "orders", "sold", "tiles")

    def __init__(self, dirhams: int = 0) -> None:
        self.dirhams = dirhams
        self.tiles: list[str] = []  # families, one entry a tile
        self.hand: list[str] = []
        self.sold: list[str] = []
        self.goods: list[str] = []  # goods markers
        self.markers: list[str] = []  # relationship markers, by family
        self.orders: dict[str, bool] = {}  # standing orders: a card or `all`, and whether to sell it

    def copy(self) -> Player:
        other = Player(self.dirhams)
        other.tiles, other.hand, other.sold = list(self.tiles), list(self.hand), list(self.sold)
        other.goods, other.markers, other.orders = list(self.goods), list(self.markers), dict(self.orders)
        return other

    @property
    def cards(self) -> int:
        """Cards that count against the limit: in hand and sold (R11)."""
        return len(self.hand) + len(self.sold)

    def sells(self, card: str) -> bool:
        """What the standing orders say about a card; the order for the single card goes first (R31)."""
        return self.orders.get(card, self.orders.get("all", False))


class Family:
    """What one family has in its domain and on the map."""

    __slots__ = ("camels", "related", "route", "tiles", "treasury")

    def __init__(self, tiles: int = 0, home: str = "") -> None:
        self.treasury = 0
        self.tiles = tiles
        self.camels = START_CAMELS
        self.route = [home]  # spaces in the order in which camels were placed
        self.related: list[str] = []

    def copy(self) -> Family:
        other = Family(self.tiles)
        other.treasury, other.camels = self.treasury, self.camels
        other.route, other.related = list(self.route), list(self.related)
        return other

    @property
    def stack(self) -> int:
        """Relationship markers left in the domain; the dark green one goes first."""
        return max(0, MARKERS - len(self.related))


class State:
    """A position; `seat` is the active player.

    `phase` is `turn`, `discard`, `sell`, `done` (the turn is over with the text that made it) or `over`.
    """

    __slots__ = (
        "ask", "asked", "bag", "box", "camels_at", "deck", "discards", "drawn", "ends", "expanding", "families",
        "fresh", "left", "passed", "phase", "players", "seat", "selling", "shuffles", "turns", "untold",
        "window",
    )  # fmt: skip

    def __init__(self, seats: Iterable[str] = ()) -> None:
        self.players = {seat: Player() for seat in seats}
        tiles = TILES_ON_BOARD[len(self.players)] if self.players else 0
        self.families = {family: Family(tiles, HOME[family]) for family in FAMILIES}
        self.ask = False  # option `sales: ask`
        self.deck: list[str] = []  # the last is the top
        self.discards: list[str] = []
        self.shuffles = 0
        self.bag: list[str] = []  # the last is drawn next
        self.drawn: list[str] = []  # tiles drawn from the bag so far
        self.box: dict[str, list[str]] = {"tiles": [], "cards": [], "goods": []}  # out of this game
        self.seat = ""
        self.phase = "turn"
        self.turns = 0
        self.fresh: list[str] = []  # cards just drawn, while the discards are chosen
        self.expanding: list[str] = []  # a family, then the spaces its camels still go to
        self.selling = ""  # the good about which seats are asked
        self.asked: list[str] = []  # who has yet to answer
        self.window: list[str] = []  # a seat and the goods it has reached with the text that is being played
        self.untold: list[str] = []  # goods of the last expansion of which a log does not tell whether they were sold
        self.passed: list[str] = []  # who has passed since somebody acted
        self.left: list[str] = []
        self.ends: list[str] = []  # why the game is over
        self.camels_at: dict[str, list[str]] = {}
        self.put_camels()

    def put_camels(self) -> None:
        """Lists the camels of every space anew from the routes."""
        self.camels_at = {}
        for family, domain in self.families.items():
            for space in domain.route:
                self.camels_at.setdefault(space, []).append(family)

    def copy(self) -> State:
        other: State = State.__new__(State)
        for name in _PLAIN:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, list(getattr(self, name)))
        other.players = {seat: player.copy() for seat, player in self.players.items()}
        other.families = {family: domain.copy() for family, domain in self.families.items()}
        other.camels_at = {space: list(camels) for space, camels in self.camels_at.items()}
        other.box = {kind: list(pieces) for kind, pieces in self.box.items()}
        return other

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.players)

    @property
    def staying(self) -> list[str]:
        """The seats that have not left."""
        return [seat for seat in self.players if seat not in self.left]

    @property
    def limit(self) -> int:
        """The hand limit; it stays that of the starting number (R40)."""
        return HAND_LIMIT[len(self.players)]

    def take_cards(self, number: int) -> list[str]:
        """Takes cards from the top of the deck, fewer when there are fewer."""
        cards = self.deck[: -number - 1 : -1]
        del self.deck[-number:]
        return cards

    def members(self, family: str) -> list[str]:
        return [seat for seat, player in self.players.items() if family in player.tiles]

    def discard_range(self) -> tuple[int, int]:
        """How few and how many cards the active player must and may discard (R10, R13, R33)."""
        player = self.players[self.seat]
        return max(0, player.cards - self.limit), min(MOST_DISCARDS, len(player.hand) - 1)


_PLAIN = ("ask", "phase", "seat", "selling", "shuffles", "turns")
_LISTS = (
    "asked",
    "bag",
    "deck",
    "discards",
    "drawn",
    "ends",
    "expanding",
    "fresh",
    "left",
    "passed",
    "untold",
    "window",
)
_HIDDEN = ("bag", "deck", "discards", "fresh")
_OPEN = tuple(name for name in (*_PLAIN, *_LISTS) if name not in (*_HIDDEN, "untold"))  # games know all their sales


def deal_cards(cards: list[str], label: str, chance: Chance, only: str | None = None) -> list[str]:
    """Shows cards to one seat or to all; raises ChanceMismatch when a log has cards that there are not."""
    dealt = chance.deal(label, cards, only) if cards else []
    wrong = [card for card in dealt if card not in RANK]
    if wrong:
        raise ChanceMismatch("goods cards", " ".join(wrong))
    return dealt


def sort_cards(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=RANK.__getitem__)


def dump(state: State) -> tuple[dict[str, Any], dict[str, Any]]:
    """The position as plain data: what is open, and what must be sealed. Of hidden cards only the number is open."""
    public = {name: _plain(getattr(state, name)) for name in _OPEN}
    public["counts"] = {name: len(getattr(state, name)) for name in _HIDDEN}
    public["box"] = {kind: list(pieces) for kind, pieces in state.box.items() if kind != "cards"}
    public["counts"]["box"] = len(state.box["cards"])
    public["players"] = {seat: _dump_player(player) for seat, player in state.players.items()}
    public["families"] = {family: _dump_family(domain) for family, domain in state.families.items()}
    secret: dict[str, Any] = {name: list(getattr(state, name)) for name in _HIDDEN}
    secret["box"] = list(state.box["cards"])
    secret["hands"] = {seat: list(player.hand) for seat, player in state.players.items()}
    secret["orders"] = {seat: dict(player.orders) for seat, player in state.players.items()}
    return public, secret


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, list) else value


def _dump_player(player: Player) -> dict[str, Any]:
    names = ("tiles", "sold", "goods", "markers")
    return {"dirhams": player.dirhams, "cards": len(player.hand), **{n: list(getattr(player, n)) for n in names}}


def _dump_family(domain: Family) -> dict[str, Any]:
    return {name: _plain(getattr(domain, name)) for name in Family.__slots__}


def load(public: Mapping[str, Any], secret: Mapping[str, Any]) -> State:
    """Undoes `dump`; without the sealed part every hidden card is `?`."""
    state = State(public["players"])
    counts = public["counts"]
    for name in _OPEN:
        setattr(state, name, _plain(public[name]))
    for name in _HIDDEN:
        setattr(state, name, list(secret.get(name) or [UNKNOWN] * counts[name]))
    state.box = {kind: list(pieces) for kind, pieces in public["box"].items()}
    state.box["cards"] = list(secret.get("box") or [UNKNOWN] * counts["box"])
    for family, facts in public["families"].items():
        for name, value in facts.items():
            setattr(state.families[family], name, _plain(value))
    for seat, facts in public["players"].items():
        _load_player(state.players[seat], facts)
        hand = secret["hands"][seat] if secret else [UNKNOWN] * facts["cards"]
        state.players[seat].hand, state.players[seat].orders = list(hand), dict(secret.get("orders", {}).get(seat, {}))
    state.put_camels()
    return state


def _load_player(player: Player, facts: Mapping[str, Any]) -> None:
    player.dirhams = facts["dirhams"]
    player.tiles, player.sold = list(facts["tiles"]), list(facts["sold"])
    player.goods, player.markers = list(facts["goods"]), list(facts["markers"])
