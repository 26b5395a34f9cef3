"""Set-up (DE p. 2-4, 14-15; ruling 44)."""

from __future__ import annotations

from pbem.core.chance import UNKNOWN, Chance, ChanceMismatch
from pbem.core.event import Event
from pbem.core.game import Config
from pbem.rules.marcopolo.characters import ABILITIES
from pbem.rules.marcopolo.data import (
    BASIC_TOWNS,
    BEIJING,
    CARD_SLOTS,
    CHARACTERS,
    CITIES,
    CITY_CARDS,
    OBJECTIVES,
    OFFICES,
    OTHER_CONTRACTS,
    SETUP,
    STARTING_CONTRACTS,
    TOWN_BONUSES,
    TOWNS,
)
from pbem.rules.marcopolo.dice import all_spaces, neutral_dice
from pbem.rules.marcopolo.rewards import Events
from pbem.rules.marcopolo.rounds import start_round
from pbem.rules.marcopolo.state import Player, State


def setup(config: Config, chance: Chance) -> State:
    """Lays out the board, deals, and goes on to the first decision."""
    state = State({seat: Player(seat) for seat in config.seats}, start=config.seats[0], options=dict(config.options))
    _board(state, chance)
    _players(state, chance)
    events: Events = []
    if state.options["characters"] == "draft":
        revealed = len(state.players) + 1
        state.offered = chance.shuffle("characters", list(CHARACTERS), revealed)[:revealed]
        state.drafting = list(reversed(state.seats))
        next_pick(state, chance, events)
    else:
        for p, character in zip(state.players.values(), SETUP["first-game-characters-by-seat"], strict=False):
            become(state, p, character)
        deal_objectives(state, chance, events)
    return state


def _board(state: State, chance: Chance) -> None:
    if state.options["towns"] == "random":
        state.towns = dict(zip(TOWNS, chance.shuffle("towns", list(TOWN_BONUSES), len(TOWNS)), strict=True))
    else:
        state.towns = dict(BASIC_TOWNS)
    state.offices = dict(zip(CITIES, chance.shuffle("offices", list(OFFICES), len(CITIES)), strict=False))
    cards = chance.shuffle("city-cards", list(CITY_CARDS), len(CARD_SLOTS))
    state.cards = dict(zip(CARD_SLOTS, cards, strict=False))
    size, count = SETUP["contract-stacks"]["size"], SETUP["contract-stacks"]["count"]
    tiles = chance.shuffle("contracts", OTHER_CONTRACTS, size)
    state.row = tiles[:size]
    state.stacks = [tiles[i * size : (i + 1) * size] for i in range(1, count)]
    state.special = tiles[count * size :]
    state.black = SETUP["black-dice"][str(len(state.players))]
    state.spaces = {**all_spaces(), **neutral_dice(len(state.players))}


def _players(state: State, chance: Chance) -> None:
    dealt = chance.shuffle("starting-contracts", STARTING_CONTRACTS, len(state.players))
    for p, contract, coins in zip(state.players.values(), dealt, SETUP["start-coins-by-seat"], strict=False):
        p.contracts = [contract]
        p.stock["coins"], p.stock["camels"], p.stock["vp"] = coins, SETUP["start-camels"], SETUP["start-vp"]


def become(state: State, p: Player, character: str) -> None:
    """Gives a player his character with its figures and posts."""
    p.character = character
    p.ability = ABILITIES[character]
    p.figures = [p.ability.start] * p.ability.figures
    if p.ability.starts_with_post:
        p.posts.append(BEIJING)
        state.beijing[0] = p.seat


def next_pick(state: State, chance: Chance, events: Events) -> None:
    """Asks the next player of the draft, or goes on to the objectives."""
    if state.drafting:
        state.players[state.drafting[0]].todo.append(("character",))
    else:
        deal_objectives(state, chance, events)


def deal_objectives(state: State, chance: Chance, events: Events) -> None:
    """Deals objective cards: two to keep, or four of which each player keeps two."""
    state.phase = "objectives"
    deck = chance.shuffle("objectives", list(OBJECTIVES))
    facts = SETUP["advanced"]["objectives"]
    choose = state.options["objectives"] == "choose"
    n = facts["dealt"] if choose else SETUP["objectives-kept"]
    for i, p in enumerate(state.players.values()):
        hand = chance.deal(p.seat, deck[i * n : (i + 1) * n], only=p.seat)
        _check_objectives(hand)
        events.append(Event("dealt", p.seat, facts={"objectives": hand}, only=p.seat))
        if choose:
            p.dealt = hand
            p.todo.append(("objectives",))
        else:
            p.objectives = hand
    if not choose:
        start_round(state, chance, events)


def _check_objectives(hand: list[str]) -> None:
    """Raises ChanceMismatch when a log deals what is no objective, or one twice."""
    known = [card for card in hand if card != UNKNOWN]
    if not set(known) <= OBJECTIVES.keys() or len(set(known)) < len(known):
        raise ChanceMismatch("objectives, each once", " ".join(hand))
