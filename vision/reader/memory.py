"""What lay on the board when it was last seen: pieces are added, and hardly ever changed.

Seen from above, a small disc looks like a meeple of its colour. Which of the two it is, is told by what lay there before: a
meeple comes and goes in every turn, but a disc does not become another one, nor does it lie on the bare board. And who can
hardly be made out on a tile of their colour is rather still there than gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reader.colours import Indices
from vision.reader.flats import NOTHING, Ways
from vision.reader.sheet import Floats
from vision.reading import Opinion

_FORGOTTEN = -1
_CHANGED = np.float32(-5.0)  # the logarithm of how much rarer a piece is changed than a meeple comes
_STRAY = np.float32(
    -1.0
)  # the same for a disc on the bare board, which is rare for a reader without memory, too
_GONE = np.float32(-2.0)  # the same for a meeple that is gone from one space, or has become another one
_KINDS: tuple[tuple[object, ...], ...] = ((None, *Terrain), (None, *Crop), (None, *Colour))


@dataclass(frozen=True, eq=False)
class Memory:
    """For each space the numbers of the terrain and the crop that surely lay there, and of the meeple."""

    terrains: Indices
    crops: Indices
    meeples: Indices

    @classmethod
    def of(cls, before: Sequence[Sequence[Opinion[Any] | None]]) -> Memory:
        """From what was sure of each space: terrain, crop and meeple; None where nothing was."""
        numbers = [
            [
                _FORGOTTEN if part is None else kinds.index(part.value)
                for part, kinds in zip(space, _KINDS, strict=True)
            ]
            for space in before
        ]
        return cls(*np.array(numbers, np.int64).reshape(-1, len(_KINDS)).T)

    def at(self, spaces: Indices) -> Memory:
        """Of some spaces."""
        return Memory(self.terrains[spaces], self.crops[spaces], self.meeples[spaces])

    def rarity(self, ways: Ways) -> Floats:
        """How much rarer each way is than it looks, by its logarithm: space, way."""
        tiles, discs = self.terrains[:, None], self.crops[:, None]
        changed = ((tiles > NOTHING) & (ways.terrains != tiles)) | ((discs > NOTHING) & (ways.crops != discs))
        stray = (tiles == NOTHING) & (ways.terrains == NOTHING) & (ways.crops > NOTHING)
        return np.asarray(changed * _CHANGED + stray * _STRAY, np.float32)

    def absence(self, colours: int) -> Floats:
        """How much rarer each of so many colours is than it looks, none being the first: space, colour."""
        others = np.arange(colours) != self.meeples[:, None]
        return np.asarray(((self.meeples > NOTHING)[:, None] & others) * _GONE, np.float32)
