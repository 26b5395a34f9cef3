"""Whole games through files alone: `pbem report --eml` makes the mails, `pbem mail read` takes the answers."""

from __future__ import annotations

import shutil
from email import message_from_string
from pathlib import Path

import pytest

from pbem.bots import find_bot
from pbem.gamefile.replay import open_match
from pbem.gamefile.seats import waiting_seats
from pbem.gamefile.store import load
from pbem.gamefile.turn import play
from tests.mailcli import answer, mail_in, read_mail, text_of
from tests.shell import new_game, pbem

NOW = "2026-11-18T12:00+00:00"
PLAYERS = {"caravan": 3, "marcopolo": 4, "samarkand": 5}


def play_by_files(mailed: Path, direct: Path, out: Path) -> int:
    """Plays one file by mails and the other directly, with the same moves; returns how many mails were read."""
    for number in range(10_000):
        match = open_match(load(str(direct)))
        waiting = waiting_seats(match)
        if not waiting:
            return number
        seat = waiting[number % len(waiting)]
        text = find_bot("random", f"files {number}")(match, seat)
        report = pbem("report", mailed, "--eml", "--seat", seat, "--now", NOW)
        assert report.code == 0, report
        said = read_mail(
            answer(message_from_string(report.out), text, number), "--game", mailed, "--out", out, "--now", NOW
        )
        assert (said.code, said.err.split("\n")[0]) == (0, "accepted"), (text, said)
        answers = [name for name in said.out.split() if name.endswith("-answer.eml")]
        assert len(answers) == 1 and text_of(mail_in(Path(answers[0]))).startswith("ACCEPTED.\n"), said
        play(str(direct), text, seat)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", PLAYERS)
def test_a_whole_game_through_files_ends_like_the_direct_one(name: str, tmp_path: Path) -> None:
    mailed, direct, out = (tmp_path / part for part in ("mailed.yaml", "direct.yaml", "out"))
    new_game(mailed, name, PLAYERS[name], f"{name} through files")
    for end in (".yaml", ".key"):
        shutil.copy(mailed.with_suffix(end), direct.with_suffix(end))
    begun = pbem("mail", "begin", mailed, "--judge", "judge@pbem.example", "--out", out, "--now", NOW)
    assert begun.code == 0 and len(begun.out.split()) == PLAYERS[name]
    assert play_by_files(mailed, direct, out) > 5
    one, two = load(str(mailed)), load(str(direct))
    assert (one.log.lines, one.head) == (two.log.lines, two.head)
    ends = [open_match(file) for file in (one, two)]
    assert ends[0].game.dump(ends[0].state) == ends[1].game.dump(ends[1].state)
    last = sorted(out.iterdir())[-PLAYERS[name] :]
    assert all("THE GAME IS OVER" in text_of(mail_in(path)) for path in last)


def test_without_first_reports_a_game_is_played_from_reports_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    new_game(path, "caravan", 2)
    for number, seat in enumerate(("red", "green")):
        report = pbem("report", path, "--eml", "--seat", seat, "--judge", "judge@pbem.example")
        said = read_mail(answer(message_from_string(report.out), f"bid {number}"), "--game", path)
        assert (said.code, said.err) == (0, "accepted\n"), said
        assert said.out.count("\nMessage-ID: ") >= 1
    assert load(str(path)).entry == 2
