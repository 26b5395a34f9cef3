"""Words of the players in a log: read, and given.

! wait for words
! word blue: heron 42         a plain word, before the game is set up
! start
! seal blue 2: <hex>          the hash of a word that is to be opened in round 2
! open blue 2: grey otter     that word; the dice of round 3 depend on it
"""

from __future__ import annotations

from pbem.core import pbem1
from pbem.core.fair import WHOLE
from pbem.core.named import NamedTuple
from pbem.core.words import LONGEST, MOST_WITHHELD, Words, plain_word
from pbem.gamefile.log import Log, waits
from pbem.gamefile.schema import Header
from pbem.gamefile.trouble import trouble

_OPEN = "* open round "
_SEAL_DIGITS = 64


class Said(NamedTuple):
    """One referee line about a word: `kind` is word, seal or open; `round` is 0 for a plain word."""

    kind: str
    seat: str
    round: int
    text: str

    def line(self) -> str:
        number = f" {self.round}" if self.round else ""
        return f"! {self.kind} {self.seat}{number}: {self.text}"


def read_said(text: str) -> Said | None:
    """Reads the text of a referee line; None when it is not about a word."""
    head, _, rest = text.partition(": ")
    words = head.split(" ")
    if words[0] == "word" and len(words) == 2:
        return Said("word", words[1], 0, rest)
    if words[0] in ("seal", "open") and len(words) == 3 and words[2].isdecimal() and len(words[2]) < 6:
        return Said(words[0], words[1], int(words[2]), rest)
    return None


def read_words(header: Header, log: Log) -> Words:
    """All words of a log; the first of its kind counts."""
    plain: dict[str, str] = {}
    sealed: dict[str, dict[int, dict[str, str]]] = {"seal": {}, "open": {}}
    for entry in log.entries:
        said = read_said(entry.text) if not entry.seat else None
        if said is not None:
            found = plain if said.kind == "word" else sealed[said.kind].setdefault(said.round, {})
            found.setdefault(said.seat, said.text)
    seats = tuple(info.seat for info in header.seats)
    return Words(header.id, unhex(header.commitment.get(WHOLE, "")), seats, plain, sealed["seal"], sealed["open"])


def unhex(digits: str) -> bytes:
    """Bytes from hexadecimal digits; empty when they are none."""
    try:
        return bytes.fromhex(digits)
    except ValueError:
        return b""


def round_now(log: Log) -> int:
    """The last round whose dice have been shown, also in entries that were taken back; 0 before the first."""
    lines = [*log.setup, *(line for entry in log.entries for line in entry.draws)]
    numbers = [line[len(_OPEN) :].partition(" ")[0] for line in lines if line.startswith(_OPEN)]
    return max((int(number) for number in numbers if number.isdecimal() and len(number) < 7), default=0)


def told(header: Header, log: Log) -> str:
    """One line about the words of a game; empty for a log whose chance was not drawn by the program."""
    if not header.commitment:
        return ""
    words, now = read_words(header, log), round_now(log)
    given = [seat for seat in words.seats if seat in words.plain]
    some = f"{len(given)} of {len(words.seats)} players"
    line = f"words: {some} so far" if waits(log) else f"words: {some if given else 'none, so the host could choose'}"
    for number, verb in ((now, "opened"), (now + 1, "sealed")):
        seats = (words.opens if verb == "opened" else words.seals).get(number, {})
        line += f"; {verb} for round {number}: {', '.join(seats)}" if seats else ""
    missing = words.missing(now)
    return f"{line}; still to open: {', '.join(missing)}" if missing else line


def give_word(header: Header, log: Log, seat: str, text: str) -> Said:
    """A plain word, which is taken until the game is set up; raises Refused."""
    if not waits(log):
        raise trouble("pbem.word.late", seat=seat)
    if seat in read_words(header, log).plain:
        raise trouble("pbem.word.twice", seat=seat, what="word")
    return Said("word", seat, 0, _checked(text))


def give_seal(header: Header, log: Log, seat: str, digits: str) -> Said:
    """The seal of a word that is to be opened in the next round; raises Refused."""
    words, number = read_words(header, log), round_now(log) + 1
    if len(digits) != _SEAL_DIGITS or not unhex(digits):
        raise trouble("pbem.word.seal", found=digits[:80], digits=_SEAL_DIGITS)
    if seat in words.seals.get(number, {}):
        raise trouble("pbem.word.twice", seat=seat, what=f"seal for round {number}")
    if words.withheld(seat, number - 1) >= MOST_WITHHELD:
        raise trouble("pbem.word.withheld", seat=seat, limit=MOST_WITHHELD)
    return Said("seal", seat, number, digits.lower())


def give_open(header: Header, log: Log, seat: str, text: str) -> Said:
    """The word of a seal that was given in the last round; raises Refused."""
    words, now = read_words(header, log), round_now(log)
    seal = words.seals.get(now, {}).get(seat)
    if seal is None:
        raise trouble("pbem.word.unsealed", seat=seat, round=now)
    if seat in words.opens.get(now, {}):
        raise trouble("pbem.word.twice", seat=seat, what=f"opened word for round {now}")
    word = _checked(text)
    if pbem1.seal(header.id, seat, now, word).hex() != seal:
        raise trouble("pbem.word.other", seat=seat, round=now)
    return Said("open", seat, now, word)


def _checked(text: str) -> str:
    word = plain_word(text)
    if word is None:
        raise trouble("pbem.word.text", limit=LONGEST)
    return word
