"""The board seen straight from above, in cells: little squares of its spaces with one colour each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Picture

CELLS = 24  # along a space's side
RIM = 12  # cells around the grid that still belong to the printed board
_COARSE = (
    8  # cells between two points whose place is computed exactly; in between the way is all but straight
)
_BLINDING = 250  # grey levels from which on the camera does not tell how bright something is
_SPARE = 1.6  # pixels of the shrunk picture a cell, at least: fewer would lose what lies between them

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Sheet:
    """Colours (BGR, as the camera gave them) of all cells of a board and its rim, which of them are in the
    picture, and which are too bright for the camera."""

    rows: int
    columns: int
    colours: Floats
    inside: Flags
    blinding: Flags

    @property
    def seen(self) -> Flags:
        """The cells whose colour is known."""
        return self.inside & ~self.blinding


def by_space(cells: npt.NDArray[Any], rows: int, columns: int) -> npt.NDArray[Any]:
    """Cells of a sheet, or whatever is known of each of them, by space."""
    inner = cells[RIM:-RIM, RIM:-RIM]
    split = inner.reshape(rows, CELLS, columns, CELLS, *cells.shape[2:])
    return np.ascontiguousarray(split.swapaxes(1, 2)).reshape(rows * columns, CELLS, CELLS, *cells.shape[2:])


def unroll(picture: Picture, pose: BoardPose) -> Sheet:
    """The cells of the board that lies in a picture."""
    where = _cell_places(pose)
    small, factor = _shrunk(picture, where)
    # Pixel centres are whole numbers; after shrinking by a factor the first one lies at (factor - 1) / 2.
    there = (where - np.float32((factor - 1) / 2)) * np.float32(1 / factor)
    colours = cv2.remap(small, there, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = picture.shape[:2]
    inside = (
        (where[..., 0] > 0) & (where[..., 1] > 0) & (where[..., 0] < width - 1) & (where[..., 1] < height - 1)
    )
    blinding = (colours >= _BLINDING).any(axis=2)
    return Sheet(pose.rows, pose.columns, np.asarray(colours, np.float32), inside, blinding)


def _cell_places(pose: BoardPose) -> Floats:
    """The pixel that each cell's middle is seen at."""
    high, wide = pose.rows * CELLS + 2 * RIM, pose.columns * CELLS + 2 * RIM
    # One more coarse point on each side, so that nothing has to be guessed beyond the last one.
    y = ((np.arange(-1, high // _COARSE + 1) + 0.5) * _COARSE - RIM) / CELLS
    x = ((np.arange(-1, wide // _COARSE + 1) + 0.5) * _COARSE - RIM) / CELLS
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    exact = pose.pixels(grid).reshape(len(y), len(x), 2)
    size = (len(x) * _COARSE, len(y) * _COARSE)
    every = np.asarray(cv2.resize(exact, size, interpolation=cv2.INTER_LINEAR), np.float32)
    return every[_COARSE:-_COARSE, _COARSE:-_COARSE]


def _shrunk(picture: Picture, where: Floats) -> tuple[Picture, int]:
    """The picture shrunk so far that neighbouring cells take up all of its pixels."""
    steps = np.abs(np.diff(where[where.shape[0] // 2], axis=0)).max(axis=1)
    factor = max(1, int(float(np.median(steps)) / _SPARE))
    if factor == 1:
        return picture, 1
    height, width = picture.shape[0] // factor, picture.shape[1] // factor
    cut = picture[: height * factor, : width * factor]
    return np.asarray(cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA), np.uint8), factor
