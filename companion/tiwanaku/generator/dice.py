"""Chance that falls the same on every machine and every Python.

Python promises that ``Random(seed).random()`` stays what it is, and promises nothing for ``shuffle`` or
``choice``: so all choices here are made from ``random()`` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")


class Dice:
    """A source of choices that a seed determines wholly.

    >>> Dice(7).shuffled("condor") == Dice(7).shuffled("condor")
    True
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random  # noqa: S311 (games, not secrets between enemies)

    def below(self, limit: int) -> int:
        """A whole number from 0 to one below the limit."""
        return int(self._random() * limit)

    def pick(self, things: Sequence[Thing]) -> Thing:
        """One of the things."""
        return things[int(self._random() * len(things))]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, each as likely as its weight."""
        point = self._random() * sum(weights)
        for index, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return index
        return len(weights) - 1

    def shuffled(self, things: Sequence[Thing]) -> list[Thing]:
        """The things in a new order."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = int(self._random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        return order
