"""A scenario: the secret front of a disc, its public back, and the file that holds both.

The front is the solution. It lives in a :class:`Scenario` alone, which never prints it; whatever shows,
logs, sends or reasons is given the :class:`Back` or a position instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.document import FORMAT, Document
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import (
    Position,
    grid_lines,
    read_board,
    read_colour,
    read_grid,
    read_place,
)
from companion.words import T

LONGEST_NAME = 80
_KEYS = ("format", "name", "board", "grid", "start", "otoma", "certificate")


@dataclass(frozen=True)
class Back:
    """The back of a disc: all that the table may know before the game begins."""

    board: Board
    name: str
    tiles: Mapping[Terrain, int]
    start: Mapping[Space, tuple[Terrain, Crop]]
    otoma: Mapping[Colour, Space]

    def position(self) -> Position:
        """The board as it is set up, without meeples."""
        position = Position.empty(self.board, self.tiles)
        for space, (terrain, crop) in self.start.items():
            position = position.with_space(space, terrain, crop)
        return position


@dataclass(frozen=True)
class Scenario:
    """A whole disc, the solution included: terrain and crop of every space, by the spaces' index."""

    board: Board
    name: str
    terrains: tuple[Terrain, ...] = field(repr=False)
    crops: tuple[Crop, ...] = field(repr=False)
    start: tuple[Space, ...] = ()
    otoma: Mapping[Colour, Space] = field(default_factory=dict, hash=False)
    certificate: Mapping[str, str | int | bool] = field(default_factory=dict, hash=False, repr=False)

    def back(self) -> Back:
        """What the back of the disc shows."""
        return Back(
            board=self.board,
            name=self.name,
            tiles=MappingProxyType({terrain: self.terrains.count(terrain) for terrain in Terrain}),
            start=MappingProxyType(
                {space: (self.terrains[space.index], self.crops[space.index]) for space in self.start}
            ),
            otoma=self.otoma,
        )

    def solution(self) -> Position:
        """The complete board. Only the wheel and whoever checks the scenario itself may ask."""
        return Position(self.board, self.terrains, self.crops, self.back().tiles)


def parse_scenario(content: str | bytes, source: str, boards: Mapping[str, Board] | None = None) -> Scenario:
    """Read a scenario file's text; what cannot be read is refused by file and line.

    Whether the laws hold on its board is another question: see :func:`companion.tiwanaku.laws.violations`.
    """
    document = Document.parse(content, source, _KEYS)
    board = read_board(document, boards)
    terrains, crops = read_grid(document, board, partial=False)
    start = _read_start(document, board)
    return Scenario(
        board=board,
        name=read_name(document),
        terrains=tuple(terrain for terrain in terrains if terrain),
        crops=tuple(crop for crop in crops if crop),
        start=start,
        otoma=_read_otoma(document, board, start),
        certificate=_read_certificate(document),
    )


def write_scenario(scenario: Scenario) -> str:
    """The text of a scenario file; reading it gives the same scenario."""
    lines = [
        f"format = {FORMAT}",
        f"name = {quoted(scenario.name)}",
        f'board = "{scenario.board.name}"',
        *grid_lines(scenario.board, scenario.terrains, scenario.crops),
        f"start = [{', '.join(quoted(str(space)) for space in scenario.start)}]",
    ]
    if scenario.otoma:
        lines += ["", "[otoma]"]
        lines += [
            f'{colour.value} = "{scenario.otoma[colour]}"' for colour in Colour if colour in scenario.otoma
        ]
    if scenario.certificate:
        lines += ["", "[certificate]"]
        lines += [f"{key} = {_value(value)}" for key, value in scenario.certificate.items()]
    return "\n".join(lines) + "\n"


def is_name(text: str) -> bool:
    """Whether a scenario can be called so: one line that can be printed, not too long."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def read_name(document: Document) -> str:
    """The name that a file gives its scenario."""
    name = document.string("name")
    if not is_name(name):
        raise document.fault(
            T("the name must be one line of at most {limit} characters.", limit=LONGEST_NAME), "name"
        )
    return name


def _read_start(document: Document, board: Board) -> tuple[Space, ...]:
    spaces: list[Space] = []
    for place in document.strings("start", []):
        space = read_place(document, board, place, "start")
        if space in spaces:
            raise document.fault(T("{space} is listed twice.", space=space), "start")
        spaces.append(space)
    return tuple(spaces)


def _read_otoma(document: Document, board: Board, start: tuple[Space, ...]) -> Mapping[Colour, Space]:
    otoma: dict[Colour, Space] = {}
    for name, place in document.table("otoma", {}).items():
        colour = read_colour(document, name, name, "otoma")
        space = read_place(document, board, place, name, "otoma")
        if space not in start:
            raise document.fault(
                T(
                    "the {colour} Otoma stands on {space}, which is no start tile; list it under start, or move the Otoma.",
                    colour=colour,
                    space=space,
                ),
                name,
                table="otoma",
            )
        if space in otoma.values():
            raise document.fault(T("two Otoma stand on {space}; one may.", space=space), name, table="otoma")
        otoma[colour] = space
    return MappingProxyType(otoma)


def _read_certificate(document: Document) -> Mapping[str, str | int | bool]:
    table = document.table("certificate", {})
    for key, value in table.items():
        if not isinstance(value, str | int | bool) or not key.replace("_", "").isalnum() or not key.isascii():
            raise document.fault(
                T("{key} in the certificate must be text, a whole number, true or false.", key=key),
                key,
                table="certificate",
            )
    return MappingProxyType(table)


def _value(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quoted(value)


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'
