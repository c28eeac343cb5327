"""A camera that comes and goes, and a clock that is turned by hand."""

from __future__ import annotations

import threading

import pytest

from hardware.steady_camera import LONGEST_PAUSE, SteadyCamera
from hardware.virtual.camera import VirtualCamera
from hardware.virtual.clock import VirtualClock


@pytest.fixture
def camera() -> VirtualCamera:
    return VirtualCamera(size=(64, 48))


@pytest.fixture
def steady(camera: VirtualCamera, clock: VirtualClock) -> SteadyCamera:
    return SteadyCamera(camera, pictures_a_second=10, clock=clock)


def run(steady: SteadyCamera, clock: VirtualClock, seconds: float) -> None:
    """Let time go by as the thread would: from one wish to the next."""
    end = clock() + seconds
    while True:
        wish = steady.step()
        if clock() + wish > end:
            clock.advance(end - clock())
            return
        clock.advance(max(wish, 1e-6))


def test_the_newest_picture_is_fetched_once(steady: SteadyCamera, clock: VirtualClock) -> None:
    run(steady, clock, 0.55)
    frame = steady.next(timeout=0)
    assert frame is not None
    assert frame.number == 5
    assert steady.next(timeout=0) is None


def test_pictures_are_taken_at_the_pace_that_was_asked_for(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock
) -> None:
    run(steady, clock, 10.05)
    assert 99 <= camera.shot <= 102


def test_a_slow_camera_is_not_hurried(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock
) -> None:
    camera._sleep = clock.sleep
    camera.faults.slow = 0.5
    run(steady, clock, 10)
    assert 18 <= camera.shot <= 21


def test_an_absent_camera_is_looked_for_with_growing_pauses(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock
) -> None:
    camera.unplug()
    pauses = []
    for _ in range(8):
        pause = steady.step()
        pauses.append(pause)
        assert steady.step() == pause, "asked again, it does not hurry"
        clock.advance(pause)
    assert pauses == [0.5, 1, 2, 4, 8, LONGEST_PAUSE, LONGEST_PAUSE, LONGEST_PAUSE]
    assert "unplugged" in str(steady.status.text)
    camera.plug()
    steady.step()
    assert steady.status.present
    assert steady.status.failures == 8


def test_a_lost_camera_is_said_and_picked_up_again(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock
) -> None:
    run(steady, clock, 1)
    camera.unplug()
    run(steady, clock, 5)
    assert not steady.status.present
    steady.next(timeout=0)
    assert steady.next(timeout=0) is None, "no old picture is passed off as a new one"
    camera.plug()
    run(steady, clock, LONGEST_PAUSE)
    assert steady.status.present
    assert steady.next(timeout=0) is not None


@pytest.mark.parametrize("fail_at", [1, 2, 5])
def test_a_failure_at_any_picture_is_survived(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock, fail_at: int
) -> None:
    camera.faults.fail_at = fail_at
    run(steady, clock, 3)
    assert steady.status.present
    assert steady.status.failures == 1


def test_a_mistake_in_a_driver_is_survived(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    camera._source = lambda: 1 / 0  # type: ignore[assignment, return-value]
    steady.step()
    assert "ZeroDivisionError" in str(steady.status.text)
    assert "driver failed" in caplog.text


def test_a_recording_ends_and_whoever_waits_is_told(clock: VirtualClock) -> None:
    steady = SteadyCamera(VirtualCamera(size=(64, 48), pictures=2), clock=clock)
    run(steady, clock, 2)
    assert steady.status.finished
    assert steady.next() is not None
    assert steady.next() is None


def test_a_thread_delivers_and_closing_wakes_who_waits() -> None:
    camera = VirtualCamera(size=(64, 48))
    steady = SteadyCamera(camera, pictures_a_second=1000)
    steady.start()
    assert steady.next(timeout=10) is not None
    camera.unplug()
    woken = threading.Event()

    def wait() -> None:
        while steady.next() is not None:
            pass
        woken.set()

    threading.Thread(target=wait, daemon=True).start()
    steady.close()
    assert woken.wait(10)


def test_a_camera_that_is_away_for_an_hour_is_one_line_in_the_log(
    steady: SteadyCamera, camera: VirtualCamera, clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    camera.unplug()
    run(steady, clock, 3600)
    assert [record.message.split(":")[0] for record in caplog.records] == ["no camera"]
