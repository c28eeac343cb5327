"""What lay on the board when it was last seen: pieces are added, and hardly ever changed.

Seen from above, a small disc looks like a meeple of its colour. Which of the two it is, is told by what lay there before: a
meeple comes and goes in every turn, but a disc does not become another one, nor does it lie on the bare board.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from companion.tiwanaku.pieces import Crop, Terrain
from vision.reader.colours import Indices
from vision.reader.flats import NOTHING, Ways
from vision.reader.sheet import Floats
from vision.reading import Opinion

_FORGOTTEN = -1
_CHANGED = np.float32(-3.0)  # the logarithm of how much rarer a piece is changed than a meeple comes
_STRAY = np.float32(-1.0)  # the same for a disc on the bare board, which is rare for a reader without memory, too
_TERRAINS = (None, *Terrain)
_CROPS = (None, *Crop)


@dataclass(frozen=True, eq=False)
class Memory:
    """For each space the number of the terrain and of the crop that surely lay there."""

    terrains: Indices
    crops: Indices

    @classmethod
    def of(cls, lay: Iterable[tuple[Opinion[Terrain] | None, Opinion[Crop] | None]]) -> Memory:
        """From what was sure of each space; None where nothing was."""
        pairs = [(_number(terrain, _TERRAINS), _number(crop, _CROPS)) for terrain, crop in lay]
        return cls(*np.array(pairs, np.int64).reshape(-1, 2).T)

    def at(self, spaces: Indices) -> Memory:
        """Of some spaces."""
        return Memory(self.terrains[spaces], self.crops[spaces])

    def rarity(self, ways: Ways) -> Floats:
        """How much rarer each way is than it looks, by its logarithm: space, way."""
        tiles, discs = self.terrains[:, None], self.crops[:, None]
        changed = ((tiles > NOTHING) & (ways.terrains != tiles)) | ((discs > NOTHING) & (ways.crops != discs))
        stray = (tiles == NOTHING) & (ways.terrains == NOTHING) & (ways.crops > NOTHING)
        return np.asarray(changed * _CHANGED + stray * _STRAY, np.float32)


def _number(opinion: Opinion[Terrain] | Opinion[Crop] | None, things: tuple[object, ...]) -> int:
    return _FORGOTTEN if opinion is None else things.index(opinion.value)
