"""The camera: where it hangs, where it looks, and how its lens bends.

World coordinates are in spaces: the origin is the grid's outer corner at the first animal's row and the first
element's column, x goes along the elements, y along the animals, z up from the table.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Camera:
    """A camera above the table, looking down; all but the lens in spaces and degrees."""

    height: float = 15.0
    x: float = 0.0  # off the middle of the board, along the elements
    y: float = 1.5  # along the animals
    roll: float = 0.0
    fill: float = 0.8  # how much of the picture the board takes
    aim: tuple[float, float] = (0.0, 0.0)  # where it looks, off the middle of the board
    distortion: float = -0.04  # of the lens, at the picture's side edge: below 0 barrel, above 0 pincushion


@dataclass(frozen=True)
class View:
    """A camera over a board of some size, taking pictures of some size."""

    camera: Camera
    columns: int
    rows: int
    size: tuple[int, int]
    margin: float

    @property
    def place(self) -> tuple[float, float, float]:
        """Where the camera hangs."""
        return self.columns / 2 + self.camera.x, self.rows / 2 + self.camera.y, self.camera.height

    @property
    def homography(self) -> Doubles:
        """From world coordinates on the table to pixels, before the lens bends them."""
        width, height = self.size
        here = np.array([*self.place[:2], -self.camera.height])  # z down, so that the system is right-handed
        target = np.array(
            [self.columns / 2 + self.camera.aim[0], self.rows / 2 + self.camera.aim[1], 0.0], np.float64
        )
        forward = (target - here) / np.linalg.norm(target - here)
        roll = np.radians(self.camera.roll)
        across = np.array([np.cos(roll), np.sin(roll), 0.0])
        across -= forward * (across @ forward)
        across /= np.linalg.norm(across)
        down = np.cross(forward, across)
        rotation = np.stack([across, down, forward])
        shift = -rotation @ here
        away = float(np.linalg.norm(target - here))
        wide, high = self.columns + 2 * self.margin, self.rows + 2 * self.margin
        focal = self.camera.fill * away * min(width / wide, height / high)
        lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1.0]])
        return np.asarray(lens @ np.column_stack([rotation[:, 0], rotation[:, 1], shift]))

    def pixels(self, points: npt.ArrayLike) -> Points:
        """Where points on the table are seen."""
        world = np.asarray(points, np.float64).reshape(-1, 1, 2)
        straight = np.asarray(cv2.perspectiveTransform(world, self.homography)).reshape(-1, 2)
        centre, radius = self._lens()
        wanted = (straight - centre) / radius
        bent = wanted.copy()
        for _ in range(12):
            bent = wanted / (1 - self.camera.distortion * (bent**2).sum(axis=1, keepdims=True))
        return np.asarray(bent * radius + centre, np.float32)

    def table_points(self) -> Points:
        """For every pixel the point of the table that it shows: an array of height, width, 2."""
        width, height = self.size
        centre, radius = self._lens()
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).astype(np.float64)
        bent = (grid - centre) / radius
        straight = (
            bent * (1 - self.camera.distortion * (bent**2).sum(axis=2, keepdims=True)) * radius + centre
        )
        world = cv2.perspectiveTransform(straight.reshape(-1, 1, 2), np.linalg.inv(self.homography))
        return np.asarray(world, np.float32).reshape(height, width, 2)

    def _lens(self) -> tuple[Doubles, float]:
        width, height = self.size
        return np.array([width / 2, height / 2]), width / 2
