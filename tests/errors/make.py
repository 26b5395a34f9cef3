"""Writes the answers of all corpora again: `python -m tests.errors.make [GAME]`."""

from __future__ import annotations

import sys

from tests.errors import files, rewritten

if __name__ == "__main__":
    for path in files():
        if not sys.argv[1:] or path.stem in sys.argv[1:]:
            path.write_text("\n".join(rewritten(path)), "utf-8")
