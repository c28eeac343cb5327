"""The board: its spaces, who neighbours whom, its edges and its trails.

A board is described by a small data file (see ``boards/``), which people may replace by their own.

>>> from companion.tiwanaku.board_file import official_board
>>> board = official_board("short")
>>> space = board.space("sun/llama")
>>> [str(near) for near in board.beside(space)]
['sun/lizard', 'fire/llama', 'sun/snake']
>>> board.is_edge(space)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from companion.errors import Unreadable
from companion.words import T, Text

_ELEMENT_NAMES = {
    "river": T("river"),
    "leaf": T("leaf"),
    "mountain": T("mountain"),
    "fire": T("fire"),
    "sun": T("sun"),
    "rainbow": T("rainbow"),
    "cloud": T("cloud"),
    "moon": T("moon"),
    "star": T("star"),
}
_ANIMAL_NAMES = {
    "condor": T("condor"),
    "lizard": T("lizard"),
    "llama": T("llama"),
    "snake": T("snake"),
    "turtle": T("turtle"),
}
ELEMENTS = tuple(_ELEMENT_NAMES)
ANIMALS = tuple(_ANIMAL_NAMES)


class Direction(Enum):
    """A way across the board; the value is the step in rows and columns."""

    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)

    @property
    def opposite(self) -> Direction:
        """The way back."""
        rows, columns = self.value
        return Direction((-rows, -columns))

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return _DIRECTION_NAMES[self]


_DIRECTION_NAMES = {
    Direction.NORTH: T("north"),
    Direction.EAST: T("east"),
    Direction.SOUTH: T("south"),
    Direction.WEST: T("west"),
}


@dataclass(frozen=True, slots=True)
class Space:
    """One space of a board, named by its column's element and its row's animal."""

    index: int
    row: int
    column: int
    element: str
    animal: str

    def __str__(self) -> str:
        return f"{self.element}/{self.animal}"

    def __hash__(self) -> int:
        return self.index

    @property
    def text(self) -> Text:
        """Its name, to be said in any language."""
        return T("{element}/{animal}", element=self.element_text, animal=self.animal_text)

    @property
    def element_text(self) -> Text:
        """The name of its column's sign."""
        return _ELEMENT_NAMES[self.element]

    @property
    def animal_text(self) -> Text:
        """The name of its row's sign."""
        return _ANIMAL_NAMES[self.animal]


@dataclass(frozen=True, slots=True)
class Exit:
    """A way off the board: from a space on the edge, in a direction."""

    space: Space
    direction: Direction


@dataclass(frozen=True)
class Board:
    """A board: signs of its columns and rows, levels of its diversity tracks, trails on its edges.

    A trail is written as two exits, each the side and the sign there: ``("top river", "top leaf")``.
    Build one from a file's text with :func:`companion.tiwanaku.board_file.parse_board`.
    """

    name: str
    elements: tuple[str, ...]
    animals: tuple[str, ...]
    diversity_levels: int
    trails: tuple[tuple[str, str], ...] = ()

    @property
    def rows(self) -> int:
        """How many rows, one an animal."""
        return len(self.animals)

    @property
    def columns(self) -> int:
        """How many columns, one an element."""
        return len(self.elements)

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces, row by row; a space's index is its place in this tuple."""
        return tuple(
            Space(row * self.columns + column, row, column, element, animal)
            for row, animal in enumerate(self.animals)
            for column, element in enumerate(self.elements)
        )

    def at(self, row: int, column: int) -> Space:
        """The space of a row and a column, both counted from 0."""
        return self.spaces[row * self.columns + column]

    def space(self, place: str) -> Space:
        """The space written ``element/animal``."""
        found = self._by_name.get(place)
        if found is None:
            raise Unreadable(self._why_no_space(place))
        return found

    def step(self, space: Space, direction: Direction) -> Space | None:
        """The next space that way, or None where the board ends."""
        rows, columns = direction.value
        row, column = space.row + rows, space.column + columns
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return self.at(row, column)
        return None

    def beside(self, space: Space) -> tuple[Space, ...]:
        """The orthogonal neighbours, in reading order."""
        return self._beside[space.index]

    def around(self, space: Space) -> tuple[Space, ...]:
        """All neighbours, the diagonal ones too, in reading order."""
        return self._around[space.index]

    def cornering(self, space: Space) -> tuple[Space, ...]:
        """The diagonal neighbours, in reading order."""
        return self._cornering[space.index]

    def is_edge(self, space: Space) -> bool:
        """Whether a new meeple can come in here."""
        return space.row in (0, self.rows - 1) or space.column in (0, self.columns - 1)

    @cached_property
    def edge(self) -> tuple[Space, ...]:
        """The spaces on the rim of the board."""
        return tuple(space for space in self.spaces if self.is_edge(space))

    def follow_trail(self, space: Space, direction: Direction) -> tuple[Space, Direction]:
        """Where a meeple that leaves the board there comes back in, and in which direction it goes on.

        >>> from companion.tiwanaku.board_file import official_board
        >>> long = official_board("long")
        >>> space, direction = long.follow_trail(long.space("star/condor"), Direction.NORTH)
        >>> str(space), direction.name
        ('star/condor', 'WEST')
        """
        try:
            end = self._trail_ends[Exit(space, direction)]
        except KeyError:
            raise Unreadable(T("No trail leaves the board at {space}.", space=space)) from None
        return end.space, end.direction.opposite

    @cached_property
    def _by_name(self) -> Mapping[str, Space]:
        return {str(space): space for space in self.spaces}

    @cached_property
    def _beside(self) -> tuple[tuple[Space, ...], ...]:
        return self._neighbours({1})

    @cached_property
    def _around(self) -> tuple[tuple[Space, ...], ...]:
        return self._neighbours({1, 2})

    @cached_property
    def _cornering(self) -> tuple[tuple[Space, ...], ...]:
        return self._neighbours({2})

    @cached_property
    def _trail_ends(self) -> Mapping[Exit, Exit]:
        ends: dict[Exit, Exit] = {}
        for first, second in self.trails:
            one, other = self.exit(first), self.exit(second)
            ends[one], ends[other] = other, one
        return ends

    def exit(self, name: str) -> Exit:
        """The exit written as a side and a sign, such as ``top river`` or ``left condor``."""
        side, _, sign = name.partition(" ")
        if side in ("top", "bottom") and sign in self.elements:
            row, direction = (0, Direction.NORTH) if side == "top" else (self.rows - 1, Direction.SOUTH)
            return Exit(self.at(row, self.elements.index(sign)), direction)
        if side in ("left", "right") and sign in self.animals:
            column, direction = (0, Direction.WEST) if side == "left" else (self.columns - 1, Direction.EAST)
            return Exit(self.at(self.animals.index(sign), column), direction)
        raise Unreadable(
            T(
                "{exit} is no exit of the board: write a side and its sign, such as "
                "“top river” or “left condor”.",
                exit=name,
            )
        )

    def _neighbours(self, steps: set[int]) -> tuple[tuple[Space, ...], ...]:
        offsets = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if abs(r) + abs(c) in steps]
        return tuple(
            tuple(
                self.at(space.row + r, space.column + c)
                for r, c in offsets
                if 0 <= space.row + r < self.rows and 0 <= space.column + c < self.columns
            )
            for space in self.spaces
        )

    def _why_no_space(self, place: str) -> Text:
        element, slash, animal = place.partition("/")
        if not slash:
            return T(
                "{place} is no place: write it as element/animal, such as {example}.",
                place=place,
                example=str(self.spaces[0]),
            )
        if element not in self.elements:
            return T(
                "{place}: the {board} board has no element {sign}; it has {signs}.",
                place=place,
                board=self.name,
                sign=element,
                signs=self.elements,
            )
        return T(
            "{place}: the {board} board has no animal {sign}; it has {signs}.",
            place=place,
            board=self.name,
            sign=animal,
            signs=self.animals,
        )
