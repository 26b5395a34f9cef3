"""Checks many logs, one after another and over two processes, and prints logs per second and what is left in memory.

usage: bulk.py COUNT

Every fifth log is damaged. The measurement stops when two processes find anything else than one. Memory is the peak of
this process, which checks all logs itself: how much it grows after the first tenth of them.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from corpus import configs  # noqa: E402

from pbem.archive.bulk import check_all  # noqa: E402
from pbem.archive.check import Checked, Terms  # noqa: E402
from pbem.rules import find_game, own_games  # noqa: E402
from tests.archive.damage import EVERY_KIND, damaged  # noqa: E402
from tests.archive.logs import table_log  # noqa: E402

ENTRIES = 40
EVERY_NTH_DAMAGED = 5


def write_logs(folder: Path, count: int) -> list[str]:
    """Writes logs of all games in turn; every one is another game."""
    games = [find_game(name) for name in own_games()]
    settings = [configs(game) for game in games]
    random = Random(1)
    paths = []
    for number in range(count):
        which = number % len(games)
        text = table_log(games[which], next(settings[which]), f"bulk-{number}", ENTRIES, known=number % 4 < 2)
        damage = damaged(random.choice(EVERY_KIND), text, random) if number % EVERY_NTH_DAMAGED == 0 else None
        path = folder / f"{number:05}.log"
        path.write_text(damage.text if damage else text)
        paths.append(str(path))
    return paths


def main(count: int) -> None:
    with TemporaryDirectory(prefix="pbem-bulk-") as folder:
        paths = write_logs(Path(folder), count)
        seconds, spread = _timed(check_all(paths, Terms(), 2))
        results = check_all(paths, Terms())
        started = perf_counter()
        first = [_digest(result) for result in islice(results, count // 10)]
        before = _peak()
        serial = first + [_digest(result) for result in results]
        alone = perf_counter() - started
        grown = _peak() - before
    assert serial == spread, "two processes find something else than one"
    print(json.dumps({"logs": count, "rate": count / seconds, "serial": count / alone, "grown": grown}))


def _timed(results: Iterable[Checked]) -> tuple[float, list[int]]:
    start = perf_counter()
    found = [_digest(result) for result in results]
    return perf_counter() - start, found


def _digest(result: Checked) -> int:
    """A number for a verdict, so that the verdicts themselves need not be kept."""
    from zlib import crc32

    return crc32(repr(result).encode())


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(int(sys.argv[1]))
