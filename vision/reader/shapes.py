"""Where on a space things are: the zones of a tile, the circles of discs, the place of a meeple."""

from __future__ import annotations

import itertools
from functools import lru_cache

import numpy as np

from vision.reader.colours import Indices
from vision.reader.sheet import CELLS, Flags, Floats

AREA = CELLS * CELLS
TILE_ZONES = 5
DISC_ZONES = 4
_ZONE_EDGES = (0.45, 0.72, 0.9)  # of a disc's radius
_MIDDLE = 0.18  # spaces
_INNER, _OUTER, _CORNER = 0.375, 0.458, 0.33
USUAL_RADII = tuple(0.95 * diameter / 2 for diameter in (0.47, 0.59, 0.71, 0.85, 1.0))
SHIFTS = 3  # cells by which a disc may lie off the middle, each way


@lru_cache(maxsize=1)
def middles() -> tuple[Floats, Floats]:
    """How far right of and below the middle of its space each cell is, in spaces."""
    along = ((np.arange(CELLS) + 0.5) / CELLS - 0.5).astype(np.float32)
    down, right = np.meshgrid(along, along, indexing="ij")
    return right.ravel(), down.ravel()


@lru_cache(maxsize=1)
def in_the_middle() -> Flags:
    """The cells where something that lies or stands on a tile is sure to be."""
    return np.asarray(np.hypot(*middles()) < _MIDDLE)


@lru_cache(maxsize=1)
def beside_the_middle() -> Indices:
    """The cells where one of two that stand on a space is, and little of one that stands alone."""
    away = np.hypot(*middles())
    return np.flatnonzero((away > 0.2) & (away < 0.47))


@lru_cache(maxsize=1)
def tile_zones() -> Indices:
    """The zone of each cell: inside, near the edge, on the edge; near the edge and on it in corners."""
    x, y = (np.abs(part) for part in middles())
    most, least = np.maximum(x, y), np.minimum(x, y)
    corner = least > _CORNER
    return np.select(
        [most < _INNER, (most < _OUTER) & ~corner, most < _OUTER, ~corner], [0, 1, 2, 3], 4
    ).astype(np.int64)


@lru_cache(maxsize=1)
def shifts() -> Floats:
    """The places of a disc's middle that are tried, in spaces off the middle of its space."""
    steps = np.arange(-SHIFTS, SHIFTS + 1, dtype=np.float32)
    down, right = np.meshgrid(steps, steps, indexing="ij")
    every = np.stack([right.ravel(), down.ravel()], axis=-1)
    near = np.hypot(every[:, 0], every[:, 1]) < SHIFTS + 0.2
    return np.asarray(every[near] / CELLS, np.float32)


def discs(radius: float) -> Floats:
    """For each shift how much of each cell a disc of some radius covers."""
    x, y = middles()
    off = shifts()
    away = np.hypot(x[None, :] - off[:, :1], y[None, :] - off[:, 1:])
    return np.asarray(np.clip((radius - away) * CELLS + 0.5, 0, 1), np.float32)


@lru_cache(maxsize=24)
def disc_masks(radius: float) -> Floats:
    """For each shift and each zone of a disc of some radius how much of each cell lies in it."""
    x, y = middles()
    off = shifts()
    away = np.hypot(x[None, :] - off[:, :1], y[None, :] - off[:, 1:])
    edges = [0.0, *(edge * radius for edge in _ZONE_EDGES), radius]
    within = [np.clip((edge - away) * CELLS + 0.5, 0, 1) for edge in edges]
    within[0] = np.zeros_like(away)
    return np.stack([more - less for less, more in itertools.pairwise(within)], axis=1).astype(np.float32)


def middle_shift() -> int:
    """The number of the shift that is none."""
    return len(shifts()) // 2


@lru_cache(maxsize=1)
def shift_cells() -> Indices:
    """For each shift and each cell which cell comes to lie there when a disc is moved back to the middle."""
    steps = np.round(shifts() * CELLS).astype(np.int64)
    row, column = np.divmod(np.arange(AREA), CELLS)
    rows = np.clip(row[None, :] + steps[:, 1:], 0, CELLS - 1)
    columns = np.clip(column[None, :] + steps[:, :1], 0, CELLS - 1)
    return np.asarray(rows * CELLS + columns)


COVER_RINGS = 12


@lru_cache(maxsize=16)
def cover_rings(right: float = 0.0, down: float = 0.0) -> Indices:
    """The ring around the middle of a space, or around a place beside it, that each cell lies in."""
    x, y = middles()
    away = np.hypot(x - right, y - down)
    return np.asarray(np.minimum(away * (2 * COVER_RINGS), COVER_RINGS - 1), np.int64)


@lru_cache(maxsize=1)
def usual_cover() -> Floats:
    """How likely a meeple covers cells of each ring, before one was seen."""
    away = (np.arange(COVER_RINGS) + 0.5) / (2 * COVER_RINGS)
    return np.asarray(0.8 * np.exp(-0.5 * (np.maximum(away - 0.12, 0) / 0.12) ** 2), np.float32)
