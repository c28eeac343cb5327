"""``pachamama markers``: corner markers to print, with which the camera finds the board by itself."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.files import keep_bytes
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        help=words.say(
            T("Make a sheet of corner markers to print; with them the camera finds the board by itself.")
        )
    )
    def markers(
        out: Annotated[Path, typer.Argument(help=words.say(T("The PDF file to write.")))],
        space: Annotated[
            float,
            typer.Option(
                help=words.say(T("How wide one space of the board is, in millimetres: measure it."))
            ),
        ] = 50.0,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # OpenCV is loaded when it is needed, not for a page of help.
        from vision.marker_sheet import marker_sheet

        keep_bytes(out, marker_sheet(words, space), shared=True)
        said = T(
            "{file}: print it at 100 %, not fitted to the page; the rest is written on it.", file=str(out)
        )
        typer.echo(words.say(said))
