"""Reports keep to 72 columns and tell first what is asked, whatever names and games they are about."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import east_asian_width

import pytest

from pbem.bots.driver import Step
from pbem.core.game import Game
from pbem.gamefile.log import public_text
from pbem.report.layout import WIDTH, columns, table, wrap
from pbem.report.model import About, Happened, Report, _grouped, build_report, tell
from pbem.report.text import render_text
from tests.arena import Trial, configs, every_game
from tests.shell import new_game, pbem, play_on
from tests.toygame.caravan import GAME as CARAVAN

NAMES = (
    "Ann",
    "山田太郎" * 9,
    "-".join(["Bartholomew"] * 8),
    "Zoë\x1b[31m\n",
)


def _happened(game: Game, steps: list[Step]) -> list[Happened]:
    return [Happened(i, s.seat, public_text(game, s.outcome.moves), s.outcome.events) for i, s in enumerate(steps, 1)]


def reports(game: Game, config: int = 0) -> list[Report]:
    """Reports of all seats and the public at several points of a game, with difficult names."""
    chosen = configs(game)[config]
    steps = list(Trial(game, chosen, "report").steps())
    names = dict(zip(chosen.seats, NAMES, strict=False))
    found = []
    for i in {0, 1, len(steps) // 2, len(steps) - 1, len(steps)}:
        match = steps[i].before if i < len(steps) else steps[-1].after
        about = About("friday", i, "0123456789abcdef" * 2, names, "friday.yaml")
        happened = _happened(game, steps[max(0, i - 6) : i])
        found += [build_report(game, match.state, seat, about, happened) for seat in (*chosen.seats, None)]
    return found


@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_reports_keep_to_72_columns(game: Game) -> None:
    for report in reports(game):
        text = render_text(report)
        wide = [line for line in text.split("\n") if sum(1 + (east_asian_width(c) in "WF") for c in line) > WIDTH]
        assert wide == []
        assert all(char.isprintable() or char == "\n" for char in text)
        assert text.endswith("\n")
        assert not any(line != line.rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_the_first_lines_say_whose_turn_it_is_what_is_asked_and_an_answer(game: Game) -> None:
    for report in reports(game):
        top = "\n".join(render_text(report).split("\n")[:15])
        assert ("THE GAME IS OVER" in top) == report["over"]
        assert ("IT IS YOUR TURN" in top) == bool(report["asked"])
        for asked in report["asked"]:
            assert f"    {asked['answers'][0]}"[:WIDTH] in top
        for person in report["waiting"]:
            assert f"{person['seat']})" in top or report["asked"]


@pytest.mark.parametrize("game", every_game(), ids=lambda game: str(game.id))
def test_a_report_is_plain_data(game: Game) -> None:
    for report in reports(game):
        assert json.loads(json.dumps(report)) == report


def test_a_report_of_the_toy_game_in_full() -> None:
    config = configs(CARAVAN)[0]._replace(seats=("red", "green"))
    steps = list(Trial(CARAVAN, config, "full").steps())
    turn = next(i for i, step in enumerate(steps) if step.text == "travel")
    match, seat = steps[turn].before, steps[turn].seat
    about = About("friday", turn, "c0ffee", {"red": "Ann", "green": "Ben"}, "friday.yaml")
    text = render_text(build_report(CARAVAN, match.state, seat, about, _happened(CARAVAN, steps[:turn])))
    assert text == GOLDEN


GOLDEN = """\
Caravan - friday - entry 2 - round 1
Report for Ann (red)
========================================================================
IT IS YOUR TURN, Ann (red).
You lead. Travel, or sell at 1.
Answer for instance:
    travel

SINCE YOUR LAST TURN
--------------------
  1 red: bid ?
      red bid {'coins': 3}
  2 green: bid ?
      red led (-3 coins)
      green waited (+1 coin)

MARKET
------
  Round 1, price 1, 18 cards in the deck.
  Goal of red: salt-4

SEATS
-----
  seat   coins  cards
  red        0
  green      4

SCORE SO FAR
------------
         Ann (red)  Ben (green)
  coins          0            4
  goods          0            0
  goal           0            0
  total          0            4

LEGAL MOVES, READY TO PASTE
---------------------------
  travel
1 in all. Every one of them: pbem legal friday.yaml

Entry 2, head c0ffee
"""


def test_events_are_told_with_their_amounts() -> None:
    from pbem.core.event import Event

    assert tell(CARAVAN, Event("sold", "red", {"coins": 3, "silk": -1, "tea": 0})) == "red sold (+3 coins, -1 silk)"
    assert tell(CARAVAN, Event("sold", "red", {"coins": 1, "silk": -1})) == "red sold (+1 coin, -1 silk)"
    facts = {"moves": ["keep silk"], "why": "caravan.keep.offer", "numbers": {"found": "silk"}}
    told = tell(CARAVAN, Event("lapsed", "red", facts=facts))
    assert told == "red: no longer possible and left out: keep silk (no silk was turned up)"


def test_lines_are_wrapped_between_words_and_long_words_are_cut() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("one two three", 9, "- ") == ["- one two", "  three"]
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrap("", 10) == [""]
    assert all(columns(line) <= 7 for line in wrap("山田太郎 花子", 7))


def test_a_table_is_narrowed_where_it_is_widest() -> None:
    lines = table(("a", "words"), [("1", "one two three four"), ("22", "five")], width=16)
    assert lines == ["   a  words", "   1  one two", "      three four", "  22  five"]


def test_a_table_that_cannot_fit_becomes_a_list() -> None:
    lines = table(tuple("abcdefgh"), [("longer word",) * 8], width=24)
    assert all(columns(line) <= 24 for line in lines)
    assert lines[0].startswith("  a longer word;")


def test_an_order_between_two_turns_does_not_hide_what_others_did(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    new_game(path, "samarkand", 3)
    for seat, text in (("amber", "marry egypt; keep all"), ("coral", "marry china; keep all"), ("amber", "never sell")):
        assert pbem("move", path, text, "--seat", seat).code == 0
    told = pbem("report", path, "--seat", "amber").out
    assert "coral marries into china" in told and "amber gives a standing order: never sell" in told


def test_what_is_opened_after_the_end_does_not_flood_the_last_report(tmp_path: Path) -> None:
    path = tmp_path / "friday.yaml"
    new_game(path)
    play_on(path)
    assert path.read_text().count("! opened ") > 3
    told = pbem("report", path, "--seat", "red").out
    assert told.count("referee: opened") == told.count("referee: opened seed") == 1


def test_of_many_moves_of_a_verb_some_from_all_over_the_list_are_shown() -> None:
    clauses = [f"buy {n}" for n in range(1, 101)] + ["buy 7 as 3", "sell 1"]
    buy, sell = _grouped(clauses)["verbs"]
    assert (buy["count"], len(buy["moves"]), buy["moves"][0], buy["moves"][-1]) == (101, 8, "buy 1", "buy 100")
    assert sell["moves"] == ["sell 1"]
