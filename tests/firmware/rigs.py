"""The other side of rig.py: the firmware in another Python, on a leash."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from hardware.inputs import Button
from hardware.puck_link import BUTTONS
from hardware.settings import PuckSettings
from hardware.virtual.clock import VirtualClock
from hardware.virtual.encoder import Contact, VirtualEncoder
from hardware.virtual.line import HostEnd, VirtualLine
from hardware.virtual.panel import VirtualPanel
from tools.get_micropython import command

PROJECT = Path(__file__).resolve().parent.parent.parent
KNOB_A, KNOB_B = 2, 3
BUTTON_PINS = dict(zip(BUTTONS, (4, 6, 7), strict=True))


class Rig:
    """A running firmware. Orders are gathered and given at the next step."""

    def __init__(self, python: str) -> None:
        arguments = [sys.executable, "tests/firmware/rig.py"] if python == "cpython" else command()
        if arguments is None:
            raise LookupError("no MicroPython")
        self._process = subprocess.Popen(
            arguments, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, *orders: list[object]) -> dict[str, Any]:
        """Give orders; the answer."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(orders) + "\n")
        process.stdin.flush()
        answer: dict[str, Any] = json.loads(process.stdout.readline())
        return answer

    def value(self, *order: object) -> Any:
        """The value of one order."""
        return self.do(list(order))["value"]

    def close(self) -> None:
        """End it."""
        with suppress(OSError):
            self._process.communicate(timeout=10)
        self._process.kill()


class RigPuck:
    """The firmware on a rig as a puck: with a virtual knob, a virtual line to the host, a virtual panel."""

    def __init__(self, rig: Rig, clock: VirtualClock) -> None:
        self.line = VirtualLine()
        self.panel = VirtualPanel()
        self.encoder = VirtualEncoder(self._contact)
        self._rig = rig
        self._clock = clock
        self._orders: list[list[object]] = [["start"]]

    def connect(self, settings: PuckSettings) -> HostEnd:
        return self.line.connect()

    def _contact(self, contact: Contact, closed: bool) -> None:
        self._orders.append(["pin", KNOB_A if contact == "a" else KNOB_B, 0 if closed else 1])

    def button(self, button: Button, down: bool) -> None:
        self._orders.append(["pin", BUTTON_PINS[button], 0 if down else 1])

    def order(self, *order: object) -> None:
        self._orders.append(list(order))

    def run(self, seconds: float, host: Any) -> None:
        """Let firmware and host run, by steps of 5 ms."""
        for _ in range(round(seconds * 200)):
            self._clock.advance(0.005)
            feed = self.line.device_receive()
            answer = self._rig.do(*self._orders, ["feed", feed.hex()], ["step", 5, 1])
            self._orders = []
            self.line.device_send(bytes.fromhex(answer["out"]))
            for transfer in answer["i2c"]:
                data = bytes.fromhex(transfer)
                self.panel.writeto(data[0], data[1:])
            host.step()
