"""Pictures that cannot show a board are told before anybody looks for one."""

import numpy as np
import pytest

from hardware.virtual.camera import CameraFaults, VirtualCamera
from tools.draw_styles import some_position
from vision.sim import Camera, Disturbances, Light, VirtualTable, style_names
from vision.soundness import is_torn, trouble_of


def camera(style="classic", **changes):
    faults = CameraFaults()
    table = VirtualTable(some_position("long", 2), style, size=(640, 360), **changes)
    seen = VirtualCamera(table.shoot, faults=faults)
    seen.open()
    return seen


@pytest.mark.parametrize("style", style_names())
def test_a_table_is_sound_in_every_look(style):
    assert trouble_of(camera(style).shoot().picture) is None


@pytest.mark.parametrize("style", ["dark", "pale"])
@pytest.mark.parametrize(
    "changes",
    [
        {"light": Light(0.25)},
        {"camera": Camera(y=0, distortion=0, height=20)},
        {"disturbances": Disturbances(noise=8, jpeg=50)},
    ],
    ids=["dim", "edges along the rows", "noisy"],
)
def test_a_table_is_sound_in_every_light(style, changes):
    assert trouble_of(camera(style, **changes).shoot().picture) is None


@pytest.mark.parametrize(
    ("fault", "word"), [("black", "black"), ("white", "white"), ("torn", "torn")], ids=lambda value: value
)
@pytest.mark.parametrize("style", ["classic", "dark"])
def test_what_is_wrong_is_said(style, fault, word):
    seen = camera(style)
    setattr(seen.faults, fault, True)
    trouble = str(trouble_of(seen.shoot().picture))
    assert trouble.startswith("No board in sight")
    assert word in trouble


@pytest.mark.parametrize("level", [0, 60, 200])
def test_a_picture_of_one_colour_shows_nothing(level):
    assert "No board in sight" in str(trouble_of(np.full((360, 640, 3), level, np.uint8)))


@pytest.mark.parametrize(
    "picture",
    [
        None,
        "a picture",
        np.zeros((360, 640), np.uint8),
        np.zeros((360, 640, 4), np.uint8),
        np.zeros((360, 640, 3), np.float32),
        np.zeros((10, 960, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
    ],
    ids=["nothing", "text", "grey", "four colours", "fractions", "a strip", "empty"],
)
def test_what_is_no_picture_is_no_error(picture):
    assert "no picture" in str(trouble_of(picture))


def test_a_smooth_picture_is_not_torn():
    ramp = np.linspace(0, 255, 360).astype(np.uint8)
    assert not is_torn(np.repeat(np.repeat(ramp[:, None, None], 640, 1), 3, 2))
