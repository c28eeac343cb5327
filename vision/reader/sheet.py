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
BLINDING = 250  # grey levels from which on the camera does not tell how bright something is
_LEAST_PIXELS = 1.2  # of the shrunk picture, a cell: with fewer, what lies between them would be lost

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
    halvings = max(0, int(np.log2(max(1.0, _pixels_a_cell(pose) / _LEAST_PIXELS))))
    small, nearer = _halved(picture, halvings), pose.scaled(0.5**halvings)
    margin = RIM / CELLS
    colours = nearer.rectify(small, CELLS, margin).astype(np.float32)
    where = nearer.maps(CELLS, margin)[0]
    beyond = np.array([small.shape[1] - 1, small.shape[0] - 1])
    inside = np.asarray(((where >= 0) & (where < beyond)).all(axis=2))
    blinding = np.asarray((colours >= BLINDING).any(axis=2))
    return Sheet(pose.rows, pose.columns, colours, inside, blinding)


def _pixels_a_cell(pose: BoardPose) -> float:
    """How large a cell is in the picture, in the middle of the board."""
    middle = np.array([pose.columns / 2, pose.rows / 2])
    half = np.array([0.5, 0.0])
    ends = pose.pixels([middle - half, middle + half])
    return float(np.hypot(*(ends[1] - ends[0]))) / CELLS


def _halved(picture: Picture, times: int) -> Picture:
    """The picture made smaller, so that neighbouring cells take up all of its pixels."""
    for _ in range(times):
        height, width = picture.shape[0] // 2, picture.shape[1] // 2
        cut = picture[: height * 2, : width * 2]
        picture = np.asarray(cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return picture
