"""Positions and scenarios for tests, from drawn grids or from the oracle's lists."""

from __future__ import annotations

from random import Random

from companion.tiwanaku.board import ANIMALS, ELEMENTS, Board
from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from companion.tiwanaku.scenario import Scenario
from tests.oracles import builder

LETTERS = {"D": Terrain.DIRT, "S": Terrain.SAND, "G": Terrain.GRASS, "R": Terrain.ROCK}


def board_of(rows, columns):
    """A board of that size: an official one where there is one, else one with fewer signs."""
    if (rows, columns) in ((5, 5), (5, 9)):
        return official_board("short" if columns == 5 else "long")
    return Board("small", ELEMENTS[:columns], ANIMALS[:rows], diversity_levels=6)


def position_of(board, terrains, crops, tiles=None):
    """The position of plain lists; without ``tiles`` the scenario's counts fit whatever lies there."""
    if tiles is None:
        tiles = fitting_tiles(terrains)
    return Position(
        board,
        tuple(LETTERS.get(letter) for letter in terrains),
        tuple(Crop(level) if level else None for level in crops),
        {LETTERS[letter]: count for letter, count in tiles.items()},
    )


def fitting_tiles(terrains):
    """Counts that agree with the tiles laid: what is unknown counts for whatever has fewest."""
    tiles = builder.counts(terrains)
    for _ in range(terrains.count(".")):
        tiles[min(tiles, key=tiles.get)] += 1
    return tiles


def drawn(text, tiles=None):
    """The position of a drawn grid, tokens as in a file: ``..``, ``S.``, ``S3``, and ``.3``."""
    rows = [line.split() for line in text.split("\n") if line.strip()]
    tokens = [token for row in rows for token in row]
    terrains = [token[0] for token in tokens]
    crops = [0 if token[1] == "." else int(token[1]) for token in tokens]
    return position_of(board_of(len(rows), len(rows[0])), terrains, crops, tiles)


def legal_position(seed, rows, columns):
    """A complete legal board."""
    terrains, crops = builder.build(Random(seed), rows, columns)
    return position_of(board_of(rows, columns), terrains, crops)


def legal_scenario(seed, rows, columns, **more):
    """A scenario with a legal solution."""
    position = legal_position(seed, rows, columns)
    return Scenario(position.board, f"Valley {seed}", position.terrains, position.crops, **more)


def plain(position):
    """A position as the oracle's lists: letters of terrains, levels of crops, counts by letter."""
    letters = {terrain: letter for letter, terrain in LETTERS.items()}
    return (
        [letters.get(terrain, ".") for terrain in position.terrains],
        [int(crop or 0) for crop in position.crops],
        {letters[terrain]: count for terrain, count in position.tiles.items()},
    )
