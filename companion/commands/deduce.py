"""``pachamama deduce``: every terrain and crop still possible on every space, exactly."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.options import JSON_HELP, LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "deduce",
        help=words.say(T("Every terrain and crop that is still possible on every space, exactly.")),
        epilog=words.say(
            T("Exit code: 0 consistent, 1 inconsistent, 2 unreadable, 3 not settled in the time given.")
        ),
    )
    def command(
        file: Annotated[Path, typer.Argument(help=words.say(T("A position file (TOML).")))],
        as_json: Annotated[bool, typer.Option("--json", help=words.say(JSON_HELP))] = False,
        seconds: Annotated[
            float | None,
            typer.Option(
                "--seconds", min=0.0, help=words.say(T("Stop after about so many seconds; else at the end."))
            ),
        ] = None,
        with_odds: Annotated[
            bool, typer.Option("--odds", help=words.say(T("How likely every value is, too.")))
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The engine is loaded when it is needed, not for a page of help.
        from companion.commands.deducing import deduce_file

        raise typer.Exit(deduce_file(file, words, as_json=as_json, seconds=seconds, with_odds=with_odds))
