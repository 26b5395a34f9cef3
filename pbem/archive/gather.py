"""Finds the files that a command is told to look at: files, folders, patterns, standard input."""

from __future__ import annotations

import os
from collections.abc import Iterator
from glob import glob, has_magic

STDIN = "-"
ENDINGS = (".yaml", ".yml", ".log")  # what is taken from a folder


def gather(words: tuple[str, ...]) -> Iterator[str]:
    """The paths that are meant, each once; a name that is nowhere is kept, so that its absence can be told."""
    seen: set[str] = set()
    for word in words:
        for path in _expand(word):
            if path not in seen:
                seen.add(path)
                yield path


def _expand(word: str) -> Iterator[str]:
    if word != STDIN and os.path.isdir(word):
        yield from _inside(word)
    elif word != STDIN and has_magic(word) and not os.path.exists(word):
        found = sorted(glob(word, recursive=True))
        for path in found or [word]:
            yield from _inside(path) if os.path.isdir(path) else [path]
    else:
        yield word


def _inside(folder: str) -> Iterator[str]:
    """The logs and game files of a folder and of those in it, in order."""
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (os.path.join(where, name) for name in sorted(files) if _is_log(name))


def _is_log(name: str) -> bool:
    return name.endswith(ENDINGS) and not name.startswith(".")
