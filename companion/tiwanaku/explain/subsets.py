"""Pairs and triples: so many spaces share so many crops, so nobody else has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.crops import CROP_VALUES, closed_groups, region_premises, values_of
from companion.tiwanaku.explain.knowledge import CROP_BITS, Knowledge
from companion.tiwanaku.explain.tables import bits
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, certain, literal, never
from companion.words import Spoken, T, Text


class _Subset(Technique):
    count: int

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "As many spaces as crops: {crops} fill these spaces in some order and lie nowhere else near. Look at {spaces}.",
            crops=values,
            spaces=spaces,
        )


class NakedSubset(_Subset):
    """Spaces of a region, or that all touch each other, which have no other crops than as many as they are."""

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Such spaces, where another space they all exclude could still have one of those crops."""
        narrow = [
            cell
            for cell in range(known.table.size)
            if 2 <= (known.masks[cell] & CROP_BITS).bit_count() <= self.count
        ]
        if len(narrow) < self.count:
            return
        groups = list(known.groups())
        for group in groups:
            inside = [cell for cell in narrow if group.cells >> cell & 1]
            yield from self._find(known, inside, group.cells, group.terrain)
        for first in narrow:
            near = [cell for cell in narrow if cell > first and known.table.around[first] >> cell & 1]
            for others in combinations(near, self.count - 1):
                if self._touching(known, others):
                    yield from self._find(known, [first, *others], 0, -1)

    def _find(self, known: Knowledge, cells: list[int], group: int, terrain: int) -> Iterator[Finding]:
        for chosen in combinations(cells, self.count):
            mask = 0
            for cell in chosen:
                mask |= known.masks[cell] & CROP_BITS
            if mask.bit_count() != self.count:
                continue
            picked, near = 0, known.table.every
            for cell in chosen:
                picked |= 1 << cell
                near &= known.table.around[cell]
            removed = tuple(
                (cell, mask) for cell in bits((near | group) & ~picked) if known.masks[cell] & mask
            )
            if removed:
                yield Finding(self, removed, (picked, mask, group, terrain))

    def _touching(self, known: Knowledge, cells: tuple[int, ...]) -> bool:
        return all(known.table.around[one] >> other & 1 for one, other in combinations(cells, 2))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """Why the spaces have no other crops, and that they exclude the wanted one."""
        picked, mask, group, terrain = finding.about
        premises = 0
        for cell in bits(picked):
            premises |= literal(cell, CROP_BITS & ~mask)
        if group:
            premises |= certain(group, terrain)
        return Reason(premises, values_of(mask))


class HiddenSubset(_Subset):
    """Crops of a complete region that have no other places than as many as they are."""

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Such crops, where their places could still have another one."""
        for terrain, cells, _ in closed_groups(known):
            values = [v for v in CROP_VALUES[: cells.bit_count()] if not known.must[v] & cells]
            if len(values) <= self.count:
                continue
            for chosen in combinations(values, self.count):
                places = mask = 0
                for value in chosen:
                    places |= known.can[value] & cells
                    mask |= 1 << value
                if places.bit_count() != self.count:
                    continue
                others = CROP_BITS & ~mask
                removed = tuple((cell, others) for cell in bits(places) if known.masks[cell] & others)
                if removed:
                    yield Finding(self, removed, (terrain, cells, mask, places))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The region, its walls, and why the crops are nowhere else in it."""
        terrain, cells, mask, places = finding.about
        premises = region_premises(moment, terrain, cells)
        for value in bits(mask):
            premises |= never(cells & ~places, value)
        return Reason(premises, values_of(mask))


class NakedPair(NakedSubset):
    """Two spaces, two crops."""

    id = "pair"
    name = T("Two spaces share two crops")
    count = 2


class NakedTriple(NakedSubset):
    """Three spaces, three crops."""

    id = "triple"
    name = T("Three spaces share three crops")
    count = 3


class HiddenPair(HiddenSubset):
    """Two crops, two places."""

    id = "hidden-pair"
    name = T("Two crops share two places")
    count = 2


class HiddenTriple(HiddenSubset):
    """Three crops, three places."""

    id = "hidden-triple"
    name = T("Three crops share three places")
    count = 3
