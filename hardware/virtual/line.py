"""A serial line in memory, as bad as one likes.

>>> line = VirtualLine()
>>> host = line.connect()
>>> host.write(b"hello")
>>> line.device_receive()
b'hello'
>>> line.unplug()
>>> host.read()
Traceback (most recent call last):
    ...
OSError: [Errno 19] the virtual line is unplugged
"""

from __future__ import annotations

import errno
import random
from dataclasses import dataclass


@dataclass(slots=True)
class LineFaults:
    """What is wrong with a line. Knobs may be turned while it runs."""

    garbage: float = 0.0
    """Share of bytes that arrive as something else."""
    lose: float = 0.0
    """Share of bytes that do not arrive."""
    cut_after: int = -1
    """The plug comes out after so many more bytes, in whichever direction; -1 for never."""


class VirtualLine:
    """A line with a plug: the host opens one end as it would open a port, the device has the other."""

    def __init__(self, *, faults: LineFaults | None = None, seed: int = 0) -> None:
        self.faults = faults or LineFaults()
        self.plugged = True
        self._random = random.Random(seed)  # noqa: S311 (noise, not secrets)
        self._to_host = bytearray()
        self._to_device = bytearray()
        self._connections = 0

    def connect(self) -> HostEnd:
        """The host's end; OSError while unplugged."""
        self._check()
        self._connections += 1
        return HostEnd(self, self._connections)

    def unplug(self) -> None:
        """Pull the plug: what was on its way is gone, the host's end is dead for good."""
        self.plugged = False
        self._connections += 1
        self._to_host.clear()
        self._to_device.clear()

    def plug(self) -> None:
        """Put it in again."""
        self.plugged = True
        self.faults.cut_after = -1

    def device_receive(self) -> bytes:
        """What came for the device."""
        data = bytes(self._to_device)
        self._to_device.clear()
        return data

    def device_send(self, data: bytes) -> None:
        """The device says something; without a plug, to nobody."""
        if self.plugged:
            self._carry(data, self._to_host)

    def _carry(self, data: bytes, to: bytearray) -> None:
        for byte in data:
            if self.faults.cut_after == 0:
                self.unplug()
                return
            if self.faults.cut_after > 0:
                self.faults.cut_after -= 1
            if self.faults.lose and self._random.random() < self.faults.lose:
                continue
            if self.faults.garbage and self._random.random() < self.faults.garbage:
                byte = self._random.randrange(256)
            to.append(byte)

    def _check(self) -> None:
        if not self.plugged:
            raise OSError(errno.ENODEV, "the virtual line is unplugged")


class HostEnd:
    """The host's end of a virtual line: a :class:`~hardware.puck.Port`."""

    def __init__(self, line: VirtualLine, number: int) -> None:
        self._line = line
        self._number = number

    def read(self) -> bytes:
        """What came for the host, without waiting."""
        self._check()
        data = bytes(self._line._to_host)
        self._line._to_host.clear()
        return data

    def write(self, data: bytes) -> None:
        """The host says something."""
        self._check()
        self._line._carry(data, self._line._to_device)
        self._check()

    def wake(self) -> None:
        """Nobody waits here."""

    def close(self) -> None:
        """Let go."""

    def _check(self) -> None:
        if not self._line.plugged or self._line._connections != self._number:
            raise OSError(errno.ENODEV, "the virtual line is unplugged")
