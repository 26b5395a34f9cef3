"""Conditions on what a seat may see: `if blue coins >= 7 and not turn yellow then silk 4 5 else bag 1`.

    order:     "if" any "then" order ["else" order]  |  moves
    any:       all { "or" all }
    all:       one { "and" one }
    one:       "not" one | "(" any ")" | fact compare value

A fact the seat cannot see, or that does not exist, is an error and never just false.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
DEEPEST = 8
LONGEST = 2000
_WORD = re.compile(r"[()]|<=|>=|!=|==|<|>|=|[^\s()<>=!]+|\S")

# What people and their phones write for signs and words; only in front of `then` for those that could stand in moves.
_SIGNS = {"≥": ">=", "≤": "<=", "≠": "!=", "=>": ">=", "=<": "<="}
_WORDS = {"is at least": ">=", "at least": ">=", "is at most": "<=", "at most": "<=", "is more than": ">",
          "more than": ">", "is less than": "<", "less than": "<", "is not": "!=", "is": "="}  # fmt: skip
_SPELLED = re.compile(rf"\s(?:{'|'.join(_WORDS)})\s")
_COMMA = re.compile(r"[,;]\s*(then|else|otherwise)\b")

Fact = Callable[[list[str]], str]  # the value of a fact, or an exception


class BadCondition(ValueError):
    """A condition that cannot be read or decided, in words."""


class Test(NamedTuple):
    """One comparison of a fact with a value."""

    fact: tuple[str, ...]
    compare: str
    value: str


class Group(NamedTuple):
    """`and`, `or` or `not` of conditions."""

    how: str
    parts: tuple[Condition, ...]


Condition = Test | Group


class Choice(NamedTuple):
    """`if` a condition, then this, else that; orders are moves as text."""

    condition: Condition
    then: Order
    otherwise: Order


Order = Choice | str


def meant(text: str) -> str:
    """An order in lower case, with the signs and words of a condition as they are read."""
    text = _COMMA.sub(r" \1", text.lower())
    if text.split(None, 1)[:1] != ["if"]:
        return text
    for sign, read in _SIGNS.items():
        text = text.replace(sign, read)
    text = re.sub(r"\botherwise\b", "else", text)
    return _SPELLED.sub(lambda found: f" {_WORDS[found[0].strip()]} ", text)


def written(order: Order, moves: Callable[[str], str]) -> str:
    """An order in its canonical form; `moves` writes those."""
    if not isinstance(order, Choice):
        return moves(order) if order else ""
    otherwise = f" else {written(order.otherwise, moves)}" if order.otherwise else ""
    return f"if {_written(order.condition)} then {written(order.then, moves)}".rstrip() + otherwise


def _written(condition: Condition, inside: bool = False) -> str:
    if isinstance(condition, Test):
        return f"{' '.join(condition.fact)} {condition.compare} {condition.value}"
    parts = [_written(part, True) for part in condition.parts]
    text = f" {condition.how} ".join(parts) if condition.how != "not" else f"not {parts[0]}"
    return f"({text})" if inside else text


def read_order(text: str) -> Order:
    """Reads moves with or without conditions; raises BadCondition."""
    if len(text) > LONGEST:
        raise BadCondition(f"an order of more than {LONGEST} characters")
    if text.split(None, 1)[:1] != ["if"]:
        return text.strip()
    return _Reader(text).order(0)


class _Reader:
    def __init__(self, text: str) -> None:
        self.words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(text)]
        self.text = text
        self.at = 0

    def peek(self) -> str:
        return self.words[self.at][0] if self.at < len(self.words) else ""

    def take(self, wanted: str = "") -> str:
        word = self.peek()
        if wanted and word != wanted:
            raise BadCondition(f"expected '{wanted}', found '{word or 'the end'}'")
        self.at += 1
        return word

    def order(self, depth: int) -> Order:
        if depth > DEEPEST:
            raise BadCondition(f"conditions more than {DEEPEST} deep")
        if self.peek() != "if":
            return self.moves()
        self.take("if")
        condition = self.any(0)
        self.take("then")
        then = self.order(depth + 1)
        otherwise: Order = ""
        if self.peek() == "else":
            self.take()
            otherwise = self.order(depth + 1)
        return Choice(condition, then, otherwise)

    def moves(self) -> str:
        """The text up to the `else` that belongs to the `if` before it."""
        start = self.at
        while self.peek() not in ("", "else"):
            self.take()
        if self.at == start:
            return ""
        return self.text[self.words[start][1] : self.words[self.at - 1][2]].strip(" ;")

    def any(self, depth: int) -> Condition:
        return self.joined("or", lambda: self.joined("and", lambda: self.one(depth)))

    def joined(self, word: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self.peek() == word:
            self.take()
            parts.append(part())
        return parts[0] if len(parts) == 1 else Group(word, tuple(parts))

    def one(self, depth: int) -> Condition:
        if depth > DEEPEST:
            raise BadCondition(f"conditions more than {DEEPEST} deep")
        if self.peek() == "not":
            self.take()
            return Group("not", (self.one(depth + 1),))
        if self.peek() == "(":
            self.take()
            inner = self.any(depth + 1)
            self.take(")")
            return inner
        return self.test()

    def test(self) -> Test:
        fact: list[str] = []
        while self.peek() not in (*COMPARE, "=", "==", "!=", "", "then", "and", "or", ")"):
            fact.append(self.take())
        compare = self.take()
        if compare not in (*COMPARE, "=", "==", "!="):
            raise BadCondition(f"expected a comparison such as >= after '{' '.join(fact)}'")
        value: list[str] = []
        while self.peek() not in ("", "then", "and", "or", ")"):
            value.append(self.take())
        if not fact or not value:
            raise BadCondition("a comparison needs a fact and a value: blue coins >= 7")
        return Test(tuple(fact), "=" if compare == "==" else compare, " ".join(value))


def decide(order: Order, fact: Fact) -> str:
    """The moves an order comes to in a position; raises BadCondition."""
    while isinstance(order, Choice):
        order = order.then if _holds(order.condition, fact) else order.otherwise
    return order


def check_facts(order: Order, fact: Fact) -> None:
    """Asks for every fact of an order once, so that a wrong name is found when it is written."""
    if isinstance(order, Choice):
        for test in _tests(order.condition):
            _compare(test, fact)
        check_facts(order.then, fact)
        check_facts(order.otherwise, fact)


def _tests(condition: Condition) -> list[Test]:
    if isinstance(condition, Test):
        return [condition]
    return [test for part in condition.parts for test in _tests(part)]


def _holds(condition: Condition, fact: Fact) -> bool:
    if isinstance(condition, Test):
        return _compare(condition, fact)
    results = [_holds(part, fact) for part in condition.parts]
    if condition.how == "not":
        return not results[0]
    return all(results) if condition.how == "and" else any(results)


def _compare(test: Test, fact: Fact) -> bool:
    found = fact(list(test.fact))
    if test.compare in ("=", "!="):
        return (found == test.value) == (test.compare == "=")
    if not (found.lstrip("-").isdecimal() and test.value.lstrip("-").isdecimal()):
        raise BadCondition(f"'{' '.join(test.fact)}' is {found}, which cannot be compared by {test.compare}")
    return COMPARE[test.compare](int(found), int(test.value))
