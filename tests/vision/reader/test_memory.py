"""What lay there before tells what looks alike apart."""

from __future__ import annotations

import numpy as np
import pytest

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from vision.reader.flats import NOTHING, Ways
from vision.reader.memory import Memory
from vision.reading import Opinion

ROCK = list(Terrain).index(Terrain.ROCK) + 1
BLUE = list(Colour).index(Colour.BLUE) + 1
BARE, DISC, TILE, TILE_WITH_DISC = range(4)


def ways():
    """On one space: nothing, a disc on the board, a tile, a tile with a disc."""
    none = np.zeros((1, 4), np.float32)
    terrains, crops = np.array([0, 0, ROCK, ROCK]), np.array([0, 1, 0, 1])
    return Ways(terrains, crops, none, np.zeros((10, 1), np.int64), np.array([0]))


def memory(terrain=None, crop=None, meeple=None, *, known=True):
    parts = [Opinion(each, 0.99) if known else None for each in (terrain, crop, meeple)]
    return Memory.of([parts])


@pytest.mark.parametrize(
    ("before", "rare"),
    [
        (memory(known=False), []),
        (memory(), [DISC]),
        (memory(Terrain.ROCK), [BARE, DISC]),
        (memory(Terrain.ROCK, Crop.SWEET_POTATO), [BARE, DISC, TILE]),
        (memory(Terrain.ROCK, Crop.CORN), [BARE, DISC, TILE, TILE_WITH_DISC]),
    ],
    ids=["nothing is known", "bare board", "a bare tile", "a disc", "another disc"],
)
def test_pieces_are_added_and_not_changed(before, rare):
    assert np.flatnonzero(before.rarity(ways())[0] < 0).tolist() == rare


def test_a_meeple_that_stood_there_is_rather_still_there():
    absence = memory(meeple=Colour.BLUE).absence(len(Colour) + 2)[0]
    assert absence[BLUE] == 0
    assert (np.delete(absence, BLUE) < 0).all()


@pytest.mark.parametrize("before", [memory(), memory(known=False)], ids=["nobody", "not known"])
def test_who_comes_is_no_surprise(before):
    assert not before.absence(len(Colour) + 2).any()


def test_some_spaces_of_it():
    both = Memory.of([[Opinion(Terrain.ROCK, 0.99), None, None], [None, None, Opinion(Colour.BLUE, 0.99)]])
    assert both.at(np.array([1, 1])).meeples.tolist() == [BLUE, BLUE]
    assert both.at(np.array([0])).terrains.tolist() == [ROCK]
    assert NOTHING not in both.terrains
