"""The canonical form of a log: the same moves in the words a game file has; comments and blank lines survive.

An entry that can be played is written as it was understood there (`take 2` names the tile, `to beijing` the way); one
that cannot be played, or comes behind such a one, is written word by word; one that cannot be read stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.archive.barelog import HEADER, has_log, plain_value
from pbem.archive.claims import BETWEEN
from pbem.archive.lines import comment_of, plain_draw, uncommented, whole_seat
from pbem.archive.walk import Step, Unfit, Walk, read_entry
from pbem.core.problem import Problem, Refused, Span
from pbem.gamefile import profile
from pbem.gamefile.log import Entry, standing
from pbem.gamefile.store import GameFile
from pbem.gamefile.trouble import trouble
from pbem.notation.clean import clean_line
from pbem.notation.reader import format_turn


def formatted(file: GameFile, text: str) -> str:
    """The whole text of a log in canonical form; raises Refused for a game file, which always is in it."""
    if file.saved is not None or "sealed" in file.document.keys:
        raise trouble("pbem.fmt.game", Span(1, 1, 2, file.path))
    lines = canonical_lines(file)
    if not has_log(text):
        head = [_header_line(line) for line in text.split("\n")[: file.document.first - 1]]
        return "\n".join([*head, *lines]) + "\n"
    return profile.write(file.header.keys(), lines)


def form_problems(file: GameFile, text: str) -> list[Problem]:
    """Every line that is not in canonical form, with the form it would have."""
    lines = canonical_lines(file)
    found = [
        Problem("pbem.log.form", {}, file.line_span(i), (other or "a blank line",))
        for i, (line, other) in enumerate(zip(file.document.lines, lines, strict=True))
        if line != other
    ]
    head = text.split("\n")[: file.document.first - 1] if not has_log(text) else []
    others = [(i, line, _header_line(line)) for i, line in enumerate(head, 1)]
    top = [
        Problem("pbem.log.form", {}, Span(i, 1, max(2, len(line) + 1), file.path, line), (other,))
        for i, line, other in others
        if line != other
    ]
    return top + found


def canonical_lines(file: GameFile) -> list[str]:
    """The lines of the log in canonical form, one for one."""
    lines = [_plain_line(line, file.seats) for line in file.document.lines]
    texts = _texts(file)
    for entry in file.log.entries:
        if entry.seat:
            comment = comment_of(file.log.lines[entry.line])
            line = f"{entry.seat}: {texts.get(entry.number, entry.text)}"
            lines[entry.line] = f"{line}  {comment}" if comment else line
    return lines


def _texts(file: GameFile) -> dict[int, str]:
    """The canonical text of every entry that can be read."""
    texts = {entry.number: text for entry in file.log.entries if entry.seat and (text := _read_text(file, entry))}
    try:
        walk = Walk.start(file, file.log)
        for entry in standing(file.log.entries):
            texts[entry.number] = _played_text(file, walk.step(entry))
    except (Unfit, Refused):
        pass
    return texts


def _played_text(file: GameFile, step: Step) -> str:
    """What was played; the words of the log where that would leave nothing."""
    return format_turn(file.game, step.moves) or step.entry.text


def _read_text(file: GameFile, entry: Entry) -> str:
    try:
        return format_turn(file.game, tuple(read_entry(file.game, entry)))
    except Unfit:
        return ""


def _plain_line(line: str, seats: Mapping[str, str]) -> str:
    """A line of chance, referee, assertion or comment with single blanks; entries are written elsewhere."""
    text = clean_line(line).text
    mark = text.lstrip()[:1]
    if mark == "#":
        return line.strip()
    if mark == "!":
        return _referee(line.strip())
    if mark not in ("*", "="):
        return line.strip()
    comment = comment_of(line)
    said = uncommented(text)
    plain = plain_draw(said, seats) if mark == "*" else _claim(said, seats)
    return f"{plain}  {comment}" if comment else plain


def _claim(said: str, seats: Mapping[str, str]) -> str:
    """An assertion with single blanks and whole seats: `=b coins 7` is `= blue coins 7`."""
    parts = [part.split() for part in BETWEEN.split(said[1:])]
    whole = (" ".join([whole_seat(part[0], seats), *part[1:]]) for part in parts if part)
    return f"= {', '.join(whole)}".rstrip()


def _referee(line: str) -> str:
    """`! undo 2 by blue: reason`: the words before the colon in lower case, the reason as it is."""
    said, colon, reason = line[1:].partition(":")
    return " ".join(("!", *said.lower().split())) + (f": {reason.strip()}" if colon else "")


def _header_line(line: str) -> str:
    line = line.removeprefix("\ufeff")
    key, colon, value = line.partition(":")
    if not colon or key.strip().lower() not in HEADER or line.lstrip().startswith("#"):
        return line.strip()
    comment = comment_of(value)
    name = HEADER[key.strip().lower()]
    plain = plain_value(name, value.partition("#")[0])
    return f"{name}: {plain}" + (f"  {comment}" if comment else "")
