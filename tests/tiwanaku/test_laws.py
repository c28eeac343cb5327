"""The laws on boards drawn by hand: what is flagged, where, and above all what is not yet flagged."""

from __future__ import annotations

import pytest

from companion.tiwanaku.laws import Law, violations
from companion.tiwanaku.pieces import Crop, Terrain
from companion.tiwanaku.position import Position
from tests.builders import board_of, drawn


def laws(position):
    """The names of the broken laws, sorted, each as often as it is flagged."""
    return sorted(violation.law.value for violation in violations(position))


def places(position, law):
    """The places of each violation of a law, as they are listed."""
    return [[str(space) for space in each.spaces] for each in violations(position) if each.law is law]


def only_sentence(position):
    (violation,) = violations(position)
    return str(violation.text)


# --- nothing is flagged that can still become legal


@pytest.mark.parametrize("size", [(2, 2), (3, 4), (5, 5), (5, 9)])
def test_an_empty_board_breaks_no_law(size):
    rows, columns = size
    assert laws(drawn("\n".join([".. " * columns] * rows))) == []


def test_a_complete_legal_board_breaks_no_law():
    # The space in the middle touches all others, so its corn is the only one.
    position = drawn(
        """
        S1 S2 G1
        S3 G4 G3
        R2 R1 G2
        """
    )
    assert laws(position) == []


@pytest.mark.parametrize(
    ("legal_yet", "no_longer"),
    [
        # Only the top right space can join the two: side by side with both.
        ("S. ..\nD. S.", "S. G.\nD. S."),
        # Joined by way of either unknown corner.
        ("S. ..\n.. S.", "S. G.\nD. S."),
        # Three in a row and one at a corner: the joining space makes five.
        ("S. S. S. ..\nD. D. D. S.", "S. S. S. G.\nD. D. D. S."),
    ],
)
def test_regions_may_touch_at_a_corner_while_unknown_spaces_can_join_them(legal_yet, no_longer):
    assert laws(drawn(legal_yet)) == []
    assert laws(drawn(no_longer)) == ["regions-touch"]


def test_a_way_round_is_always_too_long_to_join_regions_at_a_corner():
    # Round the grass the sand would be seven spaces long.
    assert laws(drawn(".. .. ..\n.. G. S.\n.. S. D.")) == ["regions-touch"]


def test_regions_that_would_join_to_six_spaces_touch():
    position = drawn(
        """
        S. S. S. .. ..
        D. D. D. S. S.
        """
    )
    assert laws(position) == ["regions-touch"]
    (listed,) = places(position, Law.REGIONS_TOUCH)
    # The corners where they touch come first, then what holds them apart, then the rest of both.
    assert listed == [
        "mountain/condor",
        "fire/lizard",
        "mountain/lizard",
        "river/condor",
        "leaf/condor",
        "sun/lizard",
    ]


def test_regions_cannot_be_joined_by_a_space_that_touches_a_third_of_their_terrain():
    # The joining space fire/condor makes five, and then touches sun/condor, which would be a sixth.
    position = drawn("S. S. S. .. S.\nD. D. D. S. D.")
    assert laws(position) == ["regions-touch"]


def test_regions_of_different_terrain_may_touch():
    assert laws(drawn("S. D.\nD. S.")) == ["regions-touch", "regions-touch"]
    assert laws(drawn("S. D.\nG. R.")) == []


def test_regions_touching_at_a_corner_are_flagged_once_with_what_holds_them_apart():
    assert places(drawn("S. G.\nD. S."), Law.REGIONS_TOUCH) == [
        ["river/condor", "leaf/lizard", "leaf/condor", "river/lizard"]
    ]


# --- the size of a region


def test_a_region_of_five_is_legal_and_of_six_is_too_large():
    assert laws(drawn("S. S. S.\nS. S. ..")) == []
    six = drawn("S. S. S.\nS. S. S.")
    assert laws(six) == ["region-too-large"]
    assert places(six, Law.REGION_TOO_LARGE) == [
        ["river/condor", "leaf/condor", "mountain/condor", "river/lizard", "leaf/lizard", "mountain/lizard"]
    ]


def test_a_region_that_is_too_large_is_no_touching_region():
    assert laws(drawn("S. S. S. S. S. S.")) == ["region-too-large"]


def test_a_region_too_large_that_touches_another_breaks_both_laws():
    assert laws(drawn("S. S. S. S. S. S. D.\nD. D. D. G. G. G. S.")) == ["region-too-large", "regions-touch"]


# --- the levels of crops


def test_crop_of_level_four_is_legal_while_its_group_can_still_grow():
    assert laws(drawn("S4 S. .. ..\nD. D. D. D.")) == []
    assert laws(drawn("S4 S. .. G.\nD. D. D. R.")) == ["crop-too-high"]


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_crop_is_too_high_exactly_above_the_size_of_a_closed_region(level, size):
    row = [f"S{level}"] + ["S."] * (size - 1) + ["D."] * (5 - size)
    position = drawn(" ".join(row))
    assert (Law.CROP_TOO_HIGH in [each.law for each in violations(position)]) is (level > size)


def test_crop_that_is_too_high_comes_first_then_its_region_then_its_walls():
    position = drawn("D. S1 S3 G.\nR. R. R. R.")
    assert places(position, Law.CROP_TOO_HIGH) == [
        ["mountain/condor", "leaf/condor", "river/condor", "fire/condor", "leaf/lizard", "mountain/lizard"]
    ]


def test_crop_too_high_says_the_level_and_the_size_as_numbers():
    position = drawn("S4 S. D.")
    assert only_sentence(position) == (
        "river/condor: corn needs a region of 4, but this sand region can have 2 at most."
    )


def test_room_to_grow_ends_at_another_group_of_the_same_terrain_that_would_make_it_too_large():
    # Between the two sands lies one unknown space; taking it joins them to six, so the first stays at one.
    position = drawn("S2 .. S. S. S. S.\nD. D. D. D. G. G.")
    assert laws(position) == ["crop-too-high"]
    assert places(position, Law.CROP_TOO_HIGH)[0][0] == "river/condor"


def test_room_to_grow_may_join_another_group_of_the_same_terrain():
    assert laws(drawn("S4 .. S. S.\nD. D. D. D.")) == []


# --- the same crop twice


def test_crop_twice_in_one_group_is_repeated_wherever_it_lies():
    position = drawn("S1 S. S1")
    assert laws(position) == ["crop-repeated"]
    assert places(position, Law.CROP_REPEATED) == [["river/condor", "mountain/condor", "leaf/condor"]]


def test_crop_twice_in_groups_that_must_become_one_is_repeated():
    # The sands touch at a corner, so they must be one region, and that would have two chilies.
    position = drawn("S3 S. ..\nD. D. S3\n.. .. ..")
    assert laws(position) == ["crop-repeated"]
    assert places(position, Law.CROP_REPEATED)[0][:2] == ["river/condor", "mountain/lizard"]


def test_crop_once_in_each_of_two_groups_that_cannot_be_joined_is_not_repeated():
    assert laws(drawn("S2 S. G.\nD. D. S2\n.. .. ..")) == ["regions-touch"]


def test_crop_twice_in_separate_regions_of_one_terrain_is_legal():
    assert laws(drawn("S1 D. S1\n.. .. ..\n.. .. ..")) == []
    assert laws(drawn("S1 .. S1")) == []


def test_two_groups_with_the_same_crop_and_one_space_between_stay_apart():
    # The space between cannot be sand (two sweet potatoes in one region), but it can be anything else.
    assert laws(drawn("S1 .. S1\nD. D. D.\n.. .. ..")) == []


def test_crop_repeated_and_too_high_are_both_said():
    position = drawn("S4 S. S4 D.")
    assert laws(position) == ["crop-repeated", "crop-too-high"]
    assert places(position, Law.CROP_TOO_HIGH)[0][:2] == ["river/condor", "mountain/condor"]


# --- equal crops side by side


@pytest.mark.parametrize(
    ("grid", "pair"),
    [
        ("S1 D1", ["river/condor", "leaf/condor"]),
        ("S1\nD1", ["river/condor", "river/lizard"]),
        ("S1 ..\n.. D1", ["river/condor", "leaf/lizard"]),
        (".. S1\nD1 ..", ["leaf/condor", "river/lizard"]),
    ],
)
def test_equal_crops_touch_at_sides_and_corners_whatever_the_terrain(grid, pair):
    position = drawn(grid)
    assert laws(position) == ["crop-adjacent"]
    assert places(position, Law.CROP_ADJACENT) == [pair]


@pytest.mark.parametrize("row", ["S1 D. G1", "S1 .. G1", "S1 D2 ..", "S. D1 .."])
def test_equal_crops_two_apart_and_other_crops_do_not_touch(row):
    assert laws(drawn(f"{row}\n.. .. ..\n.. .. ..")) == []


def test_last_space_of_a_row_does_not_touch_the_first_of_the_next():
    assert laws(drawn(".. .. S1\nD1 .. ..\n.. .. ..")) == []


# --- a crop needs a tile


def test_crop_without_terrain_is_flagged_at_its_space_alone():
    position = drawn("S. .3\n.. ..")
    assert laws(position) == ["crop-without-terrain"]
    assert places(position, Law.CROP_WITHOUT_TERRAIN) == [["leaf/condor"]]


# --- a region that can no longer be planted


def test_closed_region_without_a_place_for_its_first_crop_is_incomplete():
    # The bare sand alone needs a sweet potato, and one lies beside it.
    position = drawn("S. D1 ..\nG. .. ..\n.. .. ..")
    assert laws(position) == ["region-incomplete"]
    assert places(position, Law.REGION_INCOMPLETE)[0][0] == "river/condor"


def test_incomplete_region_lists_its_spaces_then_its_walls_then_the_crops_in_its_way():
    row = ".. .. .. .."
    position = drawn(f"S. D. .. ..\nG. R1 .. ..\n{row}\n{row}")
    assert places(position, Law.REGION_INCOMPLETE) == [
        ["river/condor", "leaf/condor", "river/lizard", "leaf/lizard"]
    ]


def test_closed_region_needs_different_places_for_its_crops():
    # Two bare sands: the second must not hold the sweet potato, nor may the first.
    below = ".. .. .. ..\n.. .. .. .."
    assert laws(drawn(f"G. S. S. D1\nG1 D. R. R.\n{below}")) == ["region-incomplete"]
    # One of them may.
    assert laws(drawn(f"G. S. S. D1\nG2 D. R. R.\n{below}")) == []


def test_region_that_can_grow_is_complete_enough():
    # As it is (one sand beside a sweet potato) it could not be planted; growing to the left it can.
    assert laws(drawn(".. .. S. D1\nG. G. G. G.")) == []
    # Growing by one space that itself lies beside a sweet potato does not help.
    assert laws(drawn("G1 .. S. D1\nG. R. R. G.\n.. .. .. ..\n.. .. .. ..")) == ["region-incomplete"]


def test_region_that_must_grow_past_a_crop_that_it_cannot_place_is_incomplete():
    # Sand with a corn needs four spaces: itself and the three unknown ones; none of these can take a chili.
    assert laws(drawn("S4 .. .. ..\nD. D. D3 D.\nG. G. G. R.")) == ["region-incomplete"]
    assert laws(drawn("S4 .. .. .. ..\nD. D. D3 D. D.\nG. G. G. R. R.")) == []


# --- counting tiles


def tiles(dirt=0, sand=0, grass=0, rock=0):
    return {"D": dirt, "S": sand, "G": grass, "R": rock}


def test_counts_that_fit_the_board_and_the_box_are_legal():
    assert laws(drawn("S. ..\n.. ..", tiles(dirt=1, sand=1, grass=1, rock=1))) == []


def test_more_tiles_of_a_terrain_than_the_scenario_has_are_flagged_where_they_lie():
    position = drawn("S. D. S.\n.. .. ..", tiles(dirt=3, sand=1, grass=1, rock=1))
    assert laws(position) == ["tile-count"]
    assert places(position, Law.TILE_COUNT) == [["river/condor", "mountain/condor"]]
    assert only_sentence(position) == "2 sand tiles on the board; the scenario has 1."


@pytest.mark.parametrize("total", [3, 5])
def test_tiles_of_a_scenario_must_cover_the_board_exactly(total):
    position = drawn("S. ..\n.. ..", tiles(dirt=total - 1, sand=1))
    assert laws(position) == ["tile-count"]
    assert places(position, Law.TILE_COUNT) == [[]]


@pytest.mark.parametrize(("terrain", "stock"), [("dirt", 15), ("sand", 17), ("grass", 15), ("rock", 15)])
def test_scenario_may_use_all_tiles_of_the_box_and_not_one_more(terrain, stock):
    others = [each for each in Terrain if each.value != terrain]
    board = board_of(5, 9)

    def position(count):
        counts = {Terrain(terrain): count, **dict.fromkeys(others, (45 - count) // 3)}
        counts[others[0]] += 45 - sum(counts.values())
        return Position.empty(board, counts)

    assert laws(position(stock)) == []
    assert laws(position(stock + 1)) == ["tile-count"]


@pytest.mark.parametrize(("level", "stock"), [(1, 13), (2, 12), (3, 12), (4, 10), (5, 10)])
def test_board_may_hold_all_crop_tiles_of_the_box_and_not_one_more(level, stock):
    # Every second space of every second row: 15 places that do not touch.
    board = board_of(5, 9)
    apart = [space for space in board.spaces if space.row % 2 == 0 and space.column % 2 == 0]
    # Terrains repeat with a period of four such places in a row, so that no two of one terrain touch.
    position = Position.empty(board, dict(zip(Terrain, (12, 11, 11, 11), strict=True)))
    terrains = list(Terrain)
    for number, space in enumerate(apart[:stock]):
        position = position.with_space(space, terrains[number % 4], Crop(level))
    assert "tile-count" not in laws(position)
    one_more = position.with_space(apart[stock], terrains[stock % 4], Crop(level))
    assert laws(one_more).count("tile-count") == 1
    assert places(one_more, Law.TILE_COUNT) == [[str(space) for space in apart[: stock + 1]]]


# --- sentences


def test_every_law_has_the_name_that_other_tools_know():
    assert {law.value for law in Law} == {
        "region-too-large",
        "regions-touch",
        "crop-repeated",
        "crop-too-high",
        "crop-adjacent",
        "crop-without-terrain",
        "tile-count",
        "region-incomplete",
    }


@pytest.mark.parametrize(
    "grid",
    [
        "S. S. S. S. S. S.",
        "S. G.\nD. S.",
        "S1 S. S1",
        "S4 S. D.",
        "S1 D1",
        "S. .3",
        "S. D1\nG. G.",
    ],
)
def test_sentences_name_the_spaces_and_leave_no_gap_open(grid):
    position = drawn(grid)
    for violation in violations(position):
        sentence = str(violation.text)
        assert "{" not in sentence
        assert str(violation.spaces[0]) in sentence
        assert "None" not in sentence
