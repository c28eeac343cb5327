"""Terrains and crops as numbers, for whatever looks at very many of them.

A *value* is a number: 0 to 3 for the terrains, 4 to 8 for the crops of level 1 to 5. A *literal* says that a space
has a value, or negated that it has not; solvers want them as whole numbers from 1.

>>> literal_of(2, value_of(Crop.CHILI))
25
>>> value_at(25)
(2, 6)
"""

from __future__ import annotations

from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position

TERRAINS = tuple(Terrain)
CROPS = tuple(Crop)
VALUES: tuple[Terrain | Crop, ...] = (*TERRAINS, *CROPS)
TERRAIN_BITS = 0b1111
CROP_BITS = 0b11111 << 4
ALL_BITS = TERRAIN_BITS | CROP_BITS
WIDTH = 9
FIRST_CROP = 4
# What is known of a space: its index and a value.
Fact = tuple[int, int]


def value_of(thing: Terrain | Crop) -> int:
    """The number of a terrain or crop."""
    return thing.level + FIRST_CROP - 1 if isinstance(thing, Crop) else TERRAINS.index(thing)


def literal_of(cell: int, value: int) -> int:
    """The literal that says: this space has this value. Negated: it has not."""
    return cell * WIDTH + value + 1


def value_at(literal: int) -> Fact:
    """The space and the value of a literal."""
    return divmod(literal - 1, WIDTH)


def facts_of(position: Position, cells: int | None = None) -> list[Fact]:
    """What lies on the board, or on these spaces of it."""
    found = []
    for cell, (terrain, crop) in enumerate(zip(position.terrains, position.crops, strict=True)):
        if cells is not None and not cells >> cell & 1:
            continue
        found += [(cell, value_of(thing)) for thing in (terrain, crop) if thing is not None]
    return found
