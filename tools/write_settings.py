"""Writes ``docs/settings.md`` from the settings as the code has them: names, defaults and choices cannot be outdated.

Run as ``python tools/write_settings.py`` from the project's folder. What a setting is for is written here; a setting
without a word, or a word without its setting, is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from companion.table.broadcast.settings import MqttSettings
from companion.table.wheel.settings import WheelSettings
from companion.words import LANGUAGES
from hardware.settings import HardwareSettings

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "docs" / "settings.md"

HARDWARE = {
    "controls": "where knob and buttons are; `auto` takes what is found",
    "display": "which display; `auto` takes what is found",
    "gpio.a": "the encoder's contact A, by BCM number",
    "gpio.b": "its contact B; exchange the two if it turns the wrong way",
    "gpio.push": "the encoder's push",
    "gpio.left": "the left window button, Discovery",
    "gpio.right": "the right window button, Divination",
    "gpio.debounce": "seconds that a button must keep still to count, up to 0.1",
    "evdev.axis": "axis of the kernel's rotary encoder; 0 is REL_X",
    "evdev.push": "key code of the push; 28 is Enter",
    "evdev.left": "key code of the left button; 105 is arrow left",
    "evdev.right": "key code of the right button; 106 is arrow right",
    "oled.driver": "the display's controller: most of 0.96 inch have SSD1306, most of 1.3 inch SH1106, of 2.42 inch SSD1309",
    "oled.bus": "how it is connected",
    "oled.port": "number of the I2C bus",
    "oled.address": "its address on that bus: 60 is 0x3C; some modules have 61, 0x3D",
    "oled.spi_port": "number of the SPI bus",
    "oled.spi_device": "its chip select",
    "oled.spi_dc": "pin of DC, by BCM number",
    "oled.spi_reset": "pin of RES, by BCM number",
    "oled.rotation": "180 if the module is built in upside down",
    "oled.contrast": "how bright, 0 to 255",
    "oled.dim_contrast": "how bright when dimmed, 0 to 255",
    "puck.port": "the puck's port, such as `/dev/ttyACM0`; empty: found by its USB identity",
    "idle.dim_after": "seconds without a touch until the display dims; 0 for never",
    "idle.off_after": "seconds without a touch until it goes dark; 0 for never",
    "camera.kind": "`pi` is the Pi's own connector, `usb` any video device; `auto` takes what is found",
    "camera.number": "which one, if there are several",
    "camera.device": "its device, such as `/dev/video2`, instead of a number",
    "camera.width": "width of its pictures, 320 to 4608",
    "camera.height": "height of its pictures, 240 to 3456",
}
MQTT = {
    "on": "`false` switches everything off and keeps the settings",
    "host": "the broker's name or address; the only one that must be there",
    "port": "its port; 8883 if `tls` is on and nothing else is said",
    "user": "how to get in",
    "password_file": "a file of its own whose first line is the password, seen from the folder of `settings.toml`",
    "tls": "an encrypted line",
    "ca_file": "the certificate of a club's own authority; empty: those of the system",
    "table": "the table's name; each table needs its own",
    "base": "what all topics begin with",
    "home_assistant": "whether Home Assistant shall find the table",
    "discovery": "Home Assistant's discovery prefix",
}
WHEEL = {
    "hold_time": "Hold time: seconds a window's button is held until the window opens, 0.5 to 10",
    "language": "Language: " + ", ".join(f"`{each}`" for each in LANGUAGES),
    "coach": "Coach: how much it says; see [the coach](coach.md)",
    "warnings": "Warnings: a teaching coach warns before a divination that is certainly wrong",
    "brightness": "Brightness: 1 or 2",
    "automatic": "Moves seen: `true` takes moves that the camera saw and that nothing else explains, without a press",
}
# Not fields of the settings themselves: a switch, and the file that the password comes from.
_MQTT_MORE: Mapping[str, object] = {"on": True, "password_file": ""}

HEAD = """# Settings

*Written by `tools/write_settings.py` from the code; change it there.*

Everything has a default: a table without any file of settings works. Your own folder is that of `PACHAMAMA_HOME`, else `~/.config/pachamama`.
An installed table's is `/var/lib/pachamama`: change a file there with `sudo nano`, then `sudo systemctl restart pachamama`.
A setting that cannot be meant is refused with file and line, and with the reason.
"""
HARDWARE_HEAD = """
## Hardware: `settings.toml`

Under `[hardware]`; a name with a dot is in a group of its own:

```toml
format = 1

[hardware]
controls = "gpio"

[hardware.oled]
driver = "sh1106"
```
"""
MQTT_HEAD = """
## News over MQTT: `settings.toml`

Under `[mqtt]`; [MQTT](mqtt.md) tells what is sent. Off until a host is named.
"""
WHEEL_HEAD = """
## The wheel: `wheel.toml`

Chosen on the wheel (menu, Settings) and kept for the next evening. No need to write this file by hand.
"""


def page() -> str:
    """The whole page."""
    hardware = dict(_settings(HardwareSettings))
    mqtt = {name: row for name, row in _settings(MqttSettings) if name != "password"}
    mqtt |= {name: (_shown(value), "") for name, value in _MQTT_MORE.items()}
    return "".join(
        (
            HEAD,
            HARDWARE_HEAD,
            _table(hardware, HARDWARE),
            MQTT_HEAD,
            _table(mqtt, MQTT),
            WHEEL_HEAD,
            _table(dict(_settings(WheelSettings)), WHEEL),
        )
    )


def _settings(kind: Any, before: str = "") -> Iterator[tuple[str, tuple[str, str]]]:
    """Every setting of a dataclass and of those in it: its name, its default, what it can be."""
    hints = get_type_hints(kind)
    for each in fields(kind):
        hint = hints[each.name]
        if hasattr(hint, "__dataclass_fields__"):
            yield from _settings(hint, f"{before}{each.name}.")
        else:
            yield (
                f"{before}{each.name}",
                ("" if each.default is MISSING else _shown(each.default), _choices(hint)),
            )


def _choices(hint: Any) -> str:
    if get_origin(hint) is Literal:
        return ", ".join(_shown(each) for each in get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ", ".join(_shown(each) for each in hint)
    return {int: "whole number", float: "number", str: "text", bool: "`true`, `false`"}.get(hint, "")


def _shown(value: object) -> str:
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"


def _table(settings: Mapping[str, tuple[str, str]], words: Mapping[str, str]) -> str:
    if odd := set(settings) ^ set(words):
        raise SystemExit(f"tools/write_settings.py: no word, or no setting: {', '.join(sorted(odd))}")
    lines = ["", "| setting | default | can be | what it is |", "| --- | --- | --- | --- |"]
    lines += [f"| `{name}` | {settings[name][0]} | {settings[name][1]} | {words[name]} |" for name in words]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    OUT.write_text(page(), encoding="utf-8")
