"""A small 1-bit screen, and the picture it shows.

A :class:`Picture` is immutable bytes in the order in which SSD1306-like controllers and the puck keep them: pages
of eight rows, one byte a column, the top pixel in the lowest bit. Bytes rather than a Pillow image because

- two pictures are compared with ``==``, and "send only what changed" becomes comparing bytes;
- nobody can draw into a picture that another thread is sending;
- no driver, no test and not the puck needs Pillow; only whoever draws does, and :meth:`Picture.from_image`
  takes the finished image over in one step (about 20 µs).

>>> picture = Picture.from_text("#..#", ".##.")
>>> print(picture.to_text())
#..#
.##.
....
....
....
....
....
....
>>> picture.data
b'\\x01\\x02\\x02\\x01'
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

PAGE = 8
"""Rows in one page: the eight pixels of a byte, one below the other."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a display shows: one bit a pixel. Width in pixels; the height is a multiple of eight."""

    width: int
    height: int
    data: bytes

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < PAGE or self.height % PAGE:
            raise ValueError(f"no picture has {self.width} x {self.height} pixels")
        if len(self.data) != self.width * self.height // PAGE:
            raise ValueError(f"{len(self.data)} bytes do not make {self.width} x {self.height} pixels")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height

    @classmethod
    def blank(cls, size: tuple[int, int] = (128, 64)) -> Picture:
        """A dark picture."""
        width, height = size
        return cls(width, height, bytes(width * height // PAGE))

    @classmethod
    def from_image(cls, image: Image) -> Picture:
        """The picture of a Pillow image; what is not dark is lit."""
        from PIL.Image import Transpose

        if image.mode != "1":
            image = image.convert("L").point(lambda value: 255 if value else 0, "1")
        width, height = image.size
        # Turned by 90 degrees, a row of the image holds one column, lowest pixel first; each of its bytes is one page.
        columns = image.transpose(Transpose.ROTATE_270).tobytes()
        pages = height // PAGE
        return cls(width, height, b"".join(columns[pages - 1 - page :: pages] for page in range(pages)))

    def to_image(self) -> Image:
        """A fresh Pillow image of mode ``1``."""
        from PIL.Image import Transpose, frombytes

        pages = self.height // PAGE
        columns = bytearray(len(self.data))
        for page in range(pages):
            columns[pages - 1 - page :: pages] = self.data[page * self.width : (page + 1) * self.width]
        return frombytes("1", (self.height, self.width), bytes(columns)).transpose(Transpose.ROTATE_90)

    @classmethod
    def from_text(cls, *rows: str) -> Picture:
        """A picture from rows of ``#`` and ``.``, filled up with dark rows to whole pages."""
        width = len(rows[0])
        height = -(-len(rows) // PAGE) * PAGE
        data = bytearray(width * height // PAGE)
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                if sign == "#":
                    data[y // PAGE * width + x] |= 1 << y % PAGE
        return cls(width, height, bytes(data))

    def to_text(self) -> str:
        """Rows of ``#`` and ``.``, to look at on a terminal or in a failing test."""
        return "\n".join(
            "".join("#" if self.lit(x, y) else "." for x in range(self.width)) for y in range(self.height)
        )

    def lit(self, x: int, y: int) -> bool:
        """Whether that pixel is lit."""
        return bool(self.data[y // PAGE * self.width + x] >> y % PAGE & 1)


class Light(enum.IntEnum):
    """How bright a display is. Off keeps the picture: it is there again when the light is."""

    OFF = 0
    DIM = 1
    FULL = 2


class Display(Protocol):
    """A screen. Its methods may take as long as its bus does; :class:`~hardware.steady_display.SteadyDisplay` waits for it.

    Every method but ``close`` raises :class:`~hardware.errors.HardwareError` when the screen is missing or lost;
    after that it is closed and opened again, which leaves it dark and blank.
    """

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        ...

    def open(self) -> None:
        """Find the display and make it ready: dark and blank."""
        ...

    def show(self, picture: Picture) -> None:
        """Send the picture, or what differs from the one before."""
        ...

    def light(self, light: Light) -> None:
        """Bright, dim or off."""
        ...

    def check(self) -> None:
        """Ask whether the display is still there, as cheaply as can be."""
        ...

    def close(self) -> None:
        """Blank it, darken it and let go of it, as far as it still answers. Never raises; may be called twice."""
        ...
