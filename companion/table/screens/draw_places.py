"""Screens on which a place, a crop or an arrow is chosen."""

from __future__ import annotations

from companion.table.screens.canvas import DARK, HEIGHT, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import (
    AnnounceCrop,
    ArrowEntry,
    CameraProposal,
    Coordinates,
    Ring,
    Window,
)
from companion.table.screens.draw_windows import WINDOW_NAMES
from companion.table.screens.font import TEXT
from companion.table.screens.icons import LARGE, name_of
from companion.table.screens.parts import (
    TITLE_BAR,
    around,
    choices,
    level_dots,
    place,
    ring,
    title_bar,
)
from companion.tiwanaku.board import Direction
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import T

TURNING = 73
"""Width of the ring that turns: it has room for every sign's name in the title face."""
RESTING = 53
COMPASS = (Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST)


def coordinates(canvas: Canvas, shown: Coordinates) -> None:
    """Both rings side by side; below them what lies there, if anything is to be said."""
    space = shown.space
    height = 50
    element = around(shown.elements, space.element)
    animal = around(shown.animals, space.animal)
    on_element = shown.ring is Ring.ELEMENT
    left, right_x, right = _widths(left_turns=on_element)
    ring(canvas, 0, 0, left, height, element, canvas.name(space.element_text), turning=on_element)
    ring(
        canvas,
        right_x,
        0,
        right,
        height,
        animal,
        canvas.name(space.animal_text),
        turning=not on_element,
    )
    below = height + 2
    if shown.note:
        note = shown.note if isinstance(shown.note, str) else canvas.name(shown.note)
        canvas.line(note, 0, below, WIDTH, HEIGHT - below, align="centre")
        return
    if Window.DISCOVERY in shown.windows:
        canvas.frame(1, below + 1, 9, 9, 2)
        canvas.line(WINDOW_NAMES[Window.DISCOVERY], 13, below, 50, 11, faces=(TEXT,))
    if Window.DIVINATION in shown.windows:
        canvas.pen.ellipse((WIDTH - 11, below, WIDTH - 1, below + 10), outline=LIT, width=2)
        canvas.line(WINDOW_NAMES[Window.DIVINATION], 64, below, 50, 11, faces=(TEXT,), align="right")


def announce_crop(canvas: Canvas, shown: AnnounceCrop) -> None:
    """The five crops in a row, from level 1 to 5; the chosen one lit and named."""
    title_bar(canvas, T("Your crop?"), place=shown.space)
    for number, crop in enumerate(Crop):
        x = 1 + number * 25
        lit = crop is shown.chosen
        if lit:
            canvas.bar(x - 1, TITLE_BAR + 1, LARGE + 2, LARGE + 9)
        ink = DARK if lit else LIT
        canvas.sign(name_of(crop), x, TITLE_BAR + 3, ink=ink)
        level_dots(canvas, crop, x, TITLE_BAR + LARGE + 5, LARGE, ink)
    canvas.line(canvas.name(shown.chosen), 0, 49, WIDTH, HEIGHT - 50, align="centre")


def arrow_entry(canvas: Canvas, shown: ArrowEntry) -> None:
    """The colour of the arrow at the left, its direction at the right."""
    title_bar(canvas, T("Arrow of the tile"))
    top, height = TITLE_BAR + 2, HEIGHT - TITLE_BAR - 2
    colours = ("", "otoma", "")
    left, right_x, right = _widths(left_turns=not shown.choosing_direction)
    compass = tuple(map(name_of, COMPASS))
    ring(
        canvas,
        0,
        top,
        left,
        height,
        colours,
        canvas.name(shown.colour),
        turning=not shown.choosing_direction,
    )
    ring(
        canvas,
        right_x,
        top,
        right,
        height,
        around(compass, name_of(shown.direction)),
        canvas.name(shown.direction),
        turning=shown.choosing_direction,
    )


def camera_proposal(canvas: Canvas, shown: CameraProposal) -> None:
    """The place and the thing that the camera saw there, and the question whether that is right."""
    title_bar(canvas, T("Is this right?"), sign="camera")
    y = TITLE_BAR + 2
    place(canvas, shown.space, 16, y)
    canvas.line("=", 70, y, 14, LARGE, align="centre")
    canvas.sign(_sign_of(shown.seen), 88, y)
    canvas.line(canvas.name(shown.seen), 0, y + LARGE, WIDTH, 12, align="centre")
    choices(canvas, (T("Yes"), T("No")), shown.chosen)


def _widths(*, left_turns: bool) -> tuple[int, int, int]:
    """Width of the left ring; place and width of the right one."""
    if left_turns:
        return TURNING, WIDTH - RESTING, RESTING
    return RESTING, WIDTH - TURNING, TURNING


def _sign_of(seen: Terrain | Crop | Colour) -> str:
    return "meeple" if isinstance(seen, Colour) else name_of(seen)
