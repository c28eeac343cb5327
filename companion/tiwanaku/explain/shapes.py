"""Techniques that look at every shape a region can still have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.cover import Cover, certain_crop_clash, planting_clash
from companion.tiwanaku.explain.crops import CROP_VALUES
from companion.tiwanaku.explain.knowledge import (
    FIRST_CROP,
    TERRAIN_BITS,
    TERRAINS,
    Group,
    Knowledge,
    Outline,
    outline_of,
    plantings,
)
from companion.tiwanaku.explain.tables import Shape, bits
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, on_cell, single
from companion.words import Spoken, T, Text

_TERRAIN, _GROWTH, _CROP = range(3)
Clash = Callable[[Shape], int]


def premises_against_terrain(moment: Moment, cell: int, terrain: int, clash: Clash) -> int:
    """Why no region of the terrain can have that space."""
    cover = Cover(moment)
    cover.block(terrain, moment.known.table.shapes_at[cell], clash)
    return cover.solve()


def premises_for_growth(moment: Moment, cell: int, group: Group, clash: Clash) -> int:
    """Why every region of the group has that space too: the fewest premises, seen from any space of the group."""
    return min(
        (_premises_seen_from(moment, anchor, cell, group.terrain, clash) for anchor in bits(group.cells)),
        key=lambda premises: ((premises & ~moment.given).bit_count(), premises.bit_count()),
    )


def _premises_seen_from(moment: Moment, anchor: int, cell: int, terrain: int, clash: Clash) -> int:
    cover = Cover(moment)
    without = [shape for shape in moment.known.table.shapes_at[anchor] if not shape.cells >> cell & 1]
    cover.block(terrain, without, clash)
    # Shapes of the other terrains are out because the anchor has this one.
    cover.premises |= (TERRAIN_BITS & ~(1 << terrain)) << 9 * anchor
    return cover.solve()


def premises_against_crop(moment: Moment, cell: int, value: int, clash: Clash) -> int:
    """Why no region that has the space can have that crop there."""
    cover = Cover(moment)
    size = value - FIRST_CROP + 1
    large = [shape for shape in moment.known.table.shapes_at[cell] if shape.size >= size]
    for terrain in range(len(TERRAINS)):
        cover.block(terrain, large, clash)
    return cover.solve()


def grown_groups(known: Knowledge, outline: Callable[[int], Outline]) -> Iterator[tuple[Group, int]]:
    """The open groups, each with the spaces that all its possible regions add to it."""
    for group in known.groups():
        if group.closed:
            continue
        common = -1
        for hit, cells in outline(group.terrain).common.items():
            if hit & group.cells:
                common &= cells
        if common >= 0 and common & ~group.cells & ~known.must[group.terrain]:
            yield group, common & ~known.must[group.terrain]


class NoShape(Technique):
    """Every region that a space could form with a terrain is blocked."""

    id = "no-shape"
    name = T("No room for this terrain")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that no possible region of a terrain covers."""
        for terrain in range(len(TERRAINS)):
            covered = 0
            for cells in known.outline(terrain).covered:
                covered |= cells
            for cell in bits(known.can[terrain] & ~covered):
                yield Finding(self, ((cell, 1 << terrain),), (terrain,))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """What blocks the shapes."""
        (terrain,) = finding.about
        cell = finding.removed[0][0]
        clash = certain_crop_clash(moment.known)
        return Reason(premises_against_terrain(moment, cell, terrain, clash), (terrain,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "With {terrain} here, every region this space could belong to is blocked: too large, walled in, "
            "touching another one, or unable to hold its crops. Look at {spaces}.",
            terrain=values,
            spaces=spaces,
        )


class _Growth(Technique):
    high: bool

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that all possible regions of a group add to it."""
        for group, added in grown_groups(known, known.outline):
            size = group.cells.bit_count()
            planted = [v for v in CROP_VALUES[size:] if known.must[v] & group.cells]
            if bool(planted) != self.high:
                continue
            others = TERRAIN_BITS & ~(1 << group.terrain)
            for cell in bits(added):
                about = (group.terrain, group.cells, planted[-1] if planted else -1)
                yield Finding(self, ((cell, others),), about)

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """What blocks every region without that space."""
        terrain, cells, crop = finding.about
        group = Group(terrain, cells, closed=False)
        clash = certain_crop_clash(moment.known)
        premises = premises_for_growth(moment, finding.removed[0][0], group, clash)
        return Reason(premises, (terrain, crop) if crop >= 0 else (terrain,))


class CropNeedsRoom(_Growth):
    """A high crop needs a large region, which can only grow through certain spaces."""

    id = "crop-needs-room"
    name = T("High crop needs a larger region")
    high = True

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A crop of level n needs a region of n spaces at least, and every way to grow it passes here "
            "({values}). Look at {spaces}.",
            values=values,
            spaces=spaces,
        )


class OnlyWayToGrow(_Growth):
    """A region has to grow, and can only through certain spaces."""

    id = "only-way-to-grow"
    name = T("Region must grow through here")
    high = False

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "This region cannot stay as it is, and every way to complete it passes here ({values}). Look at {spaces}.",
            values=values,
            spaces=spaces,
        )


class NoRoomForCrop(Technique):
    """A crop is too high for every region that its space can belong to."""

    id = "no-room-for-crop"
    name = T("Region too small for this crop")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces with a crop above the size of their largest possible region."""
        covered = [0] * (len(CROP_VALUES) + 1)
        for terrain in range(len(TERRAINS)):
            for size, cells in enumerate(known.outline(terrain).covered):
                covered[size] |= cells
        wide = 0
        found: dict[int, int] = {}
        for value in reversed(CROP_VALUES):
            wide |= covered[value - FIRST_CROP + 1]
            for cell in bits(known.can[value] & ~wide):
                found[cell] = found.get(cell, 0) | 1 << value
        for cell, values in found.items():
            yield Finding(self, ((cell, values),))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """What blocks every region large enough."""
        cell = finding.removed[0][0]
        values = on_cell(wanted, cell)
        clash = certain_crop_clash(moment.known)
        premises = premises_against_crop(moment, cell, single(values & -values), clash)
        return Reason(premises, tuple(bits(values)))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A crop of level n needs a region of n spaces at least, and none as large fits here ({crops}). "
            "Look at {spaces}.",
            crops=values,
            spaces=spaces,
        )


class EveryShape(Technique):
    """All regions that are still possible were tried with all crops that are still possible."""

    id = "every-shape"
    name = T("Every possible region tried")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Terrains, growth and crops that no planting of any possible region allows."""
        masks = known.masks
        used = [0] * known.table.size
        outlines: list[Outline] = []
        for terrain in range(len(TERRAINS)):
            fitting = []
            covered = 0
            for shape in known.shapes(terrain):
                cells, _, size, spaces = shape
                full = (1 << size) - 1
                found = plantings(tuple([masks[cell] >> FIRST_CROP & full for cell in spaces]))
                if found is None:
                    continue
                fitting.append(shape)
                covered |= cells
                for cell, crops in zip(spaces, found, strict=True):
                    used[cell] |= crops
            outlines.append(outline_of(fitting, known.must[terrain]))
            for cell in bits(known.can[terrain] & ~covered):
                yield Finding(self, ((cell, 1 << terrain),), (_TERRAIN, terrain, 0))
        for group, added in grown_groups(known, outlines.__getitem__):
            others = TERRAIN_BITS & ~(1 << group.terrain)
            for cell in bits(added):
                yield Finding(self, ((cell, others),), (_GROWTH, group.terrain, group.cells))
        for cell in range(known.table.size):
            removed = masks[cell] & ~(used[cell] << FIRST_CROP) & ~TERRAIN_BITS
            for value in bits(removed):
                yield Finding(self, ((cell, 1 << value),), (_CROP, value, 0))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """What blocks the shapes, or the crops in them."""
        kind, value, cells = finding.about
        cell = finding.removed[0][0]
        if kind == _CROP:
            clash = planting_clash(moment.known, cell, value)
            return Reason(premises_against_crop(moment, cell, value, clash), (value,))
        clash = planting_clash(moment.known)
        if kind == _TERRAIN:
            return Reason(premises_against_terrain(moment, cell, value, clash), (value,))
        group = Group(value, cells, closed=False)
        return Reason(premises_for_growth(moment, cell, group, clash), (value,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "All regions possible here were tried with all crops they may have; none allows anything else "
            "({values}). Look at {spaces}.",
            values=values,
            spaces=spaces,
        )
