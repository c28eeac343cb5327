"""Pin table, wiring, documents and code say the same: what is soldered by one works with the others."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml

from firmware import config
from hardware.settings import I2C_PINS, SPI_PINS, HardwareSettings, OledSettings

ROOT = Path(__file__).parents[2]
WIRING = ROOT / "hardware" / "wiring"
BUILDS = {"one-pi": "pi", "pi-and-puck": "pico", "no-camera": "pi"}
"""The three builds, and which board carries the wheel in each."""

# What the makers print beside their headers, pin 1 first. Nothing of ours is asked here.
_PI_HEADER = """
    3V3 5V GPIO2 5V GPIO3 GND GPIO4 GPIO14 GND GPIO15 GPIO17 GPIO18 GPIO27 GND GPIO22 GPIO23 3V3 GPIO24 GPIO10 GND
    GPIO9 GPIO25 GPIO11 GPIO8 GND GPIO7 GPIO0 GPIO1 GPIO5 GND GPIO6 GPIO12 GPIO13 GND GPIO19 GPIO16 GPIO26 GPIO20
    GND GPIO21
"""
_PICO_HEADER = """
    GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15
    GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 VREF 3V3 3V3_EN GND VSYS VBUS
"""
HEADERS = {"pi": _PI_HEADER.split(), "pico": _PICO_HEADER.split()}


@dataclass(frozen=True)
class Wire:
    board: str
    part: str
    contact: str
    signal: str
    pin: int
    default: str


def pin_table() -> list[Wire]:
    with (ROOT / "hardware" / "pins.csv").open(newline="") as file:
        return [Wire(**{**row, "pin": int(row["pin"])}) for row in csv.DictReader(file)]


def number(signal: str) -> int:
    return int(signal.removeprefix("GPIO").removeprefix("GP"))


def test_every_signal_is_where_the_boards_have_it() -> None:
    for wire in pin_table():
        assert HEADERS[wire.board][wire.pin - 1] == wire.signal, wire


def test_no_pin_but_ground_serves_two_parts_of_one_wheel() -> None:
    for board in HEADERS:
        used = [wire.pin for wire in pin_table() if wire.board == board and wire.signal != "GND"]
        assert len(used) == len(set(used)), board


def test_the_pin_table_names_the_defaults_of_the_program() -> None:
    settings = HardwareSettings()
    table = {wire.default: number(wire.signal) for wire in pin_table() if wire.board == "pi" and wire.default}
    expected = {f"gpio.{name}": pin for name, pin in settings.gpio.pins.items()}
    expected |= {"oled.spi_dc": settings.oled.spi_dc, "oled.spi_reset": settings.oled.spi_reset}
    assert table == expected


@pytest.mark.parametrize(("part", "bus"), [("display", "i2c"), ("SPI display", "spi")])
def test_the_display_is_wired_to_the_pins_of_its_bus(part: str, bus: Any) -> None:
    wired = {number(wire.signal) for wire in pin_table() if wire.part == part and wire.signal[:4] == "GPIO"}
    occupied = OledSettings(bus=bus).pins
    assert wired <= occupied
    # MISO and the second chip select belong to the bus, but a display has no use for them.
    assert occupied - wired <= ({7, 9} if bus == "spi" else set())
    assert wired >= (I2C_PINS if bus == "i2c" else {8, 10, 11} & SPI_PINS)


def test_the_pin_table_names_what_the_puck_is_configured_to() -> None:
    table = {
        wire.default: number(wire.signal) for wire in pin_table() if wire.board == "pico" and wire.default
    }
    names = ("KNOB_A", "KNOB_B", "PUSH", "LEFT", "RIGHT", "SDA", "SCL")
    assert table == {name: getattr(config, name) for name in names}


@pytest.mark.parametrize("build", BUILDS)
def test_a_wiring_diagram_has_every_wire_of_the_pin_table_and_no_other(build: str) -> None:
    board = BUILDS[build]
    expected = {
        (wire.part, wire.contact, wire.pin, wire.signal)
        for wire in pin_table()
        if wire.board == board and wire.part != "SPI display"
    }
    assert {wire for wire in drawn_wires(build, board) if wire[0] not in ("camera", "supply")} == expected


@pytest.mark.parametrize("build", BUILDS)
def test_the_rendered_diagram_is_that_of_its_source(build: str) -> None:
    """WireViz writes both ends beside every wire, such as ``encoder:1:A`` and ``pi:11:GPIO17``."""
    texts = rendered_texts(build)
    ends = [text.split(":") for text in texts if text.count(":") == 2]
    rendered = {
        (part, contact, pin, signal)
        for (part, _, contact), (_, pin, signal) in zip(ends[::2], ends[1::2], strict=True)
    }
    assert rendered == {
        (part, contact, str(pin), signal) for part, contact, pin, signal in drawn_wires(build)
    }


@pytest.mark.parametrize("build", BUILDS)
def test_the_rendered_diagram_names_and_colours_everything_as_its_source_does(build: str) -> None:
    source = yaml.safe_load((WIRING / f"{build}.yml").read_text())
    texts = Counter(rendered_texts(build))
    for name, connector in source["connectors"].items():
        assert texts[name], name
        assert texts[connector["type"]], name
        assert texts[connector.get("subtype", name)], name
    drawn = Counter(colour for cable in source["cables"].values() for colour in cable.get("colors", ()))
    assert {colour: texts[colour] for colour in drawn} == drawn


def rendered_texts(build: str) -> list[str]:
    return [
        unescape(text).strip()
        for text in re.findall(r">([^<>]+)</text>", (WIRING / f"{build}.svg").read_text())
    ]


def test_the_builds_differ_in_camera_and_puck_alone() -> None:
    parts = {build: {part for part, *_ in drawn_wires(build)} for build in BUILDS}
    assert parts["one-pi"] - parts["no-camera"] == {"camera"}
    assert parts["pi-and-puck"] - parts["one-pi"] == {"pico"}


def drawn_wires(build: str, board: str = "") -> set[tuple[str, str, int | str, str]]:
    """Part, contact, pin and signal of every wire that a source draws, to one board or to all."""
    source = yaml.safe_load((WIRING / f"{build}.yml").read_text())
    wires = set()
    for (start,), _, (end,) in ([list(step.items()) for step in steps] for steps in source["connections"]):
        part, contacts = start
        to, pins = end
        if board and to != board:
            continue
        signals = dict(
            zip(source["connectors"][to]["pins"], source["connectors"][to]["pinlabels"], strict=True)
        )
        labels = source["connectors"][part]["pinlabels"]
        names = dict(zip(source["connectors"][part].get("pins", range(1, 99)), labels, strict=False))
        for contact, pin in zip(spread(contacts), pins, strict=True):
            wires.add((part, names[contact], pin, signals[pin]))
    return wires


def spread(contacts: list[object]) -> list[object]:
    """WireViz writes 1-5 for 1, 2, 3, 4, 5."""
    numbers: list[object] = []
    for each in contacts:
        match = re.fullmatch(r"(\d+)-(\d+)", str(each))
        numbers += range(int(match[1]), int(match[2]) + 1) if match else [each]
    return numbers


@pytest.mark.parametrize(
    ("document", "pattern", "board"),
    [
        ("hardware/README.md", r"(GPIO|GND|3V3) *(\d*) +\((\d+)\)", "pi"),
        ("firmware/README.md", r"(GP|GND|3V3)(\d*) \((\d+)\)", "pico"),
    ],
)
def test_the_drawings_in_the_documents_name_the_same_pins(document: str, pattern: str, board: str) -> None:
    drawn = {(a + b, int(pin)) for a, b, pin in re.findall(pattern, (ROOT / document).read_text())}
    assert drawn == {(wire.signal, wire.pin) for wire in pin_table() if wire.board == board}


def test_the_kernel_overlays_in_the_documents_listen_to_the_same_pins() -> None:
    text = (ROOT / "hardware" / "README.md").read_text()
    pins, keys = HardwareSettings().gpio.pins, HardwareSettings().evdev
    assert f"pin_a={pins['a']},pin_b={pins['b']}," in text
    for name in ("push", "left", "right"):
        assert f'gpio={pins[name]},keycode={getattr(keys, name)},label="{name}"' in text


def test_the_parts_list_has_every_part_of_every_build() -> None:
    with (ROOT / "hardware" / "bom.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    columns = {"one-pi": "one Pi", "pi-and-puck": "Pi and puck", "no-camera": "no camera"}
    named = {
        "encoder": "rotary encoder with push",
        "left button": "push button",
        "right button": "push button",
        "display": "OLED display",
        "pico": "Raspberry Pi Pico",
        "camera": "camera",
        "supply": "power supply",
    }
    for build, column in columns.items():
        quantities = {row["part"]: int(row[column]) for row in rows}
        drawn = [named[part] for part in {part for part, *_ in drawn_wires(build)}]
        assert all(
            quantities[part] == drawn.count(part) for part in set(named.values()) if part in quantities
        )
        assert all(part in quantities for part in drawn)
    for row in rows:
        assert None not in row, row  # a comma too many
        assert row["instead"], row
