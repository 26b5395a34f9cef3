"""A game file as an object: loaded and checked, its secrets opened with the key beside it, and written again."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.core.chance import UNKNOWN
from pbem.core.fair import PRIVATE, private_mark
from pbem.core.named import NamedTuple
from pbem.core.problem import Refused, Span
from pbem.gamefile import chain, disk, profile
from pbem.gamefile.log import Log, opened_lines, opened_past, split_log
from pbem.gamefile.profile import Document
from pbem.gamefile.schema import Header, Saved, check_game, read_header, read_saved
from pbem.gamefile.seal import read_key, seal, unseal
from pbem.gamefile.seats import seat_words
from pbem.gamefile.trouble import trouble

if TYPE_CHECKING:
    from pbem.core.engine import Match
    from pbem.core.game import Game

MOST_LINES = 100_000
LONGEST_LINE = 64 * 1024


class Secrets(NamedTuple):
    """What is sealed: the seed, the hidden part of the position, secret moves by entry, hidden answers given ahead.

    `decks` is the order of all decks as they were shuffled, from which shown cards get their proof. `mail` is what the
    mail gateway keeps: what it has read, what it still has to send, what players told it. `state`, `header` and
    `imprint` are hashes of what stands outside the seal: what it means, and its exact text. `past` has the whole chance
    lines, by entry, of a game that was begun elsewhere.
    """

    seed: bytes
    position: dict[str, Any]
    moves: dict[str, str]
    ahead: dict[str, list[str]]
    entry: int = 0
    state: str = ""
    decks: dict[str, list[str]] = {}  # noqa: RUF012 (nobody changes it)
    mail: dict[str, Any] = {}  # noqa: RUF012 (nobody changes it)
    header: str = ""
    imprint: str = ""
    past: dict[str, list[str]] = {}  # noqa: RUF012 (nobody changes it)


class GameFile(NamedTuple):
    """A loaded game file. `secrets` is None without the key; `saved` is None when the position must be replayed."""

    path: str
    game: Game
    header: Header
    document: Document
    log: Log
    heads: list[bytes]
    saved: Saved | None
    secrets: Secrets | None
    imprint: str = ""  # of the text it was read from; empty when the seal does not stand in it as it was written

    @property
    def as_written(self) -> bool:
        """True when every byte is as the program wrote it; only the key can tell."""
        return self.secrets is not None and "" != self.imprint == self.secrets.imprint

    @property
    def seats(self) -> dict[str, str]:
        """The seats by all words that mean them."""
        return seat_words(self.header)

    @property
    def entry(self) -> int:
        """The number of the last entry."""
        return len(self.log.entries)

    @property
    def head(self) -> str:
        return chain.shown(self.heads[-1])

    def line_span(self, line: int, column: int = 1, end: int = 0) -> Span:
        """The place of a log line (from 0) in the file."""
        return line_span(self.document, self.path, line, column, end)


def line_span(document: Document, source: str, line: int, column: int = 1, end: int = 0) -> Span:
    """The place of a log line (from 0) in its file; `column` and `end` count within the line."""
    indent = document.indent
    text = document.lines[line] if 0 <= line < len(document.lines) else ""
    stop = (end or max(2, len(text) + 1)) + indent
    return Span(document.first + line, column + indent, stop, source, " " * indent + text)


def read_document(text: str, source: str) -> Document:
    """Keys and log lines of a file in the canonical profile or in any other YAML that is allowed."""
    document = profile.read(text)
    if document is not None:
        return document
    from pbem.gamefile import foreign

    if not text.strip():
        raise trouble("pbem.file.empty", Span(1, 1, 2, source), path=source)
    return foreign.read(text, source)


def key_span(text: str, source: str, key: str) -> Span:
    """Where in a file a top-level key stands."""
    for number, line in enumerate(text.split("\n"), 1):
        if key and line.lower().startswith((f"{key}:", f'"{key}":')):
            return Span(number, 1, len(key) + 1, source, line[:100])
    return Span(1, 1, 2, source)


def find(name: str, span: Span | None = None, id: str = "pbem.file.game") -> Game:
    """The game of that name; raises Refused, by default as a fault of a file, with the names that were meant."""
    from pbem.rules import UnknownGame, find_game

    try:
        return find_game(name)
    except UnknownGame as unknown:
        from pbem.notation.names import nearest

        hints = tuple(nearest(name, {known: known for known in unknown.known}) or unknown.known)
        raise trouble(id, span, hints, found=name, known=unknown.known) from None


def load(path: str) -> GameFile:
    """Loads a game file, checks it and opens its secrets if the key is there; raises Refused."""
    text = disk.read_text(path)
    file = build(path, text, read_document(text, path))
    check_lines(file)
    return file._replace(secrets=open_secrets(file))


def build(path: str, text: str, document: Document) -> GameFile:
    """Puts together what was read of a game file; does not yet check the log against the position."""
    header = read_header(document, lambda key: key_span(text, path, key))
    if not document.first:
        raise trouble("pbem.file.missing", key_span(text, path, ""), key="log")
    _check_length(document.lines, key_span(text, path, "log"))
    game = find(header.game, key_span(text, path, "game"))
    check_game(header, game, lambda key: key_span(text, path, key))
    log = split_log(document.lines)
    saved = read_saved(document, lambda key: key_span(text, path, key))
    marked = _imprint_of(text, document.keys.get("sealed"))
    return GameFile(path, game, header, document, log, chain.heads(header, log), saved, None, marked)


def _check_length(lines: list[str], span: Span | None = None) -> None:
    if len(lines) > MOST_LINES:
        raise trouble("pbem.file.size", span, limit=MOST_LINES, unit="lines of log")
    if max(map(len, lines), default=0) > LONGEST_LINE:
        raise trouble("pbem.file.size", span, limit=LONGEST_LINE, unit="characters in a line of log")


def check_lines(file: GameFile) -> None:
    """Checks that the log is the one the position belongs to."""
    if file.log.odd:
        raise trouble("pbem.log.line", file.line_span(file.log.odd[0]))
    saved = file.saved
    if saved is None or (saved.entry == file.entry and saved.head == file.head):
        return
    broken = chain.first_broken(file.heads, saved.marks)
    if broken is None and file.entry < saved.entry:
        line = len(file.log.lines) - 1
        raise trouble("pbem.file.short", file.line_span(line), found=file.entry, wanted=saved.entry)
    number = broken if broken is not None else min(saved.entry + 1, file.entry)
    raise trouble("pbem.file.chain", file.line_span(chain.line_of(file.log, number)), entry=number)


def open_secrets(file: GameFile) -> Secrets | None:
    """Opens what is sealed and checks the stored position against it; None without the key."""
    sealed = file.document.keys.get("sealed")
    if sealed is None:
        return published(file)
    key = read_key(file.path)
    if key is None:
        return None
    try:
        found = unseal(key, file.header.id, sealed)
    except Refused:
        raise trouble("pbem.file.seal", Span(1, 1, 2, file.path)) from None
    secrets = _secrets(found, file.path)
    _check_promise(file, secrets.seed)
    if file.saved and file.imprint != secrets.imprint:
        _check_meaning(file, file.saved, secrets)
    return secrets


def _secrets(found: dict[str, Any], path: str) -> Secrets:
    try:
        return Secrets(**{**found, "seed": bytes.fromhex(found["seed"])})
    except (KeyError, TypeError, ValueError):  # sealed by another program, or by a version to come
        raise trouble("pbem.file.seal", Span(1, 1, 2, path)) from None


def _check_meaning(file: GameFile, saved: Saved, secrets: Secrets) -> None:
    """Checks a file that somebody has touched: comments and layout may differ, header and position may not."""
    span = Span(1, 1, 2, file.path)
    if secrets.entry != saved.entry or secrets.state != digest(file.document.keys["state"]):
        raise trouble("pbem.file.state", span)
    if secrets.header and secrets.header != digest(file.header.keys()):
        raise trouble("pbem.file.header", span)


def published(file: GameFile) -> Secrets | None:
    """The secrets of a log that has been opened after the end: in its header, or by the referee's last lines."""
    digits, moves = opened_lines(file.log)
    digits = file.header.seed or digits
    if not digits:
        return None
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        span = Span(1, 1, 2, file.path)
        raise trouble("pbem.file.type", span, key="seed", wanted="hexadecimal digits", found="other text") from None
    _check_promise(file, seed)
    hidden = {str(entry.number) for entry in file.log.entries if UNKNOWN in entry.text}
    shown = {number: text for number, text in moves.items() if number in hidden}
    return Secrets(seed, {}, shown, {}, past=opened_past(file.log))


def _check_promise(file: GameFile, seed: bytes) -> None:
    if private_mark(file.header.id, seed).hex() != file.header.commitment.get(PRIVATE):
        raise trouble("pbem.file.commitment", Span(1, 1, 2, file.path))


def digest(value: dict[str, Any]) -> str:
    """The hash of a stored position or header, kept under seal, so that nobody changes it unnoticed."""
    return imprint(profile.dump(value))


def imprint(text: str) -> str:
    """The hash of a text."""
    return sha256(text.encode()).hexdigest()[:32]


def _imprint_of(text: str, sealed: Any) -> str:
    """The imprint of a file without its seal; empty when the seal does not stand on a line as the program writes it."""
    before, line, after = text.partition(_seal_line(sealed))
    return imprint(f"{before}\n{after}") if line else ""


def _seal_line(sealed: Any) -> str:
    return f"\nsealed: {profile.dump(sealed)}\n"


class NewEntry(NamedTuple):
    """A line to be added to the log, the chance lines behind it, and the whole text when part of it is secret."""

    line: str
    draws: list[str]
    secret: str = ""


def append(file: GameFile, match: Match, new: NewEntry, secrets: Secrets) -> str:
    """Adds an entry, stores the position it leads to and replaces the file; returns the new head."""
    file = enter(file._replace(secrets=secrets), new)
    write(file, match)
    return file.head


def enter(file: GameFile, new: NewEntry) -> GameFile:
    """The file with an entry more, not yet written."""
    log = split_log([*file.log.lines, new.line, *new.draws])
    secrets = file.secrets
    if new.secret and secrets is not None:
        secrets = secrets._replace(moves={**secrets.moves, str(file.entry + 1): new.secret})
    heads = [*file.heads, chain.link(file.heads[-1], new.line, new.draws)]
    return file._replace(log=log, heads=heads, secrets=secrets)


def write(file: GameFile, match: Match | None) -> None:
    """Replaces the file on disk by this one, with the position it has come to."""
    disk.replace(file.path, text_of(file, match))


def text_of(file: GameFile, match: Match | None) -> str:
    """The text of a file as it would be written."""
    assert file.secrets is not None
    return compose(file.header, match, file.log.lines, file.heads, _key(file.path), file.secrets)


def _key(path: str) -> bytes:
    key = read_key(path)
    if key is None:
        raise trouble("pbem.file.key", path=path)
    return key


def compose(
    header: Header, match: Match | None, lines: list[str], heads: list[bytes], key: bytes, secrets: Secrets
) -> str:
    """The text of a game file at a position; None: it waits for words and has no position yet."""
    _check_length(lines)  # what could not be read again is not written
    entry = len(heads) - 1
    state: dict[str, Any] = {"entry": entry, "head": chain.shown(heads[-1]), "marks": chain.marks(heads)}
    if match is None:
        state |= {"counts": {}, "ahead": {}, "position": {}}
    else:
        public, secrets = _position(match, secrets)
        state |= public
    bare = profile.write({**header.keys(), "state": state}, lines)
    sealed = secrets._replace(
        entry=entry,
        state=digest(state),
        header=digest(header.keys()),
        imprint=imprint(bare),
    )
    text = seal(key, header.id, {**sealed._asdict(), "seed": sealed.seed.hex()})
    before, _, log = bare.partition(profile.LOG)
    return before + _seal_line(text) + profile.LOG[1:] + log


def _position(match: Match, secrets: Secrets) -> tuple[dict[str, Any], Secrets]:
    """A position as it is stored: what everybody may see, and the secrets with what must be sealed of it."""
    game = match.game
    public, hidden = game.dump(match.state)
    ahead = {seat: [game.format(move) for move in moves] for seat, moves in match.ahead.items()}
    covert = {seat for seat, moves in match.ahead.items() if any(game.secret(move) for move in moves)}
    shown = {seat: moves for seat, moves in ahead.items() if seat not in covert}
    hidden_ahead = {seat: moves for seat, moves in ahead.items() if seat in covert}
    secrets = secrets._replace(position=hidden, ahead=hidden_ahead, decks=match.chance.decks)
    return {"counts": match.chance.counts, "ahead": shown, "position": public}, secrets
