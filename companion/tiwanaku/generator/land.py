"""Laying land: a board cut into regions that obey the law of diversity and the stock of the box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tiwanaku.board import Board
from companion.tiwanaku.explain.tables import Tables, bits, tables
from companion.tiwanaku.generator.dice import Dice
from companion.tiwanaku.pieces import BOX, Crop, Terrain

_TERRAINS = tuple(Terrain)
# How often a region of 1, 2, … 5 spaces is tried. Large ones dominate: a long board may have 13 regions at most.
_SIZE_WEIGHTS = (6, 12, 20, 27, 35)
_TRIES_A_REGION = 6


@dataclass(frozen=True, slots=True)
class Land:
    """A board's regions: each a set of spaces and the number of its terrain."""

    board: Board
    regions: tuple[int, ...]
    kinds: tuple[int, ...]

    def terrains(self) -> tuple[Terrain, ...]:
        """The terrain of every space, by index."""
        found = [_TERRAINS[0]] * len(self.board.spaces)
        for region, kind in zip(self.regions, self.kinds, strict=True):
            for index in bits(region):
                found[index] = _TERRAINS[kind]
        return tuple(found)


def random_land(board: Board, dice: Dice) -> Land | None:
    """One try at random land; None where it ran into a corner or out of tiles, which happens often and fast."""
    table = tables(board.rows, board.columns)
    empty, singles = table.every, 0
    regions: list[int] = []
    kinds: list[int] = []
    laid = [0] * len(_TERRAINS)
    while empty:
        found = _next_region(table, empty, laid, dice)
        if found is None or len(regions) >= BOX.crops[Crop.SWEET_POTATO]:
            return None
        region, kind = found
        if not region & region - 1:
            # Two single spaces that touch would be two sweet potatoes that touch.
            if table.halo(region) & singles:
                return None
            singles |= region
        regions.append(region)
        kinds.append(kind)
        laid[kind] |= region
        empty &= ~region
    return Land(board, tuple(regions), tuple(kinds)) if _in_stock(regions, laid) else None


def _next_region(table: Tables, empty: int, laid: list[int], dice: Dice) -> tuple[int, int] | None:
    """A region that covers the first empty space, and a terrain that does not touch its like."""
    first = (empty & -empty).bit_length() - 1
    for _ in range(_TRIES_A_REGION):
        region = _grow(table, first, empty, dice.weighted(_SIZE_WEIGHTS) + 1, dice)
        halo = table.halo(region)
        free = [kind for kind, spaces in enumerate(laid) if not spaces & halo]
        if free:
            return region, dice.pick(free)
    return None


def _grow(table: Tables, first: int, empty: int, size: int, dice: Dice) -> int:
    region = 1 << first
    edge = table.beside[first] & empty
    while edge and region.bit_count() < size:
        index = _tighter(table, list(bits(edge)), empty & ~region, dice)
        region |= 1 << index
        edge = (edge | table.beside[index]) & empty & ~region
    return region


def _tighter(table: Tables, choices: list[int], open_spaces: int, dice: Dice) -> int:
    """The tighter of two spaces at random: taking tight ones first leaves fewer pockets behind."""
    one, other = dice.pick(choices), dice.pick(choices)
    room_one = (table.beside[one] & open_spaces).bit_count()
    room_other = (table.beside[other] & open_spaces).bit_count()
    return one if room_one <= room_other else other


def _in_stock(regions: list[int], laid: list[int]) -> bool:
    sizes = [region.bit_count() for region in regions]
    enough_crops = all(sum(size >= crop.level for size in sizes) <= BOX.crops[crop] for crop in Crop)
    return enough_crops and all(
        spaces.bit_count() <= BOX.terrains[terrain] for terrain, spaces in zip(_TERRAINS, laid, strict=True)
    )
