"""Counting ways over the board, space by space, from one of its sides.

A pass keeps for every *frontier* that can be reached (the last spaces laid, the regions still open there, the tiles
left) the number of ways to reach it; the sum over all ways is exact. Where frontiers become too many, a random part of
them can stand for all, weighted so that the expected counts stay right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.grid import CROP_COUNT, TERRAIN_COUNT, Words
from companion.tiwanaku.deduction.laying import Frontiers, Laid, Laying, Numbers, joined

Floats = npt.NDArray[np.float64]
Stop = Callable[[], bool]
# By frontier and its ways: how much attention each deserves.
Attention = Callable[[int, Frontiers, Floats], Floats]
# Frontiers at a time: what is computed on the way then stays in the processor's cache.
_CHUNK = 1 << 13
_MIX = tuple(np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9))


@dataclass(frozen=True, slots=True)
class Thinning:
    """How many frontiers to keep at most, and by which chance."""

    most: int
    attention: Attention
    random: np.random.Generator


@dataclass(frozen=True, slots=True)
class _Edges:
    """The ways over one space: from which frontier to which, with what; ``factors`` tell how the latter were thinned."""

    sources: Numbers
    targets: Numbers
    values: npt.NDArray[np.int8]
    factors: Floats | None


@dataclass
class Pass:
    """The frontiers after each space laid so far, the ways to each, and the edges between."""

    laying: Laying
    frontiers: list[Frontiers] = field(default_factory=list)
    ways: list[Floats] = field(default_factory=list)
    _edges: list[_Edges] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.frontiers:
            self.frontiers.append(self.laying.start())
            self.ways.append(np.ones(1))

    @property
    def laid(self) -> int:
        """How many spaces are laid."""
        return len(self._edges)

    @property
    def width(self) -> int:
        """How many frontiers there are now."""
        return len(self.frontiers[-1])

    def cut(self, laid: int) -> Pass:
        """The pass as it was after so many spaces."""
        return Pass(self.laying, self.frontiers[: laid + 1], self.ways[: laid + 1], self._edges[:laid])

    def factors(self, laid: int) -> Floats | None:
        """How many frontiers each of those after so many spaces stands for; None where all were kept."""
        return self._edges[laid - 1].factors

    def advance(self, stop: Stop, thinning: Thinning | None = None) -> bool:
        """Lay one more space; false if stopped before that was done."""
        before, ways = self.frontiers[-1], self.ways[-1]
        parts = []
        for first in range(0, len(before), _CHUNK):
            if stop():
                return False
            part = self.laying.lay(before[first : first + _CHUNK], self.laid)
            parts.append(Laid(part.frontiers, part.sources + np.int32(first), part.values))
        laid = joined(parts)
        after, targets = _merged(laid.frontiers)
        reached = sums_by(targets, ways[laid.sources], len(after))
        edges = _Edges(laid.sources, targets, laid.values, None)
        if thinning is not None and len(after) > thinning.most:
            weights = thinning.attention(self.laid + 1, after, reached)
            factors = thinned(weights, thinning.most, thinning.random)
            edges, kept = _thinned_edges(edges, factors)
            after, reached = after[kept], reached[kept] * factors[kept]
        self._edges.append(edges)
        self.frontiers.append(after)
        self.ways.append(reached)
        return True

    def sum_back(self, ahead: Floats) -> tuple[Floats, list[Floats]]:
        """What lies on the spaces laid, in how many boards, if each frontier leads to so many.

        By step a row of four terrains and five crops; and the boards ahead of all frontiers before.
        """
        counts = np.zeros((self.laid, TERRAIN_COUNT + CROP_COUNT))
        aheads = [ahead]
        for step in range(self.laid - 1, -1, -1):
            edges = self._edges[step]
            if edges.factors is not None:
                ahead = ahead * edges.factors
            onward = ahead[edges.targets]
            shares = self.ways[step][edges.sources] * onward
            values = sums_by(edges.values, shares, TERRAIN_COUNT * CROP_COUNT)
            by_value = values.reshape(TERRAIN_COUNT, CROP_COUNT)
            counts[step] = np.r_[by_value.sum(axis=1), by_value.sum(axis=0)]
            ahead = sums_by(edges.sources, onward, len(self.ways[step]))
            aheads.append(ahead)
        return counts, aheads[::-1]


def sums_by(numbers: npt.NDArray[np.signedinteger], weights: Floats, count: int) -> Floats:
    """By number the sum of the weights that have it."""
    return np.bincount(numbers, weights=weights, minlength=count).astype(np.float64, copy=False)


def _thinned_edges(edges: _Edges, factors: Floats) -> tuple[_Edges, npt.NDArray[np.bool_]]:
    kept = factors > 0
    numbers = np.cumsum(kept, dtype=np.int32) - np.int32(1)
    followed = kept[edges.targets]
    return (
        _Edges(
            edges.sources[followed],
            numbers[edges.targets[followed]],
            edges.values[followed],
            factors[kept],
        ),
        kept,
    )


def _merged(frontiers: Frontiers) -> tuple[Frontiers, Numbers]:
    """Each frontier once, and for each given one its number."""
    key = _mixed(frontiers)
    order = np.argsort(key)
    if not _is_grouped(frontiers, key, order):
        # Two different frontiers share a key, which hardly ever happens.
        order = np.lexsort((frontiers.left, frontiers.front))
    new = np.ones(len(order), dtype=bool)
    new[1:] = _changes(frontiers, order)
    numbers = np.empty(len(order), dtype=np.int32)
    numbers[order] = np.cumsum(new, dtype=np.int32) - np.int32(1)
    return frontiers[order[new]], numbers


def _changes(frontiers: Frontiers, order: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
    front, left = frontiers.front[order], frontiers.left[order]
    changes: npt.NDArray[np.bool_] = (front[1:] != front[:-1]) | (left[1:] != left[:-1])
    return changes


def _is_grouped(frontiers: Frontiers, key: Words, order: npt.NDArray[np.intp]) -> bool:
    sorted_key = key[order]
    return not bool(np.any(_changes(frontiers, order) & (sorted_key[1:] == sorted_key[:-1])))


def _mixed(frontiers: Frontiers) -> Words:
    key = frontiers.front * _MIX[0] ^ frontiers.left * _MIX[1]
    key ^= key >> np.uint64(29)
    key *= _MIX[2]
    return key


def thinned(weights: Floats, most: int, random: np.random.Generator) -> Floats:
    """Factors, 0 for most: the heaviest stay as they are, others stand for their like, so that sums are expected to stay."""
    chances = np.minimum(weights / _threshold(weights, most), 1.0)
    marks = np.floor(np.r_[0.0, np.cumsum(chances)] + random.random())
    hit = marks[1:] > marks[:-1]
    factors = np.zeros(len(weights))
    factors[hit] = 1 / chances[hit]
    return factors


def _threshold(weights: Floats, most: int) -> float:
    """The weight from which on all are kept, so that about ``most`` are kept in all."""
    falling = np.sort(weights)[::-1]
    rest = np.cumsum(falling[::-1])[::-1][:most]
    levels = rest / (most - np.arange(most))
    return float(levels[np.argmax(falling[:most] <= levels)])
