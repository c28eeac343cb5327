"""A device that goes missing is said so, once; a plug that wobbles is nobody's business."""

from __future__ import annotations

import itertools
import threading

from companion.table.attendance import EVERY, GRACE, STEADY, Attendance, camera, display, puck
from companion.table.notices import Notices
from companion.words import T
from hardware.steady_camera import SLOW, CameraStatus, SteadyCamera
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.clock import VirtualClock


class Roll:
    """One device, and what people see of it. Its status is turned by hand."""

    def __init__(self, make=display, status=None):
        self.clock = VirtualClock()
        self.status = status or CameraStatus(True, T("It is there."))
        self.put = []
        self.notices = Notices()
        self.attendance = Attendance(self._hear, [make(self)], clock=self.clock)

    def _hear(self, event):
        self.put.append(event)
        self.notices.hear(event)

    def pass_time(self, seconds):
        for _ in range(round(seconds / EVERY)):
            self.clock.advance(EVERY)
            self.attendance.look()
        return self

    def lose(self, text="The cable is out."):
        self.status = CameraStatus(False, T(text), self.status.failures + 1)

    def find(self):
        self.status = CameraStatus(True, T("It is there."), self.status.failures)

    @property
    def said(self):
        return [str(text) for text in self.notices.texts]


def test_what_goes_missing_is_said_once_and_withdrawn_when_it_is_back():
    roll = Roll()
    roll.pass_time(5)
    roll.lose()
    roll.pass_time(60)
    assert roll.said == ["The cable is out. Play on; the page shows everything, too."]
    assert len(roll.put) == 1
    roll.find()
    roll.pass_time(STEADY + 1)
    assert roll.said == []
    roll.pass_time(60)
    assert len(roll.put) == 2


def test_a_plug_that_wobbles_for_a_moment_is_nobodys_business():
    roll = Roll()
    roll.pass_time(5)
    for _ in range(5):
        roll.lose()
        roll.pass_time(GRACE - 1)
        roll.find()
        roll.pass_time(STEADY + 2)
    assert roll.put == []


def test_a_device_that_fails_again_and_again_is_said_to_come_and_go():
    roll = Roll()
    roll.pass_time(5)
    for _ in range(6):
        roll.status = CameraStatus(True, T("It is there."), roll.status.failures + 1)
        roll.pass_time(1)
    assert roll.said[0].startswith("The display comes and goes")


def test_a_device_that_was_never_there_is_not_missed():
    roll = Roll(puck, CameraStatus(False, T("No puck is connected.")))
    roll.lose()
    assert roll.pass_time(60).put == []


def test_a_camera_that_somebody_counts_on_is_missed_from_the_beginning_once_it_was_looked_for():
    roll = Roll(camera, CameraStatus(False, T("The camera has not been looked for yet.")))
    assert roll.pass_time(10).said == []
    roll.lose("No camera answers.")
    assert roll.pass_time(10).said[0].startswith("No camera answers. Play on")


def test_a_film_at_its_end_is_no_missing_camera():
    roll = Roll(camera)
    roll.pass_time(5)
    roll.status = CameraStatus(False, T("The film is over."), 1, finished=True)
    assert roll.pass_time(60).put == []


def test_a_camera_whose_driver_hangs_is_said_not_to_answer():
    clock = VirtualClock()
    steady = SteadyCamera(VirtualCamera(size=(64, 48)), clock=clock)
    steady.step()
    assert steady.status.present
    steady._busy_since = clock()
    clock.advance(SLOW)
    assert not steady.status.present
    assert "does not answer" in str(steady.status.text)


def test_it_looks_by_itself_until_it_is_closed(monkeypatch):
    monkeypatch.setattr("companion.table.attendance.EVERY", 0.001)
    told, seconds = threading.Event(), itertools.count()
    there = iter([True] * 5)

    class Leaving:
        @property
        def status(self):
            return CameraStatus(next(there, False), T("The cable is out."))

    attendance = Attendance(
        lambda event: told.set(), [display(Leaving())], clock=lambda: float(next(seconds))
    )
    attendance.start()
    assert told.wait(30)
    attendance.close()
    assert not attendance._thread.is_alive()
