"""Settings: those of the wheel, of the hardware, of the broker, the phones that are known, and what was played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

from companion.shelf import Shelf, shipped_scenarios
from companion.table.broadcast.settings import load_settings as load_broker
from companion.table.broadcast.settings import settings_file
from companion.table.coach.mode import CoachMode
from companion.table.equipment import parse_equipment
from companion.table.kept_settings import parse_settings, write_settings
from companion.table.wheel import WheelSettings
from companion.tiwanaku.pieces import Colour
from companion.web.guests import Device, Guests
from companion.web.phones_file import FILE, load_devices, save_devices
from hardware.settings import HardwareSettings
from tests.trust.bad_input.reader import Bench, Reader
from tests.trust.bad_input.trees import Form

NOW = 1_000_000.0


@contextmanager
def _wheel(folder: Path) -> Iterator[Bench]:
    seeds = [
        WheelSettings(),
        WheelSettings(hold_time=2.5, language="it", coach=CoachMode.OFF, automatic=True),
    ]

    def read(data: bytes) -> None:
        settings = parse_settings(data, "wheel.toml")
        if parse_settings(write_settings(settings), "again") != settings:
            raise AssertionError("written and read they are other settings")

    older = b"format = 1\nhold_time = 1.0\nhints = false\n"
    yield Bench([older, *(write_settings(each).encode() for each in seeds)], read)


@contextmanager
def _hardware(folder: Path) -> Iterator[Bench]:
    usual, lines = HardwareSettings(), ["format = 1"]
    for group in fields(usual):
        inside = getattr(usual, group.name)
        if hasattr(inside, "__dataclass_fields__"):
            lines.append(f"[hardware.{group.name}]")
            lines += [f"{each.name} = {getattr(inside, each.name)!r}" for each in fields(inside)]
    plain = 'format = 1\n[hardware]\ncontrols = "puck"\ndisplay = "oled"\n[hardware.oled]\nbus = "spi"\n'
    yield Bench(
        ["\n".join(lines).encode(), plain.encode()], lambda data: parse_equipment(data, "settings.toml")
    )


@contextmanager
def _broker(folder: Path) -> Iterator[Bench]:
    (folder / "secret").write_text("vicuña 77\n", encoding="utf-8")
    seed = (
        'format = 1\n[mqtt]\non = true\nhost = "broker.club"\nport = 8883\ntls = true\nca_file = "secret"\nuser = "table7"\n'
        'password_file = "secret"\ntable = "Table 7"\nbase = "club/tiwanaku"\nhome_assistant = true\ndiscovery = "homeassistant"\n'
    )

    def read(data: bytes) -> None:
        settings_file(folder).write_bytes(data)
        found = load_broker(folder)
        if found is not None:
            found.topic("state").encode()

    yield Bench([seed.encode(), b'format = 1\n[mqtt]\nhost = "192.168.1.5"\n'], read)


@contextmanager
def _phones(folder: Path) -> Iterator[Bench]:
    devices = (
        Device("d1", "0" * 64, "Ana", NOW, member=True, seats=frozenset({0, 2}), wheel=True),
        Device("d12", "a" * 64, "Bérénice", NOW - 30, member=True),
    )
    save_devices(folder, devices, (Colour.BLUE, Colour.GREEN))

    def read(data: bytes) -> None:
        (folder / FILE).write_bytes(data)
        guests = Guests("123456", *load_devices(folder, NOW))
        guests.known("some token")
        guests.welcome("Otto", NOW, member=True)
        save_devices(folder, guests.devices, guests.colours)

    yield Bench([(folder / FILE).read_bytes()], read)


@contextmanager
def _played(folder: Path) -> Iterator[Bench]:
    shelf = Shelf(folder, shipped_scenarios())

    def read(data: bytes) -> None:
        (folder / "played.toml").write_bytes(data)
        shelf._read_played()

    yield Bench([b'format = 1\nplayed = [\n  "Morning valley",\n  "Attic find",\n]\n'], read)


READERS = (
    Reader("wheel settings", _wheel, 80_000, Form.TOML, (b"hold_time", b"coach", b'"teach"', b"brightness")),
    Reader(
        "hardware settings",
        _hardware,
        40_000,
        Form.TOML,
        (b"[hardware.oled]\n", b"[hardware.camera]\n", b"[mqtt]\n"),
    ),
    Reader(
        "broker settings", _broker, 30_000, Form.TOML, (b"tls = true\n", b"password = ", b"password_file = ")
    ),
    Reader("phones", _phones, 60_000, Form.JSON),
    Reader("played", _played, 40_000, Form.TOML),
)
