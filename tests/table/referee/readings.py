"""Readings as an eye would make them: of a table that is known, with doubt where a real one has doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reading import Opinion, Reading, SpaceReading

LARGE = 4
"""From this level on, a disc can be seen around a meeple."""
KINDS = {"terrain": Terrain, "crop": Crop, "meeple": Colour}


@dataclass
class Tabletop:
    """What truly lies and stands on a board; by the spaces' index. ``crowds`` are second meeples."""

    board: Board
    terrains: list[Terrain | None]
    crops: list[Crop | None]
    meeples: list[Colour | None]
    crowds: dict[int, Colour]

    @classmethod
    def of(cls, state) -> Tabletop:
        return cls(state.board, list(state.terrains), list(state.crops), list(state.meeples), {})

    def copy(self) -> Tabletop:
        return Tabletop(self.board, [*self.terrains], [*self.crops], [*self.meeples], dict(self.crowds))


@dataclass(frozen=True)
class Noise:
    """How often a thing is unsure in one reading, and what cannot be read at all: pairs of layer and index.

    ``wrong``: how often a thing is misread for one look, and surely so. ``shows_crops``: whether discs under meeples can be seen at all; small ones never are.
    """

    unsure: float = 0.0
    wrong: float = 0.0
    hidden: frozenset[tuple[str, int]] = frozenset()
    shows_crops: bool = True


def reading_of(top: Tabletop, rng: Random, noise: Noise) -> Reading:
    """A reading of a table."""
    spaces = []
    for index in range(len(top.board.spaces)):
        terrain = _opinion(top.terrains[index], "terrain", index, rng, noise)
        meeple = _opinion(top.meeples[index], "meeple", index, rng, noise)
        crop = _opinion(top.crops[index], "crop", index, rng, noise)
        if index in top.crowds:
            meeple = Opinion(None, 0.99, unknown=True)
        if top.meeples[index] is not None:
            value = top.crops[index]
            if value is None:
                # Some eyes say that nothing lies there, some that they cannot see.
                crop = Opinion(None, 0.99, seen=rng.random() < 0.5)
            elif value < LARGE or not noise.shows_crops or rng.random() < 0.1:
                crop = Opinion(None, 0.99, seen=value < LARGE and rng.random() < 0.2)
            elif crop.sure:
                # Half of it is hidden: of what is left no eye is sure beyond doubt.
                crop = replace(crop, probability=rng.uniform(0.91, 0.97))
        if top.crops[index] is Crop.QUINOA and rng.random() < 0.3:
            terrain = Opinion(None, 0.0, seen=False)
        spaces.append(SpaceReading(terrain, crop, meeple))
    return Reading(top.board, tuple(spaces))


def _opinion(value, layer: str, index: int, rng: Random, noise: Noise):
    if (layer, index) in noise.hidden:
        return Opinion(None, 0.5, seen=False)
    if rng.random() < noise.wrong:
        return Opinion(rng.choice([None, *KINDS[layer]]), rng.uniform(0.91, 0.999))
    if rng.random() < noise.unsure:
        # Unsure, and wrong as often as not.
        return Opinion(None if rng.random() < 0.5 else value, rng.uniform(0.3, 0.9))
    return Opinion(value, rng.uniform(0.985, 0.9999))
