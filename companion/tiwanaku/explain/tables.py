"""A board in bits: which spaces touch, and every shape a region can take.

A set of spaces is one integer, bit ``i`` for the space of index ``i``. Tables depend on the size of the board alone
and are made once for each size.

>>> table = tables(5, 5)
>>> len(table.shapes)
958
>>> list(bits(table.beside[0]))
[1, 5]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.tiwanaku.pieces import LARGEST_REGION


class Shape(NamedTuple):
    """One place that a whole region can take: its spaces, and those that touch it from outside."""

    cells: int
    halo: int
    size: int
    spaces: tuple[int, ...]


class Corner(NamedTuple):
    """Two spaces that touch at a corner, and the two between them, as bits."""

    first: int
    second: int
    between: int


@dataclass(frozen=True)
class Tables:
    """Everything about a board of this size that never changes."""

    rows: int
    size: int
    every: int
    beside: tuple[int, ...]
    around: tuple[int, ...]
    corners: tuple[Corner, ...]
    shapes: tuple[Shape, ...]
    shapes_at: tuple[tuple[Shape, ...], ...]

    def spread(self, cells: int) -> int:
        """The spaces side by side with these, without them."""
        found = 0
        for cell in bits(cells):
            found |= self.beside[cell]
        return found & ~cells

    def halo(self, cells: int) -> int:
        """The spaces that touch these, at a corner too, without them."""
        found = 0
        for cell in bits(cells):
            found |= self.around[cell]
        return found & ~cells

    def touching(self, start: int, within: int) -> int:
        """The spaces of ``within`` that hang together with the start by touching, the start included."""
        found, edge = start, start
        while edge:
            fresh = 0
            for cell in bits(edge):
                fresh |= self.around[cell]
            edge = fresh & within & ~found
            found |= edge
        return found

    def path(self, start: int, end: int, within: int) -> int:
        """A shortest way of touching spaces from one space to another, both included; indices in, bits out."""
        before = {start: start}
        queue = [start]
        for cell in queue:
            if cell == end:
                break
            for near in bits(self.around[cell] & within):
                if near not in before:
                    before[near] = cell
                    queue.append(near)
        found = 1 << end
        while end != start:
            end = before[end]
            found |= 1 << end
        return found

    def grown(self, cells: int, steps: int) -> int:
        """These spaces and all within so many steps of a king of chess."""
        for _ in range(steps):
            cells |= self.halo(cells)
        return cells


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=8)
def tables(rows: int, columns: int) -> Tables:
    """The tables of a board of this size."""
    beside = tuple(_near(rows, columns, cell, 1) for cell in range(rows * columns))
    corner = tuple(_near(rows, columns, cell, 2) for cell in range(rows * columns))
    around = tuple(one | other for one, other in zip(beside, corner, strict=True))
    corners = tuple(
        Corner(1 << cell, 1 << other, beside[cell] & beside[other])
        for cell in range(rows * columns)
        for other in bits(corner[cell])
        if cell < other
    )
    shapes = tuple(_shape(cells, around) for cells in _connected_sets(beside))
    shapes_at = tuple(
        tuple(shape for shape in shapes if shape.cells >> cell & 1) for cell in range(rows * columns)
    )
    every = (1 << rows * columns) - 1
    return Tables(rows, rows * columns, every, beside, around, corners, shapes, shapes_at)


def _near(rows: int, columns: int, cell: int, distance: int) -> int:
    row, column = divmod(cell, columns)
    found = 0
    for r in (-1, 0, 1):
        for c in (-1, 0, 1):
            inside = 0 <= row + r < rows and 0 <= column + c < columns
            if abs(r) + abs(c) == distance and inside:
                found |= 1 << (row + r) * columns + column + c
    return found


def _connected_sets(beside: tuple[int, ...]) -> list[int]:
    layer = {1 << cell for cell in range(len(beside))}
    found = sorted(layer)
    for _ in range(LARGEST_REGION - 1):
        layer = {
            cells | 1 << near
            for cells in layer
            for cell in bits(cells)
            for near in bits(beside[cell] & ~cells)
        }
        found += sorted(layer)
    return found


def _shape(cells: int, around: tuple[int, ...]) -> Shape:
    halo = 0
    for cell in bits(cells):
        halo |= around[cell]
    return Shape(cells, halo & ~cells, cells.bit_count(), tuple(bits(cells)))
