"""The cells of a board's spaces under the reference light, ready to be looked up in what is known of surfaces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.reader.colours import BLIND, Indices, bins_of, scaled
from vision.reader.light import Light
from vision.reader.shapes import AREA
from vision.reader.sheet import Flags, Floats, Sheet, by_space

BLINDING = 250.0  # grey levels from which on the camera does not tell how bright something is
_BRIGHTER = (1.12, 1.3)  # how much brighter than that it may be


@dataclass(frozen=True, eq=False)
class Cells:
    """All cells by space: colours on the scale of surfaces, their bins, and where a colour may also be brighter."""

    values: Floats  # space, cell, part
    bins: Indices  # space, cell
    doubtful: Indices  # places in ``bins``, all of them counted through
    others: tuple[Indices, ...]  # the bins that those may have instead

    @classmethod
    def of(cls, sheet: Sheet, lamp: Light) -> Cells:
        """The cells of a sheet under some light."""
        raw = by_space(sheet.colours, sheet.rows, sheet.columns).reshape(-1, AREA, 3)
        even = by_space(lamp.removed(sheet.colours), sheet.rows, sheet.columns).reshape(-1, AREA, 3)
        values = scaled(even)
        bins = bins_of(values)
        blinding = raw >= BLINDING
        doubtful = np.flatnonzero(blinding.any(axis=2))
        colours, too_bright = even.reshape(-1, 3)[doubtful], blinding.reshape(-1, 3)[doubtful]
        others = tuple(
            bins_of(scaled(np.where(too_bright, colours * np.float32(more), colours))) for more in _BRIGHTER
        )
        bins[~by_space(sheet.inside, sheet.rows, sheet.columns).reshape(-1, AREA)] = BLIND
        return cls(values, bins, doubtful, others)

    def look_up(self, table: Floats) -> Floats:
        """What a table of bins says of each cell; the best of what a doubtful one may be."""
        found = np.take(table, self.bins)
        if len(self.doubtful):
            best = found.ravel()[self.doubtful]
            for bins in self.others:
                best = np.maximum(best, np.take(table, bins))
            found.ravel()[self.doubtful] = best
        return found

    def look_up_zones(self, tables: Floats, zones: Indices) -> Floats:
        """The same with another table for each cell of a space."""
        width = tables.shape[1]
        start = zones * width
        found = np.take(tables, self.bins + start[None, :])
        if len(self.doubtful):
            own = start[self.doubtful % AREA]
            best = found.ravel()[self.doubtful]
            for bins in self.others:
                best = np.maximum(best, np.take(tables, bins + own))
            found.ravel()[self.doubtful] = best
        return found

    @property
    def told(self) -> Flags:
        """Which cells are in the picture."""
        return self.bins != BLIND
