"""What somebody at the table knows so far: the values that are not ruled out yet, space by space.

A *value* is a number: 0 to 3 for the terrains, 4 to 8 for the crops of level 1 to 5. What is still thought possible
on a space is a mask of nine bits; what has been ruled out is one long integer of nine bits a space, a *literal mask*.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from companion.tiwanaku.pieces import BOX, LARGEST_REGION, Stock
from companion.tiwanaku.position import Position
from companion.tiwanaku.tables import Shape, Tables, bits, tables
from companion.tiwanaku.values import ALL_BITS, CROP_BITS, CROPS, FIRST_CROP, TERRAIN_BITS, TERRAINS, VALUES


class Group(NamedTuple):
    """Spaces certain to lie in one region: they have one terrain and touch. ``closed``: nothing can join them."""

    terrain: int
    cells: int
    closed: bool


class Outline(NamedTuple):
    """What all possible shapes of a terrain have in common, taken together.

    ``covered`` has by size the spaces that shapes of that size cover. The others are by the certain spaces of the
    terrain that a shape takes in: the spaces that all such shapes cover, and the size of the smallest.
    """

    covered: list[int]
    common: dict[int, int]
    smallest: dict[int, int]


class Limits(NamedTuple):
    """What can be counted: the scenario's tiles by terrain, and the box's crop tiles by level."""

    tiles: tuple[int, ...]
    crops: tuple[int, ...]


class Knowledge:
    """The values still thought possible, kept by space and by value, and what follows at once from them."""

    __slots__ = (
        "_groups",
        "_outlines",
        "_shapes",
        "_stale",
        "broken",
        "can",
        "laid",
        "limits",
        "masks",
        "must",
        "table",
    )

    def __init__(self, table: Tables, limits: Limits | None) -> None:
        self.table = table
        self.limits = limits
        self.masks = [ALL_BITS] * table.size
        self.can = [table.every] * len(VALUES)
        self.must = [0] * len(VALUES)
        self.broken: int | None = None
        self._shapes: list[list[Shape]] = [list(table.shapes)] * len(TERRAINS)
        self._outlines: list[Outline | None] = [None] * len(TERRAINS)
        # By terrain, what the ways to lay its tiles rule out: kept for whoever works it out until shapes change.
        self.laid: list[tuple[tuple[int, int], ...] | None] = [None] * len(TERRAINS)
        self._stale = TERRAIN_BITS
        self._groups: list[Group] | None = None

    @classmethod
    def of(cls, position: Position, facts: int | None = None, *, counting: bool = True) -> Knowledge:
        """What a position shows; with ``facts`` only what lies on these spaces."""
        table = tables(position.board.rows, position.board.columns)
        limits = limits_of(position) if counting else None
        known = cls(table, limits)
        for cell, removed in given_removals(position, facts):
            known.remove(cell, removed)
        return known

    @classmethod
    def restored(cls, table: Tables, limits: Limits | None, masks: Iterable[int]) -> Knowledge:
        """The knowledge of an earlier moment, from its masks."""
        known = cls(table, limits)
        for cell, mask in enumerate(masks):
            if mask != ALL_BITS:
                known.remove(cell, ALL_BITS & ~mask)
        return known

    def copy(self) -> Knowledge:
        """The same knowledge, to try something on."""
        other = Knowledge.__new__(Knowledge)
        other.table, other.limits, other.broken = self.table, self.limits, self.broken
        other.masks, other.can, other.must = self.masks[:], self.can[:], self.must[:]
        other._outlines, other.laid = self._outlines[:], self.laid[:]
        other._shapes, other._stale, other._groups = self._shapes[:], self._stale, self._groups
        return other

    def remove(self, cell: int, removed: int) -> int:
        """Rule values out on a space; which of them were not ruled out before."""
        old = self.masks[cell]
        fresh = old & removed
        if not fresh:
            return 0
        new = old & ~removed
        self.masks[cell] = new
        bit = 1 << cell
        for value in bits(fresh):
            self.can[value] &= ~bit
        if fresh & TERRAIN_BITS:
            self._groups = None
            self._stale |= fresh & TERRAIN_BITS
            self._fix(cell, new & TERRAIN_BITS)
        if fresh & CROP_BITS:
            self._fix(cell, new & CROP_BITS)
        return fresh

    def _fix(self, cell: int, left: int) -> None:
        if left & left - 1:
            return
        if not left:
            if self.broken is None:
                self.broken = cell
            return
        self.must[left.bit_length() - 1] |= 1 << cell
        # A certain crop can end shapes of any terrain, a certain terrain those of its own.
        self._stale |= left if left & TERRAIN_BITS else TERRAIN_BITS

    def groups(self) -> list[Group]:
        """The spaces of certain terrain, gathered where they have to lie in one region."""
        if self._groups is None:
            self._groups = []
            for terrain in range(len(TERRAINS)):
                left = self.must[terrain]
                while left:
                    cells = self.table.touching(left & -left, left)
                    left &= ~cells
                    closed = not self.table.spread(cells) & self.can[terrain]
                    self._groups.append(Group(terrain, cells, closed))
        return self._groups

    def shapes(self, terrain: int) -> list[Shape]:
        """The shapes that a region of the terrain can still have, as far as terrains and certain crops tell."""
        if self._stale >> terrain & 1:
            self._stale &= ~(1 << terrain)
            wrong, near = ~self.can[terrain], self.must[terrain]
            found = [s for s in self._shapes[terrain] if not (s[0] & wrong or s[1] & near)]
            self._shapes[terrain] = self._without_crop_clashes(found)
            self._outlines[terrain] = self.laid[terrain] = None
        return self._shapes[terrain]

    def outline(self, terrain: int) -> Outline:
        """What the possible shapes of a terrain have in common."""
        shapes = self.shapes(terrain)
        outline = self._outlines[terrain]
        if outline is None:
            outline = self._outlines[terrain] = outline_of(shapes, self.must[terrain])
        return outline

    def _without_crop_clashes(self, shapes: list[Shape]) -> list[Shape]:
        planted = self.must[FIRST_CROP:]
        too_high = [0] * (len(CROPS) + 1)
        for size in range(len(CROPS) - 1, 0, -1):
            too_high[size] = too_high[size + 1] | planted[size]
        anywhere = too_high[1] | planted[0]
        return [
            s
            for s in shapes
            if not s[0] & anywhere or not (s[0] & too_high[s[2]] or _repeats(s[0] & anywhere, planted))
        ]


def outline_of(shapes: list[Shape], certain: int) -> Outline:
    """What shapes have in common, by the certain spaces they take in."""
    covered = [0] * (LARGEST_REGION + 1)
    common: dict[int, int] = {}
    smallest: dict[int, int] = {}
    # Shapes come smallest first.
    for cells, _, size, _ in shapes:
        covered[size] |= cells
        hit = cells & certain
        if hit:
            if hit in common:
                common[hit] &= cells
            else:
                common[hit] = cells
                smallest[hit] = size
    return Outline(covered, common, smallest)


def _repeats(cells: int, planted: list[int]) -> bool:
    if not cells & cells - 1:
        return False
    return any((same := cells & crop) & same - 1 for crop in planted)


def limits_of(position: Position, box: Stock = BOX) -> Limits:
    """What the table may count on."""
    return Limits(
        tuple(position.tiles[terrain] for terrain in TERRAINS), tuple(box.crops[crop] for crop in CROPS)
    )


def given_removals(position: Position, facts: int | None = None) -> list[tuple[int, int]]:
    """What the tiles on the board rule out on their own space."""
    found = []
    for cell, (terrain, crop) in enumerate(zip(position.terrains, position.crops, strict=True)):
        if facts is not None and not facts >> cell & 1:
            continue
        if terrain is not None:
            found.append((cell, TERRAIN_BITS & ~(1 << TERRAINS.index(terrain))))
        if crop is not None:
            found.append((cell, CROP_BITS & ~(1 << crop.level + FIRST_CROP - 1)))
    return found


@lru_cache(maxsize=1 << 16)
def plantings(choices: tuple[int, ...]) -> tuple[int, ...] | None:
    """Of the crops each space of a region may have, those that some planting of 1..n uses; None if there is none.

    Crops are bits here, bit 0 for level 1.

    >>> plantings((0b011, 0b011, 0b111))
    (3, 3, 4)
    >>> plantings((0b01, 0b01)) is None
    True
    """
    used = [0] * len(choices)
    order = sorted(range(len(choices)), key=lambda number: choices[number].bit_count())
    chosen = [0] * len(choices)

    def plant(depth: int, taken: int) -> bool:
        if depth == len(order):
            for number, crop in enumerate(chosen):
                used[number] |= crop
            return True
        found = False
        left = choices[order[depth]] & ~taken
        while left:
            crop = left & -left
            left ^= crop
            chosen[order[depth]] = crop
            found |= plant(depth + 1, taken | crop)
        return found

    return tuple(used) if plant(0, 0) else None
