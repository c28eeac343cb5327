"""Corners marked by hand are made exact on the printed grid, and the lens is told from it."""

import numpy as np
import pytest

from tests.vision.finding.tables import SIZE, error, marked_corners, table
from vision.finding import BoardFinder, refine_on_grid
from vision.pose import BoardPose
from vision.sim import Camera
from vision.sim.renderer import view_of


def crossings_error(seen, pose):
    """How far the worst crossing of the grid is off, in spaces: the middle of the board counts, too."""
    board = seen.position.board
    truth = BoardPose(
        board.rows, board.columns, view_of(seen.scene, SIZE).homography, seen.scene.camera.distortion, SIZE
    )
    crossings = np.array([(x, y) for x in range(board.columns + 1) for y in range(board.rows + 1)], float)
    return float(np.linalg.norm(truth.places(pose.pixels(crossings)) - crossings, axis=1).max())


def exact(seen, off, position):
    finder = BoardFinder(seen.position.board)
    return finder.anchor(seen.shoot().picture, marked_corners(seen, off, seed=2), position)


@pytest.mark.parametrize("style", ["classic", "icons", "pale", "night"])
def test_a_bare_board_is_known_to_a_hundredth_of_a_space(style):
    seen = table(style, "long", bare=True, camera=Camera(x=1, roll=3, distortion=-0.06))
    pose = exact(seen, 3.0, None)
    assert crossings_error(seen, pose) < 0.012
    assert pose.bend == pytest.approx(-0.06, abs=0.005)


@pytest.mark.parametrize("style", ["classic", "stickers", "wooden"])
@pytest.mark.parametrize("board", ["short", "long"])
def test_a_board_full_of_pieces_is_known_to_a_thirtieth_of_a_space(style, board):
    seen = table(style, board, camera=Camera(x=1, roll=-2))
    assert crossings_error(seen, exact(seen, 3.0, seen.position)) < 0.035


def test_where_no_lines_are_seen_the_marked_corners_stay():
    seen = table()
    pose = marked_corners(seen)
    blank = np.full((720, 1280, 3), 128, np.uint8)
    assert np.array_equal(refine_on_grid(blank, pose).corners, pose.corners)


def test_lines_found_are_better_than_lines_marked():
    seen = table("worn", "long", pieces=8)
    marked = marked_corners(seen, 3.0, seed=2)
    assert error(seen, exact(seen, 3.0, seen.position)) < error(seen, marked) / 2
