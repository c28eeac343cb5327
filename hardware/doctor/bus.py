"""The I2C bus: switched on, usable, and what answers on it."""

from __future__ import annotations

from companion.words import T, Text
from hardware.doctor.machine import Machine
from hardware.doctor.report import Diagnosis, State
from hardware.settings import OledSettings

DISPLAYS = (0x3C, 0x3D)
KNOWN = {
    **dict.fromkeys(DISPLAYS, T("probably a display")),
    **dict.fromkeys(
        range(0x20, 0x28), T("a port expander, perhaps of a character display, which does not fit")
    ),
    **dict.fromkeys(range(0x50, 0x58), T("a memory")),
    0x68: T("a clock or a motion sensor"),
    0x76: T("a weather sensor"),
    0x77: T("a weather sensor"),
}
UNKNOWN = T("unknown")
FAST = 400_000
"""The speed, in bits a second, at which a picture takes 25 ms rather than 100."""


def i2c(machine: Machine, settings: OledSettings) -> Diagnosis:
    """What answers on the display's bus. On a PC nothing is asked: monitors and memories have such a bus, too."""
    if not machine.is_pi():
        text = T("On a PC the I2C buses belong to monitor and memory: they are left alone.")
        return Diagnosis("i2c", State.VIRTUAL, text)
    if settings.bus == "spi":
        return Diagnosis("i2c", State.VIRTUAL, T("The display is set to SPI, so I2C is not needed."))
    port = settings.port
    if not machine.names(f"dev/i2c-{port}"):
        return _switched_off(machine, port)
    try:
        found = machine.scan(port)
    except ImportError as error:
        text = T("The bus cannot be asked: the package {package} is missing.", package=error.name or "smbus2")
        return Diagnosis("i2c", State.BROKEN, text, T("Delete the folder .venv, then start ./play once."))
    except PermissionError:
        return Diagnosis(
            "i2c",
            State.BROKEN,
            T("This user may not use I2C bus {port}.", port=port),
            T("Type this, then log out and in again: sudo usermod -aG i2c $USER"),
        )
    except OSError as error:
        return Diagnosis(
            "i2c",
            State.BROKEN,
            T("I2C bus {port} hangs ({reason}).", port=port, reason=str(error.strerror or error)),
            T("SDA or SCL touches ground or 3V3: take the display off, and check the wires."),
        )
    return _answers(found, settings, _speed(machine, port))


def _switched_off(machine: Machine, port: int) -> Diagnosis:
    if machine.names(f"sys/bus/i2c/devices/i2c-{port}"):
        text = T("I2C bus {port} is on, but programs cannot reach it.", port=port)
        return Diagnosis("i2c", State.BROKEN, text, T("Load what is missing: sudo modprobe i2c-dev"))
    return Diagnosis(
        "i2c",
        State.WARNING,
        T("I2C bus {port} is switched off. A display on the header needs it; a puck does not.", port=port),
        T("Switch it on, then start anew: sudo raspi-config nonint do_i2c 0"),
    )


def _answers(found: list[int], settings: OledSettings, speed: int | None) -> Diagnosis:
    facts = (("addresses", [f"{address:02X}" for address in found]), ("speed", speed))
    displays = [address for address in found if address in DISPLAYS]
    wires = T("Check the wires SDA, SCL, 3V3 and GND between the header and the display.")
    if not found:
        text = T("Nothing answers on I2C bus {port}.", port=settings.port)
        return Diagnosis("i2c", State.WARNING, text, wires, facts)
    heard = T(
        "On I2C bus {port} answer: {names}.", port=settings.port, names=[_named(each) for each in found]
    )
    if settings.address not in found:
        if displays:
            advice = T(
                "The display is expected at {wanted}: set address to {seen} in settings.toml, under [hardware.oled], or move the resistor on its back.",
                wanted=f"{settings.address:02X}",
                seen=f"0x{displays[0]:02X}",
            )
        else:
            advice = wires
        return Diagnosis("i2c", State.WARNING, heard, advice, facts)
    if speed is not None and speed < FAST:
        advice = T(
            "The bus is slow ({speed} kHz): “dtparam=i2c_arm_baudrate=400000” in config.txt makes pictures four times as fast.",
            speed=speed // 1000,
        )
        return Diagnosis("i2c", State.FINE, heard, advice, facts)
    return Diagnosis("i2c", State.FINE, heard, facts=facts)


def _named(address: int) -> Text:
    return T("{address} ({what})", address=f"{address:02X}", what=KNOWN.get(address, UNKNOWN))


def _speed(machine: Machine, port: int) -> int | None:
    """Bits a second, as the device tree says."""
    data = machine.read_bytes(f"sys/bus/i2c/devices/i2c-{port}/of_node/clock-frequency")
    return int.from_bytes(data, "big") if len(data) == 4 else None
