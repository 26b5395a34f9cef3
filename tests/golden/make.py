"""Makes the golden files: `python -m tests.golden.make` writes the reports of all logs again; `--fresh [WORD]` plays
the games of games.yaml (those with the word in their name) anew. Look at the difference before you commit it.
"""

from __future__ import annotations

import sys
from typing import Any

from pbem.bots.driver import bots_for, entry_lines, play_steps
from pbem.core.chance import Seeded
from pbem.core.engine import Match
from pbem.core.game import Config
from pbem.files import read_facts
from tests.golden.files import FOLDER, Golden, golden_game, names, play, read_golden, reports_path


def wanted() -> dict[str, dict[str, Any]]:
    """The games to be played: name, game, number of players, options, seed, bot."""
    games: dict[str, dict[str, Any]] = read_facts(FOLDER / "games.yaml")["games"]
    return games


def play_fresh(name: str, facts: dict[str, Any]) -> Golden:
    """Plays one game of the list between bots."""
    game = golden_game(facts["game"])
    options = {option: known.values[0] for option, known in game.options.items()} | facts.get("options", {})
    config = Config(game.colours[: facts["players"]], options)
    seed = str(facts.get("seed", 1))
    match = Match.start(game, config, Seeded(name, seed.encode()))
    bots = bots_for(config, facts.get("bot", "simple"), f"{name} {seed}")
    lines = [line for step in play_steps(match, bots, seed) for line in entry_lines(game, step)]
    return Golden(name, game, config, seed, lines)


def main(words: list[str]) -> None:
    if "--fresh" in words:
        for name, facts in wanted().items():
            if all(word in name for word in words if word != "--fresh"):
                golden = play_fresh(name, facts)
                (FOLDER / f"{name}.log").write_text(golden.text())
                print(f"{name}: {len(golden.texts())} entries")
    stale = [name for name in names() if not _write_again(name)]
    if stale:
        sys.exit(f"These no longer replay; play them anew with --fresh: {' '.join(stale)}")


def _write_again(name: str) -> bool:
    golden = read_golden(name)
    try:
        played = play(golden)
    except AssertionError as refused:
        print(refused)
        return False
    (FOLDER / f"{name}.log").write_text(golden._replace(lines=played.lines).text())
    reports_path(name).write_text(played.reports)
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
