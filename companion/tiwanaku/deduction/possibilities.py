"""What is known about every value of every space: possible, impossible, or not settled yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.values import ALL_BITS, CROPS, FIRST_CROP, TERRAINS, WIDTH

Values = tuple[frozenset[Terrain], frozenset[Crop]]


@dataclass(frozen=True, slots=True)
class Possibilities:
    """What can still lie on every space of a position.

    A value is *possible* if some complete legal board with it agrees with the position (it was found), *impossible*
    if it was proved that there is none, else *undecided*. ``consistent`` is None as long as no board was found and
    none was proved to be missing. ``possible`` and ``undecided`` are masks of nine bits a space, terrains first.
    """

    board: Board
    consistent: bool | None
    possible: int
    undecided: int

    @property
    def complete(self) -> bool:
        """Whether everything is settled: found or proved."""
        return self.consistent is not None and not self.undecided

    def terrains(self, space: Space) -> frozenset[Terrain]:
        """The terrains that are possible on a space."""
        return _values(self.possible, space)[0]

    def crops(self, space: Space) -> frozenset[Crop]:
        """The crops that are possible on a space."""
        return _values(self.possible, space)[1]

    def undecided_terrains(self, space: Space) -> frozenset[Terrain]:
        """The terrains of which it is not known yet whether they are possible on a space."""
        return _values(self.undecided, space)[0]

    def undecided_crops(self, space: Space) -> frozenset[Crop]:
        """The crops of which it is not known yet whether they are possible on a space."""
        return _values(self.undecided, space)[1]

    def certain_terrain(self, space: Space) -> Terrain | None:
        """The terrain that a space must have, if that is proved."""
        found = self.terrains(space)
        return (
            min(found, key=TERRAINS.index) if len(found) == 1 and not self.undecided_terrains(space) else None
        )

    def certain_crop(self, space: Space) -> Crop | None:
        """The crop that a space must have, if that is proved."""
        found = self.crops(space)
        return min(found) if len(found) == 1 and not self.undecided_crops(space) else None

    def values_left(self, space: Space) -> Iterable[tuple[int, int]]:
        """Numbers of terrains and levels of crops that are not ruled out on a space, in pairs."""
        left = (self.possible | self.undecided) >> WIDTH * space.index & ALL_BITS
        for terrain in range(len(TERRAINS)):
            for level in range(1, len(CROPS) + 1):
                if left >> terrain & 1 and left >> FIRST_CROP + level - 1 & 1:
                    yield terrain, level


def _values(mask: int, space: Space) -> Values:
    return _of_bits(mask >> WIDTH * space.index & ALL_BITS)


@lru_cache(maxsize=ALL_BITS + 1)
def _of_bits(mask: int) -> Values:
    return (
        frozenset(terrain for value, terrain in enumerate(TERRAINS) if mask >> value & 1),
        frozenset(crop for value, crop in enumerate(CROPS, start=FIRST_CROP) if mask >> value & 1),
    )
