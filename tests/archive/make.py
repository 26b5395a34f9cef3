"""Makes the corpus of damaged logs and its verdicts: `python -m tests.archive.make`; then read the difference.

Logs that begin with `hand-` were written by people and are only judged again; so are all with `--verdicts`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from pbem.archive.check import check_text
from pbem.rules import find_game
from tests import shell  # noqa: F401 (makes the toy game known)
from tests.archive.damage import EVERY_KIND, Damaged, damaged
from tests.archive.logs import configs, table_log
from tests.archive.verdict import CORPUS, read_index, verdict, write_index

GAMES = {"marcopolo": 2, "samarkand": 2, "caravan": 1}  # logs of every kind of damage
ENTRIES = 26
ATTEMPTS = 40
SEVERAL = ("typo", "seat", "number")


def main() -> None:
    """Writes the logs, judges them, and writes the index."""
    CORPUS.mkdir(exist_ok=True)
    known = {name: row.damage for name, row in read_index().items()} if "--verdicts" in sys.argv else dict(made())
    hand = {path.name: path.read_text().partition("\n")[0].lstrip("# ") for path in sorted(CORPUS.glob("hand-*.log"))}
    write_index({name: verdict(name, damage) for name, damage in sorted({**known, **hand}.items())})


def made() -> Iterator[tuple[str, str]]:
    """Damages logs of bots; yields the name of each file and what is wrong in it."""
    for path in CORPUS.glob("bot-*.log"):
        path.unlink()
    for game, count in GAMES.items():
        for kind in EVERY_KIND:
            for number in range(1, count + 1):
                if found := _visible(game, kind, number):
                    yield _written(f"bot-{game}-{kind.replace(' ', '-')}-{number}.log", [found])
        yield _written(f"bot-{game}-several.log", _several(game))


def _written(name: str, damages: list[Damaged]) -> tuple[str, str]:
    (CORPUS / name).write_text(damages[-1].text, encoding="utf-8")
    return name, ", ".join(f"{damage.kind} {damage.line}" for damage in damages)


def _sound(game: str, number: int, attempt: int) -> str:
    rules = find_game(game)
    every = configs(rules)
    config = every[(11 * number + 5 * attempt) % len(every)]
    return table_log(rules, config, f"corpus-{number}-{attempt}", ENTRIES, known=bool((number + attempt) % 2))


def _visible(game: str, kind: str, number: int) -> Damaged | None:
    """A damage that can be seen at all: another number may be as legal as the true one."""
    for attempt in range(ATTEMPTS):
        found = damaged(kind, _sound(game, number, attempt), Random(f"{game} {kind} {number} {attempt}"))
        if found and check_text("", found.text).problems:
            return found
    return None


def _several(game: str) -> list[Damaged]:
    """Three damages in one log, far enough from each other."""
    for attempt in range(ATTEMPTS * 20):
        random = Random(f"{game} several {attempt}")
        found: list[Damaged] = []
        text = _sound(game, 1, 0)
        for kind in SEVERAL:
            damage = damaged(kind, text, random)
            found += [damage] if damage else []
            text = damage.text if damage else text
        lines = sorted(damage.line for damage in found)
        if len(lines) == len(SEVERAL) and all(b - a > 4 for a, b in pairwise(lines)):
            return found
    raise AssertionError(f"no place for {SEVERAL} in a log of {game}")


if __name__ == "__main__":
    main()
