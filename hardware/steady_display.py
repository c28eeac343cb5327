"""Keeps any display showing the present picture, whatever happens to the display.

            open, show, light
    ABSENT -------------------> THERE --dim_after--> dim --off_after--> off
      ^  |                       | ^                  |                  |
      |  +-- not there: longer   | +-- any input -----+------------------+
      |      and longer pauses   |
      +------- any failure ------+

The display is used on one thread of its own. Whoever draws hands a picture over and goes on at once; while
a picture is on its way, only the newest of those that came meanwhile is kept. What the display has already is not
sent again. All decisions are in :meth:`SteadyDisplay.step`, which tests call themselves with a virtual clock.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass

from companion.words import T, Text
from hardware.display import Display, Light, Picture
from hardware.errors import HardwareError
from hardware.inputs import Clock, InputEvent
from hardware.settings import IdleSettings

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0
CHECK_EVERY = 2.0


@dataclass(frozen=True, slots=True)
class DisplayStatus:
    """How the display is doing, for whoever asks: the doctor, the page."""

    present: bool
    text: Text
    failures: int
    """How often it was lost, or not found, so far."""


class SteadyDisplay:
    """A display that may be absent, slow, or come and go, and never keeps anybody waiting."""

    def __init__(
        self, display: Display, idle: IdleSettings | None = None, *, clock: Clock = time.monotonic
    ) -> None:
        self._display = display
        self._idle = idle or IdleSettings()
        self._clock = clock
        self._changed = threading.Condition()
        # Wanted, guarded by the condition.
        self._picture = Picture.blank(display.size)
        self._touched = clock()
        self._brightest = Light.FULL
        self._new = True
        self._closing = False
        # What the display has; used by step only.
        self._present = False
        self._shown: Picture | None = None
        self._light: Light | None = None
        self._next_try = clock()
        self._next_check = 0.0
        self._pause = FIRST_PAUSE
        self._status = DisplayStatus(False, T("The display has not been looked for yet."), 0)
        self._thread: threading.Thread | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._display.size

    @property
    def picture(self) -> Picture:
        """The present picture, shown or still to be shown."""
        with self._changed:
            return self._picture

    @property
    def status(self) -> DisplayStatus:
        """Whether the display is there."""
        return self._status

    def show(self, picture: Picture) -> None:
        """From now on this is the picture. Returns at once."""
        if picture.size != self.size:
            raise ValueError(f"a picture of {picture.size} does not fit a display of {self.size}")
        with self._changed:
            if picture != self._picture:
                self._picture = picture
                self._new = True
                self._changed.notify_all()

    def wake(self) -> None:
        """Somebody is here: full light, and the idle times start anew."""
        with self._changed:
            self._touched = self._clock()
            self._new = True
            self._changed.notify_all()

    def limit(self, brightest: Light) -> None:
        """From now on no brighter than this, as somebody wished."""
        with self._changed:
            self._brightest = brightest
            self._new = True
            self._changed.notify_all()

    def note(self, event: InputEvent) -> None:
        """A sink for inputs: any of them wakes the display."""
        self.wake()

    def wanted_light(self) -> Light:
        """The light that the idle times ask for."""
        with self._changed:
            idle, brightest = self._clock() - self._touched, self._brightest
        if self._idle.off_after and idle >= self._idle.off_after:
            return Light.OFF
        if self._idle.dim_after and idle >= self._idle.dim_after:
            return min(Light.DIM, brightest)
        return brightest

    def step(self) -> float:
        """Bring the display to what is wanted; gives the seconds after which it wants to be called again."""
        with self._changed:
            self._new = False
            picture = self._picture
        light = self.wanted_light()
        now = self._clock()
        if not self._present and now < self._next_try:
            return self._next_try - now
        try:
            self._bring(picture, light)
        except HardwareError as error:
            self._lose(error.text)
        except Exception as error:
            # A mistake in a driver is no reason to leave the table without its display for the rest of the day.
            log.exception("the display driver failed; trying again")
            self._lose(T("The display's driver failed: {reason}.", reason=f"{type(error).__name__}: {error}"))
        return self._until_next()

    def _bring(self, picture: Picture, light: Light) -> None:
        if not self._present:
            self._display.open()
            self._present = True
            self._shown = self._light = None
        now = self._clock()
        if picture != self._shown or light != self._light:
            self._next_check = now + CHECK_EVERY
        elif now >= self._next_check:
            self._display.check()
            self._next_check = now + CHECK_EVERY
        if picture != self._shown:
            self._display.show(picture)
            self._shown = picture
        if light != self._light:
            self._display.light(light)
            self._light = light
        self._pause = FIRST_PAUSE
        if not self._status.present:
            log.info("the display is there")
            self._status = DisplayStatus(True, T("The display is there."), self._status.failures)

    def _lose(self, text: Text) -> None:
        if self._status.present or not self._status.failures:
            log.warning("no display: %s", text)
        self._present = False
        self._display.close()
        self._next_try = self._clock() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        self._status = DisplayStatus(False, text, self._status.failures + 1)

    def _until_next(self) -> float:
        now = self._clock()
        if not self._present:
            return max(0.0, self._next_try - now)
        idle = now - self._touched
        times = [self._next_check - now]
        times += [
            after - idle for after in (self._idle.dim_after, self._idle.off_after) if after and after > idle
        ]
        return max(0.0, min(times))

    def start(self) -> None:
        """Let a thread of its own do the steps."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="display", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            pause = self.step()
            with self._changed:
                if self._closing:
                    return
                # A new picture does not end the pause of an absent display: there is nowhere to show it.
                if not (self._new and self._present):
                    self._changed.wait(pause)
                if self._closing:
                    return

    def close(self) -> None:
        """Put the display out and stop."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        if self._thread is not None:
            # A bus that hangs for good must not keep the program from ending; the thread is a daemon.
            self._thread.join(timeout=2.0)
            if self._thread.is_alive():
                log.warning("the display is still busy; leaving it")
                return
            self._thread = None
        self._display.close()
        self._present = False
