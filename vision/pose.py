"""Where the board lies in a picture, and the board seen straight from above.

Board coordinates are in spaces: the origin is the grid's outer corner at the first animal's row and the first element's
column, x goes along the elements, y along the animals.

>>> pose = BoardPose.of_corners(5, 9, [(100, 50), (1000, 50), (1000, 550), (100, 550)])
>>> pose.pixels([(4.5, 2.5)]).round().tolist()
[[550.0, 300.0]]
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Doubles = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class BoardPose:
    """The way from board coordinates to pixels: a homography, then the bend of the lens, if it is known."""

    rows: int
    columns: int
    homography: Doubles
    bend: float = 0.0  # of the lens at the picture's side edge: below 0 barrel, above 0 pincushion
    size: tuple[int, int] | None = None  # width and height of the picture; the lens needs it

    @classmethod
    def of_corners(cls, rows: int, columns: int, corners: npt.ArrayLike) -> BoardPose:
        """From the grid's four outer corners in pixels, clockwise from the first row and first column."""
        there = np.asarray(corners, np.float32).reshape(4, 2)
        here = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32)
        return cls(rows, columns, np.asarray(cv2.getPerspectiveTransform(here, there), np.float64))

    @property
    def corners(self) -> Points:
        """The grid's outer corners in pixels."""
        return self.pixels([(0, 0), (self.columns, 0), (self.columns, self.rows), (0, self.rows)])

    def pixels(self, points: npt.ArrayLike) -> Points:
        """Where points of the board are seen."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        straight = np.asarray(cv2.perspectiveTransform(flat, self.homography), np.float64).reshape(-1, 2)
        if not self.bend or self.size is None:
            return np.asarray(straight, np.float32)
        centre, radius = np.array(self.size) / 2, self.size[0] / 2
        wanted = (straight - centre) / radius
        bent = wanted.copy()
        for _ in range(12):  # a contraction: each round leaves less than a tenth of the error
            bent = wanted / (1 - self.bend * (bent**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * radius + centre, np.float32)
