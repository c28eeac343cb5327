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
from vision.reader.blots import patch_sizes
from vision.reader.cells import Cells
from vision.reader.colours import BINS, UNIFORM, Indices, densities
from vision.reader.shapes import (
    AREA,
    disc_masks,
    discs,
    middles,
    shift_cells,
    shifts,
    tile_zones,
)
from vision.reader.sheet import CELLS, RIM, Flags, Floats, Sheet

Kind = Terrain | Crop | Colour | None
_RADII = np.arange(16, 48) / 96
_OTHER_SIZE = 0.25  # of its usual size a disc may be larger or smaller
_BESIDE = 3 / 96  # spaces on both sides of a circle whose colours are compared
_SIZE_DEVIATION = 0.1  # of discs from their usual size
_SPREAD = np.array([0.09, 0.22, 0.22], np.float32)
_SHIFT_DEVIATION = 0.04
_AROUND = 2.5 / CELLS  # beyond a disc's edge lies its shadow
_ANCHORED = 0.42  # from the middle: there most discs and meeples leave a tile to be seen
_CORNERS = 0.5  # from the middle: there a tile shows, whatever lies or stands on it
_BODY_SPREAD = (0.15, 0.18)
_ROUNDS = 3


class Pupil(Protocol):
    """What a lesson is given to."""

    def light(self, sheet: Sheet, empty: Flags | None = None) -> tuple[light.Light, float]: ...  # noqa: D102
    def log_density(self, kind: Kind, noise: float = 0.0, shadow: bool = False) -> Floats | None: ...  # noqa: D102
    def radius(self, crop: Crop) -> float: ...  # noqa: D102
    def ground(self, rows: int, columns: int) -> Floats | None: ...  # noqa: D102
    def usual_colour(self, terrain: Terrain) -> Floats | None: ...  # noqa: D102
    def add_noise(self, grain: float) -> None: ...  # noqa: D102
    def add_ground(self, shape: tuple[int, int], colours: Floats, seen: Flags) -> None: ...  # noqa: D102
    def add_surface(self, kind: Kind, bins: Indices, zones: Indices, weights: Floats) -> None: ...  # noqa: D102
    def add_disc(self, crop: Crop, radius: float, picture: Floats) -> None: ...  # noqa: D102
    def add_cover(self, covered: Floats) -> None: ...  # noqa: D102
    def add_patch(self, terrain: Terrain | None, size: int) -> None: ...  # noqa: D102
    @property
    def cover(self) -> Floats: ...  # noqa: D102


def give(pupil: Pupil, sheet: Sheet, position: Position) -> None:
    """Give the lesson of one picture."""
    spaces = position.board.spaces
    bare = [position.terrain(space) is None and space not in position.meeples for space in spaces]
    empty = np.array(bare, bool)
    lamp, _ = pupil.light(sheet, empty)
    if pupil.ground(sheet.rows, sheet.columns) is None:
        lamp = lamp.times(_anchor(pupil, sheet, lamp, position))
    pupil.add_noise(light.grain(sheet.colours))
    even = lamp.removed(sheet.colours)
    _teach_ground(pupil, sheet, even, empty)
    cells = Cells.of(sheet, even)
    _teach_bare(pupil, cells, position)
    for space in spaces:
        terrain, crop = position.terrain(space), position.crop(space)
        if terrain is not None and crop is not None and space not in position.meeples:
            _teach_disc(pupil, cells, space.index, terrain, crop)
    for space, colour in position.meeples.items():
        if position.crop(space) is None:
            _teach_meeple(pupil, cells.bins[space.index], position.terrain(space), colour)


def _anchor(pupil: Pupil, sheet: Sheet, lamp: light.Light, position: Position) -> Floats:
    """How much brighter than in the first lesson a lamp is over a board never seen, told from tiles that are known."""
    cells = Cells.of(sheet, lamp.removed(sheet.colours))
    around = (tile_zones() == 0) & (np.hypot(*middles()) > _ANCHORED)
    offs = []
    for space in position.board.spaces:
        terrain = position.terrain(space)
        usual = None if terrain is None else pupil.usual_colour(terrain)
        shown = around & cells.told[space.index]
        if usual is not None and position.crop(space) is not Crop.QUINOA and shown.any():
            logs = np.log(np.maximum(cells.colours[space.index][shown], 1))
            offs.append(logs.mean(axis=0) - usual)
    return np.exp(np.median(offs, axis=0)).astype(np.float32) if offs else np.ones(3, np.float32)


def _teach_ground(pupil: Pupil, sheet: Sheet, colours: Floats, empty: Flags) -> None:
    rows, columns = sheet.rows, sheet.columns
    seen = sheet.seen.copy()
    seen[RIM:-RIM, RIM:-RIM] &= np.kron(empty.reshape(rows, columns), np.ones((CELLS, CELLS), bool))
    pupil.add_ground((rows, columns), colours, seen)


def _teach_bare(pupil: Pupil, cells: Cells, position: Position) -> None:
    """Bare board and bare tiles; of tiles with something on them the corners, which nothing hides."""
    away = np.hypot(*middles())
    # The largest disc leaves corners that lie in its shadow: they teach only who has nothing better.
    for space in sorted(position.board.spaces, key=lambda space: position.crop(space) is Crop.QUINOA):
        terrain, crop = position.terrain(space), position.crop(space)
        if terrain is not None and crop is Crop.QUINOA and pupil.usual_colour(terrain) is not None:
            continue
        if space in position.meeples or crop is not None:
            hidden = _CORNERS if crop is None else max(_CORNERS, pupil.radius(crop) + _AROUND)
        else:
            hidden = 0.0
        if not hidden:
            pupil.add_patch(terrain, int(patch_sizes(cells.values[space.index][None])[0]))
        if terrain is not None or not hidden:
            weights = (away > hidden).astype(np.float32)
            pupil.add_surface(terrain, cells.bins[space.index], tile_zones(), weights)


def _teach_disc(pupil: Pupil, cells: Cells, number: int, terrain: Terrain, crop: Crop) -> None:
    bins, usual = cells.bins[number], pupil.radius(crop)
    radius, shift = _circle(cells.values[number], usual)
    for zone, mask in enumerate(disc_masks(radius)[shift]):
        pupil.add_surface(crop, bins, np.full(AREA, zone), (mask > 0.5).astype(np.float32))
    pupil.add_disc(crop, radius, cells.values[number][shift_cells()[shift]])
    hidden = discs(radius + _AROUND)[shift] > 0.5
    taught = np.hypot(*middles()) > max(_CORNERS, usual + _AROUND)  # with the bare tiles
    pupil.add_surface(terrain, bins, tile_zones(), (~hidden & ~taught).astype(np.float32))


def _circle(values: Floats, usual: float) -> tuple[float, int]:
    """The radius of a disc and which shift it has: the circle along which colours change most.

    Rings printed on it are circles, too: the one whose size is likelier is taken.
    """
    near = _RADII[np.abs(_RADII - usual) < _OTHER_SIZE * usual]
    inside = [
        disc_masks(float(radius)).sum(axis=1) for radius in (near[0] - _BESIDE, *near, near[-1] + _BESIDE)
    ]
    sums = [masks @ values for masks in inside]
    sizes = [masks.sum(axis=1)[:, None] for masks in inside]
    reach = round(_BESIDE * 96)
    changes = []
    for number in range(1, len(near) + 1):
        less, more = max(0, number - reach), min(len(inside) - 1, number + reach)
        within = (sums[number] - sums[less]) / (sizes[number] - sizes[less])
        beyond = (sums[more] - sums[number]) / (sizes[more] - sizes[number])
        changes.append(np.sqrt((((beyond - within) / _SPREAD) ** 2).sum(axis=1)))
    steep = np.array(changes) / (1 + (shifts() ** 2).sum(axis=1) / (2 * _SHIFT_DEVIATION) ** 2)
    likely = steep * np.exp(-0.5 * ((near - usual) / (_SIZE_DEVIATION * usual)) ** 2)[:, None]
    found, shift = np.unravel_index(int(likely.argmax()), likely.shape)
    return float(near[found]), int(shift)


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
