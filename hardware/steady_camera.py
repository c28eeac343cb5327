"""Keeps the newest picture of any camera at hand, whatever happens to the camera.

            open, shoot
    ABSENT -------------> THERE --NoMorePictures--> FINISHED
      ^  |                 |
      |  +-- not there:    |
      |      longer and    |
      |      longer pauses |
      +---- any failure ---+

The camera is used on one thread of its own. Whoever wants a picture waits for the next one with :meth:`SteadyCamera.next`;
one that came meanwhile and was not fetched is replaced by a newer one. All decisions are in :meth:`SteadyCamera.step`,
which tests call themselves with a virtual clock.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass

from companion.words import T, Text
from hardware.camera import Camera, Frame, NoMorePictures
from hardware.errors import HardwareError
from hardware.inputs import Clock

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0
SLOW = 5.0
"""Seconds after which a picture is no longer on its way: the camera does not answer."""
STUCK = 60.0
"""Seconds after which a driver does not answer any more."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is doing, for whoever asks: the eye, the doctor, the page."""

    present: bool
    text: Text
    failures: int = 0
    """How often it was lost, or not found, so far."""
    finished: bool = False
    """Whether it was a recording that is at its end."""


class SteadyCamera:
    """A camera that may be absent, slow, or come and go, and never keeps anybody waiting for longer than they wish."""

    def __init__(
        self, camera: Camera, *, pictures_a_second: float = 10.0, clock: Clock = time.monotonic
    ) -> None:
        self._camera = camera
        self._pace = pictures_a_second
        self._clock = clock
        self._changed = threading.Condition()
        # Guarded by the condition.
        self._newest: Frame | None = None
        self._fetched = True
        self._closing = False
        self._status = CameraStatus(False, T("The camera has not been looked for yet."))
        # Used by step only.
        self._present = False
        self._next_try = clock()
        self._pause = FIRST_PAUSE
        self._thread: threading.Thread | None = None
        self._busy_since: float | None = None

    @property
    def text(self) -> Text:
        """Which camera it is."""
        return self._camera.text

    @property
    def status(self) -> CameraStatus:
        """Whether the camera is there, and answers."""
        since = self._busy_since
        if self._status.present and since is not None and self._clock() - since >= SLOW:
            return CameraStatus(False, T("The camera does not answer."), self._status.failures)
        return self._status

    @property
    def alive(self) -> bool:
        """Whether the thread is at work, or has nothing more to do; False if it died or its driver hangs."""
        if self._thread is None or self._status.finished:
            return True
        since = self._busy_since
        return self._thread.is_alive() and (since is None or self._clock() - since < STUCK)

    def next(self, timeout: float | None = None) -> Frame | None:
        """The newest picture that was not fetched yet; None if none comes in time, or never again."""
        with self._changed:
            self._changed.wait_for(
                lambda: not self._fetched or self._closing or self._status.finished, timeout
            )
            if self._fetched:
                return None
            self._fetched = True
            return self._newest

    def step(self) -> float:
        """Take a picture, or look for the camera; gives the seconds after which it wants to be called again."""
        start = self._clock()
        if not self._present and start < self._next_try:
            return self._next_try - start
        try:
            if not self._present:
                self._camera.open()
                self._present = True
            frame = self._camera.shoot()
        except NoMorePictures as end:
            self._finish(end.text)
            return LONGEST_PAUSE
        except HardwareError as error:
            return self._lose(error.text)
        except Exception as error:
            # A mistake in a driver is no reason to leave the table without its eye for the rest of the day.
            log.exception("the camera driver failed; trying again")
            reason = f"{type(error).__name__}: {error}"
            return self._lose(T("The camera’s driver failed: {reason}.", reason=reason))
        self._keep(frame)
        return max(0.0, start + 1 / self._pace - self._clock())

    def _keep(self, frame: Frame) -> None:
        self._pause = FIRST_PAUSE
        if not self._status.present:
            log.info("the camera is there")
        with self._changed:
            if not self._status.present:
                self._status = CameraStatus(True, T("The camera is there."), self._status.failures)
            self._newest, self._fetched = frame, False
            self._changed.notify_all()

    def _lose(self, text: Text) -> float:
        if self._status.present or not self._status.failures:
            log.warning("no camera: %s", text)
        self._present = False
        self._camera.close()
        pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        self._next_try = self._clock() + pause
        with self._changed:
            self._status = CameraStatus(False, text, self._status.failures + 1)
        return pause

    def _finish(self, text: Text) -> None:
        self._present = False
        self._next_try = float("inf")
        self._camera.close()
        with self._changed:
            self._status = CameraStatus(False, text, self._status.failures, finished=True)
            self._changed.notify_all()

    def start(self) -> None:
        """Let a thread of its own do the steps."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._status.finished:
            self._busy_since = self._clock()
            pause = self.step()
            self._busy_since = None
            with self._changed:
                if self._changed.wait_for(lambda: self._closing, pause):
                    return

    def close(self) -> None:
        """Stop, and let go of the camera."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread is not None:
            # A driver that hangs for good must not keep the program from ending; the thread is a daemon.
            self._thread.join(timeout=5.0)
            if self._thread.is_alive():
                log.warning("the camera is still busy; leaving it")
                return
            self._thread = None
        self._camera.close()
        self._present = False
