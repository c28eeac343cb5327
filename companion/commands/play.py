"""``pachamama play``: runs the table."""

from typing import Annotated

import typer

from companion.commands.options import LANG_HELP
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        help=words.say(
            T("Run the table: wheel, score, referee and coach. Without options the wheel asks what to play.")
        )
    )
    def play(
        scenario: Annotated[
            str | None,
            typer.Option(
                help=words.say(
                    T("A scenario: its name on the shelf or its file; else one by chance, not played yet.")
                )
            ),
        ] = None,
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
        bare: Annotated[
            bool, typer.Option("--bare", help=words.say(T("Only the wheel: ask any space, no score.")))
        ] = False,
        resume: Annotated[
            bool,
            typer.Option("--resume", help=words.say(T("Go on with the unfinished game, without asking."))),
        ] = False,
        game: Annotated[
            str, typer.Option(help=words.say(T("Go on with this game; “pachamama games” lists them.")))
        ] = "",
        new: Annotated[
            bool, typer.Option("--new", help=words.say(T("Begin a new game, without asking.")))
        ] = False,
        camera: Annotated[
            str,
            typer.Option(
                help=words.say(
                    T(
                        "The camera above the board: “pi”, a number, a device, a film, or “off”; else what is found."
                    )
                )
            ),
        ] = "",
        port: Annotated[
            int | None,
            typer.Option(
                min=0, max=65535, help=words.say(T("The port of the page for phones; 8000 if it is free."))
            ),
        ] = None,
        no_page: Annotated[
            bool, typer.Option("--no-page", help=words.say(T("Without the page for phones.")))
        ] = False,
        demo: Annotated[
            bool,
            typer.Option(
                "--demo",
                help=words.say(
                    T("Watch a whole game of bots on a virtual table, through the real eye and referee.")
                ),
            ),
        ] = False,
        style: Annotated[
            str, typer.Option(help=words.say(T("With --demo: the look of box and table.")))
        ] = "classic",
        hurry: Annotated[
            bool, typer.Option("--hurry", help=words.say(T("With --demo: as fast as this machine can.")))
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        # The wheel and the game are loaded when they are needed, not for a page of help.
        from companion.commands.playing import play_demo, play_table
        from companion.library import own_folder, tighten

        tighten(own_folder())
        if demo:
            play_demo(
                words,
                scenario=scenario,
                players=players,
                mode=mode,
                difficulty=difficulty,
                style=style,
                hurry=hurry,
            )
            return
        play_table(
            words,
            scenario=scenario,
            players=players,
            mode=mode,
            difficulty=difficulty,
            bare=bare,
            resume=resume,
            game=game,
            new=new,
            camera=camera,
            lang=lang,
            port=port,
            no_page=no_page,
        )
