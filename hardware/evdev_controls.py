"""Knob and buttons through the kernel: device-tree overlays ``rotary-encoder`` and ``gpio-key``, read by evdev.

The kernel decodes and debounces, so this is the second choice for a Pi whose GPIO is not for us to touch, for encoders
with two detents a period (``steps-per-period=2``), and for anything else that presents itself as an input device.
"""

from __future__ import annotations

import logging
import os
import selectors
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol

from companion.words import T
from hardware.errors import DeviceMissing
from hardware.inputs import Button, Clock, Reporter, Sink
from hardware.settings import EvdevSettings

log = logging.getLogger(__name__)

# From linux/input-event-codes.h.
EV_SYN, EV_KEY, EV_REL = 0, 1, 2
SYN_DROPPED = 3

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0


class KernelEvent(Protocol):
    """An input event as evdev has it."""

    type: int
    code: int
    value: int


class KernelDevice(Protocol):
    """The part of ``evdev.InputDevice`` that we use."""

    name: str

    def fileno(self) -> int:
        """For the selector."""
        ...

    def read(self) -> Iterable[KernelEvent]:
        """The events that wait; OSError once the device is gone."""
        ...

    def active_keys(self) -> list[int]:
        """The codes of the keys that are down now."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


def find_devices(settings: EvdevSettings) -> list[Any]:
    """The kernel's input devices that have our axis or one of our keys and are not keyboards or mice.

    A keyboard has the Enter key, too; ours have no letters, and a mouse has buttons that ours have not.
    """
    import evdev

    wanted = {settings.push, settings.left, settings.right}
    found = []
    for path in evdev.list_devices():
        device = evdev.InputDevice(path)
        abilities = device.capabilities()
        keys, axes = set(abilities.get(EV_KEY, ())), set(abilities.get(EV_REL, ()))
        ours = (keys and keys <= wanted) or (axes == {settings.axis} and not keys - wanted)
        if ours:
            found.append(device)
        else:
            device.close()
    return found


class EvdevControls:
    """Controls whose edges the kernel has already made into events. One thread waits for them."""

    def __init__(
        self,
        settings: EvdevSettings,
        sink: Sink,
        *,
        clock: Clock = time.monotonic,
        find: Callable[[EvdevSettings], list[Any]] = find_devices,
    ) -> None:
        self._report = Reporter(sink, clock)
        self._settings = settings
        self._find = find
        self._buttons = {
            settings.push: Button.PUSH,
            settings.left: Button.LEFT,
            settings.right: Button.RIGHT,
        }
        self._devices: list[KernelDevice] = []
        self._dropping: set[int] = set()
        self._device_of: dict[int, int] = {}
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._wake_read = self._wake_write = -1

    @property
    def held(self) -> frozenset[Button]:
        """The buttons that are down."""
        return self._report.held

    @property
    def alive(self) -> bool:
        """Whether the thread that listens is there, if it was started."""
        return self._thread is None or self._thread.is_alive()

    def open(self) -> None:
        """Find the kernel's devices and listen."""
        if self._thread is not None:
            return
        self._open_devices()
        self._closing.clear()
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="evdev", daemon=True)
        self._thread.start()

    def _open_devices(self) -> None:
        try:
            self._devices = self._find(self._settings)
        except ImportError as error:
            raise DeviceMissing(
                T("Kernel input events need the package evdev: sudo apt install python3-evdev")
            ) from error
        except OSError as error:
            raise DeviceMissing(
                T(
                    "The kernel's input devices cannot be read ({reason}): add the user to the group input.",
                    reason=str(error),
                )
            ) from error
        if not self._devices:
            raise DeviceMissing(
                T(
                    "The kernel knows no knob and no buttons of ours: check the lines dtoverlay=rotary-encoder and "
                    "dtoverlay=gpio-key in /boot/firmware/config.txt, and that the user is in the group input."
                )
            )

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            if self._devices:
                self._listen()
                self._let_go()
                pause = FIRST_PAUSE
            elif not self._closing.wait(pause):
                pause = min(2 * pause, LONGEST_PAUSE)
                with suppress(DeviceMissing):
                    self._open_devices()

    def _listen(self) -> None:
        """Until a device is lost or somebody closes."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._wake_read, selectors.EVENT_READ)
            for device in self._devices:
                selector.register(device.fileno(), selectors.EVENT_READ, device)
            while True:
                for key, _ in selector.select():
                    if key.data is None:
                        return
                    try:
                        self.hear(key.data)
                    except BlockingIOError:
                        continue
                    except OSError as error:
                        log.warning("lost %s: %s", key.data.name, error)
                        return

    def hear(self, device: KernelDevice) -> None:
        """Take what a device has to say."""
        for event in device.read():
            if event.type == EV_SYN:
                self._synchronise(device, event.code)
            elif device.fileno() in self._dropping:
                # The kernel says: nothing until the next report can be trusted.
                continue
            elif event.type == EV_REL and event.code == self._settings.axis:
                self._report.turned(event.value)
            elif event.type == EV_KEY and event.code in self._buttons and event.value in (0, 1):
                # A value of 2 is the kernel repeating a key that is held.
                self._device_of[event.code] = device.fileno()
                self._report.button(self._buttons[event.code], down=event.value == 1)

    def _synchronise(self, device: KernelDevice, code: int) -> None:
        """Events were dropped because nobody read them in time: keys can be asked for, turns are gone."""
        if code == SYN_DROPPED:
            self._dropping.add(device.fileno())
        elif device.fileno() in self._dropping:
            self._dropping.discard(device.fileno())
            down = set(device.active_keys())
            for key, button in self._buttons.items():
                # Often each button is a device of its own, which knows nothing of the others.
                if key in down or self._device_of.get(key) == device.fileno():
                    self._report.button(button, down=key in down)

    def _let_go(self) -> None:
        for device in self._devices:
            with suppress(OSError):
                device.close()
        self._devices = []
        self._dropping.clear()
        self._device_of.clear()
        self._report.let_go()

    def close(self) -> None:
        """Stop listening."""
        if self._thread is None:
            return
        self._closing.set()
        os.write(self._wake_write, b"!")
        self._thread.join(timeout=2.0)
        self._thread = None
        self._let_go()
        os.close(self._wake_read)
        os.close(self._wake_write)
