"""What must hold in every position: no piece is lost or doubled, and nothing is negative."""

from __future__ import annotations

from pbem.core.chance import UNKNOWN
from pbem.rules.samarkand.data import CAPACITY, GOOD_AT, GOODS, MOST_TILES, START_CAMELS, TILES, TILES_ON_BOARD
from pbem.rules.samarkand.state import State


def invariants(state: State) -> list[str]:
    """What is wrong with the position: pieces lost or doubled, negative amounts, two camels of a family on a space."""
    return [*_wrong_cards(state), *_wrong_goods(state), *_wrong_families(state), *_wrong_players(state)]


def _wrong_cards(state: State) -> list[str]:
    piles = [state.deck, state.discards, state.box["cards"]]
    piles += [pile for player in state.players.values() for pile in (player.hand, player.sold)]
    cards = [card for pile in piles for card in pile]
    known = [card for card in cards if card != UNKNOWN]
    wrong = [f"{len(cards)} goods cards"] if len(cards) != len(GOODS) else []
    return wrong + [f"card {card} twice" for card in sorted(set(known)) if known.count(card) > 1]


def _wrong_goods(state: State) -> list[str]:
    taken = [good for player in state.players.values() for good in player.goods] + state.box["goods"]
    reached = [GOOD_AT[space] for space in state.camels_at if space in GOOD_AT]
    return [] if sorted(taken) == sorted(reached) else [f"goods taken {sorted(taken)}, reached {sorted(reached)}"]


def _wrong_families(state: State) -> list[str]:
    wrong: list[str] = []
    held = [tile for player in state.players.values() for tile in player.tiles] + state.box["tiles"]
    for family, domain in state.families.items():
        unseen = TILES_ON_BOARD[len(state.players)] < TILES and family not in state.drawn
        if domain.tiles + held.count(family) + unseen != TILES:
            wrong.append(f"{family}: {domain.tiles} tiles on the board, {held.count(family)} elsewhere")
        if len(set(domain.route)) != len(domain.route) or domain.camels + len(domain.route) != START_CAMELS + 1:
            wrong.append(f"{family}: {domain.camels} camels left, route {domain.route}")
        if domain.treasury < 0 or any(family not in state.families[other].related for other in domain.related):
            wrong.append(f"{family}: treasury {domain.treasury}, related {domain.related}")
    return wrong + [f"{space} is crowded" for space, camels in state.camels_at.items() if len(camels) > CAPACITY]


def _wrong_players(state: State) -> list[str]:
    wrong = [f"{seat}: {p.dirhams} dirhams" for seat, p in state.players.items() if p.dirhams < 0]
    most = MOST_TILES[len(state.players)]
    for seat, player in state.players.items():
        if any(player.tiles.count(family) > most for family in player.tiles):
            wrong.append(f"{seat}: tiles {player.tiles}")
        if player.cards > state.limit and not (state.phase == "discard" and seat == state.seat):
            wrong.append(f"{seat}: {player.cards} cards, limit {state.limit}")
    return wrong
