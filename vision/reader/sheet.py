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


@dataclass(frozen=True, eq=False)
class _Way:
    """How a board is unrolled that lies at some place in pictures of some size."""

    pose: BoardPose
    size: tuple[int, int]
    halvings: int
    nearer: BoardPose  # in the picture made smaller
    part: tuple[int, int, int, int]  # left, top, right and bottom of what is needed of that
    inside: Flags

    @classmethod
    def to(cls, pose: BoardPose, size: tuple[int, int]) -> _Way:
        halvings = max(0, int(np.log2(max(1.0, _pixels_a_cell(pose) / _LEAST_PIXELS))))
        nearer = pose.scaled(0.5**halvings)
        where = nearer.maps(CELLS, RIM / CELLS)[0]
        width, height = size[0] >> halvings, size[1] >> halvings
        # One coordinate after the other: NumPy is slow along short axes.
        x, y = np.ascontiguousarray(where[..., 0]), np.ascontiguousarray(where[..., 1])
        inside = (x >= 0) & (x < width - 1) & (y >= 0) & (y < height - 1)
        left, top = (int(v) for v in np.clip([x.min() - 1, y.min() - 1], 0, (width - 1, height - 1)))
        right, bottom = (int(v) for v in np.clip([x.max() + 3, y.max() + 3], 1, (width, height)))
        return cls(pose, size, halvings, nearer, (left, top, right, bottom), np.asarray(inside))

    def follow(self, picture: Picture) -> Picture:
        """The cells' colours."""
        if not self.halvings:
            return self.nearer.rectify(picture, CELLS, RIM / CELLS)
        step = 2**self.halvings
        left, top, right, bottom = self.part
        part = picture[top * step : bottom * step, left * step : right * step]
        for _ in range(self.halvings):
            size = (part.shape[1] // 2, part.shape[0] // 2)
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        small = np.zeros((self.size[1] // step, self.size[0] // step, 3), np.uint8)
        small[top:bottom, left:right] = part
        return self.nearer.rectify(small, CELLS, RIM / CELLS)


class Unroller:
    """Unrolls pictures; the way to a board that stays where it is, is kept."""

    def __init__(self) -> None:
        self._way: _Way | None = None

    def unroll(self, picture: Picture, pose: BoardPose) -> Sheet:
        """The cells of the board that lies in a picture."""
        size = (picture.shape[1], picture.shape[0])
        if self._way is None or self._way.pose is not pose or self._way.size != size:
            self._way = _Way.to(pose, size)
        colours = self._way.follow(picture)
        blue, green, red = cv2.split(colours)
        blinding = np.asarray(cv2.max(cv2.max(blue, green), red)) >= BLINDING
        return Sheet(pose.rows, pose.columns, colours.astype(np.float32), self._way.inside, blinding)


def unroll(picture: Picture, pose: BoardPose) -> Sheet:
    """The cells of the board that lies in one picture."""
    return Unroller().unroll(picture, pose)


def _pixels_a_cell(pose: BoardPose) -> float:
    """How large a cell is in the picture, in the middle of the board."""
    middle = np.array([pose.columns / 2, pose.rows / 2])
    half = np.array([0.5, 0.0])
    ends = pose.pixels([middle - half, middle + half])
    return float(np.hypot(*(ends[1] - ends[0]))) / CELLS
