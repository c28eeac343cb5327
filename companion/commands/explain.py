"""``pachamama explain``: why a space is what it is, in steps."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from companion.commands.drawing import draw_position
from companion.commands.options import LANG_HELP
from companion.errors import NotLegal
from companion.files import read_bytes
from companion.library import known_boards, own_folder
from companion.tiwanaku.explain import Explainer, SpaceExplanation, contradiction, explain
from companion.tiwanaku.position import Position, parse_position
from companion.words import Language, T


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command("explain", help=words.say(T("Why a space is what it is, in steps a person would take.")))
    def explain_command(
        file: Annotated[Path, typer.Argument(help=words.say(T("A position file (TOML).")))],
        place: Annotated[
            str,
            typer.Option("--space", help=words.say(T("The space, as element/animal, such as sun/llama."))),
        ],
        as_json: Annotated[
            bool, typer.Option("--json", help=words.say(T("Print one JSON object for other tools.")))
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        position = parse_position(read_bytes(file), str(file), known_boards(own_folder()))
        space = position.board.space(place)
        explainer = Explainer.of(position)
        broken = contradiction(position, explainer)
        if broken is not None:
            raise NotLegal(broken.text)
        found = explain(position, space, explainer)
        if as_json:
            typer.echo(json.dumps(_as_data(found, words), ensure_ascii=False))
        else:
            _print(position, found, words)


def _as_data(found: SpaceExplanation, words: Language) -> dict[str, object]:
    return {
        "space": str(found.space),
        "conclusion": {
            "terrain": found.terrain.value if found.terrain else None,
            "crop": found.crop.level if found.crop else None,
        },
        "steps": [
            {
                "technique": step.technique,
                "spaces": [str(space) for space in step.spaces],
                "text": words.say(step.text),
            }
            for step in found.steps
        ],
    }


def _print(position: Position, found: SpaceExplanation, words: Language) -> None:
    console = Console(highlight=False)
    console.print(draw_position(position, words, {found.space}))
    certain = [value for value in (found.terrain, found.crop) if value is not None]
    if certain:
        summary = T("{space}: {values}", space=found.space, values=certain)
    else:
        summary = T("{space}: nothing is certain yet.", space=found.space)
    console.print(words.say(summary), style="bold", markup=False)
    for number, step in enumerate(found.steps, start=1):
        console.print(f"{number}. {words.say(step.name)}. {words.say(step.text)}", markup=False)
