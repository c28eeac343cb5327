"""From a picture and where the board lies in it to what lies on every space.

picture ──► cells ──► the lamp taken away ──► what lies flat ──► what stands on it ──► opinions
                                                                        │ badly explained
                                                                        ▼
                                                          the same under other lights, unsure
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.tiwanaku.board import Board
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.pose import BoardPose, Picture
from vision.reader.cells import Cells
from vision.reader.colours import Indices
from vision.reader.cover import covered
from vision.reader.flats import LEVELS
from vision.reader.knowledge import PieceKnowledge
from vision.reader.memory import Memory
from vision.reader.shapes import disc_masks, middle_shift
from vision.reader.sheet import Flags, Floats, Unroller
from vision.reader.weighing import Scales, Weighed
from vision.reading import Opinion, Reading, SpaceReading, Thing

_STRANGE = 0.3  # of the middle of a space: with more of it unlike anything known, something may stand there
_LITTLE = 0.2  # of a space: less of a tile is too little to tell it from one never seen
_POOR = 0.56  # of what is seen of a space: with less of it as it should be, nothing is sure
_POORER = 0.66  # of how much that is as a rule, where even that is little: some prints are hard to describe
_SEVERAL = 3  # spaces with the same crop, from which on it is known how well that is explained as a rule
_EVEN = 0.5
_HANDS = 0.08  # of a space: with more of it under a hand nothing is read there
_UNSEEN = SpaceReading(
    Opinion(None, 0.0, seen=False), Opinion(None, 0.0, seen=False), Opinion(None, 0.0, seen=False)
)
_CROWDED = 0.0  # beside one meeple: where two are likelier than this, they are two
_PERHAPS_CROWDED = -3.5
_FAIR = 0.65  # of a space: with less of it explained by one meeple, two explain almost anything
_MUCH_FAIRER = 8.0  # but when they are so much likelier than one, they are two all the same
_SOLID = 0.5  # of what a meeple hides: with less of it in one piece, it is doubted
_PATCH = 12  # cells in one piece unlike the ground around: it may not be bare
_LARGER_PATCH = 1.5  # by which the patches of a print may be larger than they usually are
_SMALL = 3  # level: up to this discs are no larger than a meeple
_HIDING = tuple(crop for crop in Crop if crop.level <= _SMALL)
_HARDLY = 0.12  # by which such a disc is less sure, were all of it under a meeple
_HIDDEN = 0.68  # of a disc: with more of it under a meeple nobody can tell whether it lies there


class Reader:
    """Reads pictures of one board with what is known of its pieces."""

    def __init__(self, board: Board, knowledge: PieceKnowledge) -> None:
        self.board = board
        self.knowledge = knowledge
        self._unroller = Unroller()

    def read(self, picture: Picture, pose: BoardPose, memory: Memory | None = None) -> Reading:
        """What every space shows; nothing is seen where the picture does not show the board there.

        ``memory`` is what lay there before, if that is known.
        """
        sheet = self._unroller.unroll(picture, pose)
        lamp, noise = self.knowledge.light(sheet)
        if lamp.plain:
            return Reading(self.board, (_UNSEEN,) * len(self.board.spaces))
        even = lamp.removed(sheet.colours)
        cells = Cells.of(sheet, even)
        weighed = Scales(self.knowledge, cells, noise, memory).weigh()
        poor = np.flatnonzero(_is_poor(weighed))
        if len(poor):
            others = cells.otherwise(poor)
            then = None if memory is None else memory.at(np.resize(poor, len(others.bins)))
            weighed = weighed.with_better(poor, Scales(self.knowledge, others, noise, then).weigh())
        spaces = list(self._spaces(weighed))
        rim = self.knowledge.rim(sheet.rows, sheet.columns)
        if rim is None:  # without this board's own picture the light is only guessed
            spaces = [SpaceReading(_doubted(s.terrain), _doubted(s.crop), _doubted(s.meeple)) for s in spaces]
        else:
            hands = covered(even, rim, sheet.seen, weighed.explained)
            for number in np.flatnonzero(hands > _HANDS):
                spaces[number] = _UNSEEN
        return Reading(self.board, tuple(spaces))

    def _spaces(self, weighed: Weighed) -> tuple[SpaceReading, ...]:
        known = weighed.crops[:, : LEVELS + 1]
        strange = weighed.crops[:, LEVELS + 1 :].sum(axis=1, keepdims=True)
        terrains = _opinions(weighed.terrains, tuple(Terrain))
        crops = _opinions(np.concatenate([known, strange], axis=1), tuple(Crop))
        meeples = _opinions(weighed.colours, tuple(Colour))
        self._doubt(weighed, terrains, crops, meeples)
        for number in np.flatnonzero(_pairs(weighed) > _CROWDED).tolist():
            crops[number] = Opinion(None, crops[number].probability, seen=False)
            meeples[number] = Opinion(None, meeples[number].probability, unknown=True)
        for number, meeple in enumerate(meeples):
            if meeple.value is not None or meeple.unknown:
                hidden = self._hidden(crops[number].value, weighed.hidden[number])
                if hidden > _HIDDEN:
                    crops[number] = Opinion(None, crops[number].probability, seen=False)
                elif crops[number].value in _HIDING:
                    crops[number] = _less(crops[number], 1 - _HARDLY * hidden)
        return tuple(SpaceReading(*parts) for parts in zip(terrains, crops, meeples, strict=True))

    def _doubt(
        self,
        weighed: Weighed,
        terrains: list[Opinion[Terrain]],
        crops: list[Opinion[Crop]],
        meeples: list[Opinion[Colour]],
    ) -> None:
        """Where a space is explained badly, nothing is sure.

        While kinds are missing, what is not explained may be one of them, whatever is likelier.
        """
        for number in np.flatnonzero(weighed.solid < _SOLID):
            share = float(weighed.solid[number]) / _SOLID
            terrains[number], crops[number] = _less(terrains[number], share), _less(crops[number], share)
            meeples[number] = _less(meeples[number], share)
        patchy = weighed.patches >= self._most_patch(weighed)
        for number in np.flatnonzero(patchy | (_pairs(weighed) > _PERHAPS_CROWDED)):
            crops[number], meeples[number] = _doubted(crops[number]), _doubted(meeples[number])
        for place, (meeple, crop) in enumerate(zip(meeples, crops, strict=True)):
            # Who cannot tell whether somebody stands there cannot tell a small disc from them.
            if not meeple.sure and crop.value is not None and crop.value.level <= _SMALL:
                crops[place] = _doubted(crop)
        fits, laid = weighed.fit, _laid(weighed)
        for number in np.flatnonzero(fits < least_fits(fits, laid, weighed.crops.argmax(axis=1))):
            terrains[number], crops[number] = _doubted(terrains[number]), _doubted(crops[number])
        for number in np.flatnonzero(fits < _enough(fits[laid])):
            # On a print that is hard to describe anybody may seem to stand.
            meeples[number] = _doubted(meeples[number])
        if not all(self.knowledge.knows(colour) for colour in Colour):
            for number in np.flatnonzero(weighed.strange > _STRANGE):
                crops[number], meeples[number] = _doubted(crops[number]), _doubted(meeples[number])
        if not all(self.knowledge.knows(terrain) for terrain in Terrain):
            for number in np.flatnonzero(weighed.ground < _LITTLE):
                terrains[number] = _doubted(terrains[number])

    def _most_patch(self, weighed: Weighed) -> Floats:
        """How large a patch may be on each space if nothing lies or stands there."""
        usual = [self.knowledge.usual_patch(terrain) for terrain in (None, *Terrain)] + [0]
        return np.asarray(
            _PATCH + _LARGER_PATCH * np.array(usual)[weighed.terrains.argmax(axis=1)], np.float32
        )

    def _hidden(self, crop: Crop | None, covered: np.ndarray) -> float:
        """How much of a disc is covered; of the smallest, which may lie there unseen, where there is none."""
        radius = self.knowledge.radius(Crop.SWEET_POTATO if crop is None else crop)
        disc = disc_masks(radius)[middle_shift()].sum(axis=0)
        return float((disc * covered).sum() / disc.sum())


def _pairs(weighed: Weighed) -> Floats:
    """How much likelier two meeples are on each space than one, where that tells anything."""
    tells = (weighed.fit > _FAIR) | (weighed.crowded > _MUCH_FAIRER)
    return np.where(tells, weighed.crowded, np.float32(-np.inf))


def _is_poor(weighed: Weighed) -> Flags:
    """Where what is seen is explained so badly that another light should be tried; sooner where somebody seems to stand."""
    stands = weighed.colours.argmax(axis=1) > 0
    return np.asarray(weighed.fit < np.where(stands, _POOR, _enough(weighed.fit[_laid(weighed)])))


def _laid(weighed: Weighed) -> Flags:
    return np.asarray(weighed.terrains.argmax(axis=1) > 0)


def least_fits(fits: Floats, laid: Flags, crops: Indices) -> Floats:
    """How much of each space must look as it should, lest nobody can be sure of what lies there.

    Where even that is little on most tiles, or on most with the same crop, their prints are hard to describe.
    """
    found = np.full(len(fits), _enough(fits[laid]), np.float32)
    for crop in range(1, LEVELS + 1):
        mine = crops == crop
        if mine.sum() >= _SEVERAL:
            found[mine] = np.minimum(found[mine], _enough(fits[mine]))
    return found


def _enough(fits: Floats) -> float:
    return min(_POOR, _POORER * float(np.median(fits))) if len(fits) else _POOR


def _less(opinion: Opinion[Thing], share: float) -> Opinion[Thing]:
    return replace(opinion, probability=opinion.probability * share)


def _doubted(opinion: Opinion[Thing]) -> Opinion[Thing]:
    return replace(opinion, probability=min(opinion.probability, _EVEN)) if opinion.sure else opinion


def _opinions(chances: Floats, things: tuple[Thing, ...]) -> list[Opinion[Thing]]:
    """From chances of nothing, of each thing, and of something unknown."""
    return [
        Opinion(
            things[number - 1] if 0 < number <= len(things) else None,
            float(row[number]),
            unknown=number > len(things),
        )
        for number, row in zip(chances.argmax(axis=1).tolist(), chances, strict=True)
    ]
