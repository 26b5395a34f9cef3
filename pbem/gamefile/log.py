"""The lines of a log: entries of seats and of the referee, chance lines behind them, assertions and comments."""

from __future__ import annotations

from pbem.core.chance import PROOFS, UNKNOWN, Draw
from pbem.core.game import Game
from pbem.core.move import Move
from pbem.core.named import NamedTuple
from pbem.gamefile.trouble import trouble

# Referee lines that take nothing back, by their first word.
REMARKS = frozenset(("note", "wait", "word", "start", "seal", "open", "opened", "import"))
WAIT, START, IMPORT = "wait for words", "start", "import "

OPENED_CHANCE = "opened chance "
OPENED_SEED = "opened seed "
PROOF_LINES = tuple(f"* {kind} " for kind in PROOFS)
MARKS = frozenset(("*", "=", "!", "#", ""))  # how a line begins that is no entry of a seat


class Entry(NamedTuple):
    """One numbered line of the log (`line` counts from 0) with its chance lines; `seat` is empty for the referee."""

    number: int
    line: int
    seat: str
    text: str
    draws: list[str]


class Log(NamedTuple):
    """A log taken apart. `claims` are assertions, each with the entry it follows; `odd` are lines of no kind."""

    lines: list[str]
    setup: list[str]
    entries: list[Entry]
    claims: list[tuple[int, int]]
    odd: list[int]


def split_log(lines: list[str]) -> Log:
    """Takes the lines of a log apart; looks only at the mark each line begins with."""
    log = Log(lines, [], [], [], [])
    draws, entries = log.setup, log.entries
    for i, line in enumerate(lines):
        mark = line[:1]
        if mark not in MARKS:
            seat, colon, text = line.partition(":")
            if colon and seat:
                draws = []
                entries.append(Entry(len(entries) + 1, i, seat, text.strip(), draws))
            elif line.strip():
                log.odd.append(i)
        elif mark == "*":
            draws.append(line)
        elif mark == "=":
            log.claims.append((len(entries), i))
        elif mark == "!":
            draws = []
            entries.append(Entry(len(entries) + 1, i, "", line[1:].strip(), draws))
    return log


def standing(entries: list[Entry]) -> list[Entry]:
    """The entries of seats that nobody has undone; raises Refused when the referee's words cannot be read."""
    if "" not in [entry.seat for entry in entries]:
        return entries
    stand: list[Entry] = []
    for entry in entries:
        if entry.seat:
            stand.append(entry)
            continue
        if entry.text.partition(" ")[0] in REMARKS:
            continue
        back = undo_count(entry)
        if back > len(stand):
            raise trouble("pbem.log.undo", None, entry=entry.number, found=back, has=len(stand))
        del stand[len(stand) - back :]
    return stand


def undo_count(entry: Entry) -> int:
    """How many entries of seats a referee line takes back: `! undo 1 by blue: wrong seat`."""
    words = entry.text.split()
    if len(words) < 2 or words[0] != "undo" or not words[1].isdecimal() or len(words[1]) > 6 or not int(words[1]):
        raise trouble("pbem.log.referee", None, entry=entry.number, found=entry.text[:60])
    return int(words[1])


def parse_draw(line: str) -> Draw:
    """Reads a chance line; one with fewer than a kind and a label is a draw of nothing and fits nowhere."""
    words = line.split()
    if len(words) < 3:
        words += [""] * (3 - len(words))
    _, kind, label, *values = words
    if "@" not in line:
        return Draw(kind, label, tuple(values))
    cut = next((i for i, word in enumerate(values) if word.startswith("@")), len(values))
    return Draw(kind, label, tuple(values[:cut]), None, tuple(values[cut:]))


def results(lines: list[str]) -> list[str]:
    """The chance lines that are results, without those that only prove others."""
    return [line for line in lines if not line.startswith(PROOF_LINES)]


def start_entry(log: Log) -> Entry | None:
    """The referee line behind which the set-up stands in a game that waited for words."""
    return next((entry for entry in log.entries if not entry.seat and entry.text == START), None)


def setup_lines(log: Log) -> list[str]:
    """What chance gave at set-up: before the first entry, or behind the referee's `start`."""
    start = None if log.setup else start_entry(log)
    return start.draws if start else log.setup


def past(log: Log) -> dict[int, list[str]] | None:
    """The chance lines of a game that was played elsewhere, by entry (0: set-up), up to the referee's `import`.

    They were recorded, not drawn. None: everything was drawn here.
    """
    last = imported_at(log)
    return {0: log.setup, **{entry.number: entry.draws for entry in log.entries[:last]}} if last else None


def imported_at(log: Log) -> int:
    """The referee's entry at which a game that was begun elsewhere goes on here; 0 when there is none."""
    return next((entry.number for entry in log.entries if not entry.seat and entry.text.startswith(IMPORT)), 0)


def opened_lines(log: Log) -> tuple[str, dict[str, str]]:
    """What was opened after the end: the seed (`! opened seed <hex>`) and secret moves (`! opened 12: bid 3`)."""
    seed, moves = "", {}
    for entry in log.entries:
        what, _, rest = entry.text.partition(" ")
        if not entry.seat and what == "opened":
            name, _, text = rest.partition(" ")
            if name == "seed":
                seed = text
            elif name[:-1].isdecimal():
                moves[name[:-1]] = text
    return seed, moves


def opens_secret(entry: Entry) -> bool:
    """True for a referee line that repeats a move or chance line with what was hidden in it, after the end."""
    return not entry.seat and entry.text.startswith("opened ") and not entry.text.startswith(OPENED_SEED)


def opened_past(log: Log) -> dict[str, list[str]]:
    """The whole chance lines of a game begun elsewhere, as opened after the end: `! opened chance 0: * ...`."""
    opened = [entry.text for entry in log.entries if not entry.seat and entry.text.startswith(OPENED_CHANCE)]
    found = (text[len(OPENED_CHANCE) :].partition(": ") for text in opened)
    return {number: lines.split(" | ") for number, _, lines in found}


def waits(log: Log) -> bool:
    """True while a game waits for the players' words and is not set up."""
    return WAIT in [entry.text for entry in log.entries if not entry.seat] and start_entry(log) is None


def public_line(draw: Draw) -> str:
    """The chance line as everybody may see it."""
    if draw.only is None:
        return draw.line()
    return " ".join(("*", draw.kind, draw.label, *(UNKNOWN for _ in draw.values)))


def seat_line(draw: Draw, seat: str) -> str:
    """The chance line as one seat may see it."""
    return draw.line() if draw.only == seat else public_line(draw)


def same_draw(recorded: str, drawn: str) -> bool:
    """True when a recorded chance line tells nothing else than the drawn one; `?` on either side fits everything."""
    if recorded == drawn:
        return True
    found, wanted = recorded.split(), drawn.split()
    long = max(len(found), len(wanted))
    found += [UNKNOWN] * (long - len(found))
    wanted += [UNKNOWN] * (long - len(wanted))
    return all(a == b or UNKNOWN in (a, b) for a, b in zip(found, wanted, strict=True))


def public_text(game: Game, moves: tuple[Move, ...]) -> str:
    """The canonical text of moves as everybody may see it."""
    return "; ".join(_masked(game, move) if game.secret(move) else game.format(move) for move in moves)


def _masked(game: Game, move: Move) -> str:
    """What everybody may see of a secret move: as the game says, else its first word."""
    mask = getattr(game, "mask", None)
    return str(mask(move)) if mask else f"{game.format(move).split(None, 1)[0]} {UNKNOWN}"


def one_line(text: str) -> str:
    """A remark made fit to stand in a log line: no line breaks, no control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
