"""The teach-in shows every kind of piece, from one box."""

from collections import Counter

import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from vision.reader import teach_in


@pytest.mark.parametrize("board", ["short", "long"])
def test_every_kind_of_piece_is_shown_by_few_pieces_of_one_box(board):
    position = teach_in(official_board(board))
    tiles = Counter(terrain for terrain in position.terrains if terrain)
    crops = Counter(crop for crop in position.crops if crop)
    assert set(tiles) == set(Terrain)
    assert set(crops) == set(Crop)
    assert sorted(position.meeples.values(), key=str) == sorted(Colour, key=str)
    assert all(count <= BOX.terrains[terrain] for terrain, count in tiles.items())
    assert sum(tiles.values()) <= 16


@pytest.mark.parametrize("board", ["short", "long"])
def test_each_terrain_lies_bare_and_nothing_lies_on_the_bare_board(board):
    position = teach_in(official_board(board))
    bare = {
        position.terrain(space)
        for space in position.board.spaces
        if position.crop(space) is None and space not in position.meeples
    }
    assert bare == {None, *Terrain}
    assert all(position.terrain(space) is not None for space in position.meeples)
    assert all(t is not None for t, c in zip(position.terrains, position.crops, strict=True) if c)
