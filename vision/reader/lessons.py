"""Lessons: what a picture of a known position teaches, space by space.

Bare board and bare tiles first; then discs, which are found on the tiles that are now known; then meeples, which are
what looks like none of it.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.reader import light
from vision.reader.cells import Cells
from vision.reader.colours import BINS, UNIFORM, Indices, densities
from vision.reader.shapes import (
    AREA,
    disc_masks,
    middles,
    shift_cells,
    shifts,
    tile_zones,
)
from vision.reader.sheet import CELLS, RIM, Flags, Floats, Sheet

Kind = Terrain | Crop | Colour | None
_RADII = np.arange(16, 48) / 96
_RADIUS_DEVIATION = 0.05  # of discs from the usual size
_SHIFT_DEVIATION = 0.04
_AROUND = 2.0 / CELLS  # beyond a disc's edge lies its shadow
_CORNERS = 0.5  # from the middle: there a tile shows, whatever lies or stands on it
_BODY_SPREAD = (0.15, 0.18)
_ROUNDS = 3


class Pupil(Protocol):
    """What a lesson is given to."""

    def light(self, sheet: Sheet, empty: Flags | None = None) -> tuple[light.Light, float]: ...  # noqa: D102
    def log_density(self, kind: Kind, noise: float = 0.0, shadow: bool = False) -> Floats | None: ...  # noqa: D102
    def radius(self, crop: Crop) -> float: ...  # noqa: D102
    def add_noise(self, grain: float) -> None: ...  # noqa: D102
    def add_ground(self, shape: tuple[int, int], colours: Floats, seen: Flags) -> None: ...  # noqa: D102
    def add_surface(self, kind: Kind, bins: Indices, zones: Indices, weights: Floats) -> None: ...  # noqa: D102
    def add_disc(self, crop: Crop, radius: float, picture: Floats) -> None: ...  # noqa: D102
    def add_cover(self, covered: Floats) -> None: ...  # noqa: D102
    @property
    def cover(self) -> Floats: ...  # noqa: D102


def give(pupil: Pupil, sheet: Sheet, position: Position) -> None:
    """Give the lesson of one picture."""
    spaces = position.board.spaces
    bare = [position.terrain(space) is None and space not in position.meeples for space in spaces]
    empty = np.array(bare, bool)
    lamp, _ = pupil.light(sheet, empty)
    pupil.add_noise(light.grain(sheet.colours))
    _teach_ground(pupil, sheet, lamp.removed(sheet.colours), empty)
    cells = Cells.of(sheet, lamp)
    _teach_bare(pupil, cells, position)
    for space in spaces:
        terrain, crop = position.terrain(space), position.crop(space)
        if terrain is not None and crop is not None and space not in position.meeples:
            _teach_disc(pupil, cells, space.index, terrain, crop)
    for space, colour in position.meeples.items():
        if position.crop(space) is None:
            _teach_meeple(pupil, cells.bins[space.index], position.terrain(space), colour)


def _teach_ground(pupil: Pupil, sheet: Sheet, colours: Floats, empty: Flags) -> None:
    rows, columns = sheet.rows, sheet.columns
    seen = sheet.seen.copy()
    seen[RIM:-RIM, RIM:-RIM] &= np.kron(empty.reshape(rows, columns), np.ones((CELLS, CELLS), bool))
    pupil.add_ground((rows, columns), colours, seen)


def _teach_bare(pupil: Pupil, cells: Cells, position: Position) -> None:
    whole = np.ones(AREA, np.float32)
    corners = (np.hypot(*middles()) > _CORNERS).astype(np.float32)
    for space in position.board.spaces:
        terrain = position.terrain(space)
        covered = space in position.meeples or position.crop(space) is not None
        if terrain is not None or not covered:
            weights = corners if covered else whole
            pupil.add_surface(terrain, cells.bins[space.index], tile_zones(), weights)


def _teach_disc(pupil: Pupil, cells: Cells, number: int, terrain: Terrain, crop: Crop) -> None:
    bins = cells.bins[number]
    radius, shift = _circle(pupil, terrain, crop, bins)
    for zone, mask in enumerate(disc_masks(radius)[shift]):
        pupil.add_surface(crop, bins, np.full(AREA, zone), (mask > 0.5).astype(np.float32))
    pupil.add_disc(crop, radius, cells.values[number][shift_cells()[shift]])
    hidden = disc_masks(radius + _AROUND)[shift].sum(axis=0) > 0.5
    taught = np.hypot(*middles()) > _CORNERS  # with the bare tiles
    pupil.add_surface(terrain, bins, tile_zones(), (~hidden & ~taught).astype(np.float32))


def _circle(pupil: Pupil, terrain: Terrain, crop: Crop, bins: Indices) -> tuple[float, int]:
    """The radius of a disc and which shift it has: outside it is like the terrain, inside it is not."""
    logs = pupil.log_density(terrain)
    usual = pupil.radius(crop)
    if logs is None:
        return usual, len(shifts()) // 2
    alike = np.clip(logs[tile_zones(), bins] - np.log(UNIFORM), -2, 2)
    alike[np.maximum(*(np.abs(part) for part in middles())) > 0.46] = 0
    off = (shifts() ** 2).sum(axis=1) / _SHIFT_DEVIATION**2
    best, found = -np.inf, (usual, 0)
    for radius in _RADII:
        inside = disc_masks(float(radius)).sum(axis=1)
        scores = -2 * (inside @ alike) - off - 4 * ((radius - usual) / _RADIUS_DEVIATION) ** 2
        shift = int(scores.argmax())
        if scores[shift] > best:
            best, found = float(scores[shift]), (float(radius), shift)
    return found


def _teach_meeple(pupil: Pupil, bins: Indices, terrain: Terrain | None, colour: Colour) -> None:
    """Which cells are the meeple's and what it looks like are found in turn, each from the other."""
    logs = pupil.log_density(terrain)
    if logs is None:
        return
    cover = pupil.cover
    ground = np.exp(logs[tile_zones(), bins])
    body = np.full(AREA, UNIFORM, np.float32)
    weights = cover
    seen = bins < BINS
    for _ in range(_ROUNDS):
        weights = np.where(seen, cover * body / (cover * body + (1 - cover) * ground), 0)
        counts = np.bincount(bins[seen], weights[seen], BINS).astype(np.float32)[None]
        smooth = densities(counts, _BODY_SPREAD)[0]
        body = np.where(seen, 0.9 * smooth[np.minimum(bins, BINS - 1)], 0) + np.float32(0.1 * UNIFORM)
    weights = np.asarray(weights, np.float32)
    pupil.add_surface(colour, bins, np.zeros(AREA, np.int64), weights)
    pupil.add_cover(weights)
