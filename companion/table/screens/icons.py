"""The signs: elements, animals, terrains, crops and the rest, large (24 x 24) and small (12 x 12).

Each is told from the others by its shape alone; colour does not exist here.

>>> sorted(names(LARGE))[:3]
['book', 'bulb', 'camera']
>>> len(rows("llama", LARGE)), len(rows("llama", SMALL))
(24, 12)
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.table.screens.bitmaps import Rows, load_art, mask
from companion.tiwanaku.board import Direction
from companion.tiwanaku.pieces import Crop, Terrain

if TYPE_CHECKING:
    from PIL.Image import Image

LARGE = 24
SMALL = 12
_FILES = {LARGE: "signs-large", SMALL: "signs-small"}
# Only north is drawn; the others are that arrow, turned.
_QUARTER_TURNS = {"east": 1, "south": 2, "west": 3}

# Eight by eight pixels that repeat: furrows, grains, tufts, cracks.
PATTERNS: dict[Terrain, Rows] = {
    Terrain.DIRT: (
        "##......",
        "..##....",
        "....##..",
        "......##",
        "##......",
        "..##....",
        "....##..",
        "......##",
    ),
    Terrain.SAND: (
        "........",
        ".#......",
        "........",
        ".....#..",
        "........",
        ".#......",
        "........",
        ".....#..",
    ),
    Terrain.GRASS: (
        "........",
        "#..#....",
        ".##.....",
        ".##.....",
        "........",
        "....#..#",
        ".....##.",
        ".....##.",
    ),
    Terrain.ROCK: (
        "########",
        "...#....",
        "...#....",
        "...#....",
        "########",
        ".......#",
        ".......#",
        ".......#",
    ),
}


def names(size: int) -> tuple[str, ...]:
    """The names of all signs of a size."""
    return (*load_art(_FILES[size]), *_QUARTER_TURNS)


def rows(name: str, size: int) -> Rows:
    """A sign as rows of ``#`` and ``.``."""
    if name in _QUARTER_TURNS:
        turned = rows("north", size)
        for _ in range(_QUARTER_TURNS[name]):
            turned = tuple("".join(column) for column in zip(*reversed(turned), strict=True))
        return turned
    return load_art(_FILES[size])[name]


@lru_cache(maxsize=256)
def sign(name: str, size: int) -> Image:
    """A sign as a Pillow mask."""
    return mask(rows(name, size))


@lru_cache(maxsize=16)
def pattern(terrain: Terrain, width: int, height: int) -> Image:
    """A Pillow mask filled with the pattern of a terrain."""
    tile = PATTERNS[terrain]
    return mask(tuple((tile[y % 8] * (width // 8 + 1))[:width] for y in range(height)))


def name_of(thing: Terrain | Crop | Direction) -> str:
    """The name of the sign that stands for a terrain, a crop or a direction."""
    return thing.name.lower()
