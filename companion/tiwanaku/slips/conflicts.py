"""What cannot be right together: small groups of entries of which at least one is a slip.

A board is looked at with some spaces *doubted*: their content is open. A :class:`Conflict` is the set of all the
other entries that clash, as a mask: whatever the doubted spaces hold, no legal board has all of these. So a set of
slips explains everything only if it meets every conflict. The bit above the last space stands for the tile counts.

The laws, put so that each clash is as small as possible:

- equal crops in touch: the two spaces;
- two regions of one terrain at a corner: the square of four spaces. (Around that corner a region would need seven
  spaces to hang together, so four suffice.)
- a region too large: six spaces of it that hang together;
- a crop twice in a region: the shortest way from one to the other;
- a crop too high for its region: the region and all that walls it in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.tiwanaku.board import Board
from companion.tiwanaku.masks import Masks, indices, masks_of
from companion.tiwanaku.pieces import BOX, LARGEST_REGION, Crop, Stock, Terrain

TERRAINS = tuple(Terrain)
Conflict = int


@dataclass(frozen=True)
class Grid:
    """A whole board as numbers: terrains 0 to 3 and crops 1 to 5, by the spaces' index."""

    board: Board
    terrains: tuple[int, ...]
    crops: tuple[int, ...]
    counts: tuple[int, ...]
    box: Stock = BOX

    @property
    def counts_bit(self) -> int:
        """The mask of the tile counts as a thing that may be wrong."""
        return 1 << len(self.terrains)

    @property
    def masks(self) -> Masks:
        """The neighbourhoods of its board."""
        return masks_of(self.board)


class Sheet:
    """A grid with some spaces doubted, in which contents can be tried."""

    def __init__(self, grid: Grid, doubted: int) -> None:
        self.grid = grid
        self.masks = grid.masks
        self.counts_known = not doubted & grid.counts_bit
        self.open = doubted & self.masks.everywhere
        self.land = [0] * len(TERRAINS)
        self.planted = [0] * (len(Crop) + 1)
        for index in indices(self.masks.everywhere & ~doubted):
            self.land[grid.terrains[index]] |= 1 << index
            self.planted[grid.crops[index]] |= 1 << index

    def put(self, index: int, terrain: int, crop: int) -> None:
        """Try a content on an open space."""
        bit = 1 << index
        self.open &= ~bit
        self.land[terrain] |= bit
        self.planted[crop] |= bit

    def take(self, index: int, terrain: int, crop: int) -> None:
        """Take a tried content back."""
        bit = 1 << index
        self.open |= bit
        self.land[terrain] &= ~bit
        self.planted[crop] &= ~bit

    def conflicts(self) -> Iterator[Conflict]:
        """Every conflict that can be seen without trying contents; none for a legal board without doubts."""
        yield from self._equal_crops()
        yield from self._corners()
        for terrain, land in enumerate(self.land):
            for region in _parts(self.masks, land):
                yield from self._region(terrain, region)
        yield from self._too_many()

    def _equal_crops(self) -> Iterator[Conflict]:
        for planted in self.planted[1:]:
            for index in indices(planted):
                for near in indices(self.masks.around[index] & planted & -(1 << index)):
                    yield 1 << index | 1 << near

    def _corners(self) -> Iterator[Conflict]:
        columns = self.grid.board.columns
        for index, terrain in enumerate(self._terrain_by_space()):
            row, column = divmod(index, columns)
            if terrain < 0 or row + 1 == self.grid.board.rows:
                continue
            for step in (-1, 1):
                if 0 <= column + step < columns:
                    corner, sides = index + columns + step, (index + step, index + columns)
                    yield from self._corner(terrain, index, corner, sides)

    def _corner(self, terrain: int, index: int, corner: int, sides: tuple[int, int]) -> Iterator[Conflict]:
        between = 1 << sides[0] | 1 << sides[1]
        land = self.land[terrain]
        if land >> corner & 1 and not between & (land | self.open):
            yield 1 << index | 1 << corner | between

    def _terrain_by_space(self) -> list[int]:
        found = [-1] * len(self.grid.terrains)
        for terrain, land in enumerate(self.land):
            for index in indices(land):
                found[index] = terrain
        return found

    def _region(self, terrain: int, region: int) -> Iterator[Conflict]:
        if region.bit_count() > LARGEST_REGION:
            yield _first_connected(self.masks, region, LARGEST_REGION + 1)
        highest = 0
        for crop in range(len(Crop), 0, -1):
            twins = list(indices(self.planted[crop] & region))
            highest = highest or (crop if twins else 0)
            for number, one in enumerate(twins):
                for other in twins[number + 1 :]:
                    yield _way(self.masks, region, one, other)
        if region.bit_count() < highest:
            reach = _flood(self.masks, region, self.land[terrain] | self.open)
            if reach.bit_count() < highest:
                crop = self.planted[highest] & region
                yield (reach & self.land[terrain] | _beside(self.masks, reach) | crop) & ~self.open

    def _too_many(self) -> Iterator[Conflict]:
        for terrain, land in enumerate(self.land):
            if self.counts_known and land.bit_count() > self.grid.counts[terrain]:
                yield land | self.grid.counts_bit
            if land.bit_count() > self.grid.box.terrains[TERRAINS[terrain]]:
                yield land
        for crop in Crop:
            if self.planted[crop].bit_count() > self.grid.box.crops[crop]:
                yield self.planted[crop]


def _parts(masks: Masks, land: int) -> Iterator[int]:
    while land:
        part = _flood(masks, land & -land, land)
        yield part
        land &= ~part


def _flood(masks: Masks, start: int, land: int) -> int:
    reached = edge = start
    while edge:
        fresh = _beside(masks, edge) & land & ~reached
        reached |= fresh
        edge = fresh
    return reached


def _beside(masks: Masks, spaces: int) -> int:
    near = 0
    for index in indices(spaces):
        near |= masks.beside[index]
    return near & ~spaces


def _first_connected(masks: Masks, region: int, size: int) -> int:
    part = region & -region
    while part.bit_count() < size:
        near = _beside(masks, part) & region
        part |= near & -near
    return part


def _way(masks: Masks, region: int, start: int, end: int) -> int:
    """The spaces of a shortest way through a region, both ends included."""
    rings = [1 << start]
    seen = rings[0]
    while not seen >> end & 1:
        rings.append(_beside(masks, rings[-1]) & region & ~seen)
        seen |= rings[-1]
    way = step = 1 << end
    for ring in reversed(rings[:-1]):
        near = _beside(masks, step) & ring
        step = near & -near
        way |= step
    return way


def counted(terrains: Sequence[int]) -> tuple[int, ...]:
    """How many spaces of each terrain there are."""
    return tuple(terrains.count(terrain) for terrain in range(len(TERRAINS)))
