"""What is found in several worlds."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.words import T
from hardware.camera_source import found_camera
from hardware.errors import DeviceMissing
from hardware.find import Finding, World, look, make
from hardware.gpio_controls import GpioControls
from hardware.inputs import Button, InputQueue, Pressed
from hardware.oled import Oled
from hardware.pi_camera import PiCamera
from hardware.puck import Puck
from hardware.settings import CameraSettings, EvdevSettings, HardwareSettings, OledSettings, PuckSettings
from hardware.usb_camera import UsbCamera
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.panel import VirtualPanel
from tests.hardware.test_display import noise
from tests.hardware.test_oled import oled_on


class TestWorld(World):
    """A folder for a root, and whatever else is said."""

    __test__ = False

    def __init__(
        self, root: Path, *, pi: bool = False, bus: bool = False, oled: bool = False, **lists: list[str]
    ) -> None:
        super().__init__(root)
        (root / "proc/device-tree").mkdir(parents=True)
        (root / "dev").mkdir()
        if pi:
            (root / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
            (root / "dev/gpiochip0").touch()
        if bus:
            (root / "dev/i2c-1").touch()
        self._oled = oled
        self._lists = lists

    def check_oled(self, settings: OledSettings) -> None:
        if not self._oled:
            raise DeviceMissing(T("No display answers."))

    def puck_ports(self) -> list[str]:
        return self._lists.get("pucks", [])

    def input_devices(self, settings: EvdevSettings) -> list[str]:
        return self._lists.get("inputs", [])

    def has_picamera2(self) -> bool:
        return "picamera2" in self._lists.get("installed", [])

    def add_video(self, node: str, name: str, index: int = 0) -> None:
        folder = self._root / "sys/class/video4linux" / node
        folder.mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
        (folder / "index").write_text(f"{index}\n")


def brief(findings: tuple[Finding, ...]) -> dict[str, tuple[bool, bool]]:
    assert all(str(finding.text).endswith(".") for finding in findings)
    return {finding.kind: (finding.present, finding.used) for finding in findings}


def test_a_pc(tmp_path: Path) -> None:
    findings = look(HardwareSettings(), TestWorld(tmp_path, bus=True, oled=True))
    assert brief(findings) == {
        "puck": (False, True),
        "evdev": (False, False),
        "gpio": (False, False),
        "oled": (False, False),
        "pi camera": (False, False),
        "usb camera": (False, False),
        "virtual": (True, True),
    }


def test_a_pi_with_everything(tmp_path: Path) -> None:
    world = TestWorld(tmp_path, pi=True, bus=True, oled=True, pucks=["/dev/ttyACM0"])
    findings = look(HardwareSettings(), world)
    assert brief(findings) == {
        "puck": (True, True),
        "evdev": (False, False),
        "gpio": (True, True),
        "oled": (True, True),
        "pi camera": (False, False),
        "usb camera": (False, False),
        "virtual": (True, True),
    }
    assert "a 17" in str(next(finding.text for finding in findings if finding.kind == "gpio"))


def test_a_display_that_does_not_answer_is_waited_for_where_its_bus_is_on(tmp_path: Path) -> None:
    assert brief(look(HardwareSettings(), TestWorld(tmp_path, pi=True, bus=True)))["oled"] == (False, True)


def test_a_bus_that_is_off(tmp_path: Path) -> None:
    findings = look(HardwareSettings(), TestWorld(tmp_path, pi=True))
    assert brief(findings)["oled"] == (False, False)
    assert "raspi-config" in str(next(finding.text for finding in findings if finding.kind == "oled"))


def test_where_the_kernel_has_the_knob_its_pins_are_left_alone(tmp_path: Path) -> None:
    found = brief(look(HardwareSettings(), TestWorld(tmp_path, pi=True, inputs=["rotary@11"])))
    assert found["evdev"] == (True, True)
    assert "gpio" not in found


def test_who_insists_gets_it(tmp_path: Path) -> None:
    settings = HardwareSettings(controls="gpio", display="oled", camera=CameraSettings("usb"))
    found = brief(look(settings, TestWorld(tmp_path)))
    assert found == {
        "gpio": (False, True),
        "oled": (False, True),
        "usb camera": (False, True),
        "virtual": (True, True),
    }


def test_this_machine_is_looked_at_without_harm() -> None:
    assert brief(look(HardwareSettings()))["virtual"] == (True, True)


def test_devices_are_made_to_go_with_the_findings(tmp_path: Path) -> None:
    world = TestWorld(tmp_path, pi=True, bus=True, oled=True, pucks=["/dev/ttyACM0"])
    settings = HardwareSettings()
    devices = make(settings, look(settings, world), InputQueue().put)
    assert [type(controls) for controls in devices.controls][1:] == [Puck, GpioControls]
    assert len(devices.displays) == 3


def test_a_puck_for_its_display_only_is_not_listened_to(tmp_path: Path) -> None:
    settings = HardwareSettings(controls="virtual", display="puck")
    queue = InputQueue()
    devices = make(settings, look(settings, TestWorld(tmp_path, pucks=["/dev/ttyACM0"])), queue.put)
    puck = devices.controls[1]
    assert isinstance(puck, Puck)
    puck._report.turned(1)
    assert queue.drain() == []
    assert len(devices.displays) == 2


def test_virtual_devices_work_together_and_missing_ones_are_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = HardwareSettings(controls="evdev", display="virtual", puck=PuckSettings(port="/dev/none"))
    queue = InputQueue()
    devices = make(settings, look(settings, TestWorld(tmp_path)), queue.put)
    shown = threading.Event()
    devices.virtual_display.watch(lambda picture, light: shown.set() if picture == noise(1) else None)
    devices.open()
    devices.show(noise(1))
    devices.virtual_controls.press(Button.PUSH)
    assert isinstance(queue.next(timeout=10), Pressed)
    assert shown.wait(10)
    devices.close()
    assert "input" in caplog.text


def test_cameras_on_a_cable_are_named_and_the_pipeline_of_a_pi_is_none(tmp_path: Path) -> None:
    world = TestWorld(tmp_path, pi=True)
    world.add_video("video10", "bcm2835-codec-decode")
    world.add_video("video20", "pispbe-input")
    world.add_video("video2", "HD Webcam: HD Webcam", 0)
    world.add_video("video3", "HD Webcam: HD Webcam", 1)
    found = {finding.kind: finding for finding in look(HardwareSettings(), world)}
    assert found["usb camera"].place == "/dev/video2"
    assert "HD Webcam: HD Webcam (/dev/video2)" in str(found["usb camera"].text)
    assert "codec" not in str(found["usb camera"].text)
    assert "video3" not in str(found["usb camera"].text)
    camera = found_camera(CameraSettings(), tuple(found.values()))
    assert camera is not None
    assert "/dev/video2" in str(camera.text)


def test_a_camera_on_the_connector_goes_first_once_its_library_is_there(tmp_path: Path) -> None:
    for installed, used in (([], (True, False)), (["picamera2"], (True, True))):
        world = TestWorld(tmp_path / str(used[1]), pi=True, installed=installed)
        world.add_video("v4l-subdev0", "imx708 10-001a")
        world.add_video("video0", "Webcam")
        findings = look(HardwareSettings(), world)
        assert brief(findings)["pi camera"] == used
        text = next(str(finding.text) for finding in findings if finding.kind == "pi camera")
        assert "imx708" in text
        assert ("apt install" in text) == (not installed)
        assert isinstance(found_camera(CameraSettings(), findings), PiCamera if installed else UsbCamera)


def test_without_any_camera_there_is_none_and_whoever_wants_a_virtual_one_gets_it(tmp_path: Path) -> None:
    findings = look(HardwareSettings(), TestWorld(tmp_path))
    assert found_camera(CameraSettings(), findings) is None
    assert isinstance(found_camera(CameraSettings("virtual"), findings), VirtualCamera)


def test_asking_does_not_disturb_what_a_display_shows() -> None:
    panel = VirtualPanel()
    oled: Oled = oled_on(panel)
    memory = bytes(panel.memory)
    oled.ask()
    assert panel.memory == memory
    panel.unplug()
    with pytest.raises(DeviceMissing):
        oled.ask()
