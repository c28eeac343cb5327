"""Memory and public rules, reading by reading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from vision.belief import PERSISTING, Belief
from vision.reading import Opinion, Reading, SpaceReading

BOARD = official_board("short")
NOTHING = Opinion(None, 0.99)
EMPTY = SpaceReading(NOTHING, NOTHING, NOTHING)
UNSEEN = SpaceReading(*[Opinion(None, 0.0, seen=False)] * 3)
PLACE = BOARD.space("sun/llama")


def reads(space=EMPTY, **parts):
    """A reading of an empty board but for one space."""
    spaces = [EMPTY] * 25
    spaces[PLACE.index] = replace(space, **parts)
    return Reading(BOARD, tuple(spaces))


def tile(terrain, probability=0.98):
    return Opinion(terrain, probability)


def test_what_is_covered_is_still_there_but_nobody_is_sure_of_it():
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND), crop=Opinion(Crop.CHILI, 0.97)), 0)
    seen = belief.note(reads(UNSEEN), 1).at(PLACE)
    assert (seen.terrain.value, seen.crop.value) == (Terrain.SAND, Crop.CHILI)
    assert not any(part.sure for part in (seen.terrain, seen.crop, seen.meeple)), "hands were there since"


def test_a_meeple_hides_a_disc_and_the_disc_is_remembered():
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND), crop=Opinion(Crop.SWEET_POTATO, 0.97)), 0)
    hidden = reads(
        terrain=tile(Terrain.SAND), crop=Opinion(None, 0.4, seen=False), meeple=Opinion(Colour.BLUE, 0.99)
    )
    seen = belief.note(hidden, 1).at(PLACE)
    assert (seen.token, seen.meeple.value) == ("S1", Colour.BLUE)
    assert (seen.terrain.sure, seen.crop.sure, seen.meeple.sure) == (True, False, True)


def test_a_disc_changed_while_nobody_could_see_it_is_no_surprise():
    """Laid wrongly, put right at once, and a meeple set on it: the wrong one must not be told for ever."""
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND), crop=Opinion(Crop.CHILI, 0.97)), 0)
    hidden = reads(
        terrain=tile(Terrain.SAND), crop=Opinion(None, 0.4, seen=False), meeple=Opinion(Colour.BLUE, 0.99)
    )
    for time in range(1, 30):
        assert not belief.note(hidden, time).at(PLACE).crop.sure
    again = reads(terrain=tile(Terrain.SAND), crop=Opinion(Crop.SWEET_POTATO, 0.97))
    for time in (30, 30 + PERSISTING):
        seen = belief.note(again, time).at(PLACE)
    assert (seen.crop.value, seen.crop.sure) == (Crop.SWEET_POTATO, True)


def test_what_was_never_seen_is_not_guessed():
    seen = Belief(BOARD).note(reads(UNSEEN), 0).at(PLACE)
    assert seen.terrain.value is None
    assert not seen.sure


def test_a_new_tile_is_believed_at_once():
    belief = Belief(BOARD)
    belief.note(reads(), 0)
    assert belief.note(reads(terrain=tile(Terrain.ROCK)), 1).at(PLACE).sure
    assert not belief.doubts


@pytest.mark.parametrize("other", [tile(Terrain.ROCK, 0.999), NOTHING], ids=["another tile", "no tile"])
def test_a_tile_does_not_change_unless_it_is_read_twice_some_time_apart(other):
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND)), 0)
    first = belief.note(reads(terrain=other), 1).at(PLACE)
    assert first.terrain.value is Terrain.SAND
    assert not first.sure, "but it is no longer sure"
    assert belief.doubts
    assert not belief.note(reads(terrain=other), 1 + PERSISTING / 2).at(PLACE).sure
    second = belief.note(reads(terrain=other), 1 + PERSISTING).at(PLACE)
    assert (second.terrain.value, second.sure) == (other.value, True)


def test_a_slip_of_the_eye_is_forgotten_when_the_tile_is_read_as_before():
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND)), 0)
    belief.note(reads(terrain=tile(Terrain.ROCK)), 1)
    assert belief.note(reads(terrain=tile(Terrain.SAND)), 2).at(PLACE).sure
    assert not belief.note(reads(terrain=tile(Terrain.ROCK)), 9).at(PLACE).sure, "it begins anew"


def test_an_unsure_reading_of_a_known_tile_changes_nothing_but_is_not_hidden():
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND)), 0)
    same = belief.note(reads(terrain=tile(Terrain.SAND, 0.6)), 1).at(PLACE)
    assert (same.terrain.value, same.sure) == (Terrain.SAND, True)
    other = belief.note(reads(terrain=tile(Terrain.ROCK, 0.6)), 2).at(PLACE)
    assert (other.terrain.value, other.sure) == (Terrain.SAND, False)
    strange = belief.note(reads(terrain=Opinion(None, 0.95, unknown=True)), 3).at(PLACE)
    assert (strange.terrain.value, strange.sure) == (Terrain.SAND, False)


def test_meeples_come_and_go():
    belief = Belief(BOARD)
    for time, colour in enumerate((Colour.BLUE, None, Colour.GREEN, Colour.WHITE)):
        assert belief.note(reads(meeple=Opinion(colour, 0.97)), time).at(PLACE).meeple.value is colour


def test_a_crop_without_terrain_is_doubted_until_it_is_read_so_again():
    belief = Belief(BOARD)
    stray = reads(crop=Opinion(Crop.CORN, 0.99))
    for time in (0, PERSISTING / 2):
        seen = belief.note(stray, time).at(PLACE)
        assert not seen.terrain.sure
        assert not seen.crop.sure
    seen = belief.note(stray, PERSISTING).at(PLACE)
    assert (seen.token, seen.terrain.sure, seen.crop.sure) == (".4", True, True)


@pytest.mark.parametrize(
    ("before", "sure"), [(reads(), True), (reads(UNSEEN), False)], ids=["bare", "unseen"]
)
def test_a_large_disc_on_a_space_that_was_bare_lies_on_the_bare_board(before, sure):
    """Its corners alone tell little: that a tile came with it would have to be seen."""
    belief = Belief(BOARD)
    belief.note(before, 0)
    stray = reads(terrain=Opinion(None, 0.7), crop=Opinion(Crop.QUINOA, 0.99))
    belief.note(stray, 1)
    assert belief.note(stray, 1 + PERSISTING).at(PLACE).terrain.sure is sure
    tiled = reads(terrain=Opinion(Terrain.SAND, 0.7), crop=Opinion(Crop.QUINOA, 0.99))
    assert not belief.note(tiled, 3).at(PLACE).terrain.sure


def test_a_crop_whose_terrain_is_hidden_but_was_seen_is_believed():
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.GRASS)), 0)
    hidden = Opinion(None, 0.0, seen=False)
    seen = belief.note(reads(terrain=hidden, crop=Opinion(Crop.QUINOA, 0.99)), 1).at(PLACE)
    assert (seen.token, seen.crop.sure, seen.terrain.sure) == ("G5", True, False)


def test_nobody_has_more_pieces_than_the_box():
    sand = SpaceReading(tile(Terrain.SAND, 0.99), NOTHING, NOTHING)
    spaces = [sand] * 24 + [replace(sand, terrain=tile(Terrain.SAND, 0.91))]
    seen = Belief(BOARD).note(Reading(BOARD, tuple(spaces)), 0)
    sure = [space for space in seen.spaces if space.terrain.sure]
    assert len(sure) == BOX.terrains[Terrain.SAND]
    assert not seen.spaces[24].terrain.sure, "the least sure is doubted first"


@pytest.mark.parametrize(("probability", "doubted"), [(0.92, 1), (0.95, 0)])
def test_the_scenarios_tiles_are_public_and_count_but_a_wrong_one_may_lie_there(probability, doubted):
    tiles = dict.fromkeys(Terrain, 1)
    sand = SpaceReading(tile(Terrain.SAND, probability), NOTHING, NOTHING)
    seen = Belief(BOARD, tiles).note(Reading(BOARD, (sand, sand) + (EMPTY,) * 23), 0)
    assert len(seen.unsure) == doubted


def test_there_is_one_purple_meeple():
    purple = SpaceReading(NOTHING, NOTHING, Opinion(Colour.PURPLE, 0.97))
    assert len(Belief(BOARD).note(Reading(BOARD, (purple, purple) + (EMPTY,) * 23), 0).unsure) == 1


def test_a_sixth_meeple_that_is_seen_beyond_doubt_is_there():
    """Somebody took it from another box: the referee must hear of it."""
    blue = SpaceReading(NOTHING, NOTHING, Opinion(Colour.BLUE, 0.995))
    seen = Belief(BOARD).note(Reading(BOARD, (blue,) * 6 + (EMPTY,) * 19), 0)
    assert [space.meeple.sure for space in seen.spaces[:6]] == [True] * 6


def test_when_there_is_a_meeple_too_many_those_that_stood_there_are_not_doubted():
    belief = Belief(BOARD)
    blue = SpaceReading(NOTHING, NOTHING, Opinion(Colour.BLUE, 0.995))
    belief.note(Reading(BOARD, (blue,) * 5 + (EMPTY,) * 20), 0)
    hazy = replace(blue, meeple=Opinion(Colour.BLUE, 0.93))
    seen = belief.note(Reading(BOARD, (hazy,) * 5 + (blue,) + (EMPTY,) * 19), 1)
    assert [space.meeple.sure for space in seen.spaces[:6]] == [True] * 6


def test_what_the_table_says_is_believed_until_it_is_read_otherwise_twice():
    belief = Belief(BOARD)
    position = Position.empty(BOARD, dict(BOX.terrains)).with_space(PLACE, Terrain.DIRT, Crop.CORN)
    belief.note(reads(terrain=tile(Terrain.SAND)), 0)
    belief.confirm(position)
    seen = belief.note(reads(UNSEEN), 1).at(PLACE)
    assert (seen.terrain.value, seen.crop.value) == (Terrain.DIRT, Crop.CORN)
    assert not belief.note(reads(terrain=tile(Terrain.SAND)), 2).at(PLACE).sure


def test_another_game_begins_with_nothing():
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND)), 0)
    belief.forget()
    assert not belief.note(reads(UNSEEN), 1).at(PLACE).sure


@pytest.mark.parametrize(("before", "kept"), [(Crop.QUINOA, False), (Crop.SWEET_POTATO, True)])
def test_a_large_disc_that_would_be_seen_around_a_meeple_is_not_believed_below_it(before, kept):
    belief = Belief(BOARD)
    belief.note(reads(terrain=tile(Terrain.SAND), crop=Opinion(before, 0.97)), 0)
    hidden = reads(
        terrain=tile(Terrain.SAND), crop=Opinion(None, 0.4, seen=False), meeple=Opinion(Colour.BLUE, 0.99)
    )
    assert (belief.note(hidden, 1).at(PLACE).crop.value is before) is kept
