"""Which rectangles of a display's memory to send, so that few bytes cross the bus.

A picture that changes in one corner differs in a few bytes; sending all of it costs 1 KiB, 23 ms at 400 kHz. Here the
differing bytes are gathered into windows (pages x columns). A window costs its addressing besides its bytes, so
neighbours are joined where that is cheaper.

>>> old = bytes(1024)
>>> new = bytearray(old)
>>> new[130] = new[133] = 0xFF          # page 1, columns 2 and 5
>>> windows(old, bytes(new), width=128, overhead=10, tall=True)
[Window(first_page=1, last_page=1, first=2, last=5)]
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of display memory: pages and columns, each with its last one included."""

    first_page: int
    last_page: int
    first: int
    last: int

    @property
    def size(self) -> int:
        """Bytes in it."""
        return (self.last_page - self.first_page + 1) * (self.last - self.first + 1)

    def cut(self, data: bytes, width: int) -> bytes:
        """Its bytes out of a whole picture, in the order in which the display takes them."""
        return b"".join(
            data[page * width + self.first : page * width + self.last + 1]
            for page in range(self.first_page, self.last_page + 1)
        )


def whole(data: bytes, width: int) -> Window:
    """The window that is the whole picture."""
    return Window(0, len(data) // width - 1, 0, width - 1)


def windows(old: bytes, new: bytes, *, width: int, overhead: int, tall: bool) -> list[Window]:
    """What to send where the display has ``old`` and should have ``new``.

    ``overhead`` is the cost of addressing one window, in bytes; ``tall`` says whether the display takes a window of
    several pages at once.
    """
    found: list[Window] = []
    for page in range(len(new) // width):
        start = page * width
        before, after = old[start : start + width], new[start : start + width]
        if before == after:
            continue
        for first, last in _runs(before, after, overhead):
            _add(found, Window(page, page, first, last), overhead, tall)
    return found


def _runs(before: bytes, after: bytes, overhead: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for column, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        if runs and column - runs[-1][1] - 1 <= overhead:
            runs[-1] = (runs[-1][0], column)
        else:
            runs.append((column, column))
    return runs


def _add(found: list[Window], run: Window, overhead: int, tall: bool) -> None:
    if tall:
        for place, above in enumerate(found):
            if above.last_page == run.first_page - 1:
                both = replace(
                    above,
                    last_page=run.last_page,
                    first=min(above.first, run.first),
                    last=max(above.last, run.last),
                )
                if both.size <= above.size + run.size + overhead:
                    found[place] = both
                    return
    found.append(run)
