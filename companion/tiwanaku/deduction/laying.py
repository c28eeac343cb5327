"""Laying one more space on very many frontiers at once, in every way that the laws and the numbers allow."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.course import LEVELS, STOCK, Course
from companion.tiwanaku.deduction.demand import NOT_LOWEST, capacities, demands, holds, sum_of
from companion.tiwanaku.deduction.grid import (
    CROP_COUNT,
    TERRAIN_COUNT,
    Layout,
    Words,
    older_crops,
    region_slots,
    taken_crops,
    terrain_steps,
)
from companion.tiwanaku.deduction.room import room

Numbers = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
_TILE_BITS = 5
_SPARE = np.uint64(TERRAIN_COUNT * _TILE_BITS)
# Where the number of closed regions smaller than a level is held, which is 3 at most.
_SMALL = [np.uint64(0)] + [np.uint64(25 + 2 * level) for level in range(LEVELS)]
_FIVE = np.uint64(31)
_ONE = np.uint64(1)
_LAYS = TERRAIN_COUNT * CROP_COUNT


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


class Layer:
    """Lays the spaces of one course.

    The stock of the box: level 1 lies once in every region, level k once in every region of k spaces or more. So it
    is enough to count the regions, and the closed ones that are too small for a level, where the stock could be short.
    """

    def __init__(self, course: Course) -> None:
        self._course = course
        self.rows = course.rows
        self.tiles = course.tiles
        self._layout = Layout(course.rows)
        self._room = room(course)
        self._demands = demands(course)
        self._capacities = capacities(max(course.tiles))
        self._tiles_ahead = course.tiles_ahead()
        regions = course.size - int(sum_of(self._demands[0][:1], NOT_LOWEST)[0])
        self._regions = min(STOCK[0], regions)
        self._scarce = [
            level
            for level in range(1, LEVELS)
            if min(self._regions, sum(tiles // (level + 1) for tiles in course.tiles)) > STOCK[level]
        ]
        self._counts_regions = bool(self._scarce) or regions > STOCK[0]
        self._most_missing = max([self._regions - STOCK[level] for level in self._scarce], default=0)

    def start(self) -> Frontiers:
        """The empty board."""
        left = sum(tiles << _TILE_BITS * terrain for terrain, tiles in enumerate(self._course.tiles))
        if self._counts_regions:
            left |= self._regions << int(_SPARE)
        return Frontiers(np.zeros(1, dtype=np.uint64), np.array([left], dtype=np.uint64))

    def lay(self, frontiers: Frontiers, step: int) -> Laid:
        """All frontiers that follow, those that cannot be completed left out where that is seen."""
        layout, course = self._layout, self._course
        row, has_left = step % course.rows, step >= course.rows
        pattern = frontiers.front & np.uint64(layout.terrain_patterns - 1)
        crops = self._crops(frontiers.front)
        regions = frontiers.front >> np.uint64(layout.region_shift)
        up = (regions >> np.uint64(5 * (course.rows - 1))).astype(np.uint8)
        left = (regions & _FIVE).astype(np.uint8)
        free = ~taken_crops(course.rows, row, has_left)[crops] & np.uint8(course.crops[step])
        tiles = [self._tiles(frontiers.left, terrain) for terrain in range(TERRAIN_COUNT)]
        steps = terrain_steps(course.rows, row, has_left)
        drops_corner = row == course.rows - 1
        older = older_crops(course.rows, drops_corner)[crops].astype(np.uint64)
        kept_terrains = pattern >> np.uint64(2)
        if drops_corner:
            kept_terrains &= ~np.uint64(3)
        found: list[Laid] = []
        for terrain in range(TERRAIN_COUNT):
            if not course.terrains[step] >> terrain & 1:
                continue
            law = steps[terrain]
            has = (law.up[pattern] & up) | (law.left[pattern] & left)
            closes = law.closes[pattern]
            allowed = law.lawful[pattern] & self._fits(tiles, terrain, step)
            allowed &= law.apart[pattern] & up & left == 0
            allowed &= ~closes | (left & (left + np.uint8(1)) == 0)
            lays = np.where(allowed, free & ~has, 0)
            stock = self._after_closing(frontiers.left, closes, left)
            new_terrains = kept_terrains | np.uint64(terrain << 2 * course.rows)
            for crop in range(CROP_COUNT):
                which = np.flatnonzero(lays >> crop & 1)
                if not len(which):
                    continue
                group = (has[which] | np.uint8(1 << crop)).astype(np.uint64)
                spread = law.spread[pattern[which]]
                new_regions = regions[which] >> np.uint64(5) & ~(spread * _FIVE) | spread * group
                new_crops = older[which] + np.uint64(crop * CROP_COUNT**course.rows)
                after = stock[which] - np.uint64(1 << _TILE_BITS * terrain)
                if self._counts_regions and crop == 0:
                    spare = after >> _SPARE & _FIVE
                    enough = spare > 0
                    which, new_regions, new_crops = which[enough], new_regions[enough], new_crops[enough]
                    after = after[enough] - (_ONE << _SPARE)
                kept = self._checked(step + 1, new_terrains[which], new_crops, new_regions, after)
                found.append(
                    Laid(
                        kept.frontiers,
                        which[kept.sources].astype(np.int32),
                        np.full(len(kept.sources), terrain * CROP_COUNT + crop, dtype=np.int8),
                    )
                )
        return joined(found)

    def finished(self, frontiers: Frontiers) -> Flags:
        """Whether each frontier at the end of the board makes it legal."""
        course = self._course
        regions = frontiers.front >> np.uint64(self._layout.region_shift)
        pattern = frontiers.front & np.uint64(self._layout.terrain_patterns - 1)
        whole = np.ones(len(frontiers), dtype=bool)
        for slot in range(course.rows):
            group = regions >> np.uint64(5 * slot) & _FIVE
            whole &= group & (group + _ONE) == 0
        for terrain in range(TERRAIN_COUNT):
            whole &= self._tiles(frontiers.left, terrain) == 0
        spare = (frontiers.left >> _SPARE & _FIVE).astype(np.int64)
        for level in self._scarce:
            small = self._small(frontiers.left, level) + self._small_regions(pattern, regions, level)
            whole &= spare + small >= self._regions - STOCK[level]
        return whole

    def stock_suffices(
        self,
        laid: int,
        ours: Frontiers,
        far_layer: Layer,
        far_laid: int,
        theirs: Frontiers,
        regions: Words,
    ) -> Flags:
        """Whether the box has the crops for boards of which two frontiers lay a part each, one column in common.

        ``regions`` are the crops of the regions on that column, both parts together.
        """
        enough = np.ones(len(ours), dtype=bool)
        if not self._counts_regions:
            return enough
        layout = self._layout
        pattern = ours.front & np.uint64(layout.terrain_patterns - 1)
        crops = self._crops(ours.front)
        common = np.zeros(len(ours), dtype=np.int64)
        for slot in range(1, layout.slots):
            common += crops // np.uint64(CROP_COUNT**slot) % np.uint64(CROP_COUNT) == 0
        near, far = (left >> _SPARE & _FIVE for left in (ours.left, theirs.left))
        spare = near.astype(np.int64) + far.astype(np.int64) - self._regions + common
        enough = spare >= 0
        for level in self._scarce:
            small = self._small(ours.left, level) + self._small(theirs.left, level)
            small += self._small_regions(pattern, regions, level)
            enough &= spare + small >= self._regions - STOCK[level]
        # What was cut off because it can never run short counts as enough.
        enough |= near.astype(np.int64) >= self._spare_needed(laid, crops)
        enough |= far.astype(np.int64) >= far_layer._spare_needed(far_laid, crops)
        return enough

    def _spare_needed(self, laid: int, crops: Words) -> npt.NDArray[np.int64]:
        """How many more regions the stock must allow so that it suffices for whatever comes."""
        ahead = self._course.size - laid - sum_of(self._demands[laid][crops], NOT_LOWEST)
        return ahead + self._most_missing

    def _small(self, left: Words, level: int) -> npt.NDArray[np.int64]:
        """How many closed regions are too small for a level, three at most."""
        return (left >> _SMALL[level] & np.uint64(3)).astype(np.int64)

    def _small_regions(self, pattern: Words, regions: Words, level: int) -> npt.NDArray[np.int64]:
        """How many of the regions on the last column are too small for a level."""
        course, small = self._course, np.zeros(len(pattern), dtype=np.int64)
        places = region_slots(course.rows, min(course.size, 2 * course.rows))
        for terrain in range(TERRAIN_COUNT):
            for number in range(3):
                group = regions >> places[terrain, number][pattern].astype(np.uint64) & _FIVE
                small += (group > 0) & (group < 1 << level)
        return small

    def _crops(self, front: Words) -> Words:
        layout = self._layout
        return front >> np.uint64(layout.crop_shift) & np.uint64(
            (1 << layout.region_shift - layout.crop_shift) - 1
        )

    def _tiles(self, left: Words, terrain: int) -> npt.NDArray[np.int8]:
        return (left >> np.uint64(_TILE_BITS * terrain) & _FIVE).astype(np.int8)

    def _fits(self, tiles: list[npt.NDArray[np.int8]], laid: int, step: int) -> Flags:
        """Whether the spaces ahead can take exactly the tiles left, this one laid."""
        fits = np.ones(len(tiles[0]), dtype=bool)
        for terrain, (least, most) in enumerate(self._tiles_ahead[step + 1]):
            here = int(terrain == laid)
            fits &= (tiles[terrain] >= least + here) & (tiles[terrain] <= most + here)
        return fits

    def _after_closing(self, left: Words, closes: Flags, crops: npt.NDArray[np.uint8]) -> Words:
        for level in self._scarce:
            small = closes & (crops < 1 << level) & (left >> _SMALL[level] & np.uint64(3) < 3)
            left = left + (small.astype(np.uint64) << _SMALL[level])
        return left

    def _checked(self, laid: int, terrains: Words, crops: Words, regions: Words, left: Words) -> Laid:
        """The frontiers of which nothing shows that they lead nowhere; ``sources`` says which."""
        layout = self._layout
        demand = self._demands[laid][crops]
        capacity = np.zeros(len(terrains), dtype=np.uint64)
        places = region_slots(layout.rows, min(laid, layout.rows + (laid - 1) % layout.rows + 1))
        good = np.ones(len(terrains), dtype=bool)
        for slot in layout.laid(laid):
            if slot:
                sets = self._room[laid][slot][terrains]
                group = (regions >> np.uint64(5 * (slot - 1)) & _FIVE).astype(np.uint32)
                good &= sets >> group & np.uint32(1) != 0
        which = np.flatnonzero(good)
        terrains, crops, regions, left = terrains[which], crops[which], regions[which], left[which]
        demand, capacity = demand[which], capacity[which]
        for terrain in range(TERRAIN_COUNT):
            index = left >> np.uint64(_TILE_BITS * terrain) & _FIVE
            for number in (2, 1, 0):
                place = places[terrain, number][terrains]
                index = index << np.uint64(5) | regions >> place.astype(np.uint64) & _FIVE
            capacity += self._capacities[index]
        good = holds(capacity, demand)
        which = which[good]
        terrains, crops, regions, left = terrains[good], crops[good], regions[good], left[good]
        if self._counts_regions:
            spare = (left >> _SPARE & _FIVE).astype(np.int64)
            beyond = np.maximum(spare - self._spare_needed(laid, crops), 0)
            left = left - (beyond.astype(np.uint64) << _SPARE)
        front = terrains | crops << np.uint64(layout.crop_shift) | regions << np.uint64(layout.region_shift)
        return Laid(Frontiers(front, left), which.astype(np.int32), np.zeros(0, dtype=np.int8))


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
