"""The eye at the virtual table, in the table's own time: what it says, when, and what it never says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.tiwanaku.board_file import official_board
from companion.tiwanaku.pieces import BOX, Colour, Crop, Terrain
from companion.tiwanaku.position import Position
from hardware.camera import Frame
from hardware.virtual.camera import VirtualCamera
from tests.vision.tables import mistakes, taught_table
from vision.eye import LONGEST, Eye
from vision.reader import Reader

SECOND = 10  # pictures


def some_game():
    """Tiles, discs and meeples; discs and meeples on different spaces, so that nothing is hidden."""
    board = official_board("short")
    position = Position.empty(board, dict(BOX.terrains))
    for place, terrain, crop in (
        ("river/condor", Terrain.SAND, Crop.CHILI),
        ("leaf/condor", Terrain.SAND, None),
        ("sun/lizard", Terrain.ROCK, Crop.SWEET_POTATO),
        ("fire/llama", Terrain.GRASS, Crop.QUINOA),
        ("mountain/snake", Terrain.DIRT, Crop.CORN),
        ("river/turtle", Terrain.DIRT, Crop.COCA_LEAF),
        ("leaf/turtle", Terrain.GRASS, None),
    ):
        position = position.with_space(board.space(place), terrain, crop)
    return position


@pytest.fixture
def watched():
    """A table, its eye, and a camera with knobs between them, looked at for a second."""
    table, profile = taught_table(some_game())
    camera = VirtualCamera(table.shoot)
    camera.open()
    eye = Eye(profile)
    watch(eye, camera)
    return table, camera, eye


def watch(eye, camera, pictures=SECOND):
    return [eye.look(camera.shoot()) for _ in range(pictures)]


def counted(monkeypatch):
    """How often a board is read."""
    reads = []
    read = Reader.read

    def noted(self, picture, *others):
        reads.append(picture)
        return read(self, picture, *others)

    monkeypatch.setattr(Reader, "read", noted)
    return reads


def memories(monkeypatch):
    """What the reader was told to be there, each time."""
    told = []
    read = Reader.read

    def noted(self, picture, pose, memory=None):
        told.append(memory.told)
        return read(self, picture, pose, memory)

    monkeypatch.setattr(Reader, "read", noted)
    return told


def test_what_the_game_says_counts_once_the_table_was_seen_to_follow_it(watched, monkeypatch):
    table, camera, eye = watched
    told = memories(monkeypatch)
    later = some_game().with_space(some_game().board.space("leaf/condor"), Terrain.SAND, Crop.SWEET_POTATO)
    crops = [later.crop(space) or 0 for space in later.board.spaces]

    def look_again():
        table.lay_crop("leaf/turtle", Crop.QUINOA if table.position.crops[21] is None else None)
        watch(eye, camera)
        return told[-1]

    eye.expect(later)
    assert look_again() is None, "nobody has said yet that the table lies as a game stands"
    eye.confirm(some_game())
    eye.expect(later)
    assert look_again().crops.tolist() == crops
    eye.forget()
    assert look_again() is None, "another game"


def test_the_board_is_read_once_it_is_still_and_then_left_alone(monkeypatch):
    reads = counted(monkeypatch)
    table, profile = taught_table(some_game())
    sights = watch(Eye(profile), table, 2 * SECOND)
    assert [sight.reading is not None for sight in sights[:5]] == [False, False, False, True, True]
    assert not mistakes(sights[-1].reading, table.position)
    assert len(reads) <= (1 if not sights[3].reading.unsure else 3), "a sure scene is read once"


def test_what_is_laid_is_seen_within_a_second(watched):
    table, camera, eye = watched
    table.reach_in("mountain/condor")
    assert all(sight.reading is None for sight in watch(eye, camera, 2)), "what moves is not read"
    table.lay_tile("mountain/condor", Terrain.ROCK)
    table.take_hand_away()
    sight = watch(eye, camera)[-1]
    assert not mistakes(sight.reading, table.position)
    space = table.position.board.space("mountain/condor")
    assert sight.reading.at(space).terrain.value is Terrain.ROCK


DISTURBANCES = {
    "nudged by 3 cm and 5 degrees": lambda table: table.nudge(0.5, -0.33, 5),
    "camera bumped": lambda table: table.bump_camera(0.4, -0.3, 1.5),
    "a quarter of the light": lambda table: table.set_lamp(brightness=0.25),
    "a warm lamp": lambda table: table.set_lamp(warmth=0.9),
    "a cold lamp": lambda table: table.set_lamp(warmth=-0.8),
}


@pytest.mark.parametrize("disturb", DISTURBANCES.values(), ids=DISTURBANCES)
def test_after_a_disturbance_the_board_is_read_again_within_a_second_and_never_wrongly(watched, disturb):
    table, camera, eye = watched
    unsure = len(watch(eye, camera, 1)[0].reading.unsure)
    disturb(table)
    sights = watch(eye, camera)
    assert not any(mistakes(sight.reading, table.position) for sight in sights if sight.reading is not None)
    assert len(sights[-1].reading.unsure) <= unsure


def test_a_hand_over_a_third_of_the_board_is_read_around(watched):
    table, camera, eye = watched
    table.reach_in("mountain/lizard", 60)
    sights = watch(eye, camera)
    assert len(sights[-1].covered) >= 8
    assert "covered" in str(sights[-1].notices[0])
    for sight in sights:
        assert sight.reading is None or not mistakes(sight.reading, table.position), (
            "what was below it is kept"
        )
    table.take_hand_away()
    sight = watch(eye, camera)[-1]
    assert sight.covered == ()
    assert not mistakes(sight.reading, table.position)


def test_something_set_down_on_the_rim_belongs_to_the_scene_after_a_while(watched):
    table, camera, eye = watched
    table.reach_in("river/turtle", 200)
    assert watch(eye, camera)[-1].covered
    frame = camera.shoot()
    sights = [eye.look(replace(frame, time=frame.time + step)) for step in range(int(3 * LONGEST))]
    assert eye._covering.covered(frame.picture, sights[-1].pose) == (), (
        "now only the reader may call it covered"
    )


@pytest.mark.parametrize("fault", ["garbage", "torn", "black", "white", "shrunk"])
def test_spoilt_pictures_are_no_board_and_the_board_is_back_within_a_second(watched, fault):
    table, camera, eye = watched
    setattr(camera.faults, fault, True)
    sights = watch(eye, camera, 2 * SECOND)
    assert all(sight.reading is None for sight in sights)
    assert fault == "garbage" or sights[-1].notices, "noise never stands still, the others are told"
    setattr(camera.faults, fault, False)
    sight = watch(eye, camera)[-1]
    assert not mistakes(sight.reading, table.position)
    assert sight.reading is not None


@pytest.mark.parametrize(
    "picture",
    [
        np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8),
        np.zeros((5, 5, 3), np.uint8),
        np.zeros((720, 1280), np.uint8),
        np.zeros((720, 1280, 3), np.float32),
    ],
    ids=["noise that stands still", "tiny", "grey", "fractions"],
)
def test_what_is_no_picture_of_a_board_is_no_error_and_no_reading(watched, picture):
    _, _, eye = watched
    sights = [eye.look(Frame(picture, 100 + number / 10, number)) for number in range(SECOND)]
    assert all(sight.reading is None for sight in sights)
    assert sights[-1].notices


def test_a_table_without_a_board_is_no_reading(watched):
    table, camera, eye = watched
    table.nudge(30, 0)
    sights = watch(eye, camera)
    assert all(sight.reading is None for sight in sights)
    assert sights[-1].notices
    table.nudge(-30, 0)
    assert watch(eye, camera)[-1].reading is not None


def test_what_the_table_confirms_is_believed_and_learnt(watched, monkeypatch):
    table, camera, eye = watched
    lessons = []
    monkeypatch.setattr(eye._profile.knowledge, "learn", lambda *lesson: lessons.append(lesson))
    assert eye.confirm(table.position)
    assert lessons[0][2] is table.position
    other = some_game()
    for space in other.board.spaces:
        other = other.with_space(space, Terrain.ROCK, None)
    watch(eye, camera)
    assert not eye.confirm(other), "a picture that shows something else teaches nothing"
    assert len(lessons) == 1


def test_nothing_is_learnt_while_a_hand_is_in_the_picture(watched, monkeypatch):
    table, camera, eye = watched
    monkeypatch.setattr(eye._profile.knowledge, "learn", lambda *lesson: pytest.fail("learnt a hand"))
    table.reach_in("mountain/llama")
    watch(eye, camera)
    assert not eye.confirm(table.position)


def test_a_still_scene_costs_no_look_at_the_large_picture(watched, monkeypatch):
    _, camera, eye = watched
    sight = watch(eye, camera, 40)[-1]
    reads = counted(monkeypatch)
    monkeypatch.setattr(
        type(eye._profile.finder), "locate", lambda self, picture: pytest.fail("looked for it")
    )
    # Else the scene would be looked at again now and then, and this would show nothing.
    assert not sight.reading.unsure
    watch(eye, camera, SECOND)
    assert not reads


def test_a_new_game_forgets_the_old_one(watched):
    table, camera, eye = watched
    eye.forget()
    table.position = Position.empty(table.position.board, dict(BOX.terrains))
    table.stand_meeple("sun/turtle", Colour.WHITE)
    sight = watch(eye, camera)[-1]
    assert not mistakes(sight.reading, table.position)
