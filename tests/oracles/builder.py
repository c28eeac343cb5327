"""Random legal boards for tests, from a seed: plain lists, nothing of the product.

Regions are laid one after the other, each over the first free space in reading order, in a random terrain and
shape and with random crops; where nothing fits the last region is taken back, and a hopeless board is dropped.
"""

from __future__ import annotations

from itertools import permutations

from tests.oracles.laws import CROP_STOCK, TERRAIN_STOCK, around, beside

_TRIES_A_SPACE = 4
_REGIONS_A_BOARD = 500
_COMPACT = 3


def build(rng, rows, columns):
    """A complete legal board within the stock of the box: letters of terrains and levels of crops."""
    while True:
        board = _Board(rng, rows, columns)
        if board.lay_all():
            return board.terrains, board.crops


class _Board:
    def __init__(self, rng, rows, columns):
        self.rng = rng
        self.rows, self.columns = rows, columns
        self.terrains = ["."] * (rows * columns)
        self.crops = [0] * (rows * columns)
        self.regions_left = _REGIONS_A_BOARD

    def lay_all(self):
        if "." not in self.terrains:
            return True
        first = self.terrains.index(".")
        for _ in range(_TRIES_A_SPACE):
            self.regions_left -= 1
            if self.regions_left < 0:
                return False
            region = self._lay_region(first)
            if region is None:
                continue
            if self._leaves_no_dead_space(region) and self.lay_all():
                return True
            for space in region:
                self.terrains[space], self.crops[space] = ".", 0
        return False

    def _lay_region(self, first):
        terrains = [letter for letter in "DSGR" if self._is_free_for(letter, first)]
        if not terrains:
            return None
        terrain = self.rng.choice(terrains)
        region = self._shape(terrain, first)
        crops = self._crops(region)
        if crops is None or self.terrains.count(terrain) + len(region) > TERRAIN_STOCK[terrain]:
            return None
        for space, crop in zip(region, crops, strict=True):
            self.terrains[space], self.crops[space] = terrain, crop
        return region

    def _shape(self, terrain, first):
        region = [first]
        size = self.rng.choices((1, 2, 3, 4, 5), weights=(1, 2, 3, 4, 5))[0]
        while len(region) < size:
            border = {
                near
                for space in region
                for near in beside(self.rows, self.columns, space)
                if near not in region and self._is_free_for(terrain, near)
            }
            if not border:
                break
            region.append(min(self.rng.choices(sorted(border), k=_COMPACT)))
        return region

    def _leaves_no_dead_space(self, region):
        """Whether every free space near a new region can still take a terrain and the crop of a small region."""
        for near in set().union(*(around(self.rows, self.columns, space) for space in region)):
            if self.terrains[near] == ".":
                if not any(self._is_free_for(letter, near) for letter in "DSGR"):
                    return False
                growing = any(self.terrains[s] == "." for s in beside(self.rows, self.columns, near))
                if not growing and any(self.crops[s] == 1 for s in around(self.rows, self.columns, near)):
                    return False
        return True

    def _is_free_for(self, terrain, space):
        return self.terrains[space] == "." and all(
            self.terrains[near] != terrain for near in around(self.rows, self.columns, space)
        )

    def _crops(self, region):
        levels = range(1, len(region) + 1)
        if any(self.crops.count(level) >= CROP_STOCK[level] for level in levels):
            return None
        orders = list(permutations(levels))
        self.rng.shuffle(orders)
        for order in orders:
            if all(
                self.crops[near] != level
                for space, level in zip(region, order, strict=True)
                for near in around(self.rows, self.columns, space)
            ):
                return order
        return None


def counts(terrains):
    """How many tiles of each terrain a board has, by letter."""
    return {letter: terrains.count(letter) for letter in "DSGR"}
