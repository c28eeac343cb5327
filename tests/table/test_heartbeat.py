"""Signs of life: passed on while everybody gives them, and only then."""

from __future__ import annotations

import os
import socket
import threading

import pytest

from companion.commands.saved import SavedGames
from companion.table.desk import Desk
from companion.table.heartbeat import Heartbeat, Notifier
from companion.table.inbox import Inbox
from companion.table.journal import keeper as keeping
from companion.table.journal.keeper import Keeper
from companion.table.watching.lookout import STUCK, Lookout
from hardware.evdev_controls import EvdevControls
from hardware.find import Devices
from hardware.puck import Puck
from hardware.settings import EvdevSettings, PuckSettings
from hardware.steady_camera import STUCK as CAMERA_STUCK
from hardware.steady_camera import SteadyCamera
from hardware.virtual.camera import CameraFaults, VirtualCamera
from hardware.virtual.clock import VirtualClock
from hardware.virtual.controls import VirtualControls


class Manager:
    """A service manager: hears what it is told."""

    def __init__(self, address):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0") if address.startswith("@") else address)
        self._socket.setblocking(False)
        self.environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "3000000"}

    @property
    def heard(self):
        lines = []
        while True:
            try:
                lines.append(self._socket.recv(200).decode())
            except BlockingIOError:
                return lines

    def close(self):
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def manager(request, tmp_path):
    address = f"@pachamama-{os.getpid()}" if request.param == "abstract" else str(tmp_path / "notify")
    manager = Manager(address)
    yield manager
    manager.close()


def answering(event):
    """A desk whose loop goes round."""
    event.answer()


def test_signs_of_life_are_passed_on(manager):
    heart = Heartbeat(Notifier(manager.environment), answering, {"journal": lambda: True})
    assert heart.beat()
    heart.close()
    assert manager.heard == ["WATCHDOG=1", "STOPPING=1"]


def test_somebody_who_is_silent_is_named_and_nothing_is_sent(manager, caplog):
    heart = Heartbeat(
        Notifier(manager.environment), answering, {"journal": lambda: False, "camera": lambda: True}
    )
    assert not heart.beat()
    assert manager.heard == []
    assert "no sign of life from: journal" in caplog.text


def test_a_desk_that_hangs_is_noticed(manager, caplog):
    environment = {**manager.environment, "WATCHDOG_USEC": "3000"}
    heart = Heartbeat(Notifier(environment), lambda event: None, {})
    assert not heart.beat()
    assert manager.heard == []
    assert "desk" in caplog.text


def test_a_real_desk_answers():
    desk = Desk(lambda picture: None, clock=lambda: 0.0)
    answered = threading.Event()
    heart = Heartbeat(Notifier({}), lambda event: (desk.inbox.put(event), desk.work(0), answered.set()), {})
    heart._pause = 1.0
    assert heart.beat()


def test_it_beats_by_itself_three_times_within_the_managers_patience(manager):
    pulses = threading.Semaphore(0)

    def put(event):
        event.answer()
        pulses.release()

    environment = {**manager.environment, "WATCHDOG_USEC": "30000"}
    heart = Heartbeat(Notifier(environment), put, {})
    heart.start()
    for _ in range(3):
        assert pulses.acquire(timeout=20)
    heart.close()
    assert manager.heard[:2] == ["READY=1", "WATCHDOG=1"]


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "", "WATCHDOG_USEC": "1000"},
        {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
    ],
)
def test_nobody_waits_for_signs(environment):
    assert Notifier(environment).patience is None


def test_a_manager_that_is_gone_harms_nobody(tmp_path):
    Notifier({"NOTIFY_SOCKET": str(tmp_path / "gone")}).send("READY=1")


# Who gives signs -------------------------------------------------------------------------------------


class Scribe:
    """Writes as long as it is let."""

    id = "game"
    trouble = None

    def __init__(self):
        self.go_on = threading.Event()
        self.entered = threading.Event()
        self.failing = False

    def write(self):
        self.entered.set()
        self.go_on.wait(20)
        if self.failing:
            raise SystemExit

    def close(self):
        pass


def test_a_journal_that_writes_for_minutes_is_stuck_one_that_waits_is_not():
    clock, scribe = VirtualClock(), Scribe()
    keeper = Keeper(scribe, clock=clock)
    assert scribe.entered.wait(20)
    clock.advance(keeping.STUCK - 1)
    assert keeper.alive
    clock.advance(2)
    assert not keeper.alive
    scribe.go_on.set()
    keeper.close(timeout=20)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # it dies on purpose
def test_a_journal_whose_thread_has_died_gives_no_sign():
    scribe = Scribe()
    keeper = Keeper(scribe)
    assert keeper.alive
    scribe.failing = True
    scribe.go_on.set()
    keeper._thread.join(20)
    assert not keeper.alive


def test_a_table_without_a_game_has_nothing_to_keep(tmp_path):
    assert SavedGames(tmp_path, Inbox()).alive


def dying(*_):
    """Ends the thread that calls it, as a driver does that fails in a way nobody catches."""
    raise SystemExit


def deaf_puck():
    return Puck(PuckSettings(), lambda event: None, connect=dying)


def deaf_kernel():
    class Device:
        fileno = dying

    return EvdevControls(EvdevSettings(), lambda event: None, find=lambda settings: [Device()])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # it dies on purpose
@pytest.mark.parametrize("make", [deaf_puck, deaf_kernel])
def test_hands_that_nobody_listens_to_any_more_give_no_sign(make, manager, caplog):
    controls = make()
    devices = Devices((), (VirtualControls(lambda event: None), controls), (), None, None)
    assert devices.alive, "it was not started"
    controls.open()
    controls._thread.join(20)
    heart = Heartbeat(Notifier(manager.environment), answering, {"hands": lambda: devices.alive})
    assert not heart.beat()
    assert manager.heard == []
    assert "no sign of life from: hands" in caplog.text


class Hanging(VirtualCamera):
    """A camera whose driver does not come back."""

    def __init__(self):
        super().__init__()
        self.go_on = threading.Event()
        self.entered = threading.Event()

    def shoot(self):
        self.entered.set()
        self.go_on.wait(20)
        return super().shoot()


def test_a_camera_whose_driver_hangs_gives_no_sign():
    clock, camera = VirtualClock(), Hanging()
    steady = SteadyCamera(camera, clock=clock)
    assert steady.alive, "it was not started"
    steady.start()
    assert camera.entered.wait(20)
    clock.advance(CAMERA_STUCK + 1)
    assert not steady.alive
    camera.go_on.set()
    steady.close()


def test_a_camera_that_is_away_is_waited_for():
    clock = VirtualClock()
    steady = SteadyCamera(VirtualCamera(faults=CameraFaults(unplugged=True)), clock=clock)
    steady.start()
    clock.advance(1)
    assert steady.alive
    steady.close()


def test_a_lookout_that_does_not_come_back_gives_no_sign():
    clock = VirtualClock()
    lookout = Lookout(lambda record: None, lambda event: None, clock=clock)
    assert not lookout.alive, "it was never started"
    camera = Hanging()
    stuck, entered = threading.Event(), threading.Event()
    lookout.step = lambda frame: (entered.set(), stuck.wait(20))
    lookout.start(SteadyCamera(camera, clock=clock))
    assert entered.wait(20)
    assert lookout.alive
    clock.advance(STUCK + 1)
    assert not lookout.alive
    stuck.set()
    camera.go_on.set()
    lookout.close()
