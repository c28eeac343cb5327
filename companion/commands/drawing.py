"""Drawing a position in the terminal."""

from __future__ import annotations

from collections.abc import Collection

from rich.table import Table
from rich.text import Text as Line

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Terrain
from companion.tiwanaku.position import Position, token
from companion.words import Language

_INK = {Terrain.DIRT: "orange3", Terrain.SAND: "yellow", Terrain.GRASS: "green", Terrain.ROCK: "bright_blue"}


def draw_position(position: Position, words: Language, marked: Collection[Space] = ()) -> Table:
    """The board as a table, marked spaces in brackets: colour is never the only sign."""
    table = Table(show_lines=False, pad_edge=False)
    table.add_column("")
    for space in position.board.spaces[: position.board.columns]:
        table.add_column(words.say(space.element_text), justify="center")
    for row in range(position.board.rows):
        spaces = [position.board.at(row, column) for column in range(position.board.columns)]
        table.add_row(
            words.say(spaces[0].animal_text), *(_draw_space(position, s, s in marked) for s in spaces)
        )
    return table


def _draw_space(position: Position, space: Space, marked: bool) -> Line:
    terrain = position.terrain(space)
    words = token(terrain, position.crop(space))
    ink = _INK[terrain] if terrain else "dim"
    return Line(f"[{words}]" if marked else f" {words} ", style=f"bold {ink} reverse" if marked else ink)
