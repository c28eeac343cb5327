"""Motion and stillness at the virtual table, in the table's own time."""

import statistics
import time

import cv2
import numpy as np
import pytest

from companion.tiwanaku.pieces import Colour, Terrain
from hardware.camera import Frame
from tools.draw_styles import some_position
from vision.sim import Disturbances, Light, VirtualTable
from vision.stillness import MOMENT, Stillness, small_grey


def table(style="classic", **changes):
    return VirtualTable(some_position("long", 2), style, size=(960, 540), **changes)


def settled(shown):
    """Stillness that has seen enough of a table to call it still."""
    stillness = Stillness()
    calms = [stillness.note(shown.shoot()) for _ in range(8)]
    assert calms[-1].still
    return stillness


def test_a_scene_is_still_after_a_moment_and_not_before():
    shown, stillness = table(), Stillness()
    for frame in shown.frames(8):
        assert stillness.note(frame).still == (frame.time >= MOMENT - 1e-6)


@pytest.mark.parametrize(
    "trouble",
    [Disturbances(noise=1), Disturbances(noise=8), Disturbances(noise=8, jpeg=60), Disturbances(blur=2)],
    ids=["little noise", "much noise", "much noise and compression", "blurred"],
)
@pytest.mark.parametrize("brightness", [1.0, 0.25])
def test_noise_is_no_motion(trouble, brightness):
    shown = table(disturbances=trouble, light=Light(brightness))
    stillness = settled(shown)
    assert all(stillness.note(frame).still for frame in shown.frames(20))


@pytest.mark.parametrize("style", ["classic", "dark", "pale"])
@pytest.mark.parametrize("brightness", [1.0, 0.25])
def test_whatever_a_player_does_ends_the_stillness_at_once_and_it_comes_back(style, brightness):
    deeds = {
        "a hand": lambda shown: shown.reach_in("sun/llama"),
        "the hand goes": lambda shown: shown.take_hand_away(),
        "a meeple out of nowhere": lambda shown: shown.stand_meeple("leaf/turtle", Colour.BLUE),
        "a tile out of nowhere": lambda shown: shown.lay_tile("cloud/condor", Terrain.ROCK),
        "a nudge": lambda shown: shown.nudge(0.05, 0),
        "the camera is bumped": lambda shown: shown.bump_camera(roll=0.5),
    }
    shown = table(style, light=Light(brightness))
    shown.stand_meeple("leaf/turtle", None)
    shown.lay_tile("cloud/condor", None)
    stillness = settled(shown)
    for name, deed in deeds.items():
        deed(shown)
        start = shown.time
        assert not stillness.note(shown.shoot()).still, name
        calms = [(frame.time, stillness.note(frame).still) for frame in shown.frames(6)]
        assert min(at for at, still in calms if still) - start <= MOMENT + 0.11, name


def test_the_lamp_counts_as_a_change():
    shown = table()
    stillness = settled(shown)
    for lamp in ({"brightness": 0.25}, {"brightness": 1.0}, {"warmth": 0.9}):
        shown.set_lamp(**lamp)
        assert not stillness.note(shown.shoot()).still, lamp
        for frame in shown.frames(6):
            stillness.note(frame)


def test_a_hand_that_creeps_is_never_still():
    shown = table()
    stillness = settled(shown)
    for step in range(12):
        shown.reach_in("river/llama")
        hand = shown.scene.disturbances.hand
        shown._disturb(hand=type(hand)(1.0 + 0.12 * step, 2.5))
        assert not stillness.note(shown.shoot()).still


def test_a_hand_that_rests_is_still():
    """Then the board is read around it."""
    shown = table()
    stillness = settled(shown)
    shown.reach_in("sun/llama")
    assert [stillness.note(frame).still for frame in shown.frames(6)][-1]


def test_the_cameras_own_small_picture_is_used():
    picture = np.zeros((720, 1280, 3), np.uint8)
    small = np.full((180, 320), 90, np.uint8)
    assert small_grey(Frame(picture, 0, 0, small)).mean() == 90
    assert small_grey(Frame(picture, 0, 0)).mean() == 0


def test_other_sizes_and_a_clock_that_goes_back_begin_anew():
    stillness = Stillness()
    big, little = np.zeros((720, 1280, 3), np.uint8), np.zeros((300, 400, 3), np.uint8)
    for number in range(5):
        stillness.note(Frame(big, 0.1 * number, number))
    assert not stillness.note(Frame(big[::2, ::2], 0.5, 5)).still
    assert not stillness.note(Frame(little, 0.5, 5)).still
    assert stillness.note(Frame(little, 0.8, 6)).still
    assert not stillness.note(Frame(little, 0.1, 7)).still


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 900, 3), (100, 3, 3), (40, 40)])
def test_pictures_of_odd_shapes_are_no_error(shape):
    stillness = Stillness()
    frames = [Frame(np.zeros(shape, np.uint8), float(number), number) for number in range(3)]
    assert [stillness.note(frame).still for frame in frames] == [False, True, True]


def test_a_still_picture_costs_at_most_a_quarter_of_decoding_it():
    shown = VirtualTable(some_position("long", 2), size=(1920, 1080))
    pictures = [frame.picture for frame in shown.frames(4)]
    encoded = cv2.imencode(".jpg", pictures[0], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    stillness = Stillness()
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)

    def seconds(work):
        times = []
        for number in range(12):
            start = time.process_time()
            work(number)
            times.append(time.process_time() - start)
        return statistics.median(times)

    try:
        decoding = seconds(lambda number: cv2.imdecode(encoded, cv2.IMREAD_COLOR))
        watching = seconds(lambda number: stillness.note(Frame(pictures[number % 4], 0.1 * number, number)))
    finally:
        cv2.setNumThreads(threads)
    assert watching <= decoding / 4
