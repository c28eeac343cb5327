"""The puck's own firmware, run on the host: with a virtual knob, virtual buttons, a virtual panel and a virtual line.

>>> from hardware.inputs import InputQueue
>>> from hardware.puck import Puck
>>> from hardware.settings import PuckSettings
>>> from hardware.virtual.clock import VirtualClock
>>> clock, queue = VirtualClock(), InputQueue()
>>> virtual = VirtualPuck(clock)
>>> host = Puck(PuckSettings(), queue.put, clock=clock, connect=virtual.connect)
>>> def run(seconds):
...     for _ in range(round(seconds * 500)):
...         clock.advance(0.002)
...         virtual.step()
...         _ = host.step()
>>> run(0.5)
>>> virtual.turn(3)
>>> run(0.1)
>>> queue.drain()[0].steps
3
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from firmware.oled import Oled
from firmware.puck import Puck as Firmware
from firmware.quadrature import Decoder
from hardware.inputs import Button, Clock
from hardware.puck_link import BUTTONS
from hardware.settings import PuckSettings
from hardware.virtual.encoder import Contact, EncoderFaults, VirtualEncoder
from hardware.virtual.line import HostEnd, LineFaults, VirtualLine
from hardware.virtual.panel import VirtualPanel


class VirtualPuck:
    """A puck without metal. Step it as often as its main loop would run."""

    def __init__(
        self,
        clock: Clock,
        *,
        encoder_faults: EncoderFaults | None = None,
        line_faults: LineFaults | None = None,
        panel: VirtualPanel | None = None,
        seed: int = 0,
    ) -> None:
        self.panel = panel or VirtualPanel()
        self.line = VirtualLine(faults=line_faults, seed=seed)
        self._clock = clock
        self._random = random.Random(seed)  # noqa: S311 (tells one run from the next)
        self._down = dict.fromkeys(BUTTONS, False)
        self._closed = {"a": False, "b": False}
        self._encoder = VirtualEncoder(self._contact, encoder_faults)
        self._firmware: Any = None
        self._decoder = Decoder()
        self.power_up()

    def power_up(self) -> None:
        """Start the firmware as after a power cut."""
        self._decoder = Decoder()
        milliseconds: Callable[[], int] = lambda: round(1000 * self._clock())  # noqa: E731
        self._firmware = Firmware(
            lambda: self._decoder.position,
            lambda: [self._down[button] for button in BUTTONS],
            Oled(self.panel, milliseconds, self.panel.address, 2 if self.panel._sh1106 else 0),
            self.line.device_receive,
            self.line.device_send,
            milliseconds,
            self._random.randrange(65536),
        )

    def connect(self, settings: PuckSettings) -> HostEnd:
        """Its port, as :class:`~hardware.puck.Puck` wants it."""
        return self.line.connect()

    @property
    def position(self) -> int:
        """Where the firmware has the knob."""
        return self._decoder.position

    def step(self) -> None:
        """One round of the firmware's main loop."""
        self._firmware.step()

    def turn(self, detents: int) -> None:
        """Turn the knob."""
        self._encoder.turn(detents)

    def press(self, button: Button) -> None:
        """Press and hold."""
        self._down[button] = True

    def release(self, button: Button) -> None:
        """Let go."""
        self._down[button] = False

    def unplug(self, *, power: bool = False) -> None:
        """Pull the plug; a puck that loses its power with it starts anew when it is put in again."""
        self.line.unplug()
        if power:
            self.panel.unplug()

    def plug(self) -> None:
        """Put it in again."""
        if self.panel.faults.unplugged:
            self.panel.plug()
            self.power_up()
        self.line.plug()

    def _contact(self, contact: Contact, closed: bool) -> None:
        self._closed[contact] = closed
        self._decoder.edge(2 * self._closed["a"] + self._closed["b"])
