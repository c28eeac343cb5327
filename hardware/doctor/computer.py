"""The computer itself: which board, how warm, how well fed, and whether it knows the time."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from companion.words import T
from hardware.doctor.machine import Machine
from hardware.doctor.report import Diagnosis, State

_SLOW = re.compile(r"Raspberry Pi (Model|2 |Zero (W )?Rev|Compute Module Rev)")
HOT = 80.0
"""Degrees from which on a Pi slows itself down."""
OLDEST_YEAR = 2025
"""No clock that is right shows an earlier year."""
LOW_NOW, SLOWED_NOW = 0x1, 0x6
LOW_BEFORE, SLOWED_BEFORE = 0x10000, 0x60000


def board(machine: Machine) -> Diagnosis:
    """Which computer this is."""
    model = machine.read("proc/device-tree/model")
    facts = (("model", model), ("bits", machine.bits()))
    if not machine.is_pi():
        text = T(
            "This is no Raspberry Pi. Knob, buttons and display are virtual, in a terminal; all the rest is as on one."
        )
        return Diagnosis("board", State.VIRTUAL, text, facts=facts)
    if _SLOW.match(model):
        return Diagnosis(
            "board",
            State.WARNING,
            T("This is a {model}, which is slow for a camera.", model=model),
            T("Use a Raspberry Pi 3, 4, 5 or Zero 2 W, or play without a camera."),
            facts,
        )
    if machine.bits() != 64:
        return Diagnosis(
            "board",
            State.WARNING,
            T("This {model} runs a 32-bit system.", model=model),
            T("Put Raspberry Pi OS with 64 bits onto the card."),
            facts,
        )
    return Diagnosis("board", State.FINE, T("This is a {model}.", model=model), facts=facts)


def temperature(machine: Machine) -> Diagnosis:
    """How warm the processor is."""
    said = machine.read("sys/class/thermal/thermal_zone0/temp")
    if not re.fullmatch(r"-?\d+", said):
        return Diagnosis(
            "temperature", State.VIRTUAL, T("This computer does not tell how warm it is; that is no matter.")
        )
    degrees = int(said) / 1000
    facts = (("degrees", degrees),)
    text = T("The processor has {degrees} °C.", degrees=round(degrees))
    if degrees >= HOT:
        advice = T("Give it air: open the case, or add a heat sink or a fan.")
        return Diagnosis("temperature", State.WARNING, text, advice, facts)
    return Diagnosis("temperature", State.FINE, text, facts=facts)


def power(machine: Machine) -> Diagnosis:
    """Whether the voltage was always high enough, by the firmware's flags or the kernel's alarm."""
    flags = _flags(machine)
    if flags is None:
        text = T("This computer does not watch its voltage; that is no matter.")
        return Diagnosis("power", State.VIRTUAL, text)
    facts = (("flags", flags),)
    advice = T("Use the power supply made for this Raspberry Pi and a short, thick cable.")
    if flags & LOW_NOW:
        return Diagnosis("power", State.BROKEN, T("The voltage is too low now."), advice, facts)
    if flags & LOW_BEFORE:
        text = T("The voltage was too low at least once since the start.")
        return Diagnosis("power", State.WARNING, text, advice, facts)
    if flags & (SLOWED_NOW | SLOWED_BEFORE):
        return Diagnosis(
            "power",
            State.WARNING,
            T("The processor had to slow down since the start."),
            T("Give it air: open the case, or add a heat sink or a fan."),
            facts,
        )
    return Diagnosis("power", State.FINE, T("The voltage has been right since the start."), facts=facts)


def _flags(machine: Machine) -> int | None:
    said = machine.run(["vcgencmd", "get_throttled"]) or ""
    if found := re.fullmatch(r"throttled=0x([0-9a-fA-F]+)", said):
        return int(found[1], 16)
    # The command needs the group video; the kernel's own alarm needs nobody's leave.
    for name in machine.names("sys/class/hwmon/hwmon*/name"):
        if machine.read(name) == "rpi_volt":
            alarm = machine.read(name.removesuffix("name") + "in0_lcrit_alarm")
            return LOW_NOW if alarm == "1" else 0
    return None


def clock(machine: Machine) -> Diagnosis:
    """Whether date and time are right: games are listed by them."""
    now = datetime.fromtimestamp(machine.now(), UTC)
    facts = (("now", now.isoformat(timespec="seconds")),)
    advice = T("Connect it to the network for a minute, or set the time: sudo timedatectl set-time …")
    date = f"{now:%Y-%m-%d %H:%M} UTC"
    if now.year < OLDEST_YEAR:
        return Diagnosis("clock", State.BROKEN, T("The clock is wrong: {date}.", date=date), advice, facts)
    if machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "no":
        text = T("The clock says {date}, but no time server has confirmed it.", date=date)
        return Diagnosis("clock", State.WARNING, text, advice, facts)
    return Diagnosis("clock", State.FINE, T("The clock says {date}.", date=date), facts=facts)
