"""`pbem explain`: explains a problem by its id."""

from __future__ import annotations

import click

from pbem.gamefile.trouble import trouble
from pbem.report.problems import OWN, explain, texts


@click.command("explain")
@click.argument("id", required=False)
def command(id: str | None) -> int:
    """Explains a problem by its id, with its rule and an example; without an id, lists all of them."""
    if id is None:
        from pbem.rules import all_games

        for family in (OWN, *all_games()):
            for name, text in texts(family).items():
                click.echo(f"{name}: {text['message']}")
        return 0
    found = explain(id.strip().lower())
    if found is None:
        raise trouble("pbem.usage.problem", None, tuple(_close(id)), found=id)
    click.echo(found)
    return 0


def _close(id: str) -> list[str]:
    from pbem.notation.names import nearest
    from pbem.rules import all_games

    ids = [name for family in (OWN, *all_games()) for name in texts(family)]
    return nearest(id.strip().lower(), {name: name for name in ids})
