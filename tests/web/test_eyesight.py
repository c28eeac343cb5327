"""The camera and the referee on the page: what a lookout sees and says is what phones get."""

from __future__ import annotations

import cv2
import numpy as np

from companion.table import wheel
from companion.table.watching.lookout import Lookout
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour
from companion.web.eyesight import WatchedCamera, WatchedReferee, looked_at
from hardware.camera import Frame
from vision.eye import Eye
from vision.profile import Profile
from vision.sim import VirtualTable


class Bench:
    """A lookout above a virtual table, with the corners of its board not known yet."""

    def __init__(self):
        disc = Wheel(morning_valley())
        setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
        self.record = Record.begin(disc.back).do(SetUp(setup), disc)
        self.table = VirtualTable(self.record.state.position(), size=(960, 540))
        self.now = 0.0
        self.put = []
        self.lookout = Lookout(
            lambda record: Eye(Profile(record.back.board)), self.put.append, clock=lambda: self.now
        )
        self.lookout.told(self.record)

    def look(self, times=6):
        for _ in range(times):
            self.now += 0.2
            self.lookout.step(Frame(self.table.shoot().picture, self.now, 0))


def test_before_the_first_picture_there_is_nothing_to_show():
    bench = Bench()
    camera = WatchedCamera(bench.lookout)
    assert camera.frame() is None
    assert camera.reading().corners is None


def test_corners_marked_on_a_phone_are_where_the_eye_looks():
    bench = Bench()
    bench.look()
    camera = WatchedCamera(bench.lookout)
    assert camera.reading().corners is None
    camera.set_corners(tuple((float(x), float(y)) for x, y in bench.table.corners))
    bench.look()
    found = camera.reading()
    assert np.abs(np.array(found.corners) - bench.table.corners).max() < 4
    assert found.size == (960, 540)
    assert len(found.grid) == 5
    picture = cv2.imdecode(np.frombuffer(camera.frame(), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (540, 960, 3)
    camera.set_corners(None)
    bench.look()
    assert camera.reading().corners is None


def test_corners_that_are_no_board_change_nothing_but_the_sight():
    bench = Bench()
    bench.look()
    WatchedCamera(bench.lookout).set_corners(((5.0, 5.0), (6.0, 5.0), (6.0, 6.0), (5.0, 6.0)))
    bench.look()
    assert WatchedCamera(bench.lookout).reading().corners is None


def test_the_set_up_check_lists_what_is_to_do_and_can_be_vouched_for():
    bench = Bench()
    bench.look()
    tasks = WatchedCamera(bench.lookout).check(lambda done, of: None, lambda: False)
    assert [str(space) for space, _ in tasks][:1] == ["mountain/llama"]
    WatchedReferee(bench.lookout).accept("set-up")
    bench.look()
    assert WatchedCamera(bench.lookout).check(lambda done, of: None, lambda: False) == []


def test_a_no_from_a_phone_reaches_the_referee():
    bench = Bench()
    heard = []
    bench.lookout.answered = heard.append
    WatchedReferee(bench.lookout).decline()
    assert heard == [wheel.NotSo()]


def test_what_the_umpire_sees_is_told_to_phones():
    bench = Bench()
    bench.look()
    told = looked_at(bench.lookout.watched)
    assert not told.watching
    assert told.alerts == told.proposals == told.differences == ()
