"""Faults of the camera: unplugged and back, frozen, dark, nothing but noise."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from companion.table.attendance import STEADY
from companion.table.demo.people import Pace
from companion.table.referee import Kind
from companion.table.watching.lookout import Lookout
from companion.table.watching.umpire import Watched
from companion.tiwanaku.bots import RandomBot
from companion.tiwanaku.game import Mode, Setup, Wheel
from companion.tiwanaku.pieces import Colour
from hardware.camera import Frame
from hardware.steady_camera import SLOW, SteadyCamera
from hardware.virtual.camera import VirtualCamera
from tests.tiwanaku.game.table import scenario
from tests.trust.faults.fault import Fault
from tests.trust.faults.stage import BOUND, SCENARIOS, Overdue, Stage
from tests.trust.whole_table import MOMENT, WholeTable

SIZE = (640, 360)
PACE = Pace(hand=1, rest=4, unnoticed=25)
TWO = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
SOON = 25.0
"""Seconds of the table's time within which a camera that was put in again is looked through: its longest pause, and more."""


class CameraTable(WholeTable):
    """The whole table with a steady camera in front of the eye, as ``pachamama play`` has it."""

    steady: SteadyCamera
    _hung: threading.Thread | None = None

    def _make_lookout(self, show: Callable[[Watched], None]) -> Lookout:
        lookout = super()._make_lookout(show)
        self.virtual_camera = VirtualCamera(self._picture)
        self.steady = SteadyCamera(self.virtual_camera, clock=self.clock)
        lookout._camera = self.steady
        return lookout

    def _picture(self) -> Frame:
        assert self.stills is not None
        return self.stills.shoot(self.now)

    def look(self) -> Frame | None:
        """The next picture, if the camera has one."""
        if self._hung is None:
            self.steady.step()
        return self.steady.next(0)

    def freeze(self, goes_on: threading.Event) -> None:
        """The driver hangs in the middle of a picture, on the camera's thread, until it goes on."""
        taking = threading.Event()

        def picture() -> Frame:
            taking.set()
            goes_on.wait(BOUND)
            return self._picture()

        def take() -> None:
            self.steady._busy_since = self.clock()
            self.steady.step()
            self.steady._busy_since = None

        self.virtual_camera._source = picture
        self._hung = threading.Thread(target=take, name="camera", daemon=True)
        self._hung.start()
        taking.wait(BOUND)

    def thaw(self) -> None:
        """Wait for the driver that goes on."""
        self.virtual_camera._source = self._picture
        if self._hung is not None:
            self._hung.join(BOUND)
            self._hung = None


class CameraStage(Stage):
    """A table under a camera, where people move pieces on a board and the eye follows."""

    table: CameraTable

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__(folder, seed, make=CameraTable, size=SIZE)
        self.games = 0

    @property
    def faults(self):
        """The camera's knobs."""
        return self.table.virtual_camera.faults

    def begin(self, *args: object) -> None:
        """Another game, laid out under the camera."""
        land = scenario(self.random.randrange(SCENARIOS), "short")
        self._played = Wheel(land)
        self.games += 1
        seed = self.random.randrange(10**6)
        bots = [RandomBot(seed + seat) for seat in range(2)]
        self.table.begin(land, TWO, seed=seed, bots=bots, pace=PACE)

    def play(self, commands: int = 1) -> None:
        """Moments, until so many commands are done on the table and in the game."""
        for _ in range(commands):
            before = self.record
            for _ in range(400):
                if not self.moment():
                    self.begin()
                    break
                if self.record is not before and self.table.people is not None and self.table.people.resting:
                    break
            else:
                raise Overdue("nothing was done at the table for long")

    def moment(self) -> bool:
        """One moment of the table, and of everything on it."""
        self.look_round()
        self.at_play.attendance.look()
        return self.table.step()

    def pass_time(self, seconds: float) -> None:
        """Time goes on while nobody does anything at the table; half as many pictures as people would get."""
        for _ in range(max(1, round(seconds / (2 * MOMENT)))):
            self.clock.advance(2 * MOMENT)
            self.look_round()
            self.at_play.attendance.look()
            if self.record_is_there and self.at_play.lookout is not None:
                self.at_play.lookout.step(self.table.look())
            self.desk.work(0)

    @property
    def record_is_there(self) -> bool:
        """Whether a game is laid out."""
        return self.table.stills is not None

    def wait_for_sight(self) -> None:
        """Until the board is seen again, in a picture from now on."""
        lookout = self.at_play.lookout
        assert lookout is not None
        began = self.clock()
        while self.clock() - began < SOON:
            self.pass_time(2 * MOMENT)
            seen = lookout.seen
            if (
                seen is not None
                and seen.frame.time > began
                and seen.sight.reading is not None
                and not lookout.watched.blind
            ):
                return
        raise Overdue("the board is not looked at again")


def camera_unplugged(stage: Stage) -> Fault:
    """The camera's plug is pulled, once in a while at the very picture that is being taken."""
    assert isinstance(stage, CameraStage)
    camera, random = stage.table.virtual_camera, stage.random
    if random.random() < 0.3:
        camera.faults.fail_at = 1
        stage.moment()
    camera.unplug()
    return Fault(
        heal=camera.plug,
        lasts=random.uniform(4, 20),
        notice="camera",
        ways=(),
        recover=lambda: _is_found(stage),
        afterwards=lambda: _watches(stage),
    )


def camera_blind(stage: Stage) -> Fault:
    """The lens cap is on, a lamp shines into it, or there is nothing but noise: the page says that the board is not seen."""
    assert isinstance(stage, CameraStage)
    knob = stage.random.choice(("black", "white", "garbage"))
    setattr(stage.faults, knob, True)

    def meanwhile() -> None:
        lookout = stage.at_play.lookout
        if lookout is None or not lookout.watched.blind:
            raise Overdue("nobody was told that the camera cannot see the board")

    return Fault(
        heal=lambda: setattr(stage.faults, knob, False),
        lasts=stage.random.uniform(12, 16),
        meanwhile=meanwhile,
        ways=(),
        recover=stage.wait_for_sight,
        afterwards=lambda: _watches(stage),
    )


def camera_frozen(stage: Stage) -> Fault:
    """The driver takes a picture and does not come back from it for long."""
    assert isinstance(stage, CameraStage)
    goes_on = threading.Event()
    stage.table.freeze(goes_on)

    def heal() -> None:
        goes_on.set()
        stage.table.thaw()

    return Fault(
        heal=heal,
        lasts=SLOW + stage.random.uniform(4, 15),
        notice="does not answer",
        ways=(),
        recover=lambda: _is_found(stage),
        afterwards=lambda: _watches(stage),
    )


def camera_fault(stage: Stage) -> Fault:
    """Mostly unplugged, now and then blind or frozen."""
    (inject,) = stage.random.choices((camera_unplugged, camera_blind, camera_frozen), (60, 20, 20))
    return inject(stage)


def _is_found(stage: CameraStage) -> None:
    """Within its longest pause it is looked for again, and a little later nobody doubts it any more."""
    began = stage.clock()
    while not stage.table.steady.status.present:
        stage.pass_time(2 * MOMENT)
        if stage.clock() - began > SOON:
            raise Overdue("the camera was put in again and not found")
    stage.pass_time(STEADY + 1.0)


def _watches(stage: CameraStage) -> None:
    stage.wait_for_sight()
    # That a discovery is still to be made is true whenever somebody stands there and takes their time.
    alerts = [each for each in stage.table.alerts if not each.startswith(Kind.DISCOVERY_NOT_MADE.value)]
    stage.table.alerts = []
    if alerts:
        raise Overdue(f"an alert where nothing was wrong: {alerts}")
