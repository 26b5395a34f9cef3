"""Makes the table of docs/reliability.md from the figures of a full run.

`python -m tests.reliability.table FIGURES [PAGE DATE]` prints the table, or puts it with its date into the page.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"
SAME = ("bytes", "processes", "answers")  # tell how large something is, and are not added up
CONTROL = " control"


def read_figures(text: str) -> dict[str, dict[str, int]]:
    """The figures of a run by test; those of its parts are added up."""
    found: dict[str, dict[str, int]] = {}
    for line in text.splitlines():
        numbers: dict[str, Any] = json.loads(line)
        row = found.setdefault(_name(numbers.pop("test")), {"runs": 0})
        row["runs"] += 1
        for name, number in numbers.items():
            row[name] = number if name in SAME else row.get(name, 0) + number
    return found


def _name(test: str) -> str:
    """The machines of T5 are one row: each is a run of it."""
    return "T5 machines" if test.startswith("T5 python") else test


def _order(test: str) -> tuple[int, bool, str]:
    number = re.match(r"T(\d+)", test)
    return int(number[1]) if number else 0, CONTROL in test, test


def table(figures: dict[str, dict[str, int]]) -> str:
    """The figures as a table, tests in order, each with its controls behind it."""
    rows = ["| test | figures of the run |", "|---|---|"]
    for test in sorted(figures, key=_order):
        numbers = {name: number for name, number in figures[test].items() if name != "runs" or test == "T5 machines"}
        rows.append(f"| {test} | {', '.join(f'{name} {number:,}' for name, number in numbers.items())} |")
    return "\n".join(rows)


def put(page: str, rows: str, date: str) -> str:
    """The page with another table between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, mark, after = rest.partition(END)
    assert mark, "the page has no place for the figures"
    return f"{before}{BEGIN}\nLast full run: {date}.\n\n{rows}\n{END}{after}"


def main(figures: str, page: str = "", date: str = "") -> None:
    rows = table(read_figures(Path(figures).read_text()))
    if not page:
        print(rows)
        return
    where = Path(page)
    where.write_text(put(where.read_text(), rows, date))


if __name__ == "__main__":
    main(*sys.argv[1:])
