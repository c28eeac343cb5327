"""The signs: all there, all told apart by their shape alone."""

import itertools

import pytest

from companion.table.screens.descriptions import Action, Kind
from companion.table.screens.icons import LARGE, PATTERNS, SMALL, name_of, names, rows
from companion.tiwanaku.board import ANIMALS, ELEMENTS, Direction
from companion.tiwanaku.pieces import Crop, Terrain

OF_THE_GAME = (*ELEMENTS, *ANIMALS, *map(name_of, (*Terrain, *Crop, *Direction)))


@pytest.mark.parametrize("size", [LARGE, SMALL])
def test_everything_of_the_game_has_a_sign_of_that_size(size):
    assert set(OF_THE_GAME) <= set(names(size))
    for name in names(size):
        assert len(rows(name, size)) == size
        assert {len(row) for row in rows(name, size)} == {size}


def test_every_action_and_message_has_a_large_sign():
    assert {sign.value for sign in (*Action, *Kind)} <= set(names(LARGE))


@pytest.mark.parametrize(("size", "least"), [(LARGE, 80), (SMALL, 20)])
def test_any_two_signs_differ_by_many_pixels(size, least):
    for one, other in itertools.combinations(OF_THE_GAME, 2):
        assert difference(rows(one, size), rows(other, size)) >= least, (one, other)


def test_the_patterns_of_the_terrains_differ():
    for one, other in itertools.combinations(PATTERNS.values(), 2):
        assert difference(one, other) >= 12


def test_an_arrow_points_where_its_name_says():
    for size in (LARGE, SMALL):
        north, east, south, west = (rows(name, size) for name in ("north", "east", "south", "west"))
        assert south == tuple(reversed(north))
        assert west == tuple(row[::-1] for row in east)
        tip = next(row for row in north if "#" in row)
        assert tip.count("#") == 2
        assert (
            max(east, key=lambda row: row.rindex("#") if "#" in row else -1)
            in east[size // 2 - 1 : size // 2 + 1]
        )


def difference(one, other):
    return sum(a != b for a, b in zip("".join(one), "".join(other), strict=True))
