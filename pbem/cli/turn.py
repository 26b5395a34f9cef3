"""The work of `pbem move`, without Click: plays a text and prints what was understood, what happened, who is next."""

from __future__ import annotations

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.named import NamedTuple
from pbem.gamefile.trouble import trouble

if TYPE_CHECKING:
    from pbem.core.event import Event
    from pbem.gamefile.turn import Played


class MoveArguments(NamedTuple):
    file: str
    text: str | None
    seat: str | None = None
    dry_run: bool = False
    as_json: bool = False


def plain_arguments(words: list[str]) -> MoveArguments | None:
    """Reads the arguments of a plain `move`; None leaves them, and all complaints about them, to Click."""
    found = MoveArguments("", None)
    names: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in ("--dry-run", "-n"):
            found = found._replace(dry_run=True)
        elif word == "--json":
            found = found._replace(as_json=True)
        elif word == "--seat":
            found = found._replace(seat=next(rest, None))
            if found.seat is None:
                return None
        elif word.startswith("-") and word != "-":
            return None
        else:
            names.append(word)
    return found._replace(file=names[0], text=joined(names[1:])) if names else None


def joined(words: Sequence[str]) -> str | None:
    """The text of a move that the shell has taken apart; None when there is none."""
    return " ".join(words) if words else None


def run_move(file: str, text: str | None, seat: str | None, dry_run: bool, as_json: bool) -> int:
    """Plays a turn, or tries it; returns the exit code."""
    from pbem.gamefile import turn

    play = turn.try_out if dry_run else turn.play
    played = play(file, _text(text), seat)
    if as_json:
        from pbem.cli.guard import show_json

        show_json(_data(played, dry_run))
    else:
        _show(played, dry_run)
    return 0


def _text(text: str | None) -> str:
    if text is not None and text != "-":
        return text
    if sys.stdin is None or (text is None and sys.stdin.isatty()):
        raise trouble("pbem.usage.text")
    from pbem.notation.reader import MOST_CHARACTERS

    raw = sys.stdin.buffer.read(4 * MOST_CHARACTERS)
    return raw.decode("utf-16" if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8", errors="replace")


def _told(played: Played) -> list[tuple[Event, str]]:
    """The events the seat may see, each with a line that tells it."""
    from pbem.report.model import tell

    game = played.match.game
    return [(event, tell(game, event)) for event in played.outcome.events if event.seen_by(played.seat)]


def _show(played: Played, dry_run: bool) -> None:
    from pbem.cli.table import next_line, person

    header = played.file.header
    lines = [f"{person(header, played.seat)}: {played.text}"]
    if played.stopped:
        lines.append("  fine so far; the rest is decided by chance once the move is made")
    else:
        lines += [f"  {line}" for _, line in _told(played)]
        lines.append(next_line(played.match, header))
    if dry_run:
        lines.append("only tried: nothing was written")
    else:
        lines.append(f"entry {played.entry}, head {played.head}")
    print("\n".join(lines))


def _data(played: Played, dry_run: bool) -> dict[str, Any]:
    from pbem.cli.table import SCHEMA, waiting_data

    header, match = played.file.header, played.match
    return {
        "schema": SCHEMA,
        "seat": played.seat,
        "understood": played.text,
        "events": [{**event._asdict(), "text": line} for event, line in _told(played)],
        "next": [] if played.stopped else waiting_data(match, header),
        "over": not played.stopped and not match.game.waiting(match.state),
        "stopped_at_chance": played.stopped,
        "entry": played.entry,
        "head": played.head,
        "dry_run": dry_run,
    }
