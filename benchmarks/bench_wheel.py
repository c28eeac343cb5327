"""From a touch to the new picture in the display's hands, and what a step of the wheel costs on the bus.

A whole table at work: virtual controls, the inbox, the machine, the game, the drawing, a steady display. The time runs from
the moment the controls report to the moment the display has been handed the picture. Beside it stands the processor time
of the same touches: where the two differ much, other programs were at work, and the round is tried again.
"""

from __future__ import annotations

import statistics
import sys
from random import Random
from time import perf_counter, thread_time

from luma.core.interface.serial import i2c

from companion.table.desk import Desk, Inbox
from companion.tiwanaku.game import Mode, Record, SetUp, Setup, Wheel
from companion.tiwanaku.pieces import Colour
from hardware.display import Light, Picture
from hardware.inputs import Button
from hardware.oled import Oled
from hardware.settings import OledSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.controls import VirtualControls
from hardware.virtual.display import VirtualDisplay
from hardware.virtual.panel import VirtualPanel
from tests.tiwanaku.game.table import scenario

LIMIT = 5.0
"""Milliseconds that 99 of 100 touches may take."""
ROUNDS = 3
I2C_SPEED, BITS_A_BYTE = 400_000, 9


class Table:
    """A table with virtual hardware; the time is real, but hands are quick."""

    def __init__(self, *, bare: bool) -> None:
        self.display = SteadyDisplay(VirtualDisplay())
        self.display.start()
        self.handed: list[float] = []
        self.pictures: list[Picture] = []
        self.ahead = 0.0
        inbox = Inbox()
        self.controls = VirtualControls(inbox.put, clock=self.clock)
        self.controls.open()
        wheel = Wheel(scenario(1))
        game = None
        if not bare:
            setup = Setup(Mode.COMPETITIVE, (Colour.BLUE, Colour.GREEN))
            game = Record.begin(wheel.back).do(SetUp(setup), wheel)
        self.desk = Desk(self._show, oracle=wheel, game=game, inbox=inbox, clock=self.clock)

    def clock(self) -> float:
        """Real time, and what was skipped instead of waited for."""
        return perf_counter() + self.ahead

    def _show(self, picture: Picture) -> None:
        self.display.show(picture)
        self.handed.append(perf_counter())
        self.pictures.append(picture)

    def touch(self, act: str) -> tuple[float, float] | None:
        """Milliseconds until the picture was handed over, and of work; None if there was no new picture."""
        count = len(self.handed)
        start, worked = perf_counter(), thread_time()
        match act:
            case "turn":
                self.controls.turn(1)
            case "push":
                self.controls.press(Button.PUSH)
                self.controls.release(Button.PUSH)
            case "press" | "release":
                getattr(self.controls, act)(Button.LEFT)
        self.desk.work(0)
        if len(self.handed) == count:
            return None
        return (self.handed[-1] - start) * 1000, (thread_time() - worked) * 1000

    def skip(self, seconds: float) -> None:
        """Time goes on."""
        self.ahead += seconds


Times = list[tuple[float, float]]


def report(what: str, times: Times) -> bool:
    taken, worked = (sorted(each) for each in zip(*times, strict=True))
    high, work = (ordered[int(len(ordered) * 0.99)] for ordered in (taken, worked))
    print(
        f"{what:30} {len(times):5}   median {statistics.median(taken):.2f} ms   99% under {high:.2f} ms "
        f"(limit {LIMIT:g} ms)   worst {taken[-1]:.2f} ms   processor: 99% under {work:.2f} ms"
    )
    return high < LIMIT


def coordinate_steps(table: Table, count: int) -> Times:
    times = []
    for number in range(count):
        if number % 9 == 8:
            table.touch("push")
        times.append(table.touch("turn"))
    return [time for time in times if time is not None]


def windows(table: Table, count: int) -> Times:
    """Filling, opening and closing: a picture for each frame."""
    times = []
    for _ in range(count):
        times.append(table.touch("press"))
        for _ in range(34):
            table.skip(1 / 30)
            times.append(table.touch("wait"))
        times.append(table.touch("release"))
    return [time for time in times if time is not None]


def anything(table: Table, count: int) -> Times:
    random = Random(3)
    times = []
    for _ in range(count):
        act = random.choice(("turn", "turn", "push", "push", "press"))
        times.append(table.touch(act))
        if act == "press":
            for _ in range(34):
                table.skip(1 / 30)
                times.append(table.touch("wait"))
            times.append(table.touch("release"))
    return [time for time in times if time is not None]


def bus() -> None:
    """What crosses I2C when a ring is turned by one sign."""
    table = Table(bare=True)
    table.touch("push")
    coordinate_steps(table, 45)
    panel = VirtualPanel()
    oled = Oled(OledSettings(), connect=lambda settings: i2c(bus=panel))
    oled.open()
    oled.light(Light.FULL)
    least, sent = [], []
    before = table.pictures[1]
    oled.show(before)
    for after in table.pictures[2:]:
        counted = panel.bytes_on_bus
        oled.show(after)
        sent.append(panel.bytes_on_bus - counted)
        least.append(sum(a != b for a, b in zip(before.data, after.data, strict=True)))
        before = after
    for name, values in (("changed bytes alone", least), ("changed windows, as sent", sent)):
        median = statistics.median(values)
        print(
            f"bus, coordinate step, {name:26} median {median:.0f} bytes "
            f"({1000 * median * BITS_A_BYTE / I2C_SPEED:.1f} ms at 400 kHz), worst {max(values)}"
        )
    print("bus, whole picture                               1024 bytes and more (23 ms)")


def all_in_time() -> bool:
    """One round of everything."""
    table = Table(bare=True)
    table.touch("push")
    good = [
        report("a ring turned by one sign", coordinate_steps(table, 3000)),
        report("a window filling and opening", windows(table, 60)),
        report("anything in a game", anything(Table(bare=False), 1500)),
    ]
    return all(good)


def main() -> int:
    good = any(all_in_time() for _ in range(ROUNDS))
    bus()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
