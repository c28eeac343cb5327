"""What is printed on a disc: every disc of a kind bears the same print, only turned.

Where the print of a disc is seen whole, nothing stands on it; where a part of it is missing, something does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.reader.colours import BIN_SIZE, Indices
from vision.reader.shapes import AREA, discs, middle_shift, shift_cells
from vision.reader.sheet import CELLS, Floats

TURNS = 36
_SPREAD = np.array([0.09, 0.22, 0.22], np.float32)  # by which the same print differs from picture to picture
_SHADE = (0.1, 0.8)  # by which a shadow darkens
_BLUR = 0.6  # cells by which it may lie off


@dataclass(frozen=True, eq=False)
class Print:
    """A print in all turns, in the middle of a space."""

    cells: Indices  # of the space that it takes up
    colours: Floats  # turn, cell, part
    weights: Floats  # turn, cell, part: one over the square of the usual difference, 0 outside the disc
    norms: Floats  # turn, cell: the logarithm of the likelihood of no difference at all

    @classmethod
    def of(cls, picture: Floats, radius: float) -> Print:
        """A print from its picture in the middle of a space."""
        image = picture.reshape(CELLS, CELLS, 3)
        middle = (CELLS - 1) / 2
        whole = discs(radius)[middle_shift()]
        taken, inside = np.flatnonzero(whole > 0), whole > 0.9
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
        every = (np.array(part, np.float32)[:, taken] for part in (colours, weights, norms))
        return cls(taken, *every)

    def log_likelihoods(self, values: Floats, shifts: Indices) -> tuple[Indices, Floats, Floats]:
        """How likely cells of some spaces are to look as they do, if they belong to a disc with this print.

        Which cells, a row for each space; then how likely they are in the light, and in a shadow.
        """
        where = shift_cells()[shifts][:, self.cells]
        seen = np.take_along_axis(values, where[..., None], axis=1)
        turns = self._best_turns(seen.reshape(len(seen), -1))
        off = seen - self.colours[turns]
        far = off * off * self.weights[turns]
        tinted = self.norms[turns] - 0.5 * (far[..., 1] + far[..., 2])
        lit = tinted - 0.5 * far[..., 0]
        shaded = (off[..., 0] < -_SHADE[0]) & (off[..., 0] > -_SHADE[1])
        return where, lit, np.where(shaded, tinted, lit)

    def _best_turns(self, seen: Floats) -> Indices:
        squares, products, fixed = self._turning
        return np.asarray(((seen * seen) @ squares - seen @ products + fixed).argmin(axis=1))

    @cached_property
    def _turning(self) -> tuple[Floats, Floats, Floats]:
        """What the difference from each turn is summed from."""
        weights, colours = self.weights.reshape(TURNS, -1), self.colours.reshape(TURNS, -1)
        weighted = weights * colours
        return weights.T.copy(), 2 * weighted.T.copy(), (weighted * colours).sum(axis=1)
