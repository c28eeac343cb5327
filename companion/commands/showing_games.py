"""Saved games as tables for people, and as data for other tools."""

from __future__ import annotations

import time

import typer
from rich.console import Console
from rich.table import Table

from companion.commands.drawing import draw_position
from companion.table.journal import KeptGame, ListedGame
from companion.tiwanaku.game import Mode, Record, ScoreLine, explain_score
from companion.tiwanaku.pieces import Colour
from companion.words import TN, Language, T, Text

_MODES = {
    Mode.COMPETITIVE.value: T("competitive"),
    Mode.SOLO.value: T("solo"),
    Mode.COOPERATIVE.value: T("cooperative"),
}
_COLOURS = {colour.value: colour.text for colour in Colour}


def listed_data(game: ListedGame) -> dict[str, object]:
    """A line of the list for other tools."""
    return {
        "id": game.id,
        "scenario": game.scenario,
        "mode": game.progress.mode,
        "players": list(game.progress.colours),
        "scores": list(game.progress.scores),
        "turns": game.progress.turns,
        "over": game.progress.over,
        "resumable": game.resumable,
        "begun": _iso(game.begun),
        "changed": _iso(game.changed),
    }


def print_games(games: list[ListedGame], words: Language) -> None:
    """The list for people."""
    console = Console(highlight=False)
    if games:
        table = Table(show_lines=False, pad_edge=False)
        headings = (T("game"), T("scenario"), T("mode"), T("scores"), T("begun"), T("state"))
        for number, heading in enumerate(headings):
            table.add_column(words.say(heading), no_wrap=number in (0, 2, 4), overflow="fold")
        for game in games:
            table.add_row(*_row(game, words))
        console.print(table)
    console.print(words.say(TN("{count} game.", "{count} games.", len(games))), markup=False)


def _row(game: ListedGame, words: Language) -> list[str]:
    progress = game.progress
    return [
        game.id,
        game.scenario.replace("[", "\\["),
        words.say(_MODES.get(progress.mode, T("not set up"))),
        _scores(game, words),
        time.strftime("%Y-%m-%d", time.localtime(game.begun)),
        words.say(_state(game)),
    ]


def _scores(game: ListedGame, words: Language) -> str:
    """Scores with whose they are; the Otoma have no seat."""
    progress = game.progress
    names = [_COLOURS[colour] for colour in progress.colours if colour in _COLOURS]
    if progress.mode == Mode.COOPERATIVE.value:
        names = [T("the group")]
    if progress.mode != Mode.COMPETITIVE.value:
        names = [*names[:1], T("the Otoma")]
    return ", ".join(
        f"{words.say(name)} {score}" for name, score in zip(names, progress.scores, strict=False)
    )


def _state(game: ListedGame) -> Text:
    if game.progress.over:
        return T("finished")
    return T("unfinished") if game.resumable else T("unfinished, without solution")


def print_game(game: KeptGame, words: Language) -> None:
    """A game for people: the board, then every point of everybody."""
    console = Console(highlight=False)
    state = game.record.state
    console.print(f"{game.id}  {game.record.back.name}", markup=False)
    if game.damaged:
        typer.echo(words.say(T("The end of this game is damaged; this is what came before.")), err=True)
    console.print(draw_position(state.position(), words))
    for name, lines in _explained(game.record):
        table = Table(title=words.say(name), title_justify="left", pad_edge=False)
        for heading in (T("points"), T("score"), T("why")):
            table.add_column(words.say(heading), justify="left" if heading.message == "why" else "right")
        for line in lines:
            table.add_row(f"{line.points:+d}", str(line.total), words.say(line.text))
        console.print(table)


def game_data(game: KeptGame, words: Language) -> dict[str, object]:
    """A game for other tools: its scores, and every point with its reason."""
    state = game.record.state
    return {
        "id": game.id,
        "scenario": game.record.back.name,
        "begun": _iso(game.begun),
        "phase": state.phase.value,
        "turns": state.turns,
        "damaged": game.damaged,
        "sides": [
            {
                "name": words.say(name),
                "score": lines[-1].total if lines else 0,
                "points": [
                    {"points": line.points, "total": line.total, "reason": words.say(line.text)}
                    for line in lines
                ],
            }
            for name, lines in _explained(game.record)
        ],
    }


def _explained(record: Record) -> list[tuple[Text, list[ScoreLine]]]:
    if record.state.agreed is None:
        return []
    names = record.state.setup.names
    return [(name, explain_score(record.events, side)) for side, name in enumerate(names)]


def _iso(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
