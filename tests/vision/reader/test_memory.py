"""What lay there before tells what looks alike apart."""

from __future__ import annotations

import numpy as np
import pytest

from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tools.draw_styles import some_position
from vision.reader.flats import NOTHING, Ways
from vision.reader.memory import Memory, Table
from vision.reading import Opinion

ROCK = list(Terrain).index(Terrain.ROCK) + 1
BLUE = list(Colour).index(Colour.BLUE) + 1
BARE, DISC, TILE, TILE_WITH_DISC = range(4)


def ways():
    """On one space: nothing, a disc on the board, a tile, a tile with a disc."""
    none = np.zeros((1, 4), np.float32)
    terrains, crops = np.array([0, 0, ROCK, ROCK]), np.array([0, 1, 0, 1])
    return Ways(terrains, crops, none, np.zeros((10, 1), np.int64), np.array([0]))


def table(terrain=None, crop=None, meeple=None, *, known=True):
    parts = [Opinion(each, 0.99) if known else None for each in (terrain, crop, meeple)]
    return Table.of([parts])


def memory(*things, known=True):
    return Memory(table(*things, known=known))


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
    absence = memory(None, None, Colour.BLUE).absence(len(Colour) + 2)[0]
    assert absence[BLUE] == 0
    assert (np.delete(absence, BLUE) < 0).all()


@pytest.mark.parametrize("before", [memory(), memory(known=False)], ids=["nobody", "not known"])
def test_who_comes_is_no_surprise(before):
    assert not before.absence(len(Colour) + 2).any()


def rarity(seen, told):
    """Of nothing, a disc on the board, a tile, a tile with a disc."""
    return Memory(seen, told).rarity(ways())[0]


def test_what_the_game_says_is_as_usual_as_what_was_seen():
    assert not rarity(table(Terrain.ROCK), table(Terrain.ROCK, Crop.SWEET_POTATO))[
        [TILE, TILE_WITH_DISC]
    ].any()
    being_laid = rarity(table(), table(Terrain.ROCK))
    assert np.flatnonzero(being_laid < 0).tolist() == [DISC], "a disc without its tile is laid by nobody"


def test_what_was_seen_lying_wrong_is_rather_put_right():
    seen_so = rarity(table(Terrain.SAND), table(Terrain.ROCK))
    assert not seen_so[[TILE, TILE_WITH_DISC]].any()
    assert (seen_so[[BARE, DISC]] < 0).all()
    still_wrong = rarity(table(Terrain.ROCK), table(Terrain.SAND))
    assert (still_wrong < 0).all()


def usual_meeples(seen, told):
    """Who is no surprise on a space."""
    absence = Memory(table(None, None, seen), table(None, None, told)).absence(len(Colour) + 2)[0]
    everybody = (None, *Colour)
    return {everybody[number] for number in np.flatnonzero(absence == 0) if number < len(everybody)}


@pytest.mark.parametrize(
    ("seen", "told", "usual"),
    [
        (Colour.BLUE, Colour.BLUE, {Colour.BLUE}),
        (Colour.BLUE, None, {Colour.BLUE, None}),
        (None, Colour.BLUE, {Colour.BLUE, None}),
        (Colour.WHITE, Colour.BLUE, {Colour.BLUE}),
        (None, None, {None, *Colour}),
    ],
    ids=["it stays", "it has to go", "it has to come", "somebody else was seen", "who walks there"],
)
def test_a_meeple_is_rather_the_one_that_the_game_has_there(seen, told, usual):
    assert usual_meeples(seen, told) == usual


def test_two_on_a_space_are_rare_and_two_at_once_are_rarer():
    nobody, somebody, not_known = (
        each.crowding()[0] for each in (memory(), memory(None, None, Colour.BLUE), memory(known=False))
    )
    assert nobody < somebody == not_known < 0


def test_a_table_as_a_game_has_it():
    position = some_position("short", 3)
    found = Table.of_position(position)
    for space in position.board.spaces:
        terrain, crop = position.terrain(space), position.crop(space)
        assert found.terrains[space.index] == (0 if terrain is None else list(Terrain).index(terrain) + 1)
        assert found.crops[space.index] == (0 if crop is None else crop.level)
        standing = position.meeples.get(space)
        assert found.meeples[space.index] == (0 if standing is None else list(Colour).index(standing) + 1)


def test_who_came_is_taken_from_another_table():
    seen = Table.of([[None, None, Opinion(None, 0.99)]] * 2)
    game = Table.of([[None, None, Opinion(Colour.BLUE, 0.99)]] * 2)
    assert seen.standing([1], game).meeples.tolist() == [0, BLUE]
    assert seen.meeples.tolist() == [0, 0]


def test_some_spaces_of_it():
    seen = Table.of([[Opinion(Terrain.ROCK, 0.99), None, None], [None, None, Opinion(Colour.BLUE, 0.99)]])
    both = Memory(seen, seen.at(np.array([1, 0])))
    assert both.at(np.array([1, 1])).seen.meeples.tolist() == [BLUE, BLUE]
    assert both.at(np.array([1])).told.terrains.tolist() == [ROCK]
    assert Memory(seen).at(np.array([0])).seen.terrains.tolist() == [ROCK]
    assert NOTHING not in seen.terrains
