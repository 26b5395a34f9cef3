"""The report of one seat as plain data, from which text and everything else is made.

Everything in it comes from the view of that seat, the decisions asked of it, and events it may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from pbem.core.decision import Decision
from pbem.core.event import Amounts, Event
from pbem.core.game import Game, Section, State, View
from pbem.core.named import NamedTuple
from pbem.core.problem import Problem

MOST_LEGAL = 2000  # legal moves that are counted
MOST_OF_A_VERB = 8  # legal moves of one verb that are shown

Report = dict[str, Any]


class About(NamedTuple):
    """What a report says about the game file: its id, last entry and head, the players' names, its path, its words."""

    id: str = ""
    entry: int = 0
    head: str = ""
    names: Mapping[str, str] = {}
    file: str = ""
    words: str = ""

    def name(self, seat: str) -> str:
        return self.names.get(seat) or seat


class Happened(NamedTuple):
    """One entry of the log as the seat may see it; `seat` is empty for the referee."""

    entry: int
    seat: str
    text: str
    events: tuple[Event, ...] = ()


def build_report(
    game: Game,
    state: State,
    seat: str | None,
    about: About = About(),  # noqa: B008
    happened: Sequence[Happened] = (),
    ahead: Sequence[str] = (),
) -> Report:
    """The report of a seat (None: the public), told what happened since its last entry and what it answered ahead."""
    view = game.view(state, seat)
    waiting = game.waiting(state)
    return {
        "game": game.id,
        "title": game.title,
        "id": about.id,
        "file": about.file,
        "entry": about.entry,
        "head": about.head,
        "words": about.words,
        "round": view.get("round"),
        "seat": seat,
        "name": about.name(seat) if seat else None,
        "over": not waiting,
        "asked": [_asked(game, view, decision) for decision in waiting if decision.seat == seat],
        "waiting": [{"seat": d.seat, "name": about.name(d.seat), "kind": d.kind} for d in waiting],
        "ahead": list(ahead),
        "happened": [told(game, entry, seat, about) for entry in happened if leaves_trace(entry, seat)],
        "scores": _scores(game, state, view, about),
        "winners": list(game.score(state).winners) if not waiting else [],
        "legal": _legal(game, state, seat) if seat else _grouped(()),
        "sections": [_section(section) for section in game.sections(view)],
    }


def _asked(game: Game, view: View, decision: Decision) -> dict[str, Any]:
    prompt, *answers = game.prompt(view, decision)
    return {"kind": decision.kind, "prompt": prompt, "answers": answers}


def leaves_trace(entry: Happened, seat: str | None) -> bool:
    """False when all that came of an entry is hidden from the seat; then it is not told that there was one."""
    return not entry.events or any(event.seen_by(seat) for event in entry.events)


def told(game: Game, entry: Happened, seat: str | None, about: About) -> dict[str, Any]:
    """One entry and the events of it that the seat may see."""
    lines = [tell(game, event) for event in entry.events if event.seen_by(seat)]
    name = about.name(entry.seat) if entry.seat else ""
    return {"entry": entry.entry, "seat": entry.seat, "name": name, "text": entry.text, "lines": lines}


def tell(game: Game, event: Event) -> str:
    """One line that tells an event with its amounts."""
    if event.kind == "lapsed":
        return _tell_lapse(event)
    line, gain = game.describe(event), amounts(event.gain)
    return f"{line} ({gain})" if gain else line


def _tell_lapse(event: Event) -> str:
    from pbem.report.problems import message

    moves = "; ".join(event.facts["moves"])
    why = message(Problem(event.facts["why"], event.facts.get("numbers", {})))
    return f"{event.seat}: no longer possible and left out: {moves} ({why})"


def amounts(gain: Amounts) -> str:
    """Amounts as `+2 coins, -1 silk`."""
    return ", ".join(f"{number:+d} {_counted(what, number)}" for what, number in gain.items() if number)


def _counted(what: str, number: int) -> str:
    """The word for an amount: `coins`, but one `coin`."""
    one = abs(number) == 1 and what.endswith("s") and not what.endswith("ss")
    return what[:-1] if one else what


def _scores(game: Game, state: State, view: View, about: About) -> list[dict[str, Any]]:
    """The points the seat may know of; once the game is over, those of the final count."""
    known: Mapping[str, Iterable[Sequence[Any]]] = view.get("scores") or {}
    if not game.waiting(state):
        known = game.score(state).rows
    scores = []
    for seat, rows in known.items():
        listed = [[row[0], row[1]] for row in rows]
        total = sum(points for _, points in listed)
        scores.append({"seat": seat, "name": about.name(seat), "rows": listed, "total": total})
    return scores


def score_table(report: Report) -> list[list[str]]:
    """The points, a row per source with those of every seat; who may see most of his rows gives their order."""
    scores = report["scores"]
    fullest = sorted(scores, key=lambda score: -len(score["rows"]))
    sources = dict.fromkeys(source for score in fullest for source, _ in score["rows"])
    points = [dict(score["rows"]) for score in scores]
    rows = [[source, *(str(of.get(source, "")) for of in points)] for source in sources]
    return [*rows, ["total", *(str(score["total"]) for score in scores)]]


def _legal(game: Game, state: State, seat: str) -> dict[str, Any]:
    found = [game.format(move) for move in islice(game.legal(state, seat), MOST_LEGAL + 1)]
    return _grouped(found)


def _grouped(clauses: Sequence[str]) -> dict[str, Any]:
    """Clauses by their verb; of a long list of one verb only the first ones and their number."""
    groups: dict[str, list[str]] = {}
    for clause in clauses[:MOST_LEGAL]:
        groups.setdefault(clause.partition(" ")[0], []).append(clause)
    shown = [{"verb": verb, "count": len(all), "moves": _shortest(all)} for verb, all in groups.items()]
    return {"count": min(len(clauses), MOST_LEGAL), "more": len(clauses) > MOST_LEGAL, "verbs": shown}


def _shortest(clauses: list[str]) -> list[str]:
    """Those with the fewest words, in the order they were in; where many are as long, some from all over the list."""
    if len(clauses) <= MOST_OF_A_VERB:
        return clauses
    length = [clause.count(" ") for clause in clauses]
    limit = sorted(length)[MOST_OF_A_VERB - 1]
    shorter = [i for i, words in enumerate(length) if words < limit]
    as_long = [i for i, words in enumerate(length) if words == limit]
    return [clauses[i] for i in sorted([*shorter, *_spread(as_long, MOST_OF_A_VERB - len(shorter))])]


def _spread(items: list[int], n: int) -> list[int]:
    """So many items from the first to the last, as far apart as can be."""
    return [items[i * (len(items) - 1) // max(1, n - 1)] for i in range(n)]


def _section(section: Section) -> dict[str, Any]:
    table = section.table
    plain = {"head": list(table.head), "rows": [list(row) for row in table.rows]} if table else None
    return {"title": section.title, "lines": list(section.lines), "table": plain}
