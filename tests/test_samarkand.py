"""Samarkand beyond its rule cases: chance, notation, secrets of hands, orders and questions, replay, texts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from pbem.bots.driver import Step, bots_for, play_steps, send, start_match
from pbem.core.chance import Draw, Recorded, Seeded
from pbem.core.engine import Match, Outcome, play_entry
from pbem.core.game import Config, ParseProblem
from pbem.core.problem import Problem
from pbem.gamefile.log import public_line, public_text, seat_line
from pbem.notation.reader import format_turn
from pbem.report.model import Happened, build_report
from pbem.report.problems import message, text_of
from pbem.report.text import render_text
from pbem.rules.samarkand import GAME, notation
from pbem.rules.samarkand.actions import READ, WRITE
from pbem.rules.samarkand.actions.expand import Expand
from pbem.rules.samarkand.actions.marry import Discard, Marry
from pbem.rules.samarkand.actions.sell import Keep, Order, Sell
from pbem.rules.samarkand.data import FAMILIES, GOOD_BY_NAME, GOODS, SPACES
from pbem.rules.samarkand.notation import GRAMMAR
from tests.rulebook import runner
from tests.rulebook.cases import read_cases
from tests.test_typos import SLIPS

SEATS = GAME.colours
ROOT = Path(__file__).parent.parent
STANDING = Config(SEATS[:3], {"sales": "standing", "first": "listed"})


def position(lines: str, options: str = "") -> Match:
    """A position for three, written like a rule case."""
    text = f"case test A test\nseats amber coral ebony\n{options}\ngiven\n{lines}\nexpect\n  over no\n"
    (case,) = read_cases(text, GAME.id)
    return runner.play(case)


def test_the_goods_cards_are_shuffled_by_chance() -> None:
    decks = {tuple(GAME.setup(STANDING, Seeded("game", bytes([n]))).deck) for n in range(20)}
    assert len(decks) == 20
    state = GAME.setup(STANDING, Seeded("game", b"1"))
    dealt = [card for player in state.players.values() for card in player.hand]
    assert sorted(dealt + state.deck) == sorted(GOODS)


NOTATION: dict[str, tuple[Any, ...]] = {
    "marry levant": (Marry("levant"),),
    "marry into lev": (Marry("levant"),),
    "marry red": (Marry("levant"),),
    "marry georgian": (Marry("georgia"),),
    "marry gray": (Marry("khwarezm"),),
    "marry arabic": (Marry("arabia"),),
    "expand byzant to nicaea": (Expand("byzant", ("nicaea",)),),
    "expand byzant nicaea": (Expand("byzant", ("nicaea",)),),
    "expand levant aleppo raqqa": (Expand("levant", ("aleppo", "raqqa")),),
    "expand levant aleppo, to raqqa": (Expand("levant", ("aleppo", "raqqa")),),
    "expand egypt to nile delta": (Expand("egypt", ("nile-delta",)),),
    "expand egypt thebes black sea, west": (Expand("egypt", ("thebes", "black-sea-w")),),
    "expand egypt to 22": (Expand("egypt", ("siwa",)),),
    "expand egypt to diamond": (Expand("egypt", ("siwa",)),),
    "expand egypt to diamond-22": (Expand("egypt", ("siwa",)),),
    "expand egypt to 22 diamond": (Expand("egypt", ("siwa",)),),
    "expand egypt to siwa (22)": (Expand("egypt", ("siwa",)),),
    "expand egypt nile-delta (16), siwa (22)": (Expand("egypt", ("nile-delta", "siwa")),),
    "expand levant to olive oil und raqqa": (Expand("levant", ("jerusalem", "raqqa")),),
    "expand tigris 18 susa": (Expand("tigris", ("raqqa", "susa")),),
    "expand byzant to nicaea and ephesus": (Expand("byzant", ("nicaea", "ephesus")),),
    "expand byzant to nicaea, then to ephesus": (Expand("byzant", ("nicaea", "ephesus")),),
    "expand byzant nicaea + ephesus": (Expand("byzant", ("nicaea", "ephesus")),),
    "expand egypt to the nile delta": (Expand("egypt", ("nile-delta",)),),
    "expand egypt to the": (Expand("egypt", ("thebes",)),),
    "expand egypt to nile del": (Expand("egypt", ("nile-delta",)),),
    "expand egypt to black sea, west and black sea, east": (Expand("egypt", ("black-sea-w", "black-sea-e")),),
    "expand byzant to varna and the danube mouth": (Expand("byzant", ("varna",)),),
    "expand byzant to varna and nicaea": (Expand("byzant", ("varna", "nicaea")),),
    "discard 7 12": (Discard(("7", "12")),),
    "discard 12, 7": (Discard(("7", "12")),),
    "discard naphtha copper": (Discard(("7", "12")),),
    "discard 7 and 12": (Discard(("7", "12")),),
    "discard 7 & 12": (Discard(("7", "12")),),
    "discard 7 naphtha, 12 copper": (Discard(("7", "12")),),
    "discard 17 olive oil": (Discard(("17",)),),
    "discard none": (Discard(()),),
    "discard nothing": (Discard(()),),
    "discard ? ?": (Discard(("?", "?")),),
    "keep all": (Discard(()),),
    "sell 22": (Sell("22"),),
    "sell diamond-22": (Sell("22"),),
    "sell diamond 22": (Sell("22"),),
    "sell diamond 7": (Sell("7"), Sell("22")),
    "sell lapis lazuli": (Sell("15"),),
    "keep olive oil": (Keep(("17",)),),
    "keep 022": (Keep(("22",)),),
    "always sell 22": (Order("sell", "22"),),
    "always sell 22 7": (Order("sell", "7"), Order("sell", "22")),
    "always sell": (Order("sell", "all"),),
    "always sell all": (Order("sell", "all"),),
    "sell all": (Order("sell", "all"),),
    "never sell": (Order("keep", "all"),),
    "never sell all": (Order("keep", "all"),),
    "never sell dia": (Order("keep", "22"),),
    "always keep 22": (Order("keep", "22"),),
    "forget 22": (Order("forget", "22"),),
    "forget": (Order("forget", "all"),),
    "order ?": (Order("?", "?"),),
}


@pytest.mark.parametrize("clause", list(NOTATION))
def test_every_form_is_read_and_written_again(clause: str) -> None:
    moves = GAME.parse(clause)
    assert moves == NOTATION[clause]
    assert tuple(GAME.parse(GAME.format(move))[0] for move in moves) == moves


def test_the_quick_reader_and_the_grammar_read_the_same() -> None:
    match = start_match(GAME, STANDING, "reader")
    seen: set[str] = set(NOTATION)
    for step in play_steps(match, bots_for(STANDING, "random", "reader"), "reader"):
        seen.update(GAME.format(move) for move in GAME.legal(step.before.state, step.seat))
    seen.update(
        ("pass", "resign", "keep all now", "sell 99", "expand levant to", "forget all", "marry", "never sell 0")
    )
    read = {clause: notation.read_canonical(clause) for clause in seen}
    assert sum(moves is not None for moves in read.values()) > len(NOTATION)
    assert all(moves is None or moves == notation.read_any(clause) for clause, moves in read.items())


def test_every_form_in_the_documentation_is_read() -> None:
    text = (ROOT / "docs" / "notation-samarkand.md").read_text()
    forms = re.findall(r"^\| `([^`]*)` \|", text, re.MULTILINE)
    assert {type(GAME.parse(form)[0]).__name__ for form in forms} == {kind.__name__ for kind in WRITE}
    assert all(GAME.parse(form) for form in forms)


SLIPPED: tuple[tuple[Sequence[str], str], ...] = (
    (FAMILIES, "marry {}"),
    (FAMILIES, "expand {} to nicaea"),
    (SPACES, "expand byzant to {}"),
    (SPACES, "expand byzant nicaea {}"),
    (tuple(GOOD_BY_NAME), "sell {}"),
    (tuple(GOOD_BY_NAME), "discard 7 {}"),
    (GRAMMAR.verbs(), "{} 7"),
)


def test_a_slip_of_the_hand_gets_the_word_that_was_meant() -> None:
    """Among the first three suggestions, below the wrong word; slips that spell something else are left out."""
    random, found = Random(1271), list[bool]()
    for meant, clause in ((word, clause) for words, clause in SLIPPED for word in words):
        for slip in random.sample(SLIPS, 2):
            try:
                GAME.parse(clause.format(slip(meant, random)))
            except ParseProblem as wrong:
                found.append(wrong.start == clause.index("{") and meant in wrong.hints[:3])
    assert len(found) > 600 and sum(found) / len(found) > 0.97


@pytest.mark.parametrize(
    "clause", ["sell ?", "keep ?", "always sell ?", "never sell ? 7", "forget ?", "expand levant ?"]
)
def test_an_unknown_card_can_only_be_discarded(clause: str) -> None:
    with pytest.raises(ParseProblem):
        GAME.parse(clause)


def test_every_alternative_of_the_grammar_has_a_reader() -> None:
    text = (ROOT / "grammar" / "samarkand.lark").read_text()
    found = re.search(r"^start: (.*)$", text, re.MULTILINE)
    assert found and set(found[1].split(" | ")) == set(READ)


# Secrets


def reports(match: Match, seat: str, happened: list[Happened]) -> str:
    report = build_report(match.game, match.state, seat, happened=happened)
    return json.dumps(report) + render_text(report)


def told(before: Match, mover: str, text: str, seat: str) -> list[Any]:
    """All that a seat learns of a text somebody else sends: the log, the events, the report, who is waited for."""
    after, outcome = send(before, mover, text)
    assert not outcome.problems, outcome.problems
    shown = public_text(GAME, outcome.moves)
    happened = [Happened(1, mover, shown, outcome.events)]
    waiting = [(decision.seat, decision.kind, decision.facts) for decision in GAME.waiting(after.state)]
    lines = [seat_line(draw, seat) for draw in outcome.draws]
    return [shown, lines, reports(after, seat, happened), waiting, GAME.dump(after.state)[0]]


ASKED = "  amber families tigris, hand 1\n  coral hand {coral}\n  ebony hand {ebony}\n  deck {deck}\n"
WORLDS = ({"coral": "18", "ebony": "2", "deck": "3"}, {"coral": "2", "ebony": "18", "deck": "3"},
          {"coral": "3", "ebony": "2", "deck": "18"})  # fmt: skip


def test_a_question_about_a_sale_does_not_tell_who_holds_the_card() -> None:
    """The option sales: ask, in three worlds: coral holds the card, ebony does, nobody does."""
    asked = [position(ASKED.format(**world), "options sales=ask") for world in WORLDS]
    assert len({json.dumps(told(match, "amber", "expand tigris to raqqa", "amber")) for match in asked}) == 1
    asked = [send(match, "amber", "expand tigris to raqqa; keep 18")[0] for match in asked]
    for answering in ("coral", "ebony"):
        assert len({json.dumps(told(match, answering, "keep 18", "amber")) for match in asked}) == 1
        asked = [send(match, answering, "keep 18")[0] for match in asked]
    assert [GAME.waiting(match.state)[0].kind for match in asked] == ["turn"] * 3


def test_a_holder_who_does_not_answer_keeps_the_card() -> None:
    """R15: without a word of its holder a card is kept."""
    asked = position(ASKED.format(**WORLDS[0]), "options sales=ask")
    match = send(asked, "amber", "expand tigris to raqqa")[0]
    seats = [decision.seat for decision in GAME.waiting(match.state)]
    assert any(Sell("18") in GAME.legal(match.state, seat) for seat in seats)
    assert {GAME.default(match.state, seat) for seat in seats} == {Keep(("18",))}


def test_the_three_worlds_are_different_for_their_holders() -> None:
    holder, other, _ = (position(ASKED.format(**world), "options sales=ask") for world in WORLDS)
    assert told(holder, "amber", "expand tigris to raqqa", "coral") != told(
        other, "amber", "expand tigris to raqqa", "coral"
    )


def test_a_card_that_is_kept_by_standing_order_tells_nothing() -> None:
    matches = [position(ASKED.format(**world)) for world in WORLDS]
    matches += [send(match, "coral", "never sell 18; sell all")[0] for match in matches[:1]]
    assert len({json.dumps(told(match, "amber", "expand tigris to raqqa", "ebony")[:2]) for match in matches}) == 1
    assert len({json.dumps(told(matches[i], "amber", "expand tigris to raqqa", "amber")) for i in (0, 1, 2, 3)}) == 1


def test_to_keep_a_good_just_reached_does_not_tell_whether_one_holds_it() -> None:
    given = "  amber families tigris, hand {amber}\n  coral hand 2\n  deck {deck}\n"
    matches = [position(given.format(amber=amber, deck=deck)) for amber, deck in (("18", "3"), ("3", "18"))]
    for behind in ("keep 18", "keep 18; keep 3", "never sell 18", "always sell 3", "sell 5"):
        text = f"expand tigris to raqqa; {behind}"
        assert len({json.dumps(told(match, "amber", text, "coral")) for match in matches}) == 1, text


@pytest.mark.parametrize("seat", ["amber", "ebony"])
def test_others_learn_nothing_from_a_standing_order(seat: str) -> None:
    match = position("  coral hand 18 7\n")
    texts = ("always sell 18", "never sell", "sell all", "forget 7", "always sell 33", "keep 5", "sell 18")
    assert len({json.dumps(told(match, "coral", text, seat)) for text in texts}) == 1
    assert "coral" not in "".join(report_lines(match, "coral", "always sell 18", seat))
    assert "always sell 18" in reports(send(match, "coral", "always sell 18")[0], "coral", [])


def report_lines(match: Match, mover: str, text: str, seat: str) -> list[str]:
    after, outcome = send(match, mover, text)
    happened = [Happened(1, mover, public_text(GAME, outcome.moves), outcome.events)]
    return [str(entry) for entry in build_report(GAME, after.state, seat, happened=happened)["happened"]]


def test_what_lapses_stays_between_the_seat_and_the_game() -> None:
    match = position("  amber hand 1 2\n  deck 20 21 22\n")
    after, outcome = send(match, "amber", "marry egypt; discard 7 9")
    lapsed = [event for event in outcome.events if event.kind == "lapsed"]
    assert [event.only for event in lapsed] == ["amber"]
    assert GAME.waiting(after.state)[0].kind == "discard"


# Logs without secrets


def played_game(config: Config, seed: str) -> tuple[list[Draw], list[tuple[str, Outcome]], Match]:
    """A game between bots that say more than they must; of more than three the last one leaves after a few turns."""
    match = start_match(GAME, config, seed)
    setup, entries = list(match.chance.record), list[tuple[str, Outcome]]()
    leaver = config.seats[3:][-1:]
    for _ in range(2000):
        if len(entries) == 20 and leaver:
            seat, (match, outcome) = leaver[0], send(match, leaver[0], "resign")
        else:
            step = next(play_steps(match, bots_for(config, "simple", seed), f"{seed} {len(entries)}"), None)
            if step is None:
                break
            seat, (match, outcome) = step.seat, say_more(step, Random(f"{seed} {len(entries)}"))
        entries.append((seat, outcome))
    return setup, entries, match


def say_more(step: Step, random: Random) -> tuple[Match, Outcome]:
    """The text of a bot with a few words about cards behind it, if they are accepted."""
    hand = step.before.state.players[step.seat].hand
    cards = [random.choice((*hand, *GOODS)) for _ in range(2)]
    behind = [f"{random.choice(('sell', 'keep', 'always sell', 'never sell', 'forget'))} {card}" for card in cards]
    after, outcome = send(step.before, step.seat, "; ".join((step.text, *behind)))
    return (step.after, step.outcome) if outcome.problems else (after, outcome)


@pytest.mark.parametrize("audience", ["public", "amber", "coral"])
@pytest.mark.parametrize("sales", ["standing", "ask"])
@pytest.mark.parametrize("players", GAME.players)
def test_a_log_without_secrets_leads_to_the_same_public_position(players: int, sales: str, audience: str) -> None:
    config = Config(SEATS[:players], {"sales": sales, "first": "lot"})
    setup, entries, match = played_game(config, f"public {players}")
    draws = [as_seen(draw, audience) for draw in [*setup, *(d for _, outcome in entries for d in outcome.draws)]]
    again = Match.start(GAME, config, Recorded(draws))
    for seat, outcome in entries:
        text = format_turn(GAME, outcome.moves) if seat == audience else public_text(GAME, outcome.moves)
        play_entry(again, seat, [move for clause in text.split("; ") for move in GAME.parse(clause)])
    assert GAME.dump(again.state)[0] == GAME.dump(match.state)[0]
    assert GAME.score(again.state) == GAME.score(match.state)


def as_seen(draw: Draw, audience: str) -> Draw:
    line = public_line(draw) if audience == "public" else seat_line(draw, audience)
    _, kind, label, *values = line.split(" @")[0].split()
    return Draw(kind, label, tuple(values))


def test_a_position_loads_without_its_secrets() -> None:
    state = position("  amber hand 1 2\n  coral orders sell-all\n").state
    public, _ = GAME.dump(state)
    again = GAME.load(json.loads(json.dumps(public)), {})
    assert GAME.dump(again)[0] == public
    assert again.players["amber"].hand == ["?", "?"] and not again.players["coral"].orders


# Texts


def test_every_problem_of_the_game_has_its_texts() -> None:
    code = "".join(path.read_text() for path in (ROOT / "pbem" / "rules" / "samarkand").rglob("*.py"))
    raised = set(re.findall(r'"(samarkand\.[a-z]+\.[a-z]+)"', code))
    raised |= {f"samarkand.expand.{why}" for why in ("own", "full", "adjacent")}
    written = set(yaml.safe_load((ROOT / "games" / "samarkand" / "problems.yaml").read_text()))
    assert raised == written
    assert all(text_of(id)["message"] and text_of(id)["explain"] and text_of(id)["example"] for id in written)


def test_the_numbers_of_a_problem_are_in_its_message() -> None:
    problem = Problem("samarkand.marry.dirhams", {"family": "levant", "needs": 6, "has": 5})
    assert message(problem) == "the marriage portion of levant is 6 Dirhams, you have 5"


def test_the_report_shows_what_each_card_would_score() -> None:
    match = position("  amber families tigris, hand 18 1\n  tigris route baghdad raqqa\n")
    text = render_text(build_report(GAME, match.state, "amber"))
    (row,) = [line.split() for line in text.split("\n") if "Glass" in line and "raqqa" in line and "tigris" in line][:1]
    assert row == ["18", "Glass", "raqqa", "tigris", "4"]
    assert max(map(len, text.split("\n"))) <= 72
