"""Showing a solution bit by bit to somebody who reasons."""

from __future__ import annotations

from collections.abc import Iterable

from companion.tiwanaku.explain.knowledge import CROP_BITS, FIRST_CROP, TERRAIN_BITS, TERRAINS, Knowledge
from companion.tiwanaku.generator.planting import Solution
from companion.tiwanaku.pieces import Terrain
from companion.tiwanaku.position import Position


def nothing_seen(solution: Solution) -> Knowledge:
    """What is known of an empty board: how many tiles of each terrain there are."""
    terrains = solution.land.terrains()
    tiles = {terrain: terrains.count(terrain) for terrain in Terrain}
    return Knowledge.of(Position.empty(solution.land.board, tiles))


def all_land(solution: Solution, crops: Iterable[int] = ()) -> Knowledge:
    """What is known where all land is seen, and the crops of these spaces."""
    known = nothing_seen(solution)
    for index, terrain in enumerate(solution.land.terrains()):
        reveal_land(known, index, terrain)
    for index in crops:
        reveal_crop(known, index, solution.levels[index])
    return known


def reveal_land(known: Knowledge, index: int, terrain: Terrain) -> None:
    """Show the terrain of a space."""
    known.remove(index, TERRAIN_BITS & ~(1 << TERRAINS.index(terrain)))


def reveal_crop(known: Knowledge, index: int, level: int) -> None:
    """Show the crop of a space."""
    known.remove(index, CROP_BITS & ~(1 << level + FIRST_CROP - 1))
