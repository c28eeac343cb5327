"""The puck's wires: pins, I2C and USB of a Raspberry Pi Pico. The only module that needs MicroPython's `machine`.

The knob is read by pin interrupts, not by a PIO program: at 200 detents a second they come every 1.25 ms, far below
what a hard interrupt manages; decoding stays in `quadrature`, where it is tested; and detents, which a PIO
counter of quarter steps does not know, are judged at each edge.
"""

import os
import select
import sys
import time

import machine  # type: ignore[import-not-found]
import micropython  # type: ignore[import-not-found]

from firmware import config
from firmware.oled import Oled
from firmware.puck import Puck
from firmware.quadrature import Decoder


class Knob:
    """The rotary encoder on two pins."""

    def __init__(self, pin_a, pin_b, detents_per_period):
        self._a = machine.Pin(pin_a, machine.Pin.IN, machine.Pin.PULL_UP)
        self._b = machine.Pin(pin_b, machine.Pin.IN, machine.Pin.PULL_UP)
        self._decoder = Decoder(detents_per_period)
        both = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
        # Hard interrupts come in between anything, even a garbage collection; they must not allocate, and do not.
        self._a.irq(self._edge, both, hard=True)
        self._b.irq(self._edge, both, hard=True)

    def _edge(self, _pin):
        self._decoder.edge(3 - 2 * self._a.value() - self._b.value())

    def position(self):
        return self._decoder.position


class Buttons:
    """Three buttons to ground."""

    def __init__(self, *pins):
        self._pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]

    def down(self):
        return [not pin.value() for pin in self._pins]


class UsbLine:
    """The USB serial line, which MicroPython has as standard input and output."""

    def __init__(self):
        self._in = sys.stdin.buffer
        self._out = sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def receive(self):
        # Reading more than one byte would wait for all of them, so it is byte by byte; at most a line in one round.
        data = bytearray()
        while len(data) < 256 and self._poll.poll(0):
            data += self._in.read(1)
        return bytes(data)

    def send(self, data):
        self._out.write(data)


class Milliseconds:
    """Milliseconds since the start, without the wrap-around of `ticks_ms` after twelve days."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._sum = 0

    def __call__(self):
        ticks = time.ticks_ms()
        self._sum += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._sum


def make_puck(line):
    """The puck as wired in `config`."""
    now = Milliseconds()
    i2c = machine.I2C(
        config.I2C, sda=machine.Pin(config.SDA), scl=machine.Pin(config.SCL), freq=config.I2C_SPEED
    )
    oled = Oled(i2c, now, config.OLED_ADDRESS, config.OLED_OFFSET, config.OLED_TURNED, config.OLED_CONTRAST)
    knob = Knob(config.KNOB_A, config.KNOB_B, config.DETENTS_PER_PERIOD)
    buttons = Buttons(config.PUSH, config.LEFT, config.RIGHT)
    run = int.from_bytes(os.urandom(2), "big")
    return Puck(knob.position, buttons.down, oled, line.receive, line.send, now, run)


def wants_repl():
    """Whether both window buttons are held at the start: the way back to the prompt, for flashing and looking."""
    return all(Buttons(config.LEFT, config.RIGHT).down())


def main():
    """Be a puck for ever."""
    if wants_repl():
        return
    # A byte 3 in damaged input must not be taken for Ctrl-C.
    micropython.kbd_intr(-1)
    puck = make_puck(UsbLine())
    watchdog = machine.WDT(timeout=2000)
    while True:
        puck.step()
        watchdog.feed()
