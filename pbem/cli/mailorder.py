"""`pbem mail order` and a command for every order: what players and hosts can mail, typed in instead."""

from __future__ import annotations

import click

from pbem.cli.guard import REFUSED, show_json
from pbem.cli.mail import CONFIG, CONFIG_HELP, judge_for, moment
from pbem.cli.table import SCHEMA
from pbem.mail.orders import HOST_ORDERS, PLAYER_VERBS, READING

VERBS = {**PLAYER_VERBS, **HOST_ORDERS}


def _options(function: click.decorators.FC) -> click.decorators.FC:
    options = [
        click.option("--now", help="The time to act at, as 2026-11-18T09:00+00:00; else the clock's."),
        click.option("--config", "-c", default=CONFIG, show_default=True, help=CONFIG_HELP),
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    ]
    for option in options:
        function = option(function)
    return function


@click.command("order")
@click.argument("file")
@click.argument("text", nargs=-1, required=True)
@click.option("--seat", required=True, help="Who orders: a seat, its player's name, or `host`.")
@_options
def order(file: str, text: tuple[str, ...], seat: str, now: str | None, config: str, as_json: bool) -> int:
    """Does what a mail of a seat with this text would do, and prints the answer."""
    return run_order(file, seat, " ".join(text), now, config, as_json)


def verb_command(verb: str) -> click.Command:
    """The command of one order."""
    only_host = verb in HOST_ORDERS

    @click.command(verb, help=f"The order as in a mail: {VERBS[verb]}")
    @click.argument("file")
    @click.argument("text", nargs=-1)
    @click.option("--seat", help="Who orders.", **({"default": "host"} if only_host else {"required": True}))
    @_options
    def run(file: str, text: tuple[str, ...], seat: str, now: str | None, config: str, as_json: bool) -> int:
        return run_order(file, seat, " ".join((verb, *text)), now, config, as_json)

    return run


def run_order(file: str, seat: str, text: str, now: str | None, config: str, as_json: bool) -> int:
    """Does an order; prints the answer, the first line of which says whether it was accepted."""
    from pbem.gamefile.seats import seat_named
    from pbem.gamefile.store import load
    from pbem.mail.desk import HOST
    from pbem.mail.gateway import YES
    from pbem.mail.gateway import order as do
    from pbem.mail.post import change, look

    who = HOST if seat == HOST else seat_named(load(file).header, seat) or ""
    judge, when = judge_for(file, config, None), moment(now)
    only_reads = " ".join(text.split()[:1]) in READING and "\n" not in text
    result = (look if only_reads else change)(file, lambda game, key: do(game, who, text, when, judge, key))
    if as_json:
        show_json({"schema": SCHEMA, "seat": who, "accepted": result.verdict == YES, "answer": result.answer})
    else:
        click.echo(result.answer)
    if result.file is not None and result.file.secrets and result.file.secrets.mail.get("outbox"):
        click.echo(f"Mails wait to go out: pbem mail send --game {file}", err=True)
    return 0 if result.verdict == YES else REFUSED
