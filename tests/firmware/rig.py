"""Runs the puck's firmware on a stand-in board and does what it is told, line by line, on standard input.

Runs unchanged under MicroPython (unix port and WebAssembly) and under CPython; see rigs.py for the other side.
A request is a list of orders, the answer what came of them:

    [["pin", 2, 0], ["feed", "7B7D..."], ["step", 5, 1]]   ->   {"out": "...", "i2c": ["..."], "value": null}
"""

import binascii
import json
import sys


class Pin:
    """A pin whose level is set from outside; hard interrupts are called at once."""

    IN, PULL_UP, IRQ_FALLING, IRQ_RISING = 0, 1, 4, 8
    levels = {}  # noqa: RUF012
    handlers = {}  # noqa: RUF012

    def __init__(self, number, mode=None, pull=None):
        self._number = number
        Pin.levels.setdefault(number, 1)

    def irq(self, handler, trigger, hard=False):
        if trigger != Pin.IRQ_FALLING | Pin.IRQ_RISING or not hard:
            raise ValueError("the knob wants hard interrupts on both edges")
        Pin.handlers[self._number] = (self, handler)

    def value(self):
        return Pin.levels[self._number]


class I2C:
    """A bus that keeps what was written to it, and fails when told to."""

    written = []  # noqa: RUF012
    failing = False

    def __init__(self, number, sda, scl, freq):
        pass

    def writeto(self, address, data):
        if I2C.failing:
            raise OSError(5)
        I2C.written.append(f"{address:02X}" + binascii.hexlify(bytes(data)).decode())


class Machine:
    """The module `machine`."""

    Pin = Pin
    I2C = I2C


class MicroPython:
    """The module `micropython`, where there is none."""

    @staticmethod
    def kbd_intr(code):
        pass


class Time:
    """The module `time` with a clock that is set from outside; it wraps around as on the puck."""

    now = 2**30 - 3000

    @staticmethod
    def ticks_ms():
        return Time.now % 2**30

    @staticmethod
    def ticks_diff(later, earlier):
        return (later - earlier + 2**29) % 2**30 - 2**29


class Os:
    """The module `os`, of which the WebAssembly build lacks what the puck's has; every start differs."""

    starts = 0

    @staticmethod
    def urandom(size):
        Os.starts += 1
        return bytes([Os.starts] * size)


class Line:
    """The serial line."""

    def __init__(self):
        self.incoming = b""
        self.outgoing = b""

    def receive(self):
        data, self.incoming = self.incoming, b""
        return data

    def send(self, data):
        self.outgoing += data


sys.modules["machine"] = Machine
if sys.implementation.name != "micropython":
    sys.modules["micropython"] = MicroPython
if "." not in sys.path:
    sys.path.insert(0, ".")

from firmware import board, codec  # noqa: E402
from firmware.quadrature import Decoder  # noqa: E402

board.time = Time
board.os = Os
line = Line()
puck = None


def start():
    global puck
    Pin.handlers.clear()
    puck = board.make_puck(line)


def do_pin(number, level):
    """A level changes; whoever waits for the edge hears of it."""
    if Pin.levels.get(number, 1) != level:
        Pin.levels[number] = level
        if number in Pin.handlers:
            pin, handler = Pin.handlers[number]
            handler(pin)


def do_feed(data):
    line.incoming += binascii.unhexlify(data)


def do_step(times, milliseconds):
    for _ in range(times):
        Time.now += milliseconds
        puck.step()


def do_i2c_failing(failing):
    I2C.failing = bool(failing)


def do_start():
    start()


def do_wants_repl():
    return board.wants_repl()


def do_memory():
    import gc

    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def do_python():
    return sys.implementation.name


def do_crc(data):
    data = binascii.unhexlify(data)
    return [codec.crc16_table(data), codec.crc16(data)]


def do_encode(message):
    return codec.encode(message).decode()


def do_decode(text):
    try:
        return codec.decode(binascii.unhexlify(text))
    except codec.BadLine:
        return None


def do_parts(old, new):
    found = codec.parts(binascii.unhexlify(old), binascii.unhexlify(new))
    return [[place, binascii.hexlify(data).decode()] for place, data in found]


def do_decoder(detents, edges):
    decoder = Decoder(detents)
    for edge in edges:
        decoder.edge(edge)
    return decoder.position


def serve(request):
    """The answer to one line of orders."""
    value = None
    for order in json.loads(request):
        value = globals()["do_" + order[0]](*order[1:])
    answer = {"out": binascii.hexlify(line.outgoing).decode(), "i2c": I2C.written, "value": value}
    text = json.dumps(answer)
    line.outgoing = b""
    I2C.written = []
    return text


if __name__ == "__main__" and sys.platform != "webassembly":
    while True:
        request = sys.stdin.readline()
        if not request:
            break
        print(serve(request))  # noqa: T201
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()
