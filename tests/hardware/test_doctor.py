"""What the doctor finds: behind each finding is a virtual fault."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.words import T, language
from hardware.camera import Frame
from hardware.doctor import PARTS, Diagnosis, State, examine, worst
from hardware.doctor.live import MOVEMENTS, hands
from hardware.doctor.machine import Machine, run_command
from hardware.doctor.parts import camera, puck, trial_picture
from hardware.errors import DeviceMissing
from hardware.find import Finding, look
from hardware.inputs import Button, InputQueue
from hardware.puck import Port, Puck
from hardware.settings import HardwareSettings, OledSettings, PuckSettings
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.clock import VirtualClock
from hardware.virtual.controls import VirtualControls
from hardware.virtual.panel import VirtualPanel
from hardware.virtual.puck import VirtualPuck
from tests.hardware.doctor_faults import FAULTS, Fault
from tests.hardware.doctor_machine import FakeMachine

SETTINGS = HardwareSettings()


@pytest.fixture
def pi(tmp_path: Path) -> FakeMachine:
    return FakeMachine(tmp_path)


def check(machine: Machine, part: str, settings: HardwareSettings = SETTINGS) -> Diagnosis:
    [diagnosis] = examine(settings, Path("/games"), machine, parts=[part])
    assert diagnosis.part == part
    return diagnosis


def said(diagnosis: Diagnosis) -> str:
    return f"{diagnosis.text} {diagnosis.advice or ''}"


def test_a_healthy_table_has_nothing_to_do(pi: FakeMachine) -> None:
    pi.shooter = VirtualCamera()
    diagnoses = examine(SETTINGS, Path("/games"), pi)
    assert [each.part for each in diagnoses] == list(PARTS)
    assert {each.part for each in diagnoses if each.state is not State.FINE} == {"puck", "service"}
    assert worst(diagnoses) is State.VIRTUAL


@pytest.mark.parametrize(("fault", "part", "state", "words"), FAULTS)
def test_a_fault_is_found(pi: FakeMachine, fault: Fault, part: str, state: State, words: str) -> None:
    fault(pi)
    diagnosis = check(pi, part)
    assert diagnosis.state is state, said(diagnosis)
    assert words in said(diagnosis)
    if state is State.BROKEN and diagnosis.advice is None:
        # Drivers say what to check in their own sentence.
        assert len(str(diagnosis.text)) > 4


def test_a_display_gets_the_whole_picture_and_is_dark_afterwards(pi: FakeMachine) -> None:
    seen = []
    [diagnosis] = examine(
        SETTINGS, Path("/games"), pi, parts=["oled"], meanwhile=lambda: seen.append(pi.panel.seen)
    )
    assert diagnosis.state is State.FINE
    assert seen == [trial_picture()]
    assert not pi.panel.on


def test_the_trial_picture_shows_mirrors_and_shifts() -> None:
    picture = trial_picture()
    assert all(picture.lit(x, y) for x in (0, 127) for y in range(64))
    assert picture.lit(10, 8)
    assert not picture.lit(117, 8)
    assert not picture.lit(10, 55)


def test_with_a_puck_no_display_on_the_header_is_missed(pi: FakeMachine) -> None:
    pi.ports = ["/dev/ttyACM0"]
    pi.panel.faults.unplugged = True
    assert check(pi, "oled").state is State.VIRTUAL


def test_a_display_on_spi_needs_no_i2c(pi: FakeMachine) -> None:
    assert check(pi, "i2c", HardwareSettings(oled=OledSettings(bus="spi"))).state is State.VIRTUAL


def test_what_the_running_table_uses_is_left_alone(pi: FakeMachine) -> None:
    pi.commands["systemctl is-active pachamama.service"] = "active"
    pi.ports = ["/dev/ttyACM0"]
    for part in ("i2c", "oled", "controls", "camera", "puck"):
        diagnosis = check(pi, part)
        assert diagnosis.state is State.FINE
        assert "systemctl stop pachamama" in said(diagnosis)
    assert pi.panel.transfers == []


def test_a_check_that_fails_by_itself_is_told_and_the_others_follow(pi: FakeMachine) -> None:
    pi.addresses = ZeroDivisionError("of somebody else")
    first, second = examine(SETTINGS, Path("/games"), pi, parts=["i2c", "board"])
    assert first.state is State.BROKEN
    assert "ZeroDivisionError: of somebody else" in said(first)
    assert second.state is State.FINE


@pytest.mark.parametrize("code", ["en", "fr", "de", "it"])
def test_an_empty_machine_has_virtual_parts_and_no_traceback(tmp_path: Path, code: str) -> None:
    machine = Machine(tmp_path, run=lambda command: None)
    for diagnosis in examine(SETTINGS, tmp_path / "games", machine):
        assert diagnosis.state is not State.BROKEN, said(diagnosis)
        assert language(code).say(diagnosis.text)


def test_a_command_that_is_missing_is_no_answer() -> None:
    assert run_command(["no-such-command-anywhere"]) is None
    assert run_command(["printf", "seen"]) == "seen"


def test_a_real_folder_is_tried_and_left_as_it_was(tmp_path: Path) -> None:
    machine = Machine()
    assert machine.try_writing(tmp_path / "games" / "later") is None
    assert list(tmp_path.iterdir()) == []
    room = machine.room(tmp_path)
    assert room is not None
    assert 0 < room.free <= room.total


# Camera and puck take time ---------------------------------------------------------------------------


class Hanging(VirtualCamera):
    def __init__(self) -> None:
        super().__init__()
        self.released = threading.Event()

    def shoot(self) -> Frame:
        self.released.wait(10)
        return super().shoot()


class Failing(VirtualCamera):
    def open(self) -> None:
        raise RuntimeError("libcamera says no")


def check_hanging_camera(pi: FakeMachine) -> Diagnosis:
    pi.shooter = hanging = Hanging()
    diagnosis = camera(pi, SETTINGS, look(SETTINGS, pi), patience=0.01)
    hanging.released.set()
    return diagnosis


def test_a_camera_whose_driver_hangs_is_given_up(pi: FakeMachine) -> None:
    diagnosis = check_hanging_camera(pi)
    assert diagnosis.state is State.BROKEN
    assert "has not sent a picture" in said(diagnosis)


def test_a_camera_driver_that_fails_is_told(pi: FakeMachine) -> None:
    pi.shooter = Failing()
    assert "libcamera says no" in said(check(pi, "camera"))


class PuckBench:
    """A puck on its cable, in a virtual time that passes while the doctor waits."""

    def __init__(self, pi: FakeMachine, panel: VirtualPanel | None = None) -> None:
        self.clock = VirtualClock()
        self.virtual = VirtualPuck(self.clock, panel=panel)
        self.pi = pi
        pi.ports = ["/dev/ttyACM0"]
        self.connect: Callable[[PuckSettings], Port] = self.virtual.connect

    def wait(self, seconds: float) -> None:
        for _ in range(5):
            self.clock.advance(max(seconds, 0.01) / 5)
            self.virtual.step()

    def check(self) -> Diagnosis:
        self.pi.host = Puck(
            PuckSettings(), lambda event: None, clock=self.clock, connect=lambda s: self.connect(s)
        )
        findings = (Finding("puck", True, True, T("A puck.")),)
        return puck(self.pi, SETTINGS, findings, clock=self.clock, wait=self.wait)


def test_a_puck_says_its_version(pi: FakeMachine) -> None:
    diagnosis = PuckBench(pi).check()
    assert diagnosis.state is State.FINE, said(diagnosis)
    assert "firmware of version 1" in said(diagnosis)


def test_a_puck_of_another_version(pi: FakeMachine, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = PuckBench(pi)
    firmware = bench.virtual._firmware
    hello = {"v": 2, "i": "BEEF", "w": 128, "h": 64}
    monkeypatch.setattr(firmware, "_say_hello", lambda: firmware._tell("hello", hello))
    bench.virtual.unplug()
    bench.virtual.plug()
    diagnosis = bench.check()
    assert diagnosis.state is State.BROKEN
    assert "version 2, this program needs version 1" in said(diagnosis)
    assert dict(diagnosis.facts)["firmware"] == 2


def test_a_puck_whose_display_has_come_loose(pi: FakeMachine) -> None:
    panel = VirtualPanel()
    panel.faults.unplugged = True
    diagnosis = PuckBench(pi, panel).check()
    assert diagnosis.state is State.BROKEN
    assert "four wires" in said(diagnosis)


def test_a_port_that_somebody_else_has(pi: FakeMachine) -> None:
    bench = PuckBench(pi)

    def busy(settings: PuckSettings) -> Port:
        raise OSError(errno.EBUSY, "Device or resource busy")

    bench.connect = busy
    diagnosis = bench.check()
    assert diagnosis.state is State.BROKEN
    assert "no other program uses the port" in said(diagnosis)


# With a hand on it ---------------------------------------------------------------------------------


class Hand:
    """Does one thing for each sentence it hears."""

    def __init__(self, *deeds: Callable[[VirtualControls], None]) -> None:
        self.clock = VirtualClock()
        self.queue = InputQueue()
        self.controls = VirtualControls(self.queue.put, clock=self.clock)
        self.asked: list[str] = []
        self._deeds = list(deeds)

    def hear(self, text: object) -> None:
        self.asked.append(str(text))
        self._deeds[len(self.asked) - 1](self.controls)

    def check(self) -> Diagnosis:
        # No patience with real time: what a hand does, it does before the doctor looks.
        return hands(self.controls, self.queue, self.hear, patience=0.01)


def turn(steps: int) -> Callable[[VirtualControls], None]:
    return lambda controls: controls.turn(steps)


def press(button: Button) -> Callable[[VirtualControls], None]:
    def deed(controls: VirtualControls) -> None:
        controls.press(button)
        controls.release(button)

    return deed


def nothing(controls: VirtualControls) -> None:
    pass


RIGHT = (turn(1), turn(-1), press(Button.PUSH), press(Button.LEFT), press(Button.RIGHT))


def test_a_hand_that_does_as_it_is_asked() -> None:
    hand = Hand(*RIGHT)
    assert hand.check().state is State.FINE
    assert hand.asked == [str(movement.ask) for movement in MOVEMENTS]


SLIPS = [
    (0, nothing, "not heard: turning right"),
    (1, nothing, "not heard: turning left"),
    (2, nothing, "not heard: pushing the knob"),
    (4, nothing, "not heard: the right button"),
    (0, turn(-1), "swap its wires A and B"),
    (3, press(Button.RIGHT), "the left button was heard as the right button"),
]
"""Which movement goes wrong, what comes instead, and what the doctor says."""


def hand_with(number: int, deed: Callable[[VirtualControls], None]) -> Hand:
    return Hand(*RIGHT[:number], deed, *RIGHT[number + 1 :])


@pytest.mark.parametrize(("number", "deed", "words"), SLIPS)
def test_a_hand_that_is_not_heard(number: int, deed: Callable[[VirtualControls], None], words: str) -> None:
    hand = hand_with(number, deed)
    diagnosis = hand.check()
    assert diagnosis.state is State.BROKEN
    assert words in said(diagnosis)
    assert len(hand.asked) == len(MOVEMENTS), "the other movements are asked for all the same"


def test_pins_that_cannot_be_had_are_said(pi: FakeMachine) -> None:
    pi.controls_error = DeviceMissing(T("No pins today."))
    queue = InputQueue()
    diagnosis = hands(pi.controls(SETTINGS.gpio, queue.put), queue, lambda text: None)
    assert "No pins today." in said(diagnosis)
