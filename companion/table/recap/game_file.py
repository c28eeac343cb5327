"""A game from the file that ``pachamama games export`` writes: the back of its disc, and its changes one by one.

A change says from which entry on how many entries gave way to others; see :func:`companion.tiwanaku.game.entry_data`.
A solution in the file is not looked at.
"""

from __future__ import annotations

import json
from typing import Any

from companion.errors import Unreadable
from companion.tiwanaku.board import Board
from companion.tiwanaku.board_file import parse_board
from companion.tiwanaku.document import FORMAT
from companion.tiwanaku.game import Entry, Record, read_entry
from companion.tiwanaku.game.codec import read_list, read_table
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.scenario import Back
from companion.words import T

_BOARD_NAMES = ("name", "elements", "animals", "diversity_levels", "trails")
_SOLUTION = "solution"


def read_game_file(content: str | bytes, source: str) -> Record:
    """The record of a game file; Unreadable if it is none."""
    try:
        return _read(json.loads(content))
    except Unreadable as error:
        raise Unreadable(
            T("{file}: this is no exported game: {reason}", file=source, reason=error.text)
        ) from None
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
        raise Unreadable(T("{file}: this is no exported game.", file=source)) from None


def _read(data: Any) -> Record:
    table = {name: value for name, value in data.items() if name != _SOLUTION}
    read_table(table, ("format", "game", "begun", "back", "changes"))
    if table["format"] != FORMAT:
        found = str(table["format"])[:20]
        raise Unreadable(T("its format is {found}; known is {known}.", found=found, known=FORMAT))
    back = _back(table["back"])
    entries: list[Entry] = []
    for each in read_list(table["changes"]):
        change = read_table(each, ("at", "start", "removed", "entries"))
        start, end = change["start"], change["start"] + change["removed"]
        if not 0 <= start <= end <= len(entries):
            raise Unreadable(T("a change in it does not fit."))
        entries[start:end] = [read_entry(entry, back.board) for entry in read_list(change["entries"])]
    return Record.restore(back, entries)


def _back(data: Any) -> Back:
    table = read_table(data, ("name", "board", "tiles", "start", "otoma"))
    board = _board(table["board"])
    start = {
        board.space(place): (Terrain.of_letter(token[0]), Crop(int(token[1:])))
        for place, token in table["start"].items()
    }
    return Back(
        board=board,
        name=str(table["name"]),
        tiles={terrain: int(table["tiles"][terrain.value]) for terrain in Terrain},
        start=start,
        otoma={Colour(colour): board.space(place) for colour, place in table["otoma"].items()},
    )


def _board(data: Any) -> Board:
    """As from a board's own file, so that all its checks hold: what JSON writes, TOML reads."""
    table = read_table(data, _BOARD_NAMES)
    lines = [f"{name} = {json.dumps(value)}" for name, value in {"format": FORMAT, **table}.items()]
    return parse_board("\n".join(lines), "board")
