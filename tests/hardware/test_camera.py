"""Sources of pictures: video devices, folders, films, the virtual camera and its knobs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import Unreadable
from hardware.camera import NoMorePictures, frames
from hardware.camera_source import camera_of
from hardware.errors import DeviceLost, DeviceMissing
from hardware.recordings import PictureFolder, VideoFile, read_picture
from hardware.settings import CameraSettings
from hardware.usb_camera import MOST_WAITING, UsbCamera
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.clock import VirtualClock


def grey(level: int, size: tuple[int, int] = (64, 48)) -> Any:
    return np.full((size[1], size[0], 3), level, np.uint8)


class FakeCapture:
    """A video device with pictures that wait, as OpenCV presents it."""

    def __init__(self, clock: VirtualClock, waiting: int = 0, *, there: bool = True) -> None:
        self._clock = clock
        self.waiting = waiting
        self.there = there
        self.level = 0
        self.wishes: dict[int, float] = {}
        self.released = False

    def isOpened(self) -> bool:
        return self.there

    def set(self, what: int, value: float) -> bool:
        self.wishes[what] = value
        return True

    def grab(self) -> bool:
        if not self.there:
            return False
        self.level += 1
        if self.waiting:
            self.waiting -= 1
        else:
            self._clock.advance(0.03)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return self.there, grey(self.level) if self.there else None

    def release(self) -> None:
        self.released = True


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


def usb(capture: FakeCapture, clock: VirtualClock) -> UsbCamera:
    return UsbCamera(CameraSettings(device="/dev/video7"), clock=clock, connect=lambda device: capture)


def test_a_video_device_is_asked_for_its_size_compressed(clock: VirtualClock) -> None:
    capture = FakeCapture(clock)
    usb(capture, clock).open()
    assert capture.wishes[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert capture.wishes[cv2.CAP_PROP_FRAME_HEIGHT] == 1080
    assert capture.wishes[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")


def test_pictures_that_waited_are_thrown_away(clock: VirtualClock) -> None:
    capture = FakeCapture(clock)
    camera = usb(capture, clock)
    camera.open()
    capture.waiting, before = 3, capture.level
    frame = camera.shoot()
    assert frame.picture[0, 0, 0] == before + 4
    assert frame.time == clock()


def test_a_device_whose_pictures_always_wait_is_not_drained_for_ever(clock: VirtualClock) -> None:
    capture = FakeCapture(clock)
    camera = usb(capture, clock)
    camera.open()
    capture.waiting, before = 1000, capture.level
    camera.shoot()
    assert capture.level - before == MOST_WAITING


def test_a_video_device_that_is_not_there_or_leaves(clock: VirtualClock) -> None:
    capture = FakeCapture(clock, there=False)
    with pytest.raises(DeviceMissing, match="/dev/video7"):
        usb(capture, clock).open()
    assert capture.released
    capture = FakeCapture(clock)
    camera = usb(capture, clock)
    camera.open()
    capture.there = False
    with pytest.raises(DeviceLost, match="cable"):
        camera.shoot()


def test_a_folder_is_seen_through_in_the_order_people_number_pictures(tmp_path: Path) -> None:
    for number in (10, 9, 100, 1):
        cv2.imwrite(str(tmp_path / f"shot {number}.png"), grey(number))
    (tmp_path / "notes.txt").write_text("no picture")
    found = list(frames(PictureFolder(tmp_path, pictures_a_second=2)))
    assert [int(frame.picture[0, 0, 0]) for frame in found] == [1, 9, 10, 100]
    assert [frame.time for frame in found] == [0, 0.5, 1, 1.5]


def test_a_damaged_picture_in_a_folder_is_left_out_and_its_time_goes_by(tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), grey(number))
    (tmp_path / "1.png").write_bytes(b"\x89PNG nothing")
    assert [frame.time for frame in frames(PictureFolder(tmp_path))] == [0, 0.2]


def test_a_film_gives_its_pictures_at_its_own_pace(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (64, 48))
    if not writer.isOpened():
        pytest.skip("this OpenCV writes no films")
    for level in (50, 100, 150):
        writer.write(grey(level))
    writer.release()
    found = list(frames(VideoFile(path)))
    assert [frame.time for frame in found] == pytest.approx([0, 0.2, 0.4])
    assert [float(frame.picture.mean()) for frame in found] == pytest.approx([50, 100, 150], abs=4)


@pytest.mark.parametrize("content", [None, b"", b"hello", b"\xff\xd8\xff\xe0 half a picture"])
def test_what_is_no_picture_is_refused_by_name(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "table.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(Unreadable, match=r"table\.jpg"):
        read_picture(path)


def test_an_empty_folder_and_a_film_that_is_none_are_missing(tmp_path: Path) -> None:
    with pytest.raises(DeviceMissing, match="no picture"):
        PictureFolder(tmp_path).open()
    with pytest.raises(DeviceMissing, match="cannot be looked into"):
        PictureFolder(tmp_path / "none").open()
    (tmp_path / "film.mp4").write_text("hello")
    with pytest.raises(DeviceMissing, match="film"):
        VideoFile(tmp_path / "film.mp4").open()


def test_a_typed_word_names_a_source(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").touch()
    cv2.imwrite(str(tmp_path / "one.png"), grey(1))
    assert isinstance(camera_of(str(tmp_path)), PictureFolder)
    assert isinstance(camera_of(str(tmp_path / "film.mp4")), VideoFile)
    assert isinstance(camera_of("0"), UsbCamera)
    assert isinstance(camera_of("/dev/null"), UsbCamera)
    for wrong in ("", "camera", str(tmp_path / "one.png"), str(tmp_path / "gone.mp4")):
        with pytest.raises(Unreadable, match="no source of pictures"):
            camera_of(wrong)


def test_the_knobs_of_the_virtual_camera_spoil_its_pictures() -> None:
    camera = VirtualCamera(size=(64, 48))
    camera.open()
    right = camera.shoot().picture
    looks = {}
    for knob in ("garbage", "torn", "black", "white", "shrunk"):
        setattr(camera.faults, knob, True)
        looks[knob] = camera.shoot().picture
        setattr(camera.faults, knob, False)
    assert looks["black"].max() == 0
    assert looks["white"].min() == 255
    assert looks["shrunk"].shape == (24, 32, 3)
    assert (looks["torn"][:24] == right[:24]).all()
    assert (looks["torn"][24:] != right[24:]).any()
    assert looks["garbage"].std() > 60
    assert (camera.shoot().picture == right).all()


def test_a_recording_of_the_virtual_camera_ends() -> None:
    camera = VirtualCamera(pictures=2)
    assert len(list(frames(camera))) == 2
    camera.open()
    with pytest.raises(NoMorePictures):
        camera.shoot()
