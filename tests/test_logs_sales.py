"""Sales in logs of Samarkand that people keep at the table: no standing orders, no chance lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.table import laid
from tests.shell import pbem

LOG = """\
game: Samarkand
seats: amber=Ann, coral=Ben, ebony=Cem
amber: marry egypt; keep all
coral: marry china; keep all
ebony: marry sindh; keep all
amber: marry khwarezm; keep all
coral: marry georgia; keep all
ebony: marry china; keep all
amber: expand khwarezm otrar ustyurt
Ben: sell 4
Ann: sell 3
coral: expand georgia circassia shirvan
coral: sell 7
ebony: expand china to khuttal
= amber dirhams 7
= coral dirhams 9
"""
ENTRIES = 12


def changed(old: str, new: str) -> str:
    assert LOG.count(old) == 1
    return LOG.replace(old, new)


def test_a_sale_is_told_by_its_seller_behind_the_expansion(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path, LOG))
    assert said.code == 0 and f"fine; {ENTRIES} of {ENTRIES} entries played" in said.err, said


def test_it_comes_to_the_same_as_chance_lines(tmp_path: Path) -> None:
    lines = LOG.replace("Ben: sell 4", "* draw sale-4 coral").replace("Ann: sell 3", "* draw sale-3 amber")
    lines = lines.replace("coral: sell 7", "* draw sale-2 none\n* draw sale-7 coral")
    assert pbem("check", laid(tmp_path, lines)).code == 0


def test_a_card_of_which_nothing_is_said_was_kept(tmp_path: Path) -> None:
    kept = changed("Ann: sell 3\n", "").replace("amber dirhams 7", "amber dirhams 4")
    assert pbem("check", laid(tmp_path, kept)).code == 0


def test_a_sale_that_is_forgotten_shows_in_the_next_assertion(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path, changed("Ann: sell 3\n", "")))
    assert said.code == 1 and "amber dirhams is 4, not 7 [pbem.log.claim]" in said.out


def test_a_sale_once_somebody_has_acted_is_too_late(tmp_path: Path) -> None:
    late = changed(
        "Ann: sell 3\ncoral: expand georgia circassia shirvan\n",
        "coral: expand georgia circassia shirvan\nAnn: sell 3\n",
    )
    said = pbem("check", laid(tmp_path, late))
    assert said.code == 1 and "[samarkand.sell.late]" in said.out


@pytest.mark.parametrize("second", ["ebony: sell 4", "Ben: sell 4"])
def test_a_card_is_sold_once(tmp_path: Path, second: str) -> None:
    said = pbem("check", laid(tmp_path, changed("Ben: sell 4", f"Ben: sell 4\n{second}")))
    assert said.code == 1 and "[samarkand.sell.late]" in said.out


def test_who_is_known_not_to_hold_a_card_cannot_have_sold_it(tmp_path: Path) -> None:
    hands = (
        "* draw amber 1 2\n* draw coral 5 6\n* draw ebony 8 9\namber: marry egypt; keep all\n* draw amber 10 11 12\n"
    )
    text = changed("amber: marry egypt; keep all\n", hands)
    text = text.replace("amber: marry khwarezm; keep all\n", "amber: marry khwarezm; keep all\n* draw amber 13 14 15\n")
    said = pbem("check", laid(tmp_path, text))
    assert said.code == 1 and "[samarkand.sell.held]" in said.out


def test_a_log_that_says_none_once_must_tell_every_sale(tmp_path: Path) -> None:
    said = pbem("check", laid(tmp_path, changed("coral: sell 7\n", "* draw sale-2 none\n* draw sale-7 coral\n")))
    assert said.code == 1 and "expected '* draw sale-4'" in said.out


def test_to_go_on_a_log_needs_the_standing_orders(tmp_path: Path) -> None:
    path, made = laid(tmp_path, LOG), tmp_path / "friday.yaml"
    said = pbem("import", path, "--deal", "--out", made)
    assert said.code == 1 and "[pbem.import.deal]" in said.err and not made.exists()
    orders = LOG.replace("Ben: sell 4\n", "* draw sale-4 coral\n").replace("Ann: sell 3\n", "* draw sale-3 amber\n")
    orders = orders.replace("coral: sell 7\n", "* draw sale-7 coral\n")
    orders = orders.replace(
        "amber: expand", "Ben: always sell 4\nAnn: always sell 3\nBen: always sell 7\namber: expand"
    )
    said = pbem("import", laid(tmp_path, orders), "--deal", "--out", made)
    assert said.code == 0 and pbem("check", made).code == 0, said
