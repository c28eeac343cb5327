"""The public view as plain data: what a page, a club's screen or another program is sent.

A grid has the tokens of our files (``..``, ``S.``, ``S3``); places are written ``element/animal``, commands as in
:mod:`companion.tiwanaku.game.codec`. Words for people are left to whoever shows it: every name here is a key.

>>> from companion.tiwanaku.game.examples import morning_valley_game
>>> from companion.tiwanaku.game.view import public_view
>>> data = view_data(public_view(morning_valley_game()))
>>> data["phase"], data["player"], data["grid"][0]
('act', 'blue', ['..', '..', '..', '..', '..'])
>>> data["sides"][1]["name"], data["sides"][1]["score"], data["options"][0]["commands"][0]
('green', 10, {'kind': 'enter', 'to': 'river/condor'})
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from companion.tiwanaku.board import Board
from companion.tiwanaku.game.codec import Data, command_data
from companion.tiwanaku.game.events import Phase
from companion.tiwanaku.game.queries import Option
from companion.tiwanaku.game.setup import Mode
from companion.tiwanaku.game.view import PublicView, SideView
from companion.tiwanaku.pieces import Colour, Terrain
from companion.tiwanaku.position import Position, sorted_by_space, token

VIEW_FORMAT = 1
"""Goes up when something here changes its meaning or goes away; what is added leaves it as it is."""
GROUP, OTOMA = "group", "otoma"


def view_data(view: PublicView) -> Data:
    """Everything the table may know, ready for JSON."""
    position, names = view.position, side_names(view.mode, view.colours)
    return {
        "format": VIEW_FORMAT,
        "board": board_data(position.board),
        "mode": view.mode.value,
        "colours": [colour.value for colour in view.colours],
        "phase": view.phase.value,
        "seat": view.seat,
        "player": None if view.phase is Phase.OVER else view.colours[view.seat].value,
        "grid": _grid(position),
        "meeples": {str(space): colour.value for space, colour in sorted_by_space(position.meeples)},
        "sides": [_side(name, side) for name, side in zip(names, view.sides, strict=True)],
        "tiles": _by_value(position.tiles),
        "tiles_left": _by_value(view.tiles_left),
        "crops_left": {str(crop.level): count for crop, count in view.crops_left.items()},
        "meeples_left": _by_value(view.meeples_left),
        "spent_tiles": _by_value(view.spent_tiles),
        "stacks": [_by_value(stack) for stack in view.stacks],
        "waiting": None if view.waiting is None else str(view.waiting),
        "otoma_to_move": [str(space) for space in view.otoma_to_move],
        "seen": [str(space) for space in view.seen],
        "options": [_option(option) for option in view.options],
    }


def board_data(board: Board) -> Data:
    """A board's signs and size, its tracks and its trails."""
    return {
        "name": board.name,
        "rows": board.rows,
        "columns": board.columns,
        "elements": list(board.elements),
        "animals": list(board.animals),
        "diversity_levels": board.diversity_levels,
        "trails": [list(trail) for trail in board.trails],
    }


def side_names(mode: Mode, colours: tuple[Colour, ...]) -> tuple[str, ...]:
    """The keys of the sides that have a score, by number.

    >>> side_names(Mode.SOLO, (Colour.BLUE,))
    ('blue', 'otoma')
    """
    if mode is Mode.COMPETITIVE:
        return tuple(colour.value for colour in colours)
    return colours[0].value if mode is Mode.SOLO else GROUP, OTOMA


def _grid(position: Position) -> list[list[str]]:
    columns = position.board.columns
    tokens = [token(terrain, crop) for terrain, crop in zip(position.terrains, position.crops, strict=True)]
    return [tokens[start : start + columns] for start in range(0, len(tokens), columns)]


def _side(name: str, side: SideView) -> Data:
    return {
        "name": name,
        "score": side.score,
        "diversity": _by_value(side.diversity),
        "tokens": [crop.level for crop in side.tokens],
        "won": side.won,
    }


def _option(option: Option) -> Data:
    return {"kind": option.kind, "commands": [command_data(command) for command in option.commands]}


def _by_value(counts: Mapping[Terrain, int] | Mapping[Colour, int]) -> dict[str, int]:
    """Counts by name, always in the order of the box: equal views give equal bytes."""
    pairs: list[tuple[Enum, int]] = [*counts.items()]
    return {str(each.value): count for each, count in sorted(pairs, key=_place_in_box)}


def _place_in_box(pair: tuple[Enum, int]) -> int:
    return list(type(pair[0])).index(pair[0])
