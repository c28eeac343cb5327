"""An OLED at the level of its I2C transfers: takes commands and data as an SSD1306 or SH1106 does.

Wherever a program has its hands on a bus, this can stand in: it has smbus2's ``write_i2c_block_data`` for
luma and MicroPython's ``writeto`` for the puck. It counts and keeps what crosses the bus.

>>> panel = VirtualPanel()
>>> panel.writeto(0x3C, bytes([0x00, 0x20, 0x00, 0x21, 5, 6, 0x22, 0, 0, 0xAF]))   # a window of two columns, lit
>>> panel.writeto(0x3C, bytes([0x40, 0x01, 0x03]))
>>> bytes(panel.memory[5:7]), panel.on
(b'\\x01\\x03', True)
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterable
from typing import Literal

from hardware.display import PAGE, Light, Picture
from hardware.virtual.display import DisplayFaults

WIDTH, PAGES = 128, 8
COMMAND, DATA = 0x00, 0x40
ARGUMENTS = {0x21: 2, 0x22: 2} | dict.fromkeys(b"\x20\x81\x8d\xa8\xad\xd3\xd5\xd9\xda\xdb", 1)
"""How many bytes follow a command; none where it is not listed."""
MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class VirtualPanel:
    """The controller's memory and registers. Columns of an SH1106 are counted with its offset of two."""

    def __init__(
        self,
        controller: Literal["ssd1306", "sh1106"] = "ssd1306",
        address: int = 0x3C,
        *,
        faults: DisplayFaults | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.faults = faults or DisplayFaults()
        self.address = address
        self.transfers: list[bytes] = []
        """Each transfer so far, without the address."""
        self._sh1106 = controller == "sh1106"
        self._columns = 132 if self._sh1106 else WIDTH
        self._sleep = sleep
        self.power_up()

    def power_up(self) -> None:
        """As after a power cut: dark, with noise in its memory, registers as the data sheet says."""
        self.memory = bytearray((17 * place + 91) % 256 for place in range(self._columns * PAGES))
        self.on = False
        self.contrast = 0x7F
        self._pending: list[int] = []
        self._horizontal = False
        self._first, self._last = 0, self._columns - 1
        self._first_page, self._last_page = 0, PAGES - 1
        self._column = self._page = 0
        self._remapped = self._scan_down = False

    @property
    def bytes_on_bus(self) -> int:
        """What all transfers so far took, addresses included."""
        return sum(1 + len(transfer) for transfer in self.transfers)

    @property
    def light(self) -> Light:
        """Off, dim or full, as far as contrast tells."""
        return Light.OFF if not self.on else Light.DIM if self.contrast < 0x10 else Light.FULL

    @property
    def seen(self) -> Picture:
        """What a person in front of it sees; the module's glass is upright where the memory is mirrored both ways."""
        if not self.on:
            return Picture.blank((WIDTH, PAGE * PAGES))
        skip = 2 if self._sh1106 else 0
        rows = [self.memory[page * self._columns :][skip : skip + WIDTH] for page in range(PAGES)]
        if not self._remapped:
            rows = [row[::-1] for row in rows]
        if not self._scan_down:
            rows = [row.translate(MIRRORED) for row in reversed(rows)]
        return Picture(WIDTH, PAGE * PAGES, b"".join(rows))

    def write_i2c_block_data(self, address: int, control: int, data: Iterable[int]) -> None:
        """As smbus2 has it."""
        self.writeto(address, bytes([control, *data]))

    def writeto(self, address: int, data: bytes) -> None:
        """As MicroPython has it."""
        if self.faults.slow:
            self._sleep(self.faults.slow)
        if self.faults.fail_at:
            self.faults.fail_at -= 1
            if not self.faults.fail_at:
                raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if self.faults.unplugged or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        data = bytes(data)
        self.transfers.append(data)
        for byte in data[1:]:
            if data[0] == DATA:
                self._store(byte)
            else:
                self._command(byte)

    def unplug(self) -> None:
        """Pull the plug."""
        self.faults.unplugged = True
        self.on = False

    def plug(self) -> None:
        """Put it in again."""
        self.faults.unplugged = False
        self.power_up()

    def _command(self, byte: int) -> None:
        self._pending.append(byte)
        code = self._pending[0]
        # The SH1106 has no windows and no addressing mode: to it, those are other commands without arguments.
        expected = 0 if self._sh1106 and code in (0x20, 0x21, 0x22) else ARGUMENTS.get(code, 0)
        if len(self._pending) <= expected:
            return
        arguments, self._pending = self._pending[1:], []
        if arguments:
            self._set(code, arguments)
        elif code <= 0x0F:
            self._column = self._column & 0xF0 | code
        elif code <= 0x1F:
            self._column = self._column & 0x0F | (code & 0x0F) << 4
        elif code & 0xF0 == 0xB0:
            self._page = code & 0x07
        elif code in (0xA0, 0xA1):
            self._remapped = code == 0xA1
        elif code in (0xC0, 0xC8):
            self._scan_down = code == 0xC8
        elif code in (0xAE, 0xAF):
            self.on = code == 0xAF

    def _set(self, code: int, arguments: list[int]) -> None:
        if code == 0x20:
            self._horizontal = arguments[0] == 0
        elif code == 0x21:
            self._first, self._last = arguments
            self._column = self._first
        elif code == 0x22:
            self._first_page, self._last_page = arguments
            self._page = self._first_page
        elif code == 0x81:
            self.contrast = arguments[0]

    def _store(self, byte: int) -> None:
        if self._column < self._columns:
            self.memory[self._page * self._columns + self._column] = byte
        self._column += 1
        if self._horizontal and self._column > self._last:
            self._column = self._first
            self._page = self._first_page if self._page >= self._last_page else self._page + 1
        elif not self._horizontal and not self._sh1106 and self._column > WIDTH - 1:
            self._column = 0
