"""All checks in their order. A check that fails by itself is a finding, too, and the next one follows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from companion.words import T
from hardware.doctor import bus, computer, parts, storage, surroundings
from hardware.doctor.machine import Machine
from hardware.doctor.report import Diagnosis, State
from hardware.find import Finding, look
from hardware.settings import HardwareSettings

log = logging.getLogger(__name__)

Check = Callable[[], Diagnosis]
DEVICES = ("i2c", "oled", "controls", "camera", "puck")
"""What a running table has in its hands, and cannot be checked beside it."""
PARTS = (
    "board",
    "power",
    "temperature",
    "clock",
    "disk",
    "card",
    "rights",
    *DEVICES,
    "network",
    "service",
)


def examine(
    settings: HardwareSettings,
    folder: Path,
    machine: Machine | None = None,
    *,
    parts: Iterable[str] = PARTS,
    told: Callable[[Diagnosis], None] = lambda diagnosis: None,
    meanwhile: Callable[[], None] | None = None,
) -> tuple[Diagnosis, ...]:
    """Check these parts, and tell of each as soon as it is known.

    ``folder`` is where games are kept; ``meanwhile`` runs while the display shows its test picture.
    """
    machine = machine or Machine()
    checks = _checks(settings, folder, machine, meanwhile)
    diagnoses = []
    for part in parts:
        diagnosis = _guarded(part, checks[part])
        told(diagnosis)
        diagnoses.append(diagnosis)
    return tuple(diagnoses)


def _checks(
    settings: HardwareSettings, folder: Path, machine: Machine, meanwhile: Callable[[], None] | None
) -> dict[str, Check]:
    findings: list[tuple[Finding, ...]] = []
    running: list[bool] = []

    def found() -> Sequence[Finding]:
        if not findings:
            findings.append(look(settings, machine))
        return findings[0]

    def alone(part: str, check: Check) -> Check:
        def checked() -> Diagnosis:
            if not running:
                running.append(surroundings.is_running(machine))
            return parts.in_use(part) if running[0] else check()

        return checked

    return {
        "board": lambda: computer.board(machine),
        "power": lambda: computer.power(machine),
        "temperature": lambda: computer.temperature(machine),
        "clock": lambda: computer.clock(machine),
        "disk": lambda: storage.disk(machine, folder),
        "card": lambda: storage.card(machine),
        "rights": lambda: surroundings.rights(machine, settings),
        "i2c": alone("i2c", lambda: bus.i2c(machine, settings.oled)),
        "oled": alone("oled", lambda: parts.oled(machine, settings, found(), meanwhile)),
        "controls": alone("controls", lambda: parts.controls(machine, settings, found())),
        "camera": alone("camera", lambda: parts.camera(machine, settings, found())),
        "puck": alone("puck", lambda: parts.puck(machine, settings, found())),
        "network": lambda: surroundings.network(machine),
        "service": lambda: surroundings.service(machine),
    }


def _guarded(part: str, check: Check) -> Diagnosis:
    try:
        return check()
    except Exception as error:
        # Drivers of other people's fail in ways nobody has seen yet; the next part wants to be checked all the same.
        log.debug("the check of %s failed", part, exc_info=True)
        reason = f"{type(error).__name__}: {error}"
        text = T("This could not be checked ({reason}).", reason=reason)
        return Diagnosis(part, State.BROKEN, text, T("Please tell us of it, with this line."))
