"""Changes of a few lines that may undo what stops a log: slips of the hand, lost, doubled and swapped lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.archive.alike import exchange, legal_moves
from pbem.archive.breaks import CUT, PARTED, joined, odd_meant, parted
from pbem.archive.claims import NoFact, Verdict
from pbem.archive.course import CLAIM, DOUBLED, ODD, REFEREE, START, UNFIT, Course, Stop
from pbem.archive.guess import AWAITED, Guess, guesses, near_moves, other_draws, other_seats
from pbem.archive.lines import draw_lines, meant_undo, read_draws, told_lines
from pbem.archive.told import Asked, stem
from pbem.archive.walk import Unfit, Walk, play_moves, read_entry
from pbem.archive.wider import all_rolls, other_dice
from pbem.core.chance import UNKNOWN, ChanceMismatch
from pbem.core.problem import IllegalMove
from pbem.gamefile.log import Entry

BACK = 12  # entries before the failure that may be at fault
NEAR_BACK = 6  # other moves that are tried for each of them
SWAPPED, DOUBLED_LINE, CUT_OFF, LEFT_OUT = 1.0, 0.7, 1.2, 1.9
INSERTED = 2.2
EARLIER = 0.3  # more, for a fault that is not where the log stops
FAR = 0.01  # more for every line between


class Edit(NamedTuple):
    """One change: `removed` lines from `line` (from 0) on give way to others. Edits of one `place` are one proposal."""

    cost: float
    line: int
    removed: int
    added: tuple[str, ...]
    why: str
    place: str = ""

    def apply(self, lines: list[str]) -> list[str]:
        return [*lines[: self.line], *self.added, *lines[self.line + self.removed :]]


def edits(course: Course) -> list[Edit]:
    """Changes that may help, the smallest first, each once."""
    stop = course.stop
    if stop is None:
        return []
    found: dict[tuple[int, int, tuple[str, ...]], Edit] = {}
    for edit in _all(course, stop):
        far = edit._replace(cost=edit.cost + FAR * abs(edit.line - stop.line))
        key = (edit.line, edit.removed, edit.added)
        if key not in found or found[key].cost > far.cost:
            found[key] = far
    return sorted(found.values(), key=lambda edit: (edit.cost, edit.line))


def _all(course: Course, stop: Stop) -> Iterator[Edit]:
    if stop.kind in _KINDS:
        yield from _KINDS[stop.kind](course, stop)
    if stop.kind == START:
        yield from _swaps(course, 0, max(draw_lines(course.log, None), default=0) + 2)
        return
    first, last = _window(course, stop)
    yield from _swaps(course, first, last)
    yield from _removals(course, first, last)
    if course.before:
        yield from _earlier(course, stop)
        yield from _other_results(course, stop)
        yield from _insertions(course, stop)


def _window(course: Course, stop: Stop) -> tuple[int, int]:
    """The lines around a failure where another one may be too many or in the wrong place."""
    entries = course.entries
    if not entries:
        return 0, stop.line + 3
    first = entries[max(0, min(stop.stands, len(entries)) - 4)].line
    own = draw_lines(course.log, entries[stop.stands]) if stop.stands < len(entries) else []
    return first, max([stop.line, *own]) + 3


def _swaps(course: Course, first: int, last: int) -> Iterator[Edit]:
    """Neighbouring lines, and neighbouring entries with their chance lines, the other way round."""
    lines = course.lines
    for i in range(max(0, first), min(last, len(lines) - 1)):
        if lines[i] != lines[i + 1]:
            yield Edit(SWAPPED, i, 2, (lines[i + 1], lines[i]), "lines swapped")
    starts = [entry.line for entry in course.log.entries] + [len(lines)]
    for a, b, c in zip(starts, starts[1:], starts[2:], strict=False):
        if first <= a < last and (b - a, c - b) != (1, 1):
            yield Edit(SWAPPED + 0.1, a, c - a, (*lines[b:c], *lines[a:b]), "entries swapped")


def _removals(course: Course, first: int, last: int) -> Iterator[Edit]:
    lines = course.lines
    for i in range(max(0, first), min(last, len(lines))):
        if lines[i].strip() and not lines[i].startswith("#"):
            twice = lines[i] in lines[max(0, i - 3) : i]
            cost = DOUBLED_LINE if twice else CUT_OFF if i == len(lines) - 1 else LEFT_OUT
            yield Edit(cost, i, 1, (), "line stands twice" if twice else "line left out")


def _odd(course: Course, stop: Stop) -> Iterator[Edit]:
    yield odd_edit(course, stop)
    line = course.lines[stop.line].strip()
    if line.startswith(":"):
        for info in course.file.header.seats:
            yield Edit(0.3, stop.line, 1, (f"{info.seat}{line}",), "seat missing")


def odd_edit(course: Course, stop: Stop) -> Edit:
    """What a line of no kind was probably meant to be; a remark, when nobody knows."""
    meant = odd_meant(course.file, course.lines, stop.line)
    if meant:
        return Edit(0.3, meant.first, stop.line + 1 - meant.first, (meant.text,), meant.why)
    return Edit(0.5, stop.line, 1, (f"# {course.lines[stop.line].strip()}",), "a remark without its mark")


def _referee(course: Course, stop: Stop) -> Iterator[Edit]:
    """`! undo 1` for a referee line with a slip in it; fewer entries to take back."""
    line = course.lines[stop.line]
    if meant := meant_undo(line):
        yield Edit(0.5, stop.line, 1, (meant,), "retyped")
    words = line.split()
    for i, word in enumerate(words):
        if word.isdecimal() and int(word[:6]) > 1:
            few = (" ".join((*words[:i], str(n), *words[i + 1 :])) for n in range(1, min(4, int(word[:6]))))
            yield from (Edit(0.7, stop.line, 1, (other,), "another number") for other in few)
            return


def _claim(course: Course, stop: Stop) -> Iterator[Edit]:
    """The value that is so in place of the one that is asserted; a fact that exists in place of one that does not."""
    line = course.lines[stop.line]
    start, end = stop.columns
    part = line[start - 1 : end - 1]
    if isinstance(stop.verdict, Verdict) and stop.verdict.found is not None:
        claimed, found = stop.verdict.claimed, stop.verdict.found
        if part.lower().rstrip().endswith(claimed):
            other = part.rstrip()[: -len(claimed)] + found
            yield Edit(0.8, stop.line, 1, (_spliced(line, stop, other),), "another value")
    elif isinstance(stop.verdict, NoFact):
        for i, word in enumerate(words := part.split()):
            for hint in stop.verdict.hints:
                if exchange(word, hint) < 1.0:
                    other = " ".join((*words[:i], hint, *words[i + 1 :]))
                    yield Edit(exchange(word, hint), stop.line, 1, (_spliced(line, stop, other),), "retyped")


def _spliced(line: str, stop: Stop, other: str) -> str:
    start, end = stop.columns
    return line[: start - 1] + other + line[end - 1 :]


def _unfit(course: Course, stop: Stop) -> Iterator[Edit]:
    """What the entry itself may have been meant to be."""
    if stop.unfit is None or stop.chance is None or stop.walk is None:
        return
    entry = course.entries[stop.stands]
    for guess in guesses(stop.walk, stop.unfit, stop.chance):
        yield from _of_guess(course, entry, guess, 0.0)
    if isinstance(stop.unfit.cause, IllegalMove) and stop.unfit.cause.id in AWAITED:
        for guess in near_moves(stop.walk, entry, 0, 3):
            yield from _of_guess(course, entry, guess, 0.5)
    yield from _breaks(course, entry, stop)
    yield from _rolls_asked(course, entry, stop)
    yield from _cards_asked(course, entry, stop)


def _breaks(course: Course, entry: Entry, stop: Stop) -> Iterator[Edit]:
    """Lines that stand in one, and a turn that stands in two."""
    for line in (entry.line, *draw_lines(course.log, entry)):
        pieces = parted(course.lines[line], course.file.seats)
        if len(pieces) > 1:
            yield Edit(PARTED, line, 1, tuple(pieces), "lines run together")
    first = course.entries[stop.stands - 1] if stop.stands else entry
    if first is not entry and first.seat == entry.seat:
        between = course.lines[first.line + 1 : entry.line]
        whole = f"{first.seat}: {joined(first.text, entry.text)}"
        yield Edit(CUT, first.line, len(between) + 2, (whole, *between), "one turn in two lines")


def _cards_asked(course: Course, entry: Entry, stop: Stop) -> Iterator[Edit]:
    """A card in place of one that is not told and that the position does not know."""
    chance = stop.chance
    if chance is None or chance.asked is None or chance.asked.kind != "draw" or chance.asked.n != 1:
        return
    label, (card,), at = chance.asked.label, chance.asked.cards, chance.bad
    where = draw_lines(course.log, entry)
    line = where[at] if at < len(where) else (where[-1] if where else entry.line) + 1
    known = [card] if card != UNKNOWN else [*_seen_values(course, label), UNKNOWN]
    for value in known:
        yield Edit(1.3, line, 0, (f"* draw {label} {value}",), "missing chance line", f"draw {line}")


def _seen_values(course: Course, label: str) -> list[str]:
    """What results of the same kind of label have been, and the cards of all decks."""
    draws = read_draws(line for entry in course.log.entries for line in entry.draws)
    seen = [value for draw in draws if stem(draw.label) == stem(label) for value in draw.values]
    packs = course.before[-1].chance.packs if course.before else {}
    return list(dict.fromkeys([*seen, *(card for cards in packs.values() for card in cards)]))


def _start(course: Course, stop: Stop) -> Iterator[Edit]:
    """Other set-up lines."""
    if stop.chance is None:
        return
    told = told_lines(course.log.setup)
    where = draw_lines(course.log, None)
    for cost, draws, why in other_draws(told, stop.chance):
        yield _new_draws(where, told, draws, where[0] if where else 0, cost, why)
    asked, at = stop.chance.asked, stop.chance.bad
    if asked and asked.kind == "shuffle" and at < len(told):
        for cost, line in _other_shuffles(told[at], asked):
            yield Edit(cost, where[at], 1, (line,), "another card")
    yield from _rolls_asked(course, None, stop)


def _other_shuffles(line: str, asked: Asked) -> Iterator[tuple[float, str]]:
    """A card that does not exist, or stands twice, gives way to one that is missing."""
    words = line.split()
    values = words[3:]
    missing = [card for card in asked.cards if card not in values]
    for i, value in enumerate(values):
        if value != UNKNOWN and (value not in asked.cards or values.count(value) > 1):
            for card in missing:
                cost = 0.2 + min(0.8, exchange(value, card))
                yield cost, " ".join((*words[:3], *values[:i], card, *values[i + 1 :]))


def _new_draws(where: list[int], told: list[str], draws: list[str], after: int, cost: float, why: str) -> Edit:
    """The edit that turns chance lines into others, of which one is changed, gone or new."""
    at = next((i for i, (a, b) in enumerate(zip(told, draws, strict=False)) if a != b), min(len(told), len(draws)))
    line = where[at] if at < len(where) else (where[-1] + 1 if where else after)
    if len(draws) > len(told):
        return Edit(cost, line, 0, (draws[at],), why)
    return Edit(cost, line, 1, (draws[at],) if len(draws) == len(told) else (), why)


def _of_guess(course: Course, entry: Entry, guess: Guess, extra: float) -> Iterator[Edit]:
    """A guess about an entry as a change of lines."""
    where, told = draw_lines(course.log, entry), told_lines(entry.draws)
    if not guess.entries:
        last = where[-1] if where else entry.line
        yield Edit(guess.cost + extra, entry.line, last + 1 - entry.line, (), "entry left out")
        return
    (other,) = guess.entries
    if (other.seat, other.text) != (entry.seat, entry.text):
        line = f"{other.seat}: {other.text}"
        yield Edit(guess.cost + extra, entry.line, 1, (line,), guess.why)
    elif other.draws != told:
        yield _new_draws(where, told, other.draws, entry.line + 1, guess.cost + extra, guess.why)


def _rolls_asked(course: Course, entry: Entry | None, stop: Stop) -> Iterator[Edit]:
    """Rolls in place of one that is missing, or has too many or too few dice; without an entry, at set-up."""
    chance = stop.chance
    if chance is None or chance.asked is None or chance.asked.kind != "roll":
        return
    asked, at = chance.asked, chance.bad
    where, told = draw_lines(course.log, entry), told_lines(entry.draws if entry else course.log.setup)
    head = f"* roll {asked.label}"
    if at < len(told) and told[at].startswith(head):
        for cost, values in other_dice(told[at].split()[3:], asked):
            yield Edit(cost, where[at], 1, (" ".join((head, *values)),), "another roll", f"roll {where[at]}")
        return
    line = where[at] if at < len(where) else (where[-1] if where else entry.line if entry else -1) + 1
    for roll in all_rolls(asked):
        yield Edit(1.5, line, 0, (" ".join((head, *roll)),), "missing roll", f"roll {line}")


def _doubled(course: Course, stop: Stop) -> Iterator[Edit]:
    """Other cards in place of one that lies elsewhere already."""
    entry = course.entries[stop.stands]
    words = {word for text in stop.wrong for word in text.replace(",", " ").split()}
    yield from _other_cards(course, entry, words, 0.6)


def _other_cards(course: Course, entry: Entry, only: set[str] | None, cost: float) -> Iterator[Edit]:
    """Other cards of the same deck in the chance lines of an entry."""
    packs = course.before[-1].chance.packs if course.before else {}
    for line, draw in zip(draw_lines(course.log, entry), told_lines(entry.draws), strict=False):
        words = draw.split()
        if words[1:2] != ["draw"]:
            continue
        for i in range(3, len(words)):
            if only is None or words[i] in only:
                yield from _other_card(line, words, i, packs, cost)


def _other_card(line: int, words: list[str], i: int, packs: dict[str, tuple[str, ...]], cost: float) -> Iterator[Edit]:
    for cards in packs.values():
        if words[i] in cards:
            for card in cards:
                if card not in words and card != UNKNOWN:
                    other = " ".join((*words[:i], card, *words[i + 1 :]))
                    yield Edit(cost, line, 1, (other,), "another card", f"card {line}")


def _earlier(course: Course, stop: Stop) -> Iterator[Edit]:
    """Other moves and seats for the entries before the failure."""
    last = min(stop.stands, len(course.before))
    for index in range(last - 1, max(-1, last - 1 - BACK), -1):
        entry, walk = course.entries[index], course.before[index]
        try:
            count = len(read_entry(walk.game, entry))
        except Unfit:
            continue
        for i in range(count):
            for guess in near_moves(walk, entry, i, NEAR_BACK):
                yield from _of_guess(course, entry, guess, EARLIER)
        if index >= last - 3:
            for guess in other_seats(walk, entry):
                yield from _of_guess(course, entry, guess, EARLIER)


def _other_results(course: Course, stop: Stop) -> Iterator[Edit]:
    """Other dice and cards in the last chance lines: the last roll of every label, and the last cards shown."""
    seen: set[str] = set()
    last = min(stop.stands, len(course.entries) - 1)
    for index in range(last, -1, -1):
        entry = course.entries[index]
        for line, draw in zip(draw_lines(course.log, entry), read_draws(entry.draws), strict=False):
            if draw.kind == "roll" and draw.label not in seen:
                seen.add(draw.label)
                yield from _other_faces(line, draw.label, list(draw.values))
        if index > last - 6 and stop.kind != DOUBLED:
            yield from _other_cards(course, entry, None, 1.1)
    for line, draw in zip(draw_lines(course.log, None), read_draws(course.log.setup), strict=False):
        if draw.kind == "roll" and draw.label not in seen:
            yield from _other_faces(line, draw.label, list(draw.values))


def _other_faces(line: int, label: str, values: list[str]) -> Iterator[Edit]:
    sides = max([6, *(int(v) for v in values if v.isdecimal())])
    for cost, other in other_dice(values, Asked("roll", label, len(values), sides)):
        yield Edit(cost, line, 1, (" ".join(("* roll", label, *other)),), "another roll", f"roll {line} {other}")


def _insertions(course: Course, stop: Stop) -> Iterator[Edit]:
    """Entries that may be missing: every legal move of the seats that are waited for, here or an entry earlier."""
    for index in range(min(stop.stands, len(course.before) - 1), max(-1, stop.stands - 3), -1):
        walk, entry = course.before[index], course.entries[index]
        yield from _inserted(walk, entry.line, INSERTED + EARLIER * (stop.stands - index))
    if stop.kind == UNFIT and stop.unfit and stop.unfit.entry and stop.chance and not stop.chance.asked:
        yield from _between(course, stop)


def _between(course: Course, stop: Stop) -> Iterator[Edit]:
    """An entry may be missing between one and the chance lines behind it that are not its own."""
    entry = course.entries[stop.stands]
    at = stop.chance.at if stop.chance else 0
    where, told = draw_lines(course.log, entry), told_lines(entry.draws)
    if at >= len(where) or stop.walk is None:
        return
    walk = stop.walk.copy()
    walk.chance.feed(read_draws(told[:at]))
    try:
        play_moves(walk.match, entry.seat, read_entry(walk.game, entry))
    except (Unfit, IllegalMove, ChanceMismatch, LookupError, ValueError):
        return
    yield from _inserted(walk, where[at], INSERTED)


def _inserted(walk: Walk, line: int, cost: float) -> Iterator[Edit]:
    for seat in dict.fromkeys(decision.seat for decision in walk.game.waiting(walk.match.state)):
        for move in legal_moves(walk.match, seat):
            added = (f"{seat}: {walk.game.format(move)}",)
            yield Edit(cost, line, 0, added, f"a line of {seat} is missing", f"insert {line} {seat}")


_KINDS: dict[str, Callable[[Course, Stop], Iterator[Edit]]] = {
    ODD: _odd,
    CLAIM: _claim,
    UNFIT: _unfit,
    REFEREE: _referee,
    START: _start,
    DOUBLED: _doubled,
}
