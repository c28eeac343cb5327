"""Laying a board space by space, column by column: what must be remembered of the part already laid."""

from __future__ import annotations

# A laid space on the frontier: its terrain, its level, and the number of its region among the open ones.
Cell = tuple[int, int, int]
# The last rows + 1 spaces, oldest first; the crops of each open region as bits; the tiles left of each terrain; the
# crops left of the levels that could run out.
State = tuple[tuple[Cell, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]

_THIS_REGION = -1
_NO_REGION = -2


def lay(state: State, terrain: int, crop: int, step: int, rows: int, scarce: tuple[int, ...]) -> State | None:
    """The frontier with one more space, or None where a law or a total forbids it."""
    cells, masks, tiles, stock = state
    if not tiles[terrain]:
        return None
    row, has_left = step % rows, step >= rows
    up = cells[-1] if row else None
    left = cells[-rows] if has_left else None
    up_left = cells[-rows - 1] if has_left and row else None
    down_left = cells[-rows + 1] if has_left and row < rows - 1 else None
    for near in (up, left, up_left, down_left):
        if near is not None and near[1] == crop:
            return None
    if up_left is not None and up is not None and left is not None:
        # Equal terrain on one diagonal of a block needs a third space to join it.
        if up_left[0] == terrain and up[0] != terrain and left[0] != terrain:
            return None
        if up[0] == left[0] != terrain and up_left[0] != up[0]:
            return None
    if crop in scarce:
        place = scarce.index(crop)
        if not stock[place]:
            return None
        stock = (*stock[:place], stock[place] - 1, *stock[place + 1 :])
    mask = 1 << (crop - 1)
    joined: set[int] = set()
    for near in (up, left):
        if near is not None and near[0] == terrain and near[2] not in joined:
            if mask & masks[near[2]]:
                return None
            mask |= masks[near[2]]
            joined.add(near[2])
    frontier = _renumbered((*cells, (terrain, crop, _THIS_REGION)), masks, joined, mask, rows)
    if frontier is None:
        return None
    tiles = (*tiles[:terrain], tiles[terrain] - 1, *tiles[terrain + 1 :])
    return (*frontier, tiles, stock)


def finished(state: State) -> bool:
    """Whether a frontier at the end of the board makes it legal: all regions whole and no tile left."""
    return not any(state[2]) and not any(_lacks_a_level(mask) for mask in state[1])


def _renumbered(
    cells: tuple[Cell, ...], masks: tuple[int, ...], joined: set[int], mask: int, rows: int
) -> tuple[tuple[Cell, ...], tuple[int, ...]] | None:
    """Drop the oldest space and number open regions by first sight; None if a region was closed and is not whole.

    A space can still grow while its right neighbour is not laid, that is for ``rows`` steps; one older space is kept
    for its corner only.
    """
    numbers: dict[int, int] = {}
    open_masks: list[int] = []
    fresh: list[Cell] = []
    corner = len(cells) - rows - 1
    for index, (terrain, crop, known_region) in enumerate(cells):
        region = _THIS_REGION if known_region in joined else known_region
        if index <= corner:
            if index == corner:
                fresh.append((terrain, crop, _NO_REGION))
            continue
        if region not in numbers:
            numbers[region] = len(open_masks)
            open_masks.append(mask if region == _THIS_REGION else masks[region])
        fresh.append((terrain, crop, numbers[region]))
    for region, crops in enumerate(masks):
        if region not in joined and region not in numbers and _lacks_a_level(crops):
            return None
    return tuple(fresh), tuple(open_masks)


def _lacks_a_level(crops: int) -> bool:
    return bool(crops & (crops + 1))
