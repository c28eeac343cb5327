"""Whether a picture can be one of a table at all, before anybody looks for a board in it.

Each trouble is said in plain words, always beginning with what follows from it: no board is in sight.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.words import T, Text
from vision.pose import Picture

SMALLEST, LARGEST = 80, 10_000
_DARK, _BRIGHT = 10, 245
_FLAT = 2.0  # deviation in grey levels
_TORN = 3.2
_ACROSS = 8  # pixels averaged along a row: noise goes, what the row shows stays
_NEAR = 4  # rows


def trouble_of(picture: object) -> Text | None:
    """What is wrong with a picture, or None."""
    if not is_picture(picture):
        return T("No board in sight: this is no picture of a camera.")
    grey = np.ascontiguousarray(picture[::4, ::4, 1])  # type: ignore[index]
    low, high = np.percentile(grey, (2, 98))
    if high < _DARK:
        return T("No board in sight: the picture is black. Is the lamp off, or something before the lens?")
    if low > _BRIGHT:
        return T("No board in sight: the picture is white. Does a lamp shine into the camera?")
    if grey.std() < _FLAT:
        return T("No board in sight: the picture is of one colour. Is something before the lens?")
    if is_torn(picture):  # type: ignore[arg-type]
        return T("No board in sight: the picture is torn. Check the camera’s cable.")
    return None


def is_picture(picture: object) -> bool:
    """Whether this is a picture in three colours, neither tiny nor huge."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8:
        return False
    if picture.ndim != 3 or picture.shape[2] != 3:
        return False
    return bool(min(picture.shape[:2]) >= SMALLEST and max(picture.shape[:2]) <= LARGEST)


def is_torn(picture: Picture) -> bool:
    """Whether two halves do not belong together: at one row everything jumps, here to lighter and there to darker.

    The edge of a board or of a table jumps to one side only, and no edge in the world is as sharp as one row.
    """
    height, width = picture.shape[:2]
    row = (width // _ACROSS, height)
    green = np.ascontiguousarray(picture[..., 1])
    grey = np.asarray(cv2.resize(green, row, interpolation=cv2.INTER_AREA), np.float32)
    jumps = np.diff(grey, axis=0)
    both = np.minimum(np.maximum(jumps, 0).mean(axis=1), np.maximum(-jumps, 0).mean(axis=1))
    usual = np.max([np.roll(both, step * _NEAR) for step in (-2, -1, 1, 2)], axis=0)
    share = both / (usual + 0.06 * float(grey.std()) + 0.1)
    return bool(share[2 * _NEAR : -2 * _NEAR].max() > _TORN)
