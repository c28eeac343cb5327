"""Devices to break: a display on a bus, a puck on a line, a virtual knob and display; stepped, without threads."""

from __future__ import annotations

import errno
from collections.abc import Callable
from random import Random

from luma.core.interface.serial import i2c

from hardware.find import Devices, look
from hardware.inputs import InputEvent, Turned, to_all
from hardware.oled import Oled
from hardware.puck import Puck
from hardware.settings import OledSettings, PuckSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.clock import VirtualClock
from hardware.virtual.controls import VirtualControls
from hardware.virtual.display import VirtualDisplay
from hardware.virtual.panel import VirtualPanel
from hardware.virtual.puck import VirtualPuck
from tests.trust.whole_table import VIRTUAL


class Bus(VirtualPanel):
    """A display on a bus that fails now and then, in the middle of a transfer as well."""

    rate = 0.0
    random = Random(0)

    def writeto(self, address: int, data: bytes) -> None:
        if self.random.random() < self.rate:
            # What had crossed the bus before is there.
            super().writeto(address, data[: self.random.randrange(1, len(data) + 1)])
            raise OSError(self.random.choice((errno.EREMOTEIO, errno.EIO)), "Remote I/O error")
        super().writeto(address, data)


class SteppedDevices(Devices):
    """Devices without threads: the stage steps them."""

    def open(self) -> None:
        self.virtual_controls.open()


class Bench:
    """All devices of one table. ``turned`` counts the detents of the puck's knob as the table heard of them."""

    def __init__(self, put: Callable[[InputEvent], None], clock: VirtualClock, seed: int) -> None:
        self.turned = 0
        self.bus = Bus()
        self.bus.random = Random(f"bus {seed}")
        self.virtual_puck = VirtualPuck(clock, seed=seed)
        displays: list[SteadyDisplay] = []
        sink = to_all(put, lambda event: [each.note(event) for each in displays])
        self.puck = Puck(
            PuckSettings(), to_all(sink, self._count), clock=clock, connect=self.virtual_puck.connect
        )
        controls, shown = VirtualControls(sink, clock=clock), VirtualDisplay()
        oled = Oled(OledSettings(), connect=lambda each: i2c(bus=self.bus, address=each.address))
        displays += [SteadyDisplay(each, clock=clock) for each in (shown, oled, self.puck.display)]
        self.oled, self.puck_display = displays[1:]
        self.devices = SteppedDevices(look(VIRTUAL), (controls, self.puck), tuple(displays), controls, shown)

    def step(self) -> None:
        """Everybody looks at the time."""
        self.step_puck()
        for each in self.devices.displays:
            each.step()

    def step_puck(self) -> None:
        """One round of the puck's firmware, and of who listens to it."""
        self.virtual_puck.step()
        self.puck.step()

    def _count(self, event: InputEvent) -> None:
        if isinstance(event, Turned):
            self.turned += event.steps
