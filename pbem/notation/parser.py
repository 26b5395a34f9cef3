"""A Lark grammar as a reader of clauses, with its failures in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.core.game import ParseProblem
from pbem.files import cache_dir, data_path, own_path
from pbem.notation.names import LONGEST, SMALL_WORDS, nearest, slips

if TYPE_CHECKING:
    from pathlib import Path

    from lark import Lark, Token, Tree

# A keyword ends where its letters end: `coinss` is no `coins`, but `coins3` is one and a die.
WORD_END = r"(?![^\W\d]|['-])"
KEYWORD_PRIORITY = 9
SHORT = 200  # characters of a clause that is tried in another order
LIKELY = 1.8  # slips by which a word is most likely a misspelt keyword
PLAIN_WORDS = {"NAME": "a name", "INT": "a number", "DIE": "a die", "TIMES": "x and a number", "$END": "the end"}


class Grammar:
    """The grammar of one game; Lark is loaded when the first clause is read."""

    def __init__(self, path: Path | str, plain_words: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.plain_words = {**PLAIN_WORDS, **(plain_words or {})}
        self._lark: Lark | None = None

    @classmethod
    def named(cls, name: str) -> Grammar:
        return cls(own_path("grammar", f"{name}.lark"))

    @property
    def lark(self) -> Lark:
        if self._lark is None:
            self._lark = _open(self.path)
        return self._lark

    def tree(self, clause: str) -> Tree[Token]:
        """Parses one clause to the tree of its command; raises ParseProblem."""
        from lark import UnexpectedInput

        try:
            tree = self.lark.parse(clause)
        except UnexpectedInput as failure:
            raise self._explain(clause, failure) from None
        command: Tree[Token] = tree.children[0]  # type: ignore[assignment]
        return command

    def verbs(self) -> list[str]:
        """The words a clause may begin with."""
        accepts = self.lark.parse_interactive("").accepts()  # type: ignore[no-untyped-call]
        return sorted(self.words(accepts))

    def words(self, terminals: Any) -> list[str]:
        patterns = {t.name: t.pattern.value for t in self.lark.terminals}
        keywords = {name: value.removesuffix(WORD_END) for name, value in patterns.items() if value.endswith(WORD_END)}
        return sorted(keywords[name] for name in terminals if name in keywords)

    def _explain(self, clause: str, failure: Any) -> ParseProblem:
        from lark import UnexpectedToken

        if isinstance(failure, UnexpectedToken) and failure.token.type == "$END":
            return self._cut_short(clause, failure.accepts or ())
        start = _word_start(clause, min(failure.pos_in_stream or 0, len(clause)))
        word = _word_at(clause, start)
        terminals = self._accepted(clause[:start])
        keywords = self.words(terminals)
        hints = _with_space(word, keywords, nearest(word, {k: k for k in keywords}))
        if start == 0:
            if not hints or slips(word, hints[0]) > LIKELY:
                hints = (*hints[:2], *self._verb_first(clause, keywords), *hints[2:])
            hints = hints or tuple(k for k in keywords if k[0] == word[:1])
            return ParseProblem("pbem.parse.verb", 0, len(word), hints, found=word, expected=keywords)
        expected = self._wanted(terminals)
        hints += self._next_clause(clause, start, word)
        return ParseProblem("pbem.parse.syntax", start, start + len(word), hints, found=word, expected=expected)

    def _verb_first(self, clause: str, verbs: list[str]) -> tuple[str, ...]:
        """The clause with its command in front, where it stands behind something else."""
        words = [word for word in clause.split() if word not in SMALL_WORDS] if len(clause) <= SHORT else []
        moved = (" ".join((verb, *words[:at], *words[at + 1 :])) for at, verb in enumerate(words) if verb in verbs)
        return tuple(text for text in moved if self._reads(text))[:1]

    def _next_clause(self, clause: str, start: int, word: str) -> tuple[str, ...]:
        """A `;` before the word, or in its place, where a clause may end and the next one seems to begin."""
        if "$END" not in self._accepted(clause[:start]):
            return ()
        rest = clause[start + len(word) :]
        return (f"; {word}",) if self._reads(word + rest) else (";",) if self._reads(rest.strip()) else ()

    def _reads(self, clause: str) -> bool:
        from lark import UnexpectedInput

        try:
            return bool(self.lark.parse(clause))
        except UnexpectedInput:
            return False

    def with_keywords(self, clause: str, wrong: ParseProblem) -> ParseProblem:
        """The problem of a name that is not known, with the keyword first that could stand there and is nearer."""
        word = clause[wrong.start : wrong.end]
        if wrong.id == "pbem.name.unknown" and len(word) <= LONGEST:
            keywords = self.words(self._accepted(clause[: wrong.start]))
            near = nearest(word, {k: k for k in keywords}, 1)
            if near and slips(word, near[0]) < min((slips(word, hint) for hint in wrong.hints), default=2):
                wrong.hints = (*_with_space(word, keywords, near), *wrong.hints)
            wrong.hints += self._next_clause(clause, wrong.start, word)
        return wrong

    def _cut_short(self, clause: str, terminals: Any) -> ParseProblem:
        at = len(clause.rstrip())
        expected = self._wanted(terminals)
        return ParseProblem("pbem.parse.syntax", at, at + 1, (), found="the end of the clause", expected=expected)

    def _accepted(self, before: str) -> set[str]:
        """What may follow the words of a clause that were understood."""
        from lark import UnexpectedInput

        parser = self.lark.parse_interactive(before)
        try:
            parser.exhaust_lexer()
        except UnexpectedInput:
            return set()
        accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
        return accepted

    def _wanted(self, terminals: Any) -> list[str]:
        return self.words(terminals) + [self.plain_words[t] for t in sorted(terminals) if t in self.plain_words]


def _with_space(word: str, keywords: list[str], near: list[str]) -> tuple[str, ...]:
    """Keywords near a word; behind the nearest, the word in two where a space seems to be missing (`goodgold`)."""
    number = word.rstrip("abcdefghijklmnopqrstuvwxyz")
    starts = [*keywords, *([number] if number.isdecimal() else [])]
    split = [
        f"{start} {word[len(start) :]}" for start in starts if word.startswith(start) and len(word) > len(start) + 1
    ]
    return (*near[:1], *split, *near[1:])


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_'-"


def _word_start(clause: str, at: int) -> int:
    """Where the word begins that was understood only in part, so that no hint is about half a word."""
    if at >= len(clause) or not _is_word(clause[at]):
        return at
    while at and _is_word(clause[at - 1]):
        at -= 1
    return at


def _word_at(clause: str, start: int) -> str:
    rest = clause[start:]
    return rest.split(None, 1)[0].rstrip(",;") or rest[0] if rest.strip() else ""


def _open(where: Path | str) -> Lark:
    import hashlib
    from pathlib import Path

    from lark import Lark

    path = Path(where)
    shared = data_path("grammar")
    text = path.read_bytes() + (shared / "notation.lark").read_bytes() + WORD_END.encode()
    cache = cache_dir() / f"{path.stem}-{hashlib.sha256(text).hexdigest()[:16]}.lark"
    settings: dict[str, Any] = {"parser": "lalr", "lexer": "contextual", "import_paths": [str(shared)]}
    settings["edit_terminals"] = _end_words
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        return Lark.open(str(path), cache=str(cache), **settings)
    except OSError:
        return Lark.open(str(path), **settings)


def _end_words(terminal: Any) -> None:
    """Makes a keyword match whole words only, and before any NAME."""
    from lark.lexer import PatternRE

    if terminal.pattern.type == "str" and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + WORD_END)
        terminal.priority = KEYWORD_PRIORITY
