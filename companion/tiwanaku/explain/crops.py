"""Techniques that look at crops side by side and at regions whose extent is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.knowledge import CROP_BITS, CROPS, FIRST_CROP, Group, Knowledge
from companion.tiwanaku.explain.tables import bits
from companion.tiwanaku.explain.technique import (
    Finding,
    Moment,
    Reason,
    Technique,
    cells_of,
    certain,
    never,
    single,
)
from companion.words import Spoken, T, Text

CROP_VALUES = range(FIRST_CROP, FIRST_CROP + len(CROPS))


def closed_groups(known: Knowledge) -> Iterator[Group]:
    """The regions whose extent is known, as long as they are no larger than the laws allow."""
    for group in known.groups():
        if group.closed and group.cells.bit_count() <= len(CROPS):
            yield group


def region_premises(moment: Moment, terrain: int, cells: int) -> int:
    """Why these spaces are a whole region: their terrain, and that nothing beside them has it."""
    return certain(cells, terrain) | never(moment.known.table.spread(cells), terrain)


def too_high_for(size: int) -> int:
    """The crops that a region of that size does not have."""
    return CROP_BITS & ~((1 << size + FIRST_CROP) - 1)


class SingleSpaceRegion(Technique):
    """A region of one space has the lowest crop."""

    id = "single-space-region"
    name = T("Region of one space")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Closed regions of one space whose crop is open."""
        for group in closed_groups(known):
            cell = single(group.cells)
            if group.cells == 1 << cell and known.masks[cell] & too_high_for(1):
                yield Finding(self, ((cell, too_high_for(1)),), (group.terrain, group.cells))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The space and what walls it in."""
        return Reason(region_premises(moment, *finding.about))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A region of one space always has the sweet potato. Walled in on all sides: {spaces}.",
            spaces=spaces,
        )


class LastMissingCrop(Technique):
    """All crops of a region but one are known."""

    id = "last-missing-crop"
    name = T("Last missing crop")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Closed regions with one open space."""
        for group in closed_groups(known):
            there, cells = 0, group.cells
            missing = []
            for value in CROP_VALUES[: cells.bit_count()]:
                if known.must[value] & cells:
                    there |= known.must[value] & cells
                else:
                    missing.append(value)
            if len(missing) == 1 and (cells & ~there).bit_count() == 1:
                cell = single(cells & ~there)
                others = CROP_BITS & ~(1 << missing[0])
                if known.masks[cell] & others:
                    yield Finding(self, ((cell, others),), (group.terrain, cells, missing[0]))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The region, its walls and its other crops."""
        terrain, cells, missing = finding.about
        premises = region_premises(moment, terrain, cells)
        for value in CROP_VALUES[: cells.bit_count()]:
            premises |= certain(moment.known.must[value] & cells, value) if value != missing else 0
        return Reason(premises, (missing,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "This region is complete and lacks a single crop, {crops}. Look at {spaces}.",
            crops=values,
            spaces=spaces,
        )


class CropBeside(Technique):
    """Equal crops never touch."""

    id = "crop-beside"
    name = T("Same crop next to it")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces around a certain crop that could still have it."""
        for value in CROP_VALUES:
            open_spaces = known.can[value] & ~known.must[value]
            for cell in bits(known.must[value]):
                hit = known.table.around[cell] & open_spaces
                # Two certain ones that touch are a contradiction, which shows as a space without a value.
                hit |= known.table.around[cell] & known.must[value]
                if hit:
                    yield Finding(self, tuple((near, 1 << value) for near in bits(hit)), (cell, value))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The neighbour."""
        cell, value = finding.about
        return Reason(certain(1 << cell, value), (value,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Equal crops never touch, not even at a corner. Look at {crops}: {spaces}.",
            crops=values,
            spaces=spaces,
        )


class CropInRegion(Technique):
    """A region has each crop once."""

    id = "crop-in-region"
    name = T("Crop already in the region")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces of a region that could still have a crop which another of its spaces has."""
        for terrain, cells, _ in known.groups():
            if not cells & cells - 1:
                continue
            for value in CROP_VALUES:
                source = known.must[value] & cells
                hit = known.can[value] & cells & ~(source & -source)
                if source and hit:
                    removed = tuple((cell, 1 << value) for cell in bits(hit))
                    yield Finding(self, removed, (terrain, cells, single(source & -source), value))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The space with the crop and the way through the region to it."""
        terrain, cells, source, value = finding.about
        premises = certain(1 << source, value)
        for cell in bits(cells_of(wanted)):
            premises |= certain(moment.known.table.path(source, cell, cells), terrain)
        return Reason(premises, (value,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A region has each crop once, and these spaces belong to one region. Look at {crops}: {spaces}.",
            crops=values,
            spaces=spaces,
        )


class RegionClosed(Technique):
    """A region that cannot grow has no crop above its size."""

    id = "region-closed"
    name = T("Region cannot grow")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Closed regions with a crop too high for them still open."""
        for terrain, cells, _ in closed_groups(known):
            high = too_high_for(cells.bit_count())
            removed = tuple((cell, high) for cell in bits(cells) if known.masks[cell] & high)
            if removed:
                yield Finding(self, removed, (terrain, cells))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The region and its walls."""
        return Reason(region_premises(moment, *finding.about))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A region that cannot grow has no crop of a level above its size. Region and walls: {spaces}.",
            spaces=spaces,
        )


class OnlyPlace(Technique):
    """A crop that its region needs has one place left."""

    id = "only-place"
    name = T("Only place left for a crop")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Closed regions with a crop that only one space can still have."""
        for terrain, cells, _ in closed_groups(known):
            for value in CROP_VALUES[: cells.bit_count()]:
                places = known.can[value] & cells
                if places and not places & places - 1:
                    others = CROP_BITS & ~(1 << value)
                    if known.masks[single(places)] & others:
                        yield Finding(self, ((single(places), others),), (terrain, cells, value))
                elif not places:
                    # No place at all: whatever the first space has, the region is broken.
                    cell = single(cells & -cells)
                    yield Finding(self, ((cell, CROP_BITS),), (terrain, cells, value))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The region, its walls, and why the crop is nowhere else in it."""
        terrain, cells, value = finding.about
        places = moment.known.can[value] & cells
        return Reason(region_premises(moment, terrain, cells) | never(cells & ~places, value), (value,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A region of n spaces has every crop from 1 to n. Only one place is left for {crops}. Look at {spaces}.",
            crops=values,
            spaces=spaces,
        )


class OneOfThese(Technique):
    """All places left for a region's crop touch the same space outside of it."""

    id = "one-of-these"
    name = T("One of these spaces has it")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces outside a closed region that touch every place left for one of its crops."""
        for terrain, cells, _ in closed_groups(known):
            for value in CROP_VALUES[: cells.bit_count()]:
                places = known.can[value] & cells
                if not places & places - 1:
                    continue
                hit = known.can[value] & ~cells
                for cell in bits(places):
                    hit &= known.table.around[cell]
                if hit:
                    removed = tuple((cell, 1 << value) for cell in bits(hit))
                    yield Finding(self, removed, (terrain, cells, value))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The region, its walls, and why the crop is not elsewhere in it."""
        terrain, cells, value = finding.about
        around = moment.known.table.around
        elsewhere = cells
        for cell in bits(cells_of(wanted)):
            elsewhere &= around[cell]
        needed = cells & ~elsewhere
        return Reason(region_premises(moment, terrain, cells) | never(needed, value), (value,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "This region needs {crops}, and every place left for it touches the same space. Look at {spaces}.",
            crops=values,
            spaces=spaces,
        )


def values_of(mask: int) -> tuple[int, ...]:
    """The values of a mask."""
    return tuple(bits(mask))
