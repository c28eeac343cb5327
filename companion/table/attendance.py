"""Notices which device went missing and which came back, and says so plainly.

            a failure                  still so after GRACE
    FINE ──────────────► DOUBTFUL ─────────────────────────► MISSING (a notice that lasts)
      ▲                     │                                   │
      └── no failure for STEADY ◄───────────────────────────────┘ (the notice is withdrawn)

A plug that wobbles for a moment is nobody's business. A device that was never there is none that went missing, unless
somebody counts on it. All decisions are in :meth:`Attendance.look`, which tests call themselves with a virtual clock.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.table import wheel
from companion.words import T, Text
from hardware.inputs import Clock
from hardware.steady_camera import SteadyCamera

log = logging.getLogger(__name__)

GRACE = 3.0
"""Seconds of trouble before people are told."""
STEADY = 2.0
"""Seconds without a failure after which a device counts as there again."""
EVERY = 1.0
"""Seconds between two looks."""


class Status(Protocol):
    """How a device is doing: what cameras, displays and the puck say of themselves."""

    @property
    def present(self) -> bool:
        """Whether it is there."""
        ...

    @property
    def text(self) -> Text:
        """How it is going, and what to do about it."""
        ...

    @property
    def failures(self) -> int:
        """How often something went wrong so far."""
        ...


class Device(Protocol):
    """Whatever says how it is doing."""

    @property
    def status(self) -> Status:
        """How it is doing now."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """A device at the table: what is said when it is ``unsteady``, and how people play on ``without`` it."""

    key: str
    status: Callable[[], Status]
    unsteady: Text
    without: Callable[[Text], Text]
    counted_on: bool = False
    """Whether it is missing even if it has never been there."""


def camera(device: SteadyCamera) -> Part:
    """The camera; whoever set one up counts on it. A film that is at its end is not missing."""

    def present() -> Status:
        now = device.status
        return replace(now, present=now.present or now.finished)

    unsteady = T("The camera comes and goes: check its cable.")
    return Part("camera", present, unsteady, _without_camera, counted_on=True)


def display(device: Device, number: int = 0) -> Part:
    """A display of the wheel."""
    unsteady = T("The display comes and goes: check its wires.")
    return Part(f"display-{number}", lambda: device.status, unsteady, _without_display)


def puck(device: Device, number: int = 0) -> Part:
    """A puck."""
    unsteady = T("The puck is hard to understand: check its cable.")
    return Part(f"puck-{number}", lambda: device.status, unsteady, _without_puck)


def _without_camera(why: Text) -> Text:
    return T("{why} Play on, and tell the wheel or the page what is done.", why=why)


def _without_display(why: Text) -> Text:
    return T("{why} Play on; the page shows everything, too.", why=why)


def _without_puck(why: Text) -> Text:
    return T("{why} Play on; the page can do all that the puck can.", why=why)


class _Watched:
    """One part, and what is known of it."""

    def __init__(self, part: Part, now: float) -> None:
        self.part = part
        self.told = False
        self._was_there = False
        self._failures = part.status().failures
        self._trouble_since: float | None = None
        self._last_trouble = now

    def look(self, now: float) -> Text | None:
        """What is to be told of it; nothing if it is there, or nobody misses it."""
        status = self.part.status()
        failed, self._failures = status.failures > self._failures, status.failures
        if status.present and not failed:
            self._was_there = True
            if self._trouble_since is not None and now - self._last_trouble >= STEADY:
                self._trouble_since = None
        elif self._was_there or (self.part.counted_on and status.failures):
            self._last_trouble = now
            if self._trouble_since is None:
                self._trouble_since = now
        if self._trouble_since is None or (not self.told and now - self._trouble_since < GRACE):
            return None
        return self.part.without(self.part.unsteady if status.present else status.text)


class Attendance:
    """Looks at all parts again and again; ``put`` takes what people are to be told, and never blocks."""

    def __init__(
        self, put: Callable[[wheel.Input], None], parts: Sequence[Part], *, clock: Clock = time.monotonic
    ) -> None:
        self._put = put
        self._clock = clock
        self._watched = [_Watched(part, clock()) for part in parts]
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def look(self) -> None:
        """Look once; tell what went missing, and withdraw what came back."""
        now = self._clock()
        for each in self._watched:
            text, key = each.look(now), each.part.key
            if text is not None and not each.told:
                log.warning("%s", text)
                self._put(wheel.Alerted(now, text, key=key, lasting=True))
            elif text is None and each.told:
                log.info("%s is there again", key)
                self._put(wheel.AlertOver(now, key))
            each.told = text is not None

    def start(self) -> None:
        """Look every second, on a thread of its own."""
        if self._thread is None and self._watched:
            self._thread = threading.Thread(target=self._run, name="attendance", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._closing.wait(EVERY):
            try:
                self.look()
            except Exception:
                log.exception("nobody could look at the devices; the next look may do better")

    def close(self) -> None:
        """Look no more."""
        self._closing.set()
        if self._thread is not None:
            self._thread.join(timeout=2.0)
