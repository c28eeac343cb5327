"""``pachamama games``: list, show, export, import and delete saved games, never showing what is hidden in them."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.options import JSON_HELP, LANG_HELP, REPLACE_HELP
from companion.errors import NotLegal
from companion.words import Language, T

if TYPE_CHECKING:
    from companion.table.journal import Journal

ID_HELP = T("The game: its id as listed, or the beginning of it.")


def register(app: typer.Typer, words: Language) -> None:
    """Add the command and its sub-commands to the command line."""
    games = typer.Typer(
        help=words.say(T("List the saved games; show, export, import and delete them.")),
        invoke_without_command=True,
        add_completion=False,
    )
    _register_list(games, words)
    _register_show(games, words)
    _register_export(games, words)
    _register_import(games, words)
    _register_delete(games, words)
    app.add_typer(games, name="games")


def _register_list(games: typer.Typer, words: Language) -> None:
    @games.callback()
    def listing(
        context: typer.Context,
        as_json: Annotated[bool, typer.Option("--json", help=words.say(JSON_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        if context.invoked_subcommand is not None:
            return
        from companion.commands.showing_games import listed_data, print_games

        found = _journal(words).games()
        if as_json:
            typer.echo(json.dumps({"games": [listed_data(game) for game in found]}, ensure_ascii=False))
        else:
            print_games(found, words)


def _register_show(games: typer.Typer, words: Language) -> None:
    @games.command(
        "show", help=words.say(T("Show a game: the board, the scores, and why every point is there."))
    )
    def show(
        game: Annotated[str, typer.Argument(help=words.say(ID_HELP))],
        as_json: Annotated[bool, typer.Option("--json", help=words.say(JSON_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        from companion.commands.showing_games import game_data, print_game

        kept = _journal(words).game(game)
        if as_json:
            typer.echo(json.dumps(game_data(kept, words), ensure_ascii=False))
        else:
            print_game(kept, words)


def _register_export(games: typer.Typer, words: Language) -> None:
    help_text = T(
        "Write a game as JSON: what everybody at the table saw. Without --with-solution it can be imported and shown, "
        "but not gone on with."
    )

    @games.command("export", help=words.say(help_text))
    def export(
        game: Annotated[str, typer.Argument(help=words.say(ID_HELP))],
        out: Annotated[
            Path | None, typer.Option("--out", help=words.say(T("Write to this file instead of printing.")))
        ] = None,
        with_solution: Annotated[
            bool,
            typer.Option(
                "--with-solution",
                help=words.say(
                    T(
                        "Add the hidden solution, so that the game can be gone on with elsewhere. Players, do not look!"
                    )
                ),
            ),
        ] = False,
        replace: Annotated[bool, typer.Option("--replace", help=words.say(REPLACE_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        from companion.files import keep_bytes

        data = _journal(words).export(game, with_solution=with_solution)
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        if out is None:
            sys.stdout.write(text)
            return
        if out.exists() and not replace:
            raise NotLegal(
                T("{file} is there already; choose another file, or say --replace.", file=str(out))
            )
        keep_bytes(out, text.encode())
        typer.echo(words.say(T("{file}: the game {id} is written.", file=str(out), id=data["game"])))


def _register_import(games: typer.Typer, words: Language) -> None:
    @games.command("import", help=words.say(T("Keep the game of a file that was exported.")))
    def take_in(
        file: Annotated[Path, typer.Argument(help=words.say(T("The file.")))],
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        from companion.files import read_bytes

        identity, fresh = _journal(words).take_in(read_bytes(file), str(file))
        text = (
            T("The game is kept as {id}.", id=identity)
            if fresh
            else T("This game is here already: {id}.", id=identity)
        )
        typer.echo(words.say(text))


def _register_delete(games: typer.Typer, words: Language) -> None:
    @games.command("delete", help=words.say(T("Forget a game for ever.")))
    def delete(
        game: Annotated[str, typer.Argument(help=words.say(ID_HELP))],
        yes: Annotated[bool, typer.Option("--yes", help=words.say(T("Really delete it.")))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        journal = _journal(words)
        kept = journal.game(game)
        if not yes:
            raise NotLegal(
                T(
                    "A deleted game is gone for ever. Say --yes to delete {id} ({name}).",
                    id=kept.id,
                    name=kept.record.back.name,
                )
            )
        journal.delete(kept.id)
        typer.echo(words.say(T("The game {id} is deleted.", id=kept.id)))


def _journal(words: Language) -> "Journal":
    # Loaded when it is needed, not for a page of help.
    from companion.library import own_folder
    from companion.table.journal import Journal

    return Journal(own_folder(), tell=lambda notice: typer.echo(words.say(notice.text), err=True))
