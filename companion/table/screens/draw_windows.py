"""The two windows of the wheel: nobody may take one for the other.

Discovery is square, at the left, its name on a lit bar, and fills from below like a rising shutter.
Divination is round, at the right, its name between two lines, and fills clockwise like a clock.
"""

from __future__ import annotations

from companion.table.screens import icons
from companion.table.screens.canvas import DARK, HEIGHT, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import (
    DiscoveryOpen,
    DivinationOpen,
    Window,
    WindowClosed,
    WindowFilling,
)
from companion.table.screens.font import TEXT
from companion.table.screens.icons import LARGE, SMALL, name_of
from companion.table.screens.parts import level_dots, place
from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Crop
from companion.words import T, Text

SIDE = 54
"""Side of the square window, diameter of the round one."""
EDGE = (HEIGHT - SIDE) // 2
BESIDE_X = SIDE + 4
BESIDE = WIDTH - BESIDE_X
"""Width of the words beside a window: the names of both fit in the title face in all four languages."""
ROUND_X = WIDTH - SIDE
WINDOW_NAMES = {Window.DISCOVERY: T("Discovery"), Window.DIVINATION: T("Divination")}


def window_closed(canvas: Canvas, shown: WindowClosed) -> None:
    """The window with a lock on it."""
    ask = T("Hold the button")
    if shown.window is Window.DISCOVERY:
        _beside_square(canvas, shown.space)
        _shutter(canvas, 0)
        canvas.paragraph(ask, BESIDE_X, 46, BESIDE, 17, faces=(TEXT,), align="centre")
    else:
        _beside_round(canvas, shown.space)
        _dial(canvas, 0)
        _announced(canvas, ask, shown.announced)


def window_filling(canvas: Canvas, shown: WindowFilling) -> None:
    """The window filling while its button is held."""
    fill = max(0.0, min(1.0, shown.fill))
    ask = T("Keep holding")
    if shown.window is Window.DISCOVERY:
        _beside_square(canvas, shown.space)
        _shutter(canvas, fill)
        canvas.paragraph(ask, BESIDE_X, 46, BESIDE, 17, faces=(TEXT,), align="centre")
    else:
        _beside_round(canvas, shown.space)
        _dial(canvas, fill)
        _announced(canvas, ask, shown.announced)


def discovery_open(canvas: Canvas, shown: DiscoveryOpen) -> None:
    """The square full of the terrain's pattern, its sign in the middle, its name beside it."""
    _beside_square(canvas, shown.space)
    canvas.image.paste(LIT, (0, EDGE), icons.pattern(shown.terrain, SIDE, SIDE))
    canvas.frame(0, EDGE, SIDE, SIDE, 2)
    hole = LARGE + 8
    x = (SIDE - hole) // 2
    y = EDGE + x
    canvas.fill(x - 1, y - 1, hole + 2, hole + 2, DARK)
    canvas.frame(x, y, hole, hole)
    canvas.sign(name_of(shown.terrain), x + 4, y + 4)
    canvas.line(canvas.name(shown.terrain), BESIDE_X, 46, BESIDE, 16, align="centre")


def divination_open(canvas: Canvas, shown: DivinationOpen) -> None:
    """The disc with the crop and the squares of its level, its name beside it."""
    _beside_round(canvas, shown.space)
    box = (ROUND_X, EDGE, ROUND_X + SIDE - 1, EDGE + SIDE - 1)
    canvas.pen.ellipse(box, outline=LIT, width=3)
    canvas.sign(name_of(shown.crop), ROUND_X + (SIDE - LARGE) // 2, 11)
    level_dots(canvas, shown.crop, ROUND_X, 37, SIDE)
    canvas.line(str(shown.crop.level), ROUND_X, 43, SIDE, 10, align="centre")
    canvas.paragraph(canvas.name(shown.crop), 0, 44, BESIDE, 20, align="centre")


def _beside_square(canvas: Canvas, space: Space) -> None:
    x = BESIDE_X
    canvas.fill(x, 1, BESIDE, 14)
    canvas.line(WINDOW_NAMES[Window.DISCOVERY], x + 1, 1, BESIDE - 2, 13, align="centre", ink=DARK)
    place(canvas, space, x + (BESIDE - 51) // 2, 18)


def _beside_round(canvas: Canvas, space: Space) -> None:
    canvas.fill(6, 0, BESIDE - 12, 1)
    canvas.fill(2, 15, BESIDE - 4, 1)
    canvas.line(WINDOW_NAMES[Window.DIVINATION], 1, 1, BESIDE - 2, 13, align="centre")
    place(canvas, space, (BESIDE - 51) // 2, 18)


def _announced(canvas: Canvas, ask: Text, crop: Crop | None) -> None:
    """What to do, and the crop that was announced."""
    if crop is None:
        canvas.paragraph(ask, 0, 46, BESIDE, 17, faces=(TEXT,), align="centre")
        return
    canvas.paragraph(ask, SMALL + 12, 46, BESIDE - SMALL - 12, 17, faces=(TEXT,), align="centre")
    canvas.sign(name_of(crop), 1, 48, SMALL)
    canvas.line(str(crop.level), SMALL + 3, 48, 8, SMALL)


def _shutter(canvas: Canvas, fill: float) -> None:
    canvas.frame(0, EDGE, SIDE, SIDE, 2)
    for y in range(EDGE + 6, EDGE + SIDE - 2, 5):
        canvas.fill(4, y, SIDE - 8, 1)
    rise = round((SIDE - 6) * fill)
    canvas.fill(3, EDGE + SIDE - 3 - rise, SIDE - 6, rise)
    _locked(canvas, SIDE // 2)


def _dial(canvas: Canvas, fill: float) -> None:
    x, y, last = ROUND_X, EDGE, SIDE - 1
    canvas.pen.ellipse((x, y, x + last, y + last), outline=LIT, width=2)
    for inset in (7, 12):
        canvas.pen.ellipse((x + inset, y + inset, x + last - inset, y + last - inset), outline=LIT)
    if fill > 0:
        canvas.pen.pieslice((x + 3, y + 3, x + last - 3, y + last - 3), -90, -90 + 360 * fill, fill=LIT)
    _locked(canvas, x + SIDE // 2)


def _locked(canvas: Canvas, middle: int) -> None:
    size = SMALL + 6
    corner = HEIGHT // 2 - size // 2
    canvas.bar(middle - size // 2, corner, size, size, DARK)
    canvas.sign("lock", middle - SMALL // 2, corner + 3, SMALL)
