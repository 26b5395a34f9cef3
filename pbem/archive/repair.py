"""Repairs a broken log: the smallest changes after which every line of it stands."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from pbem.archive.course import ODD, Course, Work, change, run
from pbem.archive.edits import Edit, edits, odd_edit
from pbem.gamefile.store import GameFile

BEST = 3
MOST_WORK = 60_000  # entries that are played in search of a repair
DEEPEST = 4  # changes of one repair, beside lines of no kind
MOST_ODD = 200  # lines of no kind that are put right
ALIKE = 2  # proposals that change the same line in the same way
SLIP = 1.2  # what one wrong word costs at most: to mend it is a step, even if the next entry does not stand either
MOST_ALIKE = 12  # other lines that are told for one place


class Repair(NamedTuple):
    """A proposal: the changes, what the log would be, and how many lines would fit in the same place as well.

    `line` is the first line (from 0) that still does not stand; None when all do.
    """

    cost: float
    edits: tuple[Edit, ...]
    lines: list[str]
    line: int | None = None
    others: tuple[str, ...] = ()
    more: int = 0


class Found(NamedTuple):
    """What a search came to: the best repairs, and whether it ended because the bound on work was reached."""

    course: Course
    repairs: tuple[Repair, ...]
    bounded: bool


def repair(file: GameFile, best: int = BEST, most_work: int = MOST_WORK) -> Found:
    """Searches the smallest changes that make a log legal, the likeliest first; changes nothing itself."""
    work = Work(most_work)
    course = run(file, list(file.document.lines), work)
    search = _Search(file, work, best)
    if course.stop is not None:
        search.run(course)
    return Found(course, search.repairs(), work.over)


class _Node(NamedTuple):
    cost: float
    edits: tuple[Edit, ...]
    course: Course


class _Search:
    """Best first: expands the log that got farthest for the least change."""

    def __init__(self, file: GameFile, work: Work, best: int) -> None:
        self.file = file
        self.work = work
        self.best = best
        self.good: list[_Node] = []
        self.partial: list[_Node] = []

    def run(self, course: Course) -> None:
        ticket = count()
        deepest = DEEPEST + min(MOST_ODD, len(course.log.odd))
        queue = [(0.0, next(ticket), node) for node in self._starts(_Node(0.0, (), course))]
        while queue and not self.work.over and not self.good:
            _, _, node = heappop(queue)
            if len(node.edits) >= deepest:
                continue
            for other in self._expand(node):
                gain = other.course.reach - course.reach
                heappush(queue, (other.cost - 0.15 * min(gain, 20), next(ticket), other))
                self.partial.append(other)

    def _starts(self, node: _Node) -> list[_Node]:
        """The log as it is, and with its lines of no kind put right; only so where each of them would hide the next."""
        if not node.course.log.odd:
            return [node]
        read, several = self._read(node), len(node.course.log.odd) > 1
        if read.course.stop is None and several:
            self.good.append(read)
        if read.course.stop is None:
            return [node]
        self.partial.append(read)
        return [read] if several else [node, read]

    def _read(self, node: _Node) -> _Node:
        for _ in range(MOST_ODD):
            stop = node.course.stop
            if stop is None or stop.kind != ODD:
                break
            edit = odd_edit(node.course, stop)
            course = change(self.file, node.course, edit.apply(node.course.lines), edit.line, self.work)
            node = _Node(node.cost + edit.cost, (*node.edits, edit), course)
        return node

    def _expand(self, node: _Node) -> list[_Node]:
        """Tries every change of one log; those that repair it are kept, those that lead farther are returned."""
        base = node.course if node.course.before else run(self.file, node.course.lines, self.work)
        further: list[_Node] = []
        for edit in edits(base):
            if self.work.over or self._enough(node.cost + edit.cost):
                break
            course = change(self.file, base, edit.apply(base.lines), edit.line, self.work)
            other = _Node(node.cost + edit.cost, (*node.edits, edit), course)
            if course.stop is None:
                self.good.append(other)
            elif course.reach > base.reach + (edit.cost > SLIP):
                further.append(other)
        return further

    def _enough(self, cost: float) -> bool:
        """True when there are enough repairs and none that comes can be better."""
        kinds = {tuple((edit.line, edit.why) for edit in node.edits) for node in self.good if node.cost < cost}
        return len(kinds) > self.best

    def repairs(self) -> tuple[Repair, ...]:
        """The best proposals, each for another place; those that only lead farther when there are no others."""
        nodes = sorted(self.good, key=lambda node: node.cost)
        if not nodes:
            self.partial.sort(key=lambda node: (-node.course.reach, node.cost))
            nodes = self.partial[: self.best]
        groups: dict[tuple[str, ...], list[_Node]] = {}
        for node in nodes:
            groups.setdefault(_place(node), []).append(node)
        return tuple(_proposal(group) for group in _varied(list(groups.values()), self.best))


def _varied(groups: list[list[_Node]], best: int) -> list[list[_Node]]:
    """The first groups, but at most two that change the same line in the same way."""
    kinds: dict[tuple[tuple[int, str], ...], int] = {}
    found: list[list[_Node]] = []
    for group in groups:
        kind = tuple((edit.line, edit.why) for edit in group[0].edits)
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= ALIKE:
            found.append(group)
    return [*found, *(group for group in groups if group not in found)][:best]


def _place(node: _Node) -> tuple[str, ...]:
    return tuple(edit.place or f"{edit.line} {edit.removed} {edit.added}" for edit in node.edits)


def _proposal(group: list[_Node]) -> Repair:
    node = group[0]
    others = [other.edits[-1].added[0] for other in group[1:] if other.edits[-1].added]
    stop = node.course.stop
    line = stop.line if stop else None
    return Repair(node.cost, node.edits, node.course.lines, line, tuple(others[:MOST_ALIKE]), len(others))
