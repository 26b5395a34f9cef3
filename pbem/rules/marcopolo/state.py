"""The position: what lies on the board and before each player."""

from __future__ import annotations

from typing import Any

from pbem.core.record import field, record
from pbem.rules.marcopolo.characters import ABILITIES, NO_ABILITY, Ability
from pbem.rules.marcopolo.data import BEIJING_VP, SETUP, STOCK

Task = tuple[Any, ...]  # something still to be done for a player: (kind, ...); see rewards.py
Dice = tuple[int, ...]  # a die is its value, plus 10 when black, plus 20 when white

BLACK, WHITE = 10, 20


@record
class Player:
    seat: str
    character: str = ""
    stock: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STOCK, 0))
    vp_from: dict[str, int] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    contracts: list[str] = field(default_factory=list)
    completed: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)  # cities whose post was placed this turn
    figures: list[str] = field(default_factory=list)
    objectives: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)  # objectives to choose from
    todo: list[Task] = field(default_factory=list)  # a stack: the last is next
    ability: Ability = NO_ABILITY

    def copy(self) -> Player:
        return Player(
            self.seat, self.character, dict(self.stock), dict(self.vp_from), list(self.dice), list(self.contracts),
            list(self.completed), list(self.posts), list(self.fresh), list(self.figures), list(self.objectives),
            list(self.dealt), list(self.todo), self.ability,
        )  # fmt: skip

    @property
    def posts_left(self) -> int:
        return self.ability.posts - len(self.posts)

    @property
    def room(self) -> int:
        """Free spaces for active contracts."""
        return int(SETUP["active-contract-slots"]) - len(self.contracts)


@record
class State:
    players: dict[str, Player]
    phase: str = "characters"  # characters, objectives, bonuses, compensation, turns, over
    round: int = 0
    start: str = ""
    turn: str = ""  # nobody's but in the phase of turns
    main_done: bool = False
    bought_black: bool = False
    held: bool = False  # the text ended with `wait`
    traveller: str = ""  # who did the travel action last this round
    row: list[str] = field(default_factory=list)
    stacks: list[list[str]] = field(default_factory=list)
    special: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    towns: dict[str, str] = field(default_factory=dict)
    offices: dict[str, str] = field(default_factory=dict)
    cards: dict[str, str] = field(default_factory=dict)
    card_dice: dict[str, tuple[str, int]] = field(default_factory=dict)
    spaces: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    beijing: list[str] = field(default_factory=lambda: [""] * len(BEIJING_VP))
    black: int = 0
    offered: list[str] = field(default_factory=list)
    drafting: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)

    def copy(self) -> State:
        return State(
            {seat: p.copy() for seat, p in self.players.items()}, self.phase, self.round, self.start, self.turn,
            self.main_done, self.bought_black, self.held, self.traveller, list(self.row),
            [list(s) for s in self.stacks], list(self.special), list(self.removed), dict(self.towns),
            dict(self.offices), dict(self.cards), dict(self.card_dice), {k: list(v) for k, v in self.spaces.items()},
            list(self.beijing), self.black, list(self.offered), list(self.drafting), dict(self.options),
        )  # fmt: skip

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(self.players)

    def from_start(self) -> list[Player]:
        """The players in clockwise order from the start player."""
        seats = list(self.players)
        at = seats.index(self.start)
        return [self.players[s] for s in seats[at:] + seats[:at]]


PLAYER_SECRETS = ("objectives", "dealt")
STATE_SECRETS = ("stacks", "special")
_PLAIN = tuple(f for f in Player.__annotations__ if f not in (*PLAYER_SECRETS, "ability"))
_PUBLIC = tuple(f for f in State.__annotations__ if f not in (*STATE_SECRETS, "players"))


def dump(state: State) -> tuple[dict[str, Any], dict[str, Any]]:
    """The position as plain data: what is open, and what must be sealed."""
    public = {name: getattr(state, name) for name in _PUBLIC}
    public["players"] = {seat: {f: getattr(p, f) for f in _PLAIN} for seat, p in state.players.items()}
    secret = {name: getattr(state, name) for name in STATE_SECRETS}
    secret["players"] = {seat: {f: getattr(p, f) for f in PLAYER_SECRETS} for seat, p in state.players.items()}
    return public, secret


def load(public: dict[str, Any], secret: dict[str, Any]) -> State:
    """Undoes `dump`, also after a trip through JSON."""
    players = {seat: _load_player(facts, secret["players"][seat]) for seat, facts in public["players"].items()}
    state = State(players, **{k: v for k, v in public.items() if k != "players"})
    state.stacks, state.special = secret["stacks"], secret["special"]
    state.card_dice = {slot: (die[0], die[1]) for slot, die in state.card_dice.items()}
    state.spaces = {space: [(d[0], d[1]) for d in dice] for space, dice in state.spaces.items()}
    return state


def _load_player(facts: dict[str, Any], secret: dict[str, Any]) -> Player:
    player = Player(**facts, **secret)
    player.todo = [tuple(task) for task in player.todo]
    player.ability = ABILITIES.get(player.character, NO_ABILITY)
    return player
