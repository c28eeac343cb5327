"""``pachamama lessons``: five short lessons for new players, in the terminal."""

from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "lessons",
        help=words.say(T("Five short lessons for new players: how to find out what lies where.")),
    )
    def command(
        lesson: Annotated[
            str | None, typer.Argument(help=words.say(T("The lesson, by its number or its name.")))
        ] = None,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The lessons are loaded when they are needed, not for a page of help.
        from companion.commands.teaching import teach

        teach(lesson, words)
