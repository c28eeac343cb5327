"""The camera on the Pi's own connector, through picamera2.

Two streams come with every request: a large one to read from, a small one to see motion in. Exposure and colour gains
are left to the camera until they have settled, then they are frozen: a hand in the picture must not change the
colour of everything else. Freezing names the values and not ``AeEnable``: picamera2's maintainers say that the switch
takes whatever was in force at that moment, before the values arrive (raspberrypi/picamera2#933).

picamera2 comes with Raspberry Pi OS and is imported when the camera is opened, not before.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Any

from companion.words import T, Text
from hardware.camera import Frame
from hardware.errors import DeviceLost, DeviceMissing
from hardware.settings import CameraSettings

if TYPE_CHECKING:
    from hardware.camera import Picture

log = logging.getLogger(__name__)

SMALL = (320, 180)
FROZEN = ("ExposureTime", "AnalogueGain", "ColourGains")
MOST_SETTLING = 60
"""Pictures after which exposure is frozen even if it still wanders; two seconds."""
CALM = 5
"""So many pictures in a row must hardly differ in exposure and colour."""
PATIENCE = 3.0
"""Seconds without a picture after which the camera is lost."""
RUNNING = {"FrameRate": 30.0}


class PiCamera:
    """A camera on the Pi's connector."""

    def __init__(self, settings: CameraSettings | None = None) -> None:
        self._settings = settings or CameraSettings()
        self._camera: Any = None
        self._number = 0

    @property
    def text(self) -> Text:
        """What it is."""
        return T("the camera on the Pi’s connector")

    def open(self) -> None:
        """Start both streams, wait until the light is measured, and freeze it."""
        self.close()
        camera = self._find()
        try:
            configuration = camera.create_video_configuration(
                main={"size": self._settings.size, "format": "RGB888"},  # blue comes first in memory
                lores={"size": SMALL, "format": "YUV420"},
                controls=dict(RUNNING),
                buffer_count=4,
            )
            camera.configure(configuration)
            camera.start()
            self._camera = camera
            self._freeze(self._settle())
        except Exception as error:
            self._camera = camera
            self.close()
            if isinstance(error, DeviceLost):
                raise
            raise DeviceMissing(
                T("The Pi’s camera does not start: {reason}. Check its cable.", reason=str(error))
            ) from error

    def shoot(self) -> Frame:
        """Both streams of one request that was started after the question."""
        request = self._request(flush=True)
        try:
            picture = request.make_array("main")
            small = _brightness(request.make_array("lores"))
        except Exception as error:
            raise DeviceLost(
                T("The Pi’s camera delivers no picture: {reason}.", reason=str(error))
            ) from error
        finally:
            request.release()
        self._number += 1
        return Frame(picture, time.monotonic(), self._number - 1, small)

    def close(self) -> None:
        """Stop it. One whose cable came loose may never answer again: it is not waited for longer than a moment."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        thread = threading.Thread(target=_close, args=(camera,), name="camera closing", daemon=True)
        thread.start()
        thread.join(timeout=PATIENCE)
        if thread.is_alive():
            log.warning("the Pi's camera does not stop; leaving it")

    def _find(self) -> Any:
        try:
            from picamera2 import Picamera2
        except ImportError:
            text = T("picamera2 is missing: install it with “sudo apt install python3-picamera2”.")
            raise DeviceMissing(text) from None
        try:
            return Picamera2(self._settings.number)
        except (IndexError, RuntimeError) as error:
            text = T("No camera answers on the Pi’s connector: {reason}. Check its cable.", reason=str(error))
            raise DeviceMissing(text) from error

    def _request(self, *, flush: bool) -> Any:
        if self._camera is None:
            raise DeviceLost(T("The Pi’s camera is closed."))
        try:
            return self._camera.capture_request(wait=PATIENCE, flush=flush or None)
        except TimeoutError:
            raise DeviceLost(T("The Pi’s camera has stopped sending. Check its cable.")) from None
        except RuntimeError as error:
            raise DeviceLost(T("The Pi’s camera is lost: {reason}.", reason=str(error))) from error

    def _settle(self) -> dict[str, Any]:
        """What the camera has measured, once it stays the same from picture to picture."""
        before: dict[str, Any] = {}
        calm = 0
        for _ in range(MOST_SETTLING):
            request = self._request(flush=False)
            try:
                now = request.get_metadata()
            finally:
                request.release()
            calm = calm + 1 if _alike(before, now) else 0
            before = now
            if calm >= CALM:
                break
        return before

    def _freeze(self, measured: dict[str, Any]) -> None:
        values = {name: measured[name] for name in FROZEN if name in measured}
        if values:
            self._camera.set_controls(values)


def _alike(before: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether two pictures were taken with the same exposure and colour, within two percent."""
    for name in FROZEN:
        if name not in now:
            continue
        old, new = _numbers(before.get(name)), _numbers(now[name])
        if len(old) != len(new):
            return False
        if any(abs(one - other) > 0.02 * abs(other) for one, other in zip(old, new, strict=True)):
            return False
    return True


def _numbers(value: object) -> tuple[float, ...]:
    if isinstance(value, int | float):
        return (float(value),)
    return tuple(value) if isinstance(value, list | tuple) else ()


def _brightness(yuv: Picture) -> Picture:
    """The grey part of a picture whose colours follow below it; rows may be padded on the right."""
    width, height = SMALL
    return yuv[:height, :width]


def _close(camera: Any) -> None:
    for step in (camera.stop, camera.close):
        try:
            step()
        except Exception:
            log.exception("the Pi's camera does not close properly")
