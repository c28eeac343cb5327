"""From a picture and where the board lies in it to what lies on every space."""

from __future__ import annotations

import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.pose import BoardPose, Picture
from vision.reader.cells import Cells
from vision.reader.knowledge import PieceKnowledge
from vision.reader.shapes import disc_masks, middle_shift
from vision.reader.sheet import unroll
from vision.reader.weighing import NOTHING, UNKNOWN, Scales, Weighed
from vision.reading import SURE, Opinion, Reading, SpaceReading, Thing

_HIDDEN = 0.5  # of a disc: with more of it covered it is unseen


class Reader:
    """Reads pictures of one board with what is known of its pieces."""

    def __init__(self, board: Board, knowledge: PieceKnowledge) -> None:
        self.board = board
        self.knowledge = knowledge

    def read(self, picture: Picture, pose: BoardPose) -> Reading:
        """What every space shows."""
        sheet = unroll(picture, pose)
        lamp, noise = self.knowledge.light(sheet)
        weighed = Scales(self.knowledge, Cells.of(sheet, lamp), noise).weigh()
        return Reading(self.board, tuple(self._space(weighed, number) for number in range(len(self.board.spaces))))

    def _space(self, weighed: Weighed, number: int) -> SpaceReading:
        chances = weighed.chances[number]
        terrain = _opinion(weighed.terrains[number], chances.sum(axis=1), tuple(Terrain))
        levels = np.where(weighed.crops[number] > len(Crop), UNKNOWN, weighed.crops[number])
        crop = _opinion(levels, chances.sum(axis=1), tuple(Crop))
        meeple = _opinion(np.array(weighed.colours), chances.sum(axis=0), tuple(Colour))
        if meeple.value is not None or meeple.unknown:
            radius = self.knowledge.radius(Crop.SWEET_POTATO if crop.value is None else crop.value)
            disc = disc_masks(radius)[middle_shift()].sum(axis=0)
            hidden = float((disc * weighed.covered[number]).sum()) / float(disc.sum())
            if crop.probability < SURE or hidden > _HIDDEN:
                crop = Opinion(None, crop.probability, seen=False)
        return SpaceReading(terrain, crop, meeple)


def _opinion(numbers: np.ndarray, chances: np.ndarray, things: tuple[Thing, ...]) -> Opinion[Thing]:
    sums = {int(number): float(chances[numbers == number].sum()) for number in np.unique(numbers)}
    best = max(sums, key=lambda number: sums[number])
    if best == UNKNOWN:
        return Opinion(None, sums[best], unknown=True)
    return Opinion(None if best == NOTHING else things[best - 1], sums[best])
