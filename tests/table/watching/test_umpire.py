"""The umpire at a table: from set-up to play, with the wheel's questions and alerts, by what an eye reads."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from companion.table import wheel
from companion.table.inbox import Order
from companion.table.referee import Kind, Motion, RefereeSettings
from companion.table.watching.lessons import BETWEEN_LESSONS
from companion.table.watching.umpire import SET_UP, Umpire
from companion.tiwanaku.game import Discover, Enter, Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.game.examples import morning_valley
from companion.tiwanaku.pieces import Colour, Terrain
from tests.table.referee.readings import Noise, Tabletop, reading_of
from vision.reading import Opinion, Reading


@dataclass(frozen=True)
class Sight:
    still: bool
    reading: Reading | None


class Bench:
    """An umpire with a table before it, and everything that it puts into the desk's inbox."""

    def __init__(self, **settings) -> None:
        self.said: list[object] = []
        self.learnt: list[object] = []
        self.remarks: list[object] = []
        self.wheel = Wheel(morning_valley())
        setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
        self.record = Record.begin(self.wheel.back).do(SetUp(setup), self.wheel)
        self.place = self.wheel.back.board.space
        self.now = 0.0
        self.top = Tabletop.of(self.record.state)
        self.umpire = Umpire(
            self.said.append,
            settings=RefereeSettings(**settings),
            learn=self.learn,
            remark=self.remarks.append,
        )

    def learn(self, position) -> bool:
        self.learnt.append(position)
        return True

    def game(self, record: Record | None = None, remarks=()) -> None:
        self.record = record or self.record
        self.umpire.game_is(self.record, self.now, remarks)

    def do(self, command) -> None:
        self.game(self.record.do(command, self.wheel))

    def look(self, seconds: float = 1.2, *, change=lambda reading: reading) -> list[object]:
        """Let nothing move for so long; what was said meanwhile."""
        before = len(self.said)
        self.umpire.saw(Sight(False, None), self.now)
        for _ in range(round(seconds * 5) + 1):
            self.now = round(self.now + 0.2, 3)
            reading = change(reading_of(self.top, Random(1), Noise()))
            self.umpire.saw(Sight(True, reading), self.now)
        return self.said[before:]

    def play(self) -> None:
        """The table is set up, and the game begins."""
        self.game()
        self.look()
        self.said.clear()


def of(kind: type, said: list[object]) -> list:
    return [each for each in said if isinstance(each, kind)]


def test_the_set_up_is_asked_for_until_it_is_right():
    bench = Bench()
    missing = bench.place("mountain/llama")
    bench.top.terrains[missing.index] = bench.top.crops[missing.index] = None
    bench.game()
    (alert,) = of(wheel.Alerted, bench.look())
    assert alert.key == SET_UP
    assert str(missing) in str(alert.text)
    assert bench.umpire.watched.tasks[0].space == missing
    bench.top = Tabletop.of(bench.record.state)
    said = bench.look()
    assert wheel.AlertOver(of(wheel.AlertOver, said)[0].at, SET_UP) in said
    assert bench.umpire.watched.tasks == ()
    assert bench.learnt == [bench.record.state.position()]


def test_somebody_can_vouch_for_the_set_up():
    bench = Bench()
    bench.top.terrains[bench.place("mountain/llama").index] = None
    bench.game()
    bench.look()
    bench.umpire.answered(wheel.Settle(SET_UP), bench.now)
    assert bench.umpire.watched.tasks == ()
    assert len(bench.learnt) == 1


def test_a_camera_that_never_saw_the_board_asks_to_be_told():
    bench = Bench()
    bench.game()
    bench.umpire.saw(Sight(True, None), 1.0)
    bench.umpire.saw(Sight(True, None), 2.0)
    (alert,) = of(wheel.Alerted, bench.said)
    assert alert.key == SET_UP
    assert alert.settle is not None


def test_who_begins_without_a_check_is_not_held_up():
    bench = Bench()
    bench.game()
    bench.do(Enter(bench.place("river/turtle")))
    assert bench.umpire.watched.tasks == ()


def test_a_new_meeple_is_asked_about_and_a_no_is_heard():
    bench = Bench()
    bench.play()
    there = bench.place("river/turtle")
    bench.top.meeples[there.index] = Colour.BLUE
    (asked,) = of(wheel.Proposed, bench.look())
    assert (asked.space, asked.seen, asked.command) == (there, Colour.BLUE, Enter(there))
    bench.umpire.answered(wheel.NotSo(), bench.now)
    assert of(wheel.ProposalOver, bench.said)


def test_what_is_unambiguous_is_ordered_if_that_is_set():
    bench = Bench(automatic=True)
    bench.play()
    there = bench.place("river/turtle")
    bench.top.meeples[there.index] = Colour.BLUE
    (order,) = of(Order, bench.look(2.0))
    assert order.deed(bench.record, bench.wheel).entries[-1].command == Enter(there)


def wrong_tile(bench: Bench) -> None:
    bench.play()
    there = bench.place("river/turtle")
    bench.top.meeples[there.index] = Colour.BLUE
    bench.do(Enter(there))
    bench.do(Discover(there))
    bench.top.terrains[there.index] = Terrain.ROCK


def test_a_wrong_tile_is_told_and_withdrawn_when_it_is_put_right():
    bench = Bench()
    wrong_tile(bench)
    (alert,) = of(wheel.Alerted, bench.look(3.0))
    ((key, told),) = bench.umpire.watched.alerts
    assert (key, told.kind) == (alert.key, Kind.WRONG_TERRAIN)
    bench.top.terrains[bench.place("river/turtle").index] = bench.record.state.terrains[20]
    assert alert.key in [over.key for over in of(wheel.AlertOver, bench.look(3.0))]
    assert bench.umpire.watched.alerts == ()


def test_on_purpose_is_kept_and_holds_after_a_restart():
    bench = Bench()
    wrong_tile(bench)
    (alert,) = of(wheel.Alerted, bench.look(3.0))
    bench.umpire.answered(wheel.Settle(alert.key), bench.now)
    assert [remark["kind"] for remark in bench.remarks] == ["difference-accepted"]
    again = Bench()
    again.top, again.record = bench.top, bench.record
    again.game(bench.record, bench.remarks)
    again.umpire.answered(wheel.Settle(SET_UP), again.now)
    assert of(wheel.Alerted, again.look(4.0)) == []


def test_the_eye_goes_on_learning_now_and_then_while_the_table_follows_the_game():
    bench = Bench()
    bench.play()
    place = bench.place("river/condor")
    bench.top.meeples[place.index] = Colour.BLUE
    bench.do(Enter(place))
    bench.look(3.0)
    assert len(bench.learnt) == 1
    bench.now += BETWEEN_LESSONS
    bench.look(1.0)
    assert len(bench.learnt) == 1, "a fault may still be told"
    bench.look(2.0)
    assert bench.learnt[1:] == [bench.record.state.position()]


def test_an_unknown_piece_is_learnt_once_the_wheel_has_named_it():
    bench = Bench()
    bench.play()
    there = bench.place("river/turtle")
    bench.top.meeples[there.index] = Colour.BLUE
    bench.do(Enter(there))
    bench.do(Discover(there))
    bench.top.terrains[there.index] = bench.record.state.terrains[there.index]

    def unknown(reading: Reading) -> Reading:
        spaces = list(reading.spaces)
        spaces[there.index] = replace(spaces[there.index], terrain=Opinion(None, 0.9, unknown=True))
        return replace(reading, spaces=tuple(spaces))

    bench.look(2.0, change=unknown)
    assert bench.learnt[-1].terrains[there.index] is bench.record.state.terrains[there.index]


@pytest.mark.parametrize("still", [True, False])
def test_nothing_is_said_of_a_table_that_cannot_be_seen(still):
    bench = Bench()
    wrong_tile(bench)
    for moment in range(30):
        bench.umpire.saw(Sight(still, None), bench.now + moment * 0.2)
    assert of(wheel.Alerted, bench.said) == []
    assert bench.umpire.watched.scene.motion is (Motion.NO_BOARD if still else Motion.MOVING)


def test_another_game_begins_with_its_own_set_up():
    bench = Bench()
    wrong_tile(bench)
    bench.look(3.0)
    setup = Setup(Mode.COMPETITIVE, (Colour.WHITE, Colour.GREEN))
    bench.game(Record.begin(bench.wheel.back).do(SetUp(setup), bench.wheel))
    assert bench.umpire.watched.alerts == ()
    assert bench.umpire.watched.tasks != ()


def test_nothing_is_said_about_a_table_that_the_camera_no_longer_shows():
    bench = Bench()
    bench.play()
    bench.look()
    # The plug comes out, and people play on: the last picture shows a table that the game has left behind.
    bench.do(Enter(bench.place("river/turtle")))
    bench.do(Discover(bench.place("river/turtle")))
    for _ in range(240):
        bench.now += 0.5
        bench.umpire.time_is(bench.now)
    assert of(wheel.Alerted, bench.said) == []
    assert bench.umpire.watched.blind
    bench.top = Tabletop.of(bench.record.state)
    assert of(wheel.Alerted, bench.look(5.0)) == []
    assert not bench.umpire.watched.blind
