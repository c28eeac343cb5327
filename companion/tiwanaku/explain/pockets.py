"""Counting the places: how many tiles of a terrain its pockets can take at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tiwanaku.board import Space
from companion.tiwanaku.explain.crops import CROP_VALUES
from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.technique import Finding, Moment, Reason, Technique, certain, never, single
from companion.tiwanaku.tables import Shape, Tables, bits
from companion.tiwanaku.values import TERRAIN_BITS
from companion.words import Spoken, T, Text

# Beyond this nobody counts, and neither do we.
_MOST_CHOICES = 14
_MOST_TRIES = 1500
_MOST_SPARE = 8


class _TooManyTriesError(Exception):
    pass


class Pocket:
    """Spaces that hang together and may have a terrain, and the ways to lay its regions there."""

    def __init__(self, cells: int, certain_cells: int, shapes: Sequence[Shape]) -> None:
        self.cells = cells
        self._certain = cells & certain_cells
        self._shapes: dict[int, list[Shape]] = {cell: [] for cell in bits(cells)}
        for shape in shapes:
            if not shape.cells & ~cells:
                for cell in shape.spaces:
                    self._shapes[cell].append(shape)
        self._tries = 0
        self.most = cells.bit_count()
        self.always = self._certain
        self.ever = cells

    def count(self) -> None:
        """Find out how many tiles fit at most; leaves the rough guess if that takes too long."""
        if (self.cells & ~self._certain).bit_count() > _MOST_CHOICES:
            return
        least, best = self._certain.bit_count(), -1
        try:
            self._tries = 0
            for laid in self._ways(self.cells, 0, least):
                best = max(best, laid.bit_count())
                if best == self.cells.bit_count():
                    break
            self.most = best
        except _TooManyTriesError:
            return

    def lay(self, least: int) -> bool:
        """Find out which spaces are always and which ever used by at least so many tiles."""
        if (self.cells & ~self._certain).bit_count() > _MOST_CHOICES:
            return False
        always, ever = self.cells, 0
        self._tries = 0
        try:
            for laid in self._ways(self.cells, 0, least):
                always &= laid
                ever |= laid
        except _TooManyTriesError:
            return False
        self.always, self.ever = always, ever
        return True

    def _ways(self, free: int, laid: int, least: int) -> Iterator[int]:
        self._tries += 1
        if self._tries > _MOST_TRIES:
            raise _TooManyTriesError
        if laid.bit_count() + free.bit_count() < least:
            return
        if not free:
            yield laid
            return
        first = free & self._certain or free
        cell = (first & -first).bit_length() - 1
        for shape in self._shapes[cell]:
            if not shape.cells & ~free:
                yield from self._ways(free & ~shape.cells & ~shape.halo, laid | shape.cells, least)
        if not self._certain >> cell & 1:
            yield from self._ways(free & ~(1 << cell), laid, least)


def pockets(table: Tables, can: int, must: int, shapes: Sequence[Shape]) -> list[Pocket]:
    """The spaces that may have a terrain, parted where they do not touch."""
    found = []
    while can:
        cells = table.touching(can & -can, can)
        can &= ~cells
        found.append(Pocket(cells, must, shapes))
    return found


def _ruled_out(terrain: int, total: int, must: int, parts: Sequence[Pocket]) -> Iterator[tuple[int, int]]:
    """What all ways to lay so many tiles of the terrain rule out; everything on a space if there is none."""
    for pocket in parts:
        pocket.count()
    spare = sum(pocket.most for pocket in parts) - total
    if spare < 0:
        yield single(parts[0].cells & -parts[0].cells), TERRAIN_BITS
        return
    for pocket in parts:
        if pocket.lay(pocket.most - spare):
            for cell in bits(pocket.always & ~must):
                yield cell, TERRAIN_BITS & ~(1 << terrain)
            for cell in bits(pocket.cells & ~pocket.ever):
                yield cell, 1 << terrain


class TilesMustFit(Technique):
    """The tiles of a terrain that are left only just fit into the pockets that are left for it."""

    id = "tiles-must-fit"
    name = T("The remaining tiles only just fit")

    def find(self, known: Knowledge) -> Iterator[Finding]:
        """Spaces that every way to lay the remaining tiles uses, or none."""
        if known.limits is None:
            return
        for terrain, total in enumerate(known.limits.tiles):
            can, must = known.can[terrain], known.must[terrain]
            if can.bit_count() - total > _MOST_SPARE or can == must:
                continue
            shapes = known.shapes(terrain)
            laid = known.laid[terrain]
            if laid is None:
                parts = pockets(known.table, can, must, shapes)
                laid = known.laid[terrain] = tuple(_ruled_out(terrain, total, must, parts))
            for removed in laid:
                yield Finding(self, (removed,), (terrain,))
                if removed[1] == TERRAIN_BITS:
                    return

    def reason(self, moment: Moment, finding: Finding, wanted: int) -> Reason:
        """All that narrows the pockets down: spaces without the terrain, those with it, and crops in the pockets."""
        (terrain,) = finding.about
        known = moment.known
        can, must = known.can[terrain], known.must[terrain]
        premises = never(known.table.every & ~can, terrain) | certain(must, terrain)
        for value in CROP_VALUES:
            premises |= certain(known.must[value] & can, value)
        return Reason(premises, (terrain,), counting=True)

    def sentence(self, spaces: Sequence[Space], values: Sequence[Spoken]) -> Text:
        """The reason in words."""
        return T(
            "The tiles of the scenario are counted, and those left only just fit into the places left for them "
            "({terrain}). Look at {spaces}.",
            terrain=values,
            spaces=spaces,
        )
