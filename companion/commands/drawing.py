"""Drawing a position in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text as Line

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.pieces import Colour, Terrain
from companion.tiwanaku.position import Position, token
from companion.words import Language

if TYPE_CHECKING:
    from companion.tiwanaku.deduction import Possibilities

_INK = {Terrain.DIRT: "orange3", Terrain.SAND: "yellow", Terrain.GRASS: "green", Terrain.ROCK: "bright_blue"}


def draw_position(position: Position, words: Language, marked: Collection[Space] = ()) -> Table:
    """The board as a table, marked spaces in brackets: colour is never the only sign."""
    return _draw_board(position.board, words, lambda space: _draw_space(position, space, space in marked))


def draw_possibilities(position: Position, known: Possibilities, words: Language) -> Table:
    """The board as a table: on every space the possible terrains, below them the crops; certain ones in brackets.

    What lies on the board stands plainly; what is not decided yet has a question mark.
    """
    return _draw_board(position.board, words, lambda space: _draw_values(position, known, space), lines=True)


def draw_reading(
    board: Board,
    grid: Sequence[Sequence[str]],
    meeples: Mapping[Space, Colour],
    unsure: Collection[Space],
    words: Language,
) -> Table:
    """A board that was read as a table: a meeple below its space, a question mark where something is unsure."""

    def draw_space(space: Space) -> Line:
        tile = grid[space.row][space.column]
        ink = next((_INK[terrain] for terrain in Terrain if terrain.letter == tile[0]), "dim")
        drawn = Line(
            f"{tile}?" if space in unsure else f"{tile} ",
            style=f"bold {ink} reverse" if space in unsure else ink,
        )
        if space in meeples:
            drawn.append(f"\n{words.say(meeples[space])}")
        return drawn

    return _draw_board(board, words, draw_space, lines=bool(meeples))


def _draw_board(
    board: Board, words: Language, draw_space: Callable[[Space], Line], *, lines: bool = False
) -> Table:
    table = Table(show_lines=lines, pad_edge=False)
    table.add_column("")
    for space in board.spaces[: board.columns]:
        table.add_column(words.say(space.element_text), justify="center")
    for row in range(board.rows):
        spaces = [board.at(row, column) for column in range(board.columns)]
        table.add_row(words.say(spaces[0].animal_text), *map(draw_space, spaces))
    return table


def _draw_space(position: Position, space: Space, marked: bool) -> Line:
    terrain = position.terrain(space)
    words = token(terrain, position.crop(space))
    ink = _INK[terrain] if terrain else "dim"
    return Line(f"[{words}]" if marked else f" {words} ", style=f"bold {ink} reverse" if marked else ink)


def _draw_values(position: Position, known: Possibilities, space: Space) -> Line:
    terrains = "".join(t.letter for t in Terrain if t in known.terrains(space))
    crops = "".join(str(crop.level) for crop in sorted(known.crops(space)))
    terrain, crop = known.certain_terrain(space), known.certain_crop(space)
    ink = _INK[terrain] if terrain else "default"
    drawn = Line()
    for values, certain, shown, undecided in (
        (terrains, terrain, position.terrain(space), known.undecided_terrains(space)),
        (crops, crop, position.crop(space), known.undecided_crops(space)),
    ):
        new = certain is not None and shown is None
        words = f"[{values}]" if new else values + "?" * bool(undecided)
        drawn.append(words if not drawn else f"\n{words}", style=f"bold {ink} reverse" if new else ink)
    return drawn
