"""The cells of a board's spaces under the reference light, ready to be looked up in what is known of surfaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.reader.colours import BLIND, Indices, Table, bins_of, scaled
from vision.reader.shapes import AREA
from vision.reader.sheet import BLINDING, Flags, Floats, Sheet, by_space

OTHER_LIGHTS = ((-12, 1.0), (12, 1.0), (28, 1.0), (55, 1.0), (0, 0.8), (0, 1.25))  # added, multiplied by
_BRIGHTER = (1.12, 1.3)  # how much brighter than that it may be


@dataclass(frozen=True, eq=False)
class Part:
    """Bins of some cells; those that doubtful ones may have instead; none where none is doubtful."""

    bins: Indices
    doubtful: Flags
    others: tuple[Indices, ...]

    def look_up(self, table: Table, starts: Indices | int = 0) -> Floats:
        """What a table of bins says of each cell; the best of what a doubtful one may be.

        Tables have several columns, which come first in what is found; ``starts`` is where the table of a cell begins.
        """
        found = np.asarray(np.take(table, self.bins + starts, axis=0), np.float32)
        for bins in self.others:
            brighter = np.take(table, (bins + starts)[self.doubtful], axis=0)
            found[self.doubtful] = np.maximum(found[self.doubtful], brighter)
        return np.ascontiguousarray(np.moveaxis(found, -1, 0))


@dataclass(frozen=True, eq=False)
class Cells:
    """All cells by space: colours under the reference light, the same on the scale of surfaces, and their bins.

    A cell too bright for the camera may be brighter than it looks: it is doubtful, and may have other bins.
    """

    colours: Floats  # space, cell, channel
    blinding: Flags | None  # space, cell, channel; None where none is
    told: Flags  # space, cell: in the picture
    values: Floats  # space, cell, part
    bins: Indices  # space, cell
    doubtful: Flags  # space, cell
    others: tuple[Indices, ...]  # space, cell: the bins doubtful ones may have instead; none where none is

    @classmethod
    def of(cls, sheet: Sheet, even: Floats) -> Cells:
        """The cells of a sheet, whose colours under the reference light are given."""

        def cells(whole: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return by_space(whole, sheet.rows, sheet.columns).reshape(-1, AREA, *whole.shape[2:])

        blinding = None
        if sheet.blinding.any():
            blinding = cells(sheet.colours) >= BLINDING
        return cls.of_colours(cells(even), blinding, cells(sheet.inside))

    @classmethod
    def of_colours(cls, colours: Floats, blinding: Flags | None, told: Flags) -> Cells:
        """Cells of these colours; ``blinding`` says which channels are too bright for the camera, if any is."""
        values = scaled(colours)
        bins = bins_of(values)
        bins[~told] = BLIND
        if blinding is None:
            return cls(colours, None, told, values, bins, np.zeros(bins.shape, bool), ())
        doubtful = (blinding[..., 0] | blinding[..., 1] | blinding[..., 2]) & told
        others = []
        for more in _BRIGHTER:
            brighter = bins.copy()
            some = np.where(blinding[doubtful], colours[doubtful] * np.float32(more), colours[doubtful])
            brighter[doubtful] = bins_of(scaled(some))
            others.append(brighter)
        return cls(colours, blinding, told, values, bins, doubtful, tuple(others))

    def otherwise(self, some: Indices) -> Cells:
        """Some spaces as they would be under other lights than they are thought to be: all under the first, and so on."""
        colours = [(self.colours[some] - np.float32(more)) / np.float32(gain) for more, gain in OTHER_LIGHTS]
        again = len(OTHER_LIGHTS)
        blinding = None if self.blinding is None else np.concatenate([self.blinding[some]] * again)
        return Cells.of_colours(np.concatenate(colours), blinding, np.concatenate([self.told[some]] * again))

    def part(self, some: Indices, cells: Indices | None = None) -> Part:
        """All or some cells of some spaces, to be looked up."""
        chosen = some if cells is None else np.ix_(some, cells)
        return Part(self.bins[chosen], self.doubtful[chosen], tuple(bins[chosen] for bins in self.others))
