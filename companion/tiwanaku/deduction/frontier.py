"""Counting boards by a sweep over the spaces, column by column.

The sweep keeps for every *frontier* that can be reached (the last spaces laid, the regions still open there, the
tiles left) the number of ways to reach it; the sum over all ways is exact. Where frontiers become too many, a random
part of them can stand for all, weighted so that the expected counts stay right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.grid import CROP_COUNT, TERRAIN_COUNT, Words
from companion.tiwanaku.deduction.guide import Guide, weighted
from companion.tiwanaku.deduction.laying import Frontiers, Laid, Layer, Numbers, joined

Floats = npt.NDArray[np.float64]
# Frontiers at a time: what is computed on the way then stays in the processor's cache.
_CHUNK = 1 << 15
_MIX = tuple(np.uint64(odd) for odd in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9))


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a sweep found: how many boards, and by step of the course how many have each terrain and crop there."""

    boards: float
    terrains: Floats
    crops: Floats
    guides: dict[int, Guide]


@dataclass(frozen=True, slots=True)
class _Edges:
    """The ways over one space: from which frontier to which, with what; ``ways`` are those to the first."""

    ways: Floats
    sources: Numbers
    targets: Numbers
    values: npt.NDArray[np.int8]
    factors: Floats | None


def sweep(
    layer: Layer,
    size: int,
    most_frontiers: int,
    random: np.random.Generator | None,
    stop: Callable[[], bool],
    guides: dict[int, Guide] | None = None,
) -> Sweep | None:
    """One pass forward that keeps the edges, one backward that sums over them; None if stopped.

    Above so many frontiers it thins them out at random; without ``random`` it gives up (None), so that every result
    is exact, in whole numbers.
    """
    frontiers, ways = layer.start(), np.ones(1)
    passed: list[_Edges] = []
    seen: dict[int, tuple[Frontiers, Floats]] = {}
    for step in range(size):
        parts = []
        for first in range(0, len(frontiers), _CHUNK):
            if stop():
                return None
            part = layer.lay(frontiers[first : first + _CHUNK], step)
            parts.append(Laid(part.frontiers, part.sources + np.int32(first), part.values))
        laid = joined(parts)
        after, targets = _merged(laid.frontiers)
        reached = np.bincount(targets, weights=ways[laid.sources], minlength=len(after))
        factors = None
        if len(after) > most_frontiers:
            if random is None:
                return None
            weights = reached
            if guides is not None and step in guides:
                weights = weighted(reached, guides[step].promise(after))
            factors = thinned(weights, most_frontiers, random)
        passed.append(_Edges(ways, laid.sources, targets, laid.values, factors))
        if factors is not None:
            kept = factors > 0
            numbers = np.cumsum(kept, dtype=np.int32) - np.int32(1)
            edge_kept = kept[targets]
            passed[-1] = _Edges(
                ways,
                laid.sources[edge_kept],
                numbers[targets[edge_kept]],
                laid.values[edge_kept],
                factors[kept],
            )
            after, reached = after[kept], (reached * factors)[kept]
            seen[step] = (after, reached)
        frontiers, ways = after, reached
    return _sum_back(passed, layer.finished(frontiers).astype(np.float64), seen, layer.rows)


def _sum_back(passed: list[_Edges], ahead: Floats, seen: dict[int, tuple[Frontiers, Floats]], rows: int) -> Sweep:
    guides: dict[int, Guide] = {}
    terrains = np.zeros((len(passed), TERRAIN_COUNT))
    crops = np.zeros((len(passed), CROP_COUNT))
    boards = 0.0
    for step in range(len(passed) - 1, -1, -1):
        edges = passed[step]
        if step in seen:
            guides[step] = Guide(rows, seen[step][0], seen[step][1], ahead)
        if edges.factors is not None:
            ahead = ahead * edges.factors
        onward = ahead[edges.targets]
        shares = edges.ways[edges.sources] * onward
        values = np.bincount(edges.values, weights=shares, minlength=TERRAIN_COUNT * CROP_COUNT)
        by_value = values.reshape(TERRAIN_COUNT, CROP_COUNT)
        terrains[step], crops[step] = by_value.sum(axis=1), by_value.sum(axis=0)
        boards = float(values.sum())
        ahead = np.bincount(edges.sources, weights=onward, minlength=len(edges.ways))
    return Sweep(boards, terrains, crops, guides)


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


def thinned(weights: Floats, keep: int, random: np.random.Generator) -> Floats:
    """Factors, 0 for most: the heaviest stay as they are, others stand for their like, so that no sum is expected to change."""
    least = _threshold(weights, keep)
    chances = np.minimum(weights / least, 1.0)
    marks = np.cumsum(chances) + random.random()
    hits = np.floor(marks) > np.floor(np.r_[marks[0] - chances[0], marks[:-1]])
    return np.where(hits, 1 / np.maximum(chances, 1e-300), 0.0)


def _threshold(weights: Floats, keep: int) -> float:
    """The weight from which on all are kept, so that about ``keep`` are kept in all."""
    falling = np.sort(weights)[::-1]
    rest = np.cumsum(falling[::-1])[::-1]
    for heavy in range(keep):
        least = float(rest[heavy] / (keep - heavy))
        if falling[heavy] <= least:
            return least
    return float(falling[keep - 1])
