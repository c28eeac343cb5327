"""The Pi's camera, with a picamera2 that only notes what is asked of it."""

from __future__ import annotations

import sys
import threading

import pytest

import hardware.pi_camera
from hardware.errors import DeviceLost, DeviceMissing
from hardware.pi_camera import FROZEN, SMALL, PiCamera
from hardware.settings import CameraSettings
from hardware.steady_camera import SteadyCamera
from hardware.virtual.clock import VirtualClock
from tests.hardware.fake_picamera2 import FakePicamera2, fake_module


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    monkeypatch.setitem(sys.modules, "picamera2", fake_module())
    return FakePicamera2


def opened(library: type[FakePicamera2]) -> tuple[PiCamera, FakePicamera2]:
    camera = PiCamera(CameraSettings(width=1280, height=720))
    camera.open()
    return camera, library.made[-1]


def test_a_large_stream_to_read_and_a_small_one_for_motion(library: type[FakePicamera2]) -> None:
    camera, device = opened(library)
    assert device.names[:2] == ["configure", "start"]
    assert device.configuration["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert device.configuration["lores"] == {"size": SMALL, "format": "YUV420"}
    frame = camera.shoot()
    assert frame.size == (1280, 720)
    assert frame.picture[0, 0].tolist() == [200, 0, 0], "blue first"
    assert frame.small is not None
    assert frame.small.shape == (SMALL[1], SMALL[0])
    assert (frame.small == 77).all(), "brightness alone, without the padding of its rows"


def test_exposure_and_colours_are_frozen_once_they_have_settled_and_never_before(
    library: type[FakePicamera2],
) -> None:
    _, device = opened(library)
    frozen = [controls for name, controls in device.calls if name == "set_controls"]
    assert len(frozen) == 1
    settled = device.measured(device.settled_after)
    assert frozen[0] == {name: settled[name] for name in FROZEN}
    assert "AeEnable" not in frozen[0], "the switch would take whatever is in force before the values arrive"


def test_a_light_that_never_settles_is_frozen_in_the_end(library: type[FakePicamera2]) -> None:
    library.made.clear()

    class Restless(FakePicamera2):
        def measured(self, number: int) -> dict[str, object]:
            return {"ExposureTime": 1000 * (1 + number % 2), "AnalogueGain": 1.0}

    sys.modules["picamera2"].Picamera2 = Restless
    Restless.made = []
    PiCamera().open()
    assert "set_controls" in Restless.made[0].names


def test_every_picture_is_asked_for_anew_and_given_back(library: type[FakePicamera2]) -> None:
    camera, device = opened(library)
    device.flushed.clear()
    times = [camera.shoot().time for _ in range(3)]
    assert device.flushed == [True, True, True], "a picture may not be older than the question"
    assert times == sorted(times)
    assert device.held == 0


def test_a_request_is_given_back_even_if_its_picture_cannot_be_made(library: type[FakePicamera2]) -> None:
    camera, device = opened(library)
    device.broken_arrays = True
    with pytest.raises(DeviceLost, match="no picture"):
        camera.shoot()
    assert device.held == 0


def test_a_camera_that_falls_silent_is_lost_and_picked_up_again(library: type[FakePicamera2]) -> None:
    clock = VirtualClock()
    steady = SteadyCamera(PiCamera(), clock=clock)
    steady.step()
    assert steady.status.present
    library.made[-1].silent = True
    pause = steady.step()
    assert not steady.status.present
    assert "stopped sending" in str(steady.status.text)
    assert library.made[-1].names[-2:] == ["stop", "close"]
    clock.advance(pause)
    steady.step()
    assert steady.status.present
    assert len(library.made) == 2


def test_a_library_that_hangs_while_stopping_is_left_behind(
    library: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hardware.pi_camera, "PATIENCE", 0.01)
    camera, device = opened(library)
    device.stuck = threading.Event()
    camera.close()
    device.stuck.set()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceMissing, match="apt install python3-picamera2"):
        PiCamera().open()
    monkeypatch.setitem(sys.modules, "picamera2", fake_module())
    with pytest.raises(DeviceMissing, match="cable"):
        PiCamera(CameraSettings(number=3)).open()


def test_a_closed_camera_says_so(library: type[FakePicamera2]) -> None:
    camera, _ = opened(library)
    camera.close()
    camera.close()
    with pytest.raises(DeviceLost, match="closed"):
        camera.shoot()
