"""How a frontier is written in numbers, and what follows from its terrains alone.

A frontier has ``rows`` + 1 slots, oldest first. Before the space of row ``r`` is laid they are::

        slot 0    the corner above left        0 | R      R = rows: the space above
        slot 1    the space to the left       ---+---
        slot 2    the one below that           1 | new
        ...                                    2 |
        slot R    the newest space

The corner is there for its terrain and crop only. A frontier is one number: two bits a slot for the terrain, then
the crops as one number of base five, then five bits a slot, the corner excepted, for the crops that the space's
region has so far.

That the crops of a region are enough to tell regions apart: two open regions of one terrain touch nowhere on the
frontier, and a region that left the frontier in between has five spaces and cannot grow. The one exception, beside
the corner, is read from the corner's terrain.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

TERRAIN_COUNT = 4
CROP_COUNT = 5
# Bits for the number of tiles left of a terrain.
TILE_BITS = 5

Words = npt.NDArray[np.uint64]
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Layout:
    """Where the parts of a frontier's number are, for so many rows."""

    rows: int

    @property
    def slots(self) -> int:
        """Slots of a frontier, the corner included."""
        return self.rows + 1

    @property
    def terrain_patterns(self) -> int:
        """How many patterns the terrains of a frontier can have."""
        return int(TERRAIN_COUNT**self.slots)

    @property
    def crop_patterns(self) -> int:
        """How many patterns the crops of a frontier can have."""
        return int(CROP_COUNT**self.slots)

    @property
    def crop_shift(self) -> int:
        """Where the crops begin."""
        return 2 * self.slots

    @property
    def region_shift(self) -> int:
        """Where the crops of the regions begin."""
        return self.crop_shift + (self.crop_patterns - 1).bit_length()

    def parts(self, front: Words) -> tuple[Words, Words, Words]:
        """Terrains, crops and regions of frontiers."""
        crop_bits = self.region_shift - self.crop_shift
        return (
            front & np.uint64(self.terrain_patterns - 1),
            front >> np.uint64(self.crop_shift) & np.uint64((1 << crop_bits) - 1),
            front >> np.uint64(self.region_shift),
        )

    def number(self, terrains: Words, crops: Words, regions: Words) -> Words:
        """The frontiers that have these."""
        number: Words = (
            terrains | crops << np.uint64(self.crop_shift) | regions << np.uint64(self.region_shift)
        )
        return number

    def laid(self, laid: int) -> list[int]:
        """The slots that hold a space after so many were laid, the corner included."""
        corner = [0] if laid > self.rows and laid % self.rows else []
        return corner + [slot for slot in range(1, self.slots) if slot > self.rows - laid]

    def cell(self, laid: int, slot: int) -> int:
        """Which space, counted along the course, is in a slot after so many were laid."""
        return laid - self.slots + slot


@dataclass(frozen=True, slots=True)
class TerrainStep:
    """Laying one terrain on the next space, by the pattern of the frontier's terrains.

    ``lawful``: no corner is touched by a region that cannot be joined. ``up`` and ``left``: all bits set where the
    space joins the region there. ``apart``: all bits set where it joins both and they were two. ``closes``: the region
    to the left ends. ``spread``: a bit at the start of each slot that takes on the crops of the new space's region,
    the newest included.
    """

    lawful: Flags
    up: Bytes
    left: Bytes
    apart: Bytes
    closes: Flags
    spread: Words


@lru_cache(maxsize=64)
def terrain_steps(rows: int, row: int, has_left: bool) -> tuple[TerrainStep, ...]:
    """What laying each terrain does, on this row of the first or of a later column."""
    layout = Layout(rows)
    patterns = np.arange(layout.terrain_patterns)
    slot = [patterns >> 2 * number & 3 for number in range(layout.slots)]
    nowhere = np.zeros(len(patterns), dtype=bool)
    has_corner = has_left and row > 0
    corner, left, up = slot[0], slot[1], slot[rows]

    def bits(where: Flags) -> Bytes:
        return np.where(where, 255, 0).astype(np.uint8)

    found = []
    for terrain in range(TERRAIN_COUNT):
        joins_up = up == terrain if row else nowhere
        joins_left = left == terrain if has_left else nowhere
        joins_corner = corner == terrain if has_corner else nowhere
        lawful = ~nowhere
        goes_on = nowhere
        spread = np.full(len(patterns), 1 << 5 * (rows - 1), dtype=np.uint64)
        if has_corner:
            lawful = ~(joins_corner & ~joins_up & ~joins_left)
            lawful &= ~((up == left) & (up != terrain) & (corner != up))
            goes_on = (corner == left) & (up == left)
        if has_left and row < rows - 1:
            goes_on = goes_on | (slot[2] == left)
        if has_corner and row > 1:
            # Around the corner: the space above it must be of that terrain, else the two would touch.
            goes_on = goes_on | ((corner == left) & (slot[rows - 1] == left))
            around = joins_left & joins_corner & ~joins_up & (slot[rows - 1] == terrain)
            spread |= np.where(around, 1 << 5 * (rows - 3), 0).astype(np.uint64)
        run = joins_up
        for above in range(row):
            run = run & (slot[rows - above] == terrain)
            spread |= np.where(run, 1 << 5 * (rows - 2 - above), 0).astype(np.uint64)
        run = joins_left
        for below in range(1, rows - row if has_left else 1):
            run = run & (slot[1 + below] == terrain)
            spread |= np.where(run, 1 << 5 * (below - 1), 0).astype(np.uint64)
        closes = ~joins_left & ~goes_on if has_left else nowhere
        apart = joins_up & joins_left & ~joins_corner
        found.append(TerrainStep(lawful, bits(joins_up), bits(joins_left), bits(apart), closes, spread))
    return tuple(found)


@lru_cache(maxsize=64)
def taken_crops(rows: int, row: int, has_left: bool) -> Bytes:
    """By the pattern of the frontier's crops: those that touch the next space, as bits."""
    layout = Layout(rows)
    near = [rows] if row else []
    if has_left:
        near += [1, *([0] if row else []), *([2] if row < rows - 1 else [])]
    patterns = np.arange(layout.crop_patterns)
    found = np.zeros(len(patterns), dtype=np.uint8)
    for slot in near:
        found |= (1 << patterns // CROP_COUNT**slot % CROP_COUNT).astype(np.uint8)
    return found


@lru_cache(maxsize=8)
def older_crops(rows: int, drops_corner: bool) -> npt.NDArray[np.uint16]:
    """By the pattern of the frontier's crops: the pattern without the oldest, and without the new corner, too."""
    patterns = np.arange(Layout(rows).crop_patterns) // CROP_COUNT
    return (patterns - patterns % CROP_COUNT if drops_corner else patterns).astype(np.uint16)


@lru_cache(maxsize=16)
def region_slots(rows: int, laid: int) -> npt.NDArray[np.uint8]:
    """By terrain, number (at most three) and pattern: where the crops of an open region of that terrain are.

    The place is a shift; 63 where there is no such region. ``laid`` is at most ``2 * rows``: later frontiers look
    like those one column before.
    """
    layout = Layout(rows)
    slots = layout.laid(laid)
    patterns = np.arange(layout.terrain_patterns)
    terrain = [patterns >> 2 * slot & 3 for slot in range(layout.slots)]
    found = np.full((TERRAIN_COUNT, 3, len(patterns)), 63, dtype=np.uint8)
    number = np.zeros((TERRAIN_COUNT, len(patterns)), dtype=np.intp)
    for slot in slots:
        if slot == 0:
            continue
        starts = np.ones(len(patterns), dtype=bool)
        if slot > 1 and slot - 1 in slots and layout.cell(laid, slot) % rows:
            starts &= terrain[slot] != terrain[slot - 1]
        if slot == 1 and 0 in slots:
            above = terrain[rows] == terrain[1]
            if (laid - 1) % rows:
                above |= terrain[rows - 1] == terrain[1]
            starts &= ~((terrain[0] == terrain[1]) & above)
        at = np.flatnonzero(starts)
        here = terrain[slot][at]
        found[here, number[here, at], at] = 5 * (slot - 1)
        number[here, at] += 1
    return found
