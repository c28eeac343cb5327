"""Any camera that the system knows as a video device, through OpenCV: webcams, document cameras, capture cards.

Such cameras fill a queue of pictures whether anybody asks or not. So each question first throws away what waits there: a
picture that comes at once is an old one, a picture that has to be waited for is new.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.words import T, Text
from hardware.camera import Frame
from hardware.errors import DeviceLost, DeviceMissing
from hardware.inputs import Clock
from hardware.settings import CameraSettings

MOST_WAITING = 5
"""Pictures that a driver may hold back at most."""
AT_ONCE = 0.004
"""Seconds within which only a picture that waited is there."""
SETTLING = 10
"""Pictures until exposure and colours are about right."""


class UsbCamera:
    """A video device, by its number or its path."""

    def __init__(
        self,
        settings: CameraSettings | None = None,
        *,
        clock: Clock = time.monotonic,
        connect: Callable[[str | int], Any] | None = None,
    ) -> None:
        self._settings = settings or CameraSettings()
        self._clock = clock
        self._connect = connect or _connect
        self._capture: Any = None
        self._number = 0

    @property
    def text(self) -> Text:
        """What it is."""
        return T("the camera {device}", device=str(self._device))

    @property
    def _device(self) -> str | int:
        return self._settings.device or self._settings.number

    def open(self) -> None:
        """Connect, ask for the wished size, let exposure settle."""
        self.close()
        capture = self._connect(self._device)
        if not capture.isOpened():
            capture.release()
            text = T("No camera answers at {device}. Check its cable.", device=str(self._device))
            raise DeviceMissing(text)
        self._capture = capture
        self._ask_for_size()
        for _ in range(SETTLING):
            if not capture.grab():
                self.close()
                raise DeviceMissing(
                    T("The camera {device} sends no pictures. Check its cable.", device=str(self._device))
                )

    def shoot(self) -> Frame:
        """The next picture that did not wait for us."""
        capture = self._capture
        if capture is None:
            raise DeviceLost(T("The camera {device} is closed.", device=str(self._device)))
        for _ in range(MOST_WAITING):
            before = self._clock()
            if not capture.grab():
                raise self._lost()
            now = self._clock()
            if now - before > AT_ONCE:
                break
        there, picture = capture.retrieve()
        if not there or picture is None or picture.ndim != 3 or picture.shape[2] != 3:
            raise self._lost()
        self._number += 1
        return Frame(picture, now, self._number - 1)

    def close(self) -> None:
        """Let go of the device."""
        capture, self._capture = self._capture, None
        if capture is not None:
            capture.release()

    def _ask_for_size(self) -> None:
        import cv2

        width, height = self._settings.size
        # Compressed first: raw pictures of this size come five times a second through USB 2.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def _lost(self) -> DeviceLost:
        return DeviceLost(
            T("The camera {device} has stopped sending. Check its cable.", device=str(self._device))
        )


def _connect(device: str | int) -> Any:
    try:
        import cv2
    except ImportError:
        raise DeviceMissing(
            T("OpenCV is missing: install Pachamama with its eye, “pip install 'pachamama[eye]'”.")
        ) from None
    # Without a backend named, OpenCV would take a path for a film.
    return cv2.VideoCapture(device, cv2.CAP_V4L2)
