"""What was read of a board: for every space terrain, crop and meeple, each with how sure it is.

>>> nothing: Opinion[Crop] = Opinion(None, 0.99)
>>> space = SpaceReading(Opinion(Terrain.SAND, 0.98), nothing, Opinion(None, 0.97))
>>> space.token, space.sure
('S.', True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.tiwanaku.board import Board, Space
from companion.tiwanaku.pieces import Colour, Crop, Terrain

Thing = TypeVar("Thing", Terrain, Crop, Colour)
SURE = 0.9


@dataclass(frozen=True, slots=True)
class Opinion(Generic[Thing]):
    """What is thought to lie there, ``None`` being nothing, and the probability that this is right.

    ``seen`` is false where something covers the place: then the value is not a guess but ``None``. ``unknown`` says that
    something lies there that was never learnt; its value is ``None``, too.
    """

    value: Thing | None
    probability: float
    seen: bool = True
    unknown: bool = False

    @property
    def sure(self) -> bool:
        """Whether to rely on it."""
        return self.seen and not self.unknown and self.probability > SURE


@dataclass(frozen=True, slots=True)
class SpaceReading:
    """What one space shows."""

    terrain: Opinion[Terrain]
    crop: Opinion[Crop]
    meeple: Opinion[Colour]

    @property
    def sure(self) -> bool:
        """Whether all of it is sure."""
        return self.terrain.sure and self.crop.sure and self.meeple.sure

    @property
    def token(self) -> str:
        """As in a position's grid."""
        terrain, crop = self.terrain.value, self.crop.value
        return ("." if terrain is None else terrain.letter) + ("." if crop is None else str(crop.level))


@dataclass(frozen=True)
class Reading:
    """What a whole board shows; by the spaces' index."""

    board: Board
    spaces: tuple[SpaceReading, ...]

    def at(self, space: Space) -> SpaceReading:
        """What one space shows."""
        return self.spaces[space.index]

    @property
    def grid(self) -> list[list[str]]:
        """Tokens row by row."""
        width = self.board.columns
        tokens = [space.token for space in self.spaces]
        return [tokens[start : start + width] for start in range(0, len(tokens), width)]

    @property
    def meeples(self) -> dict[Space, Colour]:
        """Where meeples stand."""
        read = zip(self.board.spaces, self.spaces, strict=True)
        return {space: found.meeple.value for space, found in read if found.meeple.value is not None}

    @property
    def unsure(self) -> list[Space]:
        """The spaces that are not wholly sure."""
        return [space for space, found in zip(self.board.spaces, self.spaces, strict=True) if not found.sure]
