"""``pachamama check``: a scenario or a position against the laws and the box's stock."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from companion.commands.drawing import draw_position
from companion.commands.options import LANG_HELP
from companion.errors import Unreadable
from companion.files import read_bytes
from companion.library import known_boards, own_folder
from companion.tiwanaku.document import names_in
from companion.tiwanaku.laws import Violation, violations
from companion.tiwanaku.position import Position, parse_position
from companion.tiwanaku.scenario import parse_scenario
from companion.words import TN, Language, T

BROKEN = 1


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        help=words.say(
            T("Check a scenario or a position against the laws of Pachamama and the stock of the box.")
        ),
        epilog=words.say(T("Exit code: 0 valid, 1 broken, 2 unreadable.")),
    )
    def check(
        file: Annotated[Path, typer.Argument(help=words.say(T("A scenario or position file (TOML).")))],
        as_json: Annotated[
            bool, typer.Option("--json", help=words.say(T("Print one JSON object for other tools.")))
        ] = False,
        show: Annotated[
            bool,
            typer.Option(
                "--show",
                help=words.say(T("Draw the board, even that of a scenario: this shows the solution.")),
            ),
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        try:
            position, secret = _read(file)
        except Unreadable as error:
            if as_json:
                _print_json({"valid": False, "violations": [], "error": words.say(error.text)})
            raise
        found = violations(position)
        if as_json:
            _print_json(_as_data(found, words))
        else:
            _print(file, position, found, words, draw=show or not secret)
        raise typer.Exit(BROKEN if found else 0)


def _read(file: Path) -> tuple[Position, bool]:
    """The board of a file, and whether it is a secret solution."""
    content = read_bytes(file)
    boards = known_boards(own_folder())
    # Only positions count their tiles: a scenario's grid says it all.
    if "tiles" in names_in(content, str(file)):
        return parse_position(content, str(file), boards), False
    return parse_scenario(content, str(file), boards).solution(), True


def _as_data(found: list[Violation], words: Language) -> dict[str, object]:
    return {
        "valid": not found,
        "violations": [
            {
                "law": violation.law.value,
                "spaces": [str(space) for space in violation.spaces],
                "message": words.say(violation.text),
            }
            for violation in found
        ],
    }


def _print_json(data: dict[str, object]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False))


def _print(file: Path, position: Position, found: list[Violation], words: Language, *, draw: bool) -> None:
    console = Console(highlight=False)
    if draw:
        marked = {space for violation in found for space in violation.spaces}
        console.print(draw_position(position, words, marked))
    if not found:
        console.print(words.say(T("{file}: valid.", file=str(file))), style="bold green", markup=False)
        return
    summary = TN("{file}: {count} broken law.", "{file}: {count} broken laws.", len(found), file=str(file))
    console.print(words.say(summary), style="bold red", markup=False)
    for violation in found:
        console.print(f"• {violation.law.value}: {words.say(violation.text)}", markup=False)
