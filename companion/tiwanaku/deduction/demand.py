"""Whether the crops still to come can be those that the regions still to come need.

Each terrain has so many tiles left: they complete its open regions and form new ones, and only large regions hold
high crops. On the other side, crops of one level never touch, so any part of the board needs many different ones. A
handful of weighted sums over the crops to come compares the two: what the tiles can hold at most must not be less than
what the spaces demand at least. Boards that cannot work out are found out columns before a law is broken.

Seven sums are held in one word of 64 bits, a byte each; the eighth byte says that all is possible at all.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from companion.tiwanaku.deduction.course import LEVELS, Course
from companion.tiwanaku.deduction.grid import (
    CROP_COUNT,
    TERRAIN_COUNT,
    Layout,
    Words,
    older_crops,
    taken_crops,
)

# What a crop of level 1 to 5 weighs in each sum.
WEIGHTS = (
    (0, 0, 0, 0, 1),
    (0, 0, 0, 1, 1),
    (0, 0, 1, 1, 1),
    (0, 1, 1, 1, 1),
    (0, 0, 0, 1, 2),
    (0, 0, 1, 2, 3),
    (0, 1, 2, 3, 4),
)
# The sum that counts all crops but those of level 1.
NOT_LOWEST = 3
_SUMS = len(WEIGHTS)
_SETS = 1 << LEVELS
_NEVER = -1000
# More than any sum, and it stays below 128 whatever is added on the next step.
_TOO_MUCH = 100
_HIGH_BITS = np.uint64(0x8080808080808080)
_Sums = npt.NDArray[np.int16]


def holds(capacity: Words, demand: Words) -> npt.NDArray[np.bool_]:
    """Whether no sum of the demand exceeds that of the capacity."""
    left: npt.NDArray[np.bool_] = ((capacity | _HIGH_BITS) - demand) & _HIGH_BITS == _HIGH_BITS
    return left


def sum_of(words: Words, number: int) -> npt.NDArray[np.int64]:
    """One of the sums."""
    return (words >> np.uint64(8 * number) & np.uint64(127)).astype(np.int64)


def demands(course: Course) -> list[Words]:
    """By spaces laid and pattern of the frontier's crops: the least sums of the crops on the other spaces."""
    layout = Layout(course.rows)
    nothing = np.zeros((layout.crop_patterns, 8), dtype=np.uint8)
    nothing[:, _SUMS] = TERRAIN_COUNT
    impossible = np.full(8, _TOO_MUCH, dtype=np.uint8).view(np.uint64)[0]
    found = [nothing.view(np.uint64)[:, 0]]
    for step in range(course.size - 1, -1, -1):
        row, has_left = step % course.rows, step >= course.rows
        taken = taken_crops(course.rows, row, has_left)
        older = older_crops(course.rows, row == course.rows - 1).astype(np.int64)
        least = np.full((layout.crop_patterns, 8), _TOO_MUCH, dtype=np.uint8)
        for crop in range(CROP_COUNT):
            if course.crops[step] >> crop & 1:
                weights = [*(weight[crop] for weight in WEIGHTS), 0]
                add = np.array(weights, dtype=np.uint8).view(np.uint64)[0]
                after = found[-1][older + crop * CROP_COUNT**course.rows]
                after = np.where(taken >> crop & 1, impossible, after + add)
                np.minimum(least, after.view(np.uint8).reshape(-1, 8), out=least)
        least[least[:, _SUMS] >= _TOO_MUCH] = _TOO_MUCH
        found.append(least.view(np.uint64)[:, 0])
    return found[::-1]


@lru_cache(maxsize=4)
def capacities(most_tiles: int) -> Words:
    """By tiles left of a terrain and three open regions of it (their crops as bits, 0 for none): the greatest sums.

    The index is ``tiles << 15 | third << 10 | second << 5 | first``.
    """
    fresh = _fresh(most_tiles)
    one = np.full((most_tiles + 1, _SETS, _SUMS), _NEVER, dtype=np.int16)
    one[:, 0] = fresh
    two = np.full((most_tiles + 1, _SETS, _SETS, _SUMS), _NEVER, dtype=np.int16)
    three = np.full((most_tiles + 1, _SETS, _SETS, _SETS, _SUMS), _NEVER, dtype=np.int16)
    for crops in range(1, _SETS):
        _complete(one[:, crops], fresh, crops)
    two[:, 0] = one
    for crops in range(1, _SETS):
        _complete(two[:, crops], one, crops)
        for other in range(1, _SETS):
            if not crops & other:
                np.maximum(two[:, crops, other], one[:, crops | other], out=two[:, crops, other])
    three[:, 0] = two
    for crops in range(1, _SETS):
        _complete(three[:, crops], two, crops)
        for other in range(1, _SETS):
            if not crops & other:
                joined = two[:, crops | other]
                np.maximum(three[:, crops, other], joined, out=three[:, crops, other])
                np.maximum(three[:, crops, :, other], joined, out=three[:, crops, :, other])
    return _packed(three.reshape(-1, _SUMS))


def _fresh(most_tiles: int) -> _Sums:
    """By tiles: the greatest sums of new regions."""
    found = np.full((most_tiles + 1, _SUMS), _NEVER, dtype=np.int16)
    found[0] = 0
    for tiles in range(1, most_tiles + 1):
        for size in range(1, min(LEVELS, tiles) + 1):
            gain = [sum(weight[:size]) for weight in WEIGHTS]
            found[tiles] = np.maximum(found[tiles], found[tiles - size] + np.array(gain, dtype=np.int16))
    return found


def _complete(target: _Sums, others: _Sums, crops: int) -> None:
    """Raise the sums by all ways to complete one region apart from the others."""
    for size in range(crops.bit_length(), LEVELS + 1):
        missing = [level for level in range(size) if not crops >> level & 1]
        gain = np.array([sum(weight[level] for level in missing) for weight in WEIGHTS], dtype=np.int16)
        kept = len(target) - len(missing)
        if kept > 0:
            np.maximum(target[len(missing) :], others[:kept] + gain, out=target[len(missing) :])


def _packed(sums: _Sums) -> Words:
    possible = sums[:, 0] >= 0
    result = np.zeros((len(sums), 8), dtype=np.uint8)
    result[:, :_SUMS] = np.where(possible[:, None], sums, 0)
    result[:, _SUMS] = possible
    packed: Words = result.view(np.uint64)[:, 0]
    return packed
