"""Whether a picture can be one of a table at all, before anybody looks for a board in it.

Each trouble is said in plain words, always beginning with what follows from it: no board is in sight.
"""

from __future__ import annotations

import numpy as np

from companion.words import T, Text
from vision.pose import Picture

SMALLEST, LARGEST = 80, 10_000
_DARK, _BRIGHT = 10, 245
_FLAT = 2.0  # deviation in grey levels
_TORN = 4.0  # times what is usual; over all looks sound pictures reach 2.8, half of the torn ones 13, one in a hundred less than 4.2
_ACROSS = 16  # pixels along a row: of so many the first three are looked at
_EDGE = 4  # rows at the top and bottom that do not count


def trouble_of(picture: object) -> Text | None:
    """What is wrong with a picture, or None."""
    if not is_picture(picture):
        return T("No board in sight: this is no picture of a camera.")
    grey = np.ascontiguousarray(picture[::8, ::8, 1])  # type: ignore[index]
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

    The edge of a board or of a table jumps to one side only, and what the world shows is rarely as sharp as one row: a jump
    counts by as much as it is larger than those just above and below it.
    """
    whole = picture[:, : picture.shape[1] // _ACROSS * _ACROSS, 1]
    grey = np.mean([whole[:, start::_ACROSS] for start in range(3)], axis=0, dtype=np.float32)
    jumps = np.diff(grey, axis=0)
    size = np.abs(jumps)
    sharp = np.maximum(size[1:-1] - np.maximum(size[:-2], size[2:]), 0)
    lighter = jumps[1:-1] > 0
    both = np.minimum((sharp * lighter).mean(axis=1), (sharp * ~lighter).mean(axis=1))[_EDGE:-_EDGE]
    return bool(both.max() > _TORN * (np.median(both) + 0.02 * float(grey.std()) + 0.05))
