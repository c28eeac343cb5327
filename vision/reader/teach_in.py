"""The teach-in: what to lay on the board, once for a box, so that one picture shows every kind of piece.

Fifteen tiles, five discs and six meeples: bare tiles in the first row, the five crops in their order in the third, meeples
in the fifth, the rows between them empty. Grounds differ from what usually lies or stands on them.

>>> from companion.tiwanaku.board_file import official_board
>>> from companion.tiwanaku.position import grid_lines
>>> position = teach_in(official_board("short"))
>>> print(*grid_lines(position.board, position.terrains, position.crops)[1:-1], sep="\\n")
D. S. G. R. R.
.. .. .. .. ..
G1 R2 S3 D4 G5
.. .. .. .. ..
D. S. G. D. S.
"""

from __future__ import annotations

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from companion.tiwanaku.position import Position

_ROWS = ("DSGRR", "GRSDG", "DSGDS")
_CROP_ROW = 1
_MEEPLES = {
    (0, 4): Colour.YELLOW,
    (2, 0): Colour.WHITE,
    (2, 1): Colour.GREEN,
    (2, 2): Colour.BROWN,
    (2, 3): Colour.BLUE,
    (2, 4): Colour.PURPLE,
}


def teach_in(board: Board) -> Position:
    """The position to lay: on a wide board every second column, so that the lamp's fall-off is seen, too."""
    position = Position.empty(board, dict(BOX.terrains))
    meeples = {}
    for number, letters in enumerate(_ROWS):
        row = number * (board.rows - 1) // (len(_ROWS) - 1)
        for place, letter in enumerate(letters):
            space = board.at(row, place * (board.columns - 1) // (len(letters) - 1))
            crop = Crop(place + 1) if number == _CROP_ROW else None
            position = position.with_space(space, Terrain.of_letter(letter), crop)
            colour = _MEEPLES.get((number, place))
            if colour is not None:
                meeples[space] = colour
    return Position(board, position.terrains, position.crops, position.tiles, meeples)
