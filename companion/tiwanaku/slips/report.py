"""The report on a transcribed disc: does it fit, and if not, what to look at again.

The report names places only, never what they hold or should hold: a player may read it, and somebody else may
look at those spaces of the disc alone and enter them once more.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import NotLegal
from companion.tiwanaku.board import Space
from companion.tiwanaku.masks import indices, mask
from companion.tiwanaku.pieces import Terrain
from companion.tiwanaku.slips.conflicts import TERRAINS, Grid
from companion.tiwanaku.slips.search import Explanation, explain_slips
from companion.tiwanaku.transcription import Transcription
from companion.words import TN, T, Text

# How many slips it takes for an entry to be wrong.
_ENTERED_ONCE = 1
_SEEN_ON_BOTH_SIDES = 1
_SEEN_AGAIN = 2
# The counts are known to add up, so at least two of them would have to be wrong.
_COUNTS = 2


@dataclass(frozen=True)
class Report:
    """What to look at again: the spaces of the likeliest smallest set, and if they are right, others instead.

    ``both_sides`` are the spaces among them whose start tile is not what the front shows; ``counts`` stands for
    the tile counts on the back. ``proven`` says that no smaller set can explain what is wrong, and that
    this one can.
    """

    look_again: tuple[Space, ...] = ()
    both_sides: tuple[Space, ...] = ()
    counts: bool = False
    instead: tuple[Space, ...] = ()
    proven: bool = True

    @property
    def fits(self) -> bool:
        """Whether nothing speaks against the disc as it was entered."""
        return not self.look_again and not self.counts

    @property
    def texts(self) -> tuple[Text, ...]:
        """The report in sentences, without a word on contents."""
        if self.fits:
            return (T("Everything fits: the laws hold, and front and back agree."),)
        return tuple(self._sentences())

    def _sentences(self) -> list[Text]:
        said = []
        if self.look_again:
            said.append(
                TN(
                    "Something does not fit. Look at {count} space on the disc again and enter it once more: {spaces}.",
                    "Something does not fit. Look at these {count} spaces on the disc again and enter them once more: {spaces}.",
                    len(self.look_again),
                    spaces=self.look_again,
                )
            )
        if self.both_sides:
            said.append(T("Front and back of the disc differ here: {spaces}.", spaces=self.both_sides))
        if self.counts:
            said.append(T("Look at the tile counts on the back again and enter them once more."))
        if self.instead:
            said.append(T("If that is right, the slip may be here instead: {spaces}.", spaces=self.instead))
        if not self.proven:
            said.append(
                T("There are many slips: this is where to begin, and a row may be shifted by one space.")
            )
        return said


def report(transcription: Transcription) -> Report:
    """What to look at again on a complete transcription; refused while something is missing."""
    counts = transcription.counts
    if counts is None or transcription.missing:
        raise NotLegal(T("The disc is not entered completely yet."))
    board = transcription.board
    front = [transcription.front[space] for space in board.spaces]
    grid = Grid(
        board,
        tuple(TERRAINS.index(content.terrain) for content in front),
        tuple(int(content.crop) for content in front),
        tuple(counts[terrain] for terrain in Terrain),
    )
    differing = tuple(
        space
        for space in board.spaces
        if transcription.start.get(space, front[space.index]) != front[space.index]
    )
    explained = explain_slips(grid, _weights(transcription), mask(differing))
    best, *others = explained.found
    named = _spaces(transcription, best)
    instead = {space for other in others for space in _spaces(transcription, other)} - set(named)
    return Report(
        look_again=named,
        both_sides=differing,
        counts=bool(best.doubted & grid.counts_bit),
        instead=tuple(space for space in board.spaces if space in instead),
        proven=explained.proven,
    )


def _weights(transcription: Transcription) -> list[int]:
    weights = [
        _ENTERED_ONCE
        + (_SEEN_ON_BOTH_SIDES if space in transcription.start else 0)
        + (_SEEN_AGAIN if space in transcription.confirmed else 0)
        for space in transcription.board.spaces
    ]
    return [*weights, _COUNTS + (_SEEN_AGAIN if transcription.counts_confirmed else 0)]


def _spaces(transcription: Transcription, explanation: Explanation) -> tuple[Space, ...]:
    spaces = transcription.board.spaces
    return tuple(spaces[index] for index in indices(explanation.doubted) if index < len(spaces))
