"""The two laws of Pachamama on any board, finished or not: what is broken, where, and why.

A board that can still become legal is never flagged: :func:`violations` looks at what every unfinished region
can still become before it complains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from companion.tiwanaku.board import Space
from companion.tiwanaku.pieces import BOX, LARGEST_REGION, Crop, Stock, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.regions import (
    Spaces,
    can_be_planted,
    clusters,
    groups,
    in_order,
    possible_regions,
    possible_shapes,
    walls,
)
from companion.words import T, Text


class Law(Enum):
    """What can be broken; the values are the names other tools know."""

    REGION_TOO_LARGE = "region-too-large"
    REGIONS_TOUCH = "regions-touch"
    CROP_REPEATED = "crop-repeated"
    CROP_TOO_HIGH = "crop-too-high"
    CROP_ADJACENT = "crop-adjacent"
    CROP_WITHOUT_TERRAIN = "crop-without-terrain"
    TILE_COUNT = "tile-count"
    REGION_INCOMPLETE = "region-incomplete"


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken law: the spaces that break it together, the offending ones first, and a sentence."""

    law: Law
    spaces: tuple[Space, ...]
    text: Text


def violations(position: Position, box: Stock = BOX) -> list[Violation]:
    """Every broken law of a position, finished or not; an empty list for one that can still become legal.

    >>> from companion.tiwanaku.board_file import official_board
    >>> board = official_board("short")
    >>> position = Position.empty(board, {t: n for t, n in zip(Terrain, (6, 7, 6, 6))})
    >>> for place in ("river/condor", "leaf/lizard"):
    ...     position = position.with_space(board.space(place), Terrain.SAND, Crop.CHILI)
    >>> [violation.law.value for violation in violations(position)]
    ['crop-adjacent', 'crop-repeated']
    """
    return [
        *_crops_without_terrain(position),
        *_crops_adjacent(position),
        *_broken_regions(position),
        *_wrong_counts(position, box),
    ]


def _crops_without_terrain(position: Position) -> Iterator[Violation]:
    for space in position.board.spaces:
        crop = position.crop(space)
        if crop and position.terrain(space) is None:
            text = T(
                "{space}: {crop} lies on no terrain. A crop needs a tile under it.", space=space, crop=crop
            )
            yield Violation(Law.CROP_WITHOUT_TERRAIN, (space,), text)


def _crops_adjacent(position: Position) -> Iterator[Violation]:
    for space in position.board.spaces:
        crop = position.crop(space)
        for near in position.board.around(space):
            if crop and near.index > space.index and position.crop(near) == crop:
                text = T(
                    "{first} and {second}: {crop} beside {crop}. Equal crops never touch, not even at a corner.",
                    first=space,
                    second=near,
                    crop=crop,
                )
                yield Violation(Law.CROP_ADJACENT, (space, near), text)


def _broken_regions(position: Position) -> Iterator[Violation]:
    for group in groups(position):
        if len(group) > LARGEST_REGION:
            yield _too_large(position, group)
    for cluster in clusters(position):
        yield from _broken_cluster(position, cluster)


def _broken_cluster(position: Position, cluster: Spaces) -> Iterator[Violation]:
    """What is wrong with spaces that have to end up in one region; the plainest reasons first."""
    parts = [group for group in groups(position) if group <= cluster]
    regions = list(possible_regions(position, cluster))
    if not regions and len(parts) > 1:
        yield _touching(position, cluster, parts)
        # Each part is then judged alone, by what it could become if nothing touched it.
        for part in parts:
            yield from _broken_crops(position, part, list(possible_shapes(position, part)))
    else:
        yield from _broken_crops(position, cluster, regions)


def _broken_crops(position: Position, whole: Spaces, regions: list[Spaces]) -> Iterator[Violation]:
    plain = list(_repeated_crops(position, whole))
    if regions:
        plain += _crops_too_high(position, whole, regions)
    yield from plain
    # A region with a plain fault is not called incomplete as well.
    if regions and not plain:
        yield from _incomplete(position, whole, regions)


def _too_large(position: Position, group: Spaces) -> Violation:
    text = T(
        "A {terrain} region of {size} spaces; {limit} are the most: {spaces}.",
        terrain=_terrain(position, group),
        size=len(group),
        limit=LARGEST_REGION,
        spaces=in_order(group),
    )
    return Violation(Law.REGION_TOO_LARGE, tuple(in_order(group)), text)


def _touching(position: Position, cluster: Spaces, parts: list[Spaces]) -> Violation:
    corners: set[Space] = set()
    between: set[Space] = set()
    part_of = {space: part for part in parts for space in part}
    for space in cluster:
        for near in position.board.cornering(space):
            if part_of.get(near, part_of[space]) is not part_of[space]:
                corners |= {space, near}
                between |= set(position.board.beside(space)) & set(position.board.beside(near))
    held_apart = [space for space in in_order(between) if position.terrain(space) is not None]
    text = T(
        "Two {terrain} regions touch at a corner and cannot become one region of at most {limit}: {spaces}.",
        terrain=_terrain(position, cluster),
        limit=LARGEST_REGION,
        spaces=in_order(corners),
    )
    others = in_order(cluster - corners)
    return Violation(Law.REGIONS_TOUCH, (*in_order(corners), *held_apart, *others), text)


def _repeated_crops(position: Position, whole: Spaces) -> Iterator[Violation]:
    counted = Counter(crop for space in whole if (crop := position.crop(space)))
    for crop in sorted(crop for crop, count in counted.items() if count > 1):
        twins = in_order({space for space in whole if position.crop(space) == crop})
        text = T(
            "{crop} twice in one {terrain} region: {spaces}. A region has each crop once.",
            crop=crop,
            terrain=_terrain(position, whole),
            spaces=twins,
        )
        yield Violation(Law.CROP_REPEATED, (*twins, *in_order(whole - set(twins))), text)


def _crops_too_high(position: Position, whole: Spaces, regions: list[Spaces]) -> Iterator[Violation]:
    """The crops that want a larger region than any that is possible."""
    largest = max(len(region) for region in regions)
    too_high = in_order({space for space in whole if (position.crop(space) or 0) > largest})
    if too_high:
        space = too_high[0]
        text = T(
            "{space}: {crop} needs a region of {level}, but this {terrain} region can have {size} at most.",
            space=space,
            crop=position.crop(space),
            level=int(position.crops[space.index] or 0),
            terrain=_terrain(position, whole),
            size=largest,
        )
        reach = frozenset().union(*regions)
        spaces = (*too_high, *in_order(whole - set(too_high)), *walls(position, reach))
        yield Violation(Law.CROP_TOO_HIGH, spaces, text)


def _incomplete(position: Position, whole: Spaces, regions: list[Spaces]) -> Iterator[Violation]:
    """The region that no crops can fill any more."""
    if not any(can_be_planted(position, region) for region in regions):
        text = T(
            "The {terrain} region at {spaces} can no longer become legal: its crops 1 to n cannot all find a place.",
            terrain=_terrain(position, whole),
            spaces=in_order(whole),
        )
        reach = frozenset().union(*regions)
        planted = {near for space in reach for near in position.board.around(space) if position.crop(near)}
        spaces = (*in_order(whole), *walls(position, reach))
        rest = tuple(space for space in in_order(planted) if space not in spaces)
        yield Violation(Law.REGION_INCOMPLETE, spaces + rest, text)


def _wrong_counts(position: Position, box: Stock) -> Iterator[Violation]:
    total, needed = sum(position.tiles.values()), len(position.board.spaces)
    if total != needed:
        text = T(
            "The scenario counts {total} terrain tiles; the {board} board has {spaces} spaces.",
            total=total,
            board=position.board.name,
            spaces=needed,
        )
        yield Violation(Law.TILE_COUNT, (), text)
    for terrain in Terrain:
        yield from _wrong_terrain_count(position, terrain, box)
    for crop in Crop:
        laid = tuple(space for space in position.board.spaces if position.crop(space) == crop)
        if len(laid) > box.crops[crop]:
            text = T(
                "{laid} {crop} tiles on the board; the box holds {stock}.",
                laid=len(laid),
                crop=crop,
                stock=box.crops[crop],
            )
            yield Violation(Law.TILE_COUNT, laid, text)


def _wrong_terrain_count(position: Position, terrain: Terrain, box: Stock) -> Iterator[Violation]:
    laid = tuple(space for space in position.board.spaces if position.terrain(space) is terrain)
    count, stock = position.tiles[terrain], box.terrains[terrain]
    if count > stock:
        text = T(
            "{count} {terrain} tiles are asked for; the box holds {stock}.",
            count=count,
            terrain=terrain,
            stock=stock,
        )
        yield Violation(Law.TILE_COUNT, laid, text)
    if len(laid) > count:
        text = T(
            "{laid} {terrain} tiles on the board; the scenario has {count}.",
            laid=len(laid),
            terrain=terrain,
            count=count,
        )
        yield Violation(Law.TILE_COUNT, laid, text)


def _terrain(position: Position, spaces: Spaces) -> Terrain | None:
    return position.terrain(next(iter(spaces)))
