"""A display that keeps its picture, can be asked for it, and can be watched.

>>> from hardware.display import Light, Picture
>>> display = VirtualDisplay((8, 8))
>>> display.open()
>>> stop = display.watch(lambda picture, light: print(light.name, picture.lit(0, 0)))
OFF False
>>> display.show(Picture.from_text("#......."))
OFF True
>>> display.light(Light.FULL)
FULL True
>>> stop()
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from companion.words import T
from hardware.display import Light, Picture
from hardware.errors import DeviceLost, DeviceMissing

log = logging.getLogger(__name__)

Watcher: TypeAlias = Callable[[Picture, Light], None]


@dataclass(slots=True)
class DisplayFaults:
    """What is wrong with a display. Knobs may be turned while it runs."""

    unplugged: bool = False
    """Nobody answers."""
    fail_at: int = 0
    """The n-th transfer from now on fails, once; 0 for none."""
    slow: float = 0.0
    """Seconds that each transfer takes."""


class VirtualDisplay:
    """A display in memory."""

    def __init__(
        self,
        size: tuple[int, int] = (128, 64),
        *,
        faults: DisplayFaults | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.faults = faults or DisplayFaults()
        self.shown = 0
        """How many pictures were sent so far."""
        self._size = size
        self._sleep = sleep
        self._picture = Picture.blank(size)
        self._light = Light.OFF
        self._open = False
        self._watchers: list[Watcher] = []
        self._lock = threading.Lock()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._size

    @property
    def picture(self) -> Picture:
        """What is in the display's memory."""
        return self._picture

    @property
    def brightness(self) -> Light:
        """Its light."""
        return self._light

    @property
    def seen(self) -> Picture:
        """What a person in front of it sees: nothing while it is off."""
        return Picture.blank(self._size) if self._light is Light.OFF else self._picture

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Stream: call with the present picture and light, and with every new one. Gives the way to stop it."""
        with self._lock:
            self._watchers.append(watcher)
        watcher(self._picture, self._light)

        def stop() -> None:
            with self._lock:
                if watcher in self._watchers:
                    self._watchers.remove(watcher)

        return stop

    def open(self) -> None:
        """Blank and dark."""
        if self.faults.unplugged:
            raise DeviceMissing(T("The virtual display is unplugged."))
        self._transfer()
        self._open = True
        self._set(Picture.blank(self._size), Light.OFF)

    def show(self, picture: Picture) -> None:
        """Show a picture."""
        self._transfer()
        self.shown += 1
        self._set(picture, self._light)

    def light(self, light: Light) -> None:
        """Set the light."""
        self._transfer()
        self._set(self._picture, light)

    def check(self) -> None:
        """Still there?"""
        self._transfer()

    def close(self) -> None:
        """Blank and dark, if it still answers."""
        if self._open and not self.faults.unplugged:
            self._set(Picture.blank(self._size), Light.OFF)
        self._open = False

    def unplug(self) -> None:
        """Pull the plug: a display without power forgets."""
        self.faults.unplugged = True
        self._set(Picture.blank(self._size), Light.OFF)

    def plug(self) -> None:
        """Put it in again: there, but still to be opened."""
        self.faults.unplugged = False
        self._open = False

    def _transfer(self) -> None:
        if self.faults.slow:
            self._sleep(self.faults.slow)
        if self.faults.fail_at:
            self.faults.fail_at -= 1
            if not self.faults.fail_at:
                raise DeviceLost(T("The virtual display failed, as it was told to."))
        if self.faults.unplugged:
            raise DeviceLost(T("The virtual display is unplugged."))

    def _set(self, picture: Picture, light: Light) -> None:
        self._picture, self._light = picture, light
        with self._lock:
            watchers = list(self._watchers)
        for watcher in watchers:
            try:
                watcher(picture, light)
            except Exception:
                # A phone that went away must not look like a broken display to everybody else.
                log.exception("whoever watches the display failed; the display goes on")
