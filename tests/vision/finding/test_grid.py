"""A board that nobody has marked is found by its printed grid, or not at all."""

import cv2
import numpy as np
import pytest

from companion.tiwanaku.board_file import official_board
from tests.vision.finding.tables import error, table
from vision.finding import find_grid
from vision.sim import Camera, Light


@pytest.mark.parametrize(
    ("style", "board", "roll", "brightness"),
    [
        ("classic", "short", 4, 1.0),
        ("icons", "long", -6, 1.0),
        ("night", "long", 2, 0.4),
        ("pastel", "short", -9, 1.0),
    ],
)
def test_a_bare_board_is_found_by_itself(style, board, roll, brightness):
    seen = table(style, board, bare=True, camera=Camera(roll=roll, fill=0.7), light=Light(brightness, 0.5))
    assert error(seen, find_grid(seen.shoot().picture, seen.position.board)) < 0.05


def test_a_board_in_play_is_found_by_itself():
    seen = table("wooden", "long", camera=Camera(roll=-3))
    assert error(seen, find_grid(seen.shoot().picture, seen.position.board, seen.position)) < 0.06


def pictures_without_a_board():
    chance = np.random.default_rng(5)
    away = table("classic")
    away.nudge(60, 0)
    rows = np.zeros((360, 640), np.uint8)
    rows[::30] = 255
    return {
        "black": np.zeros((360, 640, 3), np.uint8),
        "white": np.full((360, 640, 3), 255, np.uint8),
        "noise": chance.integers(0, 255, (360, 640, 3), np.uint8),
        "table": cv2.resize(away.shoot().picture, (640, 360)),
        "rows": rows,
        "tiny": np.zeros((5, 5), np.uint8),
        "tall": chance.integers(0, 255, (480, 90), np.uint8),
        "nothing": None,
    }


NO_BOARD = pictures_without_a_board()


@pytest.mark.parametrize("what", NO_BOARD)
def test_where_no_board_lies_none_is_found(what):
    assert find_grid(NO_BOARD[what], official_board("short")) is None
