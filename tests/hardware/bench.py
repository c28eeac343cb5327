"""A bench to test on: a virtual encoder and fingers on the mock pins of real gpiozero devices."""

from __future__ import annotations

from typing import Any

from hardware.settings import GpioSettings
from hardware.virtual.clock import VirtualClock
from hardware.virtual.encoder import Contact, EncoderFaults, VirtualEncoder


class Bench:
    """A virtual encoder and fingers on the mock pins of real gpiozero devices."""

    def __init__(self, factory: Any, clock: VirtualClock, faults: EncoderFaults | None = None) -> None:
        self.settings = GpioSettings()
        self.clock = clock
        self._factory = factory
        self.quarter_time = 0.00125
        self.encoder = VirtualEncoder(self._contact, faults, lambda: clock.advance(self.quarter_time))

    def _contact(self, contact: Contact, closed: bool) -> None:
        self.drive(self.settings.a if contact == "a" else self.settings.b, closed)

    def drive(self, pin: int, closed: bool) -> None:
        mock = self._factory.pin(pin)
        (mock.drive_low if closed else mock.drive_high)()

    def press(self, pin: int) -> None:
        self.drive(pin, True)

    def release(self, pin: int) -> None:
        self.drive(pin, False)
