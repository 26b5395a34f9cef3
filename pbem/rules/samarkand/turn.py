"""Playing the game: whose turn it is, what is asked, forced passes and the two ways the game ends.

Booklet, "Playing the game" and "End of the game and winner". The end is checked when a turn is over (R01); a player who
can do nothing passes without being asked (R08, R36); when all pass in succession the game ends (R09).
"""

from __future__ import annotations

from pbem.core.chance import Chance
from pbem.core.decision import Decision
from pbem.core.event import Event
from pbem.core.problem import IllegalMove
from pbem.rules.samarkand.data import ADJACENT, CAPACITY, FAMILIES, MARKERS, MOST_TILES, PORTION
from pbem.rules.samarkand.scoring import card_points
from pbem.rules.samarkand.state import State, deal_cards, sort_cards

ALL_RELATED, EXHAUSTED, STUCK, LAST_PLAYER = "all-related", "one-exhausted", "all-passed", "one-player-left"


def waiting(state: State) -> tuple[Decision, ...]:
    """Who must act on what. Everything in these decisions is open to all."""
    facts: dict[str, object] = {}
    if state.phase == "sell":
        facts = {"good": state.selling}
    elif state.phase == "discard":
        least, most = state.discard_range()
        facts = {"least": least, "most": most}
    return tuple(Decision(seat, state.phase, facts) for seat in asked(state))


def asked(state: State) -> list[str]:
    """The seats of which something is asked now."""
    if state.phase == "sell":
        return state.asked
    return [] if state.phase in ("done", "over") else [state.seat]


def check_playing(state: State, seat: str) -> None:
    """Raises unless the game goes on and the seat is still in it."""
    if state.phase == "over":
        raise IllegalMove("pbem.game.over")
    if seat in state.left:
        raise IllegalMove("samarkand.seat.left", seat=seat)


def check_turn(state: State, seat: str) -> None:
    """Raises unless something is asked of the seat now."""
    check_playing(state, seat)
    if seat not in asked(state):
        raise IllegalMove("pbem.seat.not-waiting", seat=seat, waiting=asked(state))


def check_asked(state: State, seat: str, kind: str) -> None:
    """Raises unless the seat is asked for this kind of move now."""
    if state.phase == kind and seat in asked(state):
        return
    check_turn(state, seat)
    id = "samarkand.decision.none" if state.phase == "turn" else "samarkand.decision.first"
    raise IllegalMove(id, asked=state.phase, found=kind)


def can_act(state: State, seat: str) -> bool:
    """True when the seat can expand or marry."""
    for family in state.players[seat].tiles:
        if state.families[family].camels and can_grow(state, family):
            return True
    return any(can_marry(state, seat, family) for family in FAMILIES)


def can_marry(state: State, seat: str, family: str) -> bool:
    player = state.players[seat]
    return (
        state.families[family].tiles > 0
        and player.dirhams >= PORTION[family]
        and player.tiles.count(family) < MOST_TILES[len(state.players)]
    )


def has_room(state: State, family: str, space: str) -> bool:
    """True when a camel of the family may stand there besides those that do."""
    camels = state.camels_at.get(space, ())
    return len(camels) < CAPACITY and family not in camels


def can_grow(state: State, family: str) -> bool:
    """True when some space beside the route has room; the newest camels are the likeliest to have some."""
    for at in reversed(state.families[family].route):
        for space in ADJACENT[at]:
            if has_room(state, family, space):
                return True
    return False


def finish_turn(state: State, chance: Chance) -> list[Event]:
    """Ends the turn of the active player: the end of the game, or the next player who can act."""
    state.passed.clear()
    ends = endings(state)
    return end_game(state, ends, chance) if ends else next_turn(state, chance)


def endings(state: State) -> list[str]:
    """The end conditions that are met (R38)."""
    related = [domain.related for domain in state.families.values() if domain.related]
    ends = [ALL_RELATED] if len(related) == len(state.families) else []
    return [*ends, EXHAUSTED] if max(map(len, related), default=0) >= MARKERS else ends


def next_turn(state: State, chance: Chance) -> list[Event]:
    """Hands the turn on; whoever can do nothing passes at once."""
    events: list[Event] = []
    while len(state.passed) < len(state.players) - len(state.left):
        state.seat = _after(state, state.seat)
        state.turns += 1
        state.phase = "turn"
        if can_act(state, state.seat):
            return events
        state.passed.append(chance.draw("pass", state.seat))
        events.append(Event("passed", state.seat))
    return events + end_game(state, [STUCK], chance)


def _after(state: State, seat: str) -> str:
    seats = list(state.players)
    at = seats.index(seat)
    while True:
        at = (at + 1) % len(seats)
        if seats[at] not in state.left:
            return seats[at]


def end_game(state: State, ends: list[str], chance: Chance) -> list[Event]:
    """Ends the game; all hands are shown."""
    state.phase = "over"
    state.ends = ends
    state.asked, state.selling, state.expanding, state.fresh = [], "", [], []
    events = [Event("ended", facts={"ends": list(ends)})]
    for seat, player in state.players.items():
        player.hand = sort_cards(deal_cards(player.hand, f"hand-{seat}", chance))
        if player.hand:
            cards = {card: card_points(state, seat, card) for card in player.hand}
            events.append(Event("revealed", seat, facts={"cards": cards}))
    return events
