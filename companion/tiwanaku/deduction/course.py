"""The way a sweep takes over a position: column by column, from one of the board's sides."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tiwanaku.deduction.possibilities import Possibilities
from companion.tiwanaku.pieces import BOX, LARGEST_REGION
from companion.tiwanaku.position import Position
from companion.tiwanaku.values import ALL_BITS, CROPS, FIRST_CROP, TERRAIN_BITS, TERRAINS, WIDTH

# A frontier of one more row would not fit into 64 bits.
MOST_ROWS = 5


@dataclass(frozen=True, slots=True)
class Course:
    """Spaces in the order in which a sweep lays them, and what is left for each: terrains and crops as bits.

    Lines of the course may be the board's columns or its rows: ``rows`` and ``columns`` are those of the course.
    """

    rows: int
    columns: int
    cells: tuple[int, ...]
    terrains: tuple[int, ...]
    crops: tuple[int, ...]
    tiles: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many spaces the board has."""
        return len(self.cells)

    def tiles_ahead(self) -> list[tuple[tuple[int, int], ...]]:
        """After so many spaces, by terrain: the least and the most tiles of it that the other spaces can take."""
        found = [((0, 0),) * len(TERRAINS)]
        for left in reversed(self.terrains):
            found.append(
                tuple(
                    (least + (left == 1 << terrain), most + (left >> terrain & 1))
                    for terrain, (least, most) in enumerate(found[-1])
                )
            )
        return found[::-1]


def courses(position: Position, known: Possibilities) -> list[Course]:
    """The courses from every side from which the lines are short enough, for boards that have such sides."""
    board = position.board
    across = [[row * board.columns + column for row in range(board.rows)] for column in range(board.columns)]
    down = [[row * board.columns + column for column in range(board.columns)] for row in range(board.rows)]
    sides = [lines for lines in (across, down) if len(lines[0]) <= MOST_ROWS]
    if board.rows != board.columns and len(sides) > 1:
        sides = [min(sides, key=lambda lines: len(lines[0]))]
    left = known.possible | known.undecided
    tiles = tuple(position.tiles[terrain] for terrain in TERRAINS)
    return [
        _course([cell for line in lines for cell in line], len(lines[0]), left, tiles)
        for one_way in sides
        for lines in (one_way, one_way[::-1])
    ]


def _course(cells: list[int], rows: int, left: int, tiles: tuple[int, ...]) -> Course:
    values = [left >> WIDTH * cell & ALL_BITS for cell in cells]
    return Course(
        rows,
        len(cells) // rows,
        tuple(cells),
        tuple(value & TERRAIN_BITS for value in values),
        tuple(value >> FIRST_CROP for value in values),
        tiles,
    )


# How many crops of each level the box holds.
STOCK = tuple(BOX.crops[crop] for crop in CROPS)
LEVELS = LARGEST_REGION
