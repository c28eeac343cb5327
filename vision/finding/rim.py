"""The board's own picture around its grid, in small patches: what stays when tiles, discs and meeples come and go.

Everything here happens on the board seen straight from above, ``SCALE`` pixels a space, so that a patch looks the same
wherever the board lies. Patches are compared by correlation: a dimmed or a warmer lamp changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Doubles, Maps, Picture

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int32]

SCALE = 24
MARGIN = 0.95  # of the board around its grid that is looked at, in spaces
SIDE = 16  # of a patch, in pixels
FEWEST = 8  # patches that a board must have to be known again
_A_SPACE = 2  # patches kept for each space along the rim
_CELL = 8  # pixels between two knots
_FAINT = 2.0  # grey levels of deviation below which a patch shows nothing


def straight_grey(picture: Picture, pose: BoardPose, margin: float = MARGIN) -> Picture:
    """The board from above in grey, ``SCALE`` pixels a space."""
    # Twice as large first, then the mean of four: one pixel in five of a large picture would show mostly noise.
    return halved_grey(pose.rectify(picture, 2 * SCALE, margin))


@dataclass(frozen=True)
class Look:
    """How the patches look in one picture: ``shapes`` without light, mean 0 and length 1, ``faint`` where nothing shows."""

    shapes: Floats
    faint: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Rim:
    """Patches of a board's rim; ``corners`` are their upper left pixels in the straightened picture ``grey``."""

    grey: Picture
    corners: Integers

    @classmethod
    def of(cls, grey: Picture, rows: int, columns: int) -> Rim:
        """Choose the patches with the most to hold on to, spread around the whole grid."""
        smooth = cv2.GaussianBlur(grey, (0, 0), 0.8)
        firmness = np.asarray(cv2.cornerMinEigenVal(smooth, SIDE, ksize=3), np.float32)
        best: dict[tuple[int, int], list[tuple[float, int, int]]] = {}
        for x, y in _candidates(rows, columns):
            left, top = round((x + MARGIN) * SCALE) - SIDE // 2, round((y + MARGIN) * SCALE) - SIDE // 2
            if not (0 <= left <= grey.shape[1] - SIDE and 0 <= top <= grey.shape[0] - SIDE):
                continue
            if grey[top : top + SIDE, left : left + SIDE].std() < 1.5 * _FAINT:
                continue
            value = float(firmness[top + SIDE // 2, left + SIDE // 2])
            best.setdefault((int(np.floor(x)), int(np.floor(y))), []).append((value, left, top))
        chosen: list[tuple[int, int]] = []
        for place in best.values():
            kept: list[tuple[int, int]] = []
            for _, left, top in sorted(place, reverse=True):
                far = all(max(abs(left - x), abs(top - y)) >= SIDE // 2 for x, y in kept + chosen)
                if far and len(kept) < _A_SPACE:
                    kept.append((left, top))
            chosen += kept
        return cls(grey, np.array(chosen, np.int32).reshape(-1, 2))

    @classmethod
    def from_arrays(cls, grey: np.ndarray, corners: np.ndarray, rows: int, columns: int) -> Rim:
        """What was kept of a rim; ValueError for anything that cannot be one."""
        if grey.dtype != np.uint8 or grey.shape != _straight_shape(rows, columns):
            raise ValueError("not a board's picture")
        if corners.dtype != np.int32 or corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < FEWEST:
            raise ValueError("not a rim's patches")
        if (corners < 0).any() or (corners > np.array(grey.shape[::-1]) - SIDE).any():
            raise ValueError("patches outside of the picture")
        return cls(grey, corners)

    @cached_property
    def places(self) -> Doubles:
        """The middles of the patches in board coordinates."""
        return np.asarray((self.corners + SIDE / 2) / SCALE - MARGIN, np.float64)

    @cached_property
    def distances(self) -> Doubles:
        """Between the middles of every two patches."""
        return np.asarray(np.linalg.norm(self.places[:, None] - self.places[None], axis=2), np.float64)

    @cached_property
    def sides(self) -> Floats:
        """For each of the four sides the share that each of its patches has in it."""
        away = np.stack([-self.places, self.places - self._ends], axis=1).reshape(len(self.places), 4)
        flags = (away.argmax(axis=1) == np.arange(4)[:, None]).astype(np.float32)
        return np.asarray(flags / np.maximum(flags.sum(axis=1, keepdims=True), 1), np.float32)

    @property
    def _ends(self) -> Doubles:
        """The grid's last corner."""
        return np.asarray(self.grey.shape[1::-1], np.float64) / SCALE - 2 * MARGIN

    @cached_property
    def look(self) -> Look:
        """How the patches look in the board's own picture."""
        return _look(self.grey[self._pixels].astype(np.float32))

    @cached_property
    def _pixels(self) -> tuple[Integers, Integers]:
        y, x = np.mgrid[0:SIDE, 0:SIDE].reshape(2, 1, -1).astype(np.int32)
        return self.corners[:, 1:] + y, self.corners[:, :1] + x

    @cached_property
    def _slopes(self) -> tuple[Floats, Floats, Floats]:
        """For one step of Lucas and Kanade: how a patch changes when it moves, and the inverse of the 2×2 equations."""
        smooth = self.grey.astype(np.float32)
        down, across = (np.asarray(each, np.float32) for each in np.gradient(smooth))
        rows, columns = self._pixels
        values = smooth[rows, columns]
        length = np.linalg.norm(values - values.mean(axis=1, keepdims=True), axis=1, keepdims=True)
        dx, dy = across[rows, columns] / length, down[rows, columns] / length
        a, b, c = (dx * dx).sum(axis=1), (dx * dy).sum(axis=1), (dy * dy).sum(axis=1)
        inverse = np.stack([c, -b, -b, a], axis=1) / np.maximum(a * c - b * b, 1e-9)[:, None]
        return dx, dy, inverse.reshape(-1, 2, 2)

    def drift(self, look: Look) -> Doubles:
        """How far each patch has moved, in spaces; only true for small ways, far less than a pixel of ours."""
        dx, dy, inverse = self._slopes
        # A patch that has moved by d shows at x what was at x - d.
        change = self.look.shapes - look.shapes
        right = np.stack([np.einsum("ij,ij->i", dx, change), np.einsum("ij,ij->i", dy, change)], axis=1)
        return np.asarray(np.einsum("ijk,ik->ij", inverse, right) / SCALE, np.float64)


@dataclass(frozen=True, eq=False)
class RimView:
    """The patches of a rim seen at one pose, without straightening the rest of the picture."""

    rim: Rim
    pose: BoardPose

    @cached_property
    def _maps(self) -> Maps:
        """Where the pixels of all patches come from, at twice the scale: exactly at a few knots, evenly in between."""
        cells, side = 2 * SIDE // _CELL, 2 * SIDE
        at = (
            np.arange(cells + 2) - 0.5
        ) * _CELL  # one knot beyond each edge, so that all pixels lie between knots
        x, y = np.meshgrid(at, at)
        places = self.rim.corners[:, None, None, :] / SCALE + np.stack([x, y], axis=-1) / (2 * SCALE) - MARGIN
        knots = self.pose.pixels(places).reshape(-1, cells + 2, 2)
        large = cv2.resize(knots, None, fx=_CELL, fy=_CELL, interpolation=cv2.INTER_LINEAR)
        every = np.asarray(large, np.float32).reshape(-1, side + 2 * _CELL, side + 2 * _CELL, 2)
        part = every[:, _CELL:-_CELL, _CELL:-_CELL].reshape(-1, side, 2)
        whole, rest = cv2.convertMaps(part[..., 0].copy(), part[..., 1].copy(), cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(rest, np.uint16)

    def look(self, picture: Picture) -> Look:
        """How the patches look in a picture."""
        values = cv2.remap(picture, *self._maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return _look(np.asarray(halved_grey(values), np.float32).reshape(-1, SIDE * SIDE))


def _straight_shape(rows: int, columns: int) -> tuple[int, int]:
    """Height and width of a straightened picture, as :func:`straight_grey` makes it."""
    high, wide = (round((count + 2 * MARGIN) * 2 * SCALE) for count in (rows, columns))
    return round(high * 0.5), round(wide * 0.5)


def halved_grey(picture: np.ndarray) -> Picture:
    """The picture in grey, at half its size."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _look(values: Floats) -> Look:
    values -= values.mean(axis=1, keepdims=True)
    length = np.sqrt(np.einsum("ij,ij->i", values, values))
    values /= np.maximum(length, 1e-6)[:, None]
    return Look(values, length < _FAINT * SIDE)


def _candidates(rows: int, columns: int) -> list[tuple[float, float]]:
    """Middles of patches around the grid, every eighth of a space, in board coordinates."""
    half = SIDE / 2 / SCALE
    near, far = half + 0.02, MARGIN - half
    across, down = np.arange(-far, columns + far, 0.125), np.arange(-far, rows + far, 0.125)
    return [
        (float(x), float(y))
        for x in across
        for y in down
        if not (-near < x < columns + near and -near < y < rows + near)
    ]
