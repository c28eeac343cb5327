"""``pachamama scenarios``: list, export and import scenarios, never showing what they hold."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from companion.commands.options import JSON_HELP, LANG_HELP, REPLACE_HELP
from companion.commands.qr import QR_FORMATS, draw_qr, qr_file
from companion.errors import NotLegal, Unreadable
from companion.files import keep_bytes
from companion.shelf import Listed, Listing, Origin, Shelf
from companion.tiwanaku.code import scenario_code, scenario_of_code
from companion.words import TN, Language, T, Text

DIFFICULTIES = {"easy": T("easy"), "medium": T("medium"), "hard": T("hard"), "expert": T("expert")}


def register(app: typer.Typer, words: Language) -> None:
    """Add the command and its sub-commands to the command line."""
    scenarios = typer.Typer(
        help=words.say(T("List the scenarios by name, never showing a board; export and import them.")),
        invoke_without_command=True,
        add_completion=False,
    )
    _register_list(scenarios, words)
    _register_export(scenarios, words)
    _register_import(scenarios, words)
    app.add_typer(scenarios, name="scenarios")


def _register_list(scenarios: typer.Typer, words: Language) -> None:
    @scenarios.callback()
    def listing(
        context: typer.Context,
        board: Annotated[
            str | None, typer.Option("--board", help=words.say(T("Only those for this board.")))
        ] = None,
        difficulty: Annotated[
            str | None, typer.Option("--difficulty", help=words.say(T("Only those of this difficulty.")))
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help=words.say(JSON_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        if context.invoked_subcommand is not None:
            return
        shelf = Shelf.own()
        _check_choice(board, sorted(shelf.boards))
        _check_choice(difficulty, list(DIFFICULTIES))
        found = shelf.listing()
        chosen = [
            listed
            for listed in found.scenarios
            if board in (None, listed.board) and difficulty in (None, listed.difficulty)
        ]
        found = Listing(tuple(chosen), found.damaged)
        if as_json:
            typer.echo(json.dumps(_as_data(found, words), ensure_ascii=False))
        else:
            _print(found, words)


def _register_export(scenarios: typer.Typer, words: Language) -> None:
    @scenarios.command(
        "export", help=words.say(T("Print the code of a scenario, which somebody else can import."))
    )
    def export(
        name: Annotated[str, typer.Argument(help=words.say(T("The name of the scenario.")))],
        qr: Annotated[
            Path | None, typer.Option("--qr", help=words.say(T("Write a QR code to this file, PNG or SVG.")))
        ] = None,
        replace: Annotated[bool, typer.Option("--replace", help=words.say(REPLACE_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        code = scenario_code(Shelf.own().scenario(name))
        if qr is not None:
            _write_qr(code, qr, replace=replace)
        typer.echo(code)
        if qr is None and sys.stdout.isatty():
            typer.echo(draw_qr(code))


def _register_import(scenarios: typer.Typer, words: Language) -> None:
    @scenarios.command("import", help=words.say(T("Keep the scenario of a code under a name.")))
    def import_code(
        code: Annotated[str, typer.Argument(help=words.say(T("The code, with or without hyphens.")))],
        name: Annotated[str, typer.Option("--name", help=words.say(T("The name to keep it by.")))],
        replace: Annotated[bool, typer.Option("--replace", help=words.say(REPLACE_HELP))] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        shelf = Shelf.own()
        shelf.check_free(name, replace=replace)
        scenario = scenario_of_code(code, " ".join(name.split()))
        shelf.keep(scenario, Origin.IMPORTED, replace=replace)
        typer.echo(words.say(T("The scenario is kept as “{name}”.", name=scenario.name)))


def _check_choice(wish: str | None, known: list[str]) -> None:
    if wish is not None and wish not in known:
        raise Unreadable(T("{wish} is unknown here; choose from {known}.", wish=wish, known=known))


def _write_qr(code: str, path: Path, *, replace: bool) -> None:
    kind = path.suffix.lower().removeprefix(".")
    if kind not in QR_FORMATS:
        raise Unreadable(T("{file}: a QR code is written as .png or .svg.", file=str(path)))
    if path.exists() and not replace:
        raise NotLegal(T("{file} is there already; choose another file, or say --replace.", file=str(path)))
    keep_bytes(path, qr_file(code, kind))


def _as_data(found: Listing, words: Language) -> dict[str, object]:
    return {
        "scenarios": [
            {
                "name": listed.name,
                "board": listed.board,
                "spaces": listed.spaces,
                "difficulty": listed.difficulty,
                "origin": listed.origin.value,
                "played": listed.played,
            }
            for listed in found.scenarios
        ],
        "damaged": [words.say(text) for text in found.damaged],
    }


def _print(found: Listing, words: Language) -> None:
    console = Console(highlight=False)
    if found.scenarios:
        table = Table(show_lines=False, pad_edge=False)
        for heading in (T("name"), T("board"), T("spaces"), T("difficulty"), T("origin"), T("played")):
            table.add_column(words.say(heading))
        for listed in found.scenarios:
            table.add_row(*_row(listed, words))
        console.print(table)
    counted = TN("{count} scenario.", "{count} scenarios.", len(found.scenarios))
    console.print(words.say(counted), markup=False)
    for text in found.damaged:
        typer.echo(" ".join(words.say(text).split()), err=True)


def _row(listed: Listed, words: Language) -> list[str]:
    return [
        listed.name.replace("[", "\\["),
        listed.board,
        str(listed.spaces),
        words.say(_difficulty(listed.difficulty)),
        words.say(listed.origin),
        words.say(T("yes") if listed.played else T("no")),
    ]


def _difficulty(name: str | None) -> Text:
    return DIFFICULTIES.get(name or "", T("not rated"))
