"""Screens of words: messages, hints, lessons, and the QR code to join."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.table.screens.bitmaps import mask
from companion.table.screens.canvas import DARK, HEIGHT, WIDTH, Canvas
from companion.table.screens.descriptions import Hint, Join, Lesson, Message, Words
from companion.table.screens.font import TEXT
from companion.table.screens.icons import LARGE
from companion.table.screens.parts import BUTTON, TITLE_BAR, choices, title_bar
from companion.words import T

if TYPE_CHECKING:
    from PIL.Image import Image

BODY_Y = TITLE_BAR + 4
BODY_HEIGHT = HEIGHT - BODY_Y
STRENGTHS = 3
MODULE = 2
"""Pixels of a QR module: with one, no phone could read it."""
MOST_MODULES = 29
LINES_BELOW_PHONE = 3


def message(canvas: Canvas, shown: Message) -> None:
    """A sign, the sentence beside it, the choices below."""
    height = HEIGHT - BUTTON - 3 if shown.choices else HEIGHT
    canvas.sign(shown.kind.value, 0, (height - LARGE) // 2)
    x = LARGE + 5
    canvas.pages_of(shown.text, x, 2, WIDTH - x, height - 4, shown.page)
    if canvas.pages > 1:
        _page_marks(canvas, shown.page, 3, height // 2 + LARGE // 2 + 4)
    if shown.choices:
        choices(canvas, shown.choices, shown.chosen)


def hint(canvas: Canvas, shown: Hint) -> None:
    """As many full squares as the hint is strong; the place it is about; the words."""
    end = _text_page(canvas, T("Hint"), shown)
    for number in range(STRENGTHS):
        x = end + 5 + 8 * number
        canvas.bar(x, 3, 6, 6, DARK)
        if number >= shown.strength:
            canvas.fill(x + 1, 4, 4, 4)


def lesson(canvas: Canvas, shown: Lesson) -> None:
    """The title of the lesson and a page of it."""
    _text_page(canvas, shown.title, shown)


def join(canvas: Canvas, shown: Join) -> None:
    """The QR code, and the address for those who type it."""
    canvas.fill(0, 0, HEIGHT, HEIGHT)
    code = _qr(shown.address)
    if code.width > MOST_MODULES * MODULE:
        canvas.overflows.append(shown.address)
        canvas.sign("cross", 20, 20, ink=DARK)
    else:
        corner = (HEIGHT - code.width) // 2
        canvas.image.paste(DARK, (corner, corner), code)
    x = HEIGHT + 4
    canvas.line(T("Join"), x, 0, WIDTH - x, 11)
    typed = shown.address.removeprefix("http://")
    y, end = 13, HEIGHT
    if shown.code:
        end -= 26
        canvas.line(T("Code"), x, end + 2, WIDTH - x, 9, faces=(TEXT,))
        canvas.line(shown.code, x, end + 13, WIDTH - x, 11)
    elif len(TEXT.wrap(typed, WIDTH - x)) <= LINES_BELOW_PHONE:
        canvas.sign("phone", x + (WIDTH - x - LARGE) // 2, y)
        y += LARGE + 1
    canvas.paragraph(typed, x, y, WIDTH - x, end - y, faces=(TEXT,), may_cut_words=True)


def _text_page(canvas: Canvas, title: Words, shown: Hint | Lesson) -> int:
    canvas.pages_of(shown.text, 1, BODY_Y, WIDTH - 2, BODY_HEIGHT, shown.page)
    note = f"{min(shown.page + 1, canvas.pages)}/{canvas.pages}" if canvas.pages > 1 else ""
    if isinstance(shown, Hint):
        return title_bar(canvas, title, sign="bulb", note=note, place=shown.space)
    return title_bar(canvas, title, note=note)


def _page_marks(canvas: Canvas, page: int, x: int, y: int) -> None:
    """A small square a page below the sign, the present one full."""
    for number in range(min(canvas.pages, 4)):
        if number == min(page, 3):
            canvas.fill(x + 5 * number, y, 4, 4)
        else:
            canvas.frame(x + 5 * number, y, 4, 4)


@lru_cache(maxsize=4)
def _qr(address: str) -> Image:
    """The code of an address, dark modules set. Cached: making one takes longer than drawing a screen."""
    import segno

    code = segno.make_qr(address, error="l")
    rows = []
    for row in code.matrix:
        line = "".join(("#" if module else ".") * MODULE for module in row)
        rows += [line] * MODULE
    return mask(tuple(rows))
