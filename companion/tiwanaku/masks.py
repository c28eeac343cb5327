"""Sets of spaces as the bits of a number, for the searches that look at very many of them.

Bit ``i`` stands for the space of index ``i``. Python's whole numbers are as wide as a board needs and make
unions, differences and counts one operation each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.tiwanaku.board import Board, Space


@dataclass(frozen=True, slots=True)
class Masks:
    """The neighbours of every space of a board, by its index."""

    beside: tuple[int, ...]
    around: tuple[int, ...]
    everywhere: int

    def halo(self, spaces: int) -> int:
        """All that touches these spaces, at a side or a corner, and is not among them."""
        near = 0
        for index in indices(spaces):
            near |= self.around[index]
        return near & ~spaces


@lru_cache(maxsize=8)
def masks_of(board: Board) -> Masks:
    """The neighbourhoods of a board as masks."""
    return Masks(
        beside=tuple(mask(board.beside(space)) for space in board.spaces),
        around=tuple(mask(board.around(space)) for space in board.spaces),
        everywhere=mask(board.spaces),
    )


def mask(spaces: Iterable[Space]) -> int:
    """The set of these spaces."""
    bits = 0
    for space in spaces:
        bits |= 1 << space.index
    return bits


def indices(spaces: int) -> Iterator[int]:
    """The indices in a set, ascending.

    >>> list(indices(0b10110))
    [1, 2, 4]
    """
    while spaces:
        lowest = spaces & -spaces
        yield lowest.bit_length() - 1
        spaces ^= lowest
