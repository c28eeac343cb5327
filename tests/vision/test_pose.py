"""The way from board to picture and back, and the straightened picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.pose import BoardPose

CORNERS = [(310, 120), (1580, 160), (1700, 930), (220, 880)]
POSE = replace(BoardPose.of_corners(5, 9, CORNERS), bend=-0.06, size=(1920, 1080))


@given(st.floats(-1, 10), st.floats(-1, 6), st.sampled_from([-0.1, 0.0, 0.05]))
def test_there_and_back_is_the_same_place(x, y, bend):
    pose = replace(POSE, bend=bend)
    assert pose.places(pose.pixels([(x, y)]))[0] == pytest.approx((x, y), abs=1e-3)


@pytest.mark.parametrize("bend", [0.0, -0.08, 0.05])
@pytest.mark.parametrize("scale", [16, 60])
def test_a_point_of_the_board_lands_where_the_straightened_picture_promises(bend, scale):
    pose = replace(POSE, bend=bend)
    y, x = np.mgrid[0:1080, 0:1920]
    for coordinate, field in enumerate((x, y)):  # the picture says at every pixel where it is
        straight = pose.rectify((field // 8).astype(np.uint8), scale, 0.7)
        i, j = np.mgrid[3 : straight.shape[0] : 11, 3 : straight.shape[1] : 13].reshape(2, -1)
        places = np.stack([(j + 0.5) / scale - 0.7, (i + 0.5) / scale - 0.7], axis=-1)
        assert np.abs(8 * straight[i, j].astype(float) - pose.pixels(places)[:, coordinate]).max() < 9


def test_the_straightened_picture_is_exact_to_a_tenth_of_a_pixel():
    whole, rest = POSE.maps(48, 0.95)
    i, j = np.mgrid[0 : whole.shape[0] : 7, 0 : whole.shape[1] : 7].reshape(2, -1)
    exact = POSE.pixels(np.stack([(j + 0.5) / 48 - 0.95, (i + 0.5) / 48 - 0.95], axis=-1))
    there = whole[i, j] + np.stack([rest[i, j] % 32, rest[i, j] // 32], axis=-1) / 32
    assert np.abs(there - exact).max() < 0.1


def test_half_the_picture_shows_the_same_places():
    points = [(0, 0), (9, 5), (3.3, 1.2)]
    assert POSE.scaled(0.5).pixels(points) == pytest.approx((POSE.pixels(points) + 0.5) / 2 - 0.5, abs=0.05)


def test_a_pose_can_be_kept_as_numbers():
    again = BoardPose.from_array(POSE.to_array())
    assert again.pixels([(2, 3)]).tolist() == POSE.pixels([(2, 3)]).tolist()
    assert again.size == POSE.size
    assert BoardPose.from_array(replace(POSE, size=None, bend=0.0).to_array()).size is None


@pytest.mark.parametrize("numbers", [[], [1.0] * 14, [np.nan] * 14, [0.0] * 14, np.zeros((2, 7)), [1.0] * 13])
def test_numbers_that_are_no_pose_are_refused(numbers):
    with pytest.raises(ValueError, match="pose"):
        BoardPose.from_array(numbers)


def test_grey_and_colour_are_straightened_alike():
    chance = np.random.default_rng(1)
    grey = chance.integers(0, 255, (1080, 1920), np.uint8)
    colour = cv2.merge([grey] * 3)
    assert np.array_equal(POSE.rectify(colour, 20)[..., 1], POSE.rectify(grey, 20))
