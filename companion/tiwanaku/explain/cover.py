"""Why none of many shapes is possible, told by as few spaces as can be found quickly.

Every shape has blockers: spaces in it that cannot have its terrain, spaces touching it that have that terrain, crops
in it that clash. A small set of blockers that stops every shape is looked for greedily; what lies on the board
counts less than what had to be worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.tiwanaku.explain.knowledge import CROP_BITS, FIRST_CROP, Knowledge, plantings
from companion.tiwanaku.explain.tables import Shape, bits
from companion.tiwanaku.explain.technique import Moment, certain, literal, never

_WORKED_OUT = 4


@dataclass
class Cover:
    """Gathers shapes that have to be blocked, and finds premises that block them all."""

    moment: Moment
    # Of each shape the alternatives, each a literal mask that blocks it.
    _alternatives: list[list[int]] = field(default_factory=list)
    premises: int = 0
    _planted: int = 0

    def __post_init__(self) -> None:
        for crop in self.moment.known.must[FIRST_CROP:]:
            self._planted |= crop

    def block(self, terrain: int, shapes: Iterable[Shape], crop_clash: Callable[[Shape], int]) -> None:
        """Add shapes of a terrain; ``crop_clash`` says what rules a shape out by crops, or 0."""
        known = self.moment.known
        wrong, near = ~known.can[terrain], known.must[terrain]
        inside = {cell: never(1 << cell, terrain) for cell in bits(wrong & known.table.every)}
        outside = {cell: certain(1 << cell, terrain) for cell in bits(near)}
        for shape in shapes:
            found = [inside[cell] for cell in bits(shape.cells & wrong)]
            found += [outside[cell] for cell in bits(shape.halo & near)]
            if not found or shape.cells & self._planted:
                clash = crop_clash(shape)
                if clash:
                    found.append(clash)
            self._alternatives.append(found)

    def solve(self) -> int:
        """Premises that block every shape added."""
        left = [found for found in self._alternatives if not self._is_blocked(found)]
        while left:
            counts: dict[int, int] = {}
            for found in left:
                for blocker in found:
                    counts[blocker] = counts.get(blocker, 0) + 1
            best = max(counts, key=lambda blocker: counts[blocker] / self._cost(blocker))
            self.premises |= best
            left = [found for found in left if best not in found and not self._is_blocked(found)]
        return self.premises

    def _is_blocked(self, found: list[int]) -> bool:
        return any(blocker & ~self.premises == 0 for blocker in found)

    def _cost(self, blocker: int) -> float:
        fresh = blocker & ~self.premises
        worked_out = (fresh & ~self.moment.given).bit_count()
        return 1 + _WORKED_OUT * min(worked_out, 2) + 0.1 * fresh.bit_count()


def certain_crop_clash(known: Knowledge) -> Callable[[Shape], int]:
    """What rules a shape out by certain crops alone: one too high for it, or one twice."""

    def clash(shape: Shape) -> int:
        for value in range(FIRST_CROP + shape.size, FIRST_CROP + 5):
            high = known.must[value] & shape.cells
            if high:
                return certain_enough(high & -high, shape.size)
        for value in range(FIRST_CROP, FIRST_CROP + shape.size):
            same = known.must[value] & shape.cells
            if same & same - 1:
                first = same & -same
                second = same & ~first
                return certain(first | second & -second, value)
        return 0

    return clash


def certain_enough(cells: int, size: int) -> int:
    """The literals that leave these spaces only crops above a size."""
    low = (1 << FIRST_CROP + size) - (1 << FIRST_CROP)
    found = 0
    for cell in bits(cells):
        found |= literal(cell, low)
    return found


def planting_clash(known: Knowledge, cell: int = -1, value: int = -1) -> Callable[[Shape], int]:
    """What rules out planting a shape at all, or planting it with that crop on that space."""

    def clash(shape: Shape) -> int:
        full = (1 << shape.size) - 1
        wish = 1 << value - FIRST_CROP if value >= 0 else 0
        if wish & ~full:
            return 0
        choices = [known.masks[s] >> FIRST_CROP & full for s in shape.spaces]
        if value >= 0:
            choices[shape.spaces.index(cell)] = wish
        if plantings(tuple(choices)) is not None:
            return 0
        # Allow space by space everything again, and keep what must not be allowed.
        for number, space in enumerate(shape.spaces):
            if space == cell and value >= 0:
                continue
            kept, choices[number] = choices[number], full
            if plantings(tuple(choices)) is not None:
                choices[number] = kept
        found = 0
        for space, choice in zip(shape.spaces, choices, strict=True):
            if space != cell or value < 0:
                found |= literal(space, CROP_BITS & (full & ~choice) << FIRST_CROP)
        return found

    return clash
