"""What a picture must be to look for a board in it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pose import Picture

_SMALLEST = 80  # pixels
_LARGEST = 10_000


def grey_of(picture: object) -> Picture | None:
    """The picture in grey; None for anything that is no picture."""
    if not is_picture(picture):
        return None
    if picture.ndim == 2:  # type: ignore[attr-defined]
        return np.ascontiguousarray(picture)
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2GRAY), np.uint8)


def is_picture(picture: object) -> bool:
    """Whether this is a picture in grey or in three colours, neither tiny nor huge."""
    if not isinstance(picture, np.ndarray) or picture.dtype != np.uint8:
        return False
    if not (picture.ndim == 2 or (picture.ndim == 3 and picture.shape[2] == 3)):
        return False
    return bool(min(picture.shape[:2]) >= _SMALLEST and max(picture.shape[:2]) <= _LARGEST)
