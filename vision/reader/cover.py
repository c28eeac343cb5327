"""Hands and arms over the board: what reaches in from outside and looks like nothing that lies there.

A hand comes from somewhere: it hides a good part of the printed rim, which otherwise never changes. Whatever is
connected with such a part and is not explained by pieces belongs to it, as do gaps between fingers.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reader.colours import scaled
from vision.reader.shapes import AREA
from vision.reader.sheet import CELLS, RIM, Flags, Floats

# Of the rim, in brightness and tints: what differs more is not itself any more.
_CHANGED = np.array([0.27, 0.65, 0.65], np.float32)
# Cells of the rim that a wrist hides at least; a leaning meeple hides fewer.
_LEAST_RIM = 0.08 * CELLS * CELLS
_GAP = 7  # cells: narrower gaps are closed
_GROWTH = 3  # cells around, where shadows and soft edges are
_JOINED = 3  # cells: what lies nearer to each other is one thing
_SIDES = (np.s_[:RIM, :], np.s_[-RIM:, :], np.s_[:, :RIM], np.s_[:, -RIM:])


@dataclass(frozen=True, eq=False)
class RimLook:
    """What the rim of a board looks like: on the scale of surfaces, the least and the most near each cell."""

    low: tuple[Floats, ...]
    high: tuple[Floats, ...]
    seen: tuple[Flags, ...]

    @classmethod
    def of(cls, ground: Floats) -> RimLook:
        """From the bare board and how often each of its cells was seen."""
        looks = [scaled(np.ascontiguousarray(ground[part][..., :3])) for part in _SIDES]
        low = tuple(np.asarray(cv2.erode(look, _square(3)), np.float32) - _CHANGED for look in looks)
        high = tuple(np.asarray(cv2.dilate(look, _square(3)), np.float32) + _CHANGED for look in looks)
        return cls(low, high, tuple(ground[part][..., 3] > 0 for part in _SIDES))

    def changed(self, even: Floats, seen: Flags) -> Flags:
        """Cells that look other than any place near them did before: a board found a little off is no hand."""
        changed = np.zeros(even.shape[:2], np.uint8)
        for part, low, high, known in zip(_SIDES, self.low, self.high, self.seen, strict=True):
            now = scaled(np.ascontiguousarray(even[part]))
            off = (now < low) | (now > high)
            changed[part] |= (off[..., 0] | off[..., 1] | off[..., 2]) & seen[part] & known
        # Thin lines are print that is found a little off.
        return np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, _square(3)), bool)


def covered(even: Floats, rim: RimLook, seen: Flags, explained: Flags) -> Floats:
    """How much of each space something from outside hides.

    ``even`` are the cells of a sheet under the reference light; ``explained`` says of each cell of each space whether it
    looks like what is thought to lie there.
    """
    rows, columns = (even.shape[0] - 2 * RIM) // CELLS, (even.shape[1] - 2 * RIM) // CELLS
    strange = rim.changed(even, seen)
    if int(strange.sum()) < _LEAST_RIM:
        return np.zeros(rows * columns, np.float32)
    inner = ~explained.reshape(rows, columns, CELLS, CELLS).swapaxes(1, 2).reshape(
        rows * CELLS, columns * CELLS
    )
    whole = strange.astype(np.uint8)
    whole[RIM:-RIM, RIM:-RIM] = inner
    joined = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, _square(_JOINED))
    count, labels = cv2.connectedComponents(joined, connectivity=8)
    labels = np.asarray(labels)
    on_rim = np.bincount(labels[strange], minlength=count)
    on_rim[0] = 0
    hand = np.isin(labels, np.flatnonzero(on_rim >= _LEAST_RIM)).astype(np.uint8)
    if not hand.any():
        return np.zeros(rows * columns, np.float32)
    # Beyond the sheet the arm goes on: else closing would not reach the edge.
    wide = cv2.copyMakeBorder(hand, _GAP, _GAP, _GAP, _GAP, cv2.BORDER_REPLICATE)
    filled = cv2.dilate(
        cv2.morphologyEx(wide, cv2.MORPH_CLOSE, _square(2 * _GAP + 1)), _square(2 * _GROWTH + 1)
    )
    inside = np.asarray(filled)[_GAP + RIM : -_GAP - RIM, _GAP + RIM : -_GAP - RIM]
    shares = inside.reshape(rows, CELLS, columns, CELLS).sum(axis=(1, 3)) / AREA
    return np.asarray(shares.ravel(), np.float32)


def _square(side: int) -> np.ndarray:
    return np.ones((side, side), np.uint8)
