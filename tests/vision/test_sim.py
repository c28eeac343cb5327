"""The virtual table: the same scene gives the same picture, and the picture shows what the scene says."""

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import Unreadable
from companion.tiwanaku.pieces import Colour, Crop, Terrain
from tools.draw_styles import some_position
from vision.sim import (
    Camera,
    Disturbances,
    Hand,
    Light,
    Nudge,
    Renderer,
    Scene,
    VirtualTable,
    grid_corners,
    load_style,
    render,
    style_names,
)
from vision.sim.style import parse_style

SMALL = (640, 360)
QUIET = Disturbances(noise=0, jpeg=None, blur=0, clutter=False, misplacement=0, rotation=0)


def scene(board="short", **changes):
    return replace(Scene(some_position(board, 3), disturbances=QUIET), **changes)


def space_patch(picture, corners, board, place, side=64):
    """One space of the grid, seen from straight above."""
    space = board.space(place)
    goal = np.array([(0, 0), (board.columns, 0), (board.columns, board.rows), (0, board.rows)], np.float32)
    goal = (goal - (space.column, space.row)) * side
    matrix = cv2.getPerspectiveTransform(corners, goal.astype(np.float32))
    return cv2.warpPerspective(picture, matrix, (side, side))


@pytest.mark.parametrize("name", style_names())
def test_every_look_can_be_drawn_and_differs_from_a_black_picture(name):
    picture = render(scene(style=name, disturbances=Disturbances()), SMALL)
    assert picture.shape == (360, 640, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 15


def test_there_are_at_least_eight_looks_and_no_two_look_alike():
    pictures = [render(scene(style=name), SMALL).astype(int) for name in style_names()]
    assert len(pictures) >= 8
    for number, one in enumerate(pictures):
        for other in pictures[number + 1 :]:
            assert np.abs(one - other).mean() > 5


def test_the_same_scene_gives_the_same_picture_and_another_seed_another():
    first = scene(disturbances=Disturbances(hand=Hand(2, 2)), seed=5)
    assert np.array_equal(render(first, SMALL), render(first, SMALL))
    assert not np.array_equal(render(first, SMALL), render(replace(first, seed=6), SMALL))


def test_a_renderer_that_remembers_draws_what_a_fresh_one_draws():
    renderer = Renderer()
    one, other = scene(seed=1), scene("long", seed=2, style="dark")
    renderer.render(one, SMALL)
    renderer.render(other, SMALL)
    renderer.render(scene(seed=1, light=Light(0.4)), SMALL)
    assert np.array_equal(renderer.render(one, SMALL), render(one, SMALL))


@pytest.mark.parametrize("board", ["short", "long"])
@pytest.mark.parametrize(
    ("camera", "nudge"),
    [
        (Camera(), Nudge()),
        (Camera(height=9, x=2, y=3, roll=6, distortion=-0.1), Nudge()),
        (Camera(height=20, x=-1, y=0, roll=-170, distortion=0.05, fill=0.6), Nudge(0.5, -0.3, 5)),
    ],
    ids=["usual", "slanted", "upside down and nudged"],
)
def test_the_true_corners_are_where_the_markers_say(board, camera, nudge):
    one = scene(
        board, camera=camera, disturbances=replace(QUIET, nudge=nudge), markers=True, light=Light(shade=0)
    )
    size = (1280, 720)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(render(one, size))
    assert sorted(numbers.ravel().tolist()) == [0, 1, 2, 3]
    middles = np.array(
        [
            c.reshape(4, 2).mean(axis=0)
            for _, c in sorted(zip(numbers.ravel().tolist(), corners, strict=True), key=lambda item: item[0])
        ]
    )
    columns, rows = one.position.board.columns, one.position.board.rows
    half = 0.95 / 2
    world = np.array(
        [(-half, -half), (columns + half, -half), (columns + half, rows + half), (-half, rows + half)],
        np.float32,
    )
    grid = np.array([[(0, 0)], [(columns, 0)], [(columns, rows)], [(0, rows)]], np.float32)
    expected = cv2.perspectiveTransform(grid, cv2.getPerspectiveTransform(world, middles.astype(np.float32)))
    # The lens bends between the markers, so that a straight map is right within some pixels only.
    assert np.abs(expected.reshape(4, 2) - grid_corners(one, size)).max() < 1.5 + 100 * abs(camera.distortion)


def test_a_tile_and_a_disc_change_their_space_and_no_other():
    table = VirtualTable(some_position("short", 3), size=SMALL, disturbances=QUIET)
    board, corners = table.position.board, table.corners
    for space in board.spaces:
        table.lay_tile(str(space), None)
        table.stand_meeple(str(space), None)
    before = table.shoot().picture
    table.lay_tile("mountain/llama", Terrain.ROCK)
    tile = table.shoot().picture
    table.lay_crop("mountain/llama", Crop.CHILI)
    disc = table.shoot().picture
    for space in board.spaces:
        patches = [space_patch(p, corners, board, str(space)).astype(int) for p in (before, tile, disc)]
        changed = [np.abs(one - other)[6:-6, 6:-6].mean() > 4 for one, other in itertools.pairwise(patches)]
        assert changed == [str(space) == "mountain/llama"] * 2, space


@pytest.mark.parametrize("crop", Crop)
def test_discs_are_as_large_as_their_level_says(crop):
    table = VirtualTable(
        some_position("short", 3), "icons", disturbances=QUIET, light=Light(shade=0, glare=0)
    )
    table.lay_tile("mountain/llama", Terrain.ROCK)
    table.stand_meeple("mountain/llama", None)
    table.lay_crop("mountain/llama", None)
    board, corners = table.position.board, table.corners
    bare = space_patch(table.shoot().picture, corners, board, "mountain/llama", 200).astype(int)
    table.lay_crop("mountain/llama", crop)
    disc = space_patch(table.shoot().picture, corners, board, "mountain/llama", 200).astype(int)
    area = (np.abs(disc - bare).max(axis=2) > 25).mean()
    diameter = {1: 0.47, 2: 0.59, 3: 0.71, 4: 0.85, 5: 1.0}[crop.level] * 0.95
    assert np.sqrt(area * 4 / np.pi) == pytest.approx(diameter, abs=0.07)


def test_a_meeple_leans_away_from_the_camera():
    def lean(camera):
        table = VirtualTable(some_position("short", 3), size=(1280, 720), disturbances=QUIET, camera=camera)
        table.stand_meeple("mountain/llama", None)
        board, corners = table.position.board, table.corners
        bare = space_patch(table.shoot().picture, corners, board, "mountain/llama", 200).astype(int)
        table.stand_meeple("mountain/llama", Colour.YELLOW)
        meeple = space_patch(table.shoot().picture, corners, board, "mountain/llama", 200).astype(int)
        return np.argwhere(np.abs(meeple - bare).max(axis=2) > 40).mean(axis=0)[1]

    assert lean(Camera(x=6, height=9)) < lean(Camera(x=-6, height=9)) - 10


def test_moving_the_camera_does_not_redraw_the_world():
    def seen_from(camera):
        one = scene(camera=camera, style="classic", light=Light(shade=0, fall_off=0, glare=0))
        return space_patch(render(one), grid_corners(one), one.position.board, "river/condor").astype(int)

    near, far = seen_from(Camera(fill=0.85)), seen_from(Camera(x=1, fill=0.7, roll=3))
    assert np.abs(near - far).mean() < 6


def test_the_lamp_dims_and_warms():
    bright, dim = render(scene(light=Light(1.0)), SMALL), render(scene(light=Light(0.25)), SMALL)
    assert dim.mean() == pytest.approx(bright.mean() / 4, rel=0.1)
    cold, warm = (render(scene(light=Light(warmth=w)), SMALL).mean(axis=(0, 1)) for w in (-1, 1))
    assert warm[2] / warm[0] > 1.5 * cold[2] / cold[0]


def test_a_hand_covers_what_it_points_at_and_goes_again():
    table = VirtualTable(some_position("short", 3), size=SMALL, disturbances=QUIET)
    before = table.shoot().picture
    table.reach_in("mountain/llama")
    covered = np.abs(table.shoot().picture.astype(int) - before).max(axis=2) > 30
    assert 0.03 < covered.mean() < 0.5
    table.take_hand_away()
    assert np.array_equal(table.shoot().picture, before)


def test_a_nudge_moves_the_true_corners_and_adds_up():
    table = VirtualTable(some_position("short", 3), size=SMALL)
    start = table.corners
    table.nudge(0.5, 0.0)
    assert (table.corners - start)[:, 0].min() > 5
    table.nudge(-0.5, 0.0)
    assert table.corners == pytest.approx(start, abs=0.01)


def test_noise_differs_from_picture_to_picture_and_the_clock_goes_on():
    table = VirtualTable(some_position("short", 3), size=SMALL, pictures_a_second=4)
    frames = list(table.frames(3))
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (1, 0.25), (2, 0.5)]
    assert not np.array_equal(frames[0].picture, frames[1].picture)
    assert np.abs(frames[0].picture.astype(int) - frames[1].picture).mean() < 6


def test_a_meeple_can_be_moved():
    table = VirtualTable(some_position("short", 3), size=SMALL)
    table.stand_meeple("sun/condor", Colour.WHITE)
    table.move_meeple("sun/condor", "river/turtle")
    board = table.position.board
    assert table.position.meeples[board.space("river/turtle")] is Colour.WHITE
    assert board.space("sun/condor") not in table.position.meeples


BAD_LOOKS = {
    "not TOML": "wear = ",
    "nothing": "",
    "an unknown base": 'based_on = "moon"',
    "an unknown key": 'based_on = "classic"\nshine = 1',
    "no colour": 'based_on = "classic"\n[board]\ngrid = "white"',
    "an unknown texture": 'based_on = "classic"\n[tiles.dirt]\ntexture = "fur"',
    "more than all": 'based_on = "classic"\nwear = 3',
}


@pytest.mark.parametrize("text", BAD_LOOKS.values(), ids=BAD_LOOKS)
def test_a_look_that_cannot_be_used_is_refused(text):
    with pytest.raises(Unreadable):
        parse_style(text, "mine")


def test_a_look_that_does_not_exist_is_refused_with_the_names_of_those_that_do():
    with pytest.raises(Unreadable, match="classic"):
        load_style("moon")
