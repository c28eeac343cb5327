"""Pins, buses and addresses: what is soldered where. Checked here, so that no driver has to.

>>> from hardware.settings import HardwareSettings, OledSettings, read_settings
>>> OledSettings().address == 0x3C
True
>>> read_settings({"oled": {"driver": "sh1106", "address": 0x3D}}).oled.driver
'sh1106'
>>> read_settings({"oled": {"adress": 61}})  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
hardware.errors.SettingInvalid: There is no setting oled.adress. Known here: address, bus, contrast, ...
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_type_hints

from companion.words import T
from hardware.errors import SettingInvalid

OledDriver = Literal["ssd1306", "sh1106", "ssd1309"]
OledBus = Literal["i2c", "spi"]
ControlsKind = Literal["auto", "gpio", "evdev", "puck", "virtual"]
DisplayKind = Literal["auto", "oled", "puck", "virtual"]
CameraKind = Literal["auto", "pi", "usb", "virtual", "none"]

GPIO_PINS = range(2, 28)
"""The pins of the 40-pin header that are free to use, by their BCM numbers (0 and 1 belong to HAT memories)."""

I2C_PINS = frozenset({2, 3})
SPI_PINS = frozenset({7, 8, 9, 10, 11})


@dataclass(frozen=True, slots=True)
class GpioSettings:
    """The pins of knob and buttons, by BCM number. All switch to ground; the Pi pulls them up."""

    a: int = 17
    b: int = 27
    push: int = 22
    left: int = 5
    right: int = 6
    debounce: float = 0.015

    def __post_init__(self) -> None:
        for name, pin in self.pins.items():
            if pin not in GPIO_PINS:
                raise SettingInvalid(
                    T(
                        "Pin {pin} for {name} is none of the header's: use a BCM number from 2 to 27.",
                        pin=pin,
                        name=name,
                    )
                )
        if len(set(self.pins.values())) < len(self.pins):
            raise SettingInvalid(
                T("Two of knob and buttons share one pin: {pins}.", pins=sorted(self.pins.values()))
            )
        if not 0 <= self.debounce <= 0.1:
            raise SettingInvalid(
                T("The debounce time is given in seconds, from 0 to 0.1; 0.015 suits most buttons.")
            )

    @property
    def pins(self) -> dict[str, int]:
        """Pin by what is connected to it."""
        return {"a": self.a, "b": self.b, "push": self.push, "left": self.left, "right": self.right}


@dataclass(frozen=True, slots=True)
class EvdevSettings:
    """Which kernel input events are ours: the axis of the rotary-encoder overlay and three key codes."""

    axis: int = 0
    push: int = 28
    left: int = 105
    right: int = 106

    def __post_init__(self) -> None:
        keys = (self.push, self.left, self.right)
        if len(set(keys)) < len(keys):
            raise SettingInvalid(T("Two buttons share one key code: {keys}.", keys=keys))


@dataclass(frozen=True, slots=True)
class OledSettings:
    """The display: which controller, on which bus, which way up."""

    driver: OledDriver = "ssd1306"
    bus: OledBus = "i2c"
    port: int = 1
    address: int = 0x3C
    spi_port: int = 0
    spi_device: int = 0
    spi_dc: int = 24
    spi_reset: int = 25
    rotation: Literal[0, 180] = 0
    contrast: int = 0xCF
    dim_contrast: int = 0x01

    def __post_init__(self) -> None:
        _one_of("oled.driver", self.driver, get_args(OledDriver))
        _one_of("oled.bus", self.bus, get_args(OledBus))
        _one_of("oled.rotation", self.rotation, (0, 180))
        if not 0x08 <= self.address <= 0x77:
            raise SettingInvalid(
                T(
                    "No I2C device has the address {address}; displays have 60 or 61 (hexadecimal 3C or 3D).",
                    address=self.address,
                )
            )
        for level in (self.contrast, self.dim_contrast):
            if not 0 <= level <= 255:
                raise SettingInvalid(T("Contrast goes from 0 to 255, not {level}.", level=level))
        if self.bus == "spi" and self.spi_dc == self.spi_reset:
            raise SettingInvalid(T("The display's DC and RESET cannot share pin {pin}.", pin=self.spi_dc))

    @property
    def pins(self) -> frozenset[int]:
        """The header pins that this display occupies."""
        return I2C_PINS if self.bus == "i2c" else SPI_PINS | {self.spi_dc, self.spi_reset}


@dataclass(frozen=True, slots=True)
class PuckSettings:
    """The hand-held puck; without a port it is looked for by its USB identity."""

    port: str = ""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The camera above the table: which kind, which one of them, and how large its pictures are."""

    kind: CameraKind = "auto"
    number: int = 0
    device: str = ""
    width: int = 1920
    height: int = 1080

    def __post_init__(self) -> None:
        _one_of("camera.kind", self.kind, get_args(CameraKind))
        if not 0 <= self.number < 100:
            raise SettingInvalid(T("No camera has the number {number}; the first has 0.", number=self.number))
        if not (320 <= self.width <= 4608 and 240 <= self.height <= 3456):
            raise SettingInvalid(
                T(
                    "Pictures of {width} x {height} pixels cannot be used; 1920 x 1080 suits most cameras.",
                    width=self.width,
                    height=self.height,
                )
            )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height


@dataclass(frozen=True, slots=True)
class IdleSettings:
    """After how many seconds without a touch the display dims, then goes dark. Zero: never."""

    dim_after: float = 60.0
    off_after: float = 600.0

    def __post_init__(self) -> None:
        if self.dim_after < 0 or self.off_after < 0:
            raise SettingInvalid(T("Idle times are seconds, or 0 for never."))
        if self.dim_after and self.off_after and self.off_after < self.dim_after:
            raise SettingInvalid(
                T("The display cannot go dark before it dims: off_after is less than dim_after.")
            )


@dataclass(frozen=True, slots=True)
class HardwareSettings:
    """Everything about the hardware of one table."""

    controls: ControlsKind = "auto"
    display: DisplayKind = "auto"
    gpio: GpioSettings = field(default_factory=GpioSettings)
    evdev: EvdevSettings = field(default_factory=EvdevSettings)
    oled: OledSettings = field(default_factory=OledSettings)
    puck: PuckSettings = field(default_factory=PuckSettings)
    idle: IdleSettings = field(default_factory=IdleSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)

    def __post_init__(self) -> None:
        _one_of("controls", self.controls, get_args(ControlsKind))
        _one_of("display", self.display, get_args(DisplayKind))
        shared = self.oled.pins & set(self.gpio.pins.values())
        if shared and self.controls in ("auto", "gpio") and self.display in ("auto", "oled"):
            raise SettingInvalid(
                T("Knob or buttons and the display share the pins {pins}.", pins=sorted(shared))
            )


def read_settings(table: Mapping[str, object]) -> HardwareSettings:
    """The settings of a table such as ``[hardware]`` of a TOML file; what is not in it has its default."""
    settings: HardwareSettings = _read(HardwareSettings, table, "")
    return settings


def _read(kind: Any, table: Mapping[str, object], path: str) -> Any:
    known = {each.name for each in fields(kind)}
    hints = get_type_hints(kind)
    values: dict[str, object] = {}
    for name, value in table.items():
        place = f"{path}{name}"
        if name not in known:
            raise SettingInvalid(
                T("There is no setting {place}. Known here: {known}.", place=place, known=sorted(known))
            )
        hint = hints[name]
        if hasattr(hint, "__dataclass_fields__"):
            if not isinstance(value, Mapping):
                raise SettingInvalid(T("{place} is a group of settings, not a value.", place=place))
            value = _read(hint, value, f"{place}.")
        elif hint in (int, float, str) and not _is(value, hint):
            raise SettingInvalid(T("{place} cannot be {value}.", place=place, value=str(value)))
        values[name] = value
    return kind(**values)


def _is(value: object, kind: type) -> bool:
    """Whether it is of that kind to a person: True is no number, and 2 is as good as 2.0."""
    return not isinstance(value, bool) and isinstance(value, (int, float) if kind is float else kind)


def _one_of(place: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices or isinstance(value, bool):
        raise SettingInvalid(
            T(
                "{place} cannot be {value}; it is one of: {choices}.",
                place=place,
                value=str(value),
                choices=choices,
            )
        )
