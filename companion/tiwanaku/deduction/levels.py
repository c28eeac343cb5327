"""How many crops of each level a board can hold, given the terrain totals alone.

Level k lies on as many spaces as there are regions of size k or more. So the totals bound the counts of the levels:
14 tiles need three regions, hence three sweet potatoes. A solver cannot count like this; told the bounds, it proves
in milliseconds what took it seconds before.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.tiwanaku.pieces import LARGEST_REGION

Bounds = list[tuple[int, int]]


def level_bounds(rows: int, columns: int, tiles: Sequence[int], stock: Sequence[int]) -> Bounds | None:
    """The least and the greatest count of each level from 1 on; None if no board has these numbers of tiles.

    >>> level_bounds(5, 5, (6, 7, 6, 6), (13, 12, 12, 10, 10))
    [(8, 9), (4, 9), (3, 8), (0, 4), (0, 4)]
    """
    size = rows * columns
    if sum(tiles) != size or min(tiles) < 0:
        return None
    room = ((rows + 1) // 2) * ((columns + 1) // 2)
    levels = range(1, LARGEST_REGION + 1)
    most = [
        min(room, left, sum(count // level for count in tiles))
        for level, left in zip(levels, stock, strict=True)
    ]
    least = []
    for level in levels:
        # Counts fall from level to level: what the lower ones cannot hold is shared by this one and the rest.
        rest = size - sum(most[: level - 1])
        least.append(max(0, -(-rest // (LARGEST_REGION - level + 1))))
    least[0] = max(least[0], sum(-(-count // LARGEST_REGION) for count in tiles))
    if any(low > high for low, high in zip(least, most, strict=True)):
        return None
    return list(zip(least, most, strict=True))
