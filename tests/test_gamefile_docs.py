"""What docs/gamefile.md says about the format is so."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode
from pathlib import Path

from pbem.archive.barelog import document_of
from pbem.cli.guard import CODES
from pbem.gamefile.schema import KEYS
from pbem.gamefile.store import load
from tests.shell import new_game, play_on

DOC = (Path(__file__).parent.parent / "docs" / "gamefile.md").read_text()


def _row(key: object) -> str:
    return f"\n| {key} |"


def test_every_key_and_every_exit_code_is_described() -> None:
    assert all(_row(f"`{key}`") in DOC for key in KEYS)
    assert all(_row(code) in DOC for code in {0, 70, *CODES.values()})


def test_the_bare_log_of_the_page_is_read() -> None:
    text = DOC.split("```\n")[3]
    document = document_of(text, "doc")
    assert document.keys == {"game": "caravan", "seats": ["red", "green"], "options": {"length": "short"}}
    assert document.lines[:2] == ["* shuffle cards", "red: bid 2"]


def test_the_seal_opens_by_the_recipe(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    play_on(path, 3)
    file = load(str(path))
    key = bytes.fromhex((tmp_path / "g.key").read_text())
    raw = b64decode(file.document.keys["sealed"])
    tag, body = raw[:32], raw[32:]
    keys = {use: hmac.digest(key, b"pbem/seal/" + use, "sha256") for use in (b"tag", b"stream")}
    stream = b"".join(
        hmac.digest(keys[b"stream"], tag + i.to_bytes(4, "big"), "sha256") for i in range(len(body) // 32)
    )
    text = bytes(a ^ b for a, b in zip(body, stream, strict=True))
    id = file.header.id.encode()
    assert hmac.digest(keys[b"tag"], len(id).to_bytes(4, "big") + id + text, "sha256") == tag
    assert len(text) % 512 == 0
    assert json.loads(text)["moves"] == (file.secrets.moves if file.secrets else None)


def test_the_chain_is_made_by_the_recipe(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    new_game(path)
    play_on(path, 3)
    file = load(str(path))
    header = file.header
    seats = [info.seat for info in header.seats]
    options = [list(item) for item in sorted(header.options.items())]
    commitment = [list(item) for item in sorted(header.commitment.items())]
    what = ["pbem/log", header.game, header.id, seats, options, commitment, file.log.setup]
    head = hashlib.sha256(json.dumps(what).encode()).digest()
    for entry in file.log.entries:
        head = hashlib.sha256(head + "\n".join([file.log.lines[entry.line], *entry.draws]).encode()).digest()
    assert head.hex()[:32] == file.head
