"""Kernel events, without a kernel that has any."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from hardware.errors import DeviceMissing
from hardware.evdev_controls import EV_KEY, EV_REL, EV_SYN, SYN_DROPPED, EvdevControls, find_devices
from hardware.inputs import Button, InputEvent, InputQueue, Pressed, Released, Turned
from hardware.settings import EvdevSettings
from hardware.virtual.clock import VirtualClock


@dataclass
class Event:
    type: int
    code: int
    value: int


@dataclass
class FakeDevice:
    """What evdev would give, with a pipe to make it readable."""

    name: str = "rotary@11"
    waiting: list[Event] = field(default_factory=list)
    keys: list[int] = field(default_factory=list)
    gone: bool = False

    def __post_init__(self) -> None:
        self._read, self._write = os.pipe()

    def say(self, *events: tuple[int, int, int]) -> None:
        self.waiting += [Event(*event) for event in events]
        os.write(self._write, b"!")

    def lose(self) -> None:
        self.gone = True
        os.write(self._write, b"!")

    def fileno(self) -> int:
        return self._read

    def read(self) -> Iterator[Event]:
        os.read(self._read, 1)
        if self.gone:
            raise OSError(19, "No such device")
        events, self.waiting = self.waiting, []
        return iter(events)

    def active_keys(self) -> list[int]:
        return self.keys

    def close(self) -> None:
        os.close(self._read)
        os.close(self._write)


def test_turns_and_keys(queue: InputQueue, clock: VirtualClock) -> None:
    device = FakeDevice()
    controls = EvdevControls(EvdevSettings(), queue.put, clock=clock)
    device.say((EV_REL, 0, 1), (EV_SYN, 0, 0), (EV_REL, 0, -2), (EV_REL, 8, 5), (EV_KEY, 28, 1))
    controls.hear(device)
    device.say((EV_KEY, 28, 2), (EV_KEY, 30, 1), (EV_KEY, 28, 0))
    controls.hear(device)
    assert queue.drain() == [Turned(0, 1), Turned(0, -2), Pressed(0, Button.PUSH), Released(0, Button.PUSH)]
    device.close()


def test_dropped_events_are_made_up_for_by_asking(queue: InputQueue, clock: VirtualClock) -> None:
    device = FakeDevice()
    controls = EvdevControls(EvdevSettings(), queue.put, clock=clock)
    device.say((EV_KEY, 105, 1))
    controls.hear(device)
    device.keys = [106]
    device.say((EV_SYN, SYN_DROPPED, 0), (EV_KEY, 28, 1), (EV_REL, 0, 7), (EV_SYN, 0, 0), (EV_REL, 0, 1))
    controls.hear(device)
    assert queue.drain() == [
        Pressed(0, Button.LEFT),
        Released(0, Button.LEFT),
        Pressed(0, Button.RIGHT),
        Turned(0, 1),
    ]
    device.close()


def test_a_thread_listens_to_all_devices_and_lets_go_at_the_end() -> None:
    knob, button = FakeDevice(), FakeDevice("button@5")
    heard: list[InputEvent] = []
    both = threading.Event()

    def sink(event: InputEvent) -> None:
        heard.append(event)
        if len(heard) == 2:
            both.set()

    controls = EvdevControls(EvdevSettings(), sink, find=lambda settings: [knob, button])
    controls.open()
    controls.open()
    knob.say((EV_REL, 0, 1))
    button.say((EV_KEY, 28, 1))
    assert both.wait(10)
    assert controls.held == {Button.PUSH}
    controls.close()
    controls.close()
    assert {type(event) for event in heard} == {Turned, Pressed, Released}
    assert controls.held == frozenset()


def test_a_lost_device_lets_go_and_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.evdev_controls.FIRST_PAUSE", 0.001)
    first, second = FakeDevice(), FakeDevice()
    found = iter([[first], [], [second]])
    queue = InputQueue()
    controls = EvdevControls(EvdevSettings(), queue.put, find=lambda settings: next(found))
    controls.open()
    first.say((EV_KEY, 105, 1))
    assert isinstance(queue.next(timeout=10), Pressed)
    first.lose()
    assert isinstance(queue.next(timeout=10), Released)
    second.say((EV_REL, 0, 1))
    assert isinstance(queue.next(timeout=10), Turned)
    controls.close()


def test_keyboards_mice_and_power_buttons_are_not_taken_for_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    abilities: dict[str, dict[int, list[int]]] = {
        "rotary": {EV_SYN: [0], EV_REL: [0]},
        "push": {EV_SYN: [0], EV_KEY: [28]},
        "both windows": {EV_KEY: [105, 106]},
        "keyboard": {EV_KEY: [1, 28, 30, 105, 106]},
        "mouse": {EV_KEY: [272, 273], EV_REL: [0, 1, 8]},
        "power": {EV_KEY: [116]},
        "touch": {3: [0, 1]},
    }
    closed = []

    class Device:
        def __init__(self, path: str) -> None:
            self.name = path

        def capabilities(self) -> dict[int, list[int]]:
            return abilities[self.name]

        def close(self) -> None:
            closed.append(self.name)

    fake = SimpleNamespace(list_devices=lambda: list(abilities), InputDevice=Device)
    monkeypatch.setitem(sys.modules, "evdev", fake)
    assert [device.name for device in find_devices(EvdevSettings())] == ["rotary", "push", "both windows"]
    assert closed == ["keyboard", "mouse", "power", "touch"]


def test_nothing_there_says_what_to_check(queue: InputQueue) -> None:
    with pytest.raises(DeviceMissing, match="dtoverlay=rotary-encoder"):
        EvdevControls(EvdevSettings(), queue.put, find=lambda settings: []).open()

    def forbidden(settings: EvdevSettings) -> list[object]:
        raise PermissionError("denied")

    with pytest.raises(DeviceMissing, match="group input"):
        EvdevControls(EvdevSettings(), queue.put, find=forbidden).open()

    def not_installed(settings: EvdevSettings) -> list[object]:
        raise ImportError("evdev")

    with pytest.raises(DeviceMissing, match="apt install python3-evdev"):
        EvdevControls(EvdevSettings(), queue.put, find=not_installed).open()
