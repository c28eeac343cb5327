"""``pachamama see``: reads pictures of the table."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.learn import PROFILE_HELP
from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "see",
        help=words.say(T("Read what lies on the board from pictures of the table.")),
        epilog=words.say(
            T("Exit code: 0 read, 1 no board in sight in some picture, 2 something unreadable.")
        ),
    )
    def command(
        images: Annotated[
            list[Path],
            typer.Argument(metavar="IMAGE…", help=words.say(T("Pictures of the table from its camera."))),
        ],
        profile: Annotated[Path, typer.Option("--profile", help=words.say(PROFILE_HELP))],
        as_json: Annotated[
            bool,
            typer.Option(
                "--json", help=words.say(T("Print one JSON object a line and picture for other tools."))
            ),
        ] = False,
        annotated: Annotated[
            Path | None,
            typer.Option(
                "--annotate",
                metavar="OUT.png",
                help=words.say(
                    T(
                        "Draw the grid, what was read and where it is unsure; of several pictures each gets a number."
                    )
                ),
            ),
        ] = None,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The eye is loaded when it is needed, not for a page of help.
        from companion.commands.seeing import see_images

        raise typer.Exit(see_images(images, profile, words, as_json=as_json, annotated=annotated))
