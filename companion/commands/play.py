"""``pachamama play``: runs the table."""

from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(help=words.say(T("Run the table: wheel, score, referee and coach.")))
    def play(lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None) -> None:
        typer.echo(
            words.say(
                T("The table cannot be played yet: so far this version checks scenarios and positions.")
            )
        )
        typer.echo(words.say(T("“pachamama --help” lists what it can do.")))
        raise typer.Exit(1)
