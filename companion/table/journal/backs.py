"""The public back of a disc, and its board, as plain data: a game is kept with both, whatever becomes of their files.

>>> from companion.tiwanaku.game.examples import morning_valley
>>> back = morning_valley().back()
>>> read_back(back_data(back)) == back
True
"""

from __future__ import annotations

import json
from types import MappingProxyType

from companion.errors import Unreadable
from companion.tiwanaku.board import Board
from companion.tiwanaku.board_file import parse_board
from companion.tiwanaku.document import FORMAT, is_integer
from companion.tiwanaku.game.codec import Data, read_table
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Back, is_name
from companion.words import T

_BOARD_NAMES = ("name", "elements", "animals", "diversity_levels", "trails")


def back_data(back: Back) -> Data:
    """A back as data."""
    return {
        "name": back.name,
        "board": _board_data(back.board),
        "tiles": {terrain.value: count for terrain, count in back.tiles.items()},
        "start": {
            str(space): f"{terrain.letter}{crop.level}" for space, (terrain, crop) in back.start.items()
        },
        "otoma": {colour.value: str(space) for colour, space in back.otoma.items()},
    }


def read_back(data: object) -> Back:
    """The back that data means; Unreadable if it means none."""
    table = read_table(data, ("name", "board", "tiles", "start", "otoma"))
    board, name = _read_board(table["board"]), str(table["name"])
    if not is_name(name):
        raise Unreadable(T("The back of the disc cannot be read."))
    try:
        return Back(
            board=board,
            name=name,
            tiles=MappingProxyType(
                {terrain: _count(table["tiles"][terrain.value], board) for terrain in Terrain}
            ),
            start=MappingProxyType(
                {
                    board.space(place): (Terrain.of_letter(token[0]), Crop(int(token[1:])))
                    for place, token in table["start"].items()
                }
            ),
            otoma=MappingProxyType(
                {Colour(colour): board.space(place) for colour, place in table["otoma"].items()}
            ),
        )
    except Unreadable:
        raise
    except (LookupError, ValueError, TypeError, AttributeError, OverflowError):
        raise Unreadable(T("The back of the disc cannot be read.")) from None


def _count(value: object, board: Board) -> int:
    """So many tiles of a terrain, which are dealt one by one: no more than there are spaces."""
    if not is_integer(value) or not 0 <= value <= len(board.spaces):
        raise ValueError("no count of tiles")
    return value


def _board_data(board: Board) -> Data:
    return {name: getattr(board, name) for name in _BOARD_NAMES}


def _read_board(data: object) -> Board:
    """As from a board's own file, so that all its checks hold: what JSON writes, TOML reads."""
    table = read_table(data, _BOARD_NAMES)
    lines = [f"{name} = {json.dumps(value)}" for name, value in {"format": FORMAT, **table}.items()]
    return parse_board("\n".join(lines), "board")
