"""A 128 x 64 OLED on I2C or SPI: luma speaks to the bus and knows how each controller is started; we send pictures.

luma's own ``display`` walks over all 8192 pixels in Python and sends 1 KiB, whatever changed. We have the bytes already
in the controller's order and send only the windows that changed, through the same luma interface.

luma starts a device up in its constructor, and registers every device it makes to be put out at exit, for good; with
a display that is retried for days that would grow without end. So luma starts its device up once, on
a :class:`_Listener` instead of a bus, and we repeat what was heard whenever a display is opened.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from companion.words import T, Text
from hardware.display import Light, Picture
from hardware.errors import DeviceLost, DeviceMissing, HardwareError
from hardware.settings import OledSettings
from hardware.windows import Window, whole, windows

WIDTH, HEIGHT = 128, 64
SLEEP, WAKE, NOTHING, CONTRAST = 0xAE, 0xAF, 0xE3, 0x81
COLUMNS, PAGES = 0x21, 0x22
UPSIDE_DOWN = (0xA0, 0xC0)
SH1106_OFFSET = 2
"""The first visible column: its memory is 132 wide."""

I2C_OVERHEAD = 2
"""Bytes that every I2C transfer has besides its own: the address, and one that says command or data."""


class Interface(Protocol):
    """The part of luma's serial interfaces that we use."""

    def command(self, *codes: int) -> None:
        """Send commands."""
        ...

    def data(self, data: Sequence[int]) -> None:
        """Send display memory."""
        ...

    def cleanup(self) -> None:
        """Close the bus."""
        ...


class _Listener:
    """In place of a bus: hears what luma says to start a device up."""

    def __init__(self) -> None:
        self.commands: list[tuple[int, ...]] = []

    def command(self, *codes: int) -> None:
        self.commands.append(codes)

    def data(self, data: Sequence[int]) -> None:
        """No pictures here."""

    def cleanup(self) -> None:
        """Nothing to close."""


def starting_commands(driver: str) -> list[tuple[int, ...]]:
    """What luma sends to start such a controller up: without the blank picture and the light at the end, which are ours."""
    from luma.oled import device

    kind = getattr(device, driver)
    # luma's own display() also leans on a method that Pillow 14 takes away.
    silent = type(kind.__name__, (kind,), {"display": lambda self, image: None, "show": lambda self: None})
    listener = _Listener()
    silent(serial_interface=listener, width=WIDTH, height=HEIGHT).persist = True
    return listener.commands


def connect(settings: OledSettings) -> Interface:
    """The bus of the settings, opened."""
    from luma.core.interface import serial

    if settings.bus == "i2c":
        return serial.i2c(port=settings.port, address=settings.address)  # type: ignore[no-any-return]
    return serial.spi(  # type: ignore[no-any-return]
        port=settings.spi_port,
        device=settings.spi_device,
        gpio_DC=settings.spi_dc,
        gpio_RST=settings.spi_reset,
        # Both are recommended by the controllers' data sheets to be a few µs; modules with an RC reset need more.
        reset_hold_time=0.01,
        reset_release_time=0.01,
    )


class Oled:
    """An SSD1306, SSD1309 or SH1106."""

    def __init__(
        self, settings: OledSettings, *, connect: Callable[[OledSettings], Interface] = connect
    ) -> None:
        self._settings = settings
        self._connect = connect
        self._start: list[tuple[int, ...]] | None = None
        self._bus: Interface | None = None
        self._sent: bytes = b""
        self._light = Light.OFF
        # SH1106 knows nothing but single pages.
        self._tall = settings.driver != "sh1106"
        self._overhead = (6 if self._tall else 3) + 2 * I2C_OVERHEAD

    @property
    def size(self) -> tuple[int, int]:
        """128 x 64."""
        return WIDTH, HEIGHT

    def open(self) -> None:
        """Start the controller up, dark and blank."""
        self._guarded(self._open, DeviceMissing)

    def _open(self) -> None:
        if self._start is None:
            self._start = starting_commands(self._settings.driver)
        self._bus = self._connect(self._settings)
        self._light = Light.OFF
        self._begin(bytes(WIDTH * HEIGHT // 8))

    def _begin(self, data: bytes) -> None:
        """Start up and fill the whole memory: heals whatever noise or a short power cut has done."""
        self._sent = b""
        for codes in self._start or ():
            self._command(*codes)
        if self._settings.rotation == 180:
            self._command(*UPSIDE_DOWN)
        self._send(whole(data, WIDTH), data)
        self._sent = data

    def show(self, picture: Picture) -> None:
        """Send what differs from the picture before."""
        if picture.size != self.size:
            raise ValueError(f"a picture of {picture.size} does not fit")
        self._guarded(lambda: self._show(picture.data), DeviceLost)

    def _show(self, data: bytes) -> None:
        for window in windows(self._sent, data, width=WIDTH, overhead=self._overhead, tall=self._tall):
            self._send(window, data)
        self._sent = data

    def light(self, light: Light) -> None:
        """Bright, dim or off. Out of the dark the display is started anew with its picture."""
        self._guarded(lambda: self._set_light(light), DeviceLost)

    def _set_light(self, light: Light) -> None:
        if light is Light.OFF:
            self._command(SLEEP)
        else:
            if self._light is Light.OFF:
                self._begin(self._sent)
            contrast = self._settings.contrast if light is Light.FULL else self._settings.dim_contrast
            self._command(CONTRAST, contrast, WAKE)
        self._light = light

    def check(self) -> None:
        """Send a command that does nothing: an absent display does not acknowledge it (on I2C; SPI cannot tell)."""
        self._guarded(lambda: self._command(NOTHING), DeviceLost)

    def ask(self) -> None:
        """Whether a display is there, without starting it up; it may be showing something."""

        def ask() -> None:
            bus = self._connect(self._settings)
            try:
                bus.command(NOTHING)
            finally:
                bus.cleanup()

        self._guarded(ask, DeviceMissing)

    def close(self) -> None:
        """Blank and dark."""
        bus, self._bus = self._bus, None
        if bus is None:
            return
        # Whatever goes wrong now, there is nobody left whom it would help.
        with suppress(Exception):
            bus.command(SLEEP)
            self._bus = bus
            self._send(whole(bytes(WIDTH * HEIGHT // 8), WIDTH), bytes(WIDTH * HEIGHT // 8))
        self._bus = None
        with suppress(Exception):
            bus.cleanup()

    def _command(self, *codes: int) -> None:
        if self._bus is None:
            raise OSError(errno.ENODEV, "the display is not open")
        self._bus.command(*codes)

    def _send(self, window: Window, data: bytes) -> None:
        if self._bus is None:
            raise OSError(errno.ENODEV, "the display is not open")
        if self._tall:
            self._bus.command(COLUMNS, window.first, window.last, PAGES, window.first_page, window.last_page)
            self._bus.data(list(window.cut(data, WIDTH)))
            return
        column = window.first + SH1106_OFFSET
        for page in range(window.first_page, window.last_page + 1):
            self._bus.command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)
            self._bus.data(list(data[page * WIDTH + window.first : page * WIDTH + window.last + 1]))

    def _guarded(self, action: Callable[[], None], error: type[HardwareError]) -> None:
        """Run it; say what to check where the bus or its libraries fail."""
        try:
            action()
        except ImportError as reason:
            raise DeviceMissing(
                T(
                    "The display on {bus} needs the package {package}: install pachamama with its extra [pi].",
                    bus=self._settings.bus.upper(),
                    package=reason.name or str(reason),
                )
            ) from reason
        except Exception as reason:
            # luma's errors share no base with OSError, and importing luma to name them is what a PC may not do.
            if not isinstance(reason, OSError) and not type(reason).__module__.startswith("luma."):
                raise
            raise error(self._advice(reason)) from reason

    def _advice(self, reason: Exception) -> Text:
        settings = self._settings
        if isinstance(reason, PermissionError) or type(reason).__name__ == "DevicePermissionError":
            return T(
                "The display's bus may not be used by this user: add the user to the groups i2c and spi, and log in again."
            )
        if settings.bus == "spi":
            return T(
                "The display on SPI {port}.{device} cannot be reached ({reason}). Check that SPI is switched on "
                "(raspi-config), and the wires SCK, MOSI, CS, DC and RESET.",
                port=settings.spi_port,
                device=settings.spi_device,
                reason=str(reason),
            )
        return T(
            "No display answers at address {address} of I2C bus {port} ({reason}). Check that I2C is switched on "
            "(raspi-config), the wires SDA, SCL, 3V3 and GND, and the address with i2cdetect -y {port}.",
            address=f"{settings.address:02X}",
            port=settings.port,
            reason=str(reason),
        )
