"""T8: whatever a game file or its key holds, every command judges it or works: no fault, no crash, and no byte changed.

Most files are judged in this process; large and deep ones in processes with little memory, which may crash alone.
"""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path
from random import Random

import pytest

from pbem.gamefile import schema
from pbem.gamefile.export import export
from pbem.gamefile.store import load
from tests.fairgame import game_with_words, waiting_game
from tests.mutations import pick
from tests.reliability import FULL, figure, restore, snapshot
from tests.reliability.bombs import BOMBS, KEYS, ODD_PLACES
from tests.reliability.hostile import LOG, VALUES, mutant
from tests.shell import Said, environment, new_game, pbem, play_on

CHUNKS, CHUNK = (200, 5_000) if FULL else (2, 2_000)
MEMORY = 256 * 1024 * 1024
SENSIBLE = (0, 1, 2, 3, 4, 65, 66, 75, 77)
NAME = "friday.yaml"
GAMES = {"caravan": (2, 6), "samarkand": (3, 8), "marcopolo": (2, 8)}

READING = """
status FILE | status FILE --json | report FILE | legal FILE | replay FILE | replay FILE --at 1 --format json
replay FILE --from 1 --to 4 | check FILE | check FILE --json | check FILE --strict | verify FILE | verify FILE --json
log FILE | log FILE --for red | log FILE --for all | fmt FILE --check | diff FILE good.yaml | diff good.yaml FILE
seal FILE --seat red | amend FILE x --entry 1 --dry-run | move FILE x --dry-run | mail legal FILE --seat red x
"""
WRITING = """
move FILE pass | move FILE end --json | undo FILE | word FILE --seat red x | start FILE | amend FILE pass --entry 2
import FILE --out out.yaml | fmt FILE | mail undo FILE --seat red x
"""
SEARCHING = "repair FILE --work 300 | fill FILE --work 300 | fill FILE --between 1 2 --work 300"


def commands(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().replace("\n", "|").split("|")]


COMMANDS = [*commands(READING), *commands(WRITING)]
ALL = [*COMMANDS, *commands(SEARCHING)]


class Desk:
    """A folder in which hostile files are put before commands; `good.yaml` is a sound game to compare with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / NAME
        self.bases: list[tuple[bytes, bytes]] = []
        for game, (players, entries) in GAMES.items():
            new_game(self.path, game, players)
            play_on(self.path, entries)
            self._keep()
        new_game(self.path, "caravan", 3)
        play_on(self.path)
        self._keep()
        game_with_words(self.path)
        self._keep()
        waiting_game(self.path)
        self._keep()
        (folder / "good.yaml").write_bytes(self.bases[0][0])
        self.files = snapshot(folder)

    def _keep(self) -> None:
        """Takes the game and its public log as files to start from, the log also without YAML around it."""
        key = self.path.with_suffix(".key")
        public = export(load(str(self.path)), "public").encode()
        head, _, log = public.partition(LOG)
        game = json.loads(head.partition(b"game: ")[2].partition(b"\n")[0])
        seats = [info["seat"] for info in json.loads(head.partition(b"seats: ")[2].partition(b"\n")[0])]
        bare = f"game: {game}\nseats: {' '.join(seats)}\n".encode() + log.replace(b"\n  ", b"\n")[2:]
        self.bases += [(found, key.read_bytes()) for found in (self.path.read_bytes(), public, bare)]
        self.path.unlink()
        key.unlink()

    def put(self, content: bytes, key: bytes) -> None:
        restore(self.folder, self.files)
        self.path.write_bytes(content)
        self.path.with_suffix(".key").write_bytes(key)

    def words(self, words: list[str]) -> list[str]:
        return [str(self.folder / word) if word.endswith(".yaml") else word for word in self._named(words)]

    def _named(self, words: list[str]) -> Iterator[str]:
        return (NAME if word == "FILE" else word for word in words)

    def ask(self, words: list[str], content: bytes, key: bytes) -> tuple[Said, str]:
        """Has a command read a file; returns what it said, and what is wrong with that."""
        self.put(content, key)
        said = pbem(*self.words(words))
        return said, f"{words}: {wrong}" if (wrong := self.wrong(said, content)) else ""

    def wrong(self, said: Said, content: bytes) -> str:
        if said.code not in SENSIBLE or "Traceback" in said.err:
            return f"no verdict: {said.code} {said.err[:300]}"
        if said.code and not (said.err.strip() or said.out.strip()):
            return f"no message: {said.code}"
        if said.code and self.path.read_bytes() != content:
            return f"refused, and the file is another: {said}"
        left = [path.name for path in self.folder.iterdir() if path.suffix == ".tmp"]
        return f"{left} are left" if left else ""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("hostile"))


def feed(desk: Desk, seed: int, files: int) -> tuple[int, list[str]]:
    """Has commands read mutated files; returns how many files were good enough to go on with, and what went wrong."""
    random = Random(seed)
    reached, wrongs = 0, []
    for number in range(files):
        content, key = pick(random, desk.bases)
        content = mutant(random, [content])
        words = pick(random, COMMANDS if number % 50 else commands(SEARCHING))
        said, wrong = desk.ask(words, content, key)
        reached += said.code < 65
        if wrong:
            wrongs.append(f"{wrong}, for the file {content!r}")
    return reached, wrongs


@pytest.mark.parametrize("seed", range(CHUNKS))
def test_mutated_files_are_judged(desk: Desk, seed: int) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reached, wrongs = feed(desk, seed, CHUNK)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    figure("T8 mutated files", files=CHUNK, reached=reached, wrong=len(wrongs))
    assert not wrongs, f"{len(wrongs)} of {CHUNK}: {wrongs[0][:3000]}"
    assert grown < MEMORY
    assert reached > CHUNK / 8, "many must get past the reader, or the test tests little"


def fields(content: bytes) -> Iterator[bytes]:
    """A file with each value of its header, and each value right below it, replaced by each hostile one."""
    head, mark, log = content.partition(LOG)
    rows = head.split(b"\n")
    for at, row in enumerate(rows):
        name, _, text = row.partition(b": ")
        for value in VALUES:
            for changed in (value, *below(json.loads(text), value)):
                yield (
                    b"\n".join([*rows[:at], name + b": " + json.dumps(changed).encode(), *rows[at + 1 :]]) + mark + log
                )


def below(value: object, other: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from ({**value, key: other} for key in value)
    if isinstance(value, list):
        yield from ([*value[:i], other, *value[i + 1 :]] for i in range(len(value)))


def ask_all(desk: Desk, every: int) -> tuple[int, list[str]]:
    """Asks about each changed field, with one command after the other; returns how many, and what went wrong."""
    content, key = desk.bases[0]
    files = [*fields(content), *fields(without_seal(content))]
    asked = list(zip(files, cycle(ALL[:: max(1, every // 4)]), strict=False))[::every]
    wrongs = [wrong for file, words in asked if (wrong := desk.ask(words, file, key)[1])]
    return len(asked), wrongs


def without_seal(content: bytes) -> bytes:
    """The file without seal and position, so that the header is all that counts."""
    return b"\n".join(row for row in content.split(b"\n") if not row.startswith((b"sealed:", b"state:")))


def test_wrong_values_in_every_field_are_judged(desk: Desk) -> None:
    asked, wrongs = ask_all(desk, 1 if FULL else 4)
    figure("T8 wrong fields", files=asked, wrong=len(wrongs))
    assert asked > 400 and not wrongs, (len(wrongs), wrongs[:3])


def test_control_fields_that_are_not_checked_are_caught(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema._Reader, "get", lambda self, key, kind, default, needed=False: self.keys.get(key))
    asked, wrongs = ask_all(desk, 4)
    figure("T8 control: unchecked fields", files=asked, wrong=len(wrongs))
    assert wrongs


def _little_memory() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def alone(words: list[str], program: str = "from pbem.__main__ import main; main()") -> Said:
    """Runs a command in a process with little memory, which may crash without harm."""
    line = [sys.executable, "-c", program, *words]
    done = subprocess.run(
        line, env=environment(), capture_output=True, text=True, check=False, timeout=60, preexec_fn=_little_memory
    )
    return Said(done.returncode, done.stdout, done.stderr)


SHORT = islice(cycle([["check", "FILE"], ["status", "FILE"], ["move", "FILE", "pass"], ["fmt", "FILE"]]), len(BOMBS))
EVERY = list({words[0]: words for words in ALL}.values())
FEW = [*zip(BOMBS, SHORT, strict=True), ("a slip among 90,000 remarks", ["repair", "FILE"])]
ASKED = [(name, words) for name in BOMBS for words in EVERY] if FULL else FEW


@pytest.mark.parametrize("name, words", ASKED, ids=lambda value: value if isinstance(value, str) else value[0])
def test_large_and_deep_files_are_judged_with_little_memory(desk: Desk, name: str, words: list[str]) -> None:
    content = BOMBS[name]().encode()
    desk.put(content, desk.bases[0][1])
    said = alone(desk.words(words))
    wrong = desk.wrong(said, content)
    figure("T8 bombs", files=1, wrong=int(bool(wrong)))
    assert not wrong, wrong
    assert len(said.err) < 100_000


UNGUARDED = """
import yaml
from pbem.gamefile import foreign, profile
foreign.read = lambda text, source: profile.Document(yaml.load(text, yaml.CSafeLoader), [], 1)
from pbem.__main__ import main
main()
"""


def test_control_a_reader_without_guard_crashes_on_brackets(desk: Desk) -> None:
    content = BOMBS["4 MiB of brackets"]().encode()
    desk.put(content, desk.bases[0][1])
    said = alone(["status", str(desk.path)], UNGUARDED)
    wrong = desk.wrong(said, content)
    figure("T8 control: no guard", files=1, wrong=int(bool(wrong)))
    assert wrong


@pytest.mark.timeout(120)
@pytest.mark.parametrize("what", [NAME, "friday.key", "friday.yaml.lock"])
@pytest.mark.parametrize("kind", ODD_PLACES)
def test_places_that_are_no_files_are_judged(desk: Desk, tmp_path: Path, kind: str, what: str) -> None:
    content, key = desk.bases[0]
    for number, words in zip(count(), ALL if FULL else ALL[::3], strict=False):
        folder = tmp_path / str(number)
        shutil.copytree(desk.folder, folder)
        restore(folder, {**desk.files, NAME: content, "friday.key": key})
        (folder / what).unlink(missing_ok=True)
        ODD_PLACES[kind](folder / what)
        said = pbem(*(str(folder / word) if word.endswith(".yaml") else word for word in desk._named(words)))
        assert said.code in SENSIBLE and "Traceback" not in said.err, (words, said)
        assert said.code == 0 or said.err.strip() or said.out.strip(), words


@pytest.mark.parametrize("name", KEYS)
def test_keys_that_are_none_are_judged(desk: Desk, name: str) -> None:
    content, _ = desk.bases[0]
    for words in ALL if FULL else ALL[::2]:
        said, wrong = desk.ask(words, content, KEYS[name])
        assert not wrong, wrong
        assert said.code or words[0] not in ("move", "undo", "report", "legal"), (words, said)
