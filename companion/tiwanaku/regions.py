"""Regions, finished or not: what hangs together, and what it can still become."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import LARGEST_REGION, Crop
from companion.tiwanaku.position import Position

Spaces = frozenset[Space]


def groups(position: Position) -> list[Spaces]:
    """The spaces of equal terrain that hang together side by side: regions, as far as they are known."""
    return _connected(position, position.board.beside)


def clusters(position: Position) -> list[Spaces]:
    """The spaces of equal terrain that touch, at a corner or side by side.

    Regions of one terrain never touch, so every cluster has to end up in one region.
    """
    return _connected(position, position.board.around)


def possible_regions(position: Position, cluster: Spaces) -> Iterator[Spaces]:
    """Every region of legal size and shape that the cluster can still become.

    It takes in unknown spaces only, and leaves no space of its terrain in touch outside of it. Crops are not
    looked at here.
    """
    terrain = position.terrain(next(iter(cluster)))
    for region in possible_shapes(position, cluster):
        touched = (near for space in region for near in position.board.around(space))
        if all(near in region or position.terrain(near) is not terrain for near in touched):
            yield region


def possible_shapes(position: Position, spaces: Spaces) -> Iterator[Spaces]:
    """Every connected shape of legal size around these spaces, whether it keeps apart from others or not."""
    if len(spaces) > LARGEST_REGION:
        return
    terrain = position.terrain(next(iter(spaces)))

    def free(space: Space) -> bool:
        return position.terrain(space) in (None, terrain)

    yield from _shapes(position, min(spaces, key=_index), spaces, free)


def can_be_planted(position: Position, region: Spaces) -> bool:
    """Whether the known crops leave a way to plant 1..n in a region of n, each once, none beside its like."""
    known = [crop for space in region if (crop := position.crop(space))]
    if len(set(known)) < len(known) or any(crop.level > len(region) for crop in known):
        return False
    bare = [space for space in region if position.crop(space) is None]
    choices = [_plantable(position, space, len(region)) - set(known) for space in bare]
    return _all_different(choices)


def crop_forbidden(position: Position, space: Space, crop: Crop) -> list[Space]:
    """The spaces around whose crop keeps that crop away from this one."""
    return [near for near in position.board.around(space) if position.crop(near) == crop]


def walls(position: Position, spaces: Spaces) -> list[Space]:
    """The known spaces beside these that hold them in, in reading order."""
    beside = {near for space in spaces for near in position.board.beside(space)} - spaces
    return in_order(space for space in beside if position.terrain(space) is not None)


def in_order(spaces: Iterator[Space] | Spaces | set[Space] | list[Space]) -> list[Space]:
    """Spaces in reading order of the board."""
    return sorted(spaces, key=_index)


def _index(space: Space) -> int:
    return space.index


def _connected(position: Position, near: Callable[[Space], tuple[Space, ...]]) -> list[Spaces]:
    found: list[Spaces] = []
    seen: set[Space] = set()
    for start in position.board.spaces:
        terrain = position.terrain(start)
        if terrain is None or start in seen:
            continue
        group, edge = {start}, [start]
        while edge:
            for space in near(edge.pop()):
                if space not in group and position.terrain(space) is terrain:
                    group.add(space)
                    edge.append(space)
        seen |= group
        found.append(frozenset(group))
    return found


def _shapes(
    position: Position, seed: Space, needed: Spaces, free: Callable[[Space], bool]
) -> Iterator[Spaces]:
    """Every connected set of free spaces, of legal size, that holds the seed and all needed spaces, once each."""

    def grow(region: Spaces, border: list[Space], refused: set[Space]) -> Iterator[Spaces]:
        missing = len(needed - region)
        if not missing:
            yield region
        if len(region) + max(missing, 1) > LARGEST_REGION:
            return
        refused = set(refused)
        for number, space in enumerate(border):
            fresh = [
                near
                for near in position.board.beside(space)
                if free(near) and near not in region and near not in refused and near not in border
            ]
            yield from grow(region | {space}, border[number + 1 :] + fresh, refused)
            # From here on the space stays out, so that no set is met twice.
            refused.add(space)
            if space in needed:
                return

    start = [near for near in position.board.beside(seed) if free(near)]
    yield from grow(frozenset({seed}), start, {seed})


def _plantable(position: Position, space: Space, size: int) -> set[Crop]:
    near = {position.crop(around) for around in position.board.around(space)}
    return {crop for crop in Crop if crop.level <= size and crop not in near}


def _all_different(choices: list[set[Crop]]) -> bool:
    """Whether every set can give one crop, no crop twice."""
    if not choices:
        return True
    fewest = min(range(len(choices)), key=lambda number: len(choices[number]))
    others = choices[:fewest] + choices[fewest + 1 :]
    return any(_all_different([other - {crop} for other in others]) for crop in choices[fewest])
