"""A display that comes and goes, and a clock that is turned by hand."""

from __future__ import annotations

import threading

import pytest

from hardware.display import Light, Picture
from hardware.inputs import InputQueue, Turned, to_all
from hardware.settings import IdleSettings
from hardware.steady_display import LONGEST_PAUSE, SteadyDisplay
from hardware.virtual.clock import VirtualClock
from hardware.virtual.controls import VirtualControls
from hardware.virtual.display import VirtualDisplay
from tests.hardware.test_display import noise

ONE, TWO, THREE = noise(1), noise(2), noise(3)


@pytest.fixture
def display() -> VirtualDisplay:
    return VirtualDisplay()


@pytest.fixture
def steady(display: VirtualDisplay, clock: VirtualClock) -> SteadyDisplay:
    return SteadyDisplay(display, IdleSettings(60, 600), clock=clock)


def run(steady: SteadyDisplay, clock: VirtualClock, seconds: float) -> int:
    """Let time go by as the thread would: from one wish to the next. Gives the number of steps."""
    end, steps = clock() + seconds, 0
    while True:
        wish = steady.step()
        steps += 1
        if clock() + wish > end:
            clock.advance(end - clock())
            return steps
        clock.advance(max(wish, 1e-6))


def test_shows_and_sends_only_what_changed(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    steady.show(ONE)
    run(steady, clock, 1)
    assert (display.seen, display.shown) == (ONE, 1)
    steady.show(Picture(128, 64, bytes(ONE.data)))
    run(steady, clock, 30)
    assert display.shown == 1
    steady.show(TWO)
    run(steady, clock, 1)
    assert (display.seen, display.shown) == (TWO, 2)


def test_the_latest_picture_wins(steady: SteadyDisplay, display: VirtualDisplay) -> None:
    steady.step()
    for picture in (ONE, TWO, THREE):
        steady.show(picture)
    steady.step()
    assert (display.seen, display.shown) == (THREE, 2)


def test_idle_dims_then_darkens_and_any_input_wakes(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    queue = InputQueue()
    controls = VirtualControls(to_all(queue.put, steady.note), clock=clock)
    controls.open()
    steady.show(ONE)
    run(steady, clock, 59.9)
    assert display.brightness is Light.FULL
    run(steady, clock, 0.2)
    assert display.brightness is Light.DIM
    run(steady, clock, 539.8)
    assert display.brightness is Light.DIM
    run(steady, clock, 0.2)
    assert display.brightness is Light.OFF
    assert display.seen == Picture.blank()
    controls.turn(1)
    steady.step()
    assert (display.brightness, display.seen) == (Light.FULL, ONE)
    assert queue.drain() == [Turned(clock(), 1)]
    run(steady, clock, 61)
    assert display.brightness is Light.DIM


def test_a_display_that_shall_be_dim_stays_dim_when_somebody_comes(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    steady.limit(Light.DIM)
    steady.wake()
    run(steady, clock, 1)
    assert display.brightness is Light.DIM
    steady.limit(Light.FULL)
    run(steady, clock, 1)
    assert display.brightness is Light.FULL


def test_idle_can_be_switched_off(display: VirtualDisplay, clock: VirtualClock) -> None:
    steady = SteadyDisplay(display, IdleSettings(0, 0), clock=clock)
    run(steady, clock, 100_000)
    assert display.brightness is Light.FULL


def test_a_picture_that_changes_in_the_dark_is_there_on_waking(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    steady.show(ONE)
    run(steady, clock, 601)
    steady.show(TWO)
    run(steady, clock, 1)
    assert display.brightness is Light.OFF
    steady.wake()
    steady.step()
    assert display.seen == TWO


def test_an_absent_display_is_looked_for_with_growing_pauses(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    display.unplug()
    pauses = []
    for _ in range(9):
        pause = steady.step()
        pauses.append(pause)
        steady.show(noise(len(pauses)))
        assert steady.step() == pause, "a new picture does not make it hurry"
        clock.advance(pause)
    assert pauses == [0.5, 1, 2, 4, 8, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]
    assert not steady.status.present
    assert "unplugged" in str(steady.status.text)
    display.plug()
    steady.step()
    assert display.seen == noise(9)
    assert steady.status.present
    display.unplug()
    clock.advance(2)
    assert steady.step() == 0.5, "pauses start small again"


def test_a_lost_display_comes_back_with_the_present_picture(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    steady.show(ONE)
    run(steady, clock, 1)
    display.unplug()
    steady.show(TWO)
    run(steady, clock, 3)
    steady.show(THREE)
    display.plug()
    run(steady, clock, LONGEST_PAUSE)
    assert display.seen == THREE


def test_a_loss_is_noticed_and_healed_even_if_nothing_changes(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock
) -> None:
    steady.show(ONE)
    run(steady, clock, 1)
    display.unplug()
    run(steady, clock, 2.1)
    assert not steady.status.present
    display.plug()
    run(steady, clock, 2)
    assert display.seen == ONE


@pytest.mark.parametrize("fail_at", range(1, 12))
def test_a_failure_at_any_transfer_is_survived(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock, fail_at: int
) -> None:
    display.faults.fail_at = fail_at
    for picture in (ONE, TWO, THREE):
        steady.show(picture)
        run(steady, clock, 3)
    run(steady, clock, 20)
    assert display.faults.fail_at == 0
    assert display.seen == THREE


def test_a_mistake_in_a_driver_is_survived(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(display, "show", lambda picture: 1 / 0)
        assert steady.step() == 0.5
    assert "ZeroDivisionError" in str(steady.status.text)
    clock.advance(0.5)
    steady.show(ONE)
    steady.step()
    assert display.seen == ONE


def test_a_wrong_size_is_refused_at_once(steady: SteadyDisplay) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        steady.show(Picture.blank((64, 32)))


def test_nothing_happens_too_often(steady: SteadyDisplay, clock: VirtualClock) -> None:
    assert run(steady, clock, 3600) < 1.1 * 3600 / 2


class Gate:
    """A bus that waits for a permission at each transfer."""

    def __init__(self) -> None:
        self.waiting = threading.Semaphore(0)
        self.permission = threading.Semaphore(0)

    def sleep(self, seconds: float) -> None:
        self.waiting.release()
        assert self.permission.acquire(timeout=10)


def test_on_its_thread_nobody_waits_for_a_slow_bus(clock: VirtualClock) -> None:
    gate = Gate()
    display = VirtualDisplay(sleep=gate.sleep)
    display.faults.slow = 1
    shown: list[Picture] = []
    reached = threading.Event()

    def watcher(picture: Picture, light: Light) -> None:
        shown.append(picture)
        if picture == noise(99):
            reached.set()

    display.watch(watcher)
    steady = SteadyDisplay(display, clock=clock)
    steady.start()
    steady.start()
    assert gate.waiting.acquire(timeout=10)
    for seed in range(100):
        steady.show(noise(seed))
    assert steady.picture == noise(99)
    display.faults.slow = 0
    gate.permission.release()
    assert reached.wait(10)
    assert noise(50) not in shown
    steady.close()
    assert display.seen == Picture.blank()


def test_a_bus_that_hangs_does_not_keep_the_program_from_ending(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    display = VirtualDisplay(sleep=gate.sleep)
    display.faults.slow = 1
    steady = SteadyDisplay(display, clock=clock)
    steady.start()
    assert gate.waiting.acquire(timeout=10)
    thread = steady._thread
    assert thread is not None
    join = thread.join
    monkeypatch.setattr(thread, "join", lambda timeout: join(0))
    steady.close()
    display.faults.slow = 0
    gate.permission.release()
    join(10)
    assert not thread.is_alive()


def test_a_display_that_is_away_for_an_hour_is_one_line_in_the_log(
    steady: SteadyDisplay, display: VirtualDisplay, clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    display.unplug()
    run(steady, clock, 3600)
    assert [record.message.split(":")[0] for record in caplog.records] == ["no display"]
