"""`pbem seal`: makes a sealed word."""

from __future__ import annotations

import secrets

import click

from pbem.archive.barelog import load_any
from pbem.cli.guard import show_json
from pbem.cli.table import SCHEMA
from pbem.core import pbem1
from pbem.core.words import LONGEST, plain_word
from pbem.gamefile.seats import seat_named
from pbem.gamefile.trouble import trouble
from pbem.gamefile.words import round_now

EPILOG = """\b
Examples:
  pbem seal friday.yaml --seat blue
  pbem move friday.yaml --seat blue "seal 3f8a..."      now, before or beside your move
  pbem move friday.yaml --seat blue "open k7wq-..."     in the next round
"""


@click.command("seal", epilog=EPILOG)
@click.argument("file")
@click.argument("word", required=False)
@click.option("--seat", required=True, help="Whose word it is.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: str, word: str | None, seat: str, as_json: bool) -> int:
    """Makes a word that nobody can guess, or takes yours, and prints its seal. Writes nothing.

    Send the seal now and the word in the next round: the dice of the round after that depend on it, and nobody, not
    even the host, can know them before. FILE may be the game file or a log of it.
    """
    found = load_any(file)
    who = seat_named(found.header, seat) or ""
    number = round_now(found.log) + 1
    said = plain_word(word) if word is not None else _new_word()
    if said is None:
        raise trouble("pbem.word.text", limit=LONGEST)
    digits = pbem1.seal(found.header.id, who, number, said).hex()
    if as_json:
        show_json({"schema": SCHEMA, "seat": who, "round": number, "seal": digits, "open": said})
        return 0
    click.echo(f"seal {digits}")
    click.echo(f"open {said}")
    click.echo(f"Send the first line now, keep the second one secret and send it in round {number}.", err=True)
    return 0


def _new_word() -> str:
    letters = "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(16))
    return "-".join(letters[i : i + 4] for i in range(0, 16, 4))
