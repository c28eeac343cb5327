"""Questions and advice as lines of JSON: the only way into the coach's process, and the only way out.

What can be written is fixed here: a board's signs, the tiles on it, counts of tiles, a space, a crop, a strength. There is
no way to write a scenario, a wheel or a game.

>>> from companion.tiwanaku.board import Board
>>> from companion.tiwanaku.pieces import Terrain
>>> from companion.tiwanaku.position import Position
>>> board = Board("tiny", ("river", "leaf"), ("condor", "lizard"), 6)
>>> position = Position.empty(board, {terrain: 1 for terrain in Terrain})
>>> number, question = read_message(write_message(7, HintWanted(position, 1)))
>>> number, question.strength, question.position.terrains == position.terrains
(7, 1, True)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.errors import Unreadable
from companion.table.coach.questions import (
    STRENGTHS,
    Advice,
    Follow,
    HintWanted,
    JudgementWanted,
    Message,
    NewsWanted,
    WarningWanted,
)
from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position, token
from companion.words import T, Text

Data = dict[str, Any]
_TERRAINS: Mapping[str, Terrain | None] = {".": None, **{terrain.letter: terrain for terrain in Terrain}}
_CROPS: Mapping[str, Crop | None] = {".": None, **{str(crop.level): crop for crop in Crop}}
_NOT_OURS = (ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError)
"""What comes of reading a line that nobody of ours has written; JSON has numbers without an end, too."""


# Questions -----------------------------------------------------------------------------------------


def write_message(number: int, message: Message) -> bytes:
    """The line of a question, or of a position to follow."""
    data: Data = {"number": number, "ask": message.name, "position": _position_data(message.position)}
    match message:
        case HintWanted():
            data["strength"] = message.strength
        case NewsWanted():
            data["before"] = _position_data(message.before)
        case WarningWanted():
            data |= {"space": str(message.space), "crop": int(message.crop)}
        case JudgementWanted():
            data |= {
                "space": str(message.space),
                "announced": int(message.announced),
                "crop": int(message.crop),
            }
        case Follow():
            pass
    return _line(data)


def read_message(line: bytes | str) -> tuple[int, Message]:
    """The number of a line and what it asks; Unreadable if it is no line of ours."""
    try:
        data = json.loads(line)
        return int(data["number"]), _message(data)
    except _NOT_OURS:
        raise Unreadable(T("The coach cannot read this.")) from None


def write_cancel(number: int) -> bytes:
    """The line that takes a question back."""
    return _line({"cancel": number})


def read_cancel(line: bytes | str) -> int | None:
    """The number of the question that a line takes back; None for any other line."""
    try:
        data = json.loads(line)
        return int(data["cancel"]) if isinstance(data, dict) and "cancel" in data else None
    except _NOT_OURS:
        return None


def _message(data: Data) -> Message:
    position = _read_position(data["position"])
    match data["ask"]:
        case HintWanted.name if data["strength"] in STRENGTHS:
            return HintWanted(position, int(data["strength"]))
        case NewsWanted.name:
            return NewsWanted(position, _read_position(data["before"]))
        case WarningWanted.name:
            return WarningWanted(position, position.board.space(data["space"]), Crop(data["crop"]))
        case JudgementWanted.name:
            space = position.board.space(data["space"])
            return JudgementWanted(position, space, Crop(data["announced"]), Crop(data["crop"]))
        case Follow.name:
            return Follow(position)
        case _:
            raise ValueError("unknown question")


def _position_data(position: Position) -> Data:
    board, columns = position.board, position.board.columns
    tokens = [token(terrain, crop) for terrain, crop in zip(position.terrains, position.crops, strict=True)]
    return {
        "board": [board.name, list(board.elements), list(board.animals)],
        "tiles": [position.tiles[terrain] for terrain in Terrain],
        "grid": [" ".join(tokens[start : start + columns]) for start in range(0, len(tokens), columns)],
    }


def _read_position(data: Data) -> Position:
    name, elements, animals = data["board"]
    board = _board(str(name), tuple(map(str, elements)), tuple(map(str, animals)))
    tokens = [each for row in data["grid"] for each in row.split(" ")]
    if len(tokens) != len(board.spaces) or any(len(each) != 2 for each in tokens):
        raise ValueError("the grid does not fit the board")
    return Position(
        board,
        tuple(_TERRAINS[each[0]] for each in tokens),
        tuple(_CROPS[each[1]] for each in tokens),
        {terrain: int(count) for terrain, count in zip(Terrain, data["tiles"], strict=True)},
    )


@lru_cache(maxsize=4)
def _board(name: str, elements: tuple[str, ...], animals: tuple[str, ...]) -> Board:
    """A board as the coach needs it: tracks and trails are none of its business."""
    return Board(name, elements, animals, diversity_levels=1)


# Advice --------------------------------------------------------------------------------------------


def write_advice(number: int, advice: Advice) -> bytes:
    """The line of an answer."""
    return _line(
        {
            "number": number,
            "text": _text_data(advice.text),
            "more": _text_data(advice.more),
            "space": None if advice.space is None else str(advice.space),
            "nothing": advice.nothing,
        }
    )


def write_failure(number: int, kind: str) -> bytes:
    """The line of a question that could not be answered."""
    return _line({"number": number, "failed": kind})


def read_number(line: bytes | str) -> int | None:
    """The number of the question that a line answers; None if it is no answer."""
    try:
        return int(json.loads(line)["number"])
    except _NOT_OURS:
        return None


def read_advice(line: bytes | str, board: Board) -> Advice:
    """The advice of an answer about a board; Unreadable if there is none in it."""
    try:
        data = json.loads(line)
        space = data["space"]
        return Advice(
            _read_text(data["text"], board),
            _read_text(data["more"], board),
            None if space is None else board.space(space),
            bool(data["nothing"]),
        )
    except _NOT_OURS:
        raise Unreadable(T("The coach could not work this out.")) from None


def _text_data(text: Text | None) -> Data | None:
    if text is None:
        return None
    values = {name: _value_data(value) for name, value in text.values}
    return {"message": text.message, "plural": text.plural, "count": text.count, "values": values}


def _value_data(value: object) -> Any:
    match value:
        case Crop():
            return {"crop": int(value)}
        case Terrain():
            return {"terrain": value.value}
        case Space():
            return {"space": str(value)}
        case Text():
            return {"text": _text_data(value)}
        case str() | int():
            return value
        case list() | tuple():
            return [_value_data(each) for each in value]
        case _:
            raise TypeError(f"a text of the coach holds a {type(value).__name__}")


def _read_text(data: Data | None, board: Board) -> Text | None:
    if data is None:
        return None
    values = tuple((str(name), _read_value(value, board)) for name, value in data["values"].items())
    plural = data["plural"]
    return Text(str(data["message"]), values, None if plural is None else str(plural), int(data["count"]))


def _read_value(value: Any, board: Board) -> object:
    if isinstance(value, list):
        return [_read_value(each, board) for each in value]
    if not isinstance(value, dict):
        return value
    [(kind, inside)] = value.items()
    match kind:
        case "crop":
            return Crop(inside)
        case "terrain":
            return Terrain(inside)
        case "space":
            return board.space(inside)
        case "text":
            return _read_text(inside, board)
        case _:
            raise ValueError("unknown value")


def _line(data: Data) -> bytes:
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
