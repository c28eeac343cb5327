"""Laying one more space on very many frontiers at once, in every way that the laws and the numbers allow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.course import Course
from companion.tiwanaku.deduction.demand import capacities, demands, holds
from companion.tiwanaku.deduction.grid import (
    CROP_COUNT,
    TERRAIN_COUNT,
    TILE_BITS,
    Bytes,
    Flags,
    Layout,
    Words,
    older_crops,
    region_slots,
    taken_crops,
    terrain_steps,
)
from companion.tiwanaku.deduction.room import room
from companion.tiwanaku.deduction.stock import Stock

Numbers = npt.NDArray[np.int32]
_FIVE = np.uint64(31)
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Frontiers:
    """Frontiers as numbers of :mod:`grid`, and what is left for each: tiles by terrain, and the state of the stock."""

    front: Words
    left: Words

    def __len__(self) -> int:
        return len(self.front)

    def __getitem__(self, which: npt.NDArray[np.intp] | Flags | slice) -> Frontiers:
        return Frontiers(self.front[which], self.left[which])


@dataclass(frozen=True, slots=True)
class Laid:
    """Frontiers with one more space: where each came from, and what was laid (terrain times five plus crop)."""

    frontiers: Frontiers
    sources: Numbers
    values: npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class _Before:
    """Frontiers taken apart. ``kept_terrains`` and ``kept_crops`` are without the oldest slot; ``up`` and ``beside`` are
    the crops of the regions above and to the left of the next space, ``free`` those that do not touch it."""

    left: Words
    terrains: Words
    regions: Words
    kept_terrains: Words
    kept_crops: Words
    up: Bytes
    beside: Bytes
    free: Bytes
    tiles: list[npt.NDArray[np.int8]]


class Laying:
    """Lays the spaces of one course."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.layout = Layout(course.rows)
        self._room = room(course)
        self._demands = demands(course)
        self._capacities = capacities(max(course.tiles))
        self._tiles_ahead = course.tiles_ahead()
        self.stock = Stock(course, self._demands)

    def start(self) -> Frontiers:
        """The empty board."""
        tiles = sum(tiles << TILE_BITS * terrain for terrain, tiles in enumerate(self.course.tiles))
        left = np.array([tiles | self.stock.start()], dtype=np.uint64)
        return Frontiers(np.zeros(1, dtype=np.uint64), left)

    def lay(self, frontiers: Frontiers, step: int) -> Laid:
        """All frontiers that follow, those that cannot be completed left out where that is seen."""
        before = self._apart(frontiers, step)
        terrains = [terrain for terrain in range(TERRAIN_COUNT) if self.course.terrains[step] >> terrain & 1]
        laid = [laid for terrain in terrains for laid in self._lay_terrain(before, terrain, step)]
        return self._promising(joined(laid), step + 1)

    def finished(self, frontiers: Frontiers) -> Flags:
        """Whether each frontier at the end of the board makes it legal."""
        terrains, _, regions = self.layout.parts(frontiers.front)
        whole = are_whole(regions, self.course.rows)
        for terrain in range(TERRAIN_COUNT):
            whole &= _tiles(frontiers.left, terrain) == 0
        return whole & self.stock.sufficed(terrains, regions, frontiers.left)

    def _apart(self, frontiers: Frontiers, step: int) -> _Before:
        rows = self.course.rows
        row, has_left = step % rows, step >= rows
        terrains, crops, regions = self.layout.parts(frontiers.front)
        ends_column = row == rows - 1
        return _Before(
            frontiers.left,
            terrains,
            regions,
            terrains >> np.uint64(2) & ~np.uint64(3 if ends_column else 0),
            older_crops(rows, ends_column)[crops].astype(np.uint64),
            (regions >> np.uint64(5 * (rows - 1))).astype(np.uint8),
            (regions & _FIVE).astype(np.uint8),
            ~taken_crops(rows, row, has_left)[crops] & np.uint8(self.course.crops[step]),
            [_tiles(frontiers.left, terrain) for terrain in range(TERRAIN_COUNT)],
        )

    def _lay_terrain(self, before: _Before, terrain: int, step: int) -> list[Laid]:
        rows = self.course.rows
        law = terrain_steps(rows, step % rows, step >= rows)[terrain]
        at = before.terrains
        has = (law.up[at] & before.up) | (law.left[at] & before.beside)
        closes = law.closes[at]
        allowed = law.lawful[at] & self._fits(before.tiles, terrain, step)
        allowed &= law.apart[at] & before.up & before.beside == 0
        allowed &= ~closes | (before.beside & (before.beside + np.uint8(1)) == 0)
        crops = np.where(allowed, before.free & ~has, 0)
        left = self.stock.after_closing(before.left, closes, before.beside)
        left = left - np.uint64(1 << TILE_BITS * terrain) * allowed
        found = []
        for crop in range(CROP_COUNT):
            which = np.flatnonzero(crops >> crop & 1)
            after = left[which]
            if crop == 0 and self.stock.counts:
                allowed = self.stock.allows_a_region(after)
                which, after = which[allowed], self.stock.with_a_region(after[allowed])
            spread = law.spread[at[which]]
            group = (has[which] | np.uint8(1 << crop)).astype(np.uint64)
            front = self.layout.number(
                before.kept_terrains[which] | np.uint64(terrain << 2 * rows),
                before.kept_crops[which] + np.uint64(crop * CROP_COUNT**rows),
                before.regions[which] >> np.uint64(5) & ~(spread * _FIVE) | spread * group,
            )
            values = np.full(len(which), terrain * CROP_COUNT + crop, dtype=np.int8)
            found.append(Laid(Frontiers(front, after), which.astype(np.int32), values))
        return found

    def _fits(self, tiles: list[npt.NDArray[np.int8]], laid: int, step: int) -> Flags:
        """Whether the spaces ahead can take exactly the tiles left, this one laid."""
        fits = np.ones(len(tiles[0]), dtype=bool)
        for terrain, (least, most) in enumerate(self._tiles_ahead[step + 1]):
            here = int(terrain == laid)
            fits &= (tiles[terrain] >= least + here) & (tiles[terrain] <= most + here)
        return fits

    def _promising(self, laid: Laid, count: int) -> Laid:
        """Those of which nothing shows that they lead nowhere, so many spaces being laid."""
        terrains, crops, regions = self.layout.parts(laid.frontiers.front)
        which = np.flatnonzero(self._have_room(count, terrains, regions))
        crops, left = crops[which], laid.frontiers.left[which]
        capacity = self._capacity(count, terrains[which], regions[which], left)
        good = holds(capacity, self._demands[count][crops])
        which, crops, left = which[good], crops[good], left[good]
        if self.stock.counts:
            left = self.stock.capped(count, crops, left)
        front = laid.frontiers.front[which]
        return Laid(Frontiers(front, left), laid.sources[which], laid.values[which])

    def _have_room(self, laid: int, terrains: Words, regions: Words) -> Flags:
        has_room = np.ones(len(terrains), dtype=bool)
        for slot in self.layout.laid(laid):
            if slot:
                sets = self._room[laid][slot][terrains]
                group = (regions >> np.uint64(5 * (slot - 1)) & _FIVE).astype(np.uint32)
                has_room &= sets >> group & np.uint32(1) != 0
        return has_room

    def _capacity(self, laid: int, terrains: Words, regions: Words, left: Words) -> Words:
        rows = self.course.rows
        places = region_slots(rows, min(laid, rows + (laid - 1) % rows + 1))
        capacity = np.zeros(len(terrains), dtype=np.uint64)
        for terrain in range(TERRAIN_COUNT):
            index = left >> np.uint64(TILE_BITS * terrain) & _FIVE
            for place in places[terrain]:
                index = index << np.uint64(5) | regions >> place[terrains].astype(np.uint64) & _FIVE
            capacity += self._capacities[index]
        return capacity


def are_whole(regions: Words, rows: int) -> Flags:
    """Whether no region lacks a crop below its highest."""
    whole = np.ones(len(regions), dtype=bool)
    for slot in range(rows):
        group = regions >> np.uint64(5 * slot) & _FIVE
        whole &= group & (group + _ONE) == 0
    return whole


def joined(parts: list[Laid]) -> Laid:
    """Several sets as one."""
    if not parts:
        nothing = np.zeros(0, dtype=np.uint64)
        return Laid(Frontiers(nothing, nothing), np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int8))
    return Laid(
        Frontiers(
            np.concatenate([part.frontiers.front for part in parts]),
            np.concatenate([part.frontiers.left for part in parts]),
        ),
        np.concatenate([part.sources for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def _tiles(left: Words, terrain: int) -> npt.NDArray[np.int8]:
    return (left >> np.uint64(TILE_BITS * terrain) & _FIVE).astype(np.int8)
