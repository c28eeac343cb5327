"""What belongs together on a space: the patch that a bare ground cannot have, the body that a meeple must have.

Colours alone do not tell a white meeple from a white board, nor one from the white rings of a disc. But something that
stands on a ground is one patch unlike the ground right around it, whatever the light does there; and a meeple hides
cells that hang together.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.reader.colours import Indices
from vision.reader.shapes import middles
from vision.reader.sheet import CELLS, Flags, Floats

_REACH = 0.4  # from the middle, in spaces: where something that stands on a space is seen
_RING = (0.36, 0.5)  # around it: there the ground shows
_USUAL = np.array([0.05, 0.15, 0.15], np.float32)  # by which any ground differs from place to place
_SPREADS = np.float32(3.0)  # beyond that, of this ground's own spread
_DEVIATION = np.float32(1.48)  # from the median of differences
_BODY = np.ones((5, 5), np.uint8)
_LEAST_BODY = 30  # cells
_SHINE = np.ones((3, 3), np.uint8)  # a head that shines is no hole in a body; gaps between rings are larger


def patch_sizes(values: Floats) -> Indices:
    """How many cells of each space, in one piece, differ from the ground around; ``values`` are on the scale of surfaces."""
    within, around = _places()
    images = values.reshape(-1, CELLS, CELLS, 3)
    smooth = np.array([cv2.blur(image, (3, 3)) for image in images], np.float32).reshape(values.shape)
    middle = np.median(smooth[:, around], axis=1, keepdims=True)
    spread = _DEVIATION * np.median(np.abs(smooth[:, around] - middle), axis=1, keepdims=True)
    differs = (np.abs(smooth - middle) > _SPREADS * spread + _USUAL).any(axis=2) & within
    return np.array([_largest(one) for one in differs.reshape(-1, CELLS, CELLS)], np.int64)


def _largest(flags: Flags) -> int:
    """The number of cells of the largest piece."""
    if not flags.any():
        return 0
    _, _, sizes, _ = cv2.connectedComponentsWithStats(flags.astype(np.uint8))
    return int(np.asarray(sizes)[1:, cv2.CC_STAT_AREA].max())


def solid_share(hidden: Flags) -> float:
    """How much of what is hidden on a space hangs together as a body does."""
    whole = np.asarray(
        cv2.morphologyEx(hidden.reshape(CELLS, CELLS).astype(np.uint8), cv2.MORPH_CLOSE, _SHINE)
    )
    body = np.asarray(cv2.morphologyEx(whole, cv2.MORPH_OPEN, _BODY))
    return float(body.sum()) / max(1.0, float(whole.sum()))


def is_two_bodies(hidden: Flags) -> bool:
    """Whether what one meeple would hide on a space are two bodies apart."""
    opened = cv2.morphologyEx(hidden.reshape(CELLS, CELLS).astype(np.uint8), cv2.MORPH_OPEN, _BODY)
    _, _, sizes, _ = cv2.connectedComponentsWithStats(np.asarray(opened))
    return bool((np.asarray(sizes)[1:, cv2.CC_STAT_AREA] >= _LEAST_BODY).sum() > 1)


@lru_cache(maxsize=1)
def _places() -> tuple[Flags, Indices]:
    away = np.hypot(*middles())
    around = np.flatnonzero((away > _RING[0]) & (away < _RING[1]))
    return np.asarray(away < _REACH), around[::2]  # half of them tell as much
