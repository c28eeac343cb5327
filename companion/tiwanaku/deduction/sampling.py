"""Random sweeps: how likely values are where boards are too many to count, with the error that remains.

Each sweep lays the whole board and keeps a random part of the frontiers on the way. Its counts are right on average,
whatever guides the choice, so each sweep can be guided by what the one before it learned; how much sweeps differ tells
the error of their mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.tiwanaku.deduction.course import Course
from companion.tiwanaku.deduction.frontier import Floats, Pass, Stop, Thinning
from companion.tiwanaku.deduction.guide import Guide, weighted
from companion.tiwanaku.deduction.laying import Frontiers
from companion.tiwanaku.deduction.racing import Counts, Race

# Sweeps for the answer: so many are planned, fewer than the least are no basis for an error, more are not needed.
_PLANNED, LEAST, _ENOUGH = 8, 4, 40
# How many sweeps' worth the error of all values together counts for that of each.
_COMMON_SENSE = 4
# Largest standard error that is good enough to stop.
_GOOD_ERROR = 0.01

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Shares of the boards by space and value, and the standard error of each."""

    boards: float
    shares: Floats
    errors: Floats


@dataclass(frozen=True, slots=True)
class _Sample:
    counts: Counts
    # How many frontiers it kept: by this it counts for more or less.
    kept: int
    # The standard error of the number of boards as a share of it, as far as one sweep can tell.
    spread: float


class Sampler:
    """Random sweeps from the side where they differ least.

    The numbers say how many frontiers sweeps keep: the ``first`` ones from every side, of which one knows nothing and
    one a little; those from the best side that still serve for ``learning``; and ``fewest`` to ``most``, as the time
    allows, those that follow. All but the first make the answer.
    """

    def __init__(
        self,
        race: Race,
        seed: int,
        *,
        first: tuple[int, ...] = (1000, 2000),
        learning: tuple[int, ...] = (4000, 8000),
        fewest: int = 2000,
        most: int = 40_000,
    ) -> None:
        self._random = np.random.default_rng(seed)
        self._first, self._learning, self._fewest, self._most = first, learning, fewest, most
        sides = zip(race.passes, race.courses, strict=True)
        self._sides = [_Side(_start(one, fewest), course) for one, course in sides]

    def scout(self, stop: Stop) -> float | None:
        """First sweeps from every side; about how many boards there are, or None if stopped."""
        for side in self._sides:
            for most in self._first:
                if not side.sweep(most, self._random, stop):
                    return None
        self._sides.sort(key=lambda side: side.spread)
        return self._sides[0].boards

    def estimate(self, clock: Clock, deadline: float, stop: Stop) -> Estimate | None:
        """Sweeps from the best side until the time is up or the error is small; None if they are too few."""
        side, kept, took = self._sides[0], self._first[-1], 0.0
        found: list[_Sample] = []
        for learning in self._learning:
            began = clock()
            if began + took * learning / kept * (LEAST + 1) > deadline:
                break
            sample = side.sweep(learning, self._random, stop)
            if sample is None:
                return None
            found.append(sample)
            kept, took = learning, clock() - began
        if took:
            kept = int(kept * (deadline - clock()) / (took * _PLANNED))
        kept = min(max(kept, self._fewest), self._most)
        while len(found) < _ENOUGH:
            sample = side.sweep(kept, self._random, stop)
            if sample is None:
                break
            found.append(sample)
            if len(found) >= _PLANNED:
                so_far = combined(found)
                if so_far is not None and so_far.errors.max() <= _GOOD_ERROR:
                    break
        return combined(found) if len(found) >= LEAST else None


class _Side:
    """Sweeps from one side, each guided by the one before."""

    def __init__(self, start: Pass, course: Course) -> None:
        self._start = start
        self._course = course
        self._guides: dict[int, Guide] = {}
        self.spread = float("inf")
        self.boards = 0.0

    def sweep(self, most: int, random: np.random.Generator, stop: Stop) -> _Sample | None:
        """One sweep that keeps so many frontiers at most; None if stopped."""
        way = self._start.cut(self._start.laid)
        thinning = Thinning(most, self._attention, random)
        while way.laid < self._course.size:
            if not way.advance(stop, thinning):
                return None
        found, aheads = way.sum_back(way.laying.finished(way.frontiers[-1]).astype(np.float64))
        counts = np.zeros_like(found)
        counts[list(self._course.cells)] = found
        self.boards = float(aheads[0][0])
        self._guides, self.spread = _lessons(way, aheads)
        return _Sample(Counts(self.boards, counts), most, self.spread)

    def _attention(self, laid: int, frontiers: Frontiers, ways: Floats) -> Floats:
        guide = self._guides.get(laid)
        return ways if guide is None else weighted(ways, guide.promise(frontiers))


def _start(one: Pass, widest: int) -> Pass:
    """What a pass has counted before it became wide."""
    return one.cut(max(laid for laid in range(one.laid + 1) if len(one.frontiers[laid]) <= widest))


def _lessons(way: Pass, aheads: list[Floats]) -> tuple[dict[int, Guide], float]:
    """Guides for the next sweep, and the spread: what the thinning after each space adds to it, summed."""
    guides, variance, boards = {}, 0.0, float(aheads[0][0])
    for laid in range(1, way.laid + 1):
        factors = way.factors(laid)
        if factors is not None:
            seen = way.ways[laid] * aheads[laid]
            variance += float(((1 - 1 / factors) * seen**2).sum())
            guides[laid] = Guide(way.laying.course.rows, way.frontiers[laid], way.ways[laid], aheads[laid])
    return guides, variance**0.5 / boards if boards else float("inf")


def combined(samples: list[_Sample]) -> Estimate | None:
    """The mean of sweeps, and the standard errors that their differences tell; None if they met no board.

    Few sweeps tell little about one value, but there are many values: each error is drawn towards what all values
    together say. Errors are widened so that twice the error holds as often for few sweeps as it does for many, and
    none is less than what a value that was never met could have.
    """
    number = len(samples)
    weights = np.array([sample.kept for sample in samples]) / sum(sample.kept for sample in samples)
    boards = weights * [sample.counts.boards for sample in samples]
    total = float(boards.sum())
    if not total:
        return None
    counts = weights[:, None, None] * [sample.counts.by_space for sample in samples]
    shares = counts.sum(axis=0) / total
    apart = counts - boards[:, None, None] * shares
    degrees = number - 1
    variances = number / degrees * (apart**2).sum(axis=0) / total**2
    chance = np.maximum(shares * (1 - shares), 0.0)
    typical = chance * (variances.sum() / max(float(chance.sum()), 1e-9))
    variances = (degrees * variances + _COMMON_SENSE * typical) / (degrees + _COMMON_SENSE)
    degrees += _COMMON_SENSE
    wider = 1 + 1.21 / degrees + 1.44 / degrees**2
    worth = sum(1 / max(sample.spread, 1e-6) ** 2 for sample in samples)
    return Estimate(total, shares, np.maximum(wider * np.sqrt(variances), 1 / worth))
