"""Benches for the drivers: gpiozero's mock pins, a virtual clock, a queue."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from hardware.gpio_controls import GpioControls
from hardware.inputs import InputQueue
from hardware.virtual.clock import VirtualClock
from tests.hardware.bench import Bench


@pytest.fixture
def mock_factory() -> Iterator[MockFactory]:
    """Mock pins in place of the header's; whatever was there before comes back."""
    saved = Device.pin_factory
    Device.pin_factory = MockFactory()
    try:
        yield Device.pin_factory
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = saved


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def queue() -> InputQueue:
    return InputQueue()


@pytest.fixture
def bench(mock_factory: MockFactory, clock: VirtualClock) -> Bench:
    return Bench(mock_factory, clock)


@pytest.fixture
def controls(bench: Bench, queue: InputQueue, clock: VirtualClock) -> Iterator[GpioControls]:
    controls = GpioControls(bench.settings, queue.put, clock=clock)
    controls.open()
    yield controls
    controls.close()
