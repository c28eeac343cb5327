"""What is known of the board before it is looked at: what lay there, and what the game says lies there.

Seen from above, a small disc looks like a meeple of its colour. Which of the two it is, is told by what lay there before: a
meeple comes and goes in every turn, but a disc does not become another one, nor does it lie on the bare board. And who can
hardly be made out on a tile of their colour is rather still there than gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.reader.colours import Indices
from vision.reader.flats import NOTHING, Ways
from vision.reader.sheet import Flags, Floats
from vision.reading import Opinion

_NOT_KNOWN = -1
# Logarithms of how much rarer things are than they look:
_OTHER_TILE = np.float32(-2.0)  # a tile or a large disc is another one, or gone
_OTHER_SMALL_DISC = np.float32(-5.0)  # a small disc is, which looks like a meeple
_NOT_PUT_RIGHT = np.float32(-3.0)  # what was seen lying wrong still lies there, rather than what should
_STRAY = np.float32(-1.0)  # a small disc came to lie on the bare board
_GONE = np.float32(-2.0)  # a meeple is gone, or has become another one
_SOMEBODY_ELSE = np.float32(-2.0)  # another meeple stands where the game has one
_TWO_AT_ONCE = np.float32(-4.0)  # two meeples came to a space where nobody was
_ANOTHER = np.float32(-0.5)  # one came beside another
_LARGE = 4  # from this level on a disc is larger than a meeple
_KINDS: tuple[tuple[object, ...], ...] = ((None, *Terrain), (None, *Crop), (None, *Colour))


@dataclass(frozen=True, eq=False)
class Table:
    """For each space the numbers of its terrain, its crop and its meeple."""

    terrains: Indices
    crops: Indices
    meeples: Indices

    @classmethod
    def of(cls, spaces: Sequence[Sequence[Opinion[Any] | None]]) -> Table:
        """From what is sure of each space: terrain, crop and meeple; None where nothing is."""
        numbers = [
            [
                _NOT_KNOWN if part is None else kinds.index(part.value)
                for part, kinds in zip(space, _KINDS, strict=True)
            ]
            for space in spaces
        ]
        return cls(*np.array(numbers, np.int64).reshape(-1, len(_KINDS)).T)

    @classmethod
    def of_position(cls, position: Position) -> Table:
        """What a game says."""
        spaces = position.board.spaces
        numbers = [
            [
                kinds.index(thing)
                for thing, kinds in zip(
                    (position.terrain(space), position.crop(space), position.meeples.get(space)),
                    _KINDS,
                    strict=True,
                )
            ]
            for space in spaces
        ]
        return cls(*np.array(numbers, np.int64).T)

    def standing(self, spaces: Iterable[int], other: Table) -> Table:
        """The same, but on some spaces with the meeples of another table."""
        meeples = self.meeples.copy()
        some = list(spaces)
        meeples[some] = other.meeples[some]
        return replace(self, meeples=meeples)

    def at(self, spaces: Indices) -> Table:
        """Of some spaces."""
        return Table(self.terrains[spaces], self.crops[spaces], self.meeples[spaces])


@dataclass(frozen=True, eq=False)
class Memory:
    """``seen`` is what surely lay there when it was last seen, ``told`` what the game says, if there is one."""

    seen: Table
    told: Table | None = None

    def at(self, spaces: Indices) -> Memory:
        """Of some spaces."""
        return Memory(self.seen.at(spaces), None if self.told is None else self.told.at(spaces))

    def rarity(self, ways: Ways) -> Floats:
        """How much rarer each way is than it looks, by its logarithm: space, way."""
        seen, told = self.seen, self.told or self.seen
        tiles, discs = (
            (seen.terrains[:, None], told.terrains[:, None]),
            (seen.crops[:, None], told.crops[:, None]),
        )
        small = (discs[0] < _LARGE) & (discs[1] < _LARGE) & (ways.crops < _LARGE)
        bare = (tiles[0] == NOTHING) & (tiles[1] == NOTHING) & (ways.terrains == NOTHING)
        stray = bare & (ways.crops > NOTHING) & (ways.crops < _LARGE)
        # A disc that lies on the bare board while its tile is due there: rather the tile has come as well.
        hasty = (told.terrains[:, None] > NOTHING) & (ways.terrains == NOTHING) & (ways.crops > NOTHING)
        return np.asarray(
            _changed(ways.terrains, *tiles, _OTHER_TILE)
            + _changed(ways.crops, *discs, np.where(small, _OTHER_SMALL_DISC, _OTHER_TILE))
            + stray * _STRAY
            + (hasty & (seen.terrains[:, None] == NOTHING)) * _OTHER_TILE,
            np.float32,
        )

    def absence(self, colours: int) -> Floats:
        """How much rarer each of so many colours is than it looks, none being the first: space, colour."""
        seen, told = self.seen.meeples[:, None], (self.told or self.seen).meeples[:, None]
        every = np.arange(colours)
        is_gone = (seen > NOTHING) & (every != seen) & (every != told)
        is_other = (told > NOTHING) & (every > NOTHING) & (every != told)
        return np.asarray(np.minimum(is_gone * _GONE, is_other * _SOMEBODY_ELSE), np.float32)

    def crowding(self) -> Floats:
        """How much rarer two meeples are on each space than they look."""
        return np.where(self.seen.meeples == NOTHING, _TWO_AT_ONCE, _ANOTHER)


def _changed(now: Indices, seen: Indices, told: Indices, other: Floats | np.float32) -> Floats:
    """How rare it is that something else lies there: pieces are added, and hardly ever changed."""
    laid = _laid(seen, told)
    is_other = laid & (now != told) & (now != seen)
    is_still_wrong = laid & (now == seen) & (seen != told) & (told != _NOT_KNOWN)
    return np.asarray(is_other * other + is_still_wrong * _NOT_PUT_RIGHT, np.float32)


def _laid(seen: Indices, told: Indices) -> Flags:
    """Where a piece lies for all that is known: nothing is added there any more."""
    return np.asarray((seen != NOTHING) & (told != NOTHING) & ((seen > NOTHING) | (told > NOTHING)))
