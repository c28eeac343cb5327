"""The hand-held puck on its USB cable: controls and display in one, which may be pulled out and put in at any time.

>>> from hardware.inputs import InputQueue
>>> from hardware.settings import PuckSettings
>>> queue = InputQueue()
>>> puck = Puck(PuckSettings(), queue.put)       # Controls; opens nothing yet
>>> puck.display.size                            # Display
(128, 64)
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from companion.words import T, Text
from hardware.display import Light, Picture
from hardware.errors import DeviceMissing, HardwareError
from hardware.inputs import Button, Clock, Reporter, Sink
from hardware.puck_link import Phase, PuckLink
from hardware.settings import PuckSettings

log = logging.getLogger(__name__)

SIZE = (128, 64)
PICO = (0x2E8A, 0x0005)
"""USB vendor and product of a Raspberry Pi Pico that runs MicroPython."""

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 0.4
"""Short, since a puck that is put in again has to be right within a second; looking for it is cheap."""

READ_WAIT = 0.02


@dataclass(frozen=True, slots=True)
class PuckStatus:
    """How the puck is doing, for whoever asks: the table, the doctor."""

    present: bool
    text: Text
    failures: int
    """How many lines came in damaged so far."""


class Port(Protocol):
    """A serial port. Failures are OSErrors, as pyserial's are."""

    def read(self) -> bytes:
        """What came in; waits a little for the first byte."""
        ...

    def write(self, data: bytes) -> None:
        """Send it."""
        ...

    def wake(self) -> None:
        """Make a read in another thread return now."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


class SerialPort:
    """A port through pyserial."""

    def __init__(self, name: str) -> None:
        import serial

        # "exclusive" keeps a second program from stealing half of the lines.
        self._serial: Any = serial.Serial(name, 115200, timeout=READ_WAIT, write_timeout=0.5, exclusive=True)

    def read(self) -> bytes:
        """What came in."""
        return bytes(self._serial.read(max(1, self._serial.in_waiting)))

    def write(self, data: bytes) -> None:
        """Send it."""
        self._serial.write(data)

    def wake(self) -> None:
        """Make read return."""
        # Between the question and the answer the port may be closed, or be of a kind that cannot do this.
        with suppress(AttributeError, TypeError, OSError):
            self._serial.cancel_read()

    def close(self) -> None:
        """Close it."""
        self._serial.close()


def find_ports() -> list[str]:
    """The serial ports that a puck may be on, by its USB identity."""
    from serial.tools import list_ports

    return sorted(port.device for port in list_ports.comports() if (port.vid, port.pid) == PICO)


def connect(settings: PuckSettings) -> Port:
    """Open the puck's port."""
    try:
        names = [settings.port] if settings.port else find_ports()
        if not names:
            raise DeviceMissing(T("No puck is connected: check its USB cable, which must be one for data."))
        return SerialPort(names[0])
    except ImportError as error:
        raise DeviceMissing(
            T("The package pyserial is not installed, so the puck cannot be heard.")
        ) from error


class Puck:
    """The puck as :class:`~hardware.inputs.Controls`; its :attr:`display` is a :class:`~hardware.display.Display`.

    A thread of its own listens and reconnects; tests call :meth:`step` themselves.
    """

    def __init__(
        self,
        settings: PuckSettings,
        sink: Sink,
        *,
        clock: Clock = time.monotonic,
        connect: Callable[[PuckSettings], Port] = connect,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._connect = connect
        self._report = Reporter(sink, clock)
        self._lock = threading.RLock()
        self._link = PuckLink(self._report, clock)
        self._port: Port | None = None
        self._next_try = clock()
        self._pause = FIRST_PAUSE
        self._trouble: Text | None = None
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        self.display = PuckDisplay(self)

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down."""
        return self._report.held

    @property
    def phase(self) -> Phase:
        """Where the conversation is."""
        return self._link.phase

    @property
    def position(self) -> int:
        """Where the knob is, in detents from where it was first heard of."""
        return self._link.position

    @property
    def bad_lines(self) -> int:
        """How many damaged lines were thrown away so far: a measure of the cable."""
        return self._link.bad_lines

    @property
    def version(self) -> int:
        """The version that the puck's firmware speaks, as far as it has said."""
        return self._link.version

    @property
    def display_present(self) -> bool:
        """Whether the puck's own display answers the puck."""
        return self._link.display_present

    @property
    def text(self) -> Text:
        """How it is going, and what to do about it."""
        return self._trouble or self._link.text

    @property
    def status(self) -> PuckStatus:
        """Whether the puck is there."""
        return PuckStatus(self.phase is Phase.READY, self.text, self.bad_lines)

    @property
    def alive(self) -> bool:
        """Whether the thread that listens is there, if it was started."""
        return self._thread is None or self._thread.is_alive()

    def open(self) -> None:
        """Start to listen. A puck that is not there yet is waited for, so this never fails."""
        if self._thread is None:
            self._closing.clear()
            self._thread = threading.Thread(target=self._run, name="puck", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                pause = self.step()
            except Exception:
                log.exception("the puck's driver failed; starting the connection anew")
                self._lose()
                pause = LONGEST_PAUSE
            if pause:
                self._closing.wait(pause)

    def step(self) -> float:
        """Connect if need be, listen, answer. Gives the seconds to wait before the next one."""
        port = self._port
        if port is None:
            wait = self._next_try - self._clock()
            if wait > 0 or not self._open_port():
                return max(wait, self._pause)
            port = self._port
            if port is None:
                return self._pause
        try:
            # Outside of the lock: reading may wait, and whoever hands a picture over may not.
            data = port.read()
            with self._lock:
                if data:
                    self._link.receive(data)
                lines = self._link.due()
                silent = self._link.silent
            if lines:
                port.write(lines)
        except OSError as error:
            log.info("the puck is gone: %s", error)
            self._lose()
            return self._pause
        if silent:
            log.info("the puck is silent; opening its port anew")
            self._lose()
        elif self._link.phase is Phase.READY:
            self._pause = FIRST_PAUSE
        return 0.0

    def _open_port(self) -> bool:
        try:
            port = self._connect(self._settings)
        except HardwareError as error:
            self._trouble = error.text
        except OSError as error:
            self._trouble = T(
                "The puck's port cannot be opened ({reason}). Check its cable, that the user is in the group dialout, "
                "and that no other program uses the port.",
                reason=str(error),
            )
        else:
            self._trouble = None
            with self._lock:
                self._port = port
                self._link.connected()
            return True
        self._wait_longer()
        return False

    def _wait_longer(self) -> None:
        self._next_try = self._clock() + self._pause
        self._pause = min(1.5 * self._pause, LONGEST_PAUSE)

    def _lose(self) -> None:
        with self._lock:
            port, self._port = self._port, None
            self._link.lost()
        if port is not None:
            with suppress(OSError):
                port.close()
        self._wait_longer()

    def close(self) -> None:
        """Blank the puck's display and let go of it."""
        self._closing.set()
        port = self._port
        if self._thread is not None:
            if port is not None:
                port.wake()
            self._thread.join(timeout=2.0)
            self._thread = None
        if port is not None and self._port is port:
            with suppress(OSError), self._lock:
                port.write(self._link.farewell())
        self._lose()

    def _want(self, data: bytes | None = None, light: Light | None = None) -> None:
        with self._lock:
            if data is not None:
                self._link.show(data)
            if light is not None:
                self._link.light(light)
            port = self._port
        if port is not None:
            port.wake()

    @property
    def picture_right(self) -> bool:
        """Whether the puck says that it shows what it should."""
        with self._lock:
            return self._link.picture_right


class PuckDisplay:
    """The puck's display. It takes every picture at once: the puck sends it, and sends it again after a reconnection."""

    def __init__(self, puck: Puck) -> None:
        self._puck = puck

    @property
    def size(self) -> tuple[int, int]:
        """128 x 64."""
        return SIZE

    def open(self) -> None:
        """Blank it."""
        self._puck._want(Picture.blank(SIZE).data)

    def show(self, picture: Picture) -> None:
        """From now on this is the picture."""
        if picture.size != SIZE:
            raise ValueError(f"a picture of {picture.size} does not fit")
        self._puck._want(picture.data)

    def light(self, light: Light) -> None:
        """From now on this is the light."""
        self._puck._want(light=light)

    def check(self) -> None:
        """Never fails: an absent puck is waited for, and gets its picture when it comes."""

    def close(self) -> None:
        """Blank it."""
        self._puck._want(Picture.blank(SIZE).data)
