"""Whether the box holds the crops of a board.

Level 1 lies once in every region, level k once in every region of k spaces or more. So it is enough to count the
regions, and the closed ones that are too small for a level. Only what could run short on a course is counted at all:
elsewhere frontiers would differ for nothing.

What is counted is part of a frontier's second number, above the tiles left: how many more regions the box allows, and by
level how many closed regions are too small for it, three at most, as no level has more than three crops less than level 1.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.course import LEVELS, STOCK, Course
from companion.tiwanaku.deduction.demand import NOT_LOWEST, sum_of
from companion.tiwanaku.deduction.grid import (
    CROP_COUNT,
    TERRAIN_COUNT,
    TILE_BITS,
    Bytes,
    Flags,
    Layout,
    Words,
    region_slots,
)

_SPARE = np.uint64(TERRAIN_COUNT * TILE_BITS)
_SMALL = [_SPARE + np.uint64(TILE_BITS + 2 * level) for level in range(LEVELS)]
_ONE_REGION = np.uint64(1 << int(_SPARE))
_MOST_SMALL = np.uint64(3)
_FIVE = np.uint64(31)
_Counts = npt.NDArray[np.int64]


class Stock:
    """The stock along one course; ``demands`` are those of :mod:`demand`. Levels are numbered from 0 here."""

    def __init__(self, course: Course, demands: list[Words]) -> None:
        self._course = course
        self._demands = demands
        regions = course.size - int(sum_of(demands[0][:1], NOT_LOWEST)[0])
        self._regions = min(STOCK[0], regions)
        self._scarce = [
            level
            for level in range(1, LEVELS)
            if min(self._regions, sum(tiles // (level + 1) for tiles in course.tiles)) > STOCK[level]
        ]
        self._missing = {level: self._regions - STOCK[level] for level in self._scarce}
        self.counts = bool(self._scarce) or regions > STOCK[0]

    def start(self) -> int:
        """What is left on the empty board, to be added to the tiles."""
        return self._regions << int(_SPARE) if self.counts else 0

    def after_closing(self, left: Words, closes: Flags, crops: Bytes) -> Words:
        """What is left where regions with these crops are closed."""
        for level in self._scarce:
            small = closes & (crops < 1 << level) & (left >> _SMALL[level] & _MOST_SMALL < _MOST_SMALL)
            left = left + (small.astype(np.uint64) << _SMALL[level])
        return left

    def allows_a_region(self, left: Words) -> Flags:
        """Whether there is another crop of level 1."""
        return left >> _SPARE & _FIVE > 0

    def with_a_region(self, left: Words) -> Words:
        """What is left with one region more."""
        after: Words = left - _ONE_REGION
        return after

    def capped(self, laid: int, crops: Words, left: Words) -> Words:
        """The same where more is left than can be used: it makes no difference how much."""
        beyond = np.maximum(_spare(left) - self._most_needed(laid, crops), 0)
        capped: Words = left - (beyond.astype(np.uint64) << _SPARE)
        return capped

    def sufficed(self, terrains: Words, regions: Words, left: Words) -> Flags:
        """Whether it was enough for whole boards, whose last column has these terrains and regions."""
        enough = np.ones(len(left), dtype=bool)
        for level, missing in self._missing.items():
            small = _small(left, level) + self._small_regions(terrains, regions, level)
            enough &= _spare(left) + small >= missing
        return enough

    def suffices_where_they_meet(
        self,
        laid: int,
        left: Words,
        far: tuple[Stock, int, Words],
        column: tuple[Words, Words, Words],
    ) -> Flags:
        """Whether it is enough for boards of which two passes lay a part each, one column in common.

        ``far`` is the same of the other pass: stock, spaces laid, what is left. ``column`` are terrains, crops and
        regions of the common column, both parts of a region together.
        """
        terrains, crops, regions = column
        far_stock, far_laid, far_left = far
        common = np.zeros(len(left), dtype=np.int64)
        for slot in range(1, Layout(self._course.rows).slots):
            common += crops // np.uint64(CROP_COUNT**slot) % np.uint64(CROP_COUNT) == 0
        spare = _spare(left) + _spare(far_left) - self._regions + common
        enough = spare >= 0
        for level, missing in self._missing.items():
            small = _small(left, level) + _small(far_left, level)
            enough &= spare + small + self._small_regions(terrains, regions, level) >= missing
        # What was capped is enough, whatever the other pass used.
        enough |= _spare(left) >= self._most_needed(laid, crops)
        enough |= _spare(far_left) >= far_stock._most_needed(far_laid, crops)
        return enough

    def _most_needed(self, laid: int, crops: Words) -> _Counts:
        """How many more regions the box must allow so that it suffices for whatever comes."""
        ahead = self._course.size - laid - sum_of(self._demands[laid][crops], NOT_LOWEST)
        return ahead + max(self._missing.values(), default=0)

    def _small_regions(self, terrains: Words, regions: Words, level: int) -> _Counts:
        """How many of the regions on a finished column are too small for a level."""
        course, small = self._course, np.zeros(len(terrains), dtype=np.int64)
        places = region_slots(course.rows, min(course.size, 2 * course.rows))
        for terrain in range(TERRAIN_COUNT):
            for place in places[terrain]:
                group = regions >> place[terrains].astype(np.uint64) & _FIVE
                small += (group > 0) & (group < 1 << level)
        return small


def _spare(left: Words) -> _Counts:
    return (left >> _SPARE & _FIVE).astype(np.int64)


def _small(left: Words, level: int) -> _Counts:
    return (left >> _SMALL[level] & _MOST_SMALL).astype(np.int64)
