"""A camera made of software, with knobs for everything that goes wrong with real ones.

What it sees comes from whoever gives it pictures, such as a virtual table's ``shoot``; else it is a test card.

>>> camera = VirtualCamera(size=(64, 48))
>>> camera.open()
>>> camera.shoot().picture.shape
(48, 64, 3)
>>> camera.unplug()
>>> camera.shoot()
Traceback (most recent call last):
    ...
hardware.errors.DeviceLost: The virtual camera is unplugged.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.words import T, Text
from hardware.camera import Frame, NoMorePictures
from hardware.errors import DeviceLost, DeviceMissing

if TYPE_CHECKING:
    from hardware.camera import Picture


@dataclass(slots=True)
class CameraFaults:
    """What is wrong with a camera. Knobs may be turned while it runs."""

    unplugged: bool = False
    """Nobody answers."""
    fail_at: int = 0
    """The n-th picture from now on fails, once; 0 for none."""
    slow: float = 0.0
    """Seconds that each picture takes."""
    garbage: bool = False
    """Pictures are nothing but noise."""
    torn: bool = False
    """The lower half of each picture belongs to the one before, shifted, as when lines were lost on the way."""
    black: bool = False
    """The lens cap is on."""
    white: bool = False
    """A lamp shines right into the lens."""
    shrunk: bool = False
    """The camera suddenly delivers pictures of half the size."""


class VirtualCamera:
    """A camera in memory."""

    def __init__(
        self,
        source: Callable[[], Frame] | None = None,
        *,
        size: tuple[int, int] = (640, 360),
        pictures: int | None = None,
        pictures_a_second: float = 10.0,
        faults: CameraFaults | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.faults = faults or CameraFaults()
        self.shot = 0
        """How many pictures were asked for so far."""
        self.opened = 0
        """How often it was opened."""
        self._source = source or (lambda: Frame(_test_card(size), self.shot / pictures_a_second, self.shot))
        self._left = pictures
        self._sleep = sleep
        self._open = False
        self._before: Picture | None = None

    @property
    def text(self) -> Text:
        """What it is."""
        return T("the virtual camera")

    def open(self) -> None:
        """Ready at once, unless it is unplugged."""
        if self.faults.unplugged:
            raise DeviceMissing(T("The virtual camera is unplugged."))
        self._open = True
        self.opened += 1

    def shoot(self) -> Frame:
        """The next picture, with what the knobs do to it."""
        if self.faults.slow:
            self._sleep(self.faults.slow)
        if self.faults.fail_at:
            self.faults.fail_at -= 1
            if not self.faults.fail_at:
                raise DeviceLost(T("The virtual camera failed, as it was told to."))
        if self.faults.unplugged:
            raise DeviceLost(T("The virtual camera is unplugged."))
        if not self._open:
            raise DeviceLost(T("The virtual camera is closed."))
        if self._left is not None and self.shot >= self._left:
            raise NoMorePictures(T("The virtual camera was told to take no more pictures."))
        frame = self._source()
        self.shot += 1
        spoilt = _spoil(frame.picture, self._before, self.faults, frame.number)
        self._before = frame.picture
        return replace(frame, picture=spoilt, small=frame.small if spoilt is frame.picture else None)

    def close(self) -> None:
        """Closed."""
        self._open = False

    def unplug(self) -> None:
        """Pull the plug."""
        self.faults.unplugged = True

    def plug(self) -> None:
        """Put it in again: there, but still to be opened."""
        self.faults.unplugged = False
        self._open = False


def _spoil(picture: Picture, before: Picture | None, faults: CameraFaults, seed: int) -> Picture:
    import numpy as np

    if faults.garbage:
        return np.random.default_rng(seed).integers(0, 256, picture.shape, np.uint8)
    if faults.black or faults.white:
        return np.full_like(picture, 255 if faults.white else 0)
    if faults.torn:
        torn, middle = picture.copy(), picture.shape[0] // 2
        other = picture if before is None or before.shape != picture.shape else before
        torn[middle:] = np.roll(other[middle:], picture.shape[1] // 3, axis=1)
        return torn
    return picture[::2, ::2].copy() if faults.shrunk else picture


def _test_card(size: tuple[int, int]) -> Picture:
    """Bars of colour over a ramp of grey."""
    import numpy as np

    width, height = size
    bars = np.array(
        [(255, 255, 255), (0, 255, 255), (255, 255, 0), (0, 255, 0), (255, 0, 255), (0, 0, 255), (255, 0, 0)],
        np.uint8,
    )
    card = np.empty((height, width, 3), np.uint8)
    card[:] = bars[np.arange(width) * len(bars) // width]
    card[height * 3 // 4 :] = np.linspace(0, 255, width).astype(np.uint8)[None, :, None]
    return card
