"""Planting land: crops 1..n in every region of n, equal ones never touching. Crops here are bits: level 1 is bit 0.

The same search plants by chance, and counts layouts: the proof that a scenario has one solution, by exhaustion,
apart from the techniques of the ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from companion.tiwanaku.explain.tables import bits, tables
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.generator.land import Land

# Most land that can be planted at all is planted in far fewer steps.
_MOST_STEPS = 150
Order = Callable[[list[int]], Iterable[int]]


@dataclass(frozen=True, slots=True)
class Solution:
    """Land, and the level of every space by index."""

    land: Land
    levels: tuple[int, ...]


def plant(land: Land, dice: Dice) -> Solution | None:
    """A random legal planting; None if none was found in a reasonable number of steps."""
    search = _Search(land, {}, dice.shuffled, _MOST_STEPS)
    found = search.layouts(1)
    return Solution(land, found[0]) if found else None


def has_one_layout(solution: Solution, given: Iterable[int]) -> bool:
    """Whether the land can be planted in one way only if the crops of these spaces are given."""
    levels = {index: solution.levels[index] for index in given}
    return len(_Search(solution.land, levels, list, None).layouts(2)) == 1


class _Search:
    """A search that always plants the space with the fewest choices left."""

    def __init__(self, land: Land, given: Mapping[int, int], order: Order, most_steps: int | None) -> None:
        table = tables(land.board.rows, land.board.columns)
        self._order = order
        self._steps_left = most_steps
        self._everywhere = table.every
        self._choices = [0] * table.size
        self._rivals = [0] * table.size
        for region in land.regions:
            for index in bits(region):
                self._choices[index] = (1 << region.bit_count()) - 1
                self._rivals[index] = table.around[index] | region & ~(1 << index)
        for index, level in given.items():
            self._choices[index] &= 1 << level - 1

    def layouts(self, limit: int) -> list[tuple[int, ...]]:
        """At most so many layouts, as levels by index."""
        found: list[tuple[int, ...]] = []
        if all(self._choices):
            self._search(self._choices, self._everywhere, found, limit)
        return found

    def _search(self, choices: list[int], open_spaces: int, found: list[tuple[int, ...]], limit: int) -> None:
        if not open_spaces:
            found.append(tuple(choice.bit_length() for choice in choices))
            return
        if self._steps_left is not None:
            self._steps_left -= 1
        index = self._tightest(choices, open_spaces)
        left = open_spaces & ~(1 << index)
        for level in self._order(list(bits(choices[index]))):
            if len(found) >= limit or self._steps_left == 0:
                return
            planted = self._with_crop(choices, index, 1 << level, left)
            if planted:
                self._search(planted, left, found, limit)

    def _tightest(self, choices: list[int], open_spaces: int) -> int:
        fewest, tightest = 6, 0
        for index in bits(open_spaces):
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
        for rival in bits(self._rivals[index] & left):
            planted[rival] &= ~crop
            if not planted[rival]:
                return None
        return planted
