"""Whether anything moves in front of the camera: hands at work, pieces on their way, a lamp being turned.

                      unlike the anchor: it is the new anchor
                           ┌───┐
                           ▼   │
      start ──────────► MOVING─┘ ──like the anchor for a moment──► STILL
                           ▲                                         │
                           └─────────── unlike the anchor ───────────┘

The anchor is the picture since which nothing has changed. So a hand that creeps counts as well as one that flies, and
a scene that is still is always one whole scene, never a mixture. Pictures are compared small, grey and a little blurred.
What the sensor's noise does is learnt on the way: quickly when a pair of pictures has less of it, slowly when it has more.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.camera import Frame
from vision.pose import Picture

MOMENT = 0.3
"""Seconds without any change after which a scene counts as still."""
_WIDTH = 480  # of every second or so pixel that is looked at
_LEAST_STEP = 5.0  # grey levels by which a pixel must differ, at least
_OF_NOISE = 6.0  # and so many times the mean difference that noise makes
_MOST_NOISE = 6.0
_CREEP = 1.03
_CHANGED = 0.0005  # share of pixels: a quarter of a space or so


@dataclass(frozen=True, slots=True)
class Calm:
    """How still the scene is."""

    still: bool
    """Nothing has changed for a moment."""
    since: float
    """The time of the picture since which nothing has changed."""
    changed: float
    """The share of the picture that differs from that one."""


class Stillness:
    """Watches for motion, picture by picture."""

    def __init__(self, moment: float = MOMENT) -> None:
        self._moment = moment
        self._anchor: Picture | None = None
        self._shape: tuple[int, ...] = ()
        self._since = 0.0
        self._noise = _MOST_NOISE

    def note(self, frame: Frame) -> Calm:
        """Look at the next picture. Time that runs backwards, or pictures of another size, begin anew."""
        now = small_grey(frame)
        shape = (*frame.picture.shape, *now.shape)
        if self._anchor is None or shape != self._shape or frame.time < self._since:
            self._shape = shape
            return self._begin(now, frame.time, 1.0)
        changed = self._compare(now, self._anchor)
        if changed > _CHANGED:
            return self._begin(now, frame.time, changed)
        # A little slack: pictures that come ten times a second come at 0.30000000000000004, too.
        return Calm(frame.time - self._since >= self._moment - 1e-6, self._since, changed)

    def _begin(self, picture: Picture, time: float, changed: float) -> Calm:
        self._anchor, self._since = picture, time
        return Calm(self._moment <= 0, time, changed)

    def _compare(self, now: Picture, before: Picture) -> float:
        """The share of pixels that differ by more than noise explains."""
        apart = cv2.absdiff(now, before)
        mean = float(cv2.mean(apart)[0])
        self._noise = min(max(mean, 0.2), self._noise * _CREEP, _MOST_NOISE)
        step = max(_LEAST_STEP, _OF_NOISE * self._noise)
        return float((apart > step).sum()) / apart.size


def small_grey(frame: Frame) -> Picture:
    """A frame small, grey and slightly blurred; from the camera's own small picture if there is one."""
    small = frame.small
    if small is None or small.ndim != 2:
        step = max(1, frame.picture.shape[1] // _WIDTH)
        small = frame.picture[::step, ::step]
        if small.ndim == 3:
            small = small[..., 1]  # green carries most of what is grey
    small = np.ascontiguousarray(small)
    if min(small.shape) < 8:
        return small
    half = cv2.resize(small, (small.shape[1] // 2, small.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(half, (3, 3)), np.uint8)
