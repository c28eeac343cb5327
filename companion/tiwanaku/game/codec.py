"""Commands and events as plain data for a journal or a network, and strictly back.

>>> from companion.tiwanaku.board_file import official_board
>>> from companion.tiwanaku.game.commands import Divine
>>> from companion.tiwanaku.pieces import Crop
>>> board = official_board("short")
>>> data = command_data(Divine(board.space("sun/llama"), Crop.CORN))
>>> data
{'kind': 'divine', 'space': 'sun/llama', 'announced': 4}
>>> read_command(data, board)
Divine(space=Space(index=14, row=2, column=4, element='sun', animal='llama'), announced=<Crop.CORN: 4>)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from companion.errors import Unreadable
from companion.tiwanaku.board import Board, Direction, Space
from companion.tiwanaku.game import commands as wish
from companion.tiwanaku.game import events as happened
from companion.tiwanaku.game.commands import Command
from companion.tiwanaku.game.events import Event
from companion.tiwanaku.game.setup import Difficulty, EntryRule, HouseRules, Mode, Setup, SetupOrder
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.words import T

Data = dict[str, Any]
_LARGEST_NUMBER = 10_000


@dataclass(frozen=True, slots=True)
class _Form:
    """How one kind of value is written, and read back."""

    write: Callable[[Any], Any]
    read: Callable[[Any, Board], Any]


def command_data(command: Command) -> Data:
    """A command as data."""
    return _write(command, _COMMANDS)


def read_command(data: object, board: Board) -> Command:
    """The command that data means; Unreadable if it means none."""
    return cast(Command, _read(data, board, _COMMANDS))


def event_data(event: Event) -> Data:
    """An event as data."""
    return _write(event, _EVENTS)


def read_event(data: object, board: Board) -> Event:
    """The event that data means; Unreadable if it means none."""
    return cast(Event, _read(data, board, _EVENTS))


def read_table(data: object, names: Collection[str]) -> Data:
    """Data as a table that has exactly these names."""
    if not isinstance(data, dict):
        raise Unreadable(T("Expected a table with names and values."))
    for name in data:
        if name not in names:
            raise Unreadable(
                T("Unknown name {name}; known are {names}.", name=_shown(name), names=sorted(names))
            )
    for name in names:
        if name not in data:
            raise Unreadable(T("{name} is missing.", name=name))
    return data


def read_seat(data: object) -> int:
    """A seat's number."""
    number = _whole_number(data)
    if number < 0:
        raise Unreadable(T("{value} is no seat.", value=number))
    return number


def read_list(data: object) -> list[Any]:
    """Data as a list."""
    if not isinstance(data, list):
        raise Unreadable(T("{value} is no list.", value=_shown(data)))
    return data


def _write(thing: object, kinds: Mapping[str, tuple[type, Mapping[str, _Form]]]) -> Data:
    for kind, (made, forms) in kinds.items():
        if type(thing) is made:
            return {"kind": kind, **_write_fields(thing, forms)}
    raise Unreadable(T("This cannot be written down: {thing}.", thing=type(thing).__name__))


def _read(data: object, board: Board, kinds: Mapping[str, tuple[type, Mapping[str, _Form]]]) -> object:
    if not isinstance(data, dict):
        raise Unreadable(T("Expected a table with names and values."))
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise Unreadable(T("Unknown kind {kind}; known are {kinds}.", kind=_shown(kind), kinds=sorted(kinds)))
    made, forms = kinds[kind]
    return made(**_read_fields({key: value for key, value in data.items() if key != "kind"}, forms, board))


def _write_fields(thing: object, forms: Mapping[str, _Form]) -> Data:
    return {name: form.write(getattr(thing, name)) for name, form in forms.items()}


def _read_fields(data: object, forms: Mapping[str, _Form], board: Board) -> Data:
    table = read_table(data, forms)
    return {name: form.read(table[name], board) for name, form in forms.items()}


def _shown(value: object) -> str:
    return repr(value)[:40]


def _read_space(value: object, board: Board) -> Space:
    if not isinstance(value, str):
        raise Unreadable(T("{value} is no place.", value=_shown(value)))
    return board.space(value)


def _whole_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST_NUMBER:
        raise Unreadable(T("{value} is no whole number that can be meant here.", value=_shown(value)))
    return value


def _enum(kind: type[Enum]) -> _Form:
    """An enumeration written by its value."""

    def read(value: object, board: Board) -> Enum:
        for member in kind:
            if member.value == value and type(value) is type(member.value):
                return member
        known = [str(member.value) for member in kind]
        raise Unreadable(T("{value} is unknown; known are {known}.", value=_shown(value), known=known))

    return _Form(lambda member: member.value, read)


def _read_direction(value: object, board: Board) -> Direction:
    for direction in Direction:
        if value == direction.name.lower():
            return direction
    known = [direction.name.lower() for direction in Direction]
    raise Unreadable(T("{value} is unknown; known are {known}.", value=_shown(value), known=known))


def _optional(form: _Form) -> _Form:
    """Perhaps nothing."""
    return _Form(
        lambda value: None if value is None else form.write(value),
        lambda value, board: None if value is None else form.read(value, board),
    )


def _list(form: _Form) -> _Form:
    """Several in their order."""

    def read(value: object, board: Board) -> tuple[Any, ...]:
        return tuple(form.read(each, board) for each in read_list(value))

    return _Form(lambda things: [form.write(each) for each in things], read)


def _read_crops(value: object, board: Board) -> frozenset[Crop]:
    crops = _list(_CROP).read(value, board)
    if len(set(crops)) < len(crops):
        raise Unreadable(T("A token is named twice; there is one of each at most."))
    return frozenset(crops)


def _read_counts(value: object, board: Board) -> tuple[int, ...]:
    counts = _list(_NUMBER).read(value, board)
    if len(counts) != len(Terrain):
        raise Unreadable(T("Expected one number for each terrain."))
    return cast("tuple[int, ...]", counts)


def _read_path(value: object, board: Board) -> tuple[Space, ...]:
    path = _list(_SPACE).read(value, board)
    if not path:
        raise Unreadable(T("A path needs one space at least."))
    return cast("tuple[Space, ...]", path)


def _read_mover(value: object, board: Board) -> tuple[Space, Direction]:
    if not isinstance(value, list) or len(value) != 2:
        raise Unreadable(T("Expected a place and a direction."))
    return _read_space(value[0], board), _read_direction(value[1], board)


def _read_house(value: object, board: Board) -> HouseRules:
    return HouseRules(**_read_fields(value, _HOUSE_FIELDS, board))


def _read_setup(value: object, board: Board) -> Setup:
    return Setup(**_read_fields(value, _SETUP_FIELDS, board))


_SPACE = _Form(str, _read_space)
_NUMBER = _Form(int, lambda value, board: _whole_number(value))
_SEAT = _Form(int, lambda value, board: read_seat(value))
_CROP = _enum(Crop)
_TERRAIN = _enum(Terrain)
_COLOUR = _enum(Colour)
_DIRECTION = _Form(lambda direction: direction.name.lower(), _read_direction)
_CROPS = _Form(lambda crops: [int(crop) for crop in sorted(crops)], _read_crops)
_PATH = _Form(lambda path: [str(space) for space in path], _read_path)
_MOVER = _Form(lambda mover: [str(mover[0]), _DIRECTION.write(mover[1])], _read_mover)
_COUNTS = _Form(list, _read_counts)
_HOUSE_FIELDS = {
    "otoma_setup_order": _enum(SetupOrder),
    "cooperative_entry": _enum(EntryRule),
    "otoma_in_normal_mode": _NUMBER,
}
_SETUP_FIELDS = {
    "mode": _enum(Mode),
    "colours": _list(_COLOUR),
    "first": _SEAT,
    "difficulty": _optional(_enum(Difficulty)),
    "deal": _optional(_list(_COUNTS)),
    "otoma_colour": _optional(_COLOUR),
    "house": _Form(lambda house: _write_fields(house, _HOUSE_FIELDS), _read_house),
}
_SETUP = _Form(lambda setup: _write_fields(setup, _SETUP_FIELDS), _read_setup)

_COMMANDS: dict[str, tuple[type, Mapping[str, _Form]]] = {
    "set-up": (wish.SetUp, {"setup": _SETUP}),
    "spend-tile": (wish.SpendTile, {"terrain": _TERRAIN, "direction": _optional(_DIRECTION)}),
    "arrow-seen": (wish.ArrowSeen, {"direction": _DIRECTION, "colour": _optional(_COLOUR)}),
    "move": (wish.Move, {"start": _SPACE, "to": _SPACE}),
    "enter": (wish.Enter, {"to": _SPACE}),
    "retrieve": (wish.Retrieve, {"space": _SPACE}),
    "discover": (wish.Discover, {"space": _SPACE}),
    "give-tile": (wish.GiveTile, {"seat": _SEAT}),
    "choose-otoma": (wish.ChooseOtoma, {"space": _SPACE}),
    "divine": (wish.Divine, {"space": _SPACE, "announced": _CROP}),
    "offer": (wish.Offer, {"tokens": _CROPS}),
    "end-turn": (wish.EndTurn, {}),
    "pass": (wish.Pass, {}),
}
_EVENTS: dict[str, tuple[type, Mapping[str, _Form]]] = {
    "game-set-up": (happened.GameSetUp, {"setup": _SETUP}),
    "otoma-placed": (happened.OtomaPlaced, {"colour": _COLOUR, "space": _SPACE}),
    "turn-began": (happened.TurnBegan, {"seat": _SEAT, "phase": _enum(happened.Phase)}),
    "phase-began": (happened.PhaseBegan, {"phase": _enum(happened.Phase)}),
    "tile-spent": (happened.TileSpent, {"seat": _SEAT, "terrain": _TERRAIN}),
    "arrow-read": (
        happened.ArrowRead,
        {"direction": _DIRECTION, "colour": _optional(_COLOUR), "space": _optional(_SPACE)},
    ),
    "meeple-moved": (
        happened.MeepleMoved,
        {"colour": _COLOUR, "start": _optional(_SPACE), "path": _PATH},
    ),
    "meeple-retrieved": (happened.MeepleRetrieved, {"colour": _COLOUR, "space": _SPACE}),
    "terrain-revealed": (happened.TerrainRevealed, {"space": _SPACE, "terrain": _TERRAIN}),
    "tile-laid": (
        happened.TileLaid,
        {"space": _SPACE, "terrain": _TERRAIN, "giver": _optional(_SEAT)},
    ),
    "crop-revealed": (
        happened.CropRevealed,
        {"space": _SPACE, "crop": _CROP, "announced": _optional(_CROP)},
    ),
    "pawn-advanced": (happened.PawnAdvanced, {"side": _SEAT, "terrain": _TERRAIN, "level": _NUMBER}),
    "token-taken": (happened.TokenTaken, {"side": _SEAT, "crop": _CROP}),
    "tokens-offered": (happened.TokensOffered, {"side": _SEAT, "tokens": _CROPS}),
    "scored": (
        happened.Scored,
        {
            "side": _SEAT,
            "points": _NUMBER,
            "reason": _enum(happened.Reason),
            "count": _NUMBER,
            "space": _optional(_SPACE),
            "terrain": _optional(_TERRAIN),
            "crop": _optional(_CROP),
        },
    ),
    "otoma-stirred": (happened.OtomaStirred, {"movers": _list(_MOVER)}),
    "otoma-moved": (happened.OtomaMoved, {"colour": _COLOUR, "start": _SPACE, "path": _PATH}),
    "otoma-stayed": (happened.OtomaStayed, {"space": _SPACE}),
    "passed": (happened.Passed, {"seat": _SEAT}),
    "game-ended": (happened.GameEnded, {"winners": _list(_SEAT)}),
    "space-seen": (
        happened.SpaceSeen,
        {"space": _SPACE, "terrain": _optional(_TERRAIN), "crop": _optional(_CROP)},
    ),
}
