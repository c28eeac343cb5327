"""``pachamama generate``: scenarios with their certificate."""

import datetime
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, TaskID

from companion.commands.options import LANG_HELP
from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.generator.difficulty import Difficulty
from companion.tiwanaku.generator.generate import generate
from companion.tiwanaku.pieces import Colour
from companion.tiwanaku.position import token
from companion.tiwanaku.scenario import Scenario, write_scenario
from companion.words import Language, T

LARGEST_SEED = 2**53  # seeds must survive JSON and the certificate
MOST_AT_ONCE = 100_000
Order = tuple[str, int, Difficulty | None]


def register(app: typer.Typer, words: Language) -> None:
    """Add the command to the command line."""

    @app.command(
        "generate",
        help=words.say(
            T("Make a scenario that is proven fair; the same seed gives the same scenario everywhere.")
        ),
    )
    def command(
        board: Annotated[str, typer.Option(help=words.say(T("Size of the board: short or long.")))] = "long",
        seed: Annotated[
            int | None,
            typer.Option(help=words.say(T("A whole number that names the scenario; else one by chance."))),
        ] = None,
        difficulty: Annotated[
            Difficulty | None, typer.Option(help=words.say(T("How hard it shall be; otherwise as it comes.")))
        ] = None,
        daily: Annotated[
            str | None,
            typer.Option(
                help=words.say(T("The scenario of a day, the same for everybody: a date as 2026-11-30."))
            ),
        ] = None,
        count: Annotated[
            int,
            typer.Option(
                min=1, max=MOST_AT_ONCE, help=words.say(T("How many, with seeds that follow each other."))
            ),
        ] = 1,
        out: Annotated[
            Path | None,
            typer.Option(
                help=words.say(T("File to write; with --count a folder. Without it the scenario is printed."))
            ),
        ] = None,
        replace: Annotated[
            bool, typer.Option("--replace", help=words.say(T("Overwrite files that exist.")))
        ] = False,
        as_json: Annotated[
            bool, typer.Option("--json", help=words.say(T("Print one JSON object for other tools.")))
        ] = False,
        lang: Annotated[str | None, typer.Option("--lang", help=words.say(LANG_HELP))] = None,
    ) -> None:
        official_board(board)
        first = _first_seed(seed, daily)
        orders: list[Order] = [(board, first + number, difficulty) for number in range(count)]
        targets = _targets(out, orders, replace=replace)
        with _progress(words, count) as (bar, task):
            for order, scenario in zip(orders, _made(orders), strict=True):
                bar.advance(task)
                _hand_over(scenario, targets.get(order), as_json=as_json)


def make(order: Order) -> Scenario:
    """The scenario of a board's name, a seed and a difficulty."""
    board, seed, difficulty = order
    return generate(official_board(board), seed, difficulty)


def scenario_data(scenario: Scenario) -> dict[str, object]:
    """A scenario as JSON has it; the solution included."""
    tokens = [token(terrain, crop) for terrain, crop in zip(scenario.terrains, scenario.crops, strict=True)]
    columns = scenario.board.columns
    return {
        "name": scenario.name,
        "board": scenario.board.name,
        "grid": [tokens[start : start + columns] for start in range(0, len(tokens), columns)],
        "start": [str(space) for space in scenario.start],
        "otoma": {colour.value: str(scenario.otoma[colour]) for colour in Colour if colour in scenario.otoma},
        "certificate": dict(scenario.certificate),
    }


def _first_seed(seed: int | None, daily: str | None) -> int:
    if daily is not None and seed is not None:
        raise Unreadable(T("Choose a seed or a day, not both."))
    if daily is not None:
        try:
            return int(datetime.date.fromisoformat(daily).strftime("%Y%m%d"))
        except ValueError:
            raise Unreadable(T("{date} is no date; write it as 2026-11-30.", date=daily)) from None
    if seed is None:
        return int.from_bytes(os.urandom(4))
    if not 0 <= seed < LARGEST_SEED:
        raise Unreadable(T("A seed is a whole number from 0 to {most}.", most=LARGEST_SEED - 1))
    return seed


def _targets(out: Path | None, orders: list[Order], *, replace: bool) -> dict[Order, Path]:
    """Where each scenario goes; nothing is overwritten unasked."""
    if out is None:
        return {}
    if len(orders) == 1:
        targets = {orders[0]: out}
    else:
        out.mkdir(parents=True, exist_ok=True)
        targets = {order: out / f"{order[0]}-{order[1]}.toml" for order in orders}
    for path in targets.values():
        if path.exists() and not replace:
            raise Unreadable(T("{file} exists; name another file, or add --replace.", file=str(path)))
    return targets


def _made(orders: list[Order]) -> Iterator[Scenario]:
    """The scenarios in the order of their seeds, whatever the number of cores."""
    cores = min(os.cpu_count() or 1, len(orders))
    if cores == 1:
        yield from map(make, orders)
        return
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(make, orders, chunksize=max(1, min(16, len(orders) // (4 * cores))))


def _hand_over(scenario: Scenario, target: Path | None, *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(scenario_data(scenario), ensure_ascii=False))
    elif target is None:
        typer.echo(write_scenario(scenario), nl=False)
    if target is not None:
        try:
            target.write_text(write_scenario(scenario), encoding="utf-8")
        except OSError as error:
            raise Unreadable(
                T(
                    "{file}: cannot be written ({reason}).",
                    file=str(target),
                    reason=error.strerror or str(error),
                )
            ) from None


@contextmanager
def _progress(words: Language, count: int) -> Iterator[tuple[Progress, TaskID]]:
    """A bar on the error stream while it works, where a person looks at it."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        yield bar, bar.add_task(words.say(T("Making scenarios")), total=count)
