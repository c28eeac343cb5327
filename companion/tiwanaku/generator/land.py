"""Laying land: a board cut into regions that obey the law of diversity and the stock of the box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tiwanaku.board import Board
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.masks import Masks, indices, masks_of
from companion.tiwanaku.pieces import BOX, LARGEST_REGION, Crop, Terrain

_TERRAINS = tuple(Terrain)
# How often a region of 1, 2, … 5 spaces is tried. Large ones dominate: a long board may have 13 regions at most.
_SIZE_WEIGHTS = (6, 12, 20, 27, 35)
_TRIES_A_REGION = 6


@dataclass(frozen=True, slots=True)
class Land:
    """A board's regions: each a set of spaces and the number of its terrain."""

    regions: tuple[int, ...]
    terrains: tuple[int, ...]

    def terrain_of_spaces(self, spaces: int) -> tuple[Terrain, ...]:
        """The terrain of every space, by index."""
        found = [_TERRAINS[0]] * spaces
        for region, terrain in zip(self.regions, self.terrains, strict=True):
            for index in indices(region):
                found[index] = _TERRAINS[terrain]
        return tuple(found)


def lay_land(board: Board, dice: Dice) -> Land | None:
    """One try at random land; None where it ran into a corner or out of tiles, which happens often and fast."""
    masks = masks_of(board)
    empty = masks.everywhere
    regions: list[int] = []
    terrains: list[int] = []
    laid = [0] * len(_TERRAINS)
    while empty:
        found = _next_region(masks, empty, laid, dice)
        if found is None or len(regions) >= BOX.crops[Crop.SWEET_POTATO]:
            return None
        region, terrain = found
        regions.append(region)
        terrains.append(terrain)
        laid[terrain] |= region
        empty &= ~region
    land = Land(tuple(regions), tuple(terrains))
    return land if _in_stock(land, laid) else None


def _next_region(masks: Masks, empty: int, laid: list[int], dice: Dice) -> tuple[int, int] | None:
    """A region that covers the first empty space, and a terrain that does not touch its like."""
    first = (empty & -empty).bit_length() - 1
    for _ in range(_TRIES_A_REGION):
        region = _grow(masks, first, empty, dice.weighted(_SIZE_WEIGHTS) + 1, dice)
        halo = masks.halo(region)
        free = [terrain for terrain, spaces in enumerate(laid) if not spaces & halo]
        if free:
            return region, dice.pick(free)
    return None


def _grow(masks: Masks, first: int, empty: int, size: int, dice: Dice) -> int:
    region = 1 << first
    edge = masks.beside[first] & empty
    while edge and region.bit_count() < size:
        index = _more_cornered(masks, list(indices(edge)), empty & ~region, dice)
        region |= 1 << index
        edge = (edge | masks.beside[index]) & empty & ~region
    return region


def _more_cornered(masks: Masks, choices: list[int], open_spaces: int, dice: Dice) -> int:
    """The tighter of two spaces at random: taking tight ones first leaves fewer pockets behind."""
    one, other = dice.pick(choices), dice.pick(choices)
    tightness = ((masks.beside[index] & open_spaces).bit_count() for index in (one, other))
    return one if next(tightness) <= next(tightness) else other


def _in_stock(land: Land, laid: list[int]) -> bool:
    sizes = [region.bit_count() for region in land.regions]
    enough_crops = all(
        sum(size >= crop.level for size in sizes) <= BOX.crops[crop]
        for crop in Crop
        if crop <= LARGEST_REGION
    )
    return enough_crops and all(
        spaces.bit_count() <= BOX.terrains[terrain] for terrain, spaces in zip(_TERRAINS, laid, strict=True)
    )
