"""No finding without a test: every sentence of the doctor is said by a machine that has the fault behind it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from companion.words import Text, language
from hardware import doctor
from hardware.doctor import Diagnosis, State, examine
from hardware.doctor.live import MOVEMENTS
from hardware.settings import HardwareSettings, OledSettings
from hardware.virtual.camera import VirtualCamera
from tests.hardware.doctor_faults import FAULTS
from tests.hardware.doctor_machine import FakeMachine
from tests.hardware.test_doctor import (
    RIGHT,
    SETTINGS,
    SLIPS,
    Failing,
    Hand,
    PuckBench,
    check,
    check_hanging_camera,
    hand_with,
)

SOURCES = sorted(Path(doctor.__file__).parent.glob("*.py"))


def written() -> set[str]:
    """Every sentence in the doctor's code."""
    calls = [
        node
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "T"
    ]
    return {str(ast.literal_eval(call.args[0])) for call in calls}


def messages(value: object) -> Iterator[str]:
    """The sentences in a text, with those that fill its gaps."""
    if isinstance(value, Text):
        yield value.message
        for _, each in value.values:
            yield from messages(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from messages(each)


def of(diagnosis: Diagnosis) -> set[str]:
    return {*messages(diagnosis.text), *messages(diagnosis.advice)}


def faulty(folder: Path) -> Iterator[Diagnosis]:
    """A machine for every fault, one after the other, and what the doctor says of it."""
    for number, (fault, part, _, _) in enumerate(FAULTS):
        machine = FakeMachine(folder / str(number))
        fault(machine)
        yield check(machine, part)


def other(folder: Path) -> Iterator[Diagnosis]:
    """What is no fault of a single file, command or device."""
    healthy = FakeMachine(folder / "healthy")
    healthy.shooter = VirtualCamera()
    yield from examine(SETTINGS, Path("/games"), healthy)
    yield check(healthy, "i2c", HardwareSettings(oled=OledSettings(bus="spi")))
    yield PuckBench(healthy).check()
    yield check_hanging_camera(healthy)
    healthy.shooter = Failing()
    yield check(healthy, "camera")
    healthy.addresses = ZeroDivisionError("of somebody else")
    yield check(healthy, "i2c")
    healthy.commands["systemctl is-active pachamama.service"] = "active"
    yield check(healthy, "oled")
    yield Hand(*RIGHT).check()
    for number, deed, _ in SLIPS:
        yield hand_with(number, deed).check()


def test_every_sentence_of_the_doctor_has_a_fault_behind_it(tmp_path: Path) -> None:
    heard = {message for movement in MOVEMENTS for message in messages(movement.ask)}
    for diagnosis in (*faulty(tmp_path), *other(tmp_path)):
        heard |= of(diagnosis)
    assert written() - heard == set(), "a finding that no test has seen: add its fault to FAULTS"


def test_every_finding_is_said_in_every_language_without_a_gap(tmp_path: Path) -> None:
    for diagnosis in (*faulty(tmp_path), *other(tmp_path)):
        for code in ("en", "fr", "de", "it"):
            said = language(code).say(diagnosis.text)
            said += language(code).say(diagnosis.advice) if diagnosis.advice else ""
            assert "{" not in said, said


def test_a_part_that_is_broken_always_says_what_to_do(tmp_path: Path) -> None:
    for diagnosis in (*faulty(tmp_path), *other(tmp_path)):
        if diagnosis.state is State.BROKEN and diagnosis.advice is None:
            # Drivers say in their own sentence what to check; a puck and a camera have such sentences, too.
            assert diagnosis.part in ("oled", "controls", "camera", "puck"), diagnosis
