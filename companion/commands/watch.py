"""``pachamama watch``: follows a recorded game by its pictures."""

from pathlib import Path
from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "watch",
        help=words.say(
            T(
                "Follow a game by its pictures: what was done, and what was wrong, one line each. Nobody is at a wheel."
            )
        ),
        epilog=words.say(T("Exit code: 0 followed to the end of the pictures, 2 something unreadable.")),
    )
    def command(
        source: Annotated[
            str,
            typer.Argument(
                metavar="SOURCE",
                help=words.say(T("A folder of pictures, a film, a camera’s number, its device, or “pi”.")),
            ),
        ],
        scenario: Annotated[
            str,
            typer.Option(
                help=words.say(T("The scenario that is played: its name on the shelf or its file."))
            ),
        ],
        players: Annotated[
            str,
            typer.Option(
                help=words.say(T("Colours round the table, from the first player on, such as blue,green."))
            ),
        ] = "",
        mode: Annotated[str, typer.Option(help=words.say(T("competitive, solo or cooperative.")))] = "",
        difficulty: Annotated[
            str, typer.Option(help=words.say(T("Solo: easy or hard. Cooperative: easy, normal or expert.")))
        ] = "",
        profile: Annotated[
            Path | None,
            typer.Option(
                "--profile",
                help=words.say(
                    T(
                        "What “pachamama learn” wrote; else the eye learns from the first still picture, the set-up."
                    )
                ),
            ),
        ] = None,
        as_json: Annotated[
            bool, typer.Option("--json", help=words.say(T("Print one JSON object a line for other tools.")))
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The eye is loaded when it is needed, not for a page of help.
        from companion.commands.following import follow_game
        from companion.commands.playing import load, read_setup

        follow_game(
            source, load(scenario), read_setup(mode, players, difficulty), profile, words, as_json=as_json
        )
