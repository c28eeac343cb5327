"""Each technique on a board made for it, and on one that nearly fits."""

import pytest

from companion.tiwanaku.explain.knowledge import Knowledge
from companion.tiwanaku.explain.ladder import ladder, plain_techniques, suppositions
from companion.tiwanaku.explain.technique import literal
from companion.tiwanaku.explain.trail import Trail
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.tables import bits
from companion.tiwanaku.values import VALUES
from tests.builders import drawn

SP, COCA, CHILI, CORN, QUINOA = Crop
DIRT, SAND, GRASS, ROCK = Terrain


def found(technique, position, **more):
    """What one use of a technique rules out: pairs of a place and a value."""
    known = Knowledge.of(position, **more)
    [tool] = [each for each in ladder() if each.id == technique]
    return {
        (str(position.board.spaces[cell]), VALUES[value])
        for finding in tool.find(known)
        for cell, removed in finding.removed
        for value in bits(known.masks[cell] & removed)
    }


def test_a_region_of_one_space_has_the_sweet_potato():
    position = drawn("S. D. ..\nR. .. ..\n.. .. ..")
    assert found("single-space-region", position) == {
        ("river/condor", c) for c in (COCA, CHILI, CORN, QUINOA)
    }


def test_a_region_that_can_still_grow_may_have_any_crop():
    position = drawn("S. D. ..\n.. .. ..\n.. .. ..")
    assert found("single-space-region", position) == set()


def test_the_last_missing_crop_of_a_complete_region():
    position = drawn("S1 S. D.\nR. R. ..\n.. .. ..")
    assert found("last-missing-crop", position) == {("leaf/condor", c) for c in (SP, CHILI, CORN, QUINOA)}


def test_two_missing_crops_are_not_the_last():
    position = drawn("S. S. D.\nR. R. ..\n.. .. ..")
    assert found("last-missing-crop", position) == set()


def test_a_crop_keeps_its_like_away():
    position = drawn("S2 .. ..\n.. .. ..\n.. .. ..")
    places = ("leaf/condor", "river/lizard", "leaf/lizard")
    assert found("crop-beside", position) == {(place, COCA) for place in places}


def test_a_region_has_each_crop_once():
    position = drawn("S2 S. S.\n.. .. ..\n.. .. ..")
    assert found("crop-in-region", position) == {("leaf/condor", COCA), ("mountain/condor", COCA)}


def test_another_region_may_have_the_same_crop():
    position = drawn("S2 D. S.\n.. .. ..\n.. .. ..")
    assert found("crop-in-region", position) == set()


def test_a_closed_region_has_no_crop_above_its_size():
    position = drawn("S. S. D.\nR. R. ..\n.. .. ..")
    places = ("river/condor", "leaf/condor")
    assert found("region-closed", position) == {(p, c) for p in places for c in (CHILI, CORN, QUINOA)}
    position = drawn("S. S. ..\nR. R. ..\n.. .. ..")
    assert found("region-closed", position) == set()


def test_the_only_place_left_for_a_crop():
    position = drawn("S. S. S. S. D.\nR. D4 R. R. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..")
    known = Knowledge.of(position)
    for cell in (0, 1, 2):
        known.remove(cell, 1 << VALUES.index(CORN))
    [tool] = [each for each in ladder() if each.id == "only-place"]
    [finding] = tool.find(known)
    assert finding.removed[0][0] == 3
    assert not finding.removed[0][1] >> VALUES.index(CORN) & 1


def test_a_crop_with_two_places_left_is_not_placed():
    position = drawn("S. S. S. D. D.\nR. R. R. .. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..")
    assert found("only-place", position) == set()


def test_nothing_joins_a_full_region():
    position = drawn("S. S. S. S. S.\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..")
    lizards = {f"{element}/lizard" for element in position.board.elements}
    assert found("region-full", position) == {(place, SAND) for place in lizards}
    position = drawn("S. S. S. S. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..")
    assert found("region-full", position) == set()


def test_corners_that_cannot_be_joined_differ():
    position = drawn("S. D. ..\nR. .. ..\n.. .. ..")
    assert ("leaf/lizard", SAND) in found("corner-blocked", position)
    position = drawn("S. D. ..\n.. .. ..\n.. .. ..")
    assert found("corner-blocked", position) == set()


def test_equal_corners_are_joined_by_the_open_way():
    position = drawn("S. D. ..\n.. S. ..\n.. .. ..")
    assert found("corners-join", position) == {("river/lizard", t) for t in (DIRT, GRASS, ROCK)}
    position = drawn("S. .. ..\n.. S. ..\n.. .. ..")
    assert found("corners-join", position) == set()


def test_groups_too_large_together_stay_apart():
    position = drawn("S. S. S. .. S.\n.. .. .. .. S.\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..")
    assert ("fire/condor", SAND) in found("stay-apart", position)
    position = drawn("S. S. .. S. S.\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. ..")
    assert found("stay-apart", position) == set()


def test_groups_with_the_same_crop_stay_apart():
    position = drawn("S3 .. S3\n.. .. ..\n.. .. ..")
    assert {("leaf/condor", SAND), ("leaf/lizard", SAND)} == found("stay-apart", position)
    assert found("stay-apart", drawn("S3 .. S2\n.. .. ..\n.. .. ..")) == set()


def test_a_used_up_supply_leaves_nothing_for_other_spaces():
    tiles = {"D": 3, "S": 1, "G": 3, "R": 2}
    position = drawn("S. .. ..\n.. .. ..\n.. .. ..", tiles)
    assert len(found("supply-used-up", position)) == 8
    assert found("supply-used-up", position, counting=False) == set()
    assert (
        found("supply-used-up", drawn("S. .. ..\n.. .. ..\n.. .. ..", {"D": 3, "S": 2, "G": 2, "R": 2}))
        == set()
    )


def test_as_many_places_as_tiles():
    tiles = {"D": 3, "S": 3, "G": 2, "R": 1}
    position = drawn("D. G. R.\nD. D. G.\n.. .. ..", tiles)
    assert ("river/turtle", DIRT) not in found("rest-goes-here", position)
    assert {place for place, _ in found("rest-goes-here", position)} == {
        "river/llama",
        "leaf/llama",
        "mountain/llama",
    }


def test_no_crop_tile_is_left():
    position = drawn("S1 .. ..\n.. .. ..\n.. .. ..")
    known = Knowledge.of(position)
    known.limits = known.limits._replace(crops=(1, 9, 9, 9, 9))
    [tool] = [each for each in ladder() if each.id == "crop-stock-used-up"]
    assert sum(len(finding.removed) for finding in tool.find(known)) == 8
    assert found("crop-stock-used-up", position) == set()


def test_every_place_for_a_crop_touches_the_same_space():
    position = drawn("S. S. D.\nR. R. ..\n.. .. ..")
    touched = {("river/lizard", SP), ("leaf/lizard", SP), ("river/lizard", COCA), ("leaf/lizard", COCA)}
    assert found("one-of-these", position) == touched
    assert found("one-of-these", drawn("S. S. ..\nR. R. ..\n.. .. ..")) == set()


def test_a_high_crop_needs_a_larger_region():
    position = drawn("S3 .. ..\nR. D. ..\n.. .. ..")
    assert ("leaf/condor", ROCK) in found("crop-needs-room", position)
    assert found("crop-needs-room", drawn("S1 .. ..\nR. D. ..\n.. .. ..")) == set()


def test_a_region_that_cannot_stay_as_it_is_grows_through_the_only_way():
    # Two groups that touch at a corner are one region, and only the way around the corner joins them.
    position = drawn("S. .. ..\nD. S. ..\n.. .. ..")
    assert found("only-way-to-grow", position) == {("leaf/condor", t) for t in (DIRT, GRASS, ROCK)}
    assert found("only-way-to-grow", drawn("S. .. ..\n.. S. ..\n.. .. ..")) == set()


def test_a_terrain_without_room():
    position = drawn("S5 D. ..\nR. .. ..\n.. .. ..")
    assert ("river/condor", SAND) in found("no-shape", position)
    position = drawn("S5 .. ..\nR. .. ..\n.. .. ..")
    assert ("river/condor", SAND) not in found("no-shape", position)


def test_a_crop_without_room():
    position = drawn("S. .. D.\nR. D. ..\n.. .. ..")
    high = {("river/condor", c) for c in (CHILI, CORN, QUINOA)}
    assert high <= found("no-room-for-crop", position)
    assert ("river/condor", COCA) not in found("no-room-for-crop", position)


def narrowed(position, technique, choices):
    """What a technique finds once these spaces have these crops only."""
    known = Knowledge.of(position)
    for cell, crops in choices.items():
        keep = sum(1 << VALUES.index(crop) for crop in crops)
        known.remove(cell, 0b111110000 & ~keep)
    [tool] = [each for each in ladder() if each.id == technique]
    return {
        (cell, VALUES[value])
        for finding in tool.find(known)
        for cell, removed in finding.removed
        for value in bits(known.masks[cell] & removed)
    }


STRIP = "S. S. S. S. D.\nR. D. R. R. ..\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. .."


def test_pairs():
    pair = {0: (SP, COCA), 1: (SP, COCA)}
    hits = narrowed(drawn(STRIP), "pair", pair)
    assert {(2, SP), (3, COCA), (5, SP)} <= hits
    assert (4, SP) not in hits
    assert narrowed(drawn(STRIP), "pair", {0: (SP, COCA), 1: (SP, CHILI)}) == set()


def test_triples():
    triple = {0: (SP, COCA), 1: (COCA, CHILI), 2: (SP, CHILI)}
    assert (3, COCA) in narrowed(drawn(STRIP), "triple", triple)
    assert narrowed(drawn(STRIP), "triple", {0: (SP, COCA), 1: (COCA, CHILI), 2: (SP, CORN)}) == set()


def test_hidden_pairs_and_triples():
    hidden = {2: (CHILI, CORN), 3: (CHILI, CORN)}
    assert {(0, CHILI), (1, CORN)} <= narrowed(drawn(STRIP), "hidden-pair", hidden)
    assert narrowed(drawn(STRIP), "hidden-pair", {2: (CHILI, CORN), 3: (CHILI, CORN, SP)}) == set()
    triple = {3: (CORN, QUINOA), 4: (CORN, QUINOA)}
    row = "S. S. S. S. S.\nR. D. R. R. R.\n.. .. .. .. ..\n.. .. .. .. ..\n.. .. .. .. .."
    assert narrowed(drawn(row), "hidden-triple", triple) == {
        (c, v) for c in (0, 1, 2) for v in (CORN, QUINOA)
    }
    assert narrowed(drawn(row), "hidden-triple", {3: (CORN, QUINOA)}) == set()


def test_every_possible_region_is_tried():
    position = drawn("S. .. D.\nR. D1 ..\n.. .. ..")
    assert ("river/condor", SP) in found("crop-beside", position)
    known = Knowledge.of(position)
    for cell in (0, 1):
        known.remove(cell, 1 << VALUES.index(SP))
    [tool] = [each for each in ladder() if each.id == "every-shape"]
    hits = {(cell, removed) for finding in tool.find(known) for cell, removed in finding.removed}
    assert (0, 1 << VALUES.index(SAND)) in hits


@pytest.mark.parametrize("technique", ["leaves-no-place", "thought-through"])
def test_a_supposition_that_leaves_no_place_is_wrong(technique):
    position = drawn("S. .. D.\nR. D1 ..\n.. .. ..")
    # Sand at the corner cannot have the sweet potato, nor can its only neighbour: a contradiction lies there.
    assert found(technique, position) != set()
    assert found(technique, drawn(".. .. ..\n.. .. ..\n.. .. .."), counting=False) == set()


CASES = ".. .. D1 .. G2\n.. .. R3 R4 G1\n.. S2 R. R. ..\n.. .. .. .. ..\nR1 .. D1 D. .."
NEARLY = CASES.replace("R1 .. D1", "R1 .. ..")
CASES_TILES = {"D": 10, "S": 6, "G": 2, "R": 7}


@pytest.mark.parametrize(("board", "wrong"), [(CASES, True), (NEARLY, False)])
def test_a_value_from_which_every_case_leads_nowhere_is_wrong(board, wrong):
    position = drawn(board, CASES_TILES)
    known = Knowledge.of(position)
    Trail.beginning(known).climb(known, plain_techniques(), lambda _: False)
    space = position.board.space("river/llama")
    dirt = 1 << VALUES.index(DIRT)
    assert known.masks[space.index] & dirt
    *_, thought_through, every_case = (tool.on(literal(space.index, dirt)) for tool in suppositions())
    assert not list(thought_through.find(known))
    hits = [finding.removed for finding in every_case.find(known)]
    assert hits == ([((space.index, dirt),)] if wrong else [])


def test_tiles_that_groups_need_go_nowhere_else():
    tiles = {"D": 3, "S": 3, "G": 2, "R": 1}
    position = drawn("S3 .. ..\n.. .. ..\n.. .. ..", tiles)
    assert ("mountain/llama", SAND) in found("tiles-spoken-for", position)
    roomy = {"D": 2, "S": 4, "G": 2, "R": 1}
    assert ("mountain/llama", SAND) not in found(
        "tiles-spoken-for", drawn("S3 .. ..\n.. .. ..\n.. .. ..", roomy)
    )


def test_tiles_that_only_just_fit():
    # Corners that nothing can join: of three sand spaces in a slanting row only the outer two can be.
    slant = ".. D. G.\nR. .. D.\nG. R. .."
    hits = found("tiles-must-fit", drawn(slant, {"D": 3, "S": 2, "G": 2, "R": 2}))
    assert {("leaf/lizard", SAND), ("river/condor", DIRT), ("mountain/llama", GRASS)} <= hits
    hits = found("tiles-must-fit", drawn(slant, {"D": 3, "S": 1, "G": 3, "R": 2}))
    assert ("mountain/llama", GRASS) not in hits
