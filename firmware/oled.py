"""A small driver for SSD1306, SSD1309 and SH1106 displays of 128 x 64 pixels on I2C.

Pictures are bytes in pages, as in `hardware.display`. Only runs of changed bytes are sent, one at each `step`, so that
the puck is never busy with the display for more than a page (3 ms at 400 kHz). A display that does not answer is
tried again with growing pauses and gets everything anew.
"""

WIDTH = 128
PAGES = 8
SIZE = WIDTH * PAGES

# Off, clock, 64 rows, no offset, first line; charge pump, page addressing (the one mode that all three know);
# pins, precharge, level, picture from memory, not inverted.
START = b"\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xda\x12\xd9\xf1\xdb\x40\xa4\xa6"
UPRIGHT = bytes((0xA1, 0xC8))
TURNED = bytes((0xA0, 0xC0))

OFF, DIM, FULL = 0, 1, 2
FIRST_PAUSE = 250
LONGEST_PAUSE = 4000
CHECK_AFTER = 1000


class Oled:
    """The display of the puck. `i2c` needs `writeto(address, buffer)`; `now` gives milliseconds."""

    def __init__(self, i2c, now, address=0x3C, offset=0, turned=False, contrast=0xCF):
        self._i2c = i2c
        self._now = now
        self._address = address
        self._offset = offset  # 2 for SH1106, whose memory is 132 wide
        self._start = START + (TURNED if turned else UPRIGHT)
        self._contrast = contrast
        self._wanted = bytes(SIZE)
        self._sent = bytearray(SIZE)
        self._light = FULL
        self._sent_light = -1
        self._pause = FIRST_PAUSE
        self._next_try = None
        self._heard = 0
        self._line = bytearray(WIDTH + 1)
        self.present = False

    def show(self, picture: bytes) -> None:
        """The picture to be on the display from now on."""
        self._wanted = picture

    def light(self, light: int) -> None:
        """Off, dim or full."""
        self._light = light

    def step(self) -> None:
        """Do the next little thing that the display needs, if any."""
        try:
            if self.present:
                self._send_some()
            elif self._next_try is None or self._now() - self._next_try >= 0:
                self._begin()
        except OSError:
            self.present = False
            self._next_try = self._now() + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)

    def _begin(self) -> None:
        self._command(self._start)
        for page in range(PAGES):
            self._run(page, 0, bytes(WIDTH))
        self._sent = bytearray(SIZE)
        self._sent_light = -1
        self.present = True
        self._pause = FIRST_PAUSE

    def _send_some(self) -> None:
        wanted = self._wanted
        if wanted != self._sent:
            for page in range(PAGES):
                start = page * WIDTH
                if wanted[start : start + WIDTH] != self._sent[start : start + WIDTH]:
                    first, last = start, start + WIDTH - 1
                    while wanted[first] == self._sent[first]:
                        first += 1
                    while wanted[last] == self._sent[last]:
                        last -= 1
                    self._run(page, first - start, wanted[first : last + 1])
                    self._sent[first : last + 1] = wanted[first : last + 1]
                    return
        if self._light != self._sent_light:
            if self._light == OFF:
                self._command(b"\xae")
            else:
                self._command(bytes((0x81, self._contrast if self._light == FULL else 1, 0xAF)))
            self._sent_light = self._light
        elif self._now() - self._heard >= CHECK_AFTER:
            self._command(b"\xe3")  # does nothing, but is answered

    def _run(self, page: int, column: int, data: bytes) -> None:
        column += self._offset
        self._command(bytes((0xB0 | page, column & 0x0F, 0x10 | column >> 4)))
        self._i2c.writeto(self._address, b"\x40" + data)

    def _command(self, codes: bytes) -> None:
        self._i2c.writeto(self._address, b"\x00" + codes)
        self._heard = self._now()
