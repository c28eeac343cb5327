"""What is printed on a disc: every disc of a kind bears the same print, only turned.

Where the print of a disc is seen whole, nothing stands on it; where a part of it is missing, something does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.reader.colours import BIN_SIZE, Indices
from vision.reader.shapes import AREA, disc_masks, middle_shift, shift_cells
from vision.reader.sheet import CELLS, Floats

TURNS = 36
_SPREAD = np.array([0.09, 0.22, 0.22], np.float32)  # by which the same print differs from picture to picture
_SHADE = (0.1, 0.8)  # by which a shadow darkens
_BLUR = 0.6  # cells by which it may lie off


@dataclass(frozen=True, eq=False)
class Print:
    """A print in all turns, in the middle of a space."""

    colours: Floats  # turn, cell, part
    weights: Floats  # turn, cell, part: one over the square of the usual difference, 0 outside the disc
    norms: Floats  # turn, cell: the logarithm of the likelihood of no difference at all

    @classmethod
    def of(cls, picture: Floats, radius: float) -> Print:
        """A print from its picture in the middle of a space."""
        image = picture.reshape(CELLS, CELLS, 3)
        middle = (CELLS - 1) / 2
        inside = disc_masks(radius)[middle_shift()].sum(axis=0) > 0.9
        colours, weights, norms = [], [], []
        for turn in range(TURNS):
            matrix = cv2.getRotationMatrix2D((middle, middle), 360 * turn / TURNS, 1)
            turned = np.asarray(
                cv2.warpAffine(image, matrix, (CELLS, CELLS), borderMode=cv2.BORDER_REPLICATE), np.float32
            )
            steep = np.asarray(
                cv2.Sobel(turned, cv2.CV_32F, 1, 0) ** 2 + cv2.Sobel(turned, cv2.CV_32F, 0, 1) ** 2
            )
            spread = np.sqrt(_SPREAD**2 + steep / 64 * _BLUR**2).reshape(AREA, 3)
            colours.append(turned.reshape(AREA, 3))
            weights.append(np.where(inside[:, None], 1 / spread**2, 0))
            norms.append(-np.log(spread / BIN_SIZE).sum(axis=1) - 1.5 * np.log(2 * np.pi))
        return cls(np.array(colours, np.float32), np.array(weights, np.float32), np.array(norms, np.float32))

    def best_turns(self, values: Floats, shifts: Indices) -> Indices:
        """The turn of each disc, given the cells of its space and which shift it has."""
        count = len(values)
        moved = np.take_along_axis(values, shift_cells()[shifts][..., None], axis=1).reshape(count, -1)
        weights, colours = self.weights.reshape(TURNS, -1), self.colours.reshape(TURNS, -1)
        weighted = weights * colours
        off = (moved * moved) @ weights.T - 2 * moved @ weighted.T + (weighted * colours).sum(axis=1)
        return np.asarray(off.argmin(axis=1))

    def log_likelihoods(self, values: Floats, shifts: Indices) -> tuple[Floats, Floats]:
        """How likely each cell of some spaces is to look as it does, if it belongs to a disc with this print.

        First in the light, then in a shadow.
        """
        turns = self.best_turns(values, shifts)
        back = shift_cells()[opposite_shift()[shifts]]
        colours = np.take_along_axis(self.colours[turns], back[..., None], axis=1)
        weights = np.take_along_axis(self.weights[turns], back[..., None], axis=1)
        norms = np.take_along_axis(self.norms[turns], back, axis=1)
        off = values - colours
        far = off * off * weights
        tinted = norms - 0.5 * (far[..., 1] + far[..., 2])
        lit = tinted - 0.5 * far[..., 0]
        shaded = (off[..., 0] < -_SHADE[0]) & (off[..., 0] > -_SHADE[1])
        return lit, np.where(shaded, tinted, lit)


@lru_cache(maxsize=1)
def opposite_shift() -> Indices:
    """For each shift the number of the one that undoes it."""
    return np.arange(len(shift_cells()))[::-1].copy()
