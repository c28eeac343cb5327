"""The firmware itself, in a Python of its own, with a host at the other end of the line."""

from __future__ import annotations

import random

import pytest

from firmware import codec
from hardware.display import Light, Picture
from hardware.inputs import Button, InputQueue, Pressed, Released, Turned
from hardware.puck import Puck
from hardware.settings import PuckSettings
from hardware.virtual.clock import VirtualClock
from hardware.virtual.encoder import EncoderFaults
from tests.firmware.rigs import Rig, RigPuck


class Table:
    """Host and firmware, joined."""

    def __init__(self, rig: Rig, clock: VirtualClock) -> None:
        self.queue = InputQueue()
        self.puck = RigPuck(rig, clock)
        self.host = Puck(PuckSettings(), self.queue.put, clock=clock, connect=self.puck.connect)

    def run(self, seconds: float) -> None:
        self.puck.run(seconds, self.host)


@pytest.fixture
def table(rig: Rig, clock: VirtualClock) -> Table:
    for pin in (2, 3, 4, 6, 7):
        rig.do(["pin", pin, 1])
    rig.do(["i2c_failing", 0])
    table = Table(rig, clock)
    table.run(0.3)
    return table


def picture(seed: int) -> Picture:
    return Picture(128, 64, random.Random(seed).randbytes(1024))


def test_the_crc_is_the_same_on_both_sides(rig: Rig) -> None:
    assert rig.value("crc", b"123456789".hex()) == [0x29B1, 0x29B1], "the check value of CRC-16/CCITT-FALSE"
    for seed in range(20):
        data = random.Random(seed).randbytes(seed * 13)
        assert rig.value("crc", data.hex()) == [codec.crc16_table(data), codec.crc16_library(data)]


def test_each_side_reads_what_the_other_writes(rig: Rig) -> None:
    chooser = random.Random(7)
    for number in range(100):
        message: dict[str, object] = chooser.choice(
            [
                {"t": "hello", "v": chooser.randrange(10_000)},
                {"t": "show", "x": f"{chooser.randrange(2**32):08X}", "l": chooser.randrange(3)},
                codec.part(chooser.randrange(800), chooser.randbytes(chooser.randint(1, codec.MAX_PART))),
                {
                    "t": "state",
                    "i": "0A1B",
                    "p": chooser.randint(-(2**31), 2**31 - 1),
                    "b": [chooser.randrange(256) for _ in range(3)],
                    "o": 1,
                    "l": 0,
                    "x": "00000000",
                },
            ]
        )
        message["n"] = number
        assert codec.decode(rig.value("encode", message).encode()) == message
        assert rig.value("decode", codec.encode(message).hex()) == message


def test_damaged_lines_are_refused_there_as_here(rig: Rig) -> None:
    line = codec.encode({"t": "show", "n": 5, "x": "DEADBEEF", "l": 2})
    chooser = random.Random(8)
    for _ in range(300):
        damaged = bytearray(line[:-1])
        for _ in range(chooser.randint(1, 4)):
            damaged[chooser.randrange(len(damaged))] ^= 1 << chooser.randrange(8)
        if bytes(damaged) != line[:-1]:
            assert rig.value("decode", bytes(damaged).hex()) is None


def test_parts_are_cut_alike(rig: Rig) -> None:
    old, new = picture(1).data, bytearray(picture(1).data)
    new[100:130] = bytes(30)
    new[700] ^= 1
    expected = [[place, data.hex()] for place, data in codec.parts(old, bytes(new))]
    assert len(expected) == 2
    assert rig.value("parts", old.hex(), new.hex()) == expected


def test_half_period_encoders_are_a_setting(rig: Rig) -> None:
    half = [2, 3, 1, 0, 2, 3]
    assert rig.value("decoder", 1, half) == 1
    assert rig.value("decoder", 2, half) == 3
    assert rig.value("decoder", 2, [1, 3, 2, 0]) == -2


def test_turns_presses_and_pictures(table: Table) -> None:
    table.host.display.show(picture(2))
    table.puck.encoder.turn(5)
    table.puck.encoder.turn(-7)
    table.puck.button(Button.RIGHT, True)
    table.run(0.2)
    events = table.queue.drain()
    assert sum(event.steps for event in events if isinstance(event, Turned)) == -2
    assert [event.button for event in events if isinstance(event, Pressed)] == [Button.RIGHT]
    assert table.puck.panel.seen == picture(2)
    assert table.host.picture_right
    table.puck.button(Button.RIGHT, False)
    table.run(0.1)
    assert [type(event) for event in table.queue.drain()] == [Released]


def test_two_hundred_detents_a_second_with_bounce_while_pictures_come(table: Table) -> None:
    table.puck.encoder.faults = EncoderFaults(bounce=2)
    for tick in range(2000):
        table.puck.encoder.turn(1)
        if tick % 10 == 0:
            table.host.display.show(picture(tick))
        table.run(0.005)
    table.run(0.3)
    assert table.host.position == 2000
    assert sum(event.steps for event in table.queue.drain() if isinstance(event, Turned)) == 2000
    assert table.puck.panel.seen == picture(1990)


def test_bounce_and_short_glitches_of_buttons(table: Table) -> None:
    for _ in range(5):
        table.puck.button(Button.LEFT, True)
        table.run(0.005)
        table.puck.button(Button.LEFT, False)
        table.run(0.005)
    table.run(0.05)
    assert table.queue.drain() == []
    table.puck.button(Button.LEFT, True)
    table.run(0.05)
    assert [type(event) for event in table.queue.drain()] == [Pressed]


def test_light(table: Table) -> None:
    table.host.display.show(picture(3))
    for light in (Light.DIM, Light.OFF, Light.FULL):
        table.host.display.light(light)
        table.run(0.2)
        assert table.puck.panel.light is light
    assert table.puck.panel.seen == picture(3)


def test_a_silent_host_leaves_nothing_to_read(table: Table) -> None:
    table.host.display.show(picture(4))
    table.run(0.2)
    assert table.puck.panel.seen == picture(4)

    class Nobody:
        def step(self) -> None:
            pass

    table.puck.run(1.5, Nobody())
    assert table.puck.panel.seen == picture(4)
    table.puck.run(1.0, Nobody())
    assert table.puck.panel.seen == Picture.blank()
    table.run(1.0)
    assert table.puck.panel.seen == picture(4), "and the host brings it back"


def test_a_display_that_fails_is_retried_and_the_host_told(table: Table) -> None:
    table.host.display.show(picture(5))
    table.run(0.2)
    assert str(table.host.text) == "The puck is there."
    table.puck.order("i2c_failing", 1)
    table.puck.encoder.turn(1)
    table.run(1.5)
    assert table.host.position == 1
    assert "display does not answer" in str(table.host.text)
    table.host.display.show(picture(6))
    table.puck.order("i2c_failing", 0)
    table.puck.panel.power_up()
    table.run(4.5)
    assert table.puck.panel.seen == picture(6)
    assert str(table.host.text) == "The puck is there."


def test_a_restart_of_the_puck_makes_no_false_steps(table: Table) -> None:
    table.puck.encoder.turn(40)
    table.host.display.show(picture(7))
    table.run(0.2)
    table.puck.order("start")
    table.puck.panel.power_up()
    table.puck.encoder.turn(2)
    table.run(1.0)
    assert table.puck.panel.seen == picture(7)
    assert 40 <= table.host.position <= 42, "what was turned before the first state is not known"
    table.puck.encoder.turn(-3)
    before = table.host.position
    table.run(0.2)
    assert table.host.position == before - 3


def test_garbage_on_the_line_both_ways(table: Table) -> None:
    table.puck.line.faults.garbage = 0.01
    for turn in range(100):
        table.puck.encoder.turn(1)
        table.host.display.show(picture(turn))
        table.run(0.02)
    assert table.host.bad_lines > 0, "the knob is felt"
    table.puck.line.faults.garbage = 0
    table.run(0.7)
    assert table.host.position == 100
    assert table.puck.panel.seen == picture(99)


def test_thousands_of_damaged_lines_do_not_stop_the_firmware(table: Table) -> None:
    chooser = random.Random(9)
    good = codec.encode(codec.part(0, bytes(range(140))) | {"n": 1})
    for _ in range(200):
        noise = b"".join(
            chooser.choice(
                (good[: chooser.randrange(len(good))], chooser.randbytes(chooser.randrange(400)), b"\n{}\n")
            )
            for _ in range(20)
        )
        table.puck.order("feed", noise.hex())
    table.run(0.2)
    table.host.display.show(picture(10))
    table.puck.encoder.turn(1)
    table.run(0.6)
    assert table.host.position == 1
    assert table.puck.panel.seen == picture(10)


def test_memory_does_not_grow(table: Table, rig: Rig) -> None:
    table.run(0.5)
    before = rig.value("memory")
    for seed in range(40):
        table.host.display.show(picture(seed))
        table.puck.encoder.turn(1)
        table.run(0.05)
    assert rig.value("memory") - before < 4096


def test_both_windows_held_at_the_start_give_the_prompt(rig: Rig) -> None:
    assert rig.do(["pin", 6, 0], ["pin", 7, 0], ["wants_repl"])["value"] is True
    assert rig.do(["pin", 7, 1], ["wants_repl"])["value"] is False
    rig.do(["pin", 6, 1])
