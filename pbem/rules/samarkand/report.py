"""What a player reads: events in words, what is asked, and the sections of a report. All of it from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.core.decision import Decision
from pbem.core.event import Event
from pbem.core.game import Section, Table, View
from pbem.rules.samarkand.data import (
    ADJACENT,
    CAPACITY,
    COLOUR,
    FAMILIES,
    GOOD_AT,
    MARKERS,
    SALE,
    SPACE_OF,
    WATER,
    name_good,
)
from pbem.rules.samarkand.paths import distances

NEAR = 3  # steps within which a good counts as near a family
ENDS = {
    "all-related": "each family has a relationship",
    "one-exhausted": f"one family has {MARKERS} relationships",
    "all-passed": "nobody can act any more",
    "one-player-left": "one player is left",
}

Facts = dict[str, Any]


def describe(event: Event) -> str:
    """One line that tells an event to a player; amounts are added by the report."""
    line = _LINES[event.kind](event.facts)
    return f"{event.seat} {line}" if event.seat else line


def _names(cards: Iterable[str]) -> str:
    return ", ".join(map(name_good, cards)) or "nothing"


def _placed(facts: Facts) -> str:
    beside = f", beside {facts['with'][0]}" if facts["with"] else ""
    return f"places a camel of {facts['family']} on {facts['space']}{beside}"


def _bag(facts: Facts) -> str:
    where = "comes to the board" if facts["added"] else "is out of the game: nobody is married there"
    return f"Bag: the tile of {facts['family']} {where}"


def _related(facts: Facts) -> str:
    line = f"relates {facts['active']} to {facts['inactive']}"
    return (
        line if len(facts["markers"]) == CAPACITY else f"{line} (markers left: {' '.join(facts['markers']) or 'none'})"
    )


def _ordered(facts: Facts) -> str:
    from pbem.rules.samarkand.actions.sell import Order, write_order

    return f"gives a standing order: {write_order(Order(facts['act'], facts['card']))}"


def _revealed(facts: Facts) -> str:
    return "shows " + ", ".join(f"{name_good(card)} for {points}" for card, points in facts["cards"].items())


_LINES: dict[str, Callable[[Facts], str]] = {
    "married": lambda facts: f"marries into {facts['family']}; the portion of {facts['portion']} goes to its treasury",
    "bag": _bag,
    "full": lambda facts: f"is at the hand limit of {facts['limit']} and draws no cards",
    "reshuffled": lambda facts: f"The {facts['cards']} discarded cards are shuffled: a new deck",
    "drew": lambda facts: "draws cards",
    "drew-cards": lambda facts: f"drew {_names(facts['cards'])}",
    "discarded": lambda facts: "discards",
    "discarded-cards": lambda facts: f"discarded {_names(facts['cards'])}",
    "kept-all": lambda facts: "keeps all cards",
    "paid": lambda facts: f"has the treasury of {facts['family']} pay {facts['dirhams']}",
    "placed": _placed,
    "reached": lambda facts: f"takes the goods marker {name_good(facts['good'])}",
    "sold": lambda facts: f"sells the goods card {name_good(facts['good'])}",
    "answered": lambda facts: f"has answered about {name_good(facts['good'])}",
    "related": _related,
    "bonus": lambda facts: f"gets the bonus of {facts['family']}",
    "ordered": _ordered,
    "passed": lambda facts: "can neither marry nor expand and passes",
    "left": lambda facts: "leaves the game",
    "ended": lambda facts: f"The game ends: {'; '.join(ENDS[end] for end in facts['ends'])}",
    "revealed": _revealed,
}


def prompt(view: View, decision: Decision) -> tuple[str, ...]:
    """What is asked, then the shortest useful answers."""
    if decision.kind == "discard":
        return _ask_discard(view, decision)
    if decision.kind == "sell":
        return _ask_sale(view, decision)
    return ("Marry into a family, or expand the route of one you are married to by one or two camels.", *_turns(view))


def _ask_discard(view: View, decision: Decision) -> tuple[str, ...]:
    least, most = decision.facts["least"], decision.facts["most"]
    hand = list(view["hands"].get(decision.seat, ()))
    cheap = sorted(hand, key=lambda card: view["hands"][decision.seat][card])
    number = f"{least} to {most} cards" if least < most else f"{least} cards"
    line = f"You drew {_names(view['fresh'])}. Discard {number}; the limit is {view['limit']}, sold cards included."
    answers = [] if least else ["keep all"]
    answers += [f"discard {' '.join(cheap[:n])}" for n in range(max(1, least), most + 1)]
    return (line, *answers)


def _ask_sale(view: View, decision: Decision) -> tuple[str, ...]:
    good = decision.facts["good"]
    line = f"{SPACE_OF[good]} is reached. Everybody with a card in hand is asked about {name_good(good)}."
    if good in view["hands"].get(decision.seat, ()):
        return f"{line} You hold it: sell it for {SALE} Dirhams now, or keep it.", f"keep {good}", f"sell {good}"
    return f"{line} You do not hold it.", f"keep {good}"


def _turns(view: View) -> list[str]:
    """A few moves: the ways to near goods, then the cheapest marriage."""
    player = view["players"][view["turn"]]
    camels = _camels_at(view)
    answers = []
    for family in dict.fromkeys(player["families"]):
        ways = _first_steps(view, family, camels)
        if view["families"][family]["camels"] and ways:
            answers.append(f"expand {family} to {ways[0]}")
    return [*answers[:3], *(f"marry {family}" for family in _affordable(view, player)[:2])]


def _affordable(view: View, player: Facts) -> list[str]:
    twice = len(view["seats"]) == 2
    families = view["families"]
    may = [f for f in families if families[f]["tiles"] and (twice or f not in player["families"])]
    return sorted((f for f in may if families[f]["portion"] <= player["dirhams"]), key=lambda f: families[f]["portion"])


def _first_steps(view: View, family: str, camels: dict[str, list[str]]) -> list[str]:
    """Spaces where a camel can go now, open goods first."""
    route = view["families"][family]["route"]
    near = dict.fromkeys(space for at in route for space in ADJACENT[at])
    free = [s for s in near if len(camels.get(s, ())) < CAPACITY and family not in camels.get(s, ())]
    return sorted(free, key=lambda space: GOOD_AT.get(space) not in view["open-goods"])


def _camels_at(view: View) -> dict[str, list[str]]:
    camels: dict[str, list[str]] = {}
    for family, domain in view["families"].items():
        for space in domain["route"]:
            camels.setdefault(space, []).append(family)
    return camels


def sections(view: View) -> list[Section]:
    """The report of a view: own hand, players, families, relationships, routes, goods."""
    camels = _camels_at(view)
    parts = [*_hands(view, camels), _players(view), _families(view), _relationships(view), _routes(view, camels)]
    return [*parts, _open_goods(view, camels), _piles(view)]


def _hands(view: View, camels: dict[str, list[str]]) -> list[Section]:
    parts = []
    for seat, hand in view["hands"].items():
        title = "Your hand" if seat == view["seat"] else f"Hand of {seat}"
        rows = tuple(
            (
                card,
                name_good(card)[len(card) + 1 :],
                SPACE_OF[card],
                " ".join(camels.get(SPACE_OF[card], ())),
                str(points),
            )
            for card, points in hand.items()
            if card in SPACE_OF
        )
        lines = (f"{len(hand)} cards",) if not rows else ()
        table = Table(("card", "good", "space", "camels there", "scores now"), rows) if rows else None
        parts.append(Section(title, (*lines, *_orders(view, seat)), table))
    return parts


def _orders(view: View, seat: str) -> tuple[str, ...]:
    from pbem.rules.samarkand.actions.sell import Order, write_order

    if view["sales"] == "ask" or seat != view["seat"] or view["phase"] == "over":
        return ()
    orders = (write_order(Order("sell" if sell else "keep", card)) for card, sell in view["orders"].items())
    return (f"Standing orders: {'; '.join(orders) or 'none, so no card is sold'}",)


def _players(view: View) -> Section:
    head = ("seat", "dirhams", "hand", "sold", "goods markers", "rel. markers", "families")
    rows = []
    for seat, player in view["players"].items():
        name = f"{seat} (left)" if player["left"] else seat
        counts = (player["dirhams"], player["cards"], len(player["sold"]), len(player["goods"]), len(player["markers"]))
        rows.append((name, *map(str, counts), " ".join(player["families"])))
    sold = [f"{seat} has sold {_names(p['sold'])}." for seat, p in view["players"].items() if p["sold"]]
    return Section("Players", (f"Hand limit {view['limit']}, sold cards included.", *sold), Table(head, tuple(rows)))


def _families(view: View) -> Section:
    head = ("family", "colour", "portion", "tiles", "treasury", "camels", "markers", "members")
    rows = []
    for family, domain in view["families"].items():
        numbers = (domain["portion"], domain["tiles"], domain["treasury"], domain["camels"], domain["stack"])
        rows.append((family, COLOUR[family], *map(str, numbers), " ".join(dict.fromkeys(domain["members"]))))
    return Section("Families: portion, and what is left in their domains", (), Table(head, tuple(rows)))


def _relationships(view: View) -> Section:
    families = view["families"]
    head = ("", *(family[:3] for family in families), "sum")
    rows = []
    for family, domain in families.items():
        marks = ("-" if other == family else "x" if other in domain["related"] else "." for other in families)
        rows.append((family, *marks, str(len(domain["related"]))))
    alone = [family for family in families if not families[family]["related"]]
    line = (
        f"Without a relationship: {' '.join(alone) or 'none'}. The game ends when none is left, or one has {MARKERS}."
    )
    return Section("Who is related to whom", (line,), Table(head, tuple(rows)))


def _routes(view: View, camels: dict[str, list[str]]) -> Section:
    lines = ["Good numbers in brackets; ~ is water; after + the other family there."]
    for family, domain in view["families"].items():
        spaces = (_space(space, [f for f in camels[space] if f != family]) for space in domain["route"])
        lines.append(f"{family}: {', '.join(spaces)}")
    return Section("Routes", tuple(lines))


def _space(space: str, others: list[str]) -> str:
    name = f"~{space}" if space in WATER else space
    good = f" ({GOOD_AT[space]})" if space in GOOD_AT else ""
    return f"{name}{good}{''.join(f' + {other}' for other in others)}"


def _open_goods(view: View, camels: dict[str, list[str]]) -> Section:
    goods = view["open-goods"]
    rows = []
    for family in FAMILIES:
        near = near_goods(view, family, camels)
        if near:
            listed = ", ".join(f"{name_good(good)} at {SPACE_OF[good]} ({steps})" for good, steps in near)
            rows.append((family, listed))
    line = f"{len(goods)} goods are open. Near a family: within {NEAR} camels (their number in brackets)."
    return Section("Goods still open", (line,), Table(("family", "goods"), tuple(rows)) if rows else None)


def near_goods(view: View, family: str, camels: dict[str, list[str]]) -> list[tuple[str, int]]:
    """Open goods that the family can reach with a few camels, the nearest first."""

    full = {space for space, there in camels.items() if len(there) == CAPACITY}
    reach = min(NEAR, view["families"][family]["camels"])
    steps = distances(view["families"][family]["route"], reach, full)
    near = [
        (good, steps[SPACE_OF[good]]) for good in view["open-goods"] if steps.get(SPACE_OF[good], NEAR + 1) <= reach
    ]
    return sorted(near, key=lambda pair: (pair[1], int(pair[0])))


def _piles(view: View) -> Section:
    lines = [f"Cards in the deck: {view['deck']}; discarded: {view['discards']}."]
    if view["bag"] or view["drawn"]:
        lines.append(f"Tiles in the bag: {view['bag']}; drawn so far: {' '.join(view['drawn']) or 'none'}.")
    if view["out"]:
        lines.append(f"Tiles out of play: {' '.join(view['out'])}.")
    return Section("Cards and tiles", tuple(lines))
