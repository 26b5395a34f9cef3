"""What people put around an order: numbers and stars of lists, quotes, thanks, an introduction, commas for `;`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from unicodedata import category

_BULLET = re.compile(r"\s*(?:[*•·▪◦‣●○■►▸➢➤✓✔§–—-]|\d{1,2}[.)])\s+(?=[^\W\d]|[\"'‘“„`])")
_THANKS = re.compile(r"[,;\s–—-]+(?:please|pls|thanks|thank you|thx|cheers|bitte|danke|merci|por favor)$", re.I)
# "Here is my move:", "my move is", "I play", as far as they stand in front of moves.
_HERE = r"(?:ok(?:ay)?(?: then)?,? |so,? )?(?:(?:here is|here's|here’s|hier ist|hier|voici|ecco|aquí está|oto) )?"
_MY = r"(?:my|our|mein|unser|mon|notre|mi|la mia|il mio|mijn|mój|moja|minha|o meu|meu|mitt|min|мой|мои)"
_MOVE = (
    r"(?:moves?|turn(?: [0-9]{1,2})?|orders?|actions?|zug|züge|coups?|jugada|mossa|mosse|zet|ruch|jogada|drag|ход|ходы)"
)
_I_PLAY = (
    r"i(?: will|['’]ll| would like to|['’]d like to)? (?:play|do|choose|take)|play|move"
    r"|ich (?:spiele|nehme|mache|wähle)|je (?:joue|prends)"
    r"|(?:yo )?juego|(?:io )?gioco|ik speel|(?:ja )?gram|(?:eu )?jogo|jag spelar|я играю"
)
_INTRODUCED = re.compile(
    rf"{_HERE}(?:{_MY} )?(?:next )?{_MOVE}(?: is| ist| sind| are)?\s*[:=：]\s*(?=\S)"
    r"|(?:私の手|我的行动|我的行動|我的回合|ok(?:ay)?(?: then)?)\s*[:：]\s*(?=\S)"
    rf"|(?:{_I_PLAY})\s*:?\s+(?=\S)",
    re.I,
)
_BETWEEN = re.compile(r"\s*(?:(?:[,&+]|\band\b|\bthen\b|\bund\b|\bdann\b)\s*)+", re.I)
_ASKED = re.compile(
    r"(?:please |pls |bitte )?(?:(?:show|send|give) )?(?:me )?(?:the |my )?(report|status|legal|history|help)"
    r"(?: moves?| me| again)*(?: please| pls| bitte)?[\s.!?]*"
)
_REPORT = re.compile(
    r"IT IS YOUR TURN, .*|Answer for instance:|LEGAL MOVES, READY TO PASTE|={72}|Report for .{1,70}\)"
    r"|Game [a-z0-9-]{1,40}, entry [0-9]{1,6}(?:, round [0-9]{1,3})?\. Report for .{1,80}"  # as the HTML has it
)
_PAIRS = {"'": "'", "`": "`", "’": "’", "‘": "’", "(": ")", "[": "]", "*": "*", "_": "_"}
_END = " \t.!…。．！\ufe0f"
MOST_PARTS = 8


def is_of_report(line: str) -> bool:
    """True for lines that only our reports have: below one that is quoted without a mark nothing is the writer's."""
    return _REPORT.fullmatch(line.strip()) is not None


def unwrapped(line: str) -> str:
    """A line without the number or star of a list and without quotes around all of it."""
    bullet = _BULLET.match(line)
    line = line[bullet.end() :].strip() if bullet else line.strip()
    while len(line) > 2 and _PAIRS.get(line[0]) == line[-1]:
        line = line[1:-1].strip()
    return line


def without_end(line: str) -> str:
    """A line without thanks, exclamation marks and pictures at its end; a question mark stays: it asks, not orders."""
    shorter = line
    while shorter and (shorter[-1] in _END or category(shorter[-1]) in ("So", "Sk", "Cf")):
        shorter = shorter[:-1]
    shorter = _THANKS.sub("", shorter)
    return shorter if shorter == line else without_end(shorter)


def asked_for(line: str) -> str:
    """What a line asks to see in more than one word: `legal moves?`, `show me the report`; empty when it does not."""
    match = _ASKED.fullmatch(line)
    return match[1] if match else ""


def readings(line: str, is_moves: Callable[[str], bool]) -> Iterator[str]:
    """The moves a line may stand for, when it cannot be read as it is."""
    plain = without_end(unwrapped(line))
    yield plain
    introduced = _INTRODUCED.match(plain)
    if introduced:
        plain = plain[introduced.end() :]
        yield plain
    yield _parted(plain, is_moves)


def _parted(line: str, is_moves: Callable[[str], bool]) -> str:
    """Moves that stand in one line with commas or `and` between them, with `;` instead; empty when they are not."""
    parts = _BETWEEN.split(line)
    if not 1 < len(parts) <= MOST_PARTS:
        return ""
    found: list[str] = []
    while parts:
        joined = (", ".join(parts[:end]) for end in range(len(parts), 0, -1))
        move = next((text for text in joined if is_moves(text)), "")
        if not move:
            return ""
        found.append(move)
        del parts[: move.count(", ") + 1]
    return "; ".join(found)
