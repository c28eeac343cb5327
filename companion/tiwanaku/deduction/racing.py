"""Exact counting: passes from opposite sides go on until two of them meet.

Always the pass with the fewest frontiers takes the next step, so the passes meet where boards differ least, and a side
where little is known is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.tiwanaku.deduction.course import Course
from companion.tiwanaku.deduction.frontier import Floats, Pass, Stop
from companion.tiwanaku.deduction.grid import CROP_COUNT, TERRAIN_COUNT
from companion.tiwanaku.deduction.laying import Laying
from companion.tiwanaku.deduction.meeting import FarSide

# So many frontiers take some 200 MB.
MOST_IN_ALL = 4_000_000


@dataclass(frozen=True, slots=True)
class Counts:
    """How many boards there are, and by space in how many of them each terrain and each crop lies there."""

    boards: float
    by_space: Floats


class Race:
    """Passes over one position; courses come in pairs from opposite sides."""

    def __init__(self, courses: list[Course]) -> None:
        self.courses = courses
        self.passes = [Pass(Laying(course)) for course in courses]
        self._size = courses[0].size

    def run(self, widest: int, stop: Stop, pairs: Sequence[int] | None = None) -> Counts | None:
        """Go on until the boards are counted; None if stopped, or if all passes have become wider than that.

        With ``pairs`` only these pairs of passes go on.
        """
        numbers = [n for n in range(len(self.passes)) if pairs is None or n // 2 in pairs]
        while not stop():
            number = min(numbers, key=lambda one: self.passes[one].width)
            one = self.passes[number]
            if one.width > widest or self._in_all(numbers) > MOST_IN_ALL or not one.advance(stop):
                return None
            if not one.width:
                return Counts(0.0, np.zeros((self._size, TERRAIN_COUNT + CROP_COUNT)))
            if one.laid == self._size:
                return self._finished(number)
            if one.laid % one.laying.course.rows == 0 and self._meets(number):
                return self._met(number)
        return None

    def best_pair(self) -> int:
        """The pair of passes that has got furthest."""
        return max(range(len(self.passes) // 2), key=lambda pair: sum(self._laid(pair)))

    def _laid(self, pair: int) -> tuple[int, int]:
        return self.passes[2 * pair].laid, self.passes[2 * pair + 1].laid

    def _in_all(self, numbers: list[int]) -> int:
        return sum(len(frontiers) for number in numbers for frontiers in self.passes[number].frontiers)

    def _finished(self, number: int) -> Counts:
        one = self.passes[number]
        found, aheads = one.sum_back(one.laying.finished(one.frontiers[-1]).astype(np.float64))
        counts = np.zeros_like(found)
        counts[list(self.courses[number].cells)] = found
        return Counts(float(aheads[0][0]), counts)

    def _meets(self, number: int) -> bool:
        """Whether the opposite pass has laid the column that this one has just finished."""
        return (
            self.passes[number].laid + self.passes[number ^ 1].laid
            >= self._size + self.passes[number].laying.course.rows
        )

    def _met(self, number: int) -> Counts:
        near = self.passes[number]
        far = self.passes[number ^ 1].cut(self._size + near.laying.course.rows - near.laid)
        meeting = FarSide(far).meet(near)
        counts = np.zeros((self._size, TERRAIN_COUNT + CROP_COUNT))
        for one, ahead, which in ((far, meeting.ahead_of_far, number ^ 1), (near, meeting.ahead, number)):
            found, _ = one.sum_back(ahead)
            counts[list(self.courses[which].cells[: one.laid])] = found
        return Counts(meeting.boards, counts)
