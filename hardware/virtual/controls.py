"""Knob and buttons without metal: for a table without hardware, and for tests.

>>> from hardware.inputs import Button, InputQueue
>>> queue = InputQueue()
>>> controls = VirtualControls(queue.put, clock=lambda: 0.0)
>>> controls.open()
>>> controls.turn(-2)
>>> controls.press(Button.RIGHT)
>>> controls.unplug()                           # lets go of what was held
>>> [type(event).__name__ for event in queue.drain()]
['Turned', 'Turned', 'Pressed', 'Released']
"""

from __future__ import annotations

import threading
import time

from firmware.quadrature import Decoder
from hardware.inputs import Button, Clock, Reporter, Sink
from hardware.virtual.encoder import Contact, EncoderFaults, VirtualEncoder


class VirtualControls:
    """A virtual encoder, decoded as the puck does it, and three virtual buttons."""

    def __init__(
        self,
        sink: Sink,
        *,
        clock: Clock = time.monotonic,
        faults: EncoderFaults | None = None,
        detents_per_period: int = 1,
    ) -> None:
        self._report = Reporter(sink, clock)
        self._decoder = Decoder(detents_per_period)
        self._encoder = VirtualEncoder(self._contact, faults)
        self._closed = {"a": False, "b": False}
        self._position = 0
        self._open = False
        # Several phones may turn at once; a knob of metal would not let them.
        self._lock = threading.RLock()

    @property
    def faults(self) -> EncoderFaults:
        """The knobs."""
        return self._encoder.faults

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down."""
        return self._report.held

    def open(self) -> None:
        """Listen."""
        self._open = True

    def close(self) -> None:
        """Stop listening."""
        self._open = False
        self._report.let_go()

    def turn(self, detents: int) -> None:
        """Turn the knob."""
        with self._lock:
            self._encoder.turn(detents)

    def press(self, button: Button) -> None:
        """Press and hold."""
        self._button(button, down=True)

    def release(self, button: Button) -> None:
        """Let go."""
        self._button(button, down=False)

    def unplug(self) -> None:
        """Pull the plug."""
        self.faults.unplugged = True
        self._report.let_go()

    def plug(self) -> None:
        """Put it in again."""
        self.faults.unplugged = False

    def _button(self, button: Button, *, down: bool) -> None:
        if not self._open or self.faults.unplugged:
            return
        # No debouncing here: a listener that gets along with these gets along with the debounced ones.
        with self._lock:
            for _ in range(self.faults.bounce):
                self._report.button(button, down=down)
                self._report.button(button, down=not down)
            self._report.button(button, down=down)

    def _contact(self, contact: Contact, closed: bool) -> None:
        self._closed[contact] = closed
        self._decoder.edge(2 * self._closed["a"] + self._closed["b"])
        steps = self._decoder.position - self._position
        self._position = self._decoder.position
        if self._open:
            self._report.turned(steps)
