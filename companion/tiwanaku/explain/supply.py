"""Counting what the groups on the board still need: tiles that are spoken for go nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.cover import Cover, certain_crop_clash
from companion.tiwanaku.explain.crops import CROP_VALUES
from companion.tiwanaku.explain.knowledge import (
    FIRST_CROP,
    TERRAIN_BITS,
    TERRAINS,
    Knowledge,
    Outline,
    outline_of,
)
from companion.tiwanaku.explain.tables import Shape, bits
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, certain, on_cell, single
from companion.tiwanaku.pieces import LARGEST_REGION
from companion.words import Spoken, T, Text

_TERRAIN, _GROWTH, _CROP = range(3)


@dataclass(frozen=True, slots=True)
class Need:
    """How many tiles of a terrain its groups take at least, and how many are left to choose for.

    ``families`` are the groups that may still end up in one region; ``saved`` says by the certain spaces that a region
    takes in how many tiles of the need it serves.
    """

    groups: tuple[int, ...]
    smallest: tuple[int, ...]
    families: tuple[tuple[int, ...], ...]
    saved: dict[int, int]
    slack: int

    @classmethod
    def of(cls, known: Knowledge, terrain: int, total: int) -> Need | None:
        """The need of a terrain; None where some group has no shape left."""
        groups = tuple(cells for kind, cells, _ in known.groups() if kind == terrain)
        smallest = [LARGEST_REGION + 1] * len(groups)
        family = list(range(len(groups)))
        hits = known.outline(terrain).smallest
        for hit, size in hits.items():
            members = [number for number, group in enumerate(groups) if hit & group]
            for number in members:
                smallest[number] = min(smallest[number], size)
            for number in members[1:]:
                old, new = family[number], family[members[0]]
                family = [new if each == old else each for each in family]
        if any(size > LARGEST_REGION for size in smallest):
            return None
        families = tuple(
            tuple(n for n in range(len(groups)) if family[n] == name) for name in sorted(set(family))
        )
        need = cls(groups, tuple(smallest), families, {0: 0}, 0)
        need.saved.update((hit, need._saved(hit)) for hit in hits)
        least = sum(need.least(members) for members in families)
        return cls(groups, tuple(smallest), families, need.saved, total - least)

    def least(self, members: Sequence[int]) -> int:
        """The fewest tiles that these groups of one family take together."""
        if not members:
            return 0
        laid = sum(self.groups[number].bit_count() for number in members)
        return max(laid, *(self.smallest[number] for number in members))

    def _saved(self, hit: int) -> int:
        found = 0
        for members in self.families:
            others = [number for number in members if not self.groups[number] & hit]
            if len(others) < len(members):
                found += self.least(members) - self.least(others)
        return found


class TilesSpokenFor(Technique):
    """The groups of a terrain need so many of its tiles that not enough are left for other regions."""

    id = "tiles-spoken-for"
    name = T("Tiles are needed elsewhere")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces, growth and crops for which too few tiles would be left."""
        if known.limits is None:
            return
        wide = [0] * (len(CROP_VALUES) + 1)
        scarce = False
        for terrain, total in enumerate(known.limits.tiles):
            need = Need.of(known, terrain, total)
            if need is None:
                return
            outline = known.outline(terrain)
            if need.slack < LARGEST_REGION:
                slack, saved, must = need.slack, need.saved, known.must[terrain]
                shapes = [s for s in known.shapes(terrain) if s[2] - saved[s[0] & must] <= slack]
                outline = outline_of(shapes, must)
                scarce = True
                yield from self._of_terrain(known, terrain, need, outline)
            for size, cells in enumerate(outline.covered):
                wide[size] |= cells
        if scarce:
            yield from self._of_crops(known, wide)

    def _of_terrain(self, known: Knowledge, terrain: int, need: Need, outline: Outline) -> Iterator[Finding]:
        covered = 0
        for cells in outline.covered:
            covered |= cells
        for cell in bits(known.can[terrain] & ~covered):
            yield Finding(self, ((cell, 1 << terrain),), (_TERRAIN, terrain, 0))
        for group in need.groups:
            common = -1
            for hit, cells in outline.common.items():
                if hit & group:
                    common &= cells
            if common > 0:
                for cell in bits(common & ~known.must[terrain]):
                    others = TERRAIN_BITS & ~(1 << terrain)
                    yield Finding(self, ((cell, others),), (_GROWTH, terrain, group))

    def _of_crops(self, known: Knowledge, covered: list[int]) -> Iterator[Finding]:
        wide = 0
        for value in reversed(CROP_VALUES):
            wide |= covered[value - FIRST_CROP + 1]
            for cell in bits(known.can[value] & ~wide):
                yield Finding(self, ((cell, 1 << value),), (_CROP, value, 0))

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """The groups, why they need as many tiles, and what blocks the regions that would need no more."""
        kind, value, group = finding.about
        cell = finding.removed[0][0]
        table = moment.known.table
        cover = Cover(moment)
        if kind == _TERRAIN:
            self._block(cover, value, table.shapes_at[cell])
            return Reason(cover.solve(), (value,), counting=True)
        if kind == _GROWTH:
            anchor = single(group & -group)
            cover.premises |= certain(group, value)
            self._block(cover, value, [s for s in table.shapes_at[anchor] if not s.cells >> cell & 1])
            return Reason(cover.solve(), (value,), counting=True)
        size = on_cell(wanted, cell).bit_length() - FIRST_CROP
        for terrain in range(len(TERRAINS)):
            self._block(cover, terrain, [s for s in table.shapes_at[cell] if s.size >= size])
        return Reason(cover.solve(), (value,), counting=True)

    def _block(self, cover: Cover, terrain: int, shapes: Sequence[Shape]) -> None:
        """Block shapes of a terrain: by what lies there, or because too few tiles would be left."""
        known = cover.moment.known
        alive = set(known.shapes(terrain))
        clash = certain_crop_clash(known)
        cover.block(terrain, [shape for shape in shapes if shape not in alive], clash)
        if known.limits is None or not any(shape in alive for shape in shapes):
            return
        need = Need.of(known, terrain, known.limits.tiles[terrain])
        if need is None:
            return
        for number, group in enumerate(need.groups):
            anchor = single(group & -group)
            cover.premises |= certain(group, terrain)
            at_anchor = known.table.shapes_at[anchor]
            cover.block(terrain, [s for s in at_anchor if s.size < need.smallest[number]], clash)
            for family in need.families:
                if number not in family:
                    others = [need.groups[member] for member in family]
                    joining = [s for s in at_anchor if any(s.cells & other for other in others)]
                    cover.block(terrain, joining, clash)

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "The tiles of the scenario are counted: what these regions still need leaves too few for anything "
            "else here ({values}). Look at {spaces}.",
            values=values,
            spaces=spaces,
        )
