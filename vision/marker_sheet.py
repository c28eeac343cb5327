"""The sheet of corner markers to print, cut out and lay on the board: with them the eye finds the board by itself.

Each piece is a square whose inner corner lies on the grid's outer corner; the marker is in the square's middle, where
:mod:`vision.finding.markers` expects it. A ruler shows whether the printer kept the scale.
"""

from __future__ import annotations

from companion.errors import Unreadable
from companion.words import Language, T
from vision.finding.markers import OFFSET, SIDE
from vision.pdf import Page

A4 = 210.0, 297.0
SPACE = 50.0  # millimetres
SMALLEST, LARGEST = 20.0, 90.0
_LEFT, _TOP, _GAP = 15.0, 20.0, 6.0
_RULER = 100
# Clockwise from the first row and first column; where the corner that touches the grid is.
_INNER = ((1, 1), (0, 1), (0, 0), (1, 0))
# The first four of ArUco's 4×4 markers, inside of their black border; written out, for OpenCV may be built without them.
_PATTERNS = (
    ".#.. #.#. ##.. ##.#",
    "#### .... .##. .#.#",
    "##.. ##.. ##.# ..#.",
    ".##. .##. #.## #..#",
)


def marker_sheet(words: Language, space: float = SPACE) -> bytes:
    """The sheet as a PDF, for a board whose spaces are so many millimetres wide."""
    if not SMALLEST <= space <= LARGEST:
        raise Unreadable(
            T(
                "A space of {space} mm cannot be meant: measure one on the board; from {least} to {most} mm can be printed.",
                space=f"{space:g}",
                least=f"{SMALLEST:g}",
                most=f"{LARGEST:g}",
            )
        )
    page = Page(*A4)
    page.text(
        _LEFT,
        _TOP,
        words.say(T("Corner markers for a board with spaces of {space} mm", space=f"{space:g}")),
        5,
    )
    piece = 2 * OFFSET * space
    for number in range(4):
        column, row = number in (1, 2), number in (2, 3)
        _draw_piece(
            page, number, _LEFT + column * (piece + _GAP), _TOP + 8 + row * (piece + _GAP), piece, space
        )
    below = _TOP + 8 + 2 * piece + _GAP + 8
    _draw_ruler(page, below, words)
    y = below + 22
    for sentence in _SENTENCES:
        y = page.paragraph(_LEFT, y, A4[0] - 2 * _LEFT, words.say(sentence), 4)
    return page.content()


_SENTENCES = (
    T("Print at 100 %, not fitted to the page. Measure the ruler: it must be 100 mm long."),
    T(
        "Cut along the dashed lines. Lay each piece on the board outside of the grid, its dot on the grid’s corner."
    ),
    T(
        "0: first animal, first element. 1: first animal, last element. 2: last animal, last element. 3: last animal, first element."
    ),
    T("All edges of the pieces lie parallel to the grid. Fix them with a little tape; matt paper is best."),
)


def _draw_piece(page: Page, number: int, x: float, y: float, piece: float, space: float) -> None:
    for start, end in (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0))):
        page.line(
            x + start[0] * piece, y + start[1] * piece, x + end[0] * piece, y + end[1] * piece, dashed=True
        )
    squares = marker_squares(number)
    side = SIDE * space
    edge = (piece - side) / 2
    step = side / len(squares)
    # Black all over, then the white squares: no hairlines between neighbours.
    page.rectangle(x + edge, y + edge, side, side)
    for row, line in enumerate(squares):
        for column, square in enumerate(line):
            if square != "#":
                page.rectangle(x + edge + column * step, y + edge + row * step, step, step, grey=1.0)
    across, down = _INNER[number]
    size = min(2.5, edge / 3)
    page.rectangle(x + across * (piece - size), y + down * (piece - size), size, size)
    page.text(x + (1 - across) * (piece - 3) + 0.8, y + (1 - down) * (piece - 4) + 3.2, str(number), 3)


def _draw_ruler(page: Page, y: float, words: Language) -> None:
    for millimetre in range(_RULER + 1):
        long = 6 if millimetre % 10 == 0 else 4 if millimetre % 5 == 0 else 2.5
        page.line(_LEFT + millimetre, y, _LEFT + millimetre, y + long)
    page.line(_LEFT, y, _LEFT + _RULER, y, 0.3)
    for centimetre in range(0, _RULER + 1, 10):
        page.text(_LEFT + centimetre - 1, y + 10, str(centimetre), 3)
    page.text(_LEFT + _RULER + 5, y + 10, "mm", 3)


def marker_squares(number: int) -> list[str]:
    """The black (``#``) and white squares of a marker, its black border included."""
    rows = _PATTERNS[number].split()
    return ["######", *(f"#{row}#" for row in rows), "######"]
