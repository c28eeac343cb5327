"""Boards with printed markers are found by themselves, whichever way they lie."""

import numpy as np
import pytest

from companion.tiwanaku.board_file import official_board
from tests.vision.finding.tables import error, table
from vision.finding import find_markers, markers
from vision.sim import Camera, board_art

SHORT = official_board("short")


def test_the_markers_looked_for_are_those_that_are_drawn():
    assert markers.SIDE == board_art.MARKER_SIDE
    assert board_art.MARGIN / 2 == markers.OFFSET


@pytest.mark.parametrize("board", ["short", "long"])
@pytest.mark.parametrize(("roll", "bend"), [(0, -0.04), (175, -0.08), (-30, 0.03)])
def test_a_board_with_markers_is_found(board, roll, bend):
    seen = table(board=board, markers=True, camera=Camera(roll=roll, distortion=bend, fill=0.65, x=1))
    pose = find_markers(seen.shoot().picture, seen.position.board)
    assert error(seen, pose) < 0.05


def test_markers_tell_the_bend_of_the_lens():
    seen = table("pastel", "long", markers=True, camera=Camera(distortion=-0.1))
    assert find_markers(seen.shoot().picture, seen.position.board).bend == pytest.approx(-0.1, abs=0.03)


def hide(picture, seen, numbers):
    for number in numbers:
        x, y = seen.corners[number].astype(int)
        picture[max(0, y - 90) : y + 90, max(0, x - 90) : x + 90] = 128


def test_three_markers_are_enough_and_two_are_not():
    seen = table(markers=True)
    picture = seen.shoot().picture
    hide(picture, seen, [1])
    assert error(seen, find_markers(picture, SHORT)) < 0.05
    hide(picture, seen, [2])
    assert find_markers(picture, SHORT) is None


def test_markers_at_wrong_places_are_no_board():
    seen = table(markers=True)
    picture = seen.shoot().picture
    (x, y), side = seen.corners[0].astype(int), 80
    corner = picture[y - side : y, x - side : x].copy()
    hide(picture, seen, [0])
    picture[300 : 300 + side, 20 : 20 + side] = corner
    assert find_markers(picture, SHORT) is None


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((720, 1280, 3), np.uint8),
        np.random.default_rng(1).integers(0, 255, (720, 1280), np.uint8),
        np.zeros((0, 0), np.uint8),
        None,
    ],
    ids=["black", "noise", "empty", "nothing"],
)
def test_no_markers_no_board(picture):
    assert find_markers(picture, SHORT) is None
