"""Which frontiers are worth following: learned from a random sweep, used by the next one.

A frontier's promise is how many boards it leads to. It is modelled as a product of one number for each of its
features: what lies in each slot, how many tiles of each terrain are left, how many regions the stock allows. The
numbers are fitted so that the sums over each feature's values agree with those that the sweep saw; what it saw
rarely stays near one. A guide may be wrong without harm: it decides what is looked at, the weights make up for it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.grid import CROP_COUNT, TERRAIN_COUNT, Layout
from companion.tiwanaku.deduction.laying import Frontiers

Floats = npt.NDArray[np.float64]
# How often each feature is fitted, and how many boards' worth of doubt there is about each of its values.
_ROUNDS = 4
_DOUBT = 2.0
# The share of attention that goes to frontiers whatever the guide says.
_OPEN_MIND = 0.1
_VALUES = 1 << 10


class Guide:
    """The promise of frontiers after one space."""

    def __init__(self, rows: int, frontiers: Frontiers, ways: Floats, ahead: Floats) -> None:
        self._layout = Layout(rows)
        features = self._features(frontiers)
        seen = ways * ahead
        total = float(seen.sum())
        self._factors = np.ones((len(features), _VALUES))
        if not total:
            return
        doubt = _DOUBT * float((seen**2).sum()) / total
        observed = [np.bincount(feature, weights=seen, minlength=_VALUES) for feature in features]
        expected = ways * (total / ways.sum())
        for _ in range(_ROUNDS):
            for number, feature in enumerate(features):
                sums = np.bincount(feature, weights=expected, minlength=_VALUES)
                ratio = (observed[number] + doubt) / (sums + doubt)
                self._factors[number] *= ratio
                expected = expected * ratio[feature]

    def promise(self, frontiers: Frontiers) -> Floats:
        """How promising frontiers are, compared with each other."""
        result = np.ones(len(frontiers))
        for number, feature in enumerate(self._features(frontiers)):
            result *= self._factors[number][feature]
        return result

    def _features(self, frontiers: Frontiers) -> list[npt.NDArray[np.intp]]:
        layout = self._layout
        front, left = frontiers.front.astype(np.int64), frontiers.left.astype(np.int64)
        regions = front >> layout.region_shift
        crops = front >> layout.crop_shift & (1 << layout.region_shift - layout.crop_shift) - 1
        found = []
        for slot in range(1, layout.slots):
            group = regions >> 5 * (slot - 1) & 31
            crop = crops // CROP_COUNT**slot % CROP_COUNT
            found.append((front >> 2 * slot & 3) << 8 | group << 3 | crop)
        found += [left >> 5 * terrain & 31 for terrain in range(TERRAIN_COUNT + 1)]
        return found


def weighted(ways: Floats, promise: Floats) -> Floats:
    """By which weights frontiers are picked."""
    guided = ways * promise
    total, all_ways = float(guided.sum()), float(ways.sum())
    if not total:
        return ways
    result: Floats = guided * ((1 - _OPEN_MIND) / total) + ways * (_OPEN_MIND / all_ways)
    return result
