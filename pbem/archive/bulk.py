"""Checks many files, over several processes if there is more than one to use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice

from pbem.archive.check import Checked, Terms, check_file

CHUNK = 64  # files that are handed to a process at once


def check_all(paths: Iterable[str], terms: Terms, jobs: int = 1) -> Iterator[Checked]:
    """Checks files and yields what was found in the order they were named; holds only a few results at a time."""
    rest = iter(paths)
    first = list(islice(rest, CHUNK))
    if jobs <= 1 or len(first) < 2:
        yield from (check_file(path, terms) for path in first)
        yield from (check_file(path, terms) for path in rest)
        return
    yield from _spread([*first, *rest], terms, jobs)


def _spread(paths: list[str], terms: Terms, jobs: int) -> Iterator[Checked]:
    """Hands chunks to processes that share what is loaded already; each builds its parser at its first log."""
    from multiprocessing import get_context

    size = max(1, min(CHUNK, -(-len(paths) // jobs)))
    chunks = [paths[i : i + size] for i in range(0, len(paths), size)]
    with get_context("fork").Pool(min(jobs, len(chunks))) as pool:
        for results in pool.imap(partial(_check_chunk, terms), chunks):
            yield from results


def _check_chunk(terms: Terms, paths: list[str]) -> list[Checked]:
    return [check_file(path, terms) for path in paths]
