"""What ``pachamama doctor`` does: examines, tells part by part, and lets a hand try knob and buttons."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence

import typer

from companion.errors import PachamamaError, Unreadable
from companion.library import own_folder
from companion.table.equipment import load_equipment
from companion.words import Language, T, Text
from hardware.doctor import PARTS, Diagnosis, State, examine, worst
from hardware.doctor.live import hands
from hardware.doctor.machine import Machine
from hardware.doctor.parts import make_controls
from hardware.doctor.surroundings import is_running
from hardware.find import look
from hardware.inputs import InputQueue
from hardware.settings import HardwareSettings

SOMETHING_BROKEN = 1
SHOWN_FOR = 3.0
"""Seconds for which a person can look at the test picture."""
SIGNS = {State.FINE: "✓", State.VIRTUAL: "○", State.WARNING: "!", State.BROKEN: "✗"}
NAMES: dict[str, Text] = {
    "settings": T("Settings"),
    "board": T("Computer"),
    "power": T("Power"),
    "temperature": T("Temperature"),
    "clock": T("Clock"),
    "disk": T("Disk"),
    "card": T("Memory card"),
    "rights": T("Rights"),
    "i2c": T("I2C bus"),
    "oled": T("Display"),
    "controls": T("Knob and buttons"),
    "hands": T("By hand"),
    "camera": T("Camera"),
    "puck": T("Puck"),
    "network": T("Network"),
    "service": T("Service"),
}
VERDICTS = {
    State.FINE: T("Everything is as it should be."),
    State.VIRTUAL: T(
        "Nothing is broken. What is marked {sign} is not there, and need not be.", sign=SIGNS[State.VIRTUAL]
    ),
    State.WARNING: T("The table works; look at what is marked !."),
    State.BROKEN: T(
        "Something is broken: do what is said at {sign}, then ask the doctor again.", sign=SIGNS[State.BROKEN]
    ),
}


def see_doctor(
    words: Language,
    only: Sequence[str],
    *,
    as_json: bool,
    with_hands: bool,
    machine: Machine | None = None,
) -> int:
    """Examine, and tell people or programs; the exit code."""
    if unknown := [part for part in only if part not in PARTS]:
        raise Unreadable(
            T("{part} is no part: choose from {known}.", part=unknown[0], known=list(PARTS)),
        )
    machine = machine or Machine()
    watched = sys.stdin.isatty() and sys.stdout.isatty() and not as_json

    def told(diagnosis: Diagnosis) -> None:
        if not as_json:
            tell(words, diagnosis)

    settings, faults = read_equipment(told)
    diagnoses = faults + examine(
        settings,
        own_folder(),
        machine,
        parts=only or PARTS,
        told=told,
        meanwhile=(lambda: time.sleep(SHOWN_FOR)) if watched else None,
    )
    heard = {diagnosis.part: diagnosis.state for diagnosis in diagnoses}
    if watched and with_hands and heard.get("controls") is State.FINE and not is_running(machine):
        diagnoses = (*diagnoses, try_hands(words, settings, machine))
    state = worst(diagnoses)
    if as_json:
        typer.echo(json.dumps(in_json(words, diagnoses), ensure_ascii=False))
    else:
        typer.echo(words.say(VERDICTS[state]))
    return SOMETHING_BROKEN if state is State.BROKEN else 0


def read_equipment(told: Callable[[Diagnosis], None]) -> tuple[HardwareSettings, tuple[Diagnosis, ...]]:
    """The hardware of the settings; settings that cannot be read are a finding, and the usual ones are examined."""
    try:
        return load_equipment(own_folder()), ()
    except PachamamaError as error:
        diagnosis = Diagnosis("settings", State.BROKEN, error.text, T("Put that line right, or delete it."))
        told(diagnosis)
        return HardwareSettings(), (diagnosis,)


def try_hands(words: Language, settings: HardwareSettings, machine: Machine) -> Diagnosis:
    """Ask for every movement, and tell what was heard."""
    queue = InputQueue()
    controls = make_controls(machine, settings, look(settings, machine), queue.put)
    if controls is None:
        return Diagnosis(
            "hands", State.VIRTUAL, T("No knob is on this computer: keys of the terminal stand in for it.")
        )
    diagnosis = hands(controls, queue, lambda text: typer.echo("  → " + words.say(text)))
    tell(words, diagnosis)
    return diagnosis


def tell(words: Language, diagnosis: Diagnosis) -> None:
    """One part, for people."""
    name = words.say(NAMES[diagnosis.part])
    typer.echo(f"{SIGNS[diagnosis.state]} {name}: {words.say(diagnosis.text)}")
    if diagnosis.advice is not None:
        typer.echo(f"    {words.say(diagnosis.advice)}")


def in_json(words: Language, diagnoses: Sequence[Diagnosis]) -> dict[str, object]:
    """All parts, for programs: names and states are the same in every language."""
    return {
        "state": worst(diagnoses).value,
        "parts": [
            {
                "part": each.part,
                "state": each.state.value,
                "text": words.say(each.text),
                "advice": words.say(each.advice) if each.advice is not None else None,
                "facts": dict(each.facts),
            }
            for each in diagnoses
        ],
    }
