"""Settings: what is accepted, what is refused and why."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import hardware
from hardware.errors import HardwareError, SettingInvalid
from hardware.settings import (
    EvdevSettings,
    GpioSettings,
    HardwareSettings,
    IdleSettings,
    OledSettings,
    read_settings,
)


def test_defaults_are_valid_and_do_not_share_pins_on_either_bus() -> None:
    assert read_settings({}) == HardwareSettings()
    for bus in ("i2c", "spi"):
        read_settings({"oled": {"bus": bus}})


def test_everything_can_be_set() -> None:
    settings = read_settings(
        {
            "controls": "gpio",
            "display": "oled",
            "gpio": {"a": 16, "b": 20, "debounce": 0},
            "evdev": {"axis": 8},
            "oled": {"driver": "ssd1309", "bus": "spi", "rotation": 180},
            "puck": {"port": "/dev/ttyACM3"},
            "idle": {"dim_after": 30, "off_after": 0},
        }
    )
    assert (settings.gpio.a, settings.oled.rotation, settings.puck.port) == (16, 180, "/dev/ttyACM3")
    assert settings.idle == IdleSettings(30, 0)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"knob": 1}, "no setting knob"),
        ({"gpio": {"c": 1}}, r"no setting gpio\.c"),
        ({"gpio": 5}, "group of settings"),
        ({"gpio": {"a": "17"}}, r"gpio\.a cannot be 17"),
        ({"gpio": {"a": True}}, r"gpio\.a cannot be True"),
        ({"gpio": {"a": 40}}, "Pin 40 for a"),
        ({"gpio": {"a": 5}}, "share one pin"),
        ({"gpio": {"debounce": 15}}, "seconds"),
        ({"gpio": {"a": 2}}, r"share the pins 2\."),
        ({"oled": {"bus": "spi"}, "gpio": {"left": 24}}, r"share the pins 24\."),
        ({"oled": {"driver": "hd44780"}}, "one of: ssd1306, sh1106, ssd1309"),
        ({"oled": {"rotation": 90}}, "one of: 0, 180"),
        ({"oled": {"rotation": False}}, "one of: 0, 180"),
        ({"oled": {"address": 0x7C}}, "address 124"),
        ({"oled": {"contrast": 300}}, "0 to 255"),
        ({"oled": {"bus": "spi", "spi_dc": 25}}, "DC and RESET"),
        ({"evdev": {"left": 28}}, "share one key code"),
        ({"idle": {"dim_after": -1}}, "seconds, or 0"),
        ({"idle": {"dim_after": 100, "off_after": 10}}, "before it dims"),
        ({"camera": {"kind": "film"}}, "auto, pi, usb, virtual, none"),
        ({"camera": {"number": -1}}, "number -1"),
        ({"camera": {"width": 10}}, "10 x 1080"),
        ({"display": "tv"}, "auto, oled, puck, virtual"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_reason(table: dict[str, Any], words: str) -> None:
    with pytest.raises(SettingInvalid, match=words):
        read_settings(table)


def test_the_readme_names_every_setting() -> None:
    page = (Path(hardware.__file__).parent / "README.md").read_text(encoding="utf-8")
    table = page[page.index("## Settings") : page.index("### Knob and buttons through the kernel")]
    for group in fields(HardwareSettings):
        value = getattr(HardwareSettings(), group.name)
        if not is_dataclass(value):
            assert f'| `{group.name}` | `"{value}"` |' in table
            continue
        for each in fields(value):
            # A row may name several of a group: `evdev.push`, `.left`, `.right`.
            assert f"`{group.name}.{each.name}`" in table or (
                f"`.{each.name}`" in table and f"`{group.name}." in table
            )


def test_settings_errors_are_ours_and_value_errors() -> None:
    assert issubclass(SettingInvalid, HardwareError)
    assert issubclass(SettingInvalid, ValueError)


def test_settings_are_values() -> None:
    assert hash(HardwareSettings()) == hash(HardwareSettings())
    assert OledSettings().pins == {2, 3}
    assert GpioSettings() != GpioSettings(left=16)
    assert EvdevSettings().push == 28
