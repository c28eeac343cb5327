"""The host's side of the puck, against the firmware's own code on a virtual line."""

from __future__ import annotations

import os
import pty
import random
import threading
import tty
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware import codec
from firmware.puck import Puck as Firmware
from hardware.display import Light, Picture
from hardware.errors import DeviceMissing
from hardware.inputs import Button, InputEvent, InputQueue, Pressed, Released, Reporter, Turned
from hardware.puck import Puck, SerialPort, connect, find_ports
from hardware.puck_link import Phase, PuckLink
from hardware.settings import PuckSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.clock import VirtualClock
from hardware.virtual.encoder import EncoderFaults
from hardware.virtual.panel import VirtualPanel
from hardware.virtual.puck import VirtualPuck
from tests.hardware.damage import damaged
from tests.hardware.test_display import noise


class Table:
    """Host and virtual puck, in one virtual time."""

    def __init__(self, clock: VirtualClock, **faults: object) -> None:
        self.clock = clock
        self.queue = InputQueue()
        self.puck = VirtualPuck(clock)
        self.host = Puck(PuckSettings(), self.queue.put, clock=clock, connect=self.puck.connect)
        self.host_steps_at = 0.0

    def run(self, seconds: float) -> None:
        """Two milliseconds at a time; the host waits when it says so."""
        for _ in range(round(seconds * 500)):
            self.clock.advance(0.002)
            self.puck.step()
            if self.clock() >= self.host_steps_at:
                self.host_steps_at = self.clock() + self.host.step()

    def steps(self) -> int:
        return sum(event.steps for event in self.queue.drain() if isinstance(event, Turned))


@pytest.fixture
def table(clock: VirtualClock) -> Table:
    table = Table(clock)
    table.run(0.3)
    assert table.host.phase is Phase.READY
    return table


def test_turns_presses_and_pictures(table: Table) -> None:
    table.host.display.show(noise(1))
    table.puck.turn(-4)
    table.puck.press(Button.PUSH)
    table.run(0.1)
    events = table.queue.drain()
    assert sum(event.steps for event in events if isinstance(event, Turned)) == -4
    assert [event.button for event in events if isinstance(event, Pressed)] == [Button.PUSH]
    assert table.host.held == {Button.PUSH}
    assert table.puck.panel.seen == noise(1)
    assert table.host.picture_right
    assert str(table.host.text) == "The puck is there."


def test_a_small_change_crosses_the_line_in_a_few_bytes(table: Table) -> None:
    table.host.display.show(noise(1))
    table.run(0.1)
    data = bytearray(noise(1).data)
    data[300:310] = bytes(10)
    sent = 0
    carry = table.puck.line._carry

    def counting(data: bytes, to: bytearray) -> None:
        nonlocal sent
        if to is table.puck.line._to_device:
            sent += len(data)
        carry(data, to)

    table.puck.line._carry = counting  # type: ignore[method-assign]
    table.host.display.show(Picture(128, 64, bytes(data)))
    table.run(0.1)
    assert table.puck.panel.seen.data == bytes(data)
    assert sent < 120


def test_fast_pictures_do_not_pile_up(table: Table) -> None:
    for seed in range(500):
        table.host.display.show(noise(seed))
        table.run(0.002)
    table.run(0.1)
    assert table.puck.panel.seen == noise(499)


def test_a_press_whose_line_was_lost_is_made_up_for(table: Table) -> None:
    table.puck.line.faults.lose = 1.0
    table.puck.press(Button.LEFT)
    table.run(0.05)
    table.puck.release(Button.LEFT)
    table.run(0.05)
    table.puck.line.faults.lose = 0.0
    table.run(0.3)
    assert [
        (type(event), event.button) for event in table.queue.drain() if not isinstance(event, Turned)
    ] == [
        (Pressed, Button.LEFT),
        (Released, Button.LEFT),
    ]


@pytest.mark.parametrize("power", [False, True])
def test_a_pulled_plug_lets_go_of_everything(table: Table, power: bool) -> None:
    table.puck.press(Button.RIGHT)
    table.run(0.1)
    assert table.host.held == {Button.RIGHT}
    table.puck.unplug(power=power)
    table.run(0.01)
    assert table.host.held == frozenset()
    assert table.host.phase is Phase.ABSENT
    assert "cable" in str(table.host.text)


def test_a_puck_that_falls_silent_lets_go_too(table: Table) -> None:
    table.puck.press(Button.RIGHT)
    table.run(0.1)
    table.puck.line.faults.lose = 1.0
    table.run(1.0)
    assert table.host.held == frozenset()
    table.puck.line.faults.lose = 0.0
    table.run(1.0)
    assert table.host.held == {Button.RIGHT}


def test_position_and_picture_are_right_a_second_after_any_unplugging(clock: VirtualClock) -> None:
    """Pull the plug at every byte of a conversation, put it in again a while later, with and without power."""
    worst = 0.0
    for cut_after in range(0, 3200, 7):
        table = Table(clock)
        die = random.Random(cut_after)
        table.run(0.2)
        table.host.display.show(noise(1))
        table.puck.turn(3)
        table.puck.line.faults.cut_after = cut_after
        for turn in range(100):
            if not table.puck.line.plugged:
                break
            table.puck.turn(1)
            table.host.display.show(noise(turn))
            table.run(0.006)
        assert not table.puck.line.plugged, "long enough to be cut"
        power = die.random() < 0.5
        if power:
            before = table.host.position
            table.puck.unplug(power=True)
        table.run(die.choice((0.01, 0.3, 3.0)))
        if not power:
            table.puck.turn(-11)
        table.host.display.show(noise(1234))
        table.puck.plug()
        plugged = table.clock()
        while not (
            table.puck.panel.seen == noise(1234)
            and table.host.picture_right
            and table.host.position == (before if power else table.puck.position)
        ):
            table.run(0.002)
            assert table.clock() - plugged <= 1.0, f"cut after {cut_after}"
        worst = max(worst, table.clock() - plugged)
        table.puck.turn(2)
        table.queue.drain()
        table.run(0.1)
        assert table.steps() == 2
    assert worst < 1.0


def test_a_hundred_thousand_damaged_lines_change_nothing_here_and_do_not_stop_the_link(
    clock: VirtualClock,
) -> None:
    die = random.Random(2026)
    events: list[InputEvent] = []
    link = PuckLink(Reporter(events.append, clock), clock)
    link.connected()

    def state(position: int, edges: list[int], picture: str) -> bytes:
        return codec.encode(
            {
                "t": "state",
                "n": die.randrange(65536),
                "i": "00AA",
                "p": position,
                "b": edges,
                "o": 1,
                "l": 2,
                "x": picture,
            }
        )

    link.receive(codec.encode({"t": "hello", "n": 0, "v": codec.VERSION, "i": "00AA", "w": 128, "h": 64}))
    link.receive(state(0, [0, 0, 0], "00000000"))
    position = 0
    for number in range(100_000):
        false = state(die.randrange(-500, 500), [die.randrange(256) for _ in range(3)], "FFFFFFFF")
        link.receive(damaged(die, false))
        if number % 1000 == 999:
            assert not events, f"line {number}"
            position += 1
            link.receive(b"\n" + state(position, [0, 0, 0], "00000000"))
            assert [event.steps for event in events if isinstance(event, Turned)] == [1]
            assert len(events) == 1
            events.clear()
    assert link.phase is Phase.READY
    assert link.position == 100
    assert link.bad_lines > 80_000
    assert link._shown == ("00000000", Light.FULL)


def test_a_hundred_thousand_damaged_lines_change_nothing_on_the_puck(clock: VirtualClock) -> None:
    die = random.Random(2027)
    puck = VirtualPuck(clock)
    firmware: Firmware = puck._firmware
    shown = codec.picture_id(noise(1).data)
    lines = b"".join(codec.encode(codec.part(*each) | {"n": 1}) for each in codec.parts(b"", noise(1).data))
    puck.line._to_device += lines + codec.encode({"t": "show", "n": 2, "x": shown, "l": 2})
    puck.step()
    assert firmware._picture_id == shown
    draft = bytes(firmware._draft)
    for number in range(1000):
        for _ in range(100):
            false = die.choice(
                (
                    codec.part(die.randrange(900), die.randbytes(die.randint(1, 100))),
                    {"t": "show", "x": codec.picture_id(draft), "l": die.randrange(2)},
                )
            )
            puck.line._to_device += damaged(die, codec.encode({**false, "n": die.randrange(65536)}))
        puck.step()
        assert bytes(firmware._draft) == draft, f"after {number} hundred lines"
        assert (firmware._picture_id, firmware._light) == (shown, 2)


def test_another_version_says_what_to_flash(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.puck.press(Button.LEFT)
    table.run(0.1)
    hello = {"v": 2, "i": "BEEF", "w": 128, "h": 64}
    monkeypatch.setattr(
        table.puck._firmware, "_say_hello", lambda: table.puck._firmware._tell("hello", hello)
    )
    table.puck.unplug()
    table.puck.plug()
    table.run(0.3)
    assert table.host.phase is Phase.MISMATCH
    assert "version 2, this program needs version 1" in str(table.host.text)
    assert "firmware/README.md" in str(table.host.text)
    assert table.host.held == frozenset()
    table.queue.drain()
    table.puck.turn(5)
    table.run(0.05)
    assert table.queue.drain() == [], "nothing of it is believed"
    table.puck.power_up()
    table.run(0.6)
    assert table.host.phase is Phase.READY


def test_a_pico_without_our_firmware_is_told_apart_from_none(clock: VirtualClock) -> None:
    class Prompt:
        def read(self) -> bytes:
            return b"MicroPython v1.27 on Raspberry Pi Pico\r\n>>> "

        def write(self, data: bytes) -> None:
            pass

        def wake(self) -> None:
            pass

        def close(self) -> None:
            pass

    host = Puck(PuckSettings(), InputQueue().put, clock=clock, connect=lambda settings: Prompt())
    for _ in range(100):
        clock.advance(0.02)
        host.step()
    assert "not as a puck does" in str(host.text)


def test_a_wish_for_repeated_pictures_is_kept_by_the_steady_display(
    table: Table, clock: VirtualClock
) -> None:
    steady = SteadyDisplay(table.host.display, clock=clock)
    steady.show(noise(3))
    steady.step()
    table.run(0.1)
    assert table.puck.panel.seen == noise(3)
    table.puck.unplug(power=True)
    table.run(1)
    steady.show(noise(4))
    steady.step()
    table.puck.plug()
    table.run(1)
    assert table.puck.panel.seen == noise(4)
    clock.advance(700)
    table.run(0.1)
    steady.step()
    table.run(1)
    assert table.puck.panel.light is Light.OFF


@pytest.mark.parametrize("on_its_way", [False, True])
def test_close_blanks_the_puck(table: Table, on_its_way: bool) -> None:
    table.host.display.show(noise(5))
    table.run(0.1)
    if on_its_way:
        table.host.display.show(noise(6))
        table.host.step()
    table.host.close()
    table.puck.step()
    for _ in range(20):
        table.puck.step()
    assert table.puck.panel.seen == Picture.blank()


def test_no_port_says_what_to_check(clock: VirtualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.puck.find_ports", list)
    with pytest.raises(DeviceMissing, match="USB cable"):
        connect(PuckSettings())
    host = Puck(PuckSettings(port="/dev/does-not-exist"), InputQueue().put, clock=clock)
    assert host.step() > 0
    assert "dialout" in str(host.text)


def test_the_puck_is_found_by_its_usb_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [
        SimpleNamespace(device="/dev/ttyS0", vid=None, pid=None),
        SimpleNamespace(device="/dev/ttyACM1", vid=0x2E8A, pid=0x0005),
        SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    assert find_ports() == ["/dev/ttyACM1"]


def test_a_real_serial_port_and_thread(tmp_path: Path) -> None:
    """pyserial on a pseudo terminal, with the firmware at the other end, in real time: nothing waits but events."""
    controller, terminal = pty.openpty()
    tty.setraw(controller)
    tty.setraw(terminal)
    os.set_blocking(controller, False)
    name = os.ttyname(terminal)
    heard: list[InputEvent] = []
    turned, pressed = threading.Event(), threading.Event()

    def sink(event: InputEvent) -> None:
        heard.append(event)
        (turned if isinstance(event, Turned) else pressed).set()

    host = Puck(PuckSettings(port=name), sink)
    import time

    virtual = VirtualPuck(time.monotonic)

    def receive() -> bytes:
        try:
            return os.read(controller, 256)
        except BlockingIOError:
            return b""

    virtual._firmware._receive = receive
    virtual._firmware._send = lambda data: os.write(controller, data)
    shown = threading.Event()
    stop = threading.Event()

    def firmware() -> None:
        while not stop.wait(0.001):
            virtual.step()
            if virtual.panel.seen == noise(6):
                shown.set()

    thread = threading.Thread(target=firmware, daemon=True)
    thread.start()
    host.display.show(noise(6))
    host.open()
    assert shown.wait(10)
    virtual.turn(1)
    assert turned.wait(10)
    virtual.press(Button.LEFT)
    assert pressed.wait(10)
    assert host.phase is Phase.READY
    host.close()
    assert heard[-1] == Released(heard[-1].at, Button.LEFT)
    stop.set()
    thread.join(10)
    os.close(controller)
    os.close(terminal)


def test_a_serial_port_that_does_not_exist() -> None:
    with pytest.raises(OSError, match="does-not-exist"):
        SerialPort("/dev/does-not-exist")


def test_a_puck_with_an_sh1106(clock: VirtualClock) -> None:
    table = Table(clock)
    table.puck = VirtualPuck(clock, panel=VirtualPanel("sh1106"))
    table.host = Puck(PuckSettings(), table.queue.put, clock=clock, connect=table.puck.connect)
    table.host.display.show(noise(7))
    table.run(0.5)
    assert table.puck.panel.seen == noise(7)


def test_bounce_lost_edges_and_half_periods_on_the_puck(table: Table) -> None:
    table.puck._encoder.faults.bounce = 3
    table.puck.turn(20)
    table.run(0.1)
    assert table.steps() == 20
    table.puck._encoder.faults.lose_every = 9
    table.puck.turn(50)
    table.run(0.1)
    assert 0 <= table.steps() < 50
    table.puck._encoder.faults = EncoderFaults()
    table.puck.turn(2)
    table.run(0.1)
    table.queue.drain()
    table.puck._encoder.faults.half_period = True
    table.puck.turn(10)
    table.run(0.1)
    assert table.steps() == 5
