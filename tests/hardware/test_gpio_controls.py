"""The real gpiozero classes on mock pins."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.display import Picture
from hardware.errors import DeviceMissing
from hardware.gpio_controls import GpioControls
from hardware.inputs import Button, InputEvent, InputQueue, Pressed, Released, Turned
from hardware.settings import GpioSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.clock import VirtualClock
from hardware.virtual.display import VirtualDisplay
from hardware.virtual.encoder import EncoderFaults
from tests.hardware.bench import Bench


def steps(queue: InputQueue) -> int:
    return sum(event.steps for event in queue.drain() if isinstance(event, Turned))


def test_turns_clockwise_and_back(controls: GpioControls, bench: Bench, queue: InputQueue) -> None:
    bench.encoder.turn(3)
    events = queue.drain()
    assert [event.steps for event in events] == [1, 1, 1]
    assert [event.at for event in events] == pytest.approx([0.005, 0.01, 0.015])
    bench.encoder.turn(-2)
    assert [event.steps for event in queue.drain()] == [-1, -1]


def test_half_a_turn_and_back_is_no_step(controls: GpioControls, bench: Bench, queue: InputQueue) -> None:
    for quarters in (1, 2, 3):
        for direction in (1, -1):
            for _ in range(quarters):
                bench.encoder.quarter(direction)
            for _ in range(quarters):
                bench.encoder.quarter(-direction)
    assert queue.drain() == []


@pytest.mark.parametrize("bounce", [1, 2, 7])
def test_bounce_of_the_contacts_changes_nothing(
    controls: GpioControls, bench: Bench, queue: InputQueue, bounce: int
) -> None:
    bench.encoder.faults = EncoderFaults(bounce=bounce)
    bench.encoder.turn(50)
    bench.encoder.turn(-20)
    assert steps(queue) == 30


def test_lost_edges_lose_steps_but_not_the_knob(
    controls: GpioControls, bench: Bench, queue: InputQueue
) -> None:
    bench.encoder.faults = EncoderFaults(lose_every=7)
    bench.encoder.turn(100)
    heard = steps(queue)
    assert 0 < heard < 100, "the knob shows its effect"
    bench.encoder.faults = EncoderFaults()
    bench.encoder.turn(1)
    queue.drain()
    bench.encoder.turn(100)
    assert steps(queue) == 100, "and nothing of it stays"


def test_the_wrong_encoder_needs_two_clicks_for_a_step(
    controls: GpioControls, bench: Bench, queue: InputQueue
) -> None:
    bench.encoder.faults = EncoderFaults(half_period=True)
    bench.encoder.turn(10)
    assert steps(queue) == 5


def test_unplugged_encoder_says_nothing(controls: GpioControls, bench: Bench, queue: InputQueue) -> None:
    bench.encoder.faults = EncoderFaults(unplugged=True)
    bench.encoder.turn(10)
    assert queue.drain() == []


def test_buttons(controls: GpioControls, bench: Bench, queue: InputQueue, clock: VirtualClock) -> None:
    for button, pin in ((Button.PUSH, 22), (Button.LEFT, 5), (Button.RIGHT, 6)):
        bench.press(pin)
        assert controls.held == {button}
        clock.advance(1)
        bench.release(pin)
        assert queue.drain() == [Pressed(clock() - 1, button), Released(clock(), button)]


def test_a_button_that_is_down_from_the_start_counts_once_it_was_let_go(
    bench: Bench, mock_factory: MockFactory, queue: InputQueue, clock: VirtualClock
) -> None:
    pin = mock_factory.pin(5)
    pin.pull = "up"
    pin.drive_low()
    controls = GpioControls(bench.settings, queue.put, clock=clock)
    controls.open()
    bench.press(5)
    bench.release(5)
    bench.press(5)
    assert queue.drain()[-1] == Pressed(0, Button.LEFT)
    controls.close()


class DebouncedPin(MockPin):
    """A mock pin that does with its bounce time what the kernel does: a level counts once it has stayed."""

    def drive(self, closed: bool, clock: VirtualClock) -> None:
        self._settle(clock)
        self._raw, self._since = closed, clock()

    def _settle(self, clock: VirtualClock) -> None:
        raw = getattr(self, "_raw", None)
        if raw is not None and clock() - self._since >= (self._bounce or 0):
            (self.drive_low if raw else self.drive_high)()


def test_buttons_are_debounced_by_the_kernel_and_the_knob_is_not(
    queue: InputQueue, clock: VirtualClock, mock_factory: MockFactory
) -> None:
    mock_factory.pin_class = DebouncedPin
    controls = GpioControls(GpioSettings(debounce=0.015), queue.put, clock=clock)
    controls.open()
    assert [mock_factory.pin(pin).bounce for pin in (17, 27, 22, 5, 6)] == [None, None, 0.015, 0.015, 0.015]
    pin: Any = mock_factory.pin(5)
    for down in (True, False):
        for level in (down, not down) * 5 + (down,):
            pin.drive(level, clock)
            clock.advance(0.001)
        clock.advance(0.02)
        pin.drive(down, clock)
    assert [type(event) for event in queue.drain()] == [Pressed, Released]
    controls.close()


def test_undebounced_bounce_still_alternates_and_ends_right(
    controls: GpioControls, bench: Bench, queue: InputQueue
) -> None:
    for level in (True, False, True, False, True):
        bench.drive(5, level)
    events = queue.drain()
    assert [type(event) for event in events] == [Pressed, Released, Pressed, Released, Pressed]
    assert controls.held == {Button.LEFT}


def test_a_raising_handler_loses_neither_its_event_nor_the_next_step(
    bench: Bench, clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[InputEvent] = []

    def raising(event: InputEvent) -> None:
        heard.append(event)
        raise RuntimeError("a mistake of ours")

    controls = GpioControls(bench.settings, raising, clock=clock)
    controls.open()
    for direction in (1, 1, -1, -1, 1):
        bench.encoder.turn(direction)
    bench.press(22)
    bench.release(22)
    assert [event.steps for event in heard if isinstance(event, Turned)] == [1, 1, -1, -1, 1]
    assert [type(event) for event in heard[-2:]] == [Pressed, Released]
    assert "a mistake of ours" in caplog.text
    controls.close()


def test_without_the_reporter_gpiozero_does_lose_the_next_step(
    mock_factory: MockFactory, bench: Bench
) -> None:
    """The trap that the test above guards against, so that we notice when gpiozero no longer has it."""
    from gpiozero import RotaryEncoder

    encoder = RotaryEncoder(bench.settings.a, bench.settings.b, max_steps=0)

    def raising() -> None:
        raise RuntimeError

    encoder.when_rotated_clockwise = raising
    with pytest.raises(RuntimeError):
        bench.encoder.turn(1)
    encoder.when_rotated_clockwise = None
    bench.encoder.turn(1)
    assert encoder.steps == 1, "two turns, one step"
    encoder.close()


@pytest.mark.parametrize("bounce", [0, 3])
def test_two_hundred_detents_a_second_while_pictures_are_sent(
    bench: Bench, clock: VirtualClock, bounce: int
) -> None:
    """Ten seconds of virtual time: every step arrives, at its time, while the display's thread sits in a transfer."""
    queue = InputQueue()
    sending, go_on = threading.Event(), threading.Event()

    def slow_bus(seconds: float) -> None:
        sending.set()
        assert go_on.wait(10)
        go_on.clear()

    display = VirtualDisplay(sleep=slow_bus)
    display.faults.slow = 0.023
    steady = SteadyDisplay(display, clock=clock)
    controls = GpioControls(bench.settings, queue.put, clock=clock)
    controls.open()
    bench.encoder.faults = EncoderFaults(bounce=bounce)
    steady.start()
    transfers = 0
    for detent in range(2000):
        if detent % 5 == 0:
            # A transfer of 25 ms began; the turns below happen in the midst of it.
            assert sending.wait(10)
            sending.clear()
            transfers += 1
        bench.encoder.turn(1)
        steady.show(Picture(128, 64, detent.to_bytes(2, "big") + bytes(1022)))
        if detent % 5 == 4:
            go_on.set()
    events = queue.drain()
    assert [event.steps for event in events if isinstance(event, Turned)] == [1] * 2000
    assert [event.at for event in events] == pytest.approx([0.005 * n for n in range(1, 2001)])
    assert clock() == pytest.approx(10)
    assert transfers == 400
    controls.close()
    display.faults.slow = 0
    go_on.set()
    steady.close()


def test_close_lets_go_and_gives_the_pins_back(
    bench: Bench, queue: InputQueue, clock: VirtualClock, controls: GpioControls
) -> None:
    bench.press(6)
    controls.close()
    controls.close()
    assert [type(event) for event in queue.drain()] == [Pressed, Released]
    again = GpioControls(bench.settings, queue.put, clock=clock)
    again.open()
    again.open()
    again.close()


def test_a_pc_without_pins_is_told_what_to_check(queue: InputQueue) -> None:
    class NoFactory:
        def reserve_pins(self, *args: object) -> None:
            raise OSError("no chip")

    controls = GpioControls(GpioSettings(), queue.put, pin_factory=NoFactory())
    with pytest.raises(DeviceMissing, match="group gpio"):
        controls.open()
