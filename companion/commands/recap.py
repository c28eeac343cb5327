"""``pachamama recap``: a game looked back on, as a page and a picture."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "recap",
        help=words.say(
            T("Look back on a game: scores over time, points by source, what was certain and what was luck.")
        ),
        epilog=words.say(T("Ctrl-C stops working out odds; what was found by then is written.")),
    )
    def command(
        file: Annotated[
            Path, typer.Argument(help=words.say(T("A game, as “pachamama games export” writes it (JSON).")))
        ],
        out: Annotated[Path, typer.Option("--out", help=words.say(T("The page to write (HTML).")))],
        png: Annotated[
            Path | None, typer.Option("--png", help=words.say(T("A picture to write, too (PNG).")))
        ] = None,
        seconds: Annotated[
            float,
            typer.Option(
                "--seconds", min=0.0, help=words.say(T("Work out odds for at most so many seconds."))
            ),
        ] = 60.0,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The engine is loaded when it is needed, not for a page of help.
        from companion.commands.recapping import write_recap

        write_recap(file, out, png, words, seconds=seconds)
