"""Techniques that look at terrain: full regions, corners, groups that may or may not join, and the supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.crops import CROP_VALUES
from companion.tiwanaku.explain.knowledge import TERRAIN_BITS, TERRAINS, Knowledge
from companion.tiwanaku.explain.tables import bits
from companion.tiwanaku.explain.technique import (
    Finding,
    Moment,
    Reason,
    Technique,
    certain,
    never,
    single,
)
from companion.tiwanaku.pieces import LARGEST_REGION
from companion.words import Spoken, T, Text

TERRAIN_VALUES = range(len(TERRAINS))


class RegionFull(Technique):
    """A region of five spaces cannot grow."""

    id = "region-full"
    name = T("Region is full")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that touch a full region and could still have its terrain."""
        for terrain, cells, _ in known.groups():
            if cells.bit_count() == LARGEST_REGION:
                hit = known.table.halo(cells) & known.can[terrain]
                if hit:
                    removed = tuple((cell, 1 << terrain) for cell in bits(hit))
                    yield Finding(self, removed, (terrain, cells))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The five spaces."""
        terrain, cells = finding.about
        return Reason(certain(cells, terrain), (terrain,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "A region of five is full, and no other region of its terrain may touch it. Full, {terrain}: {spaces}.",
            terrain=values,
            spaces=spaces,
        )


class CornersJoin(Technique):
    """Two spaces of one terrain that touch at a corner are joined by one of the two spaces between them."""

    id = "corners-join"
    name = T("Joined around the corner")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Corners where only one of the spaces between can join them."""
        for terrain in TERRAIN_VALUES:
            can, must = known.can[terrain], known.must[terrain]
            for first, second, between in known.table.corners:
                if first & must and second & must:
                    ways = between & can
                    if ways and not ways & ways - 1 and not ways & must:
                        others = TERRAIN_BITS & ~(1 << terrain)
                        yield Finding(self, ((single(ways), others),), (terrain, first | second, between))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The two that touch, and the way that is blocked."""
        terrain, ends, between = finding.about
        blocked = between & ~moment.known.can[terrain]
        return Reason(certain(ends, terrain) | never(blocked, terrain), (terrain,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Regions of one terrain never touch, so {terrain} at both ends of a corner is one region, "
            "joined between them. One way is blocked. Look at {spaces}.",
            terrain=values,
            spaces=spaces,
        )


class CornerBlocked(Technique):
    """Where both spaces between two corners are of other terrain, the corners are not alike."""

    id = "corner-blocked"
    name = T("Cut off at the corner")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Corners that cannot be joined, with one end certain."""
        for terrain in TERRAIN_VALUES:
            can, must = known.can[terrain], known.must[terrain]
            for first, second, between in known.table.corners:
                if between & can:
                    continue
                for one, other in ((first, second), (second, first)):
                    if one & must and other & can:
                        removed = ((single(other), 1 << terrain),)
                        yield Finding(self, removed, (terrain, one, between))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The certain end and the two spaces between."""
        terrain, one, between = finding.about
        return Reason(certain(one, terrain) | never(between, terrain), (terrain,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Regions of one terrain never touch, not even at a corner, and nothing can join these corners. "
            "Look at {terrain}: {spaces}.",
            terrain=values,
            spaces=spaces,
        )


class StayApart(Technique):
    """A space that would join groups into a region against the laws does not have their terrain."""

    id = "stay-apart"
    name = T("Groups must stay apart")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that would make a region too large or repeat a crop."""
        by_terrain: dict[int, list[int]] = {}
        for terrain, cells, _ in known.groups():
            by_terrain.setdefault(terrain, []).append(cells)
        for terrain, groups in by_terrain.items():
            halos = [known.table.halo(cells) for cells in groups]
            reached = 0
            for halo in halos:
                reached |= halo
            for cell in bits(reached & known.can[terrain] & ~known.must[terrain]):
                joined = 1 << cell
                for cells, halo in zip(groups, halos, strict=True):
                    if halo >> cell & 1:
                        joined |= cells
                if joined.bit_count() > LARGEST_REGION or _repeated(known, joined):
                    yield Finding(self, ((cell, 1 << terrain),), (terrain, joined))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The groups, or only the ways to the two equal crops."""
        terrain, joined = finding.about
        cell, known = finding.removed[0][0], moment.known
        repeated = _repeated(known, joined)
        if repeated:
            value = CROP_VALUES[0] + single(repeated & -repeated)
            twins = known.must[value] & joined
            premises = certain(twins, value)
            for twin in list(bits(twins))[:2]:
                premises |= certain(known.table.path(twin, cell, joined) & ~(1 << cell), terrain)
            return Reason(premises, (terrain, value))
        return Reason(certain(joined & ~(1 << cell), terrain), (terrain,))

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "Joined to one region, these would be more than five spaces or have a crop twice "
            "({values}): {spaces}.",
            values=values,
            spaces=spaces,
        )


def _repeated(known: Knowledge, cells: int) -> int:
    """The crops that are certain on more than one of the spaces, as bits from level 1."""
    found = 0
    for value in CROP_VALUES:
        same = known.must[value] & cells
        if same & same - 1:
            found |= 1 << value - CROP_VALUES[0]
    return found


class SupplyUsedUp(Technique):
    """All tiles of a terrain have their place."""

    id = "supply-used-up"
    name = T("No tiles of this terrain left")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that could still have a terrain whose tiles are all placed."""
        if known.limits is None:
            return
        for terrain, total in enumerate(known.limits.tiles):
            placed, hit = known.must[terrain], known.can[terrain] & ~known.must[terrain]
            if hit and placed.bit_count() >= total:
                yield Finding(self, tuple((cell, 1 << terrain) for cell in bits(hit)), (terrain,))
            elif placed.bit_count() > total:
                yield Finding(self, ((single(placed & -placed), 1 << terrain),), (terrain,))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """All spaces with the terrain, and the count."""
        (terrain,) = finding.about
        return Reason(certain(moment.known.must[terrain], terrain), (terrain,), counting=True)

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "The tiles of the scenario are counted, and all of these have their place. {terrain}: {spaces}.",
            terrain=values,
            spaces=spaces,
        )


class RestGoesHere(Technique):
    """As many places are left for a terrain as tiles."""

    id = "rest-goes-here"
    name = T("All remaining tiles go here")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Terrains with no more places left than tiles."""
        if known.limits is None:
            return
        for terrain, total in enumerate(known.limits.tiles):
            places = known.can[terrain]
            hit = places & ~known.must[terrain]
            others = TERRAIN_BITS & ~(1 << terrain)
            if places.bit_count() == total and hit:
                yield Finding(self, tuple((cell, others) for cell in bits(hit)), (terrain,))
            elif places.bit_count() < total:
                yield Finding(self, ((0, TERRAIN_BITS),), (terrain,))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """All spaces that cannot have the terrain, and the count."""
        (terrain,) = finding.about
        elsewhere = moment.known.table.every & ~moment.known.can[terrain]
        return Reason(never(elsewhere, terrain), (terrain,), counting=True)

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "The tiles of the scenario are counted: exactly as many places are left as tiles. "
            "No place for {terrain}: {spaces}.",
            terrain=values,
            spaces=spaces,
        )


class CropStockUsedUp(Technique):
    """All tiles of a crop that the box holds have their place."""

    id = "crop-stock-used-up"
    name = T("No tiles of this crop left")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that could still have a crop whose tiles are all placed."""
        if known.limits is None:
            return
        for value, stock in zip(CROP_VALUES, known.limits.crops, strict=True):
            placed, hit = known.must[value], known.can[value] & ~known.must[value]
            if hit and placed.bit_count() >= stock:
                yield Finding(self, tuple((cell, 1 << value) for cell in bits(hit)), (value,))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """All spaces with the crop, and the count."""
        (value,) = finding.about
        return Reason(certain(moment.known.must[value], value), (value,), counting=True)

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "The crop tiles of the box are counted, and all of these have their place. {crops}: {spaces}.",
            crops=values,
            spaces=spaces,
        )
