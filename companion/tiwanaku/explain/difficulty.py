"""How hard a position is, and a fast solver of crops for whoever builds scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.tiwanaku.board import Board
from companion.tiwanaku.explain.knowledge import (
    CROP_BITS,
    CROPS,
    FIRST_CROP,
    TERRAIN_BITS,
    TERRAINS,
    Knowledge,
)
from companion.tiwanaku.explain.ladder import LONG_BREATH, crop_ladder, ladder, rank
from companion.tiwanaku.explain.tables import tables
from companion.tiwanaku.explain.technique import Technique, literal
from companion.tiwanaku.explain.trail import Trail, ruled_out
from companion.tiwanaku.explain.trying import LongSupposition
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The hardest technique that a position needs, how many findings, and whether everything can be worked out."""

    hardest: str | None
    steps: int
    complete: bool


@dataclass(frozen=True, slots=True)
class CropSolution:
    """What came of working out all crops: the crops by space, or None if the ladder does not get there."""

    crops: tuple[Crop, ...] | None
    hardest: str | None
    steps: int


def difficulty(position: Position) -> Difficulty:
    """What it takes to know what the ladder can know of a position."""
    known = Knowledge.of(position)
    trail = Trail.beginning(known)
    trail.climb(known, ladder(), lambda _: False)
    wanted, complete = 0, True
    for cell, mask in enumerate(known.masks):
        for kind in (TERRAIN_BITS, CROP_BITS):
            if (mask & kind).bit_count() == 1:
                wanted |= literal(cell, kind & ~mask)
            else:
                complete = False
    links, _ = trail.chain(known, wanted & (ruled_out(known) & ~trail.given))
    hardest = max((link.finding.technique.id for link in links), key=rank, default=None)
    return Difficulty(hardest, len(links), complete)


def solve_crops(
    board: Board, terrains: Sequence[Terrain], start_crops: Sequence[Crop | None], *, supposing: bool = True
) -> CropSolution:
    """Work out all crops of a board whose terrain is known, by the ladder; without ``supposing`` by looking alone."""
    known = Knowledge(tables(board.rows, board.columns), None)
    for cell, (terrain, crop) in enumerate(zip(terrains, start_crops, strict=True)):
        removed = TERRAIN_BITS & ~(1 << TERRAINS.index(terrain))
        if crop is not None:
            removed |= CROP_BITS & ~(1 << crop.level + FIRST_CROP - 1)
        known.remove(cell, removed)
    techniques: tuple[Technique, ...] = crop_ladder()
    trail = Trail.beginning(known)
    trail.climb(known, techniques, _is_solved)
    if supposing and known.broken is None and not _is_solved(known):
        trail.climb(known, (*techniques, LongSupposition(techniques, LONG_BREATH)), _is_solved)
    used = {entry.finding.technique.id for entry in trail.entries}
    hardest = max(used, key=rank, default=None)
    if known.broken is not None or not _is_solved(known):
        return CropSolution(None, hardest, len(trail.entries))
    crops = tuple(CROPS[((mask & CROP_BITS) >> FIRST_CROP).bit_length() - 1] for mask in known.masks)
    return CropSolution(crops, hardest, len(trail.entries))


def _is_solved(known: Knowledge) -> bool:
    planted = 0
    for crop in known.must[FIRST_CROP:]:
        planted |= crop
    return planted == known.table.every
