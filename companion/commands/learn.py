"""``pachamama learn``: this table's pieces and light, from pictures whose content is known."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T

PROFILE_HELP = T("The file that keeps what was learnt at this table.")


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "learn",
        help=words.say(
            T("Learn this table’s pieces and light, or go on learning, from pictures whose content is known.")
        ),
        epilog=words.say(T("Exit code: 0 learnt, 2 nothing was learnt and the profile is as it was.")),
    )
    def command(
        images: Annotated[
            list[Path],
            typer.Argument(metavar="IMAGE…", help=words.say(T("Pictures of the table from its camera."))),
        ],
        position: Annotated[
            Path, typer.Option("--position", help=words.say(T("The position that they show (TOML).")))
        ],
        profile: Annotated[Path, typer.Option("--profile", help=words.say(PROFILE_HELP))],
        corners: Annotated[
            str | None,
            typer.Option(
                "--corners",
                help=words.say(
                    T(
                        "The grid’s outer corners in pixels, “x,y x,y x,y x,y”, clockwise from the first animal’s row and the first element’s column; else found by markers or by themselves."
                    )
                ),
            ),
        ] = None,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The eye is loaded when it is needed, not for a page of help.
        from companion.commands.learning import learn_images

        learn_images(images, position, profile, corners, words)
