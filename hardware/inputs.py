"""Turning and pressing, as events: what every kind of controls has in common.

A driver is given a *sink*, usually the ``put`` of an :class:`InputQueue`, and calls it with one frozen event for
everything a hand does. Drivers report from whatever thread hears of an edge first, so a sink only takes note:
it never draws, writes or waits.

>>> from hardware.inputs import Button, InputQueue, Reporter
>>> queue = InputQueue()
>>> report = Reporter(queue.put, clock=lambda: 12.5)
>>> report.turned(-1)
>>> report.button(Button.LEFT, down=True)
>>> report.button(Button.LEFT, down=True)      # heard twice, reported once
>>> queue.drain()
[Turned(at=12.5, steps=-1), Pressed(at=12.5, button=<Button.LEFT: 'left'>)]
"""

from __future__ import annotations

import enum
import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], float]
"""Seconds that only ever grow, such as ``time.monotonic``; a virtual one in tests."""


class Button(enum.StrEnum):
    """The three things that can be pressed: the knob itself, and the two window buttons beside it."""

    PUSH = "push"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Turned:
    """The knob moved by whole detents; clockwise is positive."""

    at: float
    steps: int


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down."""

    at: float
    button: Button


@dataclass(frozen=True, slots=True)
class Released:
    """A button came up, or can no longer be heard: controls that vanish let go of everything."""

    at: float
    button: Button


InputEvent: TypeAlias = Turned | Pressed | Released
Sink: TypeAlias = Callable[[InputEvent], None]


class Controls(Protocol):
    """A knob and three buttons, of whatever make. Reports to the sink it was made with, between open and close."""

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down as far as was reported."""
        ...

    def open(self) -> None:
        """Start listening; :class:`~hardware.errors.DeviceMissing` says what to check if there is nothing to hear."""
        ...

    def close(self) -> None:
        """Stop listening and let go of held buttons. May be called twice."""
        ...


class InputQueue:
    """Where events wait until somebody has time for them. ``put`` never blocks, from any thread."""

    def __init__(self) -> None:
        # SimpleQueue.put is one C call that may even interrupt itself: fit for edge callbacks.
        self._events: queue.SimpleQueue[InputEvent] = queue.SimpleQueue()

    def put(self, event: InputEvent) -> None:
        """Take note of an event."""
        self._events.put(event)

    def next(self, timeout: float | None = None) -> InputEvent | None:
        """The oldest event, waiting at most so many seconds for one (``None``: for ever)."""
        try:
            return self._events.get(timeout=timeout)
        except queue.Empty:
            return None

    def drain(self) -> list[InputEvent]:
        """All events that wait now."""
        events = []
        while True:
            try:
                events.append(self._events.get_nowait())
            except queue.Empty:
                return events


def to_all(*sinks: Sink) -> Sink:
    """One sink that hands each event to several, e.g. to the queue and to the display that it wakes."""

    def put(event: InputEvent) -> None:
        for sink in sinks:
            sink(event)

    return put


class Reporter:
    """Makes events out of what a driver hears, and keeps the driver safe from whoever listens.

    Whatever the driver hears twice is reported once, so presses and releases of one button always alternate. An
    exception in the sink is logged and swallowed: gpiozero's encoder would otherwise stay in the middle of
    a step and lose the next one.
    """

    def __init__(self, sink: Sink, clock: Clock) -> None:
        self._sink = sink
        self._clock = clock
        self._held: set[Button] = set()
        # Two edge threads, or an edge and a close, may meet; reentrant, since a sink may close the controls.
        self._lock = threading.RLock()

    @property
    def held(self) -> frozenset[Button]:
        """The buttons reported as pressed and not yet as released."""
        with self._lock:
            return frozenset(self._held)

    def turned(self, steps: int) -> None:
        """The knob was turned; nothing is reported for no steps."""
        if steps:
            self._hand_over(Turned(self._clock(), steps))

    def button(self, button: Button, *, down: bool) -> None:
        """A button is down, or is up."""
        with self._lock:
            if down == (button in self._held):
                return
            if down:
                self._held.add(button)
                self._hand_over(Pressed(self._clock(), button))
            else:
                self._held.discard(button)
                self._hand_over(Released(self._clock(), button))

    def let_go(self) -> None:
        """The controls are gone: what was held is held no longer. A window must never stay open on its own."""
        for button in sorted(self.held):
            self.button(button, down=False)

    def _hand_over(self, event: InputEvent) -> None:
        try:
            self._sink(event)
        except Exception:
            log.exception("a listener failed on %s; the controls go on", event)
