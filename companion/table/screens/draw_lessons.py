"""The small board of a lesson, and what is asked about it."""

from __future__ import annotations

from companion.table.screens import icons
from companion.table.screens.canvas import DARK, HEIGHT, LIT, WIDTH, Canvas
from companion.table.screens.descriptions import LessonBoard
from companion.table.screens.font import DIGITS, TEXT
from companion.table.screens.icons import LARGE, SMALL, name_of
from companion.table.screens.parts import level_dots, turning_marks
from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import Crop, Terrain

CELL_WIDTH = 15
CELL_HEIGHT = 13
"""Four rows below the signs of the columns fill the display."""
TOP = SMALL
LEFT = SMALL + 1
PANEL = LEFT + 4 * CELL_WIDTH + 2
DIGIT = 7
"""Width of a crop's number, at the right of its space: the left half shows the terrain."""
QUESTION = 9


def lesson_board(canvas: Canvas, shown: LessonBoard) -> None:
    """The board with the signs of its rows and columns; what is asked stands at its right."""
    board = shown.position.board
    left = 0 if shown.chosen is not None else (WIDTH - PANEL) // 2
    for column, element in enumerate(board.elements):
        canvas.sign(element, left + LEFT + column * CELL_WIDTH + 1, 0, SMALL)
    for row, animal in enumerate(board.animals):
        canvas.sign(animal, left, TOP + row * CELL_HEIGHT + 1, SMALL)
    for space in board.spaces:
        _space(canvas, shown, space, left + LEFT + space.column * CELL_WIDTH, TOP + space.row * CELL_HEIGHT)
    _panel(canvas, shown)


def _space(canvas: Canvas, shown: LessonBoard, space: Space, x: int, y: int) -> None:
    width, height = CELL_WIDTH - 1, CELL_HEIGHT - 1
    terrain, crop = shown.position.terrain(space), shown.position.crop(space)
    if terrain is not None:
        canvas.image.paste(LIT, (x, y), icons.pattern(terrain, width, height))
    else:
        canvas.fill(x + width // 2, y + height // 2, 1, 1)
    if crop is not None:
        _letter(canvas, str(crop.level), x + width - DIGIT, y, DIGIT)
    chosen, marked = space == shown.chosen, space in shown.marked
    if chosen or (marked and shown.chosen is not None):
        # Where the crop would lie, so that the terrain stays in sight.
        left = (width - QUESTION) // 2 if terrain is None else width - QUESTION
        _letter(canvas, "?", x + left, y, QUESTION, lit=chosen)
    if chosen or marked:
        canvas.frame(x - 1, y - 1, CELL_WIDTH + 1, CELL_HEIGHT + 1, 2)


def _letter(canvas: Canvas, letter: str, x: int, y: int, width: int, *, lit: bool = False) -> None:
    """A letter on a ground of its own, as high as a space."""
    canvas.fill(x, y, width, CELL_HEIGHT - 1, LIT if lit else DARK)
    ink = DARK if lit else LIT
    canvas.line(letter, x, y, width, CELL_HEIGHT - 1, faces=(TEXT,), align="centre", ink=ink)


def _panel(canvas: Canvas, shown: LessonBoard) -> None:
    width = WIDTH - PANEL
    match shown.chosen:
        case None:
            return
        case Space():
            # The value is given, its place is looked for.
            _value(canvas, shown.asked, 0)
            middle = PANEL + width // 2
            canvas.sign(shown.chosen.element, middle - SMALL - 1, HEIGHT - SMALL - 1, SMALL)
            canvas.sign(shown.chosen.animal, middle + 1, HEIGHT - SMALL - 1, SMALL)
        case Terrain() | Crop():
            _value(canvas, shown.chosen, 8)
            turning_marks(canvas, PANEL, 14, width)
        case number:
            canvas.number(str(number), PANEL, 20, width, face=DIGITS, align="centre")
            turning_marks(canvas, PANEL, 26, width)


def _value(canvas: Canvas, value: Terrain | Crop | None, y: int) -> None:
    if value is None:
        return
    width = WIDTH - PANEL
    canvas.sign(name_of(value), PANEL + (width - LARGE) // 2, y)
    below = y + LARGE + 1
    if isinstance(value, Crop):
        level_dots(canvas, value, PANEL, below, width)
        below += 4
    canvas.paragraph(canvas.name(value), PANEL, below, width, 19, faces=(TEXT,), align="centre")
