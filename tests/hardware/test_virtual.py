"""Every knob of the virtual devices: its effect, and that the devices survive it."""

from __future__ import annotations

import random
import threading

import pytest

from firmware.quadrature import Decoder
from hardware.display import Light, Picture
from hardware.errors import DeviceLost, DeviceMissing
from hardware.inputs import Button, InputEvent, InputQueue, Pressed, Released, Reporter, Turned
from hardware.virtual.clock import VirtualClock
from hardware.virtual.controls import VirtualControls
from hardware.virtual.display import VirtualDisplay
from hardware.virtual.encoder import EncoderFaults, VirtualEncoder
from hardware.virtual.line import LineFaults, VirtualLine
from tests.hardware.test_display import noise


@pytest.fixture
def controls(queue: InputQueue, clock: VirtualClock) -> VirtualControls:
    controls = VirtualControls(queue.put, clock=clock)
    controls.open()
    return controls


def steps(queue: InputQueue) -> int:
    return sum(event.steps for event in queue.drain() if isinstance(event, Turned))


def test_bounce_of_the_knob_is_decoded_away(controls: VirtualControls, queue: InputQueue) -> None:
    controls.faults.bounce = 5
    controls.turn(10)
    controls.turn(-3)
    assert steps(queue) == 7


def test_bounce_of_a_button_is_heard_and_ends_right(controls: VirtualControls, queue: InputQueue) -> None:
    controls.faults.bounce = 2
    controls.press(Button.LEFT)
    assert [type(event) for event in queue.drain()] == [Pressed, Released, Pressed, Released, Pressed]
    controls.release(Button.LEFT)
    assert queue.drain()[-1] == Released(0, Button.LEFT)
    assert controls.held == frozenset()


def test_lost_edges_cost_steps_until_they_stop(controls: VirtualControls, queue: InputQueue) -> None:
    controls.faults.lose_every = 5
    controls.turn(100)
    assert 0 <= steps(queue) < 100
    controls.faults.lose_every = 0
    controls.turn(2)
    queue.drain()
    controls.turn(50)
    assert steps(queue) == 50


def test_half_period_halves_the_steps_unless_the_decoder_knows(
    queue: InputQueue, clock: VirtualClock
) -> None:
    for detents_per_period, expected in ((1, 5), (2, 10)):
        controls = VirtualControls(
            queue.put,
            clock=clock,
            faults=EncoderFaults(half_period=True),
            detents_per_period=detents_per_period,
        )
        controls.open()
        controls.turn(10)
        assert steps(queue) == expected


def test_unplugged_controls_let_go_and_come_back(controls: VirtualControls, queue: InputQueue) -> None:
    controls.press(Button.RIGHT)
    controls.unplug()
    controls.turn(3)
    controls.press(Button.LEFT)
    assert [type(event) for event in queue.drain()] == [Pressed, Released]
    controls.plug()
    controls.turn(1)
    assert steps(queue) == 1


def test_closed_controls_are_silent(controls: VirtualControls, queue: InputQueue) -> None:
    controls.close()
    controls.turn(1)
    controls.press(Button.PUSH)
    assert queue.drain() == []


def test_the_display_is_missing_lost_or_slow_as_told() -> None:
    clock = VirtualClock()
    display = VirtualDisplay(sleep=clock.sleep)
    display.faults.unplugged = True
    with pytest.raises(DeviceMissing):
        display.open()
    display.plug()
    display.open()
    display.faults.fail_at = 2
    display.show(noise(1))
    with pytest.raises(DeviceLost):
        display.show(noise(2))
    display.show(noise(3))
    display.faults.slow = 0.5
    display.light(Light.FULL)
    assert clock() == 0.5
    assert display.seen == noise(3)
    display.unplug()
    assert display.seen == Picture.blank()
    with pytest.raises(DeviceLost):
        display.check()


def test_a_display_can_be_watched_until_one_stops() -> None:
    display = VirtualDisplay()
    display.open()
    seen: list[tuple[Picture, Light]] = []
    stop = display.watch(lambda picture, light: seen.append((picture, light)))
    display.show(noise(1))
    stop()
    stop()
    display.show(noise(2))
    assert seen == [(Picture.blank(), Light.OFF), (noise(1), Light.OFF)]


def test_a_watcher_that_fails_harms_nobody(caplog: pytest.LogCaptureFixture) -> None:
    display = VirtualDisplay()
    calls = 0

    def failing(picture: Picture, light: Light) -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise RuntimeError("gone")

    display.watch(failing)
    display.open()
    display.show(noise(1))
    assert (display.picture, calls) == (noise(1), 3)
    assert "gone" in caplog.text


def test_several_hands_on_the_page_lose_no_turn(controls: VirtualControls, queue: InputQueue) -> None:
    threads = [threading.Thread(target=lambda: [controls.turn(1) for _ in range(200)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert steps(queue) == 800


def test_garbage_and_loss_on_the_line() -> None:
    line = VirtualLine(faults=LineFaults(garbage=0.1), seed=1)
    host = line.connect()
    host.write(bytes(1000))
    received = line.device_receive()
    assert len(received) == 1000
    assert 50 < sum(map(bool, received)) < 150
    line.faults = LineFaults(lose=0.5)
    line.device_send(bytes(1000))
    assert 400 < len(host.read()) < 600


@pytest.mark.parametrize("cut_after", [0, 1, 5])
def test_the_plug_comes_out_at_the_byte_one_wants(cut_after: int) -> None:
    line = VirtualLine(faults=LineFaults(cut_after=cut_after))
    host = line.connect()
    with pytest.raises(OSError, match="unplugged"):
        host.write(b"0123456789")
    assert not line.plugged
    with pytest.raises(OSError, match="unplugged"):
        line.connect()
    line.plug()
    with pytest.raises(OSError, match="unplugged"):
        host.read()
    line.connect().write(b"again")
    assert line.device_receive() == b"again"


def test_decoder_against_a_model(clock: VirtualClock) -> None:
    """Whatever quarters a hand turns: at rest, the decoder has as many detents as the encoder."""
    die = random.Random(5)
    closed = {"a": 0, "b": 0}
    decoder = Decoder()

    def contact(which: str, level: bool) -> None:
        closed[which] = int(level)
        decoder.edge(2 * closed["a"] + closed["b"])

    encoder = VirtualEncoder(contact, EncoderFaults(bounce=1))
    quarters = 0
    for _ in range(5000):
        direction = die.choice((1, 1, -1))
        encoder.quarter(direction)
        quarters += direction
        if quarters % 4 == 0:
            assert decoder.position == quarters // 4


def test_the_reporter_is_safe_against_a_sink_that_closes_or_raises(clock: VirtualClock) -> None:
    heard: list[InputEvent] = []

    def sink(event: InputEvent) -> None:
        heard.append(event)
        if isinstance(event, Pressed):
            reporter.let_go()
        raise RuntimeError

    reporter = Reporter(sink, clock)
    reporter.button(Button.LEFT, down=True)
    reporter.turned(0)
    assert [type(event) for event in heard] == [Pressed, Released]
    assert reporter.held == frozenset()


def test_the_queue_waits_no_longer_than_told() -> None:
    queue = InputQueue()
    assert queue.next(timeout=0) is None
    queue.put(Turned(0, 1))
    assert queue.next() == Turned(0, 1)
