"""The board is followed, or said to be lost; it is never thought to be where it is not."""

import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import Unreadable
from companion.tiwanaku.board_file import official_board
from tests.vision.finding.tables import SIZE, error, lay_hand, marked_corners, table
from vision.finding import BoardFinder
from vision.finding.rim import FEWEST
from vision.pose import BoardPose
from vision.sim import Camera

NEAR = 0.05


def anchored(style="classic", board="short", **more):
    seen = table(style, board, **more)
    finder = BoardFinder(seen.position.board)
    finder.anchor(seen.shoot().picture, marked_corners(seen, 2.0), seen.position)
    return finder


@pytest.fixture(scope="module")
def known():
    """What was kept of a short board and of a long one; a finder made from it starts where the board was anchored."""
    return {board: anchored(board=board).to_arrays() for board in ("short", "long")}


@pytest.fixture
def finder(known):
    return BoardFinder.from_arrays(official_board("short"), known["short"])


DISTURBANCES = {
    "nothing": lambda seen: None,
    "pushed to the right": lambda seen: seen.nudge(0.6, 0.0),
    "pushed and turned": lambda seen: seen.nudge(-0.6, 0.6, 5),
    "pushed and turned the other way": lambda seen: seen.nudge(0.4, -0.6, -5),
    "camera bumped": lambda seen: seen.bump_camera(0.8, -0.6, 3),
    "lamp dimmed to a quarter": lambda seen: seen.set_lamp(0.25),
    "a warm lamp": lambda seen: seen.set_lamp(warmth=1.0),
    "a cold lamp": lambda seen: seen.set_lamp(warmth=-1.0),
    "a hand over a third": lambda seen: lay_hand(seen, 2, 1.5, 80),
    "pushed under a hand in the dark": lambda seen: (
        seen.nudge(0.5, 0.3, 4),
        seen.set_lamp(0.25, 1.0),
        lay_hand(seen, 3, 2, 20),
    ),
}


@pytest.mark.parametrize("what", DISTURBANCES)
@pytest.mark.parametrize("board", ["short", "long"])
def test_the_board_is_followed_with_other_pieces_on_it(known, board, what):
    finder = BoardFinder.from_arrays(official_board(board), known[board])
    later = table(board=board, pieces=9)
    DISTURBANCES[what](later)
    sighting = finder.locate(later.shoot().picture)
    assert sighting.notice is None
    assert error(later, sighting.pose) < NEAR


@pytest.mark.parametrize("style", ["dark", "pale", "night", "wooden"])
def test_every_look_is_followed(style):
    finder = anchored(style)
    later = table(style, pieces=11)
    later.nudge(-0.4, 0.5, -4)
    lay_hand(later, 1, 3, 200)
    sighting = finder.locate(later.shoot().picture)
    assert error(later, sighting.pose) < NEAR


def test_pushes_add_up_and_each_is_said_once(finder):
    later, moves = table(pieces=9), []
    for _ in range(6):
        later.nudge(0.3, 0.1, 1)
        moves += [finder.locate(later.shoot().picture).moved for _ in range(2)]
    assert moves == [True, False] * 6
    assert error(later, finder.pose) < NEAR


def test_a_still_board_keeps_its_pose_so_that_nothing_is_computed_anew(finder):
    later = table(pieces=9)
    first = finder.locate(later.shoot().picture).pose
    later.set_lamp(0.6, 0.8)
    lay_hand(later, 2, 3, 90, 1.2)
    assert finder.locate(later.shoot().picture).pose is first


def test_a_slight_push_is_not_slept_through(finder):
    later = table(pieces=9)
    was, seen = later.corners, finder.locate(later.shoot().picture).pose.corners
    later.nudge(0.04, -0.03, 0.3)
    push = finder.locate(later.shoot().picture).pose.corners - seen
    assert np.abs(push - (later.corners - was)).max() < 0.6  # pixels, of the four and more that it was pushed


@pytest.mark.parametrize(
    ("x", "y", "angle"), [(4, 0, 0), (0, 2.5, 10), (-3, 1, 0), (0, 0, 90), (1, 0, 180), (50, 0, 0)]
)
def test_a_board_moved_far_is_lost_and_said_to_be(finder, x, y, angle):
    later = table(pieces=9)
    later.nudge(x, y, angle)
    sighting = finder.locate(later.shoot().picture)
    assert sighting.pose is None
    assert "push it back" in str(sighting.notice)


def test_a_lost_board_that_comes_back_is_found_again(finder):
    later = table(pieces=9)
    later.nudge(5, 0)
    assert finder.locate(later.shoot().picture).pose is None
    later.nudge(-5.2, 0.1, 2)
    assert error(later, finder.locate(later.shoot().picture).pose) < NEAR


def test_a_board_under_many_hands_is_said_to_be_covered(finder):
    later = table(pieces=9)
    picture = later.shoot().picture
    (left, top), (right, bottom) = later.corners.min(axis=0), later.corners.max(axis=0)
    cv2.rectangle(
        picture, (int(left) - 90, int(top) - 90), (int(right) + 90, int(bottom) - 90), (90, 60, 40), -1
    )
    sighting = finder.locate(picture)
    assert sighting.pose is None
    assert "covered" in str(sighting.notice)


def strange_pictures():
    width, height = SIZE
    chance = np.random.default_rng(3)
    own = table(pieces=9).shoot().picture
    torn = own.copy()
    torn[200:] = np.roll(own[200:], 500, axis=1)
    photograph = cv2.GaussianBlur(chance.integers(0, 255, (height, width, 3), np.uint8), (0, 0), 9)
    return {
        "black": np.zeros((height, width, 3), np.uint8),
        "white": np.full((height, width, 3), 255, np.uint8),
        "noise": chance.integers(0, 255, (height, width, 3), np.uint8),
        "torn": torn,
        "upside down": np.ascontiguousarray(own[::-1, ::-1]),
        "in a mirror": np.ascontiguousarray(own[:, ::-1]),
        "another board": table(board="long", pieces=5).shoot().picture,
        "blurred colours": cv2.normalize(photograph, None, 0, 255, cv2.NORM_MINMAX),
        "checks": np.kron(np.indices((18, 32)).sum(axis=0) % 2 * 255, np.ones((40, 40))).astype(np.uint8),
    }


STRANGE = strange_pictures()


@pytest.mark.parametrize("what", STRANGE)
def test_a_picture_of_something_else_shows_no_board(finder, what):
    sighting = finder.locate(STRANGE[what])
    assert sighting.pose is None
    assert sighting.notice is not None


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((360, 640, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((720, 1280, 4), np.uint8),
        np.zeros((720, 1280), np.float32),
        np.zeros(5, np.uint8),
        None,
    ],
    ids=["smaller", "empty", "four colours", "fractions", "a row", "nothing"],
)
def test_a_picture_of_another_kind_is_no_error(finder, picture):
    sighting = finder.locate(picture)
    assert sighting.pose is None
    assert sighting.notice is not None


def test_a_torn_or_strange_picture_leaves_no_trace(finder):
    later = table(pieces=9)
    later.nudge(0.3, 0.3, 2)
    for picture in STRANGE.values():
        finder.locate(picture)
    assert error(later, finder.locate(later.shoot().picture).pose) < NEAR


def test_with_markers_the_board_is_found_wherever_it_lies():
    finder = anchored(markers=True, camera=Camera(fill=0.55))
    later = table(pieces=9, markers=True, camera=Camera(fill=0.55))
    later.nudge(1.5, 0.4, 160)
    assert error(later, finder.locate(later.shoot().picture).pose) < NEAR


def test_nothing_is_known_before_the_board_was_shown():
    finder = BoardFinder(official_board("short"))
    assert finder.pose is None
    assert finder.to_arrays() == {}
    sighting = finder.locate(table().shoot().picture)
    assert sighting.pose is None
    assert "mark its corners" in str(sighting.notice)
    assert BoardFinder.from_arrays(official_board("short"), {}).pose is None


BAD_CORNERS = {
    "tiny": [(0, 0), (9, 0), (9, 9), (0, 9)],
    "outside": [(-4000, -4000), (-3000, -4000), (-3000, -3000), (-4000, -3000)],
    "anticlockwise": [(400, 100), (400, 600), (900, 600), (900, 100)],
    "crossed": [(400, 100), (900, 600), (900, 100), (400, 600)],
    "on a line": [(100, 100), (200, 200), (300, 300), (400, 400)],
    "endless": [(0, 0), (np.inf, 0), (9, np.nan), (0, 9)],
}


@pytest.mark.parametrize("corners", BAD_CORNERS.values(), ids=BAD_CORNERS)
def test_corners_that_cannot_be_a_board_s_are_refused(corners):
    picture = table().shoot().picture
    with pytest.raises(Unreadable):
        BoardFinder(official_board("short")).anchor(picture, BoardPose.of_corners(5, 5, corners))


def test_corners_around_nothing_are_refused():
    blank = np.full((720, 1280, 3), 90, np.uint8)
    corners = [(400, 100), (900, 100), (900, 600), (400, 600)]
    with pytest.raises(Unreadable):
        BoardFinder(official_board("short")).anchor(blank, BoardPose.of_corners(5, 5, corners))


def damaged(arrays, **changes):
    return {**arrays, **changes}


def test_what_was_kept_damaged_is_refused(known):
    whole = known["short"]
    broken = [
        damaged(whole, grey=whole["grey"][:-1]),
        damaged(whole, grey=whole["grey"].astype(np.float32)),
        damaged(whole, corners=whole["corners"] + 5000),
        damaged(whole, corners=whole["corners"][: FEWEST - 1]),
        damaged(whole, pose=whole["pose"][:5]),
        damaged(whole, pose=np.full(14, np.nan)),
        {key: value for key, value in whole.items() if key != "pose"},
        known["long"],
    ]
    for arrays in broken:
        with pytest.raises(Unreadable):
            BoardFinder.from_arrays(official_board("short"), arrays)


def test_what_was_kept_survives_a_file(known, tmp_path: Path):
    path = tmp_path / "board.npz"
    np.savez_compressed(path, **known["short"])
    assert path.stat().st_size < 100_000
    with np.load(path, allow_pickle=False) as arrays:
        finder = BoardFinder.from_arrays(official_board("short"), dict(arrays))
    later = table(pieces=9)
    later.nudge(0.3, 0.2, 2)
    assert error(later, finder.locate(later.shoot().picture).pose) < NEAR


def test_a_still_board_costs_next_to_nothing_beside_decoding_its_picture(known):
    later = table("classic", "long", pieces=9, size=(1920, 1080))
    finder = BoardFinder(later.position.board)
    finder.anchor(later.shoot().picture, marked_corners(later), later.position)
    picture = later.shoot().picture
    content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]

    def shortest(work):
        times = []
        for _ in range(9):
            start = time.thread_time()
            work()
            times.append(time.thread_time() - start)
        return min(times)

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        decoding = shortest(lambda: cv2.imdecode(content, cv2.IMREAD_COLOR))
        assert shortest(lambda: finder.locate(picture)) < 0.2 * decoding
    finally:
        cv2.setNumThreads(threads)


def test_replacing_part_of_a_pose_does_not_keep_the_old_way_to_straighten(finder):
    picture = table(pieces=9).shoot().picture
    pose = finder.pose
    pose.rectify(picture, 16)
    assert not np.array_equal(
        replace(pose, bend=pose.bend - 0.2).rectify(picture, 16), pose.rectify(picture, 16)
    )
