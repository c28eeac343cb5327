"""Knob and buttons on the Pi's own header, through gpiozero.

gpiozero calls back on the thread that hears the edges. What happens there is one call of a
:class:`~hardware.inputs.Reporter`, which only enqueues and never raises (see there for why).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.words import T
from hardware.errors import DeviceMissing
from hardware.inputs import Button, Clock, Reporter, Sink
from hardware.settings import GpioSettings


class GpioControls:
    """A rotary encoder with push, and two buttons, all switching to ground.

    The encoder must rest between full periods (one detent a period): gpiozero counts a step
    where both contacts are open again. A and B are not debounced: wiggling one contact moves gpiozero's state machine
    forth and back between two states. Buttons are debounced by the kernel.
    """

    def __init__(
        self,
        settings: GpioSettings,
        sink: Sink,
        *,
        clock: Clock = time.monotonic,
        pin_factory: Any = None,
    ) -> None:
        self._settings = settings
        self._report = Reporter(sink, clock)
        self._pin_factory = pin_factory
        self._devices: list[Any] = []

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down."""
        return self._report.held

    def open(self) -> None:
        """Claim the pins and listen to them."""
        if self._devices:
            return
        try:
            import gpiozero
        except ImportError as error:
            raise DeviceMissing(
                T("The package gpiozero is not installed, so knob and buttons on the header cannot be heard.")
            ) from error
        try:
            self._open(gpiozero)
        # Whatever is wrong (no header, no permission, a pin in use) comes as an exception of another library each.
        except Exception as error:
            self.close()
            raise DeviceMissing(
                T(
                    "Knob and buttons on the header cannot be used ({reason}). "
                    "Check that this is a Raspberry Pi with lgpio installed, that the user is in the group gpio, "
                    "and that no other program uses the pins.",
                    reason=f"{type(error).__name__}: {error}",
                )
            ) from error

    def _open(self, gpiozero: Any) -> None:
        settings = self._settings
        encoder = gpiozero.RotaryEncoder(settings.a, settings.b, max_steps=0, pin_factory=self._pin_factory)
        self._devices.append(encoder)
        # Plain functions: gpiozero looks at the parameters of what it is given, and refuses a partial of a method.
        encoder.when_rotated_clockwise = lambda: self._report.turned(1)
        encoder.when_rotated_counter_clockwise = lambda: self._report.turned(-1)
        for button, pin in (
            (Button.PUSH, settings.push),
            (Button.LEFT, settings.left),
            (Button.RIGHT, settings.right),
        ):
            device = gpiozero.Button(
                pin,
                bounce_time=settings.debounce or None,
                # We hold nothing, but closing a button that is held waits for so long.
                hold_time=0.05,
                pin_factory=self._pin_factory,
            )
            self._devices.append(device)
            device.when_pressed = self._when(button, down=True)
            device.when_released = self._when(button, down=False)

    def _when(self, button: Button, *, down: bool) -> Callable[[], None]:
        return lambda: self._report.button(button, down=down)

    def close(self) -> None:
        """Give the pins back."""
        while self._devices:
            self._devices.pop().close()
        self._report.let_go()
