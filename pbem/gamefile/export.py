"""Exports the log of a game as the public, one seat or, after the end, everybody may see it; in the same format."""

from __future__ import annotations

from pbem.core.chance import UNKNOWN, Draw
from pbem.core.engine import Match
from pbem.core.fair import Fair
from pbem.gamefile import profile
from pbem.gamefile.log import Log, parse_draw, seat_line, start_entry
from pbem.gamefile.replay import Player, open_match
from pbem.gamefile.schema import Header, SeatInfo
from pbem.gamefile.store import GameFile, Secrets
from pbem.gamefile.trouble import trouble

PUBLIC = "public"
EVERYTHING = "all"


def export(file: GameFile, audience: str) -> str:
    """The text of a file with header and log, without position, secrets and addresses."""
    header = file.header._replace(seats=tuple(SeatInfo(info.seat, info.name) for info in file.header.seats))
    if audience == PUBLIC:
        return profile.write(header.keys(), file.log.lines)
    if file.secrets is None:
        raise trouble("pbem.file.key", path=file.path)
    if audience == EVERYTHING:
        return _everything(file, header, file.secrets)
    return profile.write(header.keys(), _lines_for(file, file.secrets, audience))


def _everything(file: GameFile, header: Header, secrets: Secrets) -> str:
    match = open_match(file)
    if match.game.waiting(match.state):
        raise trouble("pbem.game.not-over", None, tuple(info.seat for info in header.seats))
    lines = list(file.log.lines)
    for entry in file.log.entries:
        if text := secrets.moves.get(str(entry.number)):
            lines[entry.line] = f"{entry.seat}: {text}"
    where = _draw_lines(file.log)
    for number, told in secrets.past.items():
        for line, whole in zip(where.get(int(number), []), told, strict=False):
            lines[line] = whole
    return profile.write(header._replace(seed=secrets.seed.hex()).keys(), lines)


def _lines_for(file: GameFile, secrets: Secrets, seat: str) -> list[str]:
    """The log with the seat's own secret moves and the results of chance that only it may see."""
    lines = list(file.log.lines)
    for entry in file.log.entries:
        text = secrets.moves.get(str(entry.number))
        if text and entry.seat == seat:
            lines[entry.line] = f"{entry.seat}: {text}"
    _show_draws(file, secrets, seat, lines)
    return lines


def _show_draws(file: GameFile, secrets: Secrets, seat: str, lines: list[str]) -> None:
    where = _draw_lines(file.log)
    player = Player(file.game, file.header, file.log, secrets)
    player.draws = {}
    match = player.run()
    for number, draws in player.draws.items():
        for line, draw in zip(where.get(number, []), draws, strict=False):
            lines[line] = seat_line(draw, seat)
    start = start_entry(file.log)
    _show_dealt(match, seat, lines, where.get(start.number if start else 0, []))


def _show_dealt(match: Match, seat: str, lines: list[str], where: list[int]) -> None:
    """Shows the seat what it was dealt out of decks at set-up, with the proof behind the set-up."""
    known = {(draw.kind, draw.label): draw for draw in match.game.draws(match.state, seat)}
    proofs: list[str] = []
    for line in where:
        public = parse_draw(lines[line])
        if own := known.get((public.kind, public.label)):
            lines[line] = _merged(public, own).line()
            cards = tuple(card for card in own.values if card not in (*public.values, UNKNOWN))
            proof = match.chance.proof(cards) if isinstance(match.chance, Fair) else ()
            proofs += [Draw("show", seat, cards, seat, proof).line()] if proof else []
    lines[where[-1] + 1 : where[-1] + 1] = proofs


def _merged(public: Draw, own: Draw) -> Draw:
    """What everybody knows of a draw together with what one seat knows."""
    values = list(own.values) + ["?"] * (len(public.values) - len(own.values))
    both = zip(values, [*public.values, *["?"] * (len(values) - len(public.values))], strict=True)
    return Draw(public.kind, public.label, tuple(b if a == "?" else a for a, b in both))


def _draw_lines(log: Log) -> dict[int, list[int]]:
    """For every entry (0: set-up) the lines of its chance results."""
    starts = {entry.line: entry.number for entry in log.entries}
    found: dict[int, list[int]] = {}
    number = 0
    for i, line in enumerate(log.lines):
        number = starts.get(i, number)
        if line.startswith("*"):
            found.setdefault(number, []).append(i)
    return found
