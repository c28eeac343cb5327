"""``pachamama doctor``: checks each part of the table alone, and says what to do."""

from typing import Annotated

import typer

from companion.commands.options import JSON_HELP, LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        help=words.say(T("Check each part of the table alone, and say what to do about what is wrong.")),
        epilog=words.say(T("Exit code: 0 nothing is broken, 1 something is, 2 something unreadable.")),
    )
    def doctor(
        only: Annotated[
            list[str] | None,
            typer.Argument(metavar="PART…", help=words.say(T("Only these parts, such as board or camera."))),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=words.say(JSON_HELP))] = False,
        no_hands: Annotated[
            bool,
            typer.Option(
                "--no-hands",
                help=words.say(
                    T("Do not ask to turn and press; nobody is asked outside of a terminal anyway.")
                ),
            ),
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # Drivers are loaded when they are needed, not for a page of help.
        from companion.commands.doctoring import see_doctor

        raise typer.Exit(see_doctor(words, only or (), as_json=as_json, with_hands=not no_hands))
