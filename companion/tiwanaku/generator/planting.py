"""Planting land: crops 1..n in every region of n, equal ones never touching."""

from __future__ import annotations

from companion.tiwanaku.board import Board
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.land import Land
from companion.tiwanaku.masks import indices, masks_of

# A crop as one bit of a choice: level 1 is bit 0. Most land that can be planted at all is planted in far fewer steps.
_MOST_STEPS = 300


def plant(board: Board, land: Land, dice: Dice) -> tuple[int, ...] | None:
    """A random legal level for every space, by index; None if none was found in a reasonable number of steps."""
    return _Planting(board, land, dice).levels()


class _Planting:
    """A search that always plants the space with the fewest choices left."""

    def __init__(self, board: Board, land: Land, dice: Dice) -> None:
        masks = masks_of(board)
        self._dice = dice
        self._steps = 0
        self._everywhere = masks.everywhere
        self._choices = [0] * len(board.spaces)
        self._rivals = [0] * len(board.spaces)
        for region in land.regions:
            for index in indices(region):
                self._choices[index] = (1 << region.bit_count()) - 1
                self._rivals[index] = masks.around[index] | region & ~(1 << index)

    def levels(self) -> tuple[int, ...] | None:
        choices = self._search(self._choices, self._everywhere)
        return tuple(choice.bit_length() for choice in choices) if choices else None

    def _search(self, choices: list[int], open_spaces: int) -> list[int] | None:
        if not open_spaces:
            return choices
        self._steps += 1
        if self._steps > _MOST_STEPS:
            return None
        index = self._tightest(choices, open_spaces)
        left = open_spaces & ~(1 << index)
        for level in self._dice.shuffled(list(indices(choices[index]))):
            planted = self._with_crop(choices, index, 1 << level, left)
            found = self._search(planted, left) if planted else None
            if found or self._steps > _MOST_STEPS:
                return found
        return None

    def _tightest(self, choices: list[int], open_spaces: int) -> int:
        fewest, tightest = 6, 0
        for index in indices(open_spaces):
            count = choices[index].bit_count()
            if count < fewest:
                fewest, tightest = count, index
                if count == 1:
                    break
        return tightest

    def _with_crop(self, choices: list[int], index: int, crop: int, left: int) -> list[int] | None:
        """The choices after planting a crop, None where a space is left without any."""
        planted = choices.copy()
        planted[index] = crop
        for rival in indices(self._rivals[index] & left):
            planted[rival] &= ~crop
            if not planted[rival]:
                return None
        return planted
