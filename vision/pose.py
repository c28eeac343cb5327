"""Where the board lies in a picture, and the board seen straight from above.

Board coordinates are in spaces: the origin is the grid's outer corner at the first animal's row and the first element's
column, x goes along the elements, y along the animals.

>>> pose = BoardPose.of_corners(5, 9, [(100, 50), (1000, 50), (1000, 550), (100, 550)])
>>> pose.pixels([(4.5, 2.5)]).round().tolist()
[[550.0, 300.0]]
>>> pose.places([(550, 300)]).round(2).tolist()
[[4.5, 2.5]]
>>> pose.rectify(np.zeros((600, 1100, 3), np.uint8), pixels_a_space=32, margin=0.5).shape
(192, 320, 3)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Doubles = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]
Maps = tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]
# The way of the light is smooth: it is followed exactly at every eighth pixel and in between by straight lines.
_STEP = 8
_KEPT_MAPS = 4


@dataclass(frozen=True, eq=False)
class BoardPose:
    """The way from board coordinates to pixels: a homography, then the bend of the lens, if it is known."""

    rows: int
    columns: int
    homography: Doubles
    bend: float = 0.0  # of the lens at the picture's side edge: below 0 barrel, above 0 pincushion
    size: tuple[int, int] | None = None  # width and height of the picture; the lens needs it
    _maps: dict[tuple[int, float], Maps] = field(default_factory=dict, init=False, repr=False)

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
        for _ in range(8):  # a contraction: each round leaves less than a quarter of the error
            bent = wanted / (1 - self.bend * (bent**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * radius + centre, np.float32)

    def places(self, points: npt.ArrayLike) -> Points:
        """Which points of the board are seen at these pixels."""
        straight = np.asarray(points, np.float64).reshape(-1, 2)
        if self.bend and self.size is not None:
            centre, radius = np.array(self.size) / 2, self.size[0] / 2
            bent = (straight - centre) / radius
            straight = bent * (1 - self.bend * (bent**2).sum(axis=1, keepdims=True)) * radius + centre
        back = np.linalg.inv(self.homography)
        return np.asarray(cv2.perspectiveTransform(straight.reshape(-1, 1, 2), back), np.float32).reshape(
            -1, 2
        )

    def rectify(self, picture: Picture, pixels_a_space: int, margin: float = 0.0) -> Picture:
        """The board seen straight from above, with so many spaces of margin around its grid; grey or in colour.

        Pixel (i, j) of the result shows the place ``(j + 0.5, i + 0.5) / pixels_a_space - margin``. The way there is
        kept: ask the same pose again for the next picture. What lies outside of the picture is black.
        """
        maps = self.maps(pixels_a_space, margin)
        straight = cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(straight, np.uint8)

    def maps(self, pixels_a_space: int, margin: float = 0.0) -> Maps:
        """For every pixel of the straightened picture where it comes from, as ``cv2.remap`` wants it."""
        key = pixels_a_space, margin
        if key not in self._maps:
            while len(self._maps) >= _KEPT_MAPS:
                self._maps.pop(next(iter(self._maps)))
            self._maps[key] = self._way(pixels_a_space, margin)
        return self._maps[key]

    def scaled(self, factor: float) -> BoardPose:
        """The same board in the same picture made larger or smaller."""
        shift = (factor - 1) / 2  # a pixel's middle has whole coordinates
        scale = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
        size = None if self.size is None else (round(self.size[0] * factor), round(self.size[1] * factor))
        return replace(self, homography=scale @ self.homography, size=size)

    def to_array(self) -> Doubles:
        """Everything in fourteen numbers, to be kept in a file."""
        size = self.size or (0, 0)
        return np.array([self.rows, self.columns, *self.homography.ravel(), self.bend, *size], np.float64)

    @classmethod
    def from_array(cls, numbers: npt.ArrayLike) -> BoardPose:
        """What :meth:`to_array` gave; ValueError for anything that cannot be a pose."""
        values = np.asarray(numbers, np.float64)
        if values.shape != (14,) or not np.isfinite(values).all():
            raise ValueError("a pose has fourteen numbers")
        rows, columns, width, height = (round(float(value)) for value in values[[0, 1, 12, 13]])
        homography = values[2:11].reshape(3, 3)
        if min(rows, columns) < 1 or min(width, height) < 0 or abs(np.linalg.det(homography)) < 1e-9:
            raise ValueError("no pose of a board")
        return cls(
            rows, columns, homography, float(values[11]), (width, height) if width and height else None
        )

    def _way(self, pixels_a_space: int, margin: float) -> Maps:
        width = round((self.columns + 2 * margin) * pixels_a_space)
        height = round((self.rows + 2 * margin) * pixels_a_space)
        # One knot more on every side, so that the outermost pixels, too, lie between knots.
        across, down = -(-width // _STEP) + 2, -(-height // _STEP) + 2
        x = (np.arange(across) - 0.5) * _STEP / pixels_a_space - margin
        y = (np.arange(down) - 0.5) * _STEP / pixels_a_space - margin
        knots = self.pixels(np.stack(np.meshgrid(x, y), axis=-1)).reshape(down, across, 2)
        every = np.asarray(cv2.resize(np.clip(knots, -9e3, 3e4), (across * _STEP, down * _STEP)), np.float32)
        part = every[_STEP : _STEP + height, _STEP : _STEP + width]
        # Whole pixels and the rest apart: a faster way than fractions.
        whole, rest = cv2.convertMaps(part[..., 0].copy(), part[..., 1].copy(), cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(rest, np.uint16)
