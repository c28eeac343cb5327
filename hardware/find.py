"""What hardware is there? Real devices where they are found, virtual ones always.

:func:`look` only looks, and gives its findings as data with a sentence each, for ``pachamama doctor``. :func:`make`
builds the devices to go with them:

>>> from hardware.find import World, look, make
>>> from hardware.inputs import InputQueue
>>> from hardware.settings import HardwareSettings
>>> from hardware.settings import CameraSettings
>>> settings = HardwareSettings(controls="virtual", display="virtual", camera=CameraSettings("none"))
>>> findings = look(settings)
>>> for finding in findings: print(finding.kind, finding.present, finding.text)
virtual True A virtual knob, virtual buttons and a virtual display stand in.
>>> queue = InputQueue()
>>> devices = make(settings, findings, queue.put)
>>> devices.open()
>>> devices.virtual_controls.turn(1)
>>> queue.next().steps
1
>>> devices.close()
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from companion.words import T, Text
from hardware.display import Light, Picture
from hardware.errors import DeviceMissing, HardwareError
from hardware.find_cameras import FoundCamera, has_picamera2, pi_sensors, usb_cameras
from hardware.inputs import Clock, Controls, InputEvent, Sink, to_all
from hardware.settings import CameraSettings, EvdevSettings, HardwareSettings, OledSettings
from hardware.steady_display import SteadyDisplay
from hardware.virtual.controls import VirtualControls
from hardware.virtual.display import VirtualDisplay

if TYPE_CHECKING:
    from hardware.puck import Puck

log = logging.getLogger(__name__)

Kind = Literal["gpio", "evdev", "oled", "puck", "pi camera", "usb camera", "virtual"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One kind of device: whether it is there, whether it will be used, and a sentence for people."""

    kind: Kind
    present: bool
    used: bool
    text: Text
    place: str = ""
    """Where it is, such as ``/dev/video0``."""


class World:
    """The machine we run on, as far as :func:`look` asks about it; tests have another one."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        try:
            model = (self._root / "proc/device-tree/model").read_text(errors="replace")
        except OSError:
            return False
        return model.startswith("Raspberry Pi")

    def has_gpio(self) -> bool:
        """Whether the kernel offers GPIO lines."""
        return any((self._root / "dev").glob("gpiochip*"))

    def has_bus(self, settings: OledSettings) -> bool:
        """Whether the display's bus is switched on."""
        name = (
            f"i2c-{settings.port}"
            if settings.bus == "i2c"
            else f"spidev{settings.spi_port}.{settings.spi_device}"
        )
        return (self._root / "dev" / name).exists()

    def check_oled(self, settings: OledSettings) -> None:
        """Ask the display whether it is there; HardwareError says what to check."""
        from hardware.oled import Oled

        Oled(settings).ask()

    def puck_ports(self) -> list[str]:
        """Serial ports with a Pico behind them."""
        from hardware.puck import find_ports

        try:
            return find_ports()
        except ImportError:
            return []

    def input_devices(self, settings: EvdevSettings) -> list[str]:
        """Names of the kernel's input devices that are ours."""
        from hardware.evdev_controls import find_devices

        try:
            devices = find_devices(settings)
        except (ImportError, OSError):
            return []
        names = []
        for device in devices:
            names.append(str(device.name))
            device.close()
        return names

    def usb_cameras(self) -> list[FoundCamera]:
        """Webcams and the like."""
        return usb_cameras(self._root)

    def pi_sensors(self) -> list[str]:
        """Sensors on the Pi's camera connectors."""
        return pi_sensors(self._root)

    def has_picamera2(self) -> bool:
        """Whether the library for these is installed."""
        return has_picamera2()


def look(settings: HardwareSettings, world: World | None = None) -> tuple[Finding, ...]:
    """What is there, and what will be used under these settings. Claims nothing and keeps nothing open."""
    world = world or World()
    findings = []
    if "puck" in (settings.controls, settings.display) or "auto" in (settings.controls, settings.display):
        findings.append(_puck(settings, world))
    evdev = _evdev(settings, world) if settings.controls in ("auto", "evdev") else None
    if evdev:
        findings.append(evdev)
    if settings.controls == "gpio" or (settings.controls == "auto" and not (evdev and evdev.used)):
        findings.append(_gpio(settings, world))
    if settings.display in ("auto", "oled"):
        findings.append(_oled(settings, world))
    findings += _cameras(settings.camera, world)
    findings.append(
        Finding("virtual", True, True, T("A virtual knob, virtual buttons and a virtual display stand in."))
    )
    return tuple(findings)


def _puck(settings: HardwareSettings, world: World) -> Finding:
    ports = [settings.puck.port] if settings.puck.port else world.puck_ports()
    if ports:
        return Finding(
            "puck", True, True, T("A Pico is connected at {port}; it is taken for the puck.", port=ports[0])
        )
    return Finding("puck", False, True, T("No puck is connected. It is found as soon as it is."))


def _evdev(settings: HardwareSettings, world: World) -> Finding:
    names = world.input_devices(settings.evdev)
    if names:
        return Finding(
            "evdev", True, True, T("The kernel has knob or buttons of ours: {names}.", names=names)
        )
    text = T(
        "The kernel has no knob and no buttons of ours; that is right unless overlays were set up for them."
    )
    return Finding("evdev", False, settings.controls == "evdev", text)


def _gpio(settings: HardwareSettings, world: World) -> Finding:
    if world.has_gpio() and (world.is_pi() or settings.controls == "gpio"):
        text = T(
            "Knob and buttons are expected on the pins {pins} (BCM). Whether they are soldered shows when they are used.",
            pins=[f"{name} {pin}" for name, pin in settings.gpio.pins.items()],
        )
        return Finding("gpio", True, True, text)
    text = T("This is no Raspberry Pi with a GPIO header, so there is no knob on one.")
    return Finding("gpio", False, settings.controls == "gpio", text)


def _oled(settings: HardwareSettings, world: World) -> Finding:
    insists = settings.display == "oled"
    # On a PC the same bus may lead to a monitor or to the memory's settings: nothing is sent there unasked.
    if not insists and not world.is_pi():
        return Finding("oled", False, False, T("This is no Raspberry Pi, so no display is looked for."))
    if not world.has_bus(settings.oled):
        text = T(
            "The display's bus {bus} is switched off: switch it on with raspi-config.",
            bus=settings.oled.bus.upper(),
        )
        return Finding("oled", False, insists, text)
    try:
        world.check_oled(settings.oled)
    except HardwareError as error:
        return Finding("oled", False, True, error.text)
    return Finding("oled", True, True, T("The display answers."))


def _cameras(settings: CameraSettings, world: World) -> list[Finding]:
    """A camera on the Pi's connector goes before one on a cable, unless somebody insists."""
    findings = []
    pi = False
    if settings.kind in ("auto", "pi"):
        sensors = world.pi_sensors()
        pi = bool(sensors) and world.has_picamera2()
        findings.append(Finding("pi camera", bool(sensors), pi or settings.kind == "pi", _of_pi(sensors, pi)))
    if settings.kind in ("auto", "usb"):
        cameras = world.usb_cameras()
        insists = settings.kind == "usb"
        used = insists or bool(cameras and not pi)
        place = settings.device or (cameras[min(settings.number, len(cameras) - 1)].device if cameras else "")
        findings.append(Finding("usb camera", bool(cameras), used, _of_usb(cameras), place))
    return findings


def _of_pi(sensors: list[str], ready: bool) -> Text:
    if ready:
        return T("A camera is on the Pi’s connector: {names}.", names=sensors)
    if sensors:
        return T(
            "A camera is on the Pi’s connector ({names}), but picamera2 is missing: "
            "install it with “sudo apt install python3-picamera2”.",
            names=sensors,
        )
    return T("No camera is on a Pi’s connector.")


def _of_usb(cameras: list[FoundCamera]) -> Text:
    if cameras:
        named = [f"{camera.name} ({camera.device})" for camera in cameras]
        return T("Cameras on a cable: {names}.", names=named)
    return T("No camera is on a cable. It is found as soon as one is.")


@dataclass(frozen=True)
class Devices:
    """All devices of one table. All controls report to one sink; all displays show one picture."""

    findings: tuple[Finding, ...]
    controls: tuple[Controls, ...]
    displays: tuple[SteadyDisplay, ...]
    virtual_controls: VirtualControls
    virtual_display: VirtualDisplay

    def open(self) -> None:
        """Start everything. What turns out to be missing is left out, with a line in the log."""
        for display in self.displays:
            display.start()
        for controls in self.controls:
            try:
                controls.open()
            except DeviceMissing as error:
                log.warning("%s", error)

    @property
    def pucks(self) -> tuple[Puck, ...]:
        """Those among the controls that may be pulled out and put in."""
        from hardware.puck import Puck

        return tuple(controls for controls in self.controls if isinstance(controls, Puck))

    @property
    def alive(self) -> bool:
        """Whether every thread that listens to hands is at work; controls without one always are."""
        return all(getattr(controls, "alive", True) for controls in self.controls)

    def show(self, picture: Picture) -> None:
        """The picture for all displays, from now on."""
        for display in self.displays:
            display.show(picture)

    def limit_light(self, brightest: Light) -> None:
        """No display is brighter than this from now on."""
        for display in self.displays:
            display.limit(brightest)

    def close(self) -> None:
        """Stop everything; displays go dark."""
        for controls in self.controls:
            controls.close()
        for display in self.displays:
            display.close()


def make(
    settings: HardwareSettings, findings: tuple[Finding, ...], sink: Sink, *, clock: Clock = time.monotonic
) -> Devices:
    """The devices to go with what was found, not opened yet. Any input wakes every display."""
    used = {finding.kind for finding in findings if finding.used}
    displays: list[SteadyDisplay] = []

    def wake(event: InputEvent) -> None:
        for display in displays:
            display.note(event)

    # First the queue, then the light: nothing that happens to a display may come before the event itself.
    everybody = to_all(sink, wake)
    virtual_controls, virtual_display = VirtualControls(everybody, clock=clock), VirtualDisplay()
    displays.append(SteadyDisplay(virtual_display, settings.idle, clock=clock))
    controls: list[Controls] = [virtual_controls]
    makers: dict[Kind, Callable[[], None]] = {
        "puck": lambda: _make_puck(settings, everybody, clock, controls, displays),
        "evdev": lambda: _make_evdev(settings, everybody, clock, controls),
        "gpio": lambda: _make_gpio(settings, everybody, clock, controls),
        "oled": lambda: _make_oled(settings, clock, displays),
    }
    for kind, maker in makers.items():
        if kind in used:
            maker()
    return Devices(findings, tuple(controls), tuple(displays), virtual_controls, virtual_display)


def _make_puck(
    settings: HardwareSettings,
    sink: Sink,
    clock: Clock,
    controls: list[Controls],
    displays: list[SteadyDisplay],
) -> None:
    from hardware.puck import Puck

    # A puck that is wanted for its display only is still opened, but nobody listens to its knob.
    listened = settings.controls in ("auto", "puck")
    puck = Puck(settings.puck, sink if listened else lambda event: None, clock=clock)
    controls.append(puck)
    if settings.display in ("auto", "puck"):
        displays.append(SteadyDisplay(puck.display, settings.idle, clock=clock))


def _make_evdev(settings: HardwareSettings, sink: Sink, clock: Clock, controls: list[Controls]) -> None:
    from hardware.evdev_controls import EvdevControls

    controls.append(EvdevControls(settings.evdev, sink, clock=clock))


def _make_gpio(settings: HardwareSettings, sink: Sink, clock: Clock, controls: list[Controls]) -> None:
    from hardware.gpio_controls import GpioControls

    controls.append(GpioControls(settings.gpio, sink, clock=clock))


def _make_oled(settings: HardwareSettings, clock: Clock, displays: list[SteadyDisplay]) -> None:
    from hardware.oled import Oled

    displays.append(SteadyDisplay(Oled(settings.oled), settings.idle, clock=clock))
