"""Two passes from opposite sides that meet on a column: which of their frontiers fit, and how many boards that makes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.frontier import Floats, Pass, sums_by
from companion.tiwanaku.deduction.grid import CROP_COUNT, TERRAIN_COUNT, TILE_BITS, Layout, Words
from companion.tiwanaku.deduction.laying import Frontiers, are_whole

_FIVE = np.uint64(31)
_TILES = np.uint64(TILE_BITS * TERRAIN_COUNT)
# Pairs at a time.
_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True)
class Meeting:
    """How many boards are ahead of each frontier of the near pass and of the far one."""

    boards: float
    ahead: Floats
    ahead_of_far: Floats


class FarSide:
    """The frontiers of a pass that has just finished a column, sorted so that another can find those that fit it."""

    def __init__(self, far: Pass) -> None:
        self.far = far
        self._layout = far.laying.layout
        keys = _keys(self._layout, far.frontiers[-1].front, far.frontiers[-1].left)
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def meet(self, near: Pass) -> Meeting:
        """Join with a pass from the other side that has laid the same column last."""
        ours, theirs = near.frontiers[-1], self.far.frontiers[-1]
        keys = _keys(self._layout, ours.front, self._left_for_far(near, ours))
        first = np.searchsorted(self._keys, keys, side="left")
        count = np.searchsorted(self._keys, keys, side="right") - first
        ahead, ahead_of_far = np.zeros(len(ours)), np.zeros(len(theirs))
        runs = self._run_crops(ours)
        chosen = np.flatnonzero(count)
        ends = np.cumsum(count[chosen])
        done = 0
        while done < len(chosen):
            base = ends[done - 1] if done else 0
            upto = max(done + 1, int(np.searchsorted(ends, base + _CHUNK)))
            some = chosen[done:upto]
            done = upto
            one = np.repeat(some, count[some])
            offset = np.arange(len(one)) - np.repeat(np.cumsum(count[some]) - count[some], count[some])
            other = self._order[first[one] + offset]
            fits = self._fitting(near, one, other, runs)
            one, other = one[fits], other[fits]
            ahead += sums_by(one, self.far.ways[-1][other], len(ours))
            ahead_of_far += sums_by(other, near.ways[-1][one], len(theirs))
        return Meeting(float(ahead @ near.ways[-1]), ahead, ahead_of_far)

    def _left_for_far(self, near: Pass, ours: Frontiers) -> Words:
        """The tiles that the far side must have left: those laid by the near one, without the common column."""
        left = np.zeros(len(ours), dtype=np.uint64)
        for terrain, tiles in enumerate(near.laying.course.tiles):
            used = np.uint64(tiles) - (ours.left >> np.uint64(5 * terrain) & _FIVE)
            for slot in range(1, self._layout.slots):
                used -= ours.front >> np.uint64(2 * slot) & np.uint64(3) == terrain
            left |= used << np.uint64(5 * terrain)
        return left

    def _run_crops(self, ours: Frontiers) -> Words:
        """For each slot the crops of the spaces in the column that hang together with it, as the crops of regions are."""
        layout = self._layout
        _, crops, _ = layout.parts(ours.front)
        slots = range(1, layout.slots)
        terrain = [ours.front >> np.uint64(2 * slot) & np.uint64(3) for slot in slots]
        run = [np.uint64(1) << crops // np.uint64(CROP_COUNT**slot) % np.uint64(CROP_COUNT) for slot in slots]
        for way in (range(1, len(run)), range(len(run) - 1, 0, -1)):
            for slot in way:
                # Down the column, then up again, each slot hands on what it knows.
                here, there = (slot, slot - 1) if way.step > 0 else (slot - 1, slot)
                alike = terrain[slot] == terrain[slot - 1]
                run[here] = run[here] | np.where(alike, run[there], np.uint64(0))
        found = np.zeros(len(ours), dtype=np.uint64)
        for number, some in enumerate(run):
            found |= some << np.uint64(5 * number)
        return found

    def _fitting(
        self, near: Pass, one: npt.NDArray[np.intp], other: npt.NDArray[np.intp], runs: Words
    ) -> npt.NDArray[np.intp]:
        """The pairs whose regions share just what lies in the column, and become whole together."""
        ours, theirs = near.frontiers[-1][one], self.far.frontiers[-1][other]
        terrains, crops, mine = self._layout.parts(ours.front)
        _, _, far = self._layout.parts(theirs.front)
        which = np.flatnonzero(mine & far == runs[one])
        which = which[are_whole(mine[which] | far[which], self._layout.rows)]
        if near.laying.stock.counts:
            enough = near.laying.stock.suffices_where_they_meet(
                near.laid,
                ours.left[which],
                (self.far.laying.stock, self.far.laid, theirs.left[which]),
                (terrains[which], crops[which], mine[which] | far[which]),
            )
            which = which[enough]
        return which


def _keys(layout: Layout, front: Words, left: Words) -> Words:
    """Terrains and crops of the column, and the tiles that are left for the rest."""
    column = front & np.uint64((1 << layout.region_shift) - 1)
    return column << _TILES | left & (np.uint64(1) << _TILES) - np.uint64(1)
