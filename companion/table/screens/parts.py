"""What several screens share: the title bar, a pair of buttons, a place, a ring that turns, a list."""

from __future__ import annotations

from companion.table.screens.canvas import DARK, HEIGHT, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import Words
from companion.table.screens.font import TEXT, TITLE
from companion.table.screens.icons import LARGE, SMALL
from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Crop

TITLE_BAR = 13
"""Rows of the title bar: room for an accent on a capital and for letters below the line."""
LIST_TOP = TITLE_BAR + 2
ROW = 12
"""Rows of one entry of a list: four of them below the title bar fill the screen."""
VISIBLE = 4
BUTTON = 13


def title_bar(
    canvas: Canvas, words: Words, *, sign: str = "", note: str = "", place: Space | None = None
) -> int:
    """A lit bar at the top: a small sign, the title, at the right a note or a place; where the title ends."""
    canvas.fill(0, 0, WIDTH, TITLE_BAR)
    left, right = 3, WIDTH - 3
    if sign:
        canvas.sign(sign, 2, 0, SMALL, ink=DARK)
        left = 17
    if place:
        right -= 2 * SMALL
        canvas.sign(place.element, right, 0, SMALL, ink=DARK)
        canvas.sign(place.animal, right + SMALL + 2, 0, SMALL, ink=DARK)
        right -= 3
    if note:
        right -= TEXT.measure(note)
        canvas.line(note, right, 0, WIDTH, TITLE_BAR, faces=(TEXT,), ink=DARK)
        right -= 3
    return left + canvas.line(words, left, 0, right - left, TITLE_BAR, ink=DARK)


def place(canvas: Canvas, space: Space, x: int, y: int) -> None:
    """The two signs of a space, large, side by side (51 pixels wide)."""
    canvas.sign(space.element, x, y)
    canvas.sign(space.animal, x + LARGE + 3, y)


def choices(canvas: Canvas, words: tuple[Words, ...], chosen: int) -> None:
    """Up to two buttons at the bottom; the chosen one is lit."""
    y = HEIGHT - BUTTON
    width = (WIDTH - 4 * (len(words) - 1)) // len(words)
    for number, choice in enumerate(words):
        x = number * (width + 4)
        lit = number == chosen
        if lit:
            canvas.bar(x, y, width, BUTTON)
        else:
            canvas.frame(x, y, width, BUTTON)
        canvas.line(choice, x + 3, y, width - 6, BUTTON, align="centre", ink=DARK if lit else LIT)


def ring(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    signs: tuple[str, str, str],
    name: str,
    *,
    turning: bool,
) -> None:
    """A ring of the wheel: the sign before, the chosen one, the sign after, and its name. Lit while it turns."""
    ink = LIT
    if turning:
        canvas.bar(x, y, width, height)
        ink = DARK
    before, chosen, after = signs
    middle = x + (width - LARGE) // 2
    canvas.sign(chosen, middle, y + 4, ink=ink)
    if turning:
        side = y + 4 + (LARGE - SMALL) // 2
        _beside_chosen(canvas, before, x + 4, side, -1, ink)
        _beside_chosen(canvas, after, x + width - 4 - SMALL, side, 1, ink)
    canvas.line(name, x + 2, y + LARGE + 7, width - 4, height - LARGE - 9, align="centre", ink=ink)


def _beside_chosen(canvas: Canvas, name: str, x: int, y: int, way: int, ink: int) -> None:
    """The sign that comes next that way; a triangle where the entries have names but no signs."""
    if name:
        canvas.sign(name, x, y, SMALL, ink=ink)
    else:
        _triangle(canvas, x + 3, y + 5, way, ink)


def _triangle(canvas: Canvas, x: int, y: int, way: int, ink: int = LIT) -> None:
    for column in range(5):
        offset = 4 - column if way > 0 else column
        canvas.fill(x + offset, y - column, 1, 2 * column + 1, ink)


def turning_marks(canvas: Canvas, x: int, y: int, width: int) -> None:
    """A triangle at both sides of something that turning changes."""
    _triangle(canvas, x + 3, y + 5, -1)
    _triangle(canvas, x + width - 8, y + 5, 1)


def around(entries: tuple[str, ...], chosen: str) -> tuple[str, str, str]:
    """The entry before, the chosen one, the entry after; the ring has no end."""
    index = entries.index(chosen)
    return entries[index - 1], chosen, entries[(index + 1) % len(entries)]


def first_visible(count: int, chosen: int, visible: int) -> int:
    """The first entry to show, so that the chosen one has a neighbour on both sides where there is one."""
    return max(0, min(chosen - 1, count - visible))


def rows(canvas: Canvas, entries: tuple[tuple[str, str], ...], chosen: int, *, editing: bool = False) -> None:
    """A list below the title bar: an entry and its value a row; a bar at the right when there are more."""
    count = len(entries)
    first = first_visible(count, chosen, VISIBLE)
    width = WIDTH if count <= VISIBLE else WIDTH - 5
    for number, (name, value) in enumerate(entries[first : first + VISIBLE], first):
        y = LIST_TOP + (number - first) * ROW
        lit = number == chosen
        if lit:
            canvas.bar(0, y, width, ROW)
        _row(canvas, name, value, y, width, lit=lit, editing=editing and lit)
    if count > VISIBLE:
        _scroll_bar(canvas, first, count)


def _row(canvas: Canvas, name: str, value: str, y: int, width: int, *, lit: bool, editing: bool) -> None:
    ink = DARK if lit else LIT
    room = width - 6
    if not value:
        canvas.line(name, 3, y, room, ROW, ink=ink)
        return
    for face in (TITLE, TEXT):
        taken = face.measure(value) + 6
        if face.measure(name) + taken <= room:
            break
    if editing:
        # The value in the dark, as if it were taken out of the lit row.
        canvas.fill(width - taken - 1, y + 1, taken, ROW - 2, DARK)
    canvas.line(name, 3, y, room - taken, ROW, faces=(face,), ink=ink)
    canvas.line(value, 3, y, room, ROW, faces=(face,), align="right", ink=LIT if editing else ink)


def _scroll_bar(canvas: Canvas, first: int, count: int) -> None:
    height = VISIBLE * ROW
    canvas.fill(WIDTH - 2, LIST_TOP, 1, height)
    length = max(6, height * VISIBLE // count)
    top = (height - length) * first // (count - VISIBLE)
    canvas.fill(WIDTH - 3, LIST_TOP + top, 3, length)


def level_dots(canvas: Canvas, crop: Crop, x: int, y: int, width: int, ink: int = LIT) -> None:
    """The level of a crop, counted in squares of 3 x 3."""
    start = x + (width - (4 * crop.level - 1)) // 2
    for number in range(crop.level):
        canvas.fill(start + 4 * number, y, 3, 3, ink)
